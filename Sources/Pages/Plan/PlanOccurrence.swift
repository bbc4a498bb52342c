import Care
import FoundationEssentials
import Recurrence
import Wording

/// One occurrence: what it is, and the ways to change it.
struct PlanOccurrence {
    let path: String
    /// For a form that is sent from here.
    let id: String
    let replaces: Int64
    let symbol: ShownSymbol?
    let when: Text
    let word: Text?
    let look: String
    /// When it was planned first, where it was moved.
    let movedFrom: Text?
    let client: String
    let why: Text?
    let details: String?
    let note: String?
    let repetition: Text
    let reminders: Text
    /// Where it is done, left out and noted.
    let marking: String?
    /// Why it cannot be marked or changed.
    let gone: Text?
    let canChange: Bool
    let canRestore: Bool
    let repeats: Bool
    let all: String

    private static let live = ["routine_changed", "occurrence_changed"]

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let place = try await PlanPlace(call)
        let people: PeoplePage = try await call.api.get("people")
        let content = place.routine.content.of(place.key)
        let day = place.occurrence.map { call.request.zone.local(of: $0.at).day } ?? place.key.local.day
        return call.page(
            Page(
                title: .verbatim(place.occurrence?.title ?? content.title), template: "plan-occurrence",
                content: PlanOccurrence(place, content, people.people, call), live: live,
                notice: await PlanNotice.of(call), back: PlanText.week(day)))
    }

    private init(
        _ place: PlanPlace, _ content: RoutineContent, _ people: [Person], _ call: PageCall
    ) {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        let occurrence = place.occurrence
        path = place.path
        id = "\(UUID())"
        replaces = place.routine.sequence
        symbol = call.symbol(occurrence?.symbol ?? content.symbol)
        let local = occurrence.map { zone.local(of: $0.at) } ?? place.key.local
        when = PlanText.dayAndTime(local, today: today)
        (word, look) = occurrence.map(PlanItem.word) ?? (nil, "")
        let isMoved = occurrence.map { $0.local != place.key.local } ?? false
        movedFrom =
            isMoved
            ? Text("plan.first_planned", ["when": .text(PlanText.dayAndTime(place.key.local, today: today))])
            : nil
        client =
            occurrence.map { call.say(WhoseText.of($0)) } ?? call.say(WhoseText.of(content, people: people))
        why = occurrence.map { AssignmentText.text($0.assignment.reason) }
        details = occurrence?.details ?? content.details
        note = occurrence?.note
        repetition = RepetitionWords.text(place.routine.content.schedule)
        reminders = OneOccurrencePage.words(content.reminders)
        marking = occurrence.map { _ in place.path.replacingPrefix("/plan/", with: "/today/") }
        let isActive = place.routine.isActive
        gone =
            occurrence != nil
            ? (isActive ? nil : Text("plan.routine_ended"))
            : Text(place.isCancelled ? "plan.taken_out" : "plan.no_longer_planned")
        canChange = isActive && (occurrence?.state.isOpen ?? false)
        canRestore = isActive && place.isChanged && (occurrence?.state.isOpen ?? true)
        repeats = isActive && place.repeats
        all = PlanText.path(place.routine.id)
    }

    private static func way(_ path: String, _ words: String, class style: String? = nil) -> String {
        let style = style.map { " class=\"\($0)\"" } ?? ""
        return "<li><a href=\"\(path)\"\(style)><span>\(words)</span>\(Icon.forward.html)</a></li>"
    }

    static let template = """
        <div class="card" data-key="what">
        <p>\(ShownSymbol.html("symbol", class: "emoji")) <span class="word">{{when}}</span>\
        {{#word}} – <span class="word {{look}}">{{.}}</span>{{/word}}</p>
        {{#movedFrom}}<p>{{.}}</p>{{/movedFrom}}
        <p>[[plan.is_for]] {{why}}</p>
        {{#details}}<p class="lines-kept">{{.}}</p>{{/details}}
        {{#note}}<p class="note">{{.}}</p>{{/note}}
        <p class="quiet">{{repetition}} {{reminders}}</p>
        {{#gone}}<p class="problem">{{.}}</p>{{/gone}}
        {{#marking}}<p class="row"><a class="button main" href="{{.}}">[[plan.to_marking]]</a></p>{{/marking}}
        </div>
        <div data-key="change">
        {{#canRestore}}\(Form.post("{{path}}/restore", sends: ["id": "{{id}}", "replaces": "{{replaces}}"]))
        <p class="row"><button>[[plan.restore]]</button></p></form>{{/canRestore}}
        {{#canChange}}<h2>[[plan.change_it]]</h2>
        <ul class="ways">
        {{#repeats}}\(way("{{path}}/one", "[[plan.change_one]]"))
        \(way("{{path}}/following", "[[plan.change_following]]"))
        \(way("{{all}}/all", "[[plan.change_each]]"))
        \(way("{{path}}/end", "[[plan.end_it]]", class: "danger")){{/repeats}}
        {{^repeats}}\(way("{{all}}/all", "[[plan.change_only]]"))
        \(way("{{all}}/end", "[[plan.take_out]]", class: "danger")){{/repeats}}
        </ul>{{/canChange}}
        {{^canChange}}{{#repeats}}<p><a class="button" href="{{all}}">[[plan.to_routine]]</a></p>{{/repeats}}{{/canChange}}
        </div>
        """
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
