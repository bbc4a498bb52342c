/// What a kiosk remembers of its switch from one run to the next, and `beckon doctor` reads. It holds only times and
/// counts, no words. Times are seconds since 1970.
public struct SwitchMemory: Codable, Equatable, Sendable {
    /// A file of another version is not read.
    public static let version = 1

    public var version = SwitchMemory.version
    public var rhythm = UseRhythm()
    public var lastPress: Int64?
    /// When the switch was last found to chatter, or the hand to tremble.
    public var lastChatter: Int64?
    public var lastTrembling: Int64?
    /// Since when there is silence, while that is longer than usual.
    public var silentSince: Int64?

    public init() {}

    private enum CodingKeys: String, CodingKey {
        case version, rhythm
        case lastPress = "last_press"
        case lastChatter = "last_chatter"
        case lastTrembling = "last_trembling"
        case silentSince = "silent_since"
    }
}
