import Care
import Foundation
import Recurrence
import Testing
import Wording

@testable import Pages

@Suite("The handover as a page")
struct HandoverTests {
    private func browser(_ change: (inout Handover) throws -> Void = { _ in }) throws -> FakeBrowser {
        let browser = try PlanHome.browser(at: "2026-11-24T07:00")
        var handover = Handover(
            since: try moment("2026-11-23T22:00"), until: try moment("2026-11-24T06:00"),
            zone: "Europe/Berlin", requests: [], occurrences: [])
        try change(&handover)
        try browser.service.has("handover", handover)
        try browser.service.has(
            "requests", RequestPage(requests: [], next: nil, sequence: 1, journal: UUID()))
        return browser
    }

    private func moment(_ local: String) throws -> Date {
        PlanHome.berlin.instant(of: try #require(WallTime(local)))
    }

    private func request(_ label: String, _ state: RequestState, _ local: String) throws -> Request {
        let at = try moment(local)
        return Request(
            id: UUID(), client: "maria", clientName: "Maria", need: "tea", label: label, called: label,
            say: label,
            priority: .urgent, state: state, askedAt: at, receivedAt: at, changedAt: at, changedBy: "Ben",
            reason: state == .declined ? "the kitchen is closed" : nil, sequence: 1)
    }

    @Test("Whoever is on the way gives their calls to another, once")
    func claims() async throws {
        let browser = try browser()
        let going = [
            try request("Tea", .onTheWay, "2026-11-24T06:48"),
            try request("Pain", .onTheWay, "2026-11-24T06:50"),
            try request("Water", .heard, "2026-11-24T06:55"),
        ]
        try browser.service.has(
            "requests", RequestPage(requests: going, next: nil, sequence: 1, journal: UUID()))
        try browser.service.has(
            "people",
            PeoplePage(people: [
                Person(id: "ben", name: "Ben", role: .caregiver),
                Person(id: "eva", name: "Eva", role: .caregiver),
                Person(id: "maria", name: "Maria", role: .client),
            ]))
        let page = try await browser.get("/handover")
        #expect(page.has("Ben is on the way") && page.has("Maria: Tea, Maria: Pain"))
        #expect(page.has(#"<option value="Eva">"#) && !page.has(#"<option value="Ben">"#))
        let id = UUID()
        try browser.service.answer("POST", "handover/claims", MovedClaims(requests: [going[0]]), status: 201)
        let given = try await browser.post(
            "/handover/claims", [("id", id.uuidString), ("from", "Ben"), ("to", "Eva")])
        #expect(given.location == "/handover?said=given")
        let sent: ClaimMove = try browser.service.onlySent("handover/claims")
        #expect(sent.id == id && sent.from == "Ben" && sent.to == "Eva")
    }

    @Test("It says what is open, what was missed, what is broken and what was done, with its notes")
    func whole() async throws {
        let browser = try browser { handover in
            let note = RequestNote(id: UUID(), text: "Wants the <blue>\ncup.", by: "Ben", at: handover.until)
            handover.requests = [
                HandoverRequest(request: try request("Pain", .heard, "2026-11-24T05:48"), notes: [note]),
                HandoverRequest(
                    request: try request("Tea", .declined, "2026-11-24T03:12"),
                    answeredAt: try moment("2026-11-24T03:13")),
            ]
            handover.occurrences = [
                HandoverOccurrence(
                    occurrence: try PlanHome.item("2026-11-23T22:00", "Turning", state: .missed)),
                HandoverOccurrence(occurrence: try PlanHome.item("2026-11-21T08:00", "Walk", state: .missed)),
                HandoverOccurrence(occurrence: try PlanHome.item("2026-11-22T08:00", "Walk", state: .missed)),
            ]
            let fault = Fault(
                id: UUID(), source: "kiosk", kind: .switchUnplugged, isActive: true, clientName: "Maria",
                detail: "", at: handover.since)
            handover.faults = [HandoverFault(fault: fault, isOpen: true)]
        }
        let page = try await browser.get("/handover")
        for words in [
            "Open calls: 1", "05:48 Maria: Pain · urgent", "Wants the &lt;blue&gt; cup.", "Broken now: 1",
            "Not done: 1", "22:00 Maria: Turning", "Still open from before: 2", "Maria: Walk, 2 times, first",
            "Can’t now: 1", "“the kitchen is closed”", "One call was answered, after 1 minute.",
        ] { #expect(page.has(words), "\(words)") }
        let said = try #require(page.text.firstMatch(of: /data-say="(Handover[^"]*)"/)).output.1
        #expect(said.count <= 400 && said.contains("Open calls: 1. 05:48 Maria: Pain"))
        #expect(page.has("id=\"print\"") && page.has("/assets/listen.js"))
    }

    @Test("A long shift is read aloud to its end, in pieces that can each be said at once")
    func spokenToTheEnd() async throws {
        let browser = try browser { handover in
            handover.requests = try (0..<40).map { number in
                let label = number == 7 ? String(repeating: "very long ", count: 60) : "Call \(number)"
                return HandoverRequest(request: try request(label, .heard, "2026-11-24T05:48"))
            }
        }
        let page = try await browser.get("/handover")
        let said = try #require(page.text.firstMatch(of: /data-say="(Handover[^"]*)" data-pieces/)).output.1
        let pieces = said.split(separator: "\n")
        #expect(pieces.count > 3 && pieces.allSatisfy { $0.count <= 400 })
        for number in 0..<40 where number != 7 { #expect(said.contains("Call \(number)")) }
        let script = String(decoding: PackageResources.listen_js, as: UTF8.self)
        #expect(script.contains(#""pieces" in button.dataset"#))
    }

    @Test("Whoever comes in sees the shift before theirs; each other one is a button")
    func shifts() async throws {
        let browser = try browser()
        let page = try await browser.get("/handover")
        #expect(page.has("Nothing was asked, nothing was planned, and nothing is broken."))
        #expect(page.has(#"href="/handover?shift=22:00" aria-current="true""#))
        var asked = try #require(browser.service.asked.last { $0.hasPrefix("GET handover") })
        #expect(asked == "GET handover?since=2026-11-23T21%3A00%3A00.000Z&until=2026-11-24T05%3A00%3A00.000Z")
        _ = try await browser.get("/handover?shift=06:00")
        asked = try #require(browser.service.asked.last { $0.hasPrefix("GET handover") })
        // It is on: until now.
        #expect(asked == "GET handover?since=2026-11-24T05%3A00%3A00.000Z")
    }

    @Test("A time that cannot be read is given back with what is wrong about it")
    func wrongTime() async throws {
        let browser = try browser()
        try browser.service.refuse(
            "GET", "handover", CareProblem(.notAcceptable, "write a time", field: "since"))
        let page = try await browser.get("/handover?since=yesterdayish")
        #expect(page.status == 422 && page.has("value=\"yesterdayish\"") && page.has("This cannot be used"))
        #expect(page.has("<details class=\"plain\" data-key=\"other\" open>"))
    }

    @Test(
        "Shifts follow the home's clocks, also over the night on which they change",
        arguments: [
            ("2026-10-25T07:00", ["06:00", "22:00", "14:00"], 9.0),
            ("2026-11-24T23:00", ["22:00", "14:00", "06:00"], 8),
            ("2026-11-24T05:59", ["22:00", "14:00", "06:00"], 8),
        ])
    func ofTheDay(local: String, names: [String], nightHours: Double) throws {
        let shifts = Shift.all(ShiftTime.usualBegins, now: try moment(local), zone: PlanHome.berlin)
        #expect(shifts.map(\.name) == names)
        let night = try #require(shifts.first { $0.name == "22:00" })
        #expect(night.end.timeIntervalSince(night.begin) == nightHours * 3600)
    }

    @Test(
        "A home's own shifts are called what they are, where there are two or three",
        arguments: [
            ([0, 480, 960], ["handover.early", "handover.night", "handover.late"]),
            ([420, 1140], ["handover.day", "handover.night"]), ([480], [nil, nil]),
            ([0, 360, 720, 1080], [nil, nil, nil, nil]),
            ([120, 540, 1260], ["handover.early", "handover.night", "handover.late"]),
        ] as [([Int], [String?])])
    func own(begins: [Int], words: [String?]) throws {
        let now = try moment("2026-11-24T09:30")
        let shifts = Shift.all(begins, now: now, zone: PlanHome.berlin)
        #expect(shifts.map(\.word) == words.map { $0.map { Text($0) } })
        for (one, before) in zip(shifts, shifts.dropFirst()) { #expect(one.begin == before.end) }
        #expect(shifts[0].begin <= now && now < shifts[0].end)
    }

    @Test("A shift that the clocks leave out is none") func leftOut() throws {
        // On 29 March 2026 there is no time from 2:00 to 3:00.
        let shifts = Shift.all(
            [120, 150, 180, 720], now: try moment("2026-03-29T10:00"), zone: PlanHome.berlin)
        #expect(shifts.allSatisfy { $0.begin < $0.end } && shifts.count == 4)
        #expect(Set(shifts.map(\.name)).count == 4)
        for (one, before) in zip(shifts, shifts.dropFirst()) { #expect(one.begin == before.end) }
    }

    @Test("With one shift a day, the one before is told apart by its day") func onePerDay() throws {
        let shifts = Shift.all([480], now: try moment("2026-11-24T09:30"), zone: PlanHome.berlin)
        #expect(shifts.map(\.name) == ["08:00", "2026-11-23T08:00"])
        #expect(shifts.map(\.needsDay) == [false, true])
    }

    @Test("A short shift is of more interest than the one before from its middle on") func middle() throws {
        let begins = [0, 120, 240, 360]
        for (now, name) in [("2026-11-24T02:59", "00:00"), ("2026-11-24T03:00", "02:00")] {
            let shifts = Shift.all(begins, now: try moment(now), zone: PlanHome.berlin)
            #expect(Shift.usual(shifts, now: try moment(now))?.name == name)
        }
    }

    @Test("A provider does not see it") func providers() async throws {
        var browser = try browser()
        browser.viewer = .dora
        #expect(try await browser.get("/handover").status == 403)
    }
}
