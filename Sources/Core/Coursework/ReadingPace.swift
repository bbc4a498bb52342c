public import Care

/// When a platform is read again.
///
/// | what happened | the next reading |
/// |---|---|
/// | it was read | after 15 to 30 minutes |
/// | it is busy, away or broken, or leads elsewhere | after 15 minutes, doubled each time up to 6 hours, a quarter more or less; never before it asks for |
/// | it refuses | after 12 hours: somebody has to do something first |
public struct ReadingPace: Sendable, Equatable {
    static let shortest: Duration = .seconds(15 * 60)
    static let longest: Duration = .seconds(6 * 3600)
    static let refused: Duration = .seconds(12 * 3600)
    /// What a platform may ask for at most.
    static let mostAsked: Duration = .seconds(24 * 3600)

    /// How often it has failed in a row.
    public private(set) var failures = 0

    public init() {}

    /// - Parameter chance: 0 to 1.
    public mutating func read(chance: Double) -> Duration {
        failures = 0
        return Self.shortest * (1 + chance)
    }

    /// - Parameters:
    ///   - asked: What the platform asks to wait, `Retry-After`.
    ///   - chance: 0 to 1.
    public mutating func failed(
        _ problem: PlatformProblem, asked: Duration?, chance: Double
    ) -> Duration {
        failures += 1
        guard problem.mayPass else { return Self.refused * (1 + chance / 4) }
        let doubled = Self.shortest * Double(1 << min(failures - 1, 10))
        let wait = min(doubled, Self.longest) * (0.75 + chance / 2)
        return max(wait, min(asked ?? .zero, Self.mostAsked))
    }
}
