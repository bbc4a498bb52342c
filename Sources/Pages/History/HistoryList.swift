import Care
import FoundationEssentials
import Recurrence
import Wording

/// The history by days.
struct HistoryList {
    struct Day {
        let key: String
        let name: Text
        var lines: [Line]
    }

    struct Line {
        let key: String
        let time: Text
        let heading: Text
        /// The request's own page.
        let path: String?
        let priority: String
        let urgency: Text?
        let state: Text
        let style: String
        let details: [Text]
        let said: Text?
        let isTakenBack: Bool
        var notes: [StoryPage.Note]
    }

    let filter: HistoryFilter
    let from: String?
    let until: String?
    let text: String?
    let hasMore: Bool
    let kinds: [FormOption]
    let clients: [FormOption]
    let people: [FormOption]
    let days: [Day]
    let isEmpty: Bool
    let isNarrow: Bool
    let zone: String
    let older: String?
    let newest: String?
    let csv: String
    let many: String?
    let hasKinds: Bool
    let kindChoices: [KindChoice]
    /// For the form to keep it.
    let needKind: String

    init(
        _ call: PageCall, _ filter: HistoryFilter, _ people: [Person], _ page: HistoryPage,
        kinds counted: HistoryKinds
    ) {
        self.filter = filter
        needKind = filter.needKind?.description ?? ""
        kindChoices = KindChoice.choices(
            counted.kinds.map { ($0.kind, $0.requests + $0.entries) }, shown: filter.needKind
        ) { filter.address("/history", of: $0) }
        hasKinds = !kindChoices.isEmpty
        (from, until, text) = (filter.from, filter.until, filter.text)
        hasMore = filter.hasMore
        kinds = [
            (HistorySearch.Kind.all, Text("history.everything")), (.requests, Text("history.what_was_asked")),
            (.routines, Text("history.what_was_planned")),
        ].map { FormOption(value: $0.rawValue, name: $1, isChosen: filter.kind == $0) }
        clients = people.filter { $0.role == .client }.map {
            FormOption(value: $0.id, name: .nameOf($0), isChosen: $0.id == filter.client)
        }
        self.people = people.map {
            FormOption(value: $0.name, name: .verbatim($0.name), isChosen: $0.name == filter.by)
        }
        zone = page.zone
        isEmpty = page.items.isEmpty
        isNarrow = filter.isNarrow
        older = page.next.map { filter.address("/history", after: $0) }
        newest = call.query["after"].map { _ in filter.address("/history") }
        csv = filter.address("/history.csv")
        many = page.next != nil && page.items.count < 200 ? filter.address("/history", limit: 200) : nil
        let today = call.request.zone.local(of: call.request.now).day
        var days: [Day] = []
        for item in page.items {
            let (at, line) = Self.line(item, call.request.zone)
            let day = call.request.zone.local(of: at).day
            if days.last?.key != day.description {
                days.append(Day(key: day.description, name: TimeText.day(day, today: today), lines: []))
            }
            days[days.count - 1].lines.append(line)
        }
        self.days = days
    }

    private static func line(_ item: HistoryItem, _ zone: ZoneRules) -> (at: Date, Line) {
        switch item {
        case .request(let story):
            let request = story.request
            let (state, style) = HistoryWords.state(request)
            var details = [story.needKind?.words].compactMap(\.self)
            if let by = request.changedBy, request.state != .cancelled { details.append(Self.by(by)) }
            if let time = story.responseTime {
                details.append(Text("history.answered_after", ["span": .text(HistoryWords.duration(time))]))
            }
            if request.state == .declined, let reason = request.reason { details.append(.quoted(reason)) }
            return (
                request.receivedAt,
                Line(
                    key: request.id.uuidString, time: TimeText.time(zone.local(of: request.receivedAt)),
                    heading: HistoryWords.heading(request),
                    path: "/history/requests/\(request.id.uuidString.lowercased())",
                    priority: request.priority.rawValue, urgency: HistoryWords.urgency(request.priority),
                    state: state, style: style, details: details,
                    said: request.say.isEmpty ? nil : .quoted(request.say), isTakenBack: false,
                    notes: story.notes.map {
                        StoryPage.Note($0, beside: zone.local(of: request.receivedAt).day, zone)
                    })
            )
        case .entry(let story):
            let entry = story.entry
            var details = [story.needKind?.words, entry.by.map(Self.by)].compactMap(\.self)
            if let due = story.dueAt.map(zone.local(of:)) {
                details.append(
                    due.day == zone.local(of: story.receivedAt).day
                        ? Text("history.due_at", ["time": .time(due)])
                        : Text(
                            "history.due_on",
                            ["day": .text(TimeText.dayOfYear(due.day)), "time": .time(due)]))
            }
            if story.isTakenBack { details.append(Text("history.undone_later")) }
            let symbol = ShownSymbol.sign(story.symbol).map { $0 + " " } ?? ""
            return (
                story.receivedAt,
                Line(
                    key: entry.id.uuidString, time: TimeText.time(zone.local(of: story.receivedAt)),
                    heading: .joined(
                        [.verbatim(symbol + Isolation.marked(story.title)), WhoseText.of(story)],
                        separator: ", "),
                    path: nil,
                    priority: "",
                    urgency: nil, state: HistoryWords.kind(entry.kind),
                    style: entry.kind == .done ? "good" : "", details: details,
                    said: entry.text.map(Text.quoted),
                    isTakenBack: story.isTakenBack, notes: [])
            )
        }
    }

