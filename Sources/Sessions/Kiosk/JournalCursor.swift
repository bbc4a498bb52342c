/// How far the kiosk has read the service's journal, and up to where it has handled it.
///
/// The service keeps everything that is not acknowledged. An event that the client has to hear is
/// acknowledged only once it was told: a kiosk that is restarted before that gets it again.
///
/// | an event's number | comes | has to be told | is told, or overtaken | the service connects with a lower one |
/// |---|---|---|---|---|
/// | not seen | → seen | – | – | stays |
/// | seen | is no news | → untold | – | → not seen |
/// | untold: nothing from it on is acknowledged | is no news | stays | → seen | → not seen |
/// | 0: the service could not store it | is news each time | → untold | – | – |
struct JournalCursor: Sendable {
    private var seen: Int64 = 0
    private var untold: Set<Int64> = []
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

    /// - Parameter sequence: The number of the newest event that the service has.
    /// - Returns: Whether the service counts from the beginning: it was set up again, and everything that it
    ///   sends next is newer.
    mutating func connected(at sequence: Int64) -> Bool {
        let isAnew = sequence < seen
        if isAnew { (seen, acknowledged, untold) = (0, 0, []) }
        connectedAt = sequence
        return isAnew
    }

    /// Whether an event happened after the connection. Older ones may have been handled since.
    func isLive(_ sequence: Int64) -> Bool { sequence > connectedAt }

    /// The client has to hear of it.
    mutating func mustTell(_ sequence: Int64) { untold.insert(sequence) }

    /// These were told, or no longer need to be.
    mutating func told(_ sequences: some Sequence<Int64>) { untold.subtract(sequences) }

    /// The number to acknowledge now, if any: in order, so that it does not skip an event that still has to
    /// be told.
    mutating func acknowledge() -> Int64? {
        let mark = untold.min().map { $0 - 1 } ?? seen
        guard mark > acknowledged else { return nil }
        acknowledged = mark
        return mark
    }
}
