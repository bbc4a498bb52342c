import Care
import CareStore
import Foundation
import Recurrence
import Testing

@Suite("A wall clock that is set, and routines")
struct RoutineClockTests {
    /// Takes what is due every so many seconds of the steady clock, while the wall clock is off by `offset(second)`.
    private func score(
        _ home: RoutineHome, seconds: ClosedRange<Int>, every step: Int = 300, offset: (Int) -> Double
    ) async throws -> [String] {
        var lines: [String] = []
        for second in stride(from: seconds.lowerBound, through: seconds.upperBound, by: step) {
            let wall = noon.addingTimeInterval(Double(second) + offset(second))
            repeat {
                lines += try await home.store.takeDue(now: wall, uptime: .seconds(second)).map(line)
            } while try await home.store.nextDue().map { $0 <= wall } ?? false
        }
        return lines
    }

    @Test("Set back by an hour, it comes to the same times again and tells nothing twice")
    func back() async throws {
        let home = try await RoutineHome()
        try await home.add(medicine(reminders: ReminderPlan()))
        let told = try await score(home, seconds: 0...14_400) { $0 < 4500 ? 0 : -3600 }
        #expect(
            told == [
                "28 14:00 due of 28T14:00", "28 14:00 reminder due Anna station",
                "28 15:00 missed of 28T14:00", "28 15:00 reminder missed Anna station",
            ])
    }

    @Test("Set forward over the time, it is told at once, and late")
    func forward() async throws {
        let home = try await RoutineHome()
        try await home.add(medicine(reminders: ReminderPlan()))
        let told = try await score(home, seconds: 0...1800) { $0 < 600 ? 0 : 3600 }
        #expect(told == ["28 14:10 due of 28T14:00", "28 14:10 reminder due Anna station late"])
    }

    @Test(
        "A clock that stood in another year takes nothing away from the days that follow",
        arguments: [false, true])
    func wrongYear(whileOff: Bool) async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(reminders: ReminderPlan()))
        _ = try await score(home, seconds: 0...30, every: 30) { $0 < 30 ? 0 : 60 * 86_400 }
        _ = try await home.mark(.done, routine, "2026-05-26T14:00", at: noon.addingTimeInterval(60 * 86_400))
        if whileOff { try home.restart() }
        let told = try await score(home, seconds: 300...14_400) { _ in 0 }
        #expect(
            told.contains("28 14:00 due of 28T14:00") && told.contains("28 14:00 reminder due Anna station"))
        let days = try await score(home, seconds: 14_400...(3 * 86_400), every: 1800) { _ in 0 }
        #expect(
            days.contains("30 14:00 due of 30T14:00") && days.contains("30 14:00 reminder due Anna station"))
        let marked = try await home.store.occurrences(
            from: berlin("2026-05-26T00:00"), until: berlin("2026-05-27T00:00"), now: noon)
        #expect(marked.map(\.state) == [.done])
    }

    @Test("A retry by the home's program goes with the clock")
    func retry() async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        var paged = anna
        paged.reminders.channels = [.command]
        let home = try await RoutineHome([maria, paged], policy: policy)
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan()))
        _ = try await home.store.takeDue(now: noon, uptime: .zero)
        let delivery = try #require(try await home.store.pendingDelivery(now: noon))
        _ = try await home.store.settle(delivery, .failed("exit 1"), at: noon, uptime: .zero)
        let set = noon.addingTimeInterval(-7200)
        _ = try await home.store.takeDue(now: set.addingTimeInterval(1), uptime: .seconds(1))
        #expect(try await home.store.nextDelivery() == set.addingTimeInterval(5))
    }

    @Test("A state that changes its clocks while nothing runs is followed after the start")
    func newClocks() async throws {
        let home = try TestHome()
        do {
            let store = try CareStore(path: home.path, zone: "Europe/Berlin", zones: testZones)
            for person in [maria, anna] { _ = try await store.setPerson(person, at: noon) }
            _ = try await store.addRoutine(
                NewRoutine(id: UUID(), content: medicine(reminders: ReminderPlan()), at: noon),
                receivedAt: noon)
        }
        // An hour further east: 14:00 comes an hour earlier.
        let store = try CareStore(
            path: home.path, zone: "Europe/Berlin",
            zones: { id in ZoneRules(id: id, fixedOffset: 7200) })
        let events = try await store.takeDue(now: noon)
        #expect(events.compactMap(\.reminder?.kind) == [.due])
    }
}
