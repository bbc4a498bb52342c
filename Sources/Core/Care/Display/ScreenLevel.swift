/// What can be chosen now, as rows of cards.
public struct ScreenLevel: Codable, Sendable, Equatable {
    /// The screen that first showed this level: a touch on an earlier one was meant for another.
    public var since: Int64
    /// How many cards are side by side at most.
    public var columns: Int
    public var rows: [Row]

    public init(since: Int64, columns: Int, rows: [Row]) {
        self.since = since
        self.columns = columns
        self.rows = rows
    }

    public struct Row: Codable, Sendable, Equatable {
        public var cells: [Cell]
        /// The group whose strip this is; missing where rows are not strips.
        public var group: Cell?

        public init(cells: [Cell], group: Cell? = nil) {
            self.cells = cells
            self.group = group
        }
    }

    /// One card.
    public struct Cell: Codable, Sendable, Equatable {
        public enum Kind: String, Codable, Sendable, CaseIterable {
            /// Asks the caregivers.
            case request
            /// Says something and nothing else.
            case speech
            /// Opens more cards.
            case group
            /// Something planned.
            case plan
            /// Answers a question, or changes how Beckon works.
            case action
            /// Leads one level up.
            case back
        }

        /// Names it in its level.
        public var id: String
        public var label: String
        public var symbol: ScreenSymbol?
        public var kind: Kind
        /// The state of its own open request.
        public var state: RequestState?
        /// What scanning adds to its label: "asked five minutes ago, heard".
        public var note: String?
        /// The colour of its category.
        public var color: CardColor?

        public init(
            id: String, label: String, symbol: ScreenSymbol? = nil, kind: Kind, state: RequestState? = nil,
            note: String? = nil, color: CardColor? = nil
        ) {
            self.id = id
            self.label = label
            self.symbol = symbol
            self.kind = kind
            self.state = state
            self.note = note
            self.color = color
        }
    }
}

/// What a card shows beside its words.
public enum ScreenSymbol: Sendable, Equatable {
    /// An emoji.
    case text(String)
    /// A file in the folder of the boards, by its path from there.
    case picture(String)
    /// One of the faces that screens draw themselves.
    case face(MoodFace)

    /// As boards and requests write it; what has a dot or a slash in it is a picture's path.
    public var written: String {
        switch self {
        case .text(let text), .picture(let text): text
        case .face(let face): face.emoji
        }
    }

    public init(written text: String) {
        self = text.contains { $0 == "/" || $0 == "." } ? .picture(text) : .text(Self.asEmoji(text))
    }

    /// With U+FE0F behind each character that is drawn as a thin sign without it, such as ❤ and ☀ (UTS #51, 4.3).
    static func asEmoji(_ text: String) -> String {
        var drawn = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            drawn.append(scalar)
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let properties = scalar.properties
            guard properties.isEmoji, !properties.isEmojiPresentation, !scalar.isASCII else { continue }
            // A skin tone says it already; U+FE0E asks for the thin sign.
            guard next != "\u{FE0F}", next != "\u{FE0E}", !(next?.properties.isEmojiModifier ?? false) else {
                continue
            }
            drawn.append("\u{FE0F}")
        }
        return String(drawn)
    }
}

extension ScreenSymbol: Codable {
    enum CodingKeys: String, CodingKey { case text, picture, face }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try container.decodeIfPresent(Int.self, forKey: .face),
            let face = MoodFace(number: number)
        {
            self = .face(face)
        } else if let path = try container.decodeIfPresent(String.self, forKey: .picture) {
            self = .picture(path)
        } else {
            self = .text(try container.decode(String.self, forKey: .text))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text): try container.encode(text, forKey: .text)
        case .picture(let path): try container.encode(path, forKey: .picture)
        // A screen of before shows the emoji.
        case .face(let face):
            try container.encode(face.number, forKey: .face)
            try container.encode(face.emoji, forKey: .text)
        }
    }
}
