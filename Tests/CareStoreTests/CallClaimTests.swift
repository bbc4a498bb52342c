import Care
import CareStore
import Foundation
import Testing

@Suite("Who has a call")
struct CallClaimTests {
    let home: TestHome

    init() throws { home = try TestHome() }

    private func at(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    /// Lets the time pass from due to due until `end`: what is told, one event a line.
    private func score(_ store: CareStore, until end: Double) async throws -> [String] {
        var lines: [String] = []
        while let due = try await store.nextDue(), due <= at(end) {
            for event in try await store.takeDue(now: due) {
                let seconds = Int(event.at.timeIntervalSince(noon))
                lines.append("\(seconds) \(event.kind.rawValue)")
            }
        }
        return lines
    }

    private func refused(
        _ store: CareStore, _ id: UUID, _ answer: NewResponse, claimant: String = "", at seconds: Double = 1
    ) async -> (RequestMoveError, Request)? {
        do {
            _ = try await store.respond(
                to: id, answer, actor: .person, claimant: claimant, receivedAt: at(seconds))
            return nil
        } catch {
            if case .move(let error, let current) = error { return (error, current) }
            Issue.record("\(error)")
            return nil
        }
    }

    @Test("Of two at the same instant one has it, and the other is told who: 1,000 rounds")
    func rounds() async throws {
        let store = try home.store()
        for round in 0..<1000 {
            let (request, _) = try await store.record(water(), receivedAt: noon)
            let outcomes = await withTaskGroup(of: (String, (RequestMoveError, Request)?).self) { group in
                for (name, claimant) in [("Anna", "person anna"), ("Ben", "device ben")] {
                    group.addTask {
                        (
                            name,
                            await refused(store, request.id, answer(.onTheWay, by: name), claimant: claimant)
                        )
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let owners = outcomes.filter { $0.1 == nil }.map(\.0)
            let stored = try await store.request(request.id)
            #expect(owners == [stored?.changedBy], "round \(round)")
            for case (_, let told?) in outcomes {
                #expect(told.0 == .claimed(by: owners.first ?? ""))
                #expect(told.1.changedBy == owners.first && told.1.state == .onTheWay)
            }
            let moves = try await store.story(of: request.id)?.moves.count { $0.kind == .onTheWay }
            #expect(moves == 1)
        }
    }

    @Test("Whoever knows who has it may take it over, or decline it; anybody may say that it is done")
    func takingOver() async throws {
        let store = try home.store()
        let (request, _) = try await store.record(water(), receivedAt: noon)
        _ = try await store.respond(to: request.id, answer(.onTheWay), actor: .station, receivedAt: noon)
        let ben = answer(.onTheWay, by: "Ben")
        #expect(await refused(store, request.id, ben)?.0 == .claimed(by: "Anna"))
        #expect(
            await refused(store, request.id, answer(.declined, by: "Ben", reason: "dinner"))?.0
                == .claimed(by: "Anna"))
        var knowing = answer(.onTheWay, by: "Ben")
        knowing.takesOver = "Clara"
        #expect(await refused(store, request.id, knowing)?.0 == .claimed(by: "Anna"))
        knowing.takesOver = "Anna"
        #expect(await refused(store, request.id, knowing) == nil)
        #expect(try await store.request(request.id)?.changedBy == "Ben")
        // Sent again, it is what it was.
        let again = try await store.respond(to: request.id, knowing, actor: .person, receivedAt: at(2))
        #expect(!again.isNew && again.0.changedBy == "Ben")
        #expect(await refused(store, request.id, answer(.met, by: "Clara")) == nil)
    }

    @Test("A person at a station with their name is the same; two stations with one name are two")
    func whoIsWho() async throws {
        let store = try home.store()
        let (first, _) = try await store.record(water(), receivedAt: noon)
        #expect(await refused(store, first.id, answer(.onTheWay), claimant: "device a") == nil)
        #expect(await refused(store, first.id, answer(.onTheWay), claimant: "person anna") == nil)
        let (second, _) = try await store.record(water(), receivedAt: noon)
        #expect(await refused(store, second.id, answer(.onTheWay), claimant: "device a") == nil)
        #expect(
            await refused(store, second.id, answer(.onTheWay), claimant: "device b")?.0
                == .claimed(by: "Anna"))
        #expect(await refused(store, second.id, answer(.onTheWay), claimant: "device a") == nil)
    }

    @Test("A claim of somebody without a name is anybody's to take")
    func nameless() async throws {
        let store = try home.store()
        let (request, _) = try await store.record(water(), receivedAt: noon)
        #expect(await refused(store, request.id, answer(.onTheWay, by: nil), claimant: "device a") == nil)
        #expect(await refused(store, request.id, answer(.onTheWay), claimant: "device b") == nil)
        #expect(try await store.request(request.id)?.changedBy == "Anna")
    }

    @Test("A lapse alerts those again whom the home's program had told of the call")
    func alertedAgain() async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        let store = try home.store(policy)
        var ben = Person(id: "ben", name: "Ben", role: .caregiver)
        ben.reminders.channels = [.command]
        _ = try await store.setPerson(ben, at: noon)
        let (request, _) = try await store.record(water(), receivedAt: noon)
        _ = try await store.takeDue(now: noon)
        let first = try #require(try await store.pendingDelivery(now: noon))
        #expect(try await !store.settle(first, .sent, at: noon))
        #expect(await refused(store, request.id, answer(.onTheWay)) == nil)
        _ = try await store.takeDue(now: at(901))
        let again = try await store.pendingDelivery(now: at(901))
        #expect(again?.recipient == first.recipient && again?.attempts == 0)
    }

    @Test("A claim lapses, the call sounds again, and its way begins anew")
    func lapse() async throws {
        let store = try home.store()
        let (request, _) = try await store.record(water(priority: .urgent), receivedAt: noon)
        let (taken, _) = try await store.respond(
            to: request.id, answer(.onTheWay), actor: .station, receivedAt: at(10))
        #expect(taken.claimLapsesAt == at(190))
        #expect(try await score(store, until: 189.9) == [])
        #expect(try await score(store, until: 191) == ["190 claim_lapsed"])
        let lapsed = try #require(try await store.request(request.id))
        #expect(lapsed.state == .heard && lapsed.changedBy == "Anna" && lapsed.reason == RequestState.lapsed)
        #expect(lapsed.claimLapsesAt == nil)
        #expect(
            try await score(store, until: 320) == ["250 escalated", "300 still_waiting", "310 escalated"])
        // Anybody may have it now.
        #expect(await refused(store, request.id, answer(.onTheWay, by: "Ben"), at: 320) == nil)
        #expect(try await score(store, until: 499) == [])
        #expect(try await score(store, until: 501) == ["500 claim_lapsed"])
    }

