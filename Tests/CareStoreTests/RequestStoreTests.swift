import Care
import CareStore
import Foundation
import Testing

@Suite("Requests and answers are kept once")
struct RequestStoreTests {
    let home: TestHome
    let store: CareStore

    init() throws {
        home = try TestHome()
        store = try home.store()
    }

    @Test("The same request twice makes one, and one event")
    func sameAgain() async throws {
        let new = water()
        let first = try await store.record(new, receivedAt: noon)
        let second = try await store.record(new, receivedAt: noon.addingTimeInterval(9))
        #expect(first.isNew && !second.isNew)
        #expect(first.0 == second.0)
        #expect(try await store.events(after: 0).map(\.kind) == [.asked])
        #expect(try await store.requests(onlyOpen: true).requests == [first.0])
    }

    @Test("The same id with other words is a conflict, and changes nothing")
    func sameIDOtherContent() async throws {
        let new = water()
        let (stored, _) = try await store.record(new, receivedAt: noon)
        var other = new
        other.label = "Tea"
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: stored)) {
            try await store.record(other, receivedAt: noon)
        }
        #expect(try await store.latestSequence() == 1)
    }

    @Test("However often one client calls, each client's calls are among the first of what waits")
    func turnsOfClients() async throws {
        for number in 0..<60 {
            let earlier = noon.addingTimeInterval(Double(number) - 3600)
            _ = try await store.record(water(priority: .urgent, askedAt: earlier), receivedAt: noon)
        }
        var ottos = water(priority: .urgent)
        (ottos.client, ottos.clientName) = ("otto", "Otto")
        _ = try await store.record(ottos, receivedAt: noon)
        let page = try await store.waitingRequests()
        #expect(page.count == 61 && page.requests.count == 50)
        #expect(page.requests.prefix(3).map(\.client) == ["maria", "otto", "maria"])
        // Each client's own stand by their age.
        let marias = page.requests.filter { $0.client == "maria" }.map(\.askedAt)
        #expect(marias == marias.sorted())
        let alone = try await store.waitingRequests(of: "otto")
        #expect(alone.requests.map(\.id) == [ottos.id] && alone.count == 1)
    }

    @Test("A call keeps what it is drawn by, in itself and in its events")
    func symbol() async throws {
        var new = water()
        new.symbol = "🥤"
        let (stored, _) = try await store.record(new, receivedAt: noon)
        #expect(stored.symbol == "🥤")
        #expect(try await store.request(new.id)?.symbol == "🥤")
        #expect(try await store.events(after: 0).map(\.request?.symbol) == ["🥤"])
        new.symbol = "🚰"
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: stored)) {
            try await store.record(new, receivedAt: noon)
        }
    }

    @Test("Asking again ends the earlier request in the same transaction")
    func asksAgain() async throws {
        let (first, _) = try await store.record(water(), receivedAt: noon)
        let (second, _) = try await store.record(water(asksAgain: first.id), receivedAt: noon)
        let events = try await store.events(after: 1)
        #expect(events.map(\.kind) == [.cancelled, .asked])
        #expect(events.first?.request?.reason == "asked_again")
        #expect(try await store.requests(onlyOpen: true).requests == [second])
    }

    @Test("Asking again leaves a request that has ended as it is")
    func asksAgainAfterTheEnd() async throws {
        let (first, _) = try await store.record(water(), receivedAt: noon)
        let met = try await store.respond(to: first.id, answer(.met), actor: .station, receivedAt: noon)
        _ = try await store.record(water(asksAgain: first.id), receivedAt: noon)
        #expect(try await store.request(first.id) == met.0)
    }

    @Test("An answer that comes twice gives what it made the first time, even when more has happened since")
    func sameResponse() async throws {
        let (request, _) = try await store.record(water(), receivedAt: noon)
        let coming = answer(.onTheWay)
        let first = try await store.respond(to: request.id, coming, actor: .station, receivedAt: noon)
        _ = try await store.respond(to: request.id, answer(.met), actor: .station, receivedAt: noon)
        let again = try await store.respond(to: request.id, coming, actor: .station, receivedAt: noon)
        #expect(first.isNew && !again.isNew)
        #expect(again.0 == first.0)
        #expect(try await store.events(after: 0).map(\.kind) == [.asked, .onTheWay, .met])
    }

    @Test("An answer's id with another content is a conflict")
    func sameResponseIDOtherContent() async throws {
        let (request, _) = try await store.record(water(), receivedAt: noon)
        var response = answer(.onTheWay)
        let (current, _) = try await store.respond(
            to: request.id, response, actor: .station, receivedAt: noon)
        response.state = .met
        await #expect(throws: CareStoreError.sameIDOtherContent(response.id, current: current)) {
            try await store.respond(to: request.id, response, actor: .station, receivedAt: noon)
        }
    }

    @Test("Heard changes nothing where a person has answered already")
    func heardLate() async throws {
        let (request, _) = try await store.record(water(), receivedAt: noon)
        let (met, _) = try await store.respond(
            to: request.id, answer(.met), actor: .station, receivedAt: noon)
        let heard = try await store.respond(to: request.id, answer(.heard), actor: .station, receivedAt: noon)
        #expect(heard.0 == met && !heard.isNew)
        #expect(try await store.latestSequence() == met.sequence)
    }

    @Test("A move that is not allowed is refused with the request as it is")
    func refusedMove() async throws {
        let (request, _) = try await store.record(water(), receivedAt: noon)
        let refused = CareStoreError.move(.notBy(.kiosk, to: .met), current: request)
        await #expect(throws: refused) {
            try await store.respond(to: request.id, answer(.met), actor: .kiosk, receivedAt: noon)
        }
        let noReason = CareStoreError.move(.reasonMissing, current: request)
        await #expect(throws: noReason) {
            try await store.respond(to: request.id, answer(.declined), actor: .station, receivedAt: noon)
        }
    }

    @Test("An answer to nothing is refused")
    func unknownRequest() async throws {
        let id = UUID()
        await #expect(throws: CareStoreError.unknownRequest(id)) {
            try await store.respond(to: id, answer(.met), actor: .station, receivedAt: noon)
        }
    }

    @Test("Each event tells what the request was then")
    func history() async throws {
        let (request, _) = try await store.record(water(), receivedAt: noon)
        for state in [RequestState.heard, .onTheWay, .met] {
            _ = try await store.respond(to: request.id, answer(state), actor: .station, receivedAt: noon)
        }
        let events = try await store.events(after: 0)
        #expect(events.map(\.request?.state) == [.asked, .heard, .onTheWay, .met])
        #expect(events.map(\.request?.sequence) == events.map(\.sequence))
    }

    @Test("Pages follow each other without a gap")
    func pages() async throws {
        var ids: [UUID] = []
        for _ in 0..<7 {
            let new = water()
            ids.append(new.id)
            _ = try await store.record(new, receivedAt: noon)
        }
        var read: [UUID] = []
        var cursor: Int64? = 0
        while let after = cursor {
            let page = try await store.requests(onlyOpen: false, after: after, limit: 3)
            read += page.requests.map(\.id)
            cursor = page.next.flatMap(Int64.init)
        }
        #expect(read == ids)
    }

    @Test("A fault with another detail takes the place of the first, and ends once")
    func replacedFault() async throws {
        let first = fault(.boardRefused, isActive: true, detail: "line 7")
        let second = fault(.boardRefused, isActive: true, detail: "line 9")
        #expect(try await store.record(first, receivedAt: noon)?.fault == first)
        #expect(try await store.record(second, receivedAt: noon)?.fault == second)
        #expect(try await store.openFaults() == [second])
        let end = fault(.boardRefused, isActive: false)
        #expect(try await store.record(end, receivedAt: noon)?.fault == end)
        #expect(try await store.openFaults().isEmpty)
        #expect(try await store.events(after: 0).map(\.fault) == [first, second, end])
    }

    @Test("A fault begins once and ends once")
    func faults() async throws {
        let begin = fault(.switchUnplugged, isActive: true)
        #expect(try await store.record(begin, receivedAt: noon)?.fault == begin)
        #expect(try await store.record(begin, receivedAt: noon) == nil)
        #expect(try await store.record(fault(.switchUnplugged, isActive: true), receivedAt: noon) == nil)
        #expect(try await store.openFaults() == [begin])
        let end = fault(.switchUnplugged, isActive: false)
        #expect(try await store.record(end, receivedAt: noon)?.fault == end)
        #expect(try await store.record(fault(.switchUnplugged, isActive: false), receivedAt: noon) == nil)
        #expect(try await store.openFaults().isEmpty)
        #expect(try await store.events(after: 0).map(\.fault) == [begin, end])
    }

    @Test("All of it is there after the file has been opened again")
    func reopened() async throws {
        let (request, _) = try await store.record(water(), receivedAt: noon)
        let journal = store.journal
        let other = try TestHome()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: home.path + suffix, toPath: other.path + suffix)
        }
        let copy = try other.store()
        #expect(copy.journal == journal)
        #expect(try await copy.requests(onlyOpen: true).requests == [request])
    }

    @Test("A call that comes after the one that asks for it again is over")
    func askedAgainFirst() async throws {
        let early = water()
        let again = water(asksAgain: early.id)
        _ = try await store.record(again, receivedAt: noon)
        let (over, isNew) = try await store.record(early, receivedAt: noon)
        #expect(isNew && over.state == .cancelled && over.reason == "asked_again")
        #expect(try await store.requests(onlyOpen: true).requests.map(\.id) == [again.id])
        #expect(try await store.record(early, receivedAt: noon).isNew == false)
        let due = try await store.takeDue(now: noon + 400)
        #expect(due.allSatisfy { $0.request?.id == again.id })
        // Another client's is another call.
        var others = water()
        (others.client, others.clientName) = ("otto", "Otto")
        let his = water(asksAgain: others.id)
        _ = try await store.record(his, receivedAt: noon)
        #expect(try await store.record(others, receivedAt: noon).0.state == .asked)
    }
}
