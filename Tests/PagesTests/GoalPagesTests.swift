import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("Goals on a client's own pages")
struct GoalPagesTests {
    private static let tom = Viewer(
        person: Person(id: "tom", name: "Tom", role: .client), csrfToken: "token-of-tom")

    /// One of Tom's, made at eight and to be done by six; it is ten.
    private static func goal(
        _ title: String = "Walk", minutes: Int = 600, state: OccurrenceState = .due,
        _ change: (inout RoutineContent) -> Void = { _ in }
    ) throws -> Goal {
        var content = RoutineContent(
            title: title, client: "tom", assignment: .fixed(person: "tom"),
            schedule: try PlanHome.schedule("2026-11-24T08:00"), reminders: ReminderPlan(tellsDue: false),
            graceMinutes: minutes, isClientsOwn: true, isGoal: true)
        change(&content)
        var item = try PlanHome.item("2026-11-24T08:00", title, state: state)
        item.missedAt = item.at.addingTimeInterval(Double(minutes) * 60)
        item.isGoal = true
        if let count = content.count { item.chore = Chore(count: count) }
        return Goal(
            routine: Routine(
                id: PlanHome.id, series: PlanHome.id, content: content,
                createdAt: .init(timeIntervalSince1970: 0), changedAt: .init(timeIntervalSince1970: 0),
                sequence: 17), occurrence: item)
    }

    private func browser(_ goals: [Goal] = []) throws -> FakeBrowser {
        var browser = try PlanHome.browser()
        browser.viewer = Self.tom
        try browser.service.has("goals", GoalPage(goals: goals, zone: "Europe/Berlin", sequence: 7))
        return browser
    }

    private func form(_ more: [String: String] = [:]) -> [(String, String)] {
        [
            "id": UUID().uuidString, "at": "2026-11-24T09:00:00Z", "title": "Walk", "details": "",
            "count": "",
            "date": "", "time": "", "reminders": "", "repeat": "once",
        ].merging(more) { _, new in new }.map { ($0.key, $0.value) }
    }

    @Test("What is open stands with what is left and until when, and then what was done")
    func list() async throws {
        let drink = try Self.goal("Drink") { ($0.count, $0.reminders.untilDone) = (3, [540, 1080]) }
        let page = try await browser([drink, try Self.goal("Read", minutes: Goal.openEnd, state: .done)])
            .get("/mine/goals")
        for words in ["Drink", "0 of 3 done", "One more done", "Until", "18:00", "Read", "Done within a day"]
        {
            #expect(page.has(words), "\(words)")
        }
        #expect(try await browser().get("/mine/goals").has("You have no goals yet."))
    }

