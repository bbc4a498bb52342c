/// One of the five drawn faces, from the worst to the best.
public struct MoodFace: Hashable, Sendable {
    public static let numbers = 1...5

    public let number: Int

    public init?(number: Int) {
        guard Self.numbers.contains(number) else { return nil }
        self.number = number
    }

    /// The face of a level; those of smaller scales are as far apart as they can be. `nil` where a scale has no faces, or nothing was chosen.
    public init?(_ value: MoodValue, on scale: MoodScale) {
        guard case .level(let level) = value, let levels = scale.levels, levels.contains(level) else {
            return nil
        }
        switch scale {
        case .faces5: number = level
        case .faces3: number = 2 * level - 1
        case .faces2: number = 4 * level - 3
        case .pain10, .bodyPart, .observation: return nil
        }
    }

    /// For programs that do not draw it.
    public var emoji: String { ["😢", "🙁", "😐", "🙂", "😄"][number - 1] }
}
