import Care
import Foundation
import Testing

@testable import CareService

@Suite("Who asks for much at once waits their turn, and nobody else waits for them")
struct WorkQueueTests {
    private typealias Queue = WorkQueue<String, String>

    private let limits = Queue.Limits(each: 2, eachWaiting: 3, all: 4, allWaiting: 6)

    /// Lets these arrive, `pat 1` being Pat's first; gives what became of each.
    private func arrive(_ queue: inout Queue, _ tickets: String..., first: Bool = false) -> [Queue.Admission]
    {
        tickets.map { ticket in
            queue.arrive(String(ticket.prefix { $0 != " " }), ticket, isFirst: first)
        }
    }

    @Test("Per sender two run, three wait and the sixth is refused; another sender's starts")
    func each() {
        var queue = Queue(limits)
        #expect(
            arrive(&queue, "pat 1", "pat 2", "pat 3", "pat 4", "pat 5", "pat 6")
                == [.begins, .begins, .waits, .waits, .waits, .refused])
        #expect(arrive(&queue, "ann 1") == [.begins])
        #expect(queue.end("pat") == ["pat 3"] && queue.end("ann") == [])
        #expect(arrive(&queue, "pat 6") == [.waits])
        #expect(queue.atWork == 2 && queue.waiting == 3)
    }

    @Test("Senders that wait begin in turn, however much one of them has waiting")
    func turns() {
        var queue = Queue(limits)
        _ = arrive(&queue, "pat 1", "pat 2", "tom 1", "tom 2", "pat 3", "pat 4", "ann 1")
        #expect(queue.end("tom") == ["ann 1"])
        #expect(queue.end("tom") == [])
        #expect(queue.end("pat") == ["pat 3"])
        #expect(queue.end("pat") == ["pat 4"])
    }

    @Test("Where all have their share, the senders' turns go round")
    func round() {
        var queue = Queue(.init(each: 1, eachWaiting: 3, all: 1, allWaiting: 9))
        _ = arrive(&queue, "pat 1", "pat 2", "pat 3", "ann 1", "ann 2", "tom 1")
        var order: [String] = []
        var last = "pat"
        while let next = queue.end(last).first {
            order.append(next)
            last = String(next.prefix(3))
        }
        #expect(order == ["pat 2", "ann 1", "tom 1", "pat 3", "ann 2"])
        #expect(queue.atWork == 0 && queue.waiting == 0)
    }

    @Test("What shows calls goes before what does not, also another sender's")
    func first() {
        var queue = Queue(.init(each: 1, eachWaiting: 3, all: 1, allWaiting: 9))
        _ = arrive(&queue, "pat 1", "pat 2", "ann 1")
        _ = arrive(&queue, "tom 1", "ann 2", first: true)
        var order: [String] = []
        var last = "pat"
        while let next = queue.end(last).first {
            order.append(next)
            last = String(next.prefix(3))
        }
        #expect(order == ["ann 2", "tom 1", "pat 2", "ann 1"])
    }

    @Test("Where all together have too many waiting, the next is told to come again")
    func full() {
        var queue = Queue(limits)
        _ = arrive(&queue, "a 1", "a 2", "b 1", "b 2", "a 3", "a 4", "a 5", "b 3", "b 4", "b 5")
        #expect(arrive(&queue, "c 1") == [.full])
        _ = queue.end("a")
        #expect(arrive(&queue, "c 1") == [.waits])
    }

    @Test("At the home's files a person has one share in all their sessions, and a device its own")
    func people() {
        func sender(_ person: String?, session: UUID? = nil, device: UUID? = nil) -> WorkBudget.Sender {
            var caller = Caller(role: .caregiver)
            caller.person = person.map { Person(id: $0, name: $0, role: .caregiver) }
            (caller.session, caller.device) = (session, device)
            return .person(of: caller, CallSource(address: "10.0.0.5"))
        }
        #expect(sender("olga", session: UUID()) == sender("olga", session: UUID()))
        #expect(sender("olga", session: UUID()) != sender("ben", session: UUID()))
        #expect(sender(nil, device: UUID()) != sender(nil, device: UUID()))
        #expect(WorkBudget.Sender.person(of: nil, CallSource(address: "10.0.0.5")) != sender(nil))
    }

    @Test("A stranger has one share, however many addresses of its network it takes")
    func strangers() {
        func sender(_ address: String) -> WorkBudget.Sender { .init(nil, CallSource(address: address)) }
        #expect(sender("2001:db8::1") == sender("2001:db8::ffff:2"))
        #expect(sender("2001:db8:0:1::1") != sender("2001:db8::1"))
        #expect(sender("::ffff:10.0.0.5") == sender("10.0.0.5") && sender("10.0.0.5") != sender("10.0.0.6"))
    }
}