    @Test("A goal is sent as a routine of the client's own, with its end, its count and its reminders")
    func adds() async throws {
        let browser = try browser()
        let made = try await browser.post(
            "/mine/goals",
            form([
                "title": " Drink ", "count": "3", "date": "2026-11-25", "time": "18:00",
                "reminders": "9:00, 18.30",
            ]))
        #expect(made.location == "/mine/goals?did=added")
        let new = try CareJSON.decoder().decode(
            NewRoutine.self, from: try #require(browser.service.sent.last?.body))
        #expect(new.content.title == "Drink" && new.content.isGoal && new.content.isClientsOwn)
        #expect(new.content.count == 3 && new.content.reminders.untilDone == [540, 1110])
        #expect(new.content.schedule == (try PlanHome.schedule("2026-11-24T10:00:00")))
        #expect(new.content.graceMinutes == 32 * 60 && new.content.reminders.tellsMissed)
        try new.content.check()
    }

    @Test("Without a day there is no end; every day begins at midnight and ends at its time")
    func ends() async throws {
        for (fields, grace, isOnce) in [
            ([:], Goal.openEnd, true), (["time": "12:00"], 120, true),
            (["repeat": "daily"], 1439, false), (["repeat": "daily", "time": "20:00"], 1200, false),
        ] {
            let browser = try browser()
            #expect(try await browser.post("/mine/goals", form(fields)).location != nil)
            let new = try CareJSON.decoder().decode(
                NewRoutine.self, from: try #require(browser.service.sent.last?.body))
            #expect(new.content.graceMinutes == grace && (new.content.schedule.repetition == .once) == isOnce)
            // Who wants no reminder is told of no end either.
            #expect(!new.content.reminders.tellsMissed)
            try new.content.check()
        }
    }

    @Test("What is wrong is said at its field, and what was typed stays")
    func wrong() async throws {
        for (fields, words) in [
            (["title": " "], "Write what you want to do."), (["count": "0"], "Write a number from 1 to 100."),
            (["reminders": "25:00"], "25:00"), (["date": "2026-11-23"], "That time has passed"),
            (["date": "2028-11-23"], "more than a year away"), (["date": "x"], "day"),
        ] {
            let browser = try browser()
            let page = try await browser.post(
                "/mine/goals", form(fields.merging(["details": "In the park"]) { old, _ in old }))
            #expect(page.status == 422 && page.has(words) && page.has("In the park"), "\(fields)")
            #expect(browser.service.sent.isEmpty)
        }
    }

    @Test("That there is no room for another goal is said with which one, and what was typed stays")
    func full() async throws {
        let browser = try browser()
        try browser.service.refuse(
            "POST", "routines",
            CareProblem(
                .goalsFull,
                "“Walk” has no room: there are 50 goals already, so do or delete one of them first",
                field: "content.goal"))
        let page = try await browser.post("/mine/goals", form(["title": "Walk", "details": "In the park"]))
        #expect(page.status == 422 && page.has("“Walk” has no room") && page.has("In the park"))
    }

    @Test("A change sends the whole of it with what was known; deleting is a change without content")
    func changes() async throws {
        let browser = try browser([try Self.goal()])
        let id = PlanHome.id.uuidString.lowercased()
        let page = try await browser.get("/mine/goals/\(id)")
        #expect(page.has("value=\"Walk\"") && page.has("value=\"18:00\"") && page.has("Yes, delete it"))
        let changed = try await browser.post(
            "/mine/goals/\(id)",
            form(["title": "Run", "replaces": "17", "date": "2026-11-24", "time": "20:00"]))
        #expect(changed.location == "/mine/goals?did=changed")
        var change = try CareJSON.decoder().decode(
            RoutineChange.self, from: try #require(browser.service.sent.last?.body))
        #expect(change.content?.title == "Run" && change.content?.graceMinutes == 720)
        #expect(change.content?.isGoal == true && change.replaces == 17 && change.scope == .all)
        #expect(
            try await browser.post("/mine/goals/\(id)/end", [("id", UUID().uuidString)]).location
                == "/mine/goals?did=deleted")
        change = try CareJSON.decoder().decode(
            RoutineChange.self, from: try #require(browser.service.sent.last?.body))
        #expect(change.content == nil && change.scope == .all)
    }

    @Test(
        "A daily one that begins later in the day ends at the time that was typed, and not before it begins")
    func daily() async throws {
        let daily = try Self.goal(minutes: 600) {
            $0.schedule.repetition = .rules((try? RecurrenceRule("FREQ=DAILY")).map { [$0] } ?? [])
        }
        let browser = try browser([daily])
        let path = "/mine/goals/\(PlanHome.id.uuidString.lowercased())"
        let early = try await browser.post(path, form(["replaces": "17", "time": "07:30"]))
        #expect(early.status == 422 && early.has("That time has passed") && browser.service.sent.isEmpty)
        #expect(
            try await browser.post(path, form(["replaces": "17", "time": "20:00"])).location != nil)
        let change = try CareJSON.decoder().decode(
            RoutineChange.self, from: try #require(browser.service.sent.last?.body))
        #expect(change.content?.graceMinutes == 720)
    }

    @Test("A form that was sent before with other words is not said to be added: it is offered once more")
    func sentBefore() async throws {
        let browser = try browser()
        try browser.service.refuse(
            "POST", "routines", CareProblem(.conflict, "the id is another's", field: "id"))
        let fields = form(["title": "Swim"])
        let page = try await browser.post("/mine/goals", fields)
        #expect(page.status == 409 && page.has("value=\"Swim\""))
        #expect(!page.has(try #require(fields.first { $0.0 == "id" }).1))
    }

    @Test("Those who care for a client read their goals, make, tick and delete them, in their own name")
    func theirs() async throws {
        var browser = try PlanHome.browser()
        var goal = try Self.goal("Drink") { ($0.client, $0.count) = ("maria", 3) }
        goal.occurrence.client = "maria"
        try browser.service.has("goals", GoalPage(goals: [goal], zone: "Europe/Berlin", sequence: 7))
        let all = try await browser.get("/goals")
        #expect(all.has("Maria") && all.has("1 to do") && all.has("/goals/maria"))
        let page = try await browser.get("/goals/maria")
        #expect(page.has("Goals of") && page.has("Drink") && page.has("One more done"))
        #expect(!page.has("Keep my goals") && browser.service.asked.contains("GET goals?client=maria"))
        #expect(
            try await browser.post("/goals/maria", form(["title": "Read"])).location
                == "/goals/maria?did=added")
        let new = try CareJSON.decoder().decode(
            NewRoutine.self, from: try #require(browser.service.sent.last?.body))
        #expect(new.content.client == "maria" && new.content.assignment == .fixed(person: "maria"))
        #expect(new.by == browser.viewer?.person.name && new.content.isGoal)
        let (id, key) = (goal.id.uuidString.lowercased(), "2026-11-24T08:00:00%5BEurope%2FBerlin%5D")
        #expect(try await browser.get("/goals/maria/\(id)").has("Yes, delete it"))
        let ticked = try await browser.post(
            "/goals/maria/\(id)/\(key)/entries",
            [("id", UUID().uuidString), ("kind", "done"), ("parts", "1")])
        #expect(ticked.location == "/goals/maria?did=done")
        #expect(
            try await browser.post("/goals/maria/\(id)/end", [("id", UUID().uuidString)]).location
                == "/goals/maria?did=deleted")
        #expect(try await browser.get("/goals/nobody").status == 404)
        browser.viewer = Self.tom
        #expect(try await browser.get("/goals/maria").status != 200)
    }
}
