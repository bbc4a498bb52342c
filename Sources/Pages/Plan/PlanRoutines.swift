import Care
import FoundationEssentials
import Recurrence
import Wording

/// All routines, also those that are not due in any week that one looks at.
struct PlanRoutines {
    struct Line {
        let key: String
        let path: String
        let symbol: ShownSymbol?
        let title: String
        let client: String
        let words: Text
        let who: Text
    }

    let isEmpty: Bool
    let routines: [Line]
    /// Where the next ones are.
    let more: String?

    static func list(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let page: RoutinePage = try await call.api.get(
            "routines", [("state", "active"), ("limit", "50"), ("after", call.query["after"])])
        let more = page.next.map { "/plan/routines?after=\(PageText.escaped($0))" }
        let lines = page.routines.sorted { $0.content.title < $1.content.title }.map {
            Line($0, people.people, call)
        }
        return call.page(
            Page(
                title: Text("plan.all_routines"), template: "plan-routines",
                content: PlanRoutines(isEmpty: lines.isEmpty, routines: lines, more: more),
                live: ["routine_changed"], notice: await PlanNotice.of(call), back: "/plan"))
    }

    static func one(_ call: PageCall) async throws -> PageResponse {
        let routine = try await PlanPlace.routine(call)
        let people: PeoplePage = try await call.api.get("people")
        let now = call.request.now
        let coming: OccurrencePage = try await call.api.get(
            "occurrences",
            [
                ("from", CareJSON.string(from: now)),
                ("until", CareJSON.string(from: now.addingTimeInterval(PlanRoutine.ahead))),
                ("routine", routine.id.uuidString), ("limit", "100"),
            ])
        return call.page(
            Page(
                title: .verbatim(routine.content.title), template: "plan-routine",
                content: PlanRoutine(routine, coming.occurrences, people.people, call),
                live: ["routine_changed", "occurrence_changed"], notice: await PlanNotice.of(call),
                back: "/plan/routines"))
    }

    static let template = """
        {{^isEmpty}}<p class="row" data-key="new"><a class="button main" href="/plan/new">[[plan.plan_something]]</a></p>{{/isEmpty}}
        \(Empty.place(
            .repeat, "[[plan.no_routines]]", .init(words: "[[plan.plan_something]]", path: "/plan/new"),
            where: "isEmpty"))
        <ul class="cards">{{#routines}}<li class="card" data-key="{{key}}">
        <h2><a class="line" href="{{path}}">\(ShownSymbol.html("symbol", class: "emoji")) {{title}}</a></h2>
        <p>{{words}}</p><p class="quiet">[[plan.is_for]] {{who}}</p></li>
        {{/routines}}</ul>
        {{#more}}<p class="row" data-key="more"><a class="button" href="{{.}}">[[plan.next_ones]]</a></p>{{/more}}
        """
}

extension PlanRoutines.Line {
    init(_ routine: Routine, _ people: [Person], _ call: PageCall) {
        let content = routine.content
        key = "\(routine.id)"
        path = PlanText.path(routine.id)
        symbol = call.symbol(content.symbol)
        title = content.title
        client = call.say(WhoseText.of(content, people: people))
        words = RepetitionWords.text(content.schedule)
        who = WhoText.sentence(content.assignment, people: people)
    }
}

/// One routine as a whole.
struct PlanRoutine {
    /// As far as the next times are looked for, in seconds: 60 days, within what the service lists at once.
    static let ahead: TimeInterval = 60 * 86_400
    private static let most = 10

    struct Next {
        let key: String
        let path: String
        /// When it is, and who does it.
        let text: Text
    }

    let line: PlanRoutines.Line
    let details: String?
    let reminders: Text
    let next: [Next]
    let hasNext: Bool
    let isActive: Bool

    init(_ routine: Routine, _ coming: [RoutineOccurrence], _ people: [Person], _ call: PageCall) {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        let id = routine.id
        line = PlanRoutines.Line(routine, people, call)
        details = routine.content.details
        reminders = OneOccurrencePage.words(routine.content.reminders)
        next = coming.filter { $0.routine == id && $0.state.isOpen }.prefix(Self.most).map { occurrence in
            let when = PlanText.dayAndTime(zone.local(of: occurrence.at), today: today)
            return Next(
                key: occurrence.id, path: PlanText.path(occurrence.routine, occurrence.key),
                text: occurrence.assignment.name.map {
                    Text("plan.time_by", ["when": .text(when), "who": .verbatim($0)])
                } ?? when)
        }
        hasNext = !next.isEmpty
        isActive = routine.isActive
    }

    static let template = """
        {{#line}}<div class="card"><p class="word">{{words}}</p><p>[[plan.is_for]] {{who}}</p>
        {{#details}}<p class="lines-kept">{{.}}</p>{{/details}}<p class="quiet">{{reminders}}</p></div>
        <h2>[[plan.next_times]]</h2>
        {{^hasNext}}<p>[[plan.none_ahead]]</p>{{/hasNext}}
        <ul class="lines">{{#next}}<li data-key="{{key}}"><a href="{{path}}">{{text}}</a></li>
        {{/next}}</ul>
        {{#isActive}}<p class="row"><a class="button" href="{{path}}/all">[[plan.change_all]]</a>
        <a class="button danger" href="{{path}}/end">[[plan.end_it]]</a></p>{{/isActive}}
        {{^isActive}}<p>[[plan.has_ended]]</p>{{/isActive}}{{/line}}
        """
}
