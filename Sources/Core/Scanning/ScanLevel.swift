/// One thing that can be scanned. The scanner knows only its name; the session knows what it says and does.
public struct ScanItem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Choosing it is told to the session.
        case choice
        /// Choosing it goes up one level; the scanner does that itself.
        case back
    }

    /// Unique in its level.
    public var id: String
    public var kind: Kind

    public init(id: String, kind: Kind = .choice) {
        self.id = id
        self.kind = kind
    }
}

/// A row of items that is scanned as one: a board's top, the inside of a group, or a question's answers.
public struct ScanLevel: Hashable, Sendable {
    /// Unique among all levels that can be open at once.
    public var id: String
    public var items: [ScanItem]
    /// Whether it only asks about a choice: nothing is scanned in it any more once it is answered.
    public var isQuestion: Bool

    public init(id: String, items: [ScanItem], isQuestion: Bool = false) {
        self.id = id
        self.items = items
        self.isQuestion = isQuestion
    }

    /// A level of choices with a way back where the client wants it.
    public init(id: String, choices: [String], back: ScanParameters.BackItem) {
        let items = choices.map { ScanItem(id: $0) }
        let backItem = ScanItem(id: Self.backID, kind: .back)
        switch back {
        case .end: self.init(id: id, items: items + [backItem])
        case .start: self.init(id: id, items: [backItem] + items)
        case .none: self.init(id: id, items: items)
        }
    }

    /// The items that are choices, not the way back.
    var choices: [Int] { items.indices.filter { items[$0].kind == .choice } }

    /// The id of every "Go back"; no id in a board file can be this.
    public static let backID = "<back>"
}
