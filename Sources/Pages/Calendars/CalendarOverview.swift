import Care
import FoundationEssentials
import Wording

/// All calendars of the home, each with how it is, and the ways to add one.
struct CalendarOverview {
    struct Line {
        let key: String
        let path: String
        let name: String
        /// Whose plan it is, and how it is read or written.
        let what: Text
        let state: Text
        let tone: String
        /// How many events could not be taken; `nil` for none.
        let leftOut: Text?
    }

    let calendars: [Line]
    let isEmpty: Bool
    let isFull: Bool

    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let page: CalendarsPage = try await call.api.get("calendars")
        return call.page(
            Page(
                title: Text("calendars.title"), template: "calendars",
                content: CalendarOverview(page.calendars, people.people),
                notice: CalendarNotice.notice(call)))
    }

    private init(_ calendars: [CalendarLink], _ people: [Person]) {
        self.calendars = calendars.map { calendar in
            let (state, tone) = CalendarWords.state(calendar)
            let leftOut = calendar.tally?.leftOut ?? 0
            return Line(
                key: "calendar-\(calendar.id.uuidString.lowercased())",
                path: CalendarPages.path(calendar.id), name: calendar.name,
                what: .joined(
                    [CalendarWords.whose(calendar.client, among: people), CalendarWords.kind(calendar.kind)],
                    separator: " · "),
                state: state, tone: tone,
                leftOut: leftOut > 0 ? Text(CalendarTally.leftOut(of: calendar.kind), count: leftOut) : nil)
        }
        isEmpty = calendars.isEmpty
        isFull = calendars.count >= CalendarLink.most
    }

    static let template = """
        <p>[[calendars.meaning]]</p>
        {{#isEmpty}}\(Empty.place(.plan, "[[calendars.none]]", Empty.Button(words: "[[calendars.new]]", path: "/calendars/new"))){{/isEmpty}}
        {{^isEmpty}}<ul class="cards">{{#calendars}}<li class="card" data-key="{{key}}"><h2><a class="whole" href="{{path}}"><bdi>{{name}}</bdi>\(Icon.forward.turning)</a></h2>
        <p class="quiet">{{what}}</p>
        <p class="state"><span class="word {{tone}}">{{state}}</span></p>
        {{#.leftOut}}<p class="quiet">{{.}}</p>{{/.leftOut}}</li>
        {{/calendars}}</ul>
        {{#isFull}}<p class="notice" data-key="full">[[calendars.full]]</p>{{/isFull}}
        {{^isFull}}<p class="row"><a class="button main" href="/calendars/new">[[calendars.new]]</a></p>{{/isFull}}{{/isEmpty}}
        <p><a class="line" href="/mine/calendars">\(Icon.share.html)[[feeds.title]]</a></p>
        """
}
