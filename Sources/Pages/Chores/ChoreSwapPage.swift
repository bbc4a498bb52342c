import Care
import FoundationEssentials
import Recurrence
import Wording

/// With which of the others' next turns somebody swaps.
struct ChoreSwapPage {
    struct Choice {
        let key: String
        let words: Text
        let entryID: String
        let person: String
        let with: String
    }

    /// As far as one looks ahead, in seconds: 60 days, within what the service lists at once.
    private static let ahead: Double = 60 * 86_400
    private static let most = 20

    let path: String
    /// Which one is given away.
    let what: Text
    let choices: [Choice]
    let isEmpty: Bool

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let place = try await PlanPlace(call)
        let now = call.request.now
        let page: OccurrencePage = try await call.api.get(
            "occurrences",
            [
                ("from", CareJSON.string(from: now)),
                ("until", CareJSON.string(from: now.addingTimeInterval(ahead))),
                ("routine", place.routine.id.uuidString), ("limit", "200"),
            ])
        let title = place.occurrence?.title ?? place.routine.content.title
        return call.page(
            Page(
                title: Text("chores.swap_title", ["title": .verbatim(title)]), template: "chore-swap",
                content: ChoreSwapPage(place, page.occurrences, call), live: TodayPages.live, back: "/chores")
        )
    }

    private init(_ place: PlanPlace, _ found: [RoutineOccurrence], _ call: PageCall) {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        path = "/chores/\(place.routine.id.uuidString)/\(PageText.escaped(place.key.description))/entries"
        func words(_ at: Date, _ name: String?) -> Text {
            let when = PlanText.dayAndTime(zone.local(of: at), today: today)
            return name.map { Text("plan.time_by", ["when": .text(when), "who": .verbatim($0)]) } ?? when
        }
        let holder = place.occurrence?.assignment
        what = place.occurrence.map { words($0.at, holder?.name) } ?? .empty
        let others = found.filter { one in
            one.state.isOpen && one.key != place.key && one.assignment.person != nil
                && one.assignment.person != holder?.person
        }
        choices =
            holder?.person == nil
            ? []
            : others.prefix(Self.most).map { one in
                Choice(
                    key: "swap-\(one.id)", words: words(one.at, one.assignment.name),
                    entryID: UUID().uuidString,
                    person: one.assignment.person ?? "", with: one.key.description)
            }
        isEmpty = choices.isEmpty
    }

    static let template = """
        <p>[[chores.swap_lead]]</p>
        {{#isEmpty}}<p class="quiet">[[chores.nothing_to_swap]]</p>{{/isEmpty}}
        <ul class="lines">{{#choices}}<li data-key="{{key}}">\(Form.post(
            "{{path}}", sends: ["id": "{{entryID}}", "kind": "swapped", "person": "{{person}}", "with": "{{with}}"]))\
        <button>{{words}}</button></form></li>
        {{/choices}}</ul>
        """
}
