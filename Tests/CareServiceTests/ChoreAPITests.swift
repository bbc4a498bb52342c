import Care
import CareStore
import Foundation
import Recurrence
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Chores over the API")
struct ChoreAPITests {
    private static let key = Days.key("2026-03-28T13:30:00")

    /// The household's bins at half past one, whoever takes them.
    private static func bins(_ change: (inout RoutineContent) -> Void = { _ in }) throws -> NewRoutine {
        var new = try Days.medicine()
        (new.content.title, new.content.client, new.content.audience) = ("Bins", nil, .household)
        (new.content.assignment, new.content.points, new.content.minutes) = (.claimed(), 5, 10)
        change(&new.content)
        return new
    }

    private static func entry(_ kind: OccurrenceEntry.Kind, _ routine: UUID) -> OccurrenceEntry {
        OccurrenceEntry(id: UUID(), routine: routine, key: key, kind: kind, at: noon)
    }

    private static func with(
        _ new: NewRoutine, _ body: @escaping @Sendable (TwoClients, Visitor, Visitor) async throws -> Void
    ) async throws {
        try await TwoClients.with { home in
            #expect(try await home.station.send(.POST, "routines", new).status == 201)
            let ben = home.others.first { $0.role == .caregiver }
            guard case .person(let visitor)? = ben?.credential else {
                Issue.record("no caregiver")
                return
            }
            try await body(home, visitor, home.coordinator)
        }
    }

