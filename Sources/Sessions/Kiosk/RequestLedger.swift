import Care
import FoundationEssentials

extension NewRequest {
    /// The fields of a request as the service stores it.
    init(_ request: Request) {
        self.init(
            id: request.id, client: request.client, clientName: request.clientName, need: request.need,
            label: request.label, called: request.called, say: request.say, priority: request.priority,
            askedAt: request.askedAt, asksAgain: request.asksAgain)
    }
}

/// One open request as the kiosk knows it.
struct LedgerEntry: Sendable {
    var new: NewRequest
    /// When it was asked, converted to the present wall clock, which may have been set since.
    var since: Date
    var state: RequestState
    /// Whether the service has it.
    var isDelivered: Bool
}

/// The client's open requests, as far as the kiosk knows.
struct RequestLedger: Sendable {
    private var entries: [UUID: LedgerEntry] = [:]

    /// Oldest first.
    var all: [LedgerEntry] {
        entries.values.sorted {
            ($0.since, $0.new.id.uuidString) < ($1.since, $1.new.id.uuidString)
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    var hasUndelivered: Bool { entries.values.contains { !$0.isDelivered } }

    subscript(id: UUID) -> LedgerEntry? { entries[id] }

    /// The newest open request for a need.
    func open(need: String) -> LedgerEntry? { all.last { $0.new.need == need } }

    mutating func add(_ new: NewRequest) {
        if let earlier = new.asksAgain { entries[earlier] = nil }
        entries[new.id] = LedgerEntry(new: new, since: new.askedAt, state: .asked, isDelivered: false)
    }

    mutating func remove(_ id: UUID) { entries[id] = nil }

    mutating func markDelivered(_ id: UUID) { entries[id]?.isDelivered = true }

    /// Takes over the service's state of a request.
    mutating func update(_ request: Request) {
        guard request.state.isOpen else {
            entries[request.id] = nil
            return
        }
        if let earlier = request.asksAgain { entries[earlier] = nil }
        entries[request.id] = LedgerEntry(
            new: NewRequest(request), since: entries[request.id]?.since ?? request.askedAt,
            state: request.state,
            isDelivered: true)
    }

    /// The wall clock was set by this many seconds, which does not change how long requests have waited.
    mutating func clockWasSet(by seconds: TimeInterval) {
        for id in entries.keys { entries[id]?.since.addTimeInterval(seconds) }
    }

    /// Takes over the service's list: requests that are not in it have ended, unless they were never
    /// delivered.
    mutating func synchronize(with open: [Request]) {
        let known = Set(open.map(\.id))
        entries = entries.filter { known.contains($0.key) || !$0.value.isDelivered }
        for request in open { update(request) }
    }
}
