import Care

/// What of the journal has still to reach the broker: in its order, and done once the broker has confirmed it.
///
/// Nothing is stored for an event: the journal has it, and a cursor says how far the broker does.
struct HouseOutbox: Sendable {
    /// How many events are under way at most; what is read ahead is no more than one page.
    static let atOnce = 20

    private struct Entry {
        let sequence: Int64
        /// `nil` while it has not been published over this connection.
        var number: Int?
        /// What is to be published; `nil` once it was confirmed, and for what is no news of a call.
        var message: HouseMessage?
    }

    /// Everything up to this is at the broker.
    private(set) var cursor: Int64
    /// Up to this it was read.
    private(set) var readThrough: Int64
    private var entries: [Entry] = []
    /// How many of the first entries have been published.
    private var published = 0

    init(cursor: Int64) { (self.cursor, readThrough) = (cursor, cursor) }

    /// How many wait for the broker, of those that were read.
    var waiting: Int { entries.count { $0.message != nil } }

    /// Whether to read the journal on.
    var hasRoom: Bool { entries.count - published <= Self.atOnce }

    /// After a lost connection: what was not confirmed is published again, from the first.
    mutating func forgetPublished() {
        published = 0
        for place in entries.indices { entries[place].number = nil }
    }

    /// What was read after `readThrough`, in order.
    mutating func add(_ events: [(sequence: Int64, message: HouseMessage?)]) {
        for event in events where event.sequence > readThrough {
            entries.append(Entry(sequence: event.sequence, message: event.message))
            readThrough = event.sequence
        }
        advance()
    }

    /// What is to be published now.
    ///
    /// - Parameter number: Gives each a number of its own.
    mutating func next(_ number: () -> Int) -> [(message: HouseMessage, number: Int)] {
        var due: [(HouseMessage, Int)] = []
        var underWay = entries[..<published].count { $0.message != nil }
        while published < entries.count, underWay < Self.atOnce {
            if let message = entries[published].message {
                let own = number()
                entries[published].number = own
                due.append((message, own))
                underWay += 1
            }
            published += 1
        }
        return due
    }

    /// Returns whether it was one of these.
    mutating func confirm(_ number: Int) -> Bool {
        guard let place = entries[..<published].firstIndex(where: { $0.number == number }) else {
            return false
        }
        (entries[place].message, entries[place].number) = (nil, nil)
        advance()
        return true
    }

    /// The cursor goes over what is confirmed, and never over a gap.
    private mutating func advance() {
        let done = entries.prefix { $0.message == nil }
        guard let last = done.last else { return }
        cursor = last.sequence
        entries.removeFirst(done.count)
        published = max(0, published - done.count)
    }
}
