import Care
import Foundation
import NIOHTTP1
import Recurrence
import Testing

@testable import CareService

extension AppointmentAPITests {
    /// What is planned for Maria with Pauli, who comes to see both clients; Petra comes to see her, too.
    private struct Planned: Sendable {
        let appointment: Appointment
        let routine: Routine
        let mood: NewMood
        var id: String { "\(appointment.id)" }

        init(in house: House) async throws {
            appointment = try await house.plan()
            var new = try Days.medicine(isClientsOwn: true)
            (new.by, new.content.exercise, new.content.appointment) = (nil, "calm", appointment.id)
            routine = try await house.pauli.send(.POST, "routines", new).decode()
            mood = NewMood(
                id: UUID(), client: "maria", scale: .faces5, value: .level(4), routine: new.id,
                key: Days.key("2026-03-28T13:30:00"), appointment: appointment.id, at: noon)
            #expect(try await house.home.maria.send(.POST, "moods", mood).status == 201)
        }
    }

    @Test(
        "To which appointment of a colleague something belongs is in no answer, event, page or export of another provider"
    )
    func colleagues() async throws {
        try await Self.with { house in
            let planned = try await Planned(in: house)
            let (petra, pauli) = (house.petra, house.pauli)
            let span = "from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let reads = [
                "moods", "moods?client=maria", "routines", "routines/\(planned.routine.id)",
                "occurrences?\(span)",
                "occurrences?\(span)&per_day=10", "agenda", "appointments", "needs", "people",
                "entries?routine=\(planned.routine.id)&key=2026-03-28T13:30:00%5BEurope/Berlin%5D",
            ]
            var named = 0
            for path in reads {
                let answer = try await petra.get(path)
                #expect(answer.status == 200, "\(path)")
                let text = String(decoding: answer.body, as: UTF8.self).uppercased()
                #expect(!text.contains(planned.id), "GET \(path)")
                if try await pauli.get(path).body.text.contains(planned.id) { named += 1 }
            }
            // Its provider gets it in seven of them, and staff as well.
            #expect(named == 8, "\(named)")
            #expect(try await house.caregiver.get("moods").body.text.contains(planned.id))
            #expect(try await house.home.maria.get("agenda").body.text.contains(planned.id))
            for page in ["/moods/maria", "/moods.csv", "/clients/maria", "/sessions", "/plan", "/today"] {
                guard case .person(let person) = petra.credential else { continue }
                let answer = try await house.home.service.send(
                    house.home.service.message(.GET, page, as: nil, headers: [("Cookie", person.cookie)]))
                #expect(answer.status == 200, "\(page)")
                #expect(!answer.body.text.contains(planned.id), "\(page)")
            }
            #expect(try await house.petra.get("handover?since=8h").status == 403)
        }
    }

    @Test("At a station, nothing says to which appointment it belongs, and what is changed there keeps it")
    func stationNamesNone() async throws {
        try await Self.with { house in
            let planned = try await Planned(in: house)
            let station = house.home.station
            let path = "routines/\(planned.routine.id)"
            let span = "from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let reads = [
                "routines", path, "occurrences?\(span)", "occurrences?\(span)&per_day=10", "agenda",
            ]
            for read in reads {
                let answer = try await station.get(read)
                #expect(answer.status == 200, "\(read)")
                #expect(!answer.body.text.contains(planned.id), "GET \(read)")
            }
            #expect(try await !station.eventsBefore().uppercased().contains(planned.id))
            let seen: Routine = try await station.get(path).decode()
            #expect(seen.content.exercise == "calm" && seen.content.appointment == nil)
            var change = RoutineChange(
                id: UUID(), scope: .all, content: seen.content, replaces: seen.sequence, by: "Anna", at: noon)
            change.content?.title = "Breathing"
            let changed = try await station.send(.POST, path + "/changes", change)
            #expect(changed.status == 201 && !changed.body.text.contains(planned.id))
            // Written on something old, it is refused without a word of it.
            change.id = UUID()
            let refused = try await station.send(.POST, path + "/changes", change)
            #expect(refused.status == 409 && !refused.body.text.contains(planned.id))
            let kept: Routine = try await house.pauli.get(path).decode()
            #expect(kept.content.title == "Breathing")
            #expect(kept.content.appointment == planned.appointment.id)
        }
    }

    @Test("Events name it to its provider and to staff, and not to a colleague, from the past as well as now")
    func namedInEvents() async throws {
        try await Self.with { house in
            try await house.home.service.events(try house.petra.message(.GET, "events")) { hers in
                try await hers.untilReady()
                try await house.home.service.events(try house.pauli.message(.GET, "events")) { his in
                    try await his.untilReady()
                    let planned = try await Planned(in: house)
                    let (mine, theirs) = (try await his.nextMood(), try await hers.nextMood())
                    #expect(mine.id == planned.mood.id && mine.mood.appointment == planned.appointment.id)
                    #expect(theirs.id == planned.mood.id && theirs.mood.appointment == nil)
                    // What the store has is told in the same way.
                    #expect(try await !house.petra.eventsBefore().uppercased().contains(planned.id))
                    for asker in [house.pauli, house.caregiver, house.coordinator] {
                        let told = try await asker.eventsBefore()
                        #expect(told.uppercased().contains(planned.id), "\(asker.role)")
                    }
                }
            }
        }
    }

    @Test(
        "A colleague corrects, marks and changes what belongs to it without being told, and it stays where it belongs"
    )
    func keptWhenChanged() async throws {
        try await Self.with { house in
            let planned = try await Planned(in: house)
            let petra = house.petra
            var content = planned.routine.content
            (content.appointment, content.title) = (nil, "Breathing")
            var change = RoutineChange(
                id: UUID(), scope: .all, content: content, replaces: planned.routine.sequence, at: noon)
            let path = "routines/\(planned.routine.id)/changes"
            let changed = try await petra.send(.POST, path, change)
            #expect(changed.status == 201 && !changed.body.text.contains(planned.id), "\(changed)")
            // Sent once more it is the same; a late one is told what there is now, without it.
            #expect(try await petra.send(.POST, path, change).status == 200)
            change.id = UUID()
            let late = try await petra.send(.POST, path, change)
            #expect(late.status == 409 && late.body.text.contains("BREATHING"))
            #expect(!late.body.text.contains(planned.id))
            let kept: Routine = try await house.pauli.get("routines/\(planned.routine.id)").decode()
            #expect(kept.content.title == "Breathing" && kept.content.appointment == planned.appointment.id)
            // A mood that they correct stays with it as well.
            let correction = NewMood(
                id: UUID(), client: "maria", scale: .faces5, value: .level(3), corrects: planned.mood.id,
                at: noon)
            let answer = try await petra.send(.POST, "moods", correction)
            #expect(answer.status == 201 && !answer.body.text.contains(planned.id))
            #expect(try await petra.send(.POST, "moods", correction).status == 200)
            let moods: MoodPage = try await house.caregiver.get("moods").decode()
            #expect(moods.moods.first { $0.id == correction.id }?.mood.appointment == planned.appointment.id)
            let note = OccurrenceEntry(
                id: UUID(), routine: planned.routine.id, key: Days.key("2026-03-28T13:30:00"), kind: .note,
                text: "Slowly", at: noon)
            let marked = try await petra.send(.POST, "entries", note)
            #expect(marked.status == 201 && !marked.body.text.contains(planned.id), "\(marked)")
        }
    }

    @Test("The export of moods gives a provider their own clients' alone") func export() async throws {
        try await Self.with { house in
            for (kiosk, client) in [(house.home.maria, "maria"), (house.home.otto, "otto")] {
                let mood = NewMood(id: UUID(), client: client, scale: .pain10, value: .level(7), at: noon)
                #expect(try await kiosk.send(.POST, "moods", mood).status == 201)
            }
            for (asker, clients) in [(house.petra, ["maria"]), (house.pauli, ["maria", "otto"])] {
                guard case .person(let person) = asker.credential else { continue }
                for (query, seen) in [("", clients), ("?client=otto", clients.filter { $0 == "otto" })] {
                    let answer = try await house.home.service.send(
                        house.home.service.message(
                            .GET, "/moods.csv" + query, as: nil, headers: [("Cookie", person.cookie)]))
                    #expect(answer.status == 200)
                    let lines = answer.body.text.split(separator: "\r\n").dropFirst()
                    #expect(lines.count == seen.count)
                    for client in seen { #expect(lines.contains { $0.contains(",\(client.uppercased()),") }) }
                }
            }
        }
    }
}

extension EventLines {
    fileprivate mutating func nextMood() async throws -> Mood {
        while true { if let mood = try await nextEvent().mood { return mood } }
    }
}

extension Sequence where Element == UInt8 {
    /// In capitals, as ids are written.
    fileprivate var text: String { String(decoding: Array(self), as: UTF8.self).uppercased() }
}
