import Care
import FoundationEssentials
import Recurrence
import Wording

/// What is planned of a need that can be scheduled, and the way to plan it.
struct NeedPlan {
    struct Time {
        let text: Text
        let path: String
    }

    /// How many of its next times are shown.
    private static let most = 5
    /// How far ahead is looked, in seconds.
    private static let ahead: Double = 60 * 86_400

    /// Where it is planned: the form, filled in.
    let way: String
    let times: [Time]
    let isEmpty: Bool

    /// `nil` for what cannot be scheduled, and for what is not there yet.
    init?(_ need: Need?, _ call: PageCall) async throws {
        guard let need, need.uses.contains(.scheduled) else { return nil }
        way = Self.way(need)
        times = try await Self.next(Self.most, of: need, call)
        isEmpty = times.isEmpty
    }

    static func way(_ need: Need) -> String {
        "/plan/new?need=\(PageText.escaped(need.id))"
            + (need.client.map { "&client=\(PageText.escaped($0))" } ?? "")
    }

    /// Its next times, of all routines that are made of it.
    static func next(_ most: Int, of need: Need, _ call: PageCall) async throws -> [Time] {
        let now = call.request.now
        let page: OccurrencePage = try await call.api.get(
            "occurrences",
            [
                ("from", CareJSON.string(from: now)),
                ("until", CareJSON.string(from: now.addingTimeInterval(ahead))),
                ("need", need.id), ("limit", "\(most)"),
            ])
        let today = call.request.zone.local(of: now).day
        return page.occurrences.prefix(most).map { occurrence in
            let local = call.request.zone.local(of: occurrence.at)
            return Time(
                text: Text(
                    "time.day_and_time",
                    ["day": .text(TimeText.day(local.day, today: today)), "time": .time(local)]),
                path: PlanText.path(occurrence.routine, occurrence.key))
        }
    }

    static let template = """
        {{#plan}}<section class="card" data-key="plan"><h2>[[needs.next_times]]</h2>
        {{#isEmpty}}<p class="quiet">[[needs.not_planned]]</p>{{/isEmpty}}
        <ul class="times">{{#times}}<li><a href="{{path}}">{{text}}</a></li>
        {{/times}}</ul>
        <p class="row"><a class="button main" href="{{way}}">\(Icon.plan.html)[[needs.plan_it]]</a></p></section>{{/plan}}
        """
}
