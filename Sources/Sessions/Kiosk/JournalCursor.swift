/// How far the kiosk has read the service's journal, and up to where it has handled it.
///
/// The service keeps everything that is not acknowledged. An event that the client has to hear is
/// acknowledged only once it was told: a kiosk that is restarted before that gets it again, with all that came after it. What
/// of that was told meanwhile is not told again: a reward may wait all night for a calm moment.
///
/// | an event's number | comes | has to be told | is told, or overtaken | the service connects with a lower one |
/// |---|---|---|---|---|
/// | not seen | → seen | – | – | stays |
/// | seen | is no news | → untold | – | → not seen |
/// | untold: nothing from it on is acknowledged | is no news | stays | → seen; told ahead where an earlier one is untold | → not seen |
/// | told ahead, in this run or an earlier one | is no news, or is seen | is not told | – | → not seen |
/// | any, while the client is at another kiosk | is seen | is not told here | – | – |
/// | 0: the service could not store it | is news each time | → untold | – | – |
struct JournalCursor: Sendable {
    /// Whether the client is told things here, and not at another kiosk that they used since.
    var tellsHere = true
    private var seen: Int64 = 0
    private var untold: Set<Int64> = []
    /// Those after an untold one that were told.
    private var toldAhead: Set<Int64> = []
    /// Those of them that are new.
    private var newAhead: Set<Int64> = []
    private var acknowledged: Int64 = 0
    /// The number at the last connection.
    private var connectedAt: Int64 = 0

    /// An event comes.
    ///
    /// - Returns: Whether it is news.
    mutating func take(_ sequence: Int64) -> Bool {
        guard sequence == 0 || sequence > seen else { return false }
        seen = max(seen, sequence)
        return true
    }

    /// All events up to this number have come, or belong to another client.
    mutating func caughtUp(to sequence: Int64) { seen = max(seen, sequence) }

    /// - Parameters:
    ///   - sequence: The number of the newest event that the service has.
    ///   - told: What was told ahead in an earlier run.
    /// - Returns: Whether the service counts from the beginning: it was set up again, and everything that it
    ///   sends next is newer.
    mutating func connected(at sequence: Int64, told: Set<Int64> = []) -> Bool {
        let isAnew = sequence < seen
        if isAnew { (seen, acknowledged, untold, toldAhead, newAhead) = (0, 0, [], [], []) }
        toldAhead.formUnion(told)
        connectedAt = sequence
        return isAnew
    }

    /// Whether an event happened after the connection. Older ones may have been handled since.
    func isLive(_ sequence: Int64) -> Bool { sequence > connectedAt }

    /// Whether it was told before an event that came earlier, in this run or an earlier one.
    func isToldAhead(_ sequence: Int64) -> Bool { toldAhead.contains(sequence) }

    /// The client has to hear of it.
    ///
    /// - Returns: Whether it is to be told here, and was not told before.
    mutating func mustTell(_ sequence: Int64) -> Bool {
        guard tellsHere, !isToldAhead(sequence) else { return false }
        untold.insert(sequence)
        return true
    }

    /// These were told, or no longer need to be.
    mutating func told(_ sequences: some Sequence<Int64>) {
        untold.subtract(sequences)
        // 0 is the number of many.
        newAhead.formUnion(sequences.filter { $0 > 0 })
    }

    /// The number to acknowledge now, if any: in order, so that it does not skip an event that still has to
    /// be told.
    mutating func acknowledge() -> Int64? {
        let mark = untold.min().map { $0 - 1 } ?? seen
        guard mark > acknowledged else { return nil }
        acknowledged = mark
        toldAhead = toldAhead.filter { $0 > mark }
        return mark
    }

    /// What was told since the last time and is not acknowledged, in order; ask after `acknowledge`.
    mutating func takeToldAhead() -> [Int64] {
        defer { newAhead = [] }
        let new = newAhead.filter { $0 > acknowledged }.sorted()
        toldAhead.formUnion(new)
        return new
    }
}
