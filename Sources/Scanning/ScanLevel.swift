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

    /// The id of every "Go back"; no id in a board file can be this.
    public static let backID = "<back>"
}

/// Names one speaking of one cue, so that an end that comes late is not taken for another's.
public struct CueToken: Hashable, Sendable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What the scanner wants done or has to tell.
public enum ScanEffect: Hashable, Sendable {
    /// Left rest.
    case woke
    /// Say this item's cue; `position` counts from 1. Answer with `cueStarted` and `cueEnded`.
    case cue(ScanItem, level: String, position: Int, token: CueToken)
    /// The cue is not wanted any more.
    case cutCue(CueToken)
    /// A pass begins again from its first item.
    case wrapped
    /// The person has chosen this. Nothing goes on until `open`, `resume` or `rest`.
    case selected(ScanItem, level: String)
    /// A level was left for the one above it.
    case wentUp(from: String)
    /// Stands still at the end of a step, as it was asked to; goes on with `unpause`.
    case paused
    /// Quiet; a press starts again.
    case rested
}
