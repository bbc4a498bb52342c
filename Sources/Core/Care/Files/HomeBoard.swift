public import FoundationEssentials

/// One board as a page shows and changes it: the answer to `GET /boards/{name}`.
public struct HomeBoard: Codable, Sendable, Equatable {
    /// Of its file: `home.yaml`.
    public var name: String
    /// As the board is called on the screen.
    public var title: String
    /// BCP 47.
    public var language: String
    /// How many cards are in a row of the grid; absent where that follows from their number.
    public var columns: Int?
    /// Changes with every byte of the file.
    public var version: String
    /// In the order of the file, what is in a group behind its group.
    public var cards: [BoardCard]
    /// What is wrong with it, each with the card that it is about.
    public var findings: [FileFinding]
    /// How it is scanned; absent where it has mistakes.
    public var drawing: BoardDrawing?
    /// Whether it has mistakes, so that kiosks use the last good one.
    public var usesLastGood: Bool
    /// What the next undo takes back, and the next redo makes again; absent where there is nothing.
    public var undo: BoardStep?
    public var redo: BoardStep?
    /// The last changes up to the present one, the newest last.
    public var recent: [BoardStep]
    /// The pictures and sounds beside the boards, as a card names them.
    public var pictures: [String]
    public var sounds: [String]
    /// The other boards of the home, which a card can open.
    public var others: [BoardName]
    /// Where the card is now that was changed; absent where nothing was, or it was removed.
    public var changed: String?

    public init(
        name: String, title: String, language: String, columns: Int? = nil, version: String,
        cards: [BoardCard], findings: [FileFinding] = [], drawing: BoardDrawing? = nil,
        usesLastGood: Bool = false, undo: BoardStep? = nil, redo: BoardStep? = nil,
        recent: [BoardStep] = [], pictures: [String] = [], sounds: [String] = [],
        others: [BoardName] = [], changed: String? = nil
    ) {
        self.name = name
        self.title = title
        self.language = language
        self.columns = columns
        self.version = version
        self.cards = cards
        self.findings = findings
        self.drawing = drawing
        self.usesLastGood = usesLastGood
        self.undo = undo
        self.redo = redo
        self.recent = recent
        self.pictures = pictures
        self.sounds = sounds
        self.others = others
        self.changed = changed
    }

    enum CodingKeys: String, CodingKey {
        case name, title, language, columns, version, cards, findings, drawing, undo, redo, recent, pictures
        case sounds, others, changed
        case usesLastGood = "uses_last_good"
    }
}

/// A board after a change was asked for, with the files that were written for that; none where nothing differs.
public struct WrittenBoard: Sendable {
    public struct File: Sendable {
        public var name: String
        public var bytes: [UInt8]
        public var isNew: Bool

        public init(name: String, bytes: [UInt8], isNew: Bool = false) {
            self.name = name
            self.bytes = bytes
            self.isNew = isNew
        }
    }

    public var board: HomeBoard
    public var files: [File]

    public init(_ board: HomeBoard, files: [File]) {
        self.board = board
        self.files = files
    }
}

/// A card as its file has it.
public struct BoardCard: Codable, Sendable, Equatable {
    /// Its place in the file, from 0: `2.0` is the first in the group that is the third.
    public var path: String
    /// Written, or made from the label.
    public var id: String
    public var label: String
    /// What is written, by its keys: `cue`, `symbol`.
    public var fields: [String: String]
    /// Whether it is a group; what is in it follows.
    public var isGroup: Bool
    /// Its place in the order of scanning; absent, like the cost, where the board has mistakes.
    public var number: String?
    /// What choosing it costs somebody who makes no mistakes; absent where a keypad has no key for it.
    public var steps: Int?
    public var presses: Int?
    public var seconds: Double?

    public init(
        path: String, id: String, label: String, fields: [String: String], isGroup: Bool = false,
        number: String? = nil, steps: Int? = nil, presses: Int? = nil, seconds: Double? = nil
    ) {
        self.path = path
        self.id = id
        self.label = label
        self.fields = fields
        self.isGroup = isGroup
        self.number = number
        self.steps = steps
        self.presses = presses
        self.seconds = seconds
    }

    enum CodingKeys: String, CodingKey {
        case path, id, label, fields, number, steps, presses, seconds
        case isGroup = "group"
    }
}

/// Another board of the home.
public struct BoardName: Codable, Sendable, Equatable {
    /// Of its file.
    public var name: String
    public var title: String

    public init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}

/// One change of a board that was made, and can be undone.
public struct BoardStep: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case set, board, move, copy, remove, add
        /// More than one change at once.
        case several
        /// The text of the file, by hand or in a browser.
        case text
    }

    public var kind: Kind
    /// Of the card that it was about.
    public var label: String?
    /// Who made it; absent for somebody with a text editor.
    public var by: String?
    public var at: Date
    /// Of the file, as it was after it.
    public var version: String

    public init(kind: Kind, label: String? = nil, by: String? = nil, at: Date, version: String) {
        self.kind = kind
        self.label = label
        self.by = by
        self.at = at
        self.version = version
    }
}
