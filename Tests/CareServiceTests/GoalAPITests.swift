import Care
import CareStore
import Foundation
import NIOHTTP1
import Recurrence
import Testing

@testable import CareService

@Suite("Goals over the API")
struct GoalAPITests {
    private static let key = Days.key("2026-03-28T13:00:00")

    private static func entry(
        _ kind: OccurrenceEntry.Kind, _ routine: UUID, parts: Int? = nil, undoes: UUID? = nil
    ) -> OccurrenceEntry {
        OccurrenceEntry(
            id: UUID(), routine: routine, key: key, kind: kind, undoes: undoes, parts: parts, at: noon)
    }

    private static func end(_ replaces: Int64 = 0) -> RoutineChange {
        RoutineChange(id: UUID(), scope: .all, replaces: replaces, at: noon)
    }

    private static func with(
        _ body:
            @escaping @Sendable (_ home: TwoClients, _ kiosk: Asker, _ phone: Visitor) async throws -> Void
    ) async throws {
        try await TwoClients.with { home in
            let phone = try #require(home.others.first { $0.role == .client && $0.client == "maria" })
            guard case .person(let visitor) = phone.credential else {
                Issue.record("no phone")
                return
            }
            try await body(home, home.maria, visitor)
        }
    }

    private static func goals(_ visitor: Visitor) async throws -> [Goal] {
        try await visitor.send(.GET, "goals").decode(GoalPage.self).goals
    }

    @Test("A goal made on the phone is on the kiosk; two ticks of a count from two devices are two")
    func counts() async throws {
        try await Self.with { home, kiosk, phone in
            let new = Days.goal(of: "maria", "Drink") { $0.count = 3 }
            #expect(try await phone.send(.POST, "routines", new).status == 201)
            #expect(try await phone.send(.POST, "routines", new).status == 200)
            let agenda: Agenda = try await kiosk.get("agenda").decode()
            #expect(agenda.goals.map(\.occurrence.title) == ["Drink"] && agenda.offset == 3600)
            #expect(agenda.today.isEmpty && agenda.outstanding.isEmpty && agenda.totals.today == 0)
            let station: Agenda = try await home.station.get("agenda").decode()
            #expect(station.goals.isEmpty && station.today.isEmpty && station.offset == nil)
            let ticks = [Self.entry(.done, new.id, parts: 1), Self.entry(.done, new.id, parts: 1)]
            #expect(try await kiosk.send(.POST, "entries", ticks[0]).status == 201)
            #expect(try await phone.send(.POST, "entries", ticks[1]).status == 201)
            // Each is sent again, because its answer was lost.
            #expect(try await phone.send(.POST, "entries", ticks[1]).status == 200)
            #expect(try await kiosk.send(.POST, "entries", ticks[0]).status == 200)
            let goal = try #require(try await Self.goals(phone).first)
            #expect(goal.occurrence.chore?.parts == 2 && goal.occurrence.state == .due)
            let undo = Self.entry(.undone, new.id, undoes: ticks[0].id)
            #expect(try await phone.send(.POST, "entries", undo).status == 201)
            #expect(try await Self.goals(phone).first?.occurrence.chore?.parts == 1)
            #expect(try await kiosk.send(.POST, "entries", Self.entry(.done, new.id)).status == 201)
            #expect(try await Self.goals(phone).first?.occurrence.state == .done)
        }
    }

