import Care
import CareStore
import Coursework
import Foundation
import Recurrence
import Testing

@Suite("A clock that stood wrong, and routines")
struct WrongClockTests {
    private static let day = 86_400
    /// At 13:00, an hour before the medicine.
    private static let now = 9 * day - 3600

    /// Lets the steady clock go from one second to another, from due to due, while the wall clock is off by so many days.
    private func score(
        _ home: RoutineHome, _ seconds: Range<Int>, days: Double = 0
    ) async throws -> [String] {
        var lines: [String] = []
        var second = seconds.lowerBound
        while second < seconds.upperBound {
            home.clock = noon.addingTimeInterval(Double(second) + days * 86_400)
            lines += try await home.store.takeDue(now: home.clock, uptime: .seconds(second)).map(line)
            let due = try await home.store.nextDue() ?? .distantFuture
            second += Int(min(max(due.timeIntervalSince(home.clock), 0), 21_600))
        }
        return lines
    }

    /// A home that has run for nine days: a medicine each day at 14:00 that was planned long before, and one that was moved
    /// to 14:30 after four days. Nobody has done anything.
    private func lived() async throws -> RoutineHome {
        let home = try await RoutineHome()
        try await home.add(medicine(at: "2025-06-01T14:00", reminders: ReminderPlan()))
        let other = try await home.add(medicine(at: "2025-06-01T16:00", reminders: ReminderPlan()))
        _ = try await score(home, 0..<(4 * Self.day))
        let at = noon.addingTimeInterval(Double(4 * Self.day))
        _ = try await home.store.changeRoutine(
            other.id,
            RoutineChange(
                id: UUID(), scope: .all,
                content: medicine(at: "2025-06-01T14:30", reminders: ReminderPlan()),
                replaces: other.sequence, by: "Anna", at: at),
            receivedAt: at)
        _ = try await score(home, (4 * Self.day)..<Self.now)
        return home
    }

    private func open(_ home: RoutineHome) async throws -> [String] {
        let agenda = try await home.agenda()
        return (agenda.outstanding + agenda.today).map { "\($0.state.rawValue) \($0.local)" }.sorted()
    }

    @Test(
        "Ten minutes in another year take nothing away, bring nothing old, and what follows is told as ever",
        arguments: [-56 * 365.25, -365, -60, -2, 2, 60, 3652, 29_000], [false, true])
    func tenMinutes(days: Double, restarts: Bool) async throws {
        let (home, other) = (try await lived(), try await lived())
        let before = try await open(home)
        #expect(before.count > 15)
        if restarts { try home.restart() }
        let meanwhile = try await score(home, Self.now..<(Self.now + 600), days: days)
        if days < 0 { #expect(meanwhile == []) } else { #expect(meanwhile.count <= 2 * 7 * 4) }
        if restarts { try home.restart() }
        let told = try await score(home, (Self.now + 600)..<(Self.now + 600 + 60))
        #expect(told == [])
        _ = try await score(other, Self.now..<(Self.now + 660))
        #expect(try await open(home) == open(other))
        let rest = (Self.now + 660)..<(Self.now + 3 * Self.day)
        let after = try await score(home, rest)
        let expected = try await score(other, rest)
        #expect(after == expected && after.contains { $0.contains("reminder due") })
        #expect(try await open(home) == open(other))
        #expect(try await home.store.clockIsBehind() == nil)
    }

    @Test(
        "What falls due while the clock stands wrong is told once it is right, and late",
        arguments: [-400.0, 400])
    func dueMeanwhile(days: Double) async throws {
        let home = try await lived()
        _ = try await score(home, Self.now..<(Self.now + 7200), days: days)
        let told = try await score(home, (Self.now + 7200)..<(Self.now + 7260))
        #expect(
            told == [
                "6 15:00 missed of 06T14:00", "6 15:00 reminder missed Anna station",
                "6 15:00 due of 06T14:30", "6 15:00 reminder due Anna station late",
            ])
    }

    @Test("A clock that is set back without a reason is doubted, and believed after a day")
    func doubted() async throws {
        let home = try await lived()
        let back = -30.0
        #expect(try await score(home, Self.now..<(Self.now + Self.day), days: back) == [])
        #expect(try await home.store.clockIsBehind() != nil)
        try home.restart()
        let told = try await score(home, (Self.now + Self.day)..<(Self.now + 2 * Self.day), days: back)
        #expect(try await home.store.clockIsBehind() == nil)
        #expect(told.contains { $0.hasSuffix("14:00 reminder due Anna station") })
        #expect(!told.contains { $0.contains("late") })
    }

    @Test("A clock older than Beckon is never believed")
    func neverBelieved() async throws {
        let home = try await lived()
        let before = try await open(home)
        let told = try await score(home, Self.now..<(Self.now + 3 * Self.day), days: -2000)
        #expect(told == [])
        // What is open is told all the same, to who asks.
        #expect(try await open(home) == before)
        #expect(try await home.store.clockIsBehind() != nil)
    }

