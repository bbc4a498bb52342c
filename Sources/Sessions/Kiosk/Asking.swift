import Care
import FoundationEssentials
import Scanning
import Time

/// The client's requests and marks: which are open, whether they are on disk, and what the client was
/// promised.
///
/// | what was asked | is | it is on disk | it could be stored nowhere | the service has it | it is taken back, or refused |
/// |---|---|---|---|---|---|
/// | handed over | open, not delivered | confirmed to the client | not open any more | delivered | not open any more |
/// | promised: nobody can be reached, and the client knows | open, not delivered | confirmed | not open any more | delivered, and told | not open any more |
/// | delivered | open | – | – | stays | not open any more |
///
/// Everything that must not be lost (requests, answers, marks, proposals) is confirmed to the client only
/// once it is on disk.
struct Asking: Sendable {
    /// How far the storing of something has got.
    enum Stored {
        case pending, onDisk, nowhere
    }

    private(set) var ledger = RequestLedger()
    /// What became of the calls of the last day.
    private(set) var calls = RecentCalls()
    /// Items that a script will wait for until they are on disk, and their results.
    private var stored: [UUID: Stored] = [:]
    /// Requests that the client was told are waiting: their delivery is announced.
    private var promised: Set<UUID> = []
    /// The last request, and when its press was: a burst of presses for help undoes it.
    private var last: (id: UUID, chosenAt: Instant)?
    /// The same for the last mark.
    private var lastMark: (entry: OccurrenceEntry, occurrence: RoutineOccurrence, chosenAt: Instant)?

    // MARK: - Storing

    /// It was handed over to be stored.
    mutating func willStore(_ id: UUID) { stored[id] = .pending }

    /// - Returns: Whether a script waited for it.
    mutating func settled(_ id: UUID, as outcome: Stored) -> Bool {
        guard stored[id] != nil else { return false }
        stored[id] = outcome
        return true
    }

    /// How far storing it has got; a settled item is forgotten by this call.
    mutating func takeStored(_ id: UUID) -> Stored {
        let found = stored[id] ?? .nowhere
        if found != .pending { stored[id] = nil }
        return found
    }

    /// Forgets it: no script waits for it.
    mutating func forgetStored(_ id: UUID) { stored[id] = nil }

    // MARK: - Requests

    /// Restores the requests of an earlier run.
    mutating func restore(_ requests: [NewRequest]) { requests.forEach { ledger.add($0) } }

    /// - Parameters:
    ///   - isPromised: Whether the client is told that it waits.
    ///   - chosenAt: When its press was.
    mutating func handOver(_ new: NewRequest, isPromised: Bool, chosenAt: Instant) {
        ledger.add(new)
        if isPromised { promised.insert(new.id) }
        willStore(new.id)
        last = (new.id, chosenAt)
    }

    /// It could not be stored, or not in time.
    ///
    /// - Returns: It, if it was an open request.
    mutating func lost(_ id: UUID) -> LedgerEntry? {
        forgetStored(id)
        return refused(id)
    }

    /// The service has refused it for good.
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

    /// Undoes the last request if its press was one of those that meant help. An urgent one was meant; and
    /// one that asks again has replaced an older one that was meant.
    mutating func takeBackUnmeant(since: Instant) -> LedgerEntry? {
        guard let last, last.chosenAt >= since, let entry = ledger[last.id], entry.new.priority < .urgent,
            entry.new.asksAgain == nil
        else { return nil }
        self.last = nil
        forgetStored(last.id)
        return takeBack(last.id)
    }

    /// The client hears that nobody can be reached: the delivery of all undelivered requests will be
    /// announced.
    mutating func promiseUndelivered() {
        promised.formUnion(ledger.all.filter { !$0.isDelivered }.map(\.new.id))
    }

    /// The service has it.
    ///
    /// - Returns: It, if the client is to be told.
    mutating func delivered(_ id: UUID) -> LedgerEntry? {
        ledger.markDelivered(id)
        guard promised.remove(id) != nil else { return nil }
        return ledger[id]
    }

    // MARK: - What the service tells

    mutating func update(_ request: Request) {
        calls.take(request)
        ledger.update(request)
    }

    /// - Parameter recent: The requests of the last day that are met or declined.
    mutating func synchronize(with open: [Request], recent: [Request]) {
        for request in recent + open { calls.take(request) }
        ledger.synchronize(with: open)
    }

    /// The wall clock was set by this many seconds.
    mutating func clockWasSet(by seconds: TimeInterval) {
        ledger.clockWasSet(by: seconds)
        calls.clockWasSet(by: seconds)
    }

    // MARK: - Marks

    /// - Parameter chosenAt: When its press was.
    mutating func marked(_ entry: OccurrenceEntry, _ occurrence: RoutineOccurrence, chosenAt: Instant) {
        lastMark = (entry, occurrence, chosenAt)
    }

    /// The last mark was undone.
    mutating func unmarked() { lastMark = nil }

    /// Removes the last mark if its press was one of those that meant help.
    mutating func takeUnmeantMark(since: Instant) -> (OccurrenceEntry, RoutineOccurrence)? {
        guard let (entry, occurrence, chosenAt) = lastMark, chosenAt >= since else { return nil }
        lastMark = nil
        forgetStored(entry.id)
        return (entry, occurrence)
    }
}
