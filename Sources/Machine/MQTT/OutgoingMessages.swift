/// What is to be published over one connection, in order: a few are under way at a time, the rest waits.
struct OutgoingMessages {
    /// As many as libmosquitto has under way by itself, and as a broker takes at least (mosquitto: `max_inflight_messages`).
    static let mostUnderWay = 20

    struct Item: Sendable {
        /// As whoever published it calls it; `nil` for a farewell.
        var number: Int?
        var message: MQTTMessage
    }

    private var waiting: ArraySlice<Item> = []
    /// Numbers by packet identifier.
    private var underWay: [Int32: Int?] = [:]

    /// Whether all has been acknowledged.
    var isEmpty: Bool { waiting.isEmpty && underWay.isEmpty }

    /// Whether an acknowledgement is waited for.
    var isUnderWay: Bool { !underWay.isEmpty }

    mutating func add(_ item: Item) { waiting.append(item) }

    /// Drops what is not under way.
    mutating func dropWaiting() { waiting = [] }

    /// The next one, where there is room for it under way; `sent` or nothing follows.
    var next: Item? { underWay.count < Self.mostUnderWay ? waiting.first : nil }

    /// The next one is under way.
    mutating func sent(as packet: Int32) {
        if let item = waiting.popFirst() { underWay.updateValue(item.number, forKey: packet) }
    }

    /// The broker has it. `nil` where nobody asks after it.
    mutating func acknowledged(_ packet: Int32) -> Int? { underWay.removeValue(forKey: packet) ?? nil }
}