    @Test(
        "A home that is set up with a wrong clock comes to itself when the clock is set right",
        arguments: [-56 * 365.25, 29_000, 400], [false, true])
    func setUpWrong(days: Double, restarts: Bool) async throws {
        let home = try await RoutineHome([])
        _ = try await score(home, 0..<60, days: days)
        for person in [maria, anna] { _ = try await home.store.setPerson(person, at: home.clock) }
        try await home.add(medicine(at: "2025-06-01T14:00", reminders: ReminderPlan()), at: home.clock)
        _ = try await score(home, 60..<600, days: days)
        if restarts { try home.restart() }
        let told = try await score(home, 1800..<Self.day)
        #expect(
            told == [
                "28 14:00 due of 28T14:00", "28 14:00 reminder due Anna station",
                "28 15:00 missed of 28T14:00", "28 15:00 reminder missed Anna station",
            ])
    }

    @Test(
        "A goal that was made while the clock was ahead is in the list once it is right, from then, with its whole time",
        arguments: [2.0, 60, 3652], [false, true])
    func goalAhead(days: Double, restarts: Bool) async throws {
        let home = try await lived()
        let later = (Self.now + 60)..<(Self.now + 120)
        _ = try await score(home, Self.now..<(Self.now + 60), days: days)
        let start = try #require(testZones("Europe/Berlin")).local(of: home.clock)
        let content = RoutineContent(
            title: "Walk", client: "maria", assignment: .fixed(person: "maria"),
            schedule: RecurrenceSet(start: start, zone: "Europe/Berlin", repetition: .once),
            reminders: ReminderPlan(tellsDue: false), graceMinutes: 300, isClientsOwn: true, isGoal: true)
        let made = try await home.add(content, at: home.clock)
        _ = try await score(home, later, days: days)
        #expect(try await home.agenda(.kiosk).goals.map(\.occurrence.title) == ["Walk"])
        if restarts { try home.restart() }
        _ = try await score(home, (Self.now + 120)..<(Self.now + 180))
        let goals = try await home.agenda(.kiosk).goals
        #expect(goals.map(\.occurrence.title) == ["Walk"] && goals.first?.occurrence.state == .due)
        // Its name is the one that its maker knows.
        #expect(goals.first?.occurrence.key == OccurrenceKey(start, zone: "Europe/Berlin"))
        let end = try #require(goals.first?.occurrence.missedAt)
        #expect(end > home.clock && end <= home.clock.addingTimeInterval(5 * 3600))
        let done = OccurrenceEntry(
            id: UUID(), routine: made.id, key: OccurrenceKey(start, zone: "Europe/Berlin"), kind: .done,
            at: home.clock)
        let marked = try await home.store.mark(
            done, actor: .kiosk, sender: "maria", isLoggedIn: false, receivedAt: home.clock
        ).0
        #expect(marked.state == .done)
    }

    @Test(
        "A school task's goal that was made while the clock was ahead keeps the school's end",
        arguments: [2.0, 5])
    func schoolGoalAhead(days: Double) async throws {
        let home = try await lived()
        let later = (Self.now + 60)..<(Self.now + 120)
        let link = CourseworkLink(
            id: UUID(), client: "maria", kind: .planner, platform: "canvas.school", addedAt: noon)
        _ = try await home.store.addCoursework(CourseworkRecord(link: link, mayBeInside: false))
        _ = try await score(home, Self.now..<(Self.now + 60), days: days)
        let end = Date(
            timeIntervalSince1970: (home.clock.timeIntervalSince1970 / 60).rounded(.down) * 60 + 3 * 86_400)
        let reading = CourseReading(
            tasks: [CourseTask(id: "assignment_1", title: "Essay", course: nil, dueAt: end)], isComplete: true
        )
        _ = try await home.store.mergeCoursework(reading, of: link.id, now: home.clock)
        _ = try await score(home, later, days: days)
        _ = try await score(home, (Self.now + 120)..<(Self.now + 180))
        func goal() async throws -> Goal? {
            try await home.store.goals(of: .only(["maria"]), now: home.clock).goals.first
        }
        #expect(try await goal()?.end == end)
        // It is still the platform's: its next reading moves the end, and nothing else has.
        _ = try await home.store.mergeCoursework(reading, of: link.id, now: home.clock)
        #expect(try await goal()?.end == end)
        var moved = reading
        moved.tasks[0].dueAt = end + 3600
        _ = try await home.store.mergeCoursework(moved, of: link.id, now: home.clock)
        #expect(try await goal()?.end == end + 3600)
    }

    @Test(
        "Once a clock that is behind is believed, what was told ahead of it is told again when it is due; what people did stays"
    )
    func sinceEver() async throws {
        let home = try await lived()
        let all = try await home.agenda().outstanding
        let fifth = try #require(all.first { $0.local.description == "2026-04-05T14:00:00" })
        let done = OccurrenceEntry(
            id: UUID(), routine: fifth.routine, key: fifth.key, kind: .done, by: "Anna", at: home.clock)
        _ = try await home.store.mark(done, actor: .station, receivedAt: home.clock)
        #expect(try await open(home).contains("missed 2026-04-05T14:30:00"))
        // From 6 April back to the third, for a day.
        let back = -3.0
        #expect(try await score(home, Self.now..<(Self.now + Self.day), days: back) == [])
        let believed = Self.now + Self.day
        func reminders(_ from: Int, _ until: Int) async throws -> [String] {
            try await score(home, (believed + from)..<(believed + until), days: back)
                .filter { $0.contains("reminder due") }
        }
        #expect(
            try await reminders(0, 7200) == [
                "4 14:00 reminder due Anna station", "4 14:30 reminder due Anna station",
            ])
        #expect(try await home.store.clockIsBehind() == nil)
        #expect(try await !open(home).contains { $0.contains("2026-04-05") })
        #expect(try await reminders(7200, Self.day + 7200) == ["5 14:30 reminder due Anna station"])
    }

    @Test("A week with the clock a year ahead is undone when it is set right")
    func weekAhead() async throws {
        let home = try await lived()
        _ = try await score(home, Self.now..<(Self.now + 7 * Self.day), days: 365)
        let told = try await score(home, (Self.now + 7 * Self.day)..<(Self.now + 8 * Self.day))
        // What the days before had brought under other dates is made up for, and then it goes on.
        #expect(told.filter { $0.contains("late") }.count <= 2 * 7 * 2)
        #expect(told.contains("13 14:00 reminder due Anna station"), "\(told)")
    }
}
