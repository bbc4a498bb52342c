/// When a platform is read again.
///
/// | what happened | the next reading |
/// |---|---|
/// | it was read | school tasks after 15 to 30 minutes, calendars after 45 to 75 |
/// | it is busy, away or broken, or leads elsewhere | after 15 minutes, doubled each time up to 6 hours, a quarter more or less; never before it asks for |
/// | it refuses, or is there no more | after 12 hours: somebody has to do something first |
public struct ReadingPace: Sendable, Equatable {
    /// How long after a reading the next one of school tasks is, at least and at most.
    public static let ofSchoolTasks: ClosedRange<Duration> = .seconds(15 * 60) ... .seconds(30 * 60)
    /// The same of calendars.
    public static let ofCalendars: ClosedRange<Duration> = .seconds(45 * 60) ... .seconds(75 * 60)

    static let firstRetry: Duration = .seconds(15 * 60)
    static let longest: Duration = .seconds(6 * 3600)
    static let refused: Duration = .seconds(12 * 3600)
    /// What a platform may ask for at most.
    static let mostAsked: Duration = .seconds(24 * 3600)

    /// How often it has failed in a row.
    public private(set) var failures = 0
    private let usual: ClosedRange<Duration>

    /// - Parameter usual: How long after a reading the next one is.
    public init(_ usual: ClosedRange<Duration> = Self.ofSchoolTasks) { self.usual = usual }

    /// - Parameter chance: 0 to 1.
    public mutating func read(chance: Double) -> Duration {
        failures = 0
        return usual.lowerBound + (usual.upperBound - usual.lowerBound) * chance
    }

    /// - Parameters:
    ///   - asked: What the platform asks to wait, `Retry-After`.
    ///   - chance: 0 to 1.
    public mutating func failed(
        _ problem: PlatformProblem, asked: Duration?, chance: Double
    ) -> Duration {
        failures += 1
        guard problem.mayPass else { return Self.refused * (1 + chance / 4) }
        let doubled = Self.firstRetry * Double(1 << min(failures - 1, 10))
        let wait = min(doubled, Self.longest) * (0.75 + chance / 2)
        return max(wait, min(asked ?? .zero, Self.mostAsked))
    }
}
