import Care
import CareStore
import Foundation
import Recurrence

extension StoreProbe {
    /// Makes routines that began ten years ago, if the file has fewer, and times what a page or station asks for.
    ///
    /// - Parameter isOfChores: Whether each of them is a chore, and not every second.
    static func timeView(_ path: String, count: Int, isOfChores: Bool) async throws {
        let start = Date(timeIntervalSince1970: 1_774_699_200)
        let store = try CareStore(path: path)
        _ = try await store.setPerson(Person(id: "maria", name: "Maria", role: .client), at: start)
        _ = try await store.setPerson(Person(id: "anna", name: "Anna", role: .caregiver), at: start)
        let rules = [
            "FREQ=DAILY;INTERVAL=10", "FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=-1FR",
            "FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=7",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
        ]
        var made = 0
        var cursor: Int64? = 0
        while let after = cursor {
            let page = try await store.routines(onlyActive: true, after: after, limit: 200)
            made += page.routines.count
            cursor = page.next.flatMap(Int64.init)
        }
        for number in made..<max(made, count) {
            guard let begin = WallTime("2016-04-0\(number % 9 + 1)T\(10 + number % 10):00") else { continue }
            let isChore = isOfChores || !number.isMultiple(of: 2)
            let content = RoutineContent(
                title: "Routine \(number)", client: isChore ? nil : "maria",
                audience: isChore ? .household : .client, assignment: .fixed(person: "anna"),
                schedule: RecurrenceSet(
                    start: begin, zone: "UTC",
                    repetition: .rules([try RecurrenceRule(rules[number % rules.count])])))
            _ = try await store.addRoutine(
                NewRoutine(id: UUID(), content: content, at: start), receivedAt: start)
        }
        let clock = ContinuousClock()
        var rounds = 0
        let reckoning = try await clock.measure {
            repeat {
                _ = try await store.takeDue(now: start)
                rounds += 1
            } while try await store.nextDue().map { $0 <= start } ?? false
        }
        say("reckoned at the start in \(reckoning), \(rounds) transactions")
        let end = start.addingTimeInterval(30 * 86_400)
        var found = 0
        func view() async throws -> Duration {
            try await clock.measure {
                found = try await store.occurrences(from: start, until: end, now: start, limit: 1_000_000)
                    .count
            }
        }
        var chores = 0
        // As `GET /occurrences?only=chores` gives them, by days.
        func month() async throws -> Duration {
            try await clock.measure {
                chores =
                    try await store.days(
                        from: start, until: end, only: .init(part: .chores), each: 3, now: start
                    ).days?
                    .map(\.count).reduce(0, +) ?? 0
            }
        }
        let first = try await view()
        _ = try await month()
        // In turn, so that what else the machine does meanwhile is in both.
        var views: [Duration] = []
        var months: [Duration] = []
        for _ in 0..<15 {
            views.append(try await view())
            months.append(try await month())
        }
        views.sort()
        months.sort()
        var today = 0
        let agenda = try await clock.measure {
            today = try await store.agenda(for: .station, client: "maria", now: start).today.count
        }
        var due = 0
        let feed = try await clock.measure { due = try await store.chores(of: "anna", now: start).mine.count }
        say("view \(found) occurrences")
        say("chores \(chores) of them by days")
        say("feed \(milliseconds(feed)) ms, \(due) of one's own")
        say("first \(milliseconds(first)) ms, with every rule read and compiled")
        say(
            "median \(milliseconds(views[7])) ms, quickest \(milliseconds(views[0])) ms, slowest \(milliseconds(views[14])) ms"
        )
        say(
            "chores' median \(milliseconds(months[7])) ms, quickest \(milliseconds(months[0])) ms, slowest \(milliseconds(months[14])) ms"
        )
        say("chores' ratio \(String(format: "%.2f", months[7] / views[7])) of the view's median")
        say("agenda \(milliseconds(agenda)) ms, \(today) today")
    }

    private static func milliseconds(_ time: Duration) -> String {
        String(format: "%.1f", time / .milliseconds(1))
    }
}
