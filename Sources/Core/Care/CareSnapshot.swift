public import FoundationEssentials

/// A page of requests: the answer to `GET /requests`.
public struct RequestPage: Codable, Sendable, Equatable {
    public var requests: [Request]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: String?
    /// The journal's last sequence number when the page was read.
    public var sequence: Int64
    /// The journal's own id: another one means that the service began a new database.
    public var journal: UUID
    /// Whose requests these are, where a kiosk has asked: the client whom the home knows it to serve.
    public var client: String?
    /// How many calls nobody has answered, where those were asked for.
    public var count: Int?
    /// What of the answer could not be read; in no JSON.
    public var unreadable: [UnreadableItem] = []

    public init(
        requests: [Request], next: String?, sequence: Int64, journal: UUID, client: String? = nil,
        count: Int? = nil
    ) {
        self.requests = requests
        self.next = next
        self.sequence = sequence
        self.journal = journal
        self.client = client
        self.count = count
    }

    enum CodingKeys: String, CodingKey { case requests, next, sequence, journal, client, count }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        requests = try container.decodeReadable([Request].self, forKey: .requests, &unreadable)
        next = try container.decodeIfPresent(String.self, forKey: .next)
        sequence = try container.decode(Int64.self, forKey: .sequence)
        journal = try container.decode(UUID.self, forKey: .journal)
        client = try container.decodeIfPresent(String.self, forKey: .client)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
    }
}

/// The faults that are not over: the answer to `GET /faults?state=open`.
public struct FaultPage: Codable, Sendable, Equatable {
    public var faults: [Fault]
    /// What of the answer could not be read; in no JSON.
    public var unreadable: [UnreadableItem] = []

    public init(faults: [Fault]) { self.faults = faults }

    enum CodingKeys: String, CodingKey { case faults }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        faults = try container.decodeReadable([Fault].self, forKey: .faults, &unreadable)
    }
}

/// Says that an event stream has sent all earlier events: the data of `event: ready`.
public struct StreamReady: Codable, Sendable, Equatable {
    /// The journal's last sequence number at that moment.
    public var sequence: Int64
    public var journal: UUID?

    public init(sequence: Int64, journal: UUID?) {
        self.sequence = sequence
        self.journal = journal
    }
}

/// How the service is: the answer to `GET /health`.
public struct ServiceHealth: Codable, Sendable, Equatable {
    public enum Status: String, Codable, Sendable {
        case up
        /// It runs, but cannot store: requests are only called out.
        case storeFailed = "store_failed"
    }

    public var status: Status
    public var version: String
    /// What is wrong with the store, and what to do.
    public var detail: String?

    public init(status: Status, version: String, detail: String?) {
        self.status = status
        self.version = version
        self.detail = detail
    }
}