    private static func by(_ name: String) -> Text { Text("history.by", ["name": .verbatim(name)]) }

    static let template = """
        \(Form.get("/history", attributes: #"role="search""#))
        \(Form.search(
            "text", "[[history.search]]", .search.most(100).with(#"placeholder="[[history.search_hint]]""#),
            button: #"<button class="main">[[history.search]]</button>"#))
        {{#needKind}}\(Form.hidden("need_kind", "{{.}}")){{/needKind}}
        <details{{#hasMore}} open{{/hasMore}}><summary>[[history.filter]]</summary>
        <div class="fields">
        <div>\(Form.field("kind", "[[history.what]]", .choice("kinds")))</div>
        <div>\(Form.field("client", "[[history.whose]]", .choice("clients", none: "[[history.everybodys]]")))</div>
        <div>\(Form.field("by", "[[history.who]]", .choice("people", none: "[[history.anybody]]")))</div>
        <div>\(Form.field("from", "[[history.from_day]]", .date))</div>
        <div>\(Form.field("until", "[[history.to_day]]", .date))</div>
        </div>
        </details>
        </form>
        \(KindChoice.template)
        <div class="row">
        {{#newest}}<a class="button" href="{{.}}">[[history.to_newest]]</a>{{/newest}}
        {{^isEmpty}}{{#isNarrow}}<a class="button" href="/history">[[history.show_everything]]</a>{{/isNarrow}}
        <a class="button" href="{{csv}}" download>[[history.export]]</a>
        <button type="button" id="print" hidden>[[history.print]]</button>{{/isEmpty}}
        </div>
        {{#isEmpty}}{{#isNarrow}}\(Empty.place(
            .search, "[[history.nothing_found]]",
            .init(words: "[[history.show_everything]]", path: "/history")))\
        {{/isNarrow}}{{^isNarrow}}\(Empty.place(
            .history, "[[history.nothing_yet]]", .init(words: "[[now.to_today]]", path: "/today")))\
        {{/isNarrow}}{{/isEmpty}}
        {{#days}}<section data-key="{{key}}"><h2>{{name}}</h2><ul class="cards history">
        {{#lines}}<li class="card{{#isTakenBack}} done{{/isTakenBack}}" data-key="{{key}}">
        <h3><time>{{time}}</time> {{#path}}<a href="{{.}}">{{heading}}</a>{{/path}}{{^path}}{{heading}}{{/path}}</h3>
        <p>{{#urgency}}<span class="word {{priority}}">{{.}}</span> · {{/urgency}}<span class="word {{style}}">{{state}}</span>{{#details}} · {{.}}{{/details}}</p>
        {{#said}}<p class="quiet">{{.}}</p>{{/said}}
        {{#notes}}<p class="note">[[now.quoted]] <span class="quiet">{{origin}}</span></p>{{/notes}}
        </li>{{/lines}}
        </ul></section>{{/days}}
        <div class="row">
        {{#older}}<a class="button main" href="{{.}}">[[history.older]]</a>{{/older}}
        {{#many}}<a class="button" href="{{.}}">[[history.many]]</a>{{/many}}
        </div>
        <p class="quiet">[[history.times_of_zone]]</p>
        """
}
