/// In what somebody says how they are, or another says how they find them.
public enum MoodScale: String, Codable, Sendable, CaseIterable {
    // Faces, from the worst, 1, to the best.
    case faces5, faces3, faces2
    /// Pain, from none, 0, to the worst, 10.
    case pain10
    /// Where something is: the word of a part of the body.
    case bodyPart = "body_part"
    /// A sign from the client's own list, which somebody else has seen.
    case observation

    /// Which numbers it has; `nil` where it has words.
    public var levels: ClosedRange<Int>? {
        switch self {
        case .faces5: 1...5
        case .faces3: 1...3
        case .faces2: 1...2
        case .pain10: 0...10
        case .bodyPart, .observation: nil
        }
    }
}

/// What was chosen on a scale: a number, a word, or one of the two ways of choosing nothing.
public enum MoodValue: Sendable, Equatable {
    case level(Int)
    /// An id, such as `left-knee`.
    case word(String)
    /// "I don't know."
    case unknown
    /// "Not now."
    case notNow
}

extension MoodValue: Codable {
    private static let unknownWord = "unknown"
    private static let notNowWord = "not_now"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // What is no number is a word, or is refused as one.
        if let level = try? container.decode(Int.self) {
            self = .level(level)
            return
        }
        self =
            switch try container.decode(String.self) {
            case Self.unknownWord: .unknown
            case Self.notNowWord: .notNow
            case let word: .word(word)
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .level(let level): try container.encode(level)
        case .word(let word): try container.encode(word)
        case .unknown: try container.encode(Self.unknownWord)
        case .notNow: try container.encode(Self.notNowWord)
        }
    }
}

extension MoodValue: CustomStringConvertible {
    /// As in JSON and in tables.
    public var description: String {
        switch self {
        case .level(let level): "\(level)"
        case .word(let word): word
        case .unknown: Self.unknownWord
        case .notNow: Self.notNowWord
        }
    }
}

extension MoodScale {
    /// Throws where a value is none of this scale. What a client's own signs are, the store knows.
    func check(_ value: MoodValue, _ field: String) throws(FieldProblem) {
        switch value {
        case .unknown, .notNow: return
        case .level(let level):
            guard let levels else {
                throw FieldProblem(field, "`\(rawValue)` has no numbers: write a word, such as `left-knee`")
            }
            try FieldChecks.number(level, field, in: levels, "on this scale")
        case .word(let word):
            guard let levels else { return try FieldChecks.id(word, field) }
            throw FieldProblem(
                field,
                "write a number from \(levels.lowerBound) to \(levels.upperBound), `unknown` or `not_now`")
        }
    }
}
