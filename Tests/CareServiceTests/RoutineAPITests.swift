import Care
import CareService
import Foundation
import NIOHTTP1
import OwnFolders
import Recurrence
import Testing

@Suite("Needs and routines over the API", .timeLimit(.minutes(30)))
struct RoutineAPITests {
    private static let station = RunningService.tokens.station
    private static let kiosk = RunningService.tokens.kiosk

    @Test("A routine is made, is due, is told, is done: from plan to tick")
    func wholeWay() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let new = try Days.medicine()
            #expect(try await service.post("/api/v1/routines", new, as: Self.station).status == 201)
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                service.clock.pass(.seconds(30 * 60))
                service.service.clockHasMoved()
                var told: [JournalEvent.Kind] = []
                while told.last != .reminder { told.append(try await lines.nextEvent().kind) }
                #expect(told.contains(.occurrenceChanged))
            }
            let agenda = try await service.agenda(as: Self.station)
            #expect(agenda.day.description == "2026-03-28" && agenda.zone == Days.zone)
            let due = try #require(agenda.today.first)
            #expect(due.title == "Medicine" && due.state == .due && due.assignment.name == "Anna")
            let reminder = try #require(agenda.reminders.first)
            #expect(reminder.kind == .due && reminder.channel == .station && !reminder.isLate)

            let receipts = "/api/v1/reminders/\(reminder.id)/receipts"
            let receipt = ReminderReceipt(id: UUID(), outcome: .told, at: noon)
            #expect(try await service.post(receipts, receipt, as: Self.station).status == 201)
            #expect(try await service.post(receipts, receipt, as: Self.station).status == 200)
            #expect(try await service.agenda(as: Self.station).reminders.isEmpty)

            // When it was received is for the service to say.
            let entry = OccurrenceEntry(
                id: UUID(), routine: new.id, key: due.key, kind: .done, by: "Anna", at: noon,
                receivedAt: Date(timeIntervalSince1970: 0))
            let marked = try await service.post("/api/v1/entries", entry, as: Self.station)
            #expect(marked.status == 201)
            #expect(try marked.decode(RoutineOccurrence.self).state == .done)
            #expect(try await service.post("/api/v1/entries", entry, as: Self.station).status == 200)
            let key = due.key.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let history: EntryPage = try await service.get(
                "/api/v1/entries?routine=\(new.id)&key=\(key)", as: Self.station
            ).decode()
            var kept = try #require(history.entries.first)
            let received = try #require(kept.receivedAt)
            #expect(abs(received.timeIntervalSince(service.clock.clock.wall())) < 3600)
            kept.receivedAt = entry.receivedAt
            #expect(history.entries.count == 1 && kept == entry)
        }
    }

    @Test(
        "In a plan, a field that there is not is refused with the one that was meant: a slip must not end a medicine",
        arguments: [
            ("content", "contents", "contents", "there is no such field: did you mean `content`?"),
            (
                "grace_minutes", "grace_minuts", "content.grace_minuts",
                "there is no such field: did you mean `grace_minutes`?"
            ),
            (
                "\"fixed\"", "\"nobody\"", "content.assignment.kind",
                "use one of fixed, in_turn, least_often, claimed"
            ),
            (
                "\"clients_own\":false", "\"clients_own\":\"no\"", "content.clients_own",
                "it is not true or false"
            ),
        ])
    func slips(old: String, new: String, field: String, detail: String) async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let routine = try Days.medicine()
            #expect(try await service.post("/api/v1/routines", routine, as: Self.station).status == 201)
            let change = RoutineChange(
                id: UUID(), scope: .all, content: routine.content, replaces: 1, at: routine.at)
            let right = try #require(String(bytes: CareJSON.encoder().encode(change), encoding: .utf8))
            #expect(right.contains(old))
            let wrong = right.replacing(old, with: new, maxReplacements: 1)
            let answer = try await service.send(
                service.message(
                    .POST, "/api/v1/routines/\(routine.id)/changes", as: Self.station, body: Data(wrong.utf8))
            )
            let problem = try answer.problem
            #expect(problem.field == field && problem.detail == detail)
        }
    }

    @Test("What is planned for a time is listed in its order, across the night in which the clocks change")
    func window() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            _ = try await service.post("/api/v1/routines", try Days.medicine(), as: Self.station)
            let page: OccurrencePage = try await service.get(
                "/api/v1/occurrences?from=2026-03-28T00:00:00%2B01:00&until=2026-03-31T00:00:00%2B02:00",
                as: Self.station
            ).decode()
            #expect(
                page.occurrences.map { CareJSON.string(from: $0.at) } == [
                    "2026-03-28T12:30:00.000Z", "2026-03-29T11:30:00.000Z", "2026-03-30T11:30:00.000Z",
                ])
        }
    }

    @Test("A mistake in a rule comes back in the reader's own words, with its place")
    func ruleMistakes() async throws {
        let good = String(decoding: try CareJSON.encoder().encode(try Days.medicine()), as: UTF8.self)
        let rule = "content.schedule.repeat.rules[0]"
        let cases: [(from: String, to: String, field: String, words: String)] = [
            ("FREQ=DAILY", "FREQ=DALY", rule, "DAILY"), ("FREQ=DAILY", "INTERVAL=2", rule, "FREQ"),
            ("FREQ=DAILY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "content.schedule", "never happens"),
            ("FREQ=DAILY", "FREQ=SECONDLY", "content.schedule", "once a minute"),
            ("Europe/Berlin", "Europe/Berln", "content.schedule.zone", "did you mean `Europe/Berlin`?"),
            ("Europe/Berlin", "Moon/Tranquility", "content.schedule.zone", "there is no time zone"),
            ("T13:30:00", "T25:30:00", "content.schedule.start", "is not a local time"),
            (#""grace_minutes":30"#, #""grace_minutes":0"#, "content.grace_minutes", "1 to 10080"),
            (#""title":"Medicine""#, #""title":" ""#, "content.title", "empty"),
        ]
        try await RunningService.with(adjust: Days.settings) { service in
            for (from, to, field, words) in cases {
                #expect(good.contains(from), "\(from)")
                let body = Data(good.replacing(from, with: to).utf8)
                let refused = try await service.send(
                    service.message(.POST, "/api/v1/routines", as: Self.station, body: body))
                #expect(refused.status == 422, "\(to)")
                let problem = try refused.problem
                #expect(problem.field == field, "\(to): \(problem)")
                #expect(problem.detail.contains(words), "\(to): \(problem)")
            }
            let page: RoutinePage = try await service.get("/api/v1/routines", as: Self.station).decode()
            #expect(page.routines.isEmpty)
        }
    }

    @Test("A part of a series that was changed from one day on is read and sent back as it is")
    func splitSentBack() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let routine = try Days.medicine()
            let made: Routine = try await service.post("/api/v1/routines", routine, as: Self.station).decode()
            var later = routine.content
            later.title = "Other medicine"
            let split = RoutineChange(
                id: UUID(), scope: .following, occurrence: Days.key("2026-03-30T13:30:00"), content: later,
                continuation: UUID(), replaces: made.sequence, at: noon)
            let path = "/api/v1/routines/\(routine.id)"
            #expect(try await service.post("\(path)/changes", split, as: Self.station).status == 201)
            for id in [routine.id, try #require(split.continuation)] {
                let read = try await service.get("/api/v1/routines/\(id)", as: Self.station)
                let part: Routine = try read.decode()
                #expect(part.content.beginsWith != nil || part.content.endsBefore != nil)
                let content = try #require(
                    (try JSONSerialization.jsonObject(with: read.body) as? [String: Any])?["content"])
                let back: [String: Any] = [
                    "id": UUID().uuidString, "scope": "all", "content": content, "replaces": part.sequence,
                    "at": CareJSON.string(from: noon),
                ]
                let sent = try await service.send(
                    service.message(
                        .POST, "/api/v1/routines/\(id)/changes", as: Self.station,
                        body: try JSONSerialization.data(withJSONObject: back)))
                #expect(sent.status == 201, "\(sent)")
                let after: Routine = try sent.decode()
                #expect(after.content == part.content)
            }
        }
    }

    @Test(
        "A routine is a client's unless it says so; one of another audience names no client, and no other word is taken",
        arguments: ["person", "household", "everybody"])
    func audience(other: String) async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let body = try CareJSON.encoder().encode(try Days.medicine())
            var new = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
            var content = try #require(new["content"] as? [String: Any])
            #expect(content["audience"] as? String == "client")
            func send(_ audience: String?) async throws -> RunningService.Answer {
                content["audience"] = audience
                new["content"] = content
                return try await service.send(
                    service.message(
                        .POST, "/api/v1/routines", as: Self.station,
                        body: try JSONSerialization.data(withJSONObject: new)))
            }
            let refused = try await send(other)
            #expect(refused.status == 422)
            #expect(
                try refused.problem.field == (other == "everybody" ? "content.audience" : "content.client"))
            content["client"] = nil
            let whole = try await send(other)
            #expect(whole.status == (other == "everybody" ? 422 : 201))
            new["id"] = UUID().uuidString
            #expect(try await send(nil).problem.field == "content.client")
            content["client"] = "maria"
            let made = try await send(nil)
            #expect(made.status == 201)
            #expect(try made.decode(Routine.self).content.audience == .client)
        }
    }

    @Test("A routine is made only of a need that its client has; one that goes later holds up nothing")
    func unknownNeed() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            var walk = NeedChange(client: "maria", label: "A walk", by: "Anna")
            let need: Need = try await service.put("/api/v1/needs/walk", walk).decode()
            _ = try await service.put("/api/v1/needs/shave", NeedChange(client: "anna", label: "A shave"))
            for id in ["swim", "shave"] {
                var unknown = try Days.medicine()
                unknown.content.need = id
                let refused = try await service.post("/api/v1/routines", unknown, as: Self.station)
                #expect(refused.status == 422)
                let problem = try refused.problem
                #expect(problem.field == "content.need" && problem.detail.contains("maria has no need \(id)"))
            }
            var known = try Days.medicine()
            known.content.need = "walk"
            let made: Routine = try await service.post("/api/v1/routines", known, as: Self.station).decode()
            walk.isActive = false
            walk.replaces = need.sequence
            #expect(try await service.put("/api/v1/needs/walk", walk).status == 200)
            known.content.title = "A walk to the lake"
            var change = RoutineChange(
                id: UUID(), scope: .all, content: known.content, replaces: made.sequence, at: noon)
            let path = "/api/v1/routines/\(known.id)/changes"
            let changed = try await service.post(path, change, as: Self.station)
            #expect(changed.status == 201, "\(changed)")
            change.id = UUID()
            change.content?.need = "swim"
            change.replaces = (try changed.decode() as Routine).sequence
            let refused = try await service.post(path, change, as: Self.station)
            #expect(try refused.status == 422 && refused.problem.field == "content.need")
        }
    }

    @Test(
        "A handover's times are read by the home's zone and clock, with notes on what was asked and planned")
    func handover() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let (new, asked) = (try Days.medicine(), water())
            _ = try await service.post("/api/v1/routines", new, as: Self.station)
            _ = try await service.post("/api/v1/requests", asked)
            let note = RequestNote(id: UUID(), text: "Only a sip.", by: "Ben", at: noon)
            #expect(
                try await service.post("/api/v1/requests/\(asked.id)/notes", note, as: Self.station).status
                    == 201)
            var entry = OccurrenceEntry(
                id: UUID(), routine: new.id, key: Days.key("2026-03-28T13:30:00"), kind: .note, by: "Ben",
                text: "With juice.", at: noon)
            #expect(try await service.post("/api/v1/entries", entry, as: Self.station).status == 201)
            entry.receivedAt = noon
            service.clock.pass(.seconds(3600))
            let found: Handover = try await service.get("/api/v1/handover?since=06:00", as: Self.station)
                .decode()
            // 14:00 of that day in Berlin, an hour ahead of UTC.
            #expect(CareJSON.string(from: found.since) == "2026-03-28T05:00:00.000Z")
            #expect(found.until == noon.addingTimeInterval(3600) && found.zone == Days.zone)
            #expect(found.requests.map(\.notes) == [[note]])
            #expect(found.occurrences.map(\.entries) == [[entry]])
            for query in ["", "?since=soon", "?since=1h&until=2h", "?since=63d"] {
                let refused = try await service.get("/api/v1/handover\(query)", as: Self.station)
                #expect((400...422).contains(refused.status))
                #expect(try refused.problem.field == "since", "\(query)")
            }
        }
    }

    @Test("A need is made and changed, and a conflict contains its present state")
    func needs() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            func put(_ change: NeedChange) async throws -> RunningService.Answer {
                try await service.put("/api/v1/needs/walk", change)
            }
            var change = NeedChange(label: "A walk", by: "Anna")
            let made = try await put(change)
            #expect(made.status == 201)
            let need: Need = try made.decode()
            #expect(need.say == "A walk" && need.called == "A walk" && need.sequence > 0)
            change.label = "A long walk"
            let conflict = try await put(change)
            #expect(conflict.status == 409)
            #expect(try conflict.problem.current == .need(need))
            #expect(try conflict.problem.field == "replaces")
            change.replaces = need.sequence
            let changed = try await put(change)
            #expect(changed.status == 200)
            let page: NeedPage = try await service.get("/api/v1/needs", as: Self.station).decode()
            #expect(try page.needs == [changed.decode(Need.self)])
            #expect(try await service.agenda(as: Self.kiosk).needs == page.needs)
        }
    }

    @Test("A client proposes, a caregiver decides, and the need is there")
    func proposals() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let new = NewNeedProposal(
                id: UUID(), client: "maria", clientName: "Maria", label: "A walk",
                say: "I would like to go for a walk.", proposedAt: noon)
            #expect(try await service.post("/api/v1/proposals", new).status == 201)
            #expect(try await service.post("/api/v1/proposals", new).status == 200)
            var other = new
            other.label = "Tea"
            #expect(try await service.post("/api/v1/proposals", other).status == 409)
            #expect(try await service.agenda(as: Self.station).proposals.map(\.id) == [new.id])

            let path = "/api/v1/proposals/\(new.id)/decisions"
            let refused = try await service.post(
                path, ProposalDecision(id: UUID(), isApproved: false, at: noon), as: Self.station)
            #expect(try refused.status == 422 && refused.problem.field == "reason")
            let decision = ProposalDecision(
                id: UUID(), isApproved: true, needID: "walk", by: "Anna", at: noon)
            #expect(try await service.post(path, decision).status == 403)
            #expect(try await service.post(path, decision, as: Self.station).status == 201)
            #expect(try await service.post(path, decision, as: Self.station).status == 200)
            let again = ProposalDecision(id: UUID(), isApproved: false, reason: "no", by: "Ben", at: noon)
            let late = try await service.post(path, again, as: Self.station)
            #expect(late.status == 409)
            guard case .proposal(let current) = try late.problem.current else {
                Issue.record("the conflict does not tell the proposal")
                return
            }
            #expect(current.state == .approved && current.need == "walk")
            #expect(try await service.agenda(as: Self.kiosk).needs.map(\.id) == ["walk"])
        }
    }

    @Test("A kiosk sees what is its client's, and marks what is their own, and nothing else")
    func kiosksOwn() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let (own, other) = (try Days.medicine(isClientsOwn: true), try Days.medicine())
            var elses = try Days.medicine(isClientsOwn: true)
            elses.content.client = "paul"
            let paul = Person(id: "paul", name: "Paul", role: .client)
            #expect(try await service.put("/api/v1/people/paul", paul).status == 201)
            for new in [own, other, elses] {
                #expect(try await service.post("/api/v1/routines", new, as: Self.station).status == 201)
            }
            let seen = Set(try await service.agenda(as: Self.kiosk).today.map(\.routine))
            #expect(seen == [own.id, other.id])
            #expect(try await service.agenda(as: Self.station).today.count == 3)
            func mark(_ routine: UUID) async throws -> RunningService.Answer {
                try await service.post(
                    "/api/v1/entries",
                    OccurrenceEntry(
                        id: UUID(), routine: routine, key: Days.key("2026-03-28T13:30:00"), kind: .done,
                        by: "Maria", at: noon))
            }
            #expect(try await mark(own.id).status == 201)
            // A refusal has a field: a kiosk's outbox must not take it for a wrong token. What is another client's is not there.
            for (routine, status) in [(other.id, 403), (elses.id, 404)] {
                let refused = try await mark(routine)
                #expect(refused.status == status)
                #expect(try status == 404 || refused.problem.field != nil)
            }
            for path in [
                "people", "people/anna", "needs", "proposals", "routines", "routines/\(own.id)",
            ] {
                #expect(try await service.get("/api/v1/" + path).status == 403, "\(path)")
            }
            // What its client has done and has to do is there, and nothing of another's.
            let span = "from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let found = try await service.get("/api/v1/occurrences?\(span)")
            let text = String(decoding: found.body, as: UTF8.self).lowercased()
            #expect(found.status == 200 && text.contains(own.id.uuidString.lowercased()))
            #expect(!text.contains(elses.id.uuidString.lowercased()))
        }
    }

    @Test("The people of the settings are there; a caregiver's own words about them stay")
    func people() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let page: PeoplePage = try await service.get("/api/v1/people", as: Self.station).decode()
            #expect(Set(page.people.map(\.id)) == ["anna", "maria"])
            var anna: Person = try await service.get("/api/v1/people/anna", as: Self.station).decode()
            anna.absences = [Absence(from: noon, until: noon.addingTimeInterval(86_400))]
            #expect(try await service.put("/api/v1/people/anna", anna).status == 200)
            var other = anna
            other.absences = []
            let refused = try await service.put("/api/v1/people/anna", other)
            anna.sequence += 1
            #expect(refused.status == 409)
            #expect(try refused.problem.field == "sequence" && refused.problem.current == .person(anna))
            #expect(try await service.put("/api/v1/people/ben", anna).status == 422)
            let ben = Person(id: "ben", name: "Ben", role: .caregiver)
            #expect(try await service.put("/api/v1/people/ben", ben).status == 201)
            #expect(
                try await service.get("/api/v1/people/anna", as: Self.station).decode(Person.self) == anna)
            #expect(try await service.get("/api/v1/people/cleo", as: Self.station).status == 404)
        }
    }

    @Test("At the home's midnight, also one in a night of 23 hours, streams hear that it is another day")
    func midnight() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            try await service.events(as: Self.kiosk) { lines in
                try await lines.untilReady()
                // 13:00 to 23:59:59, and one second more; then the day on which the clocks go forward.
                for (pass, day) in [(11 * 3600 - 1, nil), (1, "2026-03-29"), (23 * 3600, "2026-03-30")] {
                    service.clock.pass(.seconds(pass))
                    service.service.clockHasMoved()
                    guard let day else { continue }
                    let event = try await lines.nextEvent()
                    #expect(
                        event.sequence == 0 && event.content == .agendaChanged)
                    #expect(try await service.agenda(as: Self.kiosk).day.description == day)
                }
            }
        }
    }

    @Test("The home's program tells those who want it of due routines, and of requests at once")
    func command() async throws {
        let folder = try OwnFolder()
        let output = folder.file("told")
        guard mkfifo(output, 0o600) == 0 else {
            Issue.record("no pipe")
            return
        }
        var policy = AlertPolicy()
        policy.command = ["/bin/sh", "-c", "cat > '\(output)'"]
        try await RunningService.with(policy, adjust: Days.settings) { service in
            let anna = Person(
                id: "anna", name: "Anna", role: .caregiver,
                reminders: ReminderPreferences(channels: [.command]), sequence: 1)
            #expect(try await service.put("/api/v1/people/anna", anna).status == 200)
            _ = try await service.post("/api/v1/requests", water())
            let asked = try #require(try await Self.read(output).first)
            #expect(asked.kind == .request && asked.recipient == "anna" && asked.request?.need == "water")
            _ = try await service.post("/api/v1/routines", try Days.medicine(), as: Self.station)
            service.clock.pass(.seconds(30 * 60))
            service.service.clockHasMoved()
            var due: Reminder?
            // The request escalates meanwhile, which the program is told as well.
            while due == nil { due = try await Self.read(output).first { $0.kind == .due } }
            #expect(due?.channel == .command && due?.occurrence?.title == "Medicine")
        }
    }

    /// Waits for somebody to write into a pipe, reads it to its end, and gives the reminders among its lines.
    private static func read(_ pipe: String) async throws -> [Reminder] {
        let told = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Data, any Error>) in
            Thread.detachNewThread {
                done.resume(
                    with: Result {
                        try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe)).readToEnd() ?? Data()
                    })
            }
        }
        return told.split(separator: UInt8(ascii: "\n")).compactMap {
            try? CareJSON.decoder().decode(Reminder.self, from: $0)  // Or it is a request.
        }
    }

    @Test("A note about a request is kept and listed")
    func notes() async throws {
        try await RunningService.with { service in
            let new = water()
            _ = try await service.post("/api/v1/requests", new)
            let path = "/api/v1/requests/\(new.id)/notes"
            let note = RequestNote(id: UUID(), text: "She wanted it warm.", by: "Anna", at: noon)
            #expect(try await service.post(path, note, as: Self.station).status == 201)
            #expect(try await service.post(path, note, as: Self.station).status == 200)
            #expect(try await service.get(path, as: Self.station).decode(NotePage.self).notes == [note])
            let unknown = "/api/v1/requests/\(UUID())/notes"
            #expect(try await service.post(unknown, note, as: Self.station).status == 404)
        }
    }

    @Test("Windows and places that cannot be are answered with the field's name")
    func parameters() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            for (path, status, field) in [
                ("occurrences?from=2026-03-28T00:00:00Z", 400, "until"),
                ("occurrences?from=today&until=2026-03-28T00:00:00Z", 400, "from"),
                ("occurrences?from=2026-03-28T00:00:00Z&until=2026-03-28T00:00:00Z", 422, "until"),
                ("occurrences?from=2026-01-01T00:00:00Z&until=2026-12-31T00:00:00Z", 422, "until"),
                ("entries?routine=x&key=y", 400, "routine"),
                ("entries?routine=\(UUID())&key=2026-03-28", 400, "key"), ("routines/x", 400, "id"),
                ("routines?state=ended", 422, "state"), ("proposals?limit=0", 422, "limit"),
                ("needs?client=", 422, "client"), ("routines/\(UUID())", 404, "id"),
            ] as [(String, Int, String)] {
                let refused = try await service.get("/api/v1/" + path, as: Self.station)
                #expect(refused.status == status, "\(path)")
                #expect(try refused.problem.field == field, "\(path)")
            }
        }
    }
}

extension RunningService {
    func agenda(as token: String) async throws -> Agenda {
        try await get("/api/v1/agenda", as: token).decode()
    }

    /// As a caregiver.
    func put(_ path: String, _ value: some Encodable) async throws -> Answer {
        try await send(
            message(.PUT, path, as: Self.tokens.station, body: try CareJSON.encoder().encode(value)))
    }
}
