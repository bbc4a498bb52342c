public import FoundationEssentials

/// A secret address under which somebody's own calendar program reads what is planned: one per person and client.
public struct FeedLink: Codable, Sendable, Equatable, Identifiable {
    /// What it says of what is planned.
    public enum Detail: String, Codable, Sendable, CaseIterable {
        /// Titles and details.
        case everything
        /// When something is planned, and not what: nothing of a person's care leaves the home.
        case times
    }

    public var id: UUID
    /// Whose it is, by id: it tells what they may see, and ends when they leave.
    public var person: String
    /// Whose plan it tells, by id; `nil`: what is planned for the household.
    public var client: String?
    public var detail: Detail
    public var madeAt: Date
    /// When it was last read, to the hour; `nil` if it never was.
    public var readAt: Date?
    /// Where it is at this service, `/feeds/….ics`: told to its owner alone.
    public var path: String?

    public init(
        id: UUID, person: String, client: String?, detail: Detail = .everything, madeAt: Date,
        readAt: Date? = nil, path: String? = nil
    ) {
        self.id = id
        self.person = person
        self.client = client
        self.detail = detail
        self.madeAt = madeAt
        self.readAt = readAt
        self.path = path
    }

    enum CodingKeys: String, CodingKey {
        case id, person, client, detail, path
        case madeAt = "made_at"
        case readAt = "read_at"
    }
}

extension FeedLink {
    /// The most of one person.
    public static let mostOfPerson = 20
}

/// The answer to `GET /feeds`.
public struct FeedsPage: Codable, Sendable, Equatable {
    public var feeds: [FeedLink]

    public init(feeds: [FeedLink]) { self.feeds = feeds }
}

/// The body of `POST /feeds`: a second one of the same person and client takes the place of the first, whose address ends.
public struct NewFeed: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same again changes nothing.
    public var id: UUID
    public var client: String?
    public var detail: FeedLink.Detail

    public init(id: UUID, client: String?, detail: FeedLink.Detail = .everything) {
        self.id = id
        self.client = client
        self.detail = detail
    }
}

extension FeedLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "feed \(id) of \(person)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "person": person]) }
}