    @Test("A delete wins over a tick that comes later and over what was written meanwhile, and twice is once")
    func deletes() async throws {
        try await Self.with { _, kiosk, phone in
            let (new, other) = (Days.goal(of: "maria", "Walk"), Days.goal(of: "maria", "Read"))
            for goal in [new, other] { #expect(try await phone.send(.POST, "routines", goal).status == 201) }
            let known = try #require(try await Self.goals(phone).first { $0.id == new.id })
            var content = known.routine.content
            content.title = "A long walk"
            let change = RoutineChange(
                id: UUID(), scope: .all, content: content, replaces: known.routine.sequence, at: noon)
            #expect(try await phone.send(.POST, "routines/\(new.id)/changes", change).status == 201)
            #expect(try await Self.goals(phone).map(\.occurrence.title).sorted() == ["A long walk", "Read"])
            // The kiosk knows nothing of that.
            let stale = known.routine.sequence
            let path = "routines/\(new.id)/changes"
            #expect(try await kiosk.send(.POST, path, Self.end(stale)).status == 201)
            #expect(try await phone.send(.POST, path, Self.end()).status == 200)
            let late = try await phone.send(.POST, "entries", Self.entry(.done, new.id))
            #expect(late.status == 201)
            #expect(try await Self.goals(phone).map(\.occurrence.title) == ["Read"])
            let agenda: Agenda = try await kiosk.get("agenda").decode()
            #expect(agenda.goals.map(\.occurrence.title) == ["Read"])
        }
    }

    @Test("A client makes, changes and deletes no routine but goals, and none of anybody else's")
    func rights() async throws {
        try await Self.with { home, kiosk, phone in
            let plan = try Days.medicine(isClientsOwn: true)
            #expect(try await home.station.send(.POST, "routines", plan).status == 201)
            let others = Days.goal(of: "otto")
            #expect(try await home.otto.send(.POST, "routines", others).status == 201)
            for asker in [kiosk, Asker(role: .client, credential: .person(phone), service: home.service)] {
                var medicine = try Days.medicine()
                medicine.by = nil
                #expect(try await asker.send(.POST, "routines", medicine).status == 404)
                #expect(try await asker.send(.POST, "routines", Days.goal(of: "otto")).status == 404)
                for id in [plan.id, others.id] {
                    #expect(try await asker.send(.POST, "routines/\(id)/changes", Self.end()).status == 404)
                }
                let mine = Days.goal(of: "maria", "Mine of \(asker.role)")
                #expect(try await asker.send(.POST, "routines", mine).status == 201)
                var content = mine.content
                content.isGoal = false
                let path = "routines/\(mine.id)/changes"
                let change = RoutineChange(
                    id: UUID(), scope: .all, content: content, replaces: 1, at: noon)
                #expect(try await asker.send(.POST, path, change).status == 404)
                let one = RoutineChange(
                    id: UUID(), scope: .one, occurrence: Self.key, replaces: 1, at: noon)
                let refused = try await asker.send(.POST, path, one)
                #expect(try refused.status == 422 && refused.problem.field == "scope")
            }
            // A caregiver makes one for her, and she deletes it.
            let hers = Days.goal(of: "maria", "From Ben")
            let ben = try #require(home.others.first { $0.role == .caregiver })
            #expect(try await ben.send(.POST, "routines", hers).status == 201)
            #expect(try await phone.send(.POST, "routines/\(hers.id)/changes", Self.end()).status == 201)
        }
    }

    @Test("What is no goal of a client's alone is refused, with the field")
    func fields() async throws {
        try await Self.with { _, _, phone in
            let wrong: [(String, (inout RoutineContent) -> Void)] = [
                ("content.assignment", { $0.assignment = .fixed(person: "anna") }),
                ("content.clients_own", { $0.isClientsOwn = false }), ("content.goal", { $0.points = 5 }),
                ("content.goal", { $0.needsApproval = true }),
                ("content.priority", { $0.priority = .urgent }),
                ("content.appointment", { $0.appointment = UUID() }),
                ("content.grace_minutes", { $0.graceMinutes = Goal.openEnd + 1 }),
            ]
            for (field, change) in wrong {
                let refused = try await phone.send(.POST, "routines", Days.goal(of: "maria", "Wrong", change))
                #expect(try refused.status == 422 && refused.problem.field == field, "\(field)")
            }
            let open = Days.goal(of: "maria", "Some time", minutes: Goal.openEnd)
            #expect(try await phone.send(.POST, "routines", open).status == 201)
            #expect(try await Self.goals(phone).first?.occurrence.goalEnd == nil)
        }
    }

    @Test("So many may be open, and no more; what is done or deleted makes room")
    func flood() async throws {
        try await Self.with { _, _, phone in
            var made: [NewRoutine] = []
            for number in 1...Goal.mostOpen {
                made.append(Days.goal(of: "maria", "Goal \(number)"))
                #expect(try await phone.send(.POST, "routines", made[number - 1]).status == 201)
            }
            let more = Days.goal(of: "maria", "One more")
            let refused = try await phone.send(.POST, "routines", more)
            #expect(try refused.status == 422 && refused.problem.field == "content.goal")
            #expect(try refused.problem.kind == .goalsFull)
            #expect(try refused.problem.detail.hasPrefix("“One more” has no room"))
            #expect(try await phone.send(.POST, "entries", Self.entry(.done, made[0].id)).status == 201)
            #expect(try await phone.send(.POST, "routines", more).status == 201)
            let again = Days.goal(of: "maria", "And one")
            #expect(try await phone.send(.POST, "routines", again).status == 422)
            #expect(try await phone.send(.POST, "routines/\(made[1].id)/changes", Self.end()).status == 201)
            #expect(try await phone.send(.POST, "routines", again).status == 201)
        }
    }

    @Test("A station, which stands where everybody passes, gets no goals: in no list, by no id, on no stream")
    func stations() async throws {
        try await Self.with { home, _, phone in
            let plan = try Days.medicine()
            let new = Days.goal(of: "maria", "Walk")
            #expect(try await home.station.send(.POST, "routines", plan).status == 201)
            #expect(try await phone.send(.POST, "routines", new).status == 201)
            let routines = try await home.station.get("routines").decode(RoutinePage.self).routines
            #expect(routines.map(\.id) == [plan.id])
            let span = "from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let due = try await home.station.get("occurrences?\(span)").decode(OccurrencePage.self)
            #expect(due.occurrences.map(\.routine) == [plan.id])
            let days = try await home.station.get("occurrences?\(span)&per_day=5").decode(OccurrencePage.self)
            #expect(days.occurrences.map(\.routine) == [plan.id])
            #expect(days.days?.map(\.count).reduce(0, +) == 1)
            for more in ["", "&per_day=5"] {
                let path = "occurrences?\(span)&client=maria\(more)"
                let hers = try await home.station.get(path).decode(OccurrencePage.self)
                #expect(hers.occurrences.map(\.routine) == [plan.id], "\(path)")
                let his = try await home.station.get("occurrences?\(span)&client=otto\(more)")
                #expect(try his.decode(OccurrencePage.self).occurrences.isEmpty)
            }
            let named = "routine=\(new.id)&key=2026-03-28T13:00:00%5BEurope/Berlin%5D"
            let (path, change) = ("routines/\(new.id)", Self.end())
            #expect(try await home.station.get(path).status == 404)
            #expect(try await home.station.get("entries?\(named)").status == 404)
            #expect(try await home.station.send(.POST, "entries", Self.entry(.done, new.id)).status == 404)
            #expect(try await home.station.send(.POST, "\(path)/changes", change).status == 404)
            let own = Days.goal(of: "maria", "By a station")
            #expect(try await home.station.send(.POST, "routines", own).status == 404)
            #expect(try await Self.goals(phone).map(\.occurrence.state) == [.due])
            let ben = try #require(home.others.first { $0.role == .caregiver })
            #expect(try await ben.get(path).status == 200)
            #expect(try await ben.get("routines").decode(RoutinePage.self).routines.count == 2)
            let both = try await ben.get("occurrences?\(span)&client=maria").decode(OccurrencePage.self)
            #expect(both.occurrences.count == 2)
            // Nor what was done about one.
            #expect(try await phone.send(.POST, "entries", Self.entry(.done, new.id)).status == 201)
            for (asker, count) in [(home.station, 0), (ben, 1)] {
                for more in ["", "?client=maria"] {
                    let history = try await asker.get("history\(more)").decode(HistoryPage.self)
                    #expect(history.items.count == count, "\(asker.role) \(more)")
                    let kinds = try await asker.get("history/kinds\(more)").decode(HistoryKinds.self)
                    #expect(kinds.kinds.map(\.entries).reduce(0, +) == count, "\(asker.role) \(more)")
                }
            }
        }
    }

    @Test("So many changes are made within a day; then one waits, and deleting goes on")
    func changes() async throws {
        try await Self.with { _, _, phone in
            let new = Days.goal(of: "maria", "Walk")
            #expect(try await phone.send(.POST, "routines", new).status == 201)
            var sequence = try #require(try await Self.goals(phone).first).routine.sequence
            func change(_ number: Int) async throws -> RunningService.Answer {
                var content = new.content
                content.title = "Walk \(number)"
                let change = RoutineChange(
                    id: UUID(), scope: .all, content: content, replaces: sequence, at: noon)
                return try await phone.send(.POST, "routines/\(new.id)/changes", change)
            }
            for number in 2...Goal.mostADay {
                let answer = try await change(number)
                #expect(answer.status == 201)
                sequence = try answer.decode(Routine.self).sequence
            }
            let refused = try await change(0)
            #expect(try refused.status == 429 && refused.problem.field == "content.goal")
            let another = try await phone.send(.POST, "routines", Days.goal(of: "maria", "More"))
            #expect(another.status == 429)
            #expect(try await phone.send(.POST, "routines/\(new.id)/changes", Self.end()).status == 201)
        }
    }

    @Test(
        "A goal comes once a day at most",
        arguments: [
            "FREQ=MINUTELY;COUNT=3", "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=8,9",
            "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=1,2",
        ])
    func often(rule: String) async throws {
        try await Self.with { _, _, phone in
            let rules = try [RecurrenceRule(rule)]
            let often = Days.goal(of: "maria", "Often") { $0.schedule.repetition = .rules(rules) }
            let refused = try await phone.send(.POST, "routines", often)
            #expect(try refused.status == 422 && refused.problem.field == "content.schedule")
            let daily = try [RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,SA")]
            let fine = Days.goal(of: "maria", "Daily") { $0.schedule.repetition = .rules(daily) }
            #expect(try await phone.send(.POST, "routines", fine).status == 201)
        }
    }
}
