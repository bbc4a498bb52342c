import Care
import FoundationEssentials
import Recurrence

/// The history by days.
struct HistoryList {
    struct Day {
        let key: String
        let name: String
        var lines: [Line]
    }

    struct Line {
        let key: String
        let time: String
        let heading: String
        /// The request's own page.
        let path: String?
        let priority: String?
        let state: String
        let style: String
        let details: String
        let said: String?
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

    init(_ call: PageCall, _ filter: HistoryFilter, _ people: [Person], _ page: HistoryPage) {
        self.filter = filter
        (from, until, text) = (filter.from, filter.until, filter.text)
        hasMore = filter.hasMore
        kinds = [("all", "Everything"), ("requests", "What was asked"), ("routines", "What was planned")].map
        {
            FormOption(value: $0, name: $1, isChosen: filter.kind.rawValue == $0)
        }
        clients = people.filter { $0.role == .client }.map {
            FormOption(value: $0.id, name: $0.name, isChosen: $0.id == filter.client)
        }
        self.people = people.map { FormOption(value: $0.name, name: $0.name, isChosen: $0.name == filter.by) }
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
                days.append(Day(key: day.description, name: PageText.day(day, today: today), lines: []))
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
            var details: [String] = []
            if let by = request.changedBy, request.state != .cancelled { details.append("by \(by)") }
            if let time = story.responseTime {
                details.append("answered after \(HistoryWords.duration(time))")
            }
            if request.state == .declined, let reason = request.reason { details.append("“\(reason)”") }
            return (
                request.receivedAt,
                Line(
                    key: request.id.uuidString, time: PageText.time(zone.local(of: request.receivedAt)),
                    heading: request.isUnreadable
                        ? "\(request.clientName): a call that cannot be read"
                        : "\(request.clientName): \(request.label)",
                    path: "/history/requests/\(request.id.uuidString.lowercased())",
                    priority: HistoryWords.priority(request.priority), state: state, style: style,
                    details: details.map { " · " + $0 }.joined(), said: request.say, isTakenBack: false,
                    notes: story.notes.map {
                        StoryPage.Note($0, beside: zone.local(of: request.receivedAt).day, zone)
                    })
            )
        case .entry(let story):
            let entry = story.entry
            var details = entry.by.map { ["by \($0)"] } ?? []
            if let due = story.dueAt {
                let isSameDay = zone.local(of: due).day == zone.local(of: story.receivedAt).day
                let day =
                    isSameDay ? "" : PageText.day(zone.local(of: due).day, today: .init(clamping: 0)) + " "
                details.append("due \(day)\(PageText.time(zone.local(of: due)))")
            }
            if story.isTakenBack { details.append("undone later") }
            let symbol = story.symbol.map { $0 + " " } ?? ""
            return (
                story.receivedAt,
                Line(
                    key: entry.id.uuidString, time: PageText.time(zone.local(of: story.receivedAt)),
                    heading: "\(symbol)\(story.title), \(story.clientName)", path: nil, priority: nil,
                    state: HistoryWords.kind(entry.kind), style: entry.kind == .done ? "good" : "",
                    details: details.map { " · " + $0 }.joined(), said: entry.text,
                    isTakenBack: story.isTakenBack, notes: [])
            )
        }
    }

    static let template = """
        \(Form.get("/history", attributes: #"role="search""#))
        \(Form.search(
            "text", "Search", .search.most(100).with(#"placeholder="Words, names, reasons""#),
            button: #"<button class="main">Search</button>"#))
        <details{{#hasMore}} open{{/hasMore}}><summary>Filter</summary>
        <div class="fields">
        <div>\(Form.field("kind", "What", .choice("kinds")))</div>
        <div>\(Form.field("client", "Whose", .choice("clients", none: "Everybody’s")))</div>
        <div>\(Form.field("by", "Who answered or did it", .choice("people", none: "Anybody")))</div>
        <div>\(Form.field("from", "From (day)", .date))</div>
        <div>\(Form.field("until", "To (day, included)", .date))</div>
        </div>
        </details>
        </form>
        <div class="row">
        {{#newest}}<a class="button" href="{{.}}">To the newest</a>{{/newest}}
        {{#isNarrow}}<a class="button" href="/history">Show everything</a>{{/isNarrow}}
        {{^isEmpty}}<a class="button" href="{{csv}}" download>Export CSV</a>
        <button type="button" id="print" hidden>Print</button>{{/isEmpty}}
        </div>
        {{#isEmpty}}<p class="empty">{{#isNarrow}}Nothing was found. Search for less, or
        <a href="/history">show everything</a>.{{/isNarrow}}{{^isNarrow}}Nothing has happened yet. What is asked, and what is done
        of the plan, will appear here with who did it and when.{{/isNarrow}}</p>{{/isEmpty}}
        {{#days}}<section data-key="{{key}}"><h2>{{name}}</h2><ul class="cards history">
        {{#lines}}<li class="card{{#isTakenBack}} done{{/isTakenBack}}" data-key="{{key}}">
        <h3><time>{{time}}</time> {{#path}}<a href="{{.}}">{{heading}}</a>{{/path}}{{^path}}{{heading}}{{/path}}</h3>
        <p>{{#priority}}<span class="word {{.}}">{{.}}</span> · {{/priority}}<span class="word {{style}}">{{state}}</span>{{details}}</p>
        {{#said}}<p class="quiet">“{{.}}”</p>{{/said}}
        {{#notes}}<p class="note">“{{text}}” <span class="quiet">{{by}}{{time}}</span></p>{{/notes}}
        </li>{{/lines}}
        </ul></section>{{/days}}
        <div class="row">
        {{#older}}<a class="button main" href="{{.}}">Older</a>{{/older}}
        {{#many}}<a class="button" href="{{.}}">200 on one page, to print</a>{{/many}}
        </div>
        <p class="quiet">Times are those of {{zone}}.</p>
        """
}
