import Care
import FoundationEssentials
import Recurrence
import Wording

/// Every chore that is planned, also one that is not due for weeks: when it comes next, who does it, what it is worth.
///
/// When each comes next follows from its own rule. What is over is left out: one-off chores that are done, and the old part of a series
/// that was changed from one time on.
struct AllChoresPage {
    struct Line {
        let key: String
        let path: String
        let symbol: ShownSymbol?
        let title: String
        let words: Text
        let who: Text
        /// When it comes next, what it is worth, how long it takes.
        let facts: Text?
    }

    /// As far ahead as the next time is looked for, in seconds: ten years.
    private static let ahead: TimeInterval = 10 * 366 * 86_400
    /// So many lines fill a page.
    private static let full = 50
    /// As many answers of the service are read for one page, each of `full`.
    private static let mostAnswers = 20

    let lines: [Line]
    let isEmpty: Bool
    /// Where the next ones are.
    let more: String?

    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let feed: ChoreFeed = try await call.api.get("chores")
        let open = Dictionary(
            (feed.mine + feed.free + feed.offered + feed.others).map { ($0.routine, $0) },
            uniquingKeysWith: { $0.at <= $1.at ? $0 : $1 })
        var found: [(title: String, line: Line)] = []
        var next = call.query["after"]
        for _ in 0..<mostAnswers {
            let page: RoutinePage = try await call.api.get(
                "routines",
                [("state", "active"), ("only", "chores"), ("limit", "\(full)"), ("after", next)])
            found += page.routines.compactMap { routine in
                line(routine, people.people, open: open[routine.id], call).map {
                    (routine.content.title.lowercased(), $0)
                }
            }
            next = page.next
            if next == nil || found.count >= full { break }
        }
        return call.page(
            Page(
                title: Text("chores.all"), template: "chores-all",
                content: AllChoresPage(found.sorted { $0.title < $1.title }.map(\.line), next: next),
                live: ["routine_changed", "occurrence_changed"], back: "/chores"))
    }

    private init(_ lines: [Line], next: String?) {
        self.lines = lines
        isEmpty = lines.isEmpty && next == nil
        more = next.map { "/chores/all?after=\(PageText.escaped($0))" }
    }

    /// `nil` for what is over.
    ///
    /// - Parameter open: What of it is still to be done.
    private static func line(
        _ routine: Routine, _ people: [Person], open: RoutineOccurrence?, _ call: PageCall
    ) -> Line? {
        let due = open.map { ChoreCard.due($0, call) }
        switch routine.content.schedule.repetition {
        // When it comes depends on when it was last done.
        case .afterDone: return Line(routine, people, next: due, call)
        case .once, .rules, .elapsed: break
        }
        do {
            guard let next = try Self.next(of: routine.content, call) ?? due else { return nil }
            return Line(routine, people, next: next, call)
        } catch {
            // Its rule cannot be followed: it is there to be changed.
            return Line(routine, people, next: due, call)
        }
    }

    /// `nil` where its rule gives no more.
    private static func next(of content: RoutineContent, _ call: PageCall) throws(RecurrenceError) -> Text? {
        let clocks = DueDatesPreview.clocks(content.schedule.zone, zone: call.request.zone)
        let now = call.request.now
        return try RoutinePlan(content, zone: clocks).times(
            from: now, until: now.addingTimeInterval(ahead), limit: 1
        ).first.map {
            let when = PlanText.dayAndTime(clocks.local(of: $0.at), today: clocks.local(of: now).day)
            return Text("chores.next", ["when": .text(when)])
        }
    }

    static let template = """
        \(Empty.place(
            .home, "[[chores.none]]", .init(words: "[[chores.plan_one]]", path: ChoresPage.plan), where: "isEmpty"))
        <ul class="cards">{{#lines}}<li class="card" data-key="{{key}}">
        <h2><a class="line" href="{{path}}">\(ShownSymbol.html("symbol", class: "emoji")) {{title}}</a></h2>
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
        symbol = call.symbol(content.symbol)
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
