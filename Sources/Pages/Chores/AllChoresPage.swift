import Care
import FoundationEssentials
import Recurrence
import Wording

/// Every chore that is planned, also one that is not due for weeks: when it comes next, who does it, what it is worth.
///
/// The service gives a page of them in one question; when each comes next follows from its own rule.
struct AllChoresPage {
    struct Line {
        let key: String
        let path: String
        let symbol: String?
        let title: String
        let words: Text
        let who: Text
        /// When it comes next, what it is worth, how long it takes.
        let facts: Text?
    }

    /// As far ahead as the next time is looked for, in seconds: two years.
    private static let ahead: TimeInterval = 2 * 366 * 86_400

    let lines: [Line]
    let isEmpty: Bool
    /// Where the next ones are.
    let more: String?

    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let page: RoutinePage = try await call.api.get(
            "routines",
            [("state", "active"), ("only", "chores"), ("limit", "50"), ("after", call.query["after"])])
        return call.page(
            Page(
                title: Text("chores.all"), template: "chores-all",
                content: AllChoresPage(page, people.people, call), live: ["routine_changed"], back: "/chores")
        )
    }

    private init(_ page: RoutinePage, _ people: [Person], _ call: PageCall) {
        lines = page.routines.sorted { $0.content.title.lowercased() < $1.content.title.lowercased() }.map {
            Line($0, people, next: Self.next(of: $0.content, call), call)
        }
        isEmpty = lines.isEmpty
        more = page.next.map { "/chores/all?after=\(PageText.escaped($0))" }
    }

    /// `nil` where its rule gives no more, and where it depends on when it was last done.
    private static func next(of content: RoutineContent, _ call: PageCall) -> Text? {
        switch content.schedule.repetition {
        case .afterDone: return nil
        case .once, .rules, .elapsed: break
        }
        let clocks = DueDatesPreview.clocks(content.schedule.zone, zone: call.request.zone)
        let now = call.request.now
        do {
            let times = try RoutinePlan(content, zone: clocks).times(
                from: now, until: now.addingTimeInterval(ahead), limit: 1)
            let next = times.first.map {
                PlanText.dayAndTime(clocks.local(of: $0.at), today: clocks.local(of: now).day)
            }
            return next.map { Text("chores.next", ["when": .text($0)]) } ?? Text("chores.none_next")
        } catch { return nil }
    }

    static let template = """
        \(Empty.place(
            .home, "[[chores.none]]", .init(words: "[[chores.plan_one]]", path: ChoresPage.plan), where: "isEmpty"))
        <ul class="cards">{{#lines}}<li class="card" data-key="{{key}}">
        <h2><a class="line" href="{{path}}">{{#symbol}}<span class="emoji" aria-hidden="true">{{.}}</span>&nbsp;{{/symbol}}{{title}}</a></h2>
        <p>{{words}}</p>{{#facts}}<p>{{.}}</p>{{/facts}}<p class="quiet">{{who}}</p></li>
        {{/lines}}</ul>
        {{#more}}<p class="row" data-key="more"><a class="button" href="{{.}}">[[plan.next_ones]]</a></p>{{/more}}
        """
}

extension AllChoresPage.Line {
    init(_ routine: Routine, _ people: [Person], next: Text?, _ call: PageCall) {
        let content = routine.content
        key = "chore-\(routine.id)"
        path = PlanText.path(routine.id)
        symbol = content.symbol
        title = content.title
        words = RepetitionWords.text(content.schedule)
        let whose = Text("plan.for_client", ["client": .text(WhoseText.of(content, people: people))])
        who = .joined(
            [.sentence(whose), WhoText.sentence(content.assignment, people: people)], separator: " ")
        let facts = [
            next, content.points.map(PointWords.points), content.minutes.map(RepetitionWords.span(minutes:)),
        ].compactMap(\.self)
        self.facts = facts.isEmpty ? nil : .joined(facts, separator: " · ")
    }
}