    @Test(
        "Whoever has logged in claims in their own name; the other is told who has it, with the chore as it is"
    )
    func claims() async throws {
        let new = try Self.bins()
        try await Self.with(new) { home, ben, olga in
            let mine = try await ben.send(.POST, "entries", Self.entry(.claimed, new.id))
            #expect(mine.status == 201)
            let claimed: RoutineOccurrence = try mine.decode()
            #expect(claimed.assignment.name == "Ben" && claimed.chore?.audience == .household)
            let late = try await olga.send(.POST, "entries", Self.entry(.claimed, new.id))
            #expect(late.status == 409)
            let problem = try late.problem
            #expect(problem.detail == "Ben has it" && problem.field == "kind")
            guard case .occurrence(let current) = problem.current else {
                Issue.record("not the chore")
                return
            }
            #expect(current.assignment.name == "Ben")
            let feed: ChoreFeed = try await ben.send(.GET, "chores").decode()
            #expect(feed.mine.map(\.title) == ["Bins"] && feed.person == ben.session.person.id)
            let others: ChoreFeed = try await olga.send(.GET, "chores").decode()
            #expect(others.mine.isEmpty && others.others.map(\.title) == ["Bins"])
            // A station says whom it means, or nobody.
            let station: ChoreFeed = try await home.station.get("chores?person=\(ben.session.person.id)")
                .decode()
            #expect(station.mine.count == 1)
            // Every page asks for what its reader is reminded of alone.
            let narrow: ChoreFeed = try await ben.send(.GET, "chores?only=reminders").decode()
            #expect(
                narrow.person == ben.session.person.id && narrow.all.allSatisfy { feed.mine.contains($0) })
            #expect(narrow.sequence != nil && feed.sequence == nil)
            let unsaid = try await home.station.get("chores?only=reminders")
            #expect(try unsaid.status == 400 && unsaid.problem.field == "person")
            #expect(try await ben.send(.GET, "chores?only=mine").status == 422)
        }
    }

    @Test("Approving is for those who have logged in and did not do it: no station, no provider, no kiosk")
    func approval() async throws {
        let new = try Self.bins { $0.needsApproval = true }
        try await Self.with(new) { home, ben, olga in
            #expect(try await ben.send(.POST, "entries", Self.entry(.done, new.id)).status == 201)
            for asker in home.all where [.station, .provider].contains(asker.role) {
                let refused = try await asker.send(.POST, "entries", Self.entry(.approved, new.id))
                #expect(try refused.status == 403 && refused.problem.field == "kind", "\(asker.role)")
            }
            #expect(try await home.maria.send(.POST, "entries", Self.entry(.approved, new.id)).status == 403)
            #expect(try await ben.send(.POST, "entries", Self.entry(.approved, new.id)).status == 403)
            var notYet = Self.entry(.notYet, new.id)
            let without = try await olga.send(.POST, "entries", notYet)
            #expect(try without.status == 422 && without.problem.field == "text")
            notYet.text = "the lid is open"
            #expect(try await olga.send(.POST, "entries", notYet).status == 201)
            #expect(try await ben.send(.POST, "entries", Self.entry(.done, new.id)).status == 201)
            #expect(try await olga.send(.POST, "entries", Self.entry(.approved, new.id)).status == 201)
            let shares: ChoreShares = try await olga.send(.GET, "chores/shares").decode()
            #expect(shares.shares.map(\.name) == ["Ben"] && shares.shares.map(\.minutes) == [10])
            #expect(
                shares.shares[0].chores == [
                    .init(title: "Bins", symbol: new.content.symbol, times: 1, minutes: 10)
                ])
            #expect(shares.firstAt != nil)
            let chores: RoutinePage = try await olga.send(.GET, "routines?only=chores").decode()
            #expect(chores.routines.map(\.id) == [new.id])
            #expect(try await olga.send(.GET, "routines?only=bins").problem.field == "only")
            for weeks in ["0", "53", "x"] {
                let answer = try await olga.send(.GET, "chores/shares?weeks=\(weeks)")
                #expect(try (400..<500).contains(answer.status) && answer.problem.field == "weeks")
            }
        }
    }

    @Test("Whoever has housemates' reminders off by themselves is reminded by nobody; on pages alone, there")
    func kindOfItsOwn() async throws {
        let new = try Self.bins()
        try await Self.with(new) { home, ben, olga in
            #expect(try await ben.send(.POST, "entries", Self.entry(.claimed, new.id)).status == 201)
            func remind(wanting wanted: ReminderPreferences) async throws -> RunningService.Answer {
                let kept = try await ben.send(.PUT, "account", AccountChange(reminders: wanted))
                #expect(kept.status == 200)
                let mine: Person = try await olga.send(.GET, "people/\(ben.session.person.id)").decode()
                #expect(mine.reminders == wanted)
                return try await olga.send(
                    .POST, "chores/reminders",
                    ChoreReminder(id: UUID(), routine: new.id, key: Self.key, at: noon))
            }
            let pages = ReminderCell(.housemate, .page)
            for none in [
                ReminderPreferences(off: [.housemate]),
                ReminderPreferences(silent: [.station], muted: [pages]),
            ] {
                let refused = try await remind(wanting: none)
                #expect(try refused.status == 409 && refused.problem.detail.hasPrefix("Ben does not want"))
            }
            let off: Set<MessageKind> = [.before, .due, .missed, .charge]
            let reminded = try await remind(wanting: ReminderPreferences(off: off, silent: [.station]))
            #expect(reminded.status == 201)
            let agenda: Agenda = try await home.station.get("agenda").decode()
            #expect(agenda.reminders.isEmpty)
            let feed: ChoreFeed = try await ben.send(.GET, "chores?only=reminders").decode()
            #expect(feed.mine.map { $0.chore?.remindedBy } == ["Olga"])
            // A kind that nobody knows is refused, and is not taken for one that is on.
            let unknown = ["reminders": ["off": ["money"], "channels": []]]
            let answer = try await ben.send(.PUT, "account", unknown)
            #expect(answer.status == 400)
            #expect(try answer.problem.field?.hasPrefix("reminders.off") == true)
        }
    }

    @Test("Somebody is reminded once an hour, and told by whom; stations and other people are not")
    func reminders() async throws {
        let new = try Self.bins()
        try await Self.with(new) { home, ben, olga in
            #expect(try await ben.send(.POST, "entries", Self.entry(.claimed, new.id)).status == 201)
            let reminder = ChoreReminder(id: UUID(), routine: new.id, key: Self.key, at: noon)
            #expect(try await olga.send(.POST, "chores/reminders", reminder).status == 201)
            #expect(try await olga.send(.POST, "chores/reminders", reminder).status == 200)
            var again = reminder
            again.id = UUID()
            let refused = try await olga.send(.POST, "chores/reminders", again)
            #expect(try refused.status == 409 && refused.problem.detail.hasPrefix("Ben was reminded"))
            let agenda: Agenda = try await home.station.get("agenda").decode()
            #expect(agenda.reminders.map(\.recipientName) == ["Ben"])
            #expect(
                !String(decoding: try await home.station.get("agenda").body, as: UTF8.self).contains("Olga"))
            let mine: ChoreFeed = try await ben.send(.GET, "chores").decode()
            #expect(mine.mine.map { $0.chore?.remindedBy } == ["Olga"])
            let whose = "person=\(ben.session.person.id)"
            for asker in [home.station, try #require(home.others.first { $0.role == .coordinator })] {
                let feed: ChoreFeed = try await asker.get("chores?\(whose)").decode()
                #expect(feed.mine.map(\.title) == ["Bins"], "\(asker.role)")
                #expect(feed.mine.allSatisfy { $0.chore?.remindedAt == nil && $0.chore?.remindedBy == nil })
                let narrow = try await asker.get("chores?only=reminders&\(whose)")
                #expect(try narrow.status == 403 && narrow.problem.field == "person", "\(asker.role)")
            }
            let narrow: ChoreFeed = try await ben.send(.GET, "chores?only=reminders&\(whose)").decode()
            #expect(narrow.mine.map { $0.chore?.remindedBy } == ["Olga"])
            again.key = Days.key("2026-03-28T13:31:00")
            #expect(try await olga.send(.POST, "chores/reminders", again).status == 404)
        }
    }

    @Test("A provider hears of what is a client's, and can plan and mark nothing else")
    func provider() async throws {
        let new = try Self.bins()
        try await Self.with(new) { home, ben, _ in
            let medicine = try Days.medicine()
            #expect(try await home.station.send(.POST, "routines", medicine).status == 201)
            #expect(try await ben.send(.POST, "entries", Self.entry(.claimed, new.id)).status == 201)
            let pauli = try #require(home.others.first { $0.role == .provider })
            let span = "occurrences?from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let key = Self.key.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for path in [
                "routines", "routines?state=active", span, span + "&per_day=3", span + "&client=*", "agenda",
            ] {
                let answer = try await pauli.get(path)
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(answer.status == 200 && !text.contains("Bins"), "\(path)")
                #expect(text.contains("Medicine"), "\(path)")
            }
            #expect(try await !pauli.eventsBefore().contains("Bins"))
            for path in ["routines/\(new.id)", "entries?routine=\(new.id)&key=\(key)"] {
                #expect(try await pauli.get(path).status == 404, "\(path)")
                #expect(try await ben.send(.GET, path).status == 200, "\(path)")
            }
            #expect(try await pauli.send(.POST, "entries", Self.entry(.done, new.id)).status == 404)
            let routine: Routine = try await ben.send(.GET, "routines/\(new.id)").decode()
            let end = RoutineChange(id: UUID(), scope: .all, replaces: routine.sequence, at: noon)
            #expect(try await pauli.send(.POST, "routines/\(new.id)/changes", end).status == 404)
            var another = try Self.bins()
            another.by = nil
            let refused = try await pauli.send(.POST, "routines", another)
            #expect(try refused.status == 422 && refused.problem.field == "content.audience")
            #expect(try await pauli.send(.POST, "entries", Self.entry(.done, medicine.id)).status == 201)
        }
    }

    @Test("What single people do is asked for as chores alone, and is nobody's for a kiosk")
    func views() async throws {
        let new = try Self.bins { ($0.audience, $0.assignment) = (.person, .fixed(person: "anna")) }
        try await Self.with(new) { home, ben, _ in
            let medicine = try Days.medicine()
            #expect(try await home.station.send(.POST, "routines", medicine).status == 201)
            let span = "from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let all: OccurrencePage = try await ben.send(.GET, "occurrences?\(span)").decode()
            #expect(Set(all.occurrences.map(\.title)) == ["Bins", "Medicine"])
            for bounds in ["", "&per_day=3", "&limit=5"] {
                let page: OccurrencePage = try await ben.send(
                    .GET, "occurrences?\(span)&only=chores\(bounds)"
                ).decode()
                #expect(page.occurrences.map(\.title) == ["Bins"])
            }
            #expect(try await ben.send(.GET, "occurrences?\(span)&only=others").status == 422)
            let kiosk = try await home.maria.get("agenda")
            #expect(!String(decoding: kiosk.body, as: UTF8.self).contains("Bins"))
            #expect(try await !home.maria.eventsBefore().contains("Bins"))
            #expect(try await home.maria.send(.POST, "entries", Self.entry(.done, new.id)).status == 404)
        }
    }

    @Test("What a client needs is not worth points, and needs nobody's yes", arguments: [true, false])
    func clientsNeed(isPaid: Bool) async throws {
        var new = try Days.medicine()
        new.content.need = "walk"
        if isPaid { new.content.points = 5 } else { new.content.needsApproval = true }
        let body = try CareJSON.encoder().encode(new)
        try await RunningService.with(adjust: Days.settings) { service in
            let answer = try await service.send(
                service.message(
                    .POST, "/api/v1/routines", as: RunningService.tokens.station, body: body))
            let problem = try answer.problem
            #expect(answer.status == 422 && problem.field == "content.need")
            #expect(problem.detail.contains("what somebody needs is no chore"))
        }
    }

    @Test("A client skips what is their own, for no points, and nothing of others; it can be undone")
    func skipped() async throws {
        try await TwoClients.with { home in
            func add(_ change: (inout RoutineContent) -> Void) async throws -> UUID {
                var new = try Days.medicine()
                (new.content.title, new.content.client, new.content.points) = ("Room", "maria", 5)
                new.content.assignment = .fixed(person: "maria")
                change(&new.content)
                #expect(try await home.station.send(.POST, "routines", new).status == 201)
                return new.id
            }
            let own = try await add { $0.isClientsOwn = true }
            let other = try await add { $0.isClientsOwn = false }
            var entry = Self.entry(.skipped, own)
            entry.text = "ill"
            let answer = try await home.maria.send(.POST, "entries", entry)
            let skipped: RoutineOccurrence = try answer.decode()
            #expect(answer.status == 201 && skipped.state == .skipped && skipped.note == "ill")
            #expect(try await home.maria.send(.POST, "entries", Self.entry(.skipped, other)).status == 403)
            let standing: PointPage = try await home.maria.get("points/maria").decode()
            #expect(standing.lines.isEmpty && standing.standing.total == 0)
            var undo = Self.entry(.undone, own)
            undo.undoes = skipped.lastEntry
            let undone: RoutineOccurrence = try await home.maria.send(.POST, "entries", undo).decode()
            #expect(undone.state.isOpen)
        }
    }

    @Test(
        "What goes together in a chore is said by its field",
        arguments: [
            (#""points":1001"#, "content.points"), (#""minutes":0"#, "content.minutes"),
            (#""count":101"#, "content.count"),
            (#""need":"walk""#, "content.need"), (#""clients_own":true"#, "content.clients_own"),
        ])
    func fields(member: String, field: String) async throws {
        let new = try Self.bins()
        try await RunningService.with(adjust: Days.settings) { service in
            var object = try #require(
                try JSONSerialization.jsonObject(with: CareJSON.encoder().encode(new)) as? [String: Any])
            var content = try #require(object["content"] as? [String: Any])
            let more =
                try JSONSerialization.jsonObject(with: Data("{\(member)}".utf8)) as? [String: Any] ?? [:]
            content.merge(more) { $1 }
            object["content"] = content
            let answer = try await service.send(
                service.message(
                    .POST, "/api/v1/routines", as: RunningService.tokens.station,
                    body: try JSONSerialization.data(withJSONObject: object)))
            #expect(try answer.status == 422 && answer.problem.field == field)
        }
    }
}
