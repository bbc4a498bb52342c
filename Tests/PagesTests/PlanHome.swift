import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

/// A home in Berlin, on a Tuesday in November, for the tests of Plan and Needs.
enum PlanHome {
    static let berlin: ZoneRules = {
        do {
            let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
            return try ZoneRules(id: "Europe/Berlin", tzif: Array(bytes))
        } catch { preconditionFailure("the machine's zones are missing, install tzdata: \(error)") }
    }()

    static let people = PeoplePage(people: [
        Person(id: "anna", name: "Anna", role: .caregiver),
        Person(id: "ben", name: "Ben", role: .coordinator),
        Person(id: "cleo", name: "Cleo", role: .caregiver), Person(id: "maria", name: "Maria", role: .client),
    ])

    static let id = UUID(uuidString: "00000000-0000-7000-8000-000000000001") ?? UUID()

    /// Anna's browser at a local time.
    static func browser(at now: String = "2026-11-24T10:00") throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.zone = berlin
        browser.now = berlin.instant(of: try #require(WallTime(now)))
        try browser.service.has("people", people)
        try browser.service.has("needs", NeedPage(needs: []))
        try browser.service.has("occurrences", OccurrencePage(occurrences: []))
        try browser.service.has("accounts", AccountPage(accounts: []))
        return browser
    }

    static func schedule(
        _ start: String, _ repetition: Repetition = .once, zone: String = "Europe/Berlin"
    ) throws -> RecurrenceSet {
        RecurrenceSet(start: try #require(WallTime(start)), zone: zone, repetition: repetition)
    }

    static func rules(_ start: String, _ rules: String...) throws -> RecurrenceSet {
        try schedule(start, .rules(try rules.map { try RecurrenceRule($0) }))
    }

    static func routine(_ schedule: RecurrenceSet, _ change: (inout RoutineContent) -> Void = { _ in })
        -> Routine
    {
        var content = RoutineContent(
            title: "Medicine", details: "Two drops.", symbol: "💊", client: "maria",
            assignment: .fixed(person: "anna"), schedule: schedule, priority: .soon,
            reminders: ReminderPlan(minutesBefore: [60, 7]), graceMinutes: 45)
        change(&content)
        return Routine(
            id: id, series: id, content: content, createdAt: .init(timeIntervalSince1970: 0),
            changedAt: .init(timeIntervalSince1970: 0), changedBy: "Ben", sequence: 17)
    }

    /// One of Maria's.
    static func item(
        _ key: String, _ title: String = "Medicine", to: String? = nil, state: OccurrenceState = .upcoming,
        routine: UUID = id, by: String? = nil
    ) throws -> RoutineOccurrence {
        let original = try #require(WallTime(key))
        let local = try to.map { try #require(WallTime($0)) } ?? original
        let at = berlin.instant(of: local)
        return RoutineOccurrence(
            routine: routine, key: OccurrenceKey(original, zone: "Europe/Berlin"), title: title, symbol: "💊",
            client: "maria", clientName: "Maria", priority: .soon, at: at, local: local,
            missedAt: at.addingTimeInterval(3600), state: state,
            assignment: Assignment(person: "anna", name: "Anna", reason: "Always Anna."),
            isClientsOwn: false, changedAt: by.map { _ in at }, changedBy: by)
    }

    static func path(_ key: String) -> String {
        "/plan/\(id.uuidString.lowercased())/\(PageText.escaped(key + "[Europe/Berlin]"))"
    }
}

extension FakeBrowser.Answer {
    /// What a form's fields hold when it is drawn, by their names: as a browser would send it without a hand on it.
    func fields() -> [(String, String)] {
        var found: [(String, String)] = []
        for match in text.matches(of: /<input([^>]*)>/) {
            let tag = String(match.output.1)
            guard let name = tag.firstMatch(of: /name="([^"]*)"/).map({ String($0.output.1) }) else {
                continue
            }
            if tag.contains("type=\"checkbox\"") || tag.contains("type=\"radio\""), !tag.contains(" checked")
            {
                continue
            }
            let value = tag.firstMatch(of: /value="([^"]*)"/).map { String($0.output.1) } ?? ""
            found.append((name, Self.plain(value)))
        }
        for match in text.matches(of: /<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/) {
            found.append((String(match.output.1), Self.plain(String(match.output.2))))
        }
        for match in text.matches(of: /<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/) {
            let options = match.output.2
            let chosen =
                options.firstMatch(of: /value="([^"]*)" selected/)
                ?? options.firstMatch(of: /value="([^"]*)"/)
            found.append((String(match.output.1), chosen.map { Self.plain(String($0.output.1)) } ?? ""))
        }
        return found
    }

    private static func plain(_ text: String) -> String {
        var text = text
        for (code, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            text = text.replacingOccurrences(of: code, with: sign)
        }
        return text
    }

    /// The same with other values for some names, and a button.
    func filled(_ other: [String: String], _ button: String = "save") -> [(String, String)] {
        fields().filter { other[$0.0] == nil && $0.0 != "do" } + other.sorted { $0.key < $1.key }
            + [("do", button)]
    }
}
