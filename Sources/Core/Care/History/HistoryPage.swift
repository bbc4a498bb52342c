public import FoundationEssentials

/// What was asked, and what was done and written down about what is planned; the newest first: the answer to `GET /history`.
public struct HistoryPage: Codable, Sendable, Equatable {
    public var items: [HistoryItem]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: String?
    /// The home's zone, in whose time it is to be read.
    public var zone: String

    public init(items: [HistoryItem], next: String? = nil, zone: String) {
        self.items = items
        self.next = next
        self.zone = zone
    }
}

/// One line of the history: a request with all that became of it, or an entry about something planned. In JSON a member with
/// the name of the case.
public enum HistoryItem: Codable, Sendable, Equatable, Identifiable {
    case request(RequestStory)
    case entry(EntryStory)

    private enum CodingKeys: String, CodingKey { case request, entry }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let story = try container.decodeIfPresent(RequestStory.self, forKey: .request) {
            self = .request(story)
        } else {
            self = .entry(try container.decode(EntryStory.self, forKey: .entry))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .request(let story): try container.encode(story, forKey: .request)
        case .entry(let story): try container.encode(story, forKey: .entry)
        }
    }

    public var id: UUID {
        switch self {
        case .request(let story): story.request.id
        case .entry(let story): story.entry.id
        }
    }
}

/// A request, from the press on: the answer to `GET /history/requests/{id}`.
public struct RequestStory: Codable, Sendable, Equatable {
    /// One thing that happened to it.
    public struct Move: Codable, Sendable, Equatable {
        /// A state, or what time has brought: `escalated`, `still_waiting`, `ask_again`.
        public var kind: JournalEvent.Kind
        public var at: Date
        /// Who did it; absent for what time has brought.
        public var by: String?
        public var reason: String?
        /// How long it had waited then, where that was told to the client.
        public var minutes: Int?

        public init(
            kind: JournalEvent.Kind, at: Date, by: String? = nil, reason: String? = nil, minutes: Int? = nil
        ) {
            self.kind = kind
            self.at = at
            self.by = by
            self.reason = reason
            self.minutes = minutes
        }
    }

    public var request: Request
    /// The oldest first.
    public var moves: [Move]
    public var notes: [RequestNote]
    /// The later request that asks for the same again.
    public var askedAgain: UUID?
    /// What kind of need it was, as that is told now; absent where nobody has said so.
    public var needKind: NeedKind?

    public init(
        request: Request, moves: [Move], notes: [RequestNote] = [], askedAgain: UUID? = nil,
        needKind: NeedKind? = nil
    ) {
        self.request = request
        self.moves = moves
        self.notes = notes
        self.askedAgain = askedAgain
        self.needKind = needKind
    }

    enum CodingKeys: String, CodingKey {
        case request, moves, notes
        case askedAgain = "asked_again"
        case needKind = "need_kind"
    }

    /// When somebody first said that they come, that it is done, or why not; `nil` while nobody has.
    public var answeredAt: Date? {
        moves.first { $0.kind == .onTheWay || $0.kind == .met || $0.kind == .declined }?.at
    }

    /// From the press to the first answer of a person.
    public var responseTime: Duration? {
        HandoverRequest(request: request, answeredAt: answeredAt).responseTime
    }
}

/// Something that was done, skipped, taken back or written down about one time of a routine.
public struct EntryStory: Codable, Sendable, Equatable {
    public var entry: OccurrenceEntry
    /// When the service was told.
    public var receivedAt: Date
    /// What it was, as it was called then.
    public var title: String
    public var symbol: String?
    public var client: String
    public var clientName: String
    /// When it was due; absent where that time is no longer planned.
    public var dueAt: Date?
    /// Whether a later entry has taken it back.
    public var isTakenBack: Bool
    /// What kind of need the routine is made of, as that is told now; absent where nobody has said so.
    public var needKind: NeedKind?

    public init(
        entry: OccurrenceEntry, receivedAt: Date, title: String, symbol: String? = nil, client: String,
        clientName: String, dueAt: Date? = nil, isTakenBack: Bool = false, needKind: NeedKind? = nil
    ) {
        self.entry = entry
        self.receivedAt = receivedAt
        self.title = title
        self.symbol = symbol
        self.client = client
        self.clientName = clientName
        self.dueAt = dueAt
        self.isTakenBack = isTakenBack
        self.needKind = needKind
    }

    enum CodingKeys: String, CodingKey {
        case entry, title, symbol, client
        case receivedAt = "received_at"
        case clientName = "client_name"
        case dueAt = "due_at"
        case isTakenBack = "taken_back"
        case needKind = "need_kind"
    }
}
