/// Decides whose work starts, waits or is refused, so that nobody has more than their share at once.
///
/// Waiting senders take turns, however much work each of them has waiting. Work marked `first` starts before
/// all other work.
struct WorkQueue<Key: Hashable, Ticket> {
    struct Limits: Sendable, Equatable {
        /// How much runs at once for one sender.
        var each: Int
        /// How much may wait for one sender.
        var eachWaiting: Int
        /// How much runs at once for all.
        var all: Int
        /// How much may wait in all.
        var allWaiting: Int
    }

    enum Admission: Equatable {
        case begins, waits
        /// This sender has too many waiting.
        case refused
        /// All together have too many waiting.
        case full
    }

    /// One sender's running and waiting work.
    private struct Share {
        var atWork = 0
        var first: [Ticket] = []
        var others: [Ticket] = []

        var waiting: Int { first.count + others.count }
    }

    let limits: Limits
    private var senders: [Key: Share] = [:]
    /// The senders with waiting work, the next one first.
    private var turns: [Key] = []
    private(set) var atWork = 0
    private(set) var waiting = 0

    init(_ limits: Limits) { self.limits = limits }

    mutating func arrive(_ key: Key, _ ticket: Ticket, isFirst: Bool = false) -> Admission {
        var sender = senders[key] ?? Share()
        if atWork < limits.all, sender.atWork < limits.each {
            sender.atWork += 1
            atWork += 1
            senders[key] = sender
            return .begins
        }
        guard sender.waiting < limits.eachWaiting else { return .refused }
        guard waiting < limits.allWaiting else { return .full }
        if sender.waiting == 0 { turns.append(key) }
        if isFirst { sender.first.append(ticket) } else { sender.others.append(ticket) }
        waiting += 1
        senders[key] = sender
        return .waits
    }

    /// Some work of a sender has ended; returns what starts now.
    mutating func end(_ key: Key) -> [Ticket] {
        guard var sender = senders[key], sender.atWork > 0 else { return [] }
        sender.atWork -= 1
        atWork -= 1
        senders[key] = sender.atWork + sender.waiting > 0 ? sender : nil
        var begun: [Ticket] = []
        while atWork < limits.all, let ticket = next() { begun.append(ticket) }
        return begun
    }

    private mutating func next() -> Ticket? {
        func mayBegin(_ key: Key) -> Bool { (senders[key]?.atWork ?? 0) < limits.each }
        let place =
            turns.firstIndex { mayBegin($0) && !(senders[$0]?.first.isEmpty ?? true) }
            ?? turns.firstIndex(where: mayBegin)
        guard let place else { return nil }
        let key = turns.remove(at: place)
        guard var sender = senders[key] else { return nil }
        let ticket = sender.first.isEmpty ? sender.others.removeFirst() : sender.first.removeFirst()
        sender.atWork += 1
        atWork += 1
        waiting -= 1
        senders[key] = sender
        if sender.waiting > 0 { turns.append(key) }
        return ticket
    }
}
