import Care
import CareStore
import Foundation
import NIOHTTP1
import Recurrence
import Testing

@testable import CareService

@Suite("Points and rewards over the API")
struct PointAPITests {
    private static let key = Days.key("2026-03-28T13:30:00")

    private static func gift(_ points: Int = 20, _ reason: String = "Helped Ben") -> PointGift {
        PointGift(id: UUID(), points: points, reason: reason, at: noon)
    }

    private static func change(
        _ way: RewardWay, _ title: String = "Cinema", replaces: Int64 = 0
    ) -> RewardChange {
        RewardChange(content: RewardContent(title: title, way: way), replaces: replaces)
    }

    private static func ask(_ reward: UUID, _ person: String = "maria", id: UUID = UUID()) -> NewGrant {
        NewGrant(id: id, reward: reward, person: person, at: noon)
    }

    private static func answer(_ state: RewardGrant.State, because reason: String? = nil) -> GrantAnswer {
        GrantAnswer(id: UUID(), state: state, reason: reason, at: noon)
    }

    private static func with(
        _ body: @escaping @Sendable (TwoClients, Visitor, Visitor) async throws -> Void
    ) async throws {
        try await TwoClients.with { home in
            guard case .person(let ben)? = home.others.first(where: { $0.role == .caregiver })?.credential
            else {
                Issue.record("no caregiver")
                return
            }
            try await body(home, ben, home.coordinator)
        }
    }

