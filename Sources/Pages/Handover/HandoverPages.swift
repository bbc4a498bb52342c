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

    /// When the home's shifts begin, in minutes since midnight.
    private static func begins(_ call: PageCall) async -> [Int] {
        let options: HomeOptions? = try? await call.api.get("settings")
        let option = options?.options.first { $0.name == "home.shifts" }
        let begins = (option?.value).map { SettingShape.items($0).compactMap(ShiftTime.minutes(ofDay:)) }
        return begins.flatMap { $0.isEmpty ? nil : Set($0).sorted() } ?? ShiftTime.usualBegins
    }

    private static func show(_ call: PageCall) async throws -> PageResponse {
        let zone = call.request.zone
        let shifts = Shift.all(await begins(call), now: call.request.now, zone: zone)
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

/// One of a day's shifts; other times can be typed.
struct Shift: Equatable {
    /// When it begins, by the home's clocks, and in an address: `06:00`.
    let name: String
    /// As people call it, where a day has two or three.
    let word: Text?
    let begin: Date
    let end: Date

    /// How long a shift is on before its own handover is of more interest than that of the one before, in seconds; at most half of it.
    private static let settled: Double = 7200

    /// Those of the last day, and at least two, the newest first: the first one is on.
    ///
    /// - Parameter begins: In minutes since midnight, rising; not empty.
    static func all(_ begins: [Int], now: Date, zone: ZoneRules) -> [Shift] {
        let today = zone.local(of: now).day
        let words = words(begins)
        let moments = [-2, -1, 0, 1].flatMap { days in
            begins.indices.map { index in
                let local = WallTime(startOf: today.adding(days: days))
                    .adding(seconds: Int64(begins[index]) * 60)
                return (name(begins[index]), words[index], zone.instant(of: local))
            }
        }
        let shifts = zip(moments, moments.dropFirst()).map {
            Shift(name: $0.0, word: $0.1, begin: $0.2, end: $1.2)
        }
        // One that the clocks leave out as they are put forward is none.
        let begun = shifts.filter { $0.begin <= now && $0.begin < $0.end }
        return Array(begun.suffix(max(begins.count, 2)).reversed())
    }

    private static func name(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }

    /// Night is what is on at three; the others follow it.
    private static func words(_ begins: [Int]) -> [Text?] {
        let texts: [Text]
        switch begins.count {
        case 2: texts = [Text("handover.night"), Text("handover.day")]
        case 3: texts = [Text("handover.night"), Text("handover.early"), Text("handover.late")]
        default: return begins.map { _ in nil }
        }
        let night = begins.lastIndex { $0 <= 180 } ?? begins.count - 1
        return begins.indices.map { texts[($0 - night + begins.count) % begins.count] }
    }

    static func usual(_ shifts: [Shift], now: Date) -> Shift? {
        guard let on = shifts.first else { return nil }
        let isNew = now.timeIntervalSince(on.begin) < min(settled, on.end.timeIntervalSince(on.begin) / 2)
        return isNew && shifts.count > 1 ? shifts[1] : on
    }
}
