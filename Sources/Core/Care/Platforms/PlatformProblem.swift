/// Why a platform outside, a school's or a calendar's, could not be read or written.
public enum PlatformProblem: String, Codable, Sendable, CaseIterable, Error {
    /// The token or the address is no longer valid there.
    case refused
    /// It asks for more time between two readings.
    case busy
    /// It does not answer.
    case unreachable
    /// It answers that something is wrong with it.
    case failing
    /// It sends the reader somewhere else, where a token must not go.
    case moved
    /// What it answers is none of what was asked for: no planner, no calendar.
    case unreadable
    /// It has more than can be read.
    case tooLarge = "too_large"
    /// Its name leads into this home's own network.
    case insideHome = "inside_home"
    /// What opens it is no longer on this machine's disk.
    case secretLost = "secret_lost"
    /// Whoever it lets in may read there, and not write what was to be written.
    case readOnly = "read_only"
    /// It answers, and what was read or written there is there no more.
    case gone

    /// Whether trying again soon may help, without anybody doing anything.
    public var mayPass: Bool {
        switch self {
        case .busy, .unreachable, .failing, .moved, .unreadable, .tooLarge: true
        case .refused, .insideHome, .secretLost, .readOnly, .gone: false
        }
    }
}
