public import FoundationEssentials

/// A touch, or a click, on a card: the body of `POST /displays/{id}/taps`.
public struct ScreenTap: Codable, Sendable, Equatable {
    /// The number of the screen that the person saw.
    public var screen: Int64
    /// The id of the card; at rest any will do.
    public var cell: String
    /// When it was, by the browser's clock.
    public var at: Date

    public init(screen: Int64, cell: String, at: Date) {
        self.screen = screen
        self.cell = cell
        self.at = at
    }

    public func check() throws(FieldProblem) {
        guard screen >= 0 else { throw FieldProblem("screen", "it is not a screen's number") }
        try FieldChecks.text(cell, "cell")
    }
}
