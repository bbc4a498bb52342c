import Foundation
import Testing

@testable import MQTT

@Suite("What is to be published over one connection") struct OutgoingMessagesTests {
    private static func item(_ number: Int?) -> OutgoingMessages.Item {
        .init(number: number, message: MQTTMessage(topic: "a/b", payload: Data("x".utf8)))
    }

    /// Sends what may be sent, and names it; packets have the numbers plus 1000.
    private static func send(_ outgoing: inout OutgoingMessages) -> [Int] {
        var sent: [Int] = []
        while let item = outgoing.next {
            let number = item.number ?? -1
            outgoing.sent(as: Int32(1000 + number))
            sent.append(number)
        }
        return sent
    }

    @Test("In order, and twenty at a time") func inOrder() {
        var outgoing = OutgoingMessages()
        for number in 1...50 { outgoing.add(Self.item(number)) }
        let first = Self.send(&outgoing)
        #expect(first == Array(1...20))
        let known = [1003, 1001].map { outgoing.acknowledged($0) }
        #expect(known == [3, 1])
        let more = Self.send(&outgoing)
        #expect(more == [21, 22])
    }

    @Test("An answer to nothing, and one that comes twice") func unknown() {
        var outgoing = OutgoingMessages()
        outgoing.add(Self.item(7))
        let early = outgoing.acknowledged(1007)
        let sent = Self.send(&outgoing)
        let answers = [outgoing.acknowledged(1007), outgoing.acknowledged(1007)]
        #expect(early == nil && sent == [7] && answers == [7, nil])
    }

    @Test("It is empty when all is acknowledged, also what nobody asks after") func farewell() {
        var outgoing = OutgoingMessages()
        let before = outgoing.isEmpty
        outgoing.add(Self.item(nil))
        let waiting = outgoing.isEmpty
        _ = Self.send(&outgoing)
        let underWay = outgoing.isEmpty
        let number = outgoing.acknowledged(999)
        #expect(before && !waiting && !underWay && number == nil && outgoing.isEmpty)
    }

    @Test("What waits can be dropped, what is under way cannot") func dropped() {
        var outgoing = OutgoingMessages()
        for number in 1...30 { outgoing.add(Self.item(number)) }
        _ = Self.send(&outgoing)
        outgoing.dropWaiting()
        outgoing.add(Self.item(99))
        _ = outgoing.acknowledged(1001)
        let last = Self.send(&outgoing)
        #expect(last == [99])
    }
}
