import Care
import FoundationEssentials
import Scanning
import Time

/// What the client has asked for and marked: what is open, whether it is on disk, and what the client was promised.
///
/// | what was asked | is | it is on disk | it could be stored nowhere | the service has it | it is taken back, or refused |
/// |---|---|---|---|---|---|
/// | handed over | open, not delivered | confirmed to the client | not open any more | delivered | not open any more |
/// | promised: nobody can be reached, and the client knows | open, not delivered | confirmed | not open any more | delivered, and told | not open any more |
/// | delivered | open | – | – | stays | not open any more |
///
/// Whatever must not be lost (requests, answers, marks, proposals) is confirmed to the client only when it is on disk.
struct Asking: Sendable {
    /// Where something that must not be lost stands.
    enum Stored {
        case pending, onDisk, nowhere
    }

    private(set) var ledger = RequestLedger()
    /// What a script is going to wait for until it is on disk, and what came of it.
    private var stored: [UUID: Stored] = [:]
    /// Requests of which the client knows that they wait: their delivery is told.
    private var promised: Set<UUID> = []
    /// The last request, and when its press was: a burst of presses that means help takes it back.
    private var last: (id: UUID, chosenAt: Instant)?
    /// The same of what was marked last.
    private var lastMark: (entry: OccurrenceEntry, occurrence: RoutineOccurrence, chosenAt: Instant)?

    // MARK: - Storing

    /// It was handed over to be stored.
    mutating func willStore(_ id: UUID) { stored[id] = .pending }

    /// - Returns: Whether anybody has waited for it.
    mutating func settled(_ id: UUID, as outcome: Stored) -> Bool {
        guard stored[id] != nil else { return false }
        stored[id] = outcome
        return true
    }

    /// Where it stands; what has been settled is forgotten with that.
    mutating func takeStored(_ id: UUID) -> Stored {
        let found = stored[id] ?? .nowhere
        if found != .pending { stored[id] = nil }
        return found
    }

    /// Nothing will be said of whether it is stored.
    mutating func forgetStored(_ id: UUID) { stored[id] = nil }

    // MARK: - Requests

    /// What an earlier run has asked.
    mutating func restore(_ requests: [NewRequest]) { requests.forEach { ledger.add($0) } }

    /// - Parameters:
    ///   - isPromised: Whether the client is told meanwhile that it waits.
    ///   - chosenAt: When its press was.
    mutating func handOver(_ new: NewRequest, isPromised: Bool, chosenAt: Instant) {
        ledger.add(new)
        if isPromised { promised.insert(new.id) }
        willStore(new.id)
        last = (new.id, chosenAt)
    }

    /// It could be stored nowhere, or not in time.
    ///
    /// - Returns: It, if it was an open request.
    mutating func lost(_ id: UUID) -> LedgerEntry? {
        forgetStored(id)
        return refused(id)
    }

    /// The service will never take it.
    ///
    /// - Returns: It, if it was an open request.
    mutating func refused(_ id: UUID) -> LedgerEntry? {
        defer { ledger.remove(id) }
        return ledger[id]
    }

    /// - Returns: It, if it was open.
    mutating func takeBack(_ id: UUID) -> LedgerEntry? {
        guard let entry = ledger[id] else { return nil }
        ledger.remove(id)
        promised.remove(id)
        return entry
    }

    /// Takes back the last request if its press was one of those that meant help. One that is urgent was meant; and one that asks again
    /// has taken the place of an older one, which was meant.
    mutating func takeBackUnmeant(since: Instant) -> LedgerEntry? {
        guard let last, last.chosenAt >= since, let entry = ledger[last.id], entry.new.priority < .urgent,
            entry.new.asksAgain == nil
        else { return nil }
        self.last = nil
        forgetStored(last.id)
        return takeBack(last.id)
    }

    /// The client hears that nobody can be reached: of all that is not delivered yet, the delivery is told.
    mutating func promiseUndelivered() {
        promised.formUnion(ledger.all.filter { !$0.isDelivered }.map(\.new.id))
    }

    /// The service has it.
    ///
    /// - Returns: It, if the client is to be told of that.
    mutating func delivered(_ id: UUID) -> LedgerEntry? {
        ledger.markDelivered(id)
        guard promised.remove(id) != nil else { return nil }
        return ledger[id]
    }

    // MARK: - What the service tells

    mutating func update(_ request: Request) { ledger.update(request) }
    mutating func synchronize(with open: [Request]) { ledger.synchronize(with: open) }

    /// The wall's clock was set by so many seconds.
    mutating func clockWasSet(by seconds: TimeInterval) { ledger.clockWasSet(by: seconds) }

    // MARK: - Marks

    /// - Parameter chosenAt: When its press was.
    mutating func marked(_ entry: OccurrenceEntry, _ occurrence: RoutineOccurrence, chosenAt: Instant) {
        lastMark = (entry, occurrence, chosenAt)
    }

    /// The last mark was taken back.
    mutating func unmarked() { lastMark = nil }

    /// Takes out the last mark if its press was one of those that meant help.
    mutating func takeUnmeantMark(since: Instant) -> (OccurrenceEntry, RoutineOccurrence)? {
        guard let (entry, occurrence, chosenAt) = lastMark, chosenAt >= since else { return nil }
        lastMark = nil
        forgetStored(entry.id)
        return (entry, occurrence)
    }
}
