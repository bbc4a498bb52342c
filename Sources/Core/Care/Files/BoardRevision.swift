/// Changes of one board, all or none: the body of `POST /boards/{name}/changes`.
public struct BoardRevision: Codable, Sendable, Equatable {
    /// The version of the file that its writer had seen.
    public var version: String
    /// At most so many at once: more is no hand's work.
    public static let mostChanges = 20
    /// A new group has at most so many cards: nobody waits for more to be scanned.
    public static let mostCards = 100
    /// Longest text of a card, in characters: what it says, and nothing that is read on a page.
    public static let longestText = 2000

    /// At least one; each is made after the one before.
    public var changes: [CardChange]

    public init(version: String, changes: [CardChange]) {
        self.version = version
        self.changes = changes
    }
}

/// One change of a card, or of the board itself.
public struct CardChange: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Sets fields of a card; `null` removes one.
        case set
        /// Sets fields of the board itself.
        case board
        /// Puts it at another place, `to`.
        case move
        /// One step back, or on, among its siblings.
        case up, down
        /// Puts a copy right behind it.
        case copy
        /// Removes it with all that is in it.
        case remove
        /// Puts a new card at a place, `to`.
        case add
    }

    public var kind: Kind
    /// Which card; absent for `board` and `add`.
    public var card: CardAddress?
    /// For `set`, `board` and `add`.
    public var fields: [String: String?]?
    /// For `add`: what is in a new group, at least one.
    public var group: [CardFields]?
    /// For `move` and `add`.
    public var to: CardPlace?
    /// For `move` and `remove`: whether a group that has lost its last card goes too; otherwise nothing is changed then.
    public var removesEmptied: Bool?

    public init(
        _ kind: Kind, card: CardAddress? = nil, fields: [String: String?]? = nil, group: [CardFields]? = nil,
        to: CardPlace? = nil, removesEmptied: Bool? = nil
    ) {
        self.kind = kind
        self.card = card
        self.fields = fields
        self.group = group
        self.to = to
        self.removesEmptied = removesEmptied
    }

    enum CodingKeys: String, CodingKey {
        case kind, card, fields, group, to
        case removesEmptied = "removes_emptied"
    }
}

/// A card as its writer knew it, so that a change never meets another one.
public struct CardAddress: Codable, Sendable, Equatable {
    /// `2.0`.
    public var path: String
    /// Not compared where absent, like the label.
    public var id: String?
    public var label: String?

    public init(path: String, id: String? = nil, label: String? = nil) {
        self.path = path
        self.id = id
        self.label = label
    }
}

/// A place for a card.
public struct CardPlace: Codable, Sendable, Equatable {
    /// The group; absent for the board's own level.
    public var group: CardAddress?
    /// How many cards there are before it; a card that moves is not counted. Absent for the end.
    public var index: Int?

    public init(group: CardAddress? = nil, index: Int? = nil) {
        self.group = group
        self.index = index
    }
}

/// What is written of a new card, by its keys.
public struct CardFields: Codable, Sendable, Equatable {
    public var fields: [String: String]

    public init(_ fields: [String: String]) { self.fields = fields }
}

/// One step back or on: the body of `POST /boards/{name}/steps`.
public struct BoardStepping: Codable, Sendable, Equatable {
    public enum Direction: String, Codable, Sendable, CaseIterable { case undo, redo }

    public var step: Direction
    /// The version of the file that its writer had seen.
    public var version: String

    public init(_ step: Direction, version: String) {
        self.step = step
        self.version = version
    }
}

/// A board that is not there yet: the body of `POST /boards`.
public struct NewBoard: Codable, Sendable, Equatable {
    /// As it is called on the screen; its file's name is made from it.
    public var title: String
    /// BCP 47; the first board's where absent.
    public var language: String?
    /// At least one.
    public var cards: [CardFields]
    /// The file of a board at whose end a card shall open it: both are written, or neither.
    public var openedFrom: String?
    /// The version of that file that its writer had seen.
    public var version: String?

    public init(
        title: String, language: String? = nil, cards: [CardFields], openedFrom: String? = nil,
        version: String? = nil
    ) {
        self.title = title
        self.language = language
        self.cards = cards
        self.openedFrom = openedFrom
        self.version = version
    }

    enum CodingKeys: String, CodingKey {
        case title, language, cards, version
        case openedFrom = "opened_from"
    }
}

/// A picture beside the boards: the answer to `POST /boards/{name}/pictures`.
public struct BoardPicture: Codable, Sendable, Equatable {
    /// Longest picture, in bytes: what a screen shows of a card.
    public static let mostBytes = 4 << 20
    /// Longest side, in pixels, as of people's pictures: a screen needs 64 MB to draw such a square.
    public static let longestSide = PersonPicture.longestSide

    /// As a card's symbol names it.
    public var symbol: String

    public init(symbol: String) { self.symbol = symbol }

    /// Looks whether bytes are a picture that can be put beside the boards.
    public static func check(_ bytes: [UInt8], isKind kind: PictureKind) throws(CareProblem) {
        guard let header = PictureHeader(bytes) else {
            throw CareProblem(
                .notAcceptable, "this is not a PNG, JPEG or WebP picture, or it did not arrive whole",
                field: "picture")
        }
        guard header.kind == kind else {
            throw CareProblem(
                .notAcceptable, "it came as \(kind.name), and is \(header.kind.name)", field: "picture")
        }
        guard header.width <= longestSide, header.height <= longestSide else {
            throw CareProblem(
                .notAcceptable,
                "it has \(header.width) × \(header.height) pixels: up to \(longestSide) on each side can be shown",
                field: "picture")
        }
    }
}

/// A recording beside the boards: the answer to `POST /boards/{name}/sounds`.
public struct BoardSound: Codable, Sendable, Equatable {
    /// Longest recording as it is sent, in bytes: half a minute that nothing has made smaller.
    public static let mostBytes = 6 << 20
    /// As it can be sent. What a browser has recorded in another way, it converts.
    public static let mediaTypes = ["audio/wav", "audio/flac", "audio/ogg"]

    /// As a card names it.
    public var sound: String

    public init(sound: String) { self.sound = sound }

    /// What a recording can be sent as, by its first bytes; whether it is one is looked at where it is kept.
    public static func mediaType(of bytes: [UInt8]) -> String {
        switch bytes.prefix(4) {
        case [0x66, 0x4C, 0x61, 0x43]: "audio/flac"
        case [0x4F, 0x67, 0x67, 0x53]: "audio/ogg"
        default: "audio/wav"
        }
    }
}

/// Emoji by their names: the answer to `GET /symbols`.
public struct SymbolPage: Codable, Sendable, Equatable {
    public struct Symbol: Codable, Sendable, Equatable {
        public var symbol: String
        public var name: String

        public init(symbol: String, name: String) {
            self.symbol = symbol
            self.name = name
        }
    }

    public var symbols: [Symbol]
    /// The pictures beside the boards that have the words in their name, as a card names them.
    public var pictures: [String]
    /// Whether this machine has names of emoji at all.
    public var hasNames: Bool

    public init(symbols: [Symbol], pictures: [String] = [], hasNames: Bool) {
        self.symbols = symbols
        self.pictures = pictures
        self.hasNames = hasNames
    }

    enum CodingKeys: String, CodingKey {
        case symbols, pictures
        case hasNames = "has_names"
    }
}
