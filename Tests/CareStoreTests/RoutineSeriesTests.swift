import Care
import CareStore
import Foundation
import Recurrence
import Testing

@Suite("What was said and told before it was due")
struct RoutineSeriesTests {
    @Test("An ended routine leaves nothing that was noted ahead; what was due stays")
    func ended() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        _ = try await home.score(until: berlin("2026-03-28T14:05"))
        _ = try await home.mark(.note, routine, "2026-03-29T14:00", text: "with juice")
        _ = try await home.change(routine, .all)
        #expect(try await home.days() == ["28T14:00 due Medicine"])
        home.clock = try berlin("2026-03-30T09:00")
        #expect(try await home.agenda().outstanding.map(\.key) == [home.key("2026-03-28T14:00")])
    }

    @Test("This and all following: who was told beforehand is not told again, and what waits goes along")
    func split() async throws {
        var quiet = anna
        quiet.reminders.quiet = QuietHours(from: 13 * 60, until: 13 * 60 + 55)
        let home = try await RoutineHome([maria, quiet, ben], restarts: true)
        let routine = try await home.add(
            medicine(at: "2026-03-27T14:00", reminders: ReminderPlan(minutesBefore: [10])))
        _ = try await home.score(until: berlin("2026-03-28T13:52"))
        let next = UUID()
        _ = try await home.change(
            routine, .following, "2026-03-28T14:00", content: routine.content, continuation: next)
        #expect(
            try await home.score(until: berlin("2026-03-28T14:00")) == [
                "28 13:55 reminder before 10 Anna station", "28 14:00 due of 28T14:00",
                "28 14:00 reminder due Anna station",
            ])
        #expect(try await home.waiting().compactMap(\.occurrence?.routine) == [next])
    }

    @Test("Whoever marks it by the name that it had before the split marks the right one")
    func oldName() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        let next = UUID()
        _ = try await home.change(
            routine, .following, "2026-03-29T14:00", content: routine.content, continuation: next)
        let done = try await home.mark(.done, routine, "2026-03-29T14:00")
        #expect(done.routine == next && done.state == .done)
        _ = try await home.mark(.undone, routine, "2026-03-29T14:00", undoes: done.lastEntry)
        _ = try await home.score(until: berlin("2026-03-29T14:00"))
        #expect(try await home.mark(.done, routine, "2026-03-29T14:00").routine == next)
        let history = try await home.store.history(next, home.key("2026-03-29T14:00"))
        #expect(history.map(\.kind) == [.done, .undone, .done])
        await #expect(throws: CareStoreError.self) {
            try await home.mark(.done, routine, "2026-03-29T15:00")
        }
    }

    @Test("A note does not keep the words of the day on which it was written")
    func notedAhead() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        _ = try await home.mark(.note, routine, "2026-03-29T14:00", text: "with juice")
        var content = routine.content
        content.title = "Pills"
        content.assignment = .fixed(person: "ben")
        _ = try await home.change(routine, .all, content: content)
        let day = {
            try await home.opened().occurrences(
                from: berlin("2026-03-29T00:00"), until: berlin("2026-03-30T00:00"), now: home.clock)
        }
        #expect(try await day().map(\.title) == ["Pills"])
        #expect(try await day().map(\.note) == ["with juice"])
        let told = try await home.score(until: berlin("2026-03-29T14:00"))
        #expect(told.last == "29 14:00 reminder due Ben station")
        #expect(try await day().map(\.note) == ["with juice"])
    }

    @Test(
        "In another zone it is the same by its local time: what was given does not come again, nothing is left out",
        arguments: [false, true])
    func zone(isSplit: Bool) async throws {
        let home = try await RoutineHome(restarts: true)
        var routine = try await home.add(medicine(at: "2026-03-27T14:00", reminders: ReminderPlan()))
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        _ = try await home.mark(.done, routine, "2026-03-29T14:00")
        _ = try await home.mark(.note, routine, "2026-03-30T14:00", text: "with juice")
        routine = try await home.change(routine, .one, "2026-03-31T14:00")
        var content = routine.content
        content.schedule.zone = "Europe/London"
        if isSplit {
            let next = UUID()
            _ = try await home.change(
                routine, .following, "2026-03-29T14:00", content: content, continuation: next)
            routine = try #require(try await home.store.routine(next))
        } else {
            routine = try await home.change(routine, .all, content: content)
        }
        #expect(
            try await home.days() == [
                "28T14:00 done Medicine", "29T14:00 done Medicine", "30T14:00 upcoming Medicine",
            ])
        // By the name that it had.
        let noted = try await home.mark(.note, routine, "2026-03-30T14:00", text: "and a straw")
        #expect(noted.key == (try home.key("2026-03-30T14:00")).inZone("Europe/London"))
        let history = try await home.store.history(routine.id, noted.key)
        #expect(history.map(\.text) == ["with juice", "and a straw"])
        let told = try await home.score(until: berlin("2026-04-01T15:00"))
        #expect(
            told == [
                "30 15:00 due of 30T14:00", "30 15:00 reminder due Anna station",
                "30 16:00 missed of 30T14:00", "30 16:00 reminder missed Anna station",
                "1 15:00 due of 01T14:00", "1 15:00 reminder due Anna station",
            ])
    }

    @Test("What by the new zone's clock has passed is due at once, and not left out")
    func zoneOvertakes() async throws {
        let home = try await RoutineHome(restarts: true)
        var content = try medicine(at: "2026-03-27T14:00", reminders: ReminderPlan())
        content.schedule.zone = "Europe/London"
        let routine = try await home.add(content)
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        content.schedule.zone = "Europe/Berlin"
        _ = try await home.change(routine, .all, content: content)
        #expect(try await home.days()[0] == "28T14:00 due Medicine")
        #expect(try await home.waiting().map(\.kind) == [.due])
        let told = try await home.score(until: berlin("2026-03-29T14:00"))
        #expect(
            told == [
                "28 15:00 missed of 28T14:00", "28 15:00 reminder missed Anna station",
                "29 14:00 due of 29T14:00", "29 14:00 reminder due Anna station",
            ])
    }
}
