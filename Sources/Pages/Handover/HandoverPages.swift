import Care
import FoundationEssentials
import Recurrence
import Wording

/// What one shift tells the next: to be read, printed and heard.
enum HandoverPages: PageTopic {
    static let routes = [
        PageRoute(.get, "/handover", for: .staff) { call, _ in try await show(call) },
        PageRoute(.post, "/handover/claims", for: .staff, work: .answer, ClaimsPart.move),
    ]

    static let templates = ["handover": HandoverView.template]

    private static func show(_ call: PageCall) async throws -> PageResponse {
        let zone = call.request.zone
        let shifts = Shift.all(call.request.shifts, now: call.request.now, zone: zone)
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
        let open: RequestPage = try await call.api.get("requests", [("state", "open"), ("limit", "200")])
        let isAnyoneGoing = open.requests.contains { $0.state == .onTheWay }
        let people: [Person] =
            isAnyoneGoing ? try await call.api.get("people", as: PeoplePage.self).people : []
        return call.page(
            Page(
                title: Text("handover.title"), template: "handover",
                content: HandoverView(
                    found.map { HandoverWords($0, call) }, shifts: shifts, shown: shift, typed: typed,
                    problem: problem, claims: ClaimsPart(open.requests, people: people), call),
                live: [
                    "asked", "on_the_way", "met", "declined", "cancelled", "claim_lapsed", "request_noted",
                    "occurrence_changed", "fault", "appointment_changed",
                ],
                notice: given(call),
                scripts: ["history.js", Form.listenScript]),
            status: problem == nil ? 200 : 422)
    }

    /// What has become of calls that were to be given to somebody.
    private static func given(_ call: PageCall) -> Notice? {
        switch call.query["said"] {
        case "given": Notice(text: Text("handover.given"))
        case "none": Notice(text: Text("handover.none_given"))
        default: nil
        }
    }
}