    @Test("A client asks at the kiosk, a caregiver says yes and hands it over; each message once")
    func redeeming() async throws {
        try await Self.with { home, ben, olga in
            let gift = Self.gift()
            #expect(try await ben.send(.POST, "points/maria/gifts", gift).status == 201)
            #expect(try await ben.send(.POST, "points/maria/gifts", gift).status == 200)
            var other = gift
            other.points = 21
            #expect(try await ben.send(.POST, "points/maria/gifts", other).status == 409)
            let id = UUID()
            let reward = Self.change(.redeemed(cost: 15, approval: true))
            #expect(try await ben.send(.PUT, "rewards/\(id)", reward).status == 201)
            #expect(try await ben.send(.PUT, "rewards/\(id)", reward).status == 200)
            let changed = try await olga.send(
                .PUT, "rewards/\(id)", Self.change(.redeemed(cost: 16, approval: true)))
            #expect(try changed.status == 409 && changed.problem.field == "replaces")
            guard case .reward(let current)? = try changed.problem.current else {
                Issue.record("not the reward")
                return
            }
            #expect(current.changedBy == "Ben")
            let ask = Self.ask(id)
            let asked = try await home.maria.send(.POST, "grants", ask)
            #expect(asked.status == 201)
            let grant: RewardGrant = try asked.decode()
            #expect(grant.state == .waiting && grant.changedBy == "Maria" && grant.isClient)
            #expect(try await home.maria.send(.POST, "grants", ask).status == 200)
            let late = try await home.maria.send(.POST, "grants", Self.ask(id))
            #expect(try late.status == 409 && late.problem.detail == "Maria has 5 points, and this takes 15")
            // Her own yes, and another kiosk's, are none.
            #expect(
                try await home.maria.send(.POST, "grants/\(ask.id)/answers", Self.answer(.granted)).status
                    == 403)
            #expect(
                try await home.otto.send(.POST, "grants/\(ask.id)/answers", Self.answer(.withdrawn)).status
                    == 404)
            let yes = Self.answer(.granted)
            #expect(try await ben.send(.POST, "grants/\(ask.id)/answers", yes).status == 201)
            #expect(try await ben.send(.POST, "grants/\(ask.id)/answers", yes).status == 200)
            let no = try await olga.send(
                .POST, "grants/\(ask.id)/answers", Self.answer(.refused, because: "No."))
            #expect(try no.status == 409 && no.problem.field == "state")
            guard case .grant(let granted)? = try no.problem.current else {
                Issue.record("not the grant")
                return
            }
            #expect(granted.state == .granted && granted.changedBy == "Ben")
            let given = try await home.station.send(.POST, "grants/\(ask.id)/answers", Self.answer(.given))
            #expect(given.status == 201)
            let open: GrantPage = try await olga.send(.GET, "grants?state=open").decode()
            #expect(open.grants.isEmpty)
            let page: PointPage = try await home.maria.get("points/maria").decode()
            #expect(page.lines.map(\.points) == [-15, 20] && page.standing.total == 5)
        }
    }

    @Test("Of two connections that ask for the same points at once, one has them")
    func atOnce() async throws {
        try await Self.with { home, ben, _ in
            let id = UUID()
            let reward = Self.change(.redeemed(cost: 3, approval: false))
            #expect(try await ben.send(.PUT, "rewards/\(id)", reward).status == 201)
            let askers = [home.maria, home.station]
            for _ in 0..<50 {
                #expect(try await ben.send(.POST, "points/maria/gifts", Self.gift(3)).status == 201)
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for asker in askers {
                        group.addTask { try await asker.send(.POST, "grants", Self.ask(id)).status }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }.sorted()
                }
                #expect(statuses == [201, 409])
            }
            let standings: PointStandings = try await home.station.get("points").decode()
            #expect(standings.people.first { $0.person == "maria" }?.total == 0)
        }
    }

    @Test("A chore that a child does at the kiosk reaches a reward, and the kiosk hears of it once")
    func celebrated() async throws {
        try await Self.with { home, ben, _ in
            #expect(
                try await ben.send(
                    .PUT, "rewards/\(UUID())", Self.change(.reached(at: 5, again: false), "Zoo")
                ).status == 201)
            var new = try Days.medicine()
            (new.content.title, new.content.client, new.content.audience) = ("Table", nil, .household)
            (new.content.assignment, new.content.points) = (.claimed(), 5)
            #expect(try await home.station.send(.POST, "routines", new).status == 201)
            let feed: ChoreFeed = try await home.maria.get("chores").decode()
            #expect(feed.free.map(\.title) == ["Table"] && feed.person == "maria")
            let claim = OccurrenceEntry(
                id: UUID(), routine: new.id, key: Self.key, kind: .claimed, at: noon)
            #expect(try await home.maria.send(.POST, "entries", claim).status == 201)
            let late = try await home.otto.send(
                .POST, "entries",
                OccurrenceEntry(id: UUID(), routine: new.id, key: Self.key, kind: .claimed, at: noon))
            #expect(try late.status == 409 && late.problem.detail == "Maria has it")
            let done = OccurrenceEntry(id: UUID(), routine: new.id, key: Self.key, kind: .done, at: noon)
            #expect(try await home.otto.send(.POST, "entries", done).status == 409)
            #expect(try await home.maria.send(.POST, "entries", done).status == 201)
            let told = try await home.maria.eventsBefore()
            #expect(told.components(separatedBy: "event: grant_changed").count == 2)
            #expect(told.contains("Zoo") && told.contains("event: points_changed"))
            #expect(try await !home.otto.eventsBefore().contains("event: grant_changed"))
            let closed: ChoreFeed = try await home.maria.get("chores").decode()
            #expect(closed.closed.map(\.title) == ["Table"])
            // Undone at the kiosk, it is free for Otto.
            let undo = OccurrenceEntry(
                id: UUID(), routine: new.id, key: Self.key, kind: .undone, undoes: done.id, at: noon)
            #expect(try await home.otto.send(.POST, "entries", undo).status == 403)
            #expect(try await home.maria.send(.POST, "entries", undo).status == 201)
            let standing: PointPage = try await home.maria.get("points/maria").decode()
            #expect(standing.standing.total == 0 && standing.lines.map(\.points) == [-5, 5])
        }
    }

    @Test("A kiosk has a housemate reminded of what the household does, and of nothing else")
    func reminding() async throws {
        try await Self.with { home, ben, _ in
            var shared = try Days.medicine()
            (shared.content.title, shared.content.client, shared.content.audience) = ("Bins", nil, .household)
            (shared.content.assignment, shared.content.points) = (.fixed(person: "anna"), 5)
            var own = shared
            (own.id, own.content.title, own.content.audience) = (UUID(), "Books", .person)
            for new in [shared, own] {
                #expect(try await home.station.send(.POST, "routines", new).status == 201)
            }
            let feed: ChoreFeed = try await home.maria.get("chores").decode()
            #expect(feed.others.map(\.title) == ["Bins"] && feed.free.isEmpty && feed.mine.isEmpty)
            #expect(try await home.maria.get("chores?person=otto").status == 404)
            func remind(_ routine: UUID) async throws -> Int {
                try await home.maria.send(
                    .POST, "chores/reminders",
                    ChoreReminder(id: UUID(), routine: routine, key: Self.key, at: noon)
                ).status
            }
            #expect(try await remind(shared.id) == 201)
            #expect(try await remind(shared.id) == 409)
            #expect(try await remind(own.id) == 404)
            // Nor does it tick them off.
            for (routine, status) in [(shared.id, 409), (own.id, 404)] {
                let done = OccurrenceEntry(id: UUID(), routine: routine, key: Self.key, kind: .done, at: noon)
                #expect(try await home.maria.send(.POST, "entries", done).status == status)
            }
        }
    }

    @Test(
        "Points are switched off at the kiosk; a caregiver does not switch them on again, a coordinator may")
    func switching() async throws {
        try await Self.with { home, ben, olga in
            let path = "points/maria/switch"
            let (on, off) = (PointSwitch(isOn: true), PointSwitch(isOn: false))
            #expect(try await home.maria.send(.PUT, path, off).status == 200)
            #expect(try await ben.send(.POST, "points/maria/gifts", Self.gift()).status == 409)
            #expect(try await ben.send(.PUT, path, on).status == 403)
            #expect(try await olga.send(.PUT, path, on).status == 200)
            #expect(try await ben.send(.PUT, path, off).status == 200)
            #expect(try await home.maria.send(.PUT, path, on).status == 200)
            let log: AuditPage = try await olga.send(.GET, "audit?name=Maria").decode()
            let kinds = log.entries.map(\.kind).filter { $0 == .pointsSwitchedOn || $0 == .pointsSwitchedOff }
            #expect(
                kinds == [.pointsSwitchedOn, .pointsSwitchedOff, .pointsSwitchedOn, .pointsSwitchedOff])
        }
    }

    @Test("Points are switched on so often within a day, and off at any time: the audit log keeps the rest")
    func switchedOften() async throws {
        try await Self.with { home, ben, olga in
            let path = "points/maria/switch"
            let (on, off) = (PointSwitch(isOn: true), PointSwitch(isOn: false))
            for _ in 0..<PointSwitch.mostADay {
                #expect(try await home.maria.send(.PUT, path, off).status == 200)
                #expect(try await home.maria.send(.PUT, path, on).status == 200)
            }
            #expect(try await home.maria.send(.PUT, path, off).status == 200)
            let refused = try await home.maria.send(.PUT, path, on)
            #expect(try refused.status == 429 && refused.problem.field == "on")
            #expect(try await olga.send(.PUT, path, on).status == 429)
            // Others' are not counted with hers.
            #expect(try await home.otto.send(.PUT, "points/otto/switch", off).status == 200)
            #expect(try await home.otto.send(.PUT, "points/otto/switch", on).status == 200)
            home.service.clock.pass(.seconds(86_401))
            #expect(try await home.maria.send(.PUT, path, on).status == 200)
        }
    }

    @Test("So many rewards are asked for within a day; what is refused does not count, taking back goes on")
    func askedOften() async throws {
        try await Self.with { home, ben, _ in
            let (film, dear) = (UUID(), UUID())
            let way = Self.change(.redeemed(cost: 1, approval: true))
            #expect(try await ben.send(.PUT, "rewards/\(film)", way).status == 201)
            let more = Self.change(.redeemed(cost: 100_000, approval: true), "Zoo")
            #expect(try await ben.send(.PUT, "rewards/\(dear)", more).status == 201)
            #expect(try await ben.send(.POST, "points/maria/gifts", Self.gift(1000)).status == 201)
            #expect(try await home.maria.send(.POST, "grants", Self.ask(dear)).status == 409)
            var last = UUID()
            for _ in 0..<DayBudget.most {
                last = UUID()
                #expect(try await home.maria.send(.POST, "grants", Self.ask(film, id: last)).status == 201)
            }
            let refused = try await home.maria.send(.POST, "grants", Self.ask(film))
            #expect(try refused.status == 429 && refused.problem.field == "person")
            let back = try await home.maria.send(.POST, "grants/\(last)/answers", Self.answer(.withdrawn))
            #expect(back.status == 201)
        }
    }

    @Test("What is wrong is refused with the field and what to do, and nothing is a failure of the service")
    func wrong() async throws {
        try await Self.with { home, ben, olga in
            let id = UUID()
            _ = try await ben.send(
                .PUT, "rewards/\(id)", Self.change(.reached(at: 500, again: false), "Zoo"))
            var nobody = Self.change(.redeemed(cost: 5, approval: false))
            nobody.content.people = ["zoe"]
            var twice = nobody
            twice.content.people = ["maria", "maria"]
            func refuses(
                _ method: HTTPMethod, _ path: String, _ body: some Encodable, _ status: Int, _ field: String?
            ) async throws {
                let answer = try await olga.send(method, path, body)
                #expect(answer.status == status, "\(method) \(path)")
                #expect(try answer.problem.field == field, "\(method) \(path)")
            }
            try await refuses(.POST, "points/maria/gifts", Self.gift(0), 422, "points")
            try await refuses(.POST, "points/maria/gifts", Self.gift(1001), 422, "points")
            try await refuses(.POST, "points/maria/gifts", Self.gift(5, " "), 422, "reason")
            try await refuses(.POST, "points/zoe/gifts", Self.gift(5), 404, nil)
            try await refuses(.POST, "points/olga/gifts", Self.gift(5), 403, "id")
            try await refuses(
                .PUT, "rewards/\(UUID())", Self.change(.redeemed(cost: 0, approval: false)), 422,
                "content.way.cost")
            try await refuses(
                .PUT, "rewards/\(UUID())", Self.change(.reached(at: 100_001, again: false)), 422,
                "content.way.at")
            try await refuses(
                .PUT, "rewards/\(UUID())", Self.change(.redeemed(cost: 5, approval: false), "Eis mit Trost"),
                422, "content.title")
            try await refuses(
                .PUT, "rewards/\(UUID())", Self.change(.redeemed(cost: 5, approval: false), replaces: 3), 404,
                nil)
            try await refuses(.PUT, "rewards/\(UUID())", nobody, 422, "content.people")
            try await refuses(.PUT, "rewards/\(UUID())", twice, 422, "content.people")
            try await refuses(.PUT, "rewards/x", Self.change(.redeemed(cost: 5, approval: false)), 400, "id")
            try await refuses(.POST, "grants", Self.ask(id), 422, "reward")
            try await refuses(.POST, "grants", Self.ask(UUID()), 422, "reward")
            try await refuses(.POST, "grants", Self.ask(id, "zoe"), 404, nil)
            try await refuses(.POST, "grants/\(UUID())/answers", Self.answer(.granted), 404, nil)
            try await refuses(.POST, "grants/\(UUID())/answers", Self.answer(.waiting), 422, "state")
            try await refuses(.POST, "grants/\(UUID())/answers", Self.answer(.refused), 422, "reason")
            try await refuses(.PUT, "points/zoe/switch", PointSwitch(isOn: false), 404, nil)
            for path in [
                "points/maria?before=0", "points/maria?limit=201", "rewards?state=x", "grants?state=x",
            ] {
                #expect(try await olga.send(.GET, path).status == 422, "\(path)")
            }
            #expect(try await olga.send(.GET, "grants?person=zoe").status == 404)
            #expect(try await olga.send(.GET, "points/zoe").status == 404)
        }
    }
}