    @Test("Whoever says again that they are on the way has it for as long again")
    func renewal() async throws {
        let store = try home.store()
        let (request, _) = try await store.record(water(), receivedAt: noon)
        for seconds in [0.0, 600, 1200] {
            #expect(await refused(store, request.id, answer(.onTheWay), at: seconds) == nil)
        }
        #expect(
            try await score(store, until: 2099) == [
                "300 still_waiting", "900 still_waiting", "1800 ask_again",
            ])
        #expect(try await score(store, until: 2100) == ["2100 claim_lapsed"])
    }

    @Test("A home can let claims stay, and a service that was away says once that one has lapsed")
    func lateOrNever() async throws {
        var policy = AlertPolicy()
        (policy.claimOther, policy.stillWaiting, policy.askAgain) = (.zero, [], .zero)
        let store = try home.store(policy)
        let (request, _) = try await store.record(water(), receivedAt: noon)
        let (urgent, _) = try await store.record(water(priority: .urgent), receivedAt: noon)
        for id in [request.id, urgent.id] { #expect(await refused(store, id, answer(.onTheWay)) == nil) }
        let events = try await store.takeDue(now: at(90_000))
        #expect(events.map(\.kind) == [.claimLapsed] && events.first?.isLate == true)
        #expect(events.first?.request?.id == urgent.id)
        #expect(try await store.request(request.id)?.state == .onTheWay)
        // Its steps are counted from now on.
        #expect(try await store.nextDue() == at(90_060))
    }

    @Test("An answer to what is done is told as that, and opens nothing", arguments: RequestState.allCases)
    func afterTheEnd(state: RequestState) async throws {
        guard state.isAnswered else { return }
        let store = try home.store()
        let (request, _) = try await store.record(water(), receivedAt: noon)
        _ = try await store.respond(to: request.id, answer(.met), actor: .station, receivedAt: noon)
        let told = await refused(store, request.id, answer(state, by: "Ben", reason: "dinner"))
        #expect(told?.0 == .notFrom(.met, to: state) && told?.1.changedBy == "Anna")
        #expect(try await store.request(request.id)?.state == .met)
        #expect(try await store.nextDue() == nil)
    }

    @Test("At a handover all of one person's calls go to another, once")
    func moving() async throws {
        let store = try home.store()
        _ = try await store.setPerson(Person(id: "ben", name: "Ben", role: .caregiver), at: noon)
        _ = try await store.setPerson(Person(id: "kim", name: "Kim", role: .provider), at: noon)
        var ids: [UUID] = []
        for name in ["Anna", "Anna", "Clara"] {
            let (request, _) = try await store.record(water(), receivedAt: noon)
            ids.append(request.id)
            #expect(await refused(store, request.id, answer(.onTheWay, by: name)) == nil)
        }
        let move = ClaimMove(id: UUID(), from: "Anna", to: "Ben", by: "Anna", at: noon)
        let made = try await store.moveClaims(move, receivedAt: at(60))
        #expect(made.isNew && made.requests.map(\.id) == Array(ids.prefix(2)))
        #expect(made.requests.allSatisfy { $0.changedBy == "Ben" && $0.claimLapsesAt == at(960) })
        #expect(try await store.request(ids[2])?.changedBy == "Clara")
        let again = try await store.moveClaims(move, receivedAt: at(61))
        #expect(!again.isNew && again.requests.isEmpty)
        // They are Ben's, wherever he says so.
        #expect(
            await refused(store, ids[0], answer(.onTheWay, by: "Ben"), claimant: "person ben", at: 62) == nil)
        for name in ["Kim", "Nobody"] {
            await #expect(throws: CareStoreError.self) {
                try await store.moveClaims(
                    ClaimMove(id: UUID(), from: "Clara", to: name, at: noon), receivedAt: noon)
            }
        }
        await #expect(throws: CareStoreError.self) {
            var other = move
            other.to = "Clara"
            _ = try await store.moveClaims(other, receivedAt: noon)
        }
    }

    @Test("A clock that is set moves the end of a claim along")
    func clockSet() async throws {
        let store = try home.store()
        let (request, _) = try await store.record(water(), receivedAt: noon, uptime: .seconds(0))
        _ = try await store.respond(
            to: request.id, answer(.onTheWay), actor: .station, receivedAt: noon, uptime: .seconds(0))
        _ = try await store.takeDue(now: at(86_400), uptime: .seconds(10))
        #expect(try await store.request(request.id)?.claimLapsesAt == at(86_400 - 10 + 900))
    }
}
