/// What goes wrong in a hundred choices. For a proposal the figures after it are worked out from the same
/// presses: what each of them would have been with the other value.
public struct ErrorRates: Hashable, Sendable {
    /// Offers that went by although they were wanted.
    public var misses: Double
    /// Presses that counted for the item before.
    public var late: Double
    /// Choices that were taken back.
    public var undone: Double

    public init(misses: Double, late: Double, undone: Double) {
        self.misses = misses
        self.late = late
        self.undone = undone
    }

    /// As it was: what the records say.
    public init(_ choices: [PressHistory.Choice]) {
        self.init(
            misses: choices.reduce(0) { $0 + $1.misses }, late: choices.count { $0.isLate },
            undone: choices.count { $0.isUndone }, of: choices.count)
    }

    init(misses: Int, late: Int, undone: Int, of choices: Int) {
        let scale = 100 / Double(max(choices, 1))
        self.init(misses: Double(misses) * scale, late: Double(late) * scale, undone: Double(undone) * scale)
    }

    /// All three together.
    public var sum: Double { misses + late + undone }
}
