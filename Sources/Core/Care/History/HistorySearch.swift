public import FoundationEssentials

/// What is looked for in the history. What is `nil` does not matter.
public struct HistorySearch: Sendable, Equatable {
    /// Which lines are wanted.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case all, requests, routines
    }

    /// Of which needs lines are wanted.
    public enum KindOfNeed: Sendable, Equatable, LosslessStringConvertible {
        case these(NeedKind)
        /// Of what nobody has said the kind.
        case none

        public init?(_ text: String) {
            guard !text.isEmpty else { return nil }
            self = text == NeedKind.none ? .none : .these(NeedKind(text))
        }

        public var description: String {
            switch self {
            case .these(let kind): kind.text
            case .none: NeedKind.none
            }
        }
    }

    /// A line that a page ended with; the next one begins behind it.
    public struct Place: Sendable, Equatable, LosslessStringConvertible {
        /// In milliseconds since 1970.
        public var at: Int64
        public var isRequest: Bool
        public var number: Int64

        public init(at: Int64, isRequest: Bool, number: Int64) {
            self.at = at
            self.isRequest = isRequest
            self.number = number
        }

        public init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let at = Int64(parts[0]), let number = Int64(parts[2]), at >= 0,
                number >= 0,
                parts[1] == "r" || parts[1] == "e"
            else { return nil }
            self.init(at: at, isRequest: parts[1] == "r", number: number)
        }

        public var description: String { "\(at)-\(isRequest ? "r" : "e")-\(number)" }
    }

    /// From when on the service was told of it, until before when.
    public var from: Date?
    public var until: Date?
    public var client: String?
    /// The name of somebody who has answered, done or written something.
    public var by: String?
    /// Part of what was said, of a label, title, note, reason or name; small and capital letters are the same.
    public var text: String?
    public var kind: Kind
    /// Only what is of a need of this kind.
    public var needKind: KindOfNeed?
    /// The kinds of the boards' cards by their ids, for calls whose need is no other one.
    public var cardKinds: [String: NeedKind] = [:]
    /// Also what was done about what clients have set themselves to do; not for a station, which stands where everybody passes.
    public var withGoals = true
    public var after: Place?
    /// 1–200.
    public var limit: Int

    public init(
        from: Date? = nil, until: Date? = nil, client: String? = nil, by: String? = nil, text: String? = nil,
        kind: Kind = .all, needKind: KindOfNeed? = nil, after: Place? = nil, limit: Int = 50
    ) {
        self.from = from
        self.until = until
        self.client = client
        self.by = by
        self.text = text
        self.kind = kind
        self.needKind = needKind
        self.after = after
        self.limit = limit
    }
}
