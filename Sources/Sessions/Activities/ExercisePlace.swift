/// Where somebody is in an exercise: kept over restarts.
public struct ExercisePlace: Codable, Equatable, Sendable {
    /// Counted from 0.
    public var step: Int
    /// The breath of a breathing step, counted from 0; 0 in other steps.
    public var round: Int

    public static let beginning = ExercisePlace(step: 0)

    public init(step: Int, round: Int = 0) {
        self.step = step
        self.round = round
    }
}
