import Care
import FoundationEssentials
import Recurrence
import Wording

/// What one shift tells the next: to be read, printed and heard.
enum HandoverPages: PageTopic {
    static let routes = [
        PageRoute(.get, "/handover", for: .staff) { call, _ in try await show(call) }
    ]

    static let templates = ["handover": HandoverView.template]

    private static func show(_ call: PageCall) async throws -> PageResponse {
        let zone = call.request.zone
        let shifts = Shift.all(now: call.request.now, zone: zone)
        let typed = (since: call.query["since"], until: call.query["until"])
        let chosen = shifts.first { $0.name == call.query["shift"] }
        // Whoever comes in wants to know what was before: the shift that is on, while it is less than two hours old the one before it.
        let shift = chosen ?? (typed.since == nil ? Shift.usual(shifts, now: call.request.now) : nil)
        let query: [(String, String?)] =
            shift.map {
                [
                    ("since", CareJSON.string(from: $0.begin)),
                    ("until", $0.end <= call.request.now ? CareJSON.string(from: $0.end) : nil),
                ]
            } ?? [("since", typed.since), ("until", typed.until)]
        var problem: CareProblem?
        var found: Handover?
        do throws(CareProblem) { found = try await call.api.get("handover", query) } catch {
            // What was typed as a time stands in the form, with what is wrong about it.
            guard error.field == "since" || error.field == "until" else { throw error }
            problem = error
        }
        return call.page(
            Page(
                title: Text("handover.title"), template: "handover",
                content: HandoverView(
                    found.map { HandoverWords($0, call) }, shifts: shifts, shown: shift, typed: typed,
                    problem: problem, call),
                live: ["asked", "met", "declined", "request_noted", "occurrence_changed", "fault"],
                scripts: ["history.js", Form.listenScript]),
            status: problem == nil ? 200 : 422)
    }
}

/// One of a day's three shifts, as most homes have them; other times can be typed.
struct Shift: Equatable {
    /// In an address.
    let name: String
    let begin: Date
    let end: Date

    /// When each begins, by the home's clocks.
    private static let hours = [("early", 6), ("late", 14), ("night", 22)]
    /// How long a shift is on before its own handover is of more interest than that of the one before, in seconds.
    private static let settled: Double = 7200

    /// Those of the last day, the newest first: the first one is on.
    static func all(now: Date, zone: ZoneRules) -> [Shift] {
        let today = zone.local(of: now).day
        let begins = [-1, 0, 1].flatMap { days in
            hours.map { name, hour in
                let local = WallTime(startOf: today.adding(days: days)).adding(seconds: Int64(hour) * 3600)
                return (name, zone.instant(of: local))
            }
        }
        let shifts = zip(begins, begins.dropFirst()).map { Shift(name: $0.0, begin: $0.1, end: $1.1) }
        return Array(shifts.filter { $0.begin <= now }.suffix(3).reversed())
    }

    static func usual(_ shifts: [Shift], now: Date) -> Shift? {
        guard let on = shifts.first else { return nil }
        return now.timeIntervalSince(on.begin) < settled && shifts.count > 1 ? shifts[1] : on
    }
}
