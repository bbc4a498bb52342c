/// How far the kiosk is in the service's journal, and up to where it has dealt with it.
///
/// The service forgets nothing that is not acknowledged, so what the client has to hear holds the acknowledgement up until it
/// was told: a kiosk that dies before that hears of it again.
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

    /// All up to this number has come, or is another client's.
    mutating func caughtUp(to sequence: Int64) { seen = max(seen, sequence) }

    /// - Parameter sequence: The number of the newest event that the service has.
    /// - Returns: Whether the service counts from the beginning: it was set up anew, and whatever it tells next is newer.
    mutating func connected(at sequence: Int64) -> Bool {
        let isAnew = sequence < seen
        if isAnew { (seen, acknowledged, untold) = (0, 0, []) }
        connectedAt = sequence
        return isAnew
    }

    /// Whether an event has happened since the connection. What is older may have been dealt with since.
    func isLive(_ sequence: Int64) -> Bool { sequence > connectedAt }

    /// The client has to hear of it.
    mutating func mustTell(_ sequence: Int64) { untold.insert(sequence) }

    /// They have been told, or need not be any more.
    mutating func told(_ sequences: some Sequence<Int64>) { untold.subtract(sequences) }

    /// What is to be acknowledged now, if anything is: in order, so that nothing that waits to be told is behind it.
    mutating func acknowledge() -> Int64? {
        let mark = untold.min().map { $0 - 1 } ?? seen
        guard mark > acknowledged else { return nil }
        acknowledged = mark
        return mark
    }
}
