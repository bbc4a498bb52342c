import Care
import FoundationEssentials
import Wording

/// How clients are: for those who care for them, and for providers of their own clients. A client's own page is `MineMoods`.
enum MoodPages: PageTopic {
    static let base = "/moods"

    static let routes: [PageRoute] =
        [
            PageRoute(.get, "/moods", for: .all) { call, _ in try await MoodOverview.show(call) },
            PageRoute(.get, "/moods.csv", for: .all) { call, _ in
                try await MoodTable.response(call, of: call.query["client"])
            },
            PageRoute(.get, "/moods/{}", for: .all) { call, viewer in
                try await OneClientMoods.show(try await client(call), call, viewer)
            },
            PageRoute(.post, "/moods/{}", for: .all) { call, viewer in
                try await MoodLogging.log(of: try await client(call), call, viewer)
            },
        ] + SignPages.routes

    static let templates = [
        "moods": MoodOverview.template, "moods.one": OneClientMoods.template,
        "moods.chart": MoodChart.template,
        "moods.signs": SignPages.template,
    ]

    static let live = ["mood_logged"]

    static func path(_ client: String) -> String { "\(base)/\(PageText.escaped(client))" }

    /// The client whose id the path has. Throws where there is none for this reader.
    static func client(_ call: PageCall) async throws(CareProblem) -> Person {
        let page: PeoplePage = try await call.api.get("people")
        guard let client = page.people.first(where: { $0.id == call.parts[0] && $0.role == .client }) else {
            throw CareProblem(.notFound, "nobody in this home has the id \(call.parts[0])")
        }
        return client
    }
}

/// The clients, each with what was logged last.
struct MoodOverview {
    struct Line {
        let key: String
        let path: String
        let name: Text
        let face: String?
        /// `nil` where nothing was logged.
        let last: Text?
        let when: Text?
    }

    let clients: [Line]
    /// Whether its reader is a provider who sees nobody yet, or the home has no clients.
    let isEmpty: Bool

    /// So many of the latest are looked through for the last of each client.
    private static let mostRead = "200"

    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let moods: MoodPage = try await call.api.get("moods", [("limit", mostRead)])
        return call.page(
            Page(
                title: Text("moods.title"), template: "moods",
                content: MoodOverview(people.people, moods.moods, call), live: MoodPages.live))
    }

    private init(_ people: [Person], _ moods: [Mood], _ call: PageCall) {
        clients = people.filter { $0.role == .client && $0.isActive }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
            .map { person in
                let last = moods.first { $0.mood.client == person.id && $0.correctedBy == nil }
                return Line(
                    key: "client-\(person.id)", path: MoodPages.path(person.id), name: .nameOf(person),
                    face: last.flatMap { $0.mood.scale.face(of: $0.mood.value) }.map {
                        DrawnFaces.path($0.number)
                    },
                    last: last.map { MoodWords.line($0) }, when: last.map { call.when($0.countsAt) })
            }
        isEmpty = clients.isEmpty
    }

    static let template = """
        {{#isEmpty}}<p data-key="none">[[moods.no_clients]]</p>{{/isEmpty}}
        <ul class="cards">{{#clients}}<li class="card" data-key="{{key}}"><h2><a class="whole" href="{{path}}">{{name}}\(Icon.forward.turning)</a></h2>
        <p class="felt">\(DrawnFaces.html("face"))<span>{{#last}}{{.}}{{/last}}{{^last}}<span class="quiet">[[moods.nothing_yet]]</span>{{/last}}\
        {{#when}} <span class="quiet">· {{.}}</span>{{/when}}</span></p></li>
        {{/clients}}</ul>
        {{^isEmpty}}<p class="row"><a class="button" href="/moods.csv" download>\(Icon.download.html)[[history.export]]</a></p>{{/isEmpty}}
        """
}

extension MoodWords {
    /// "Pain: 3 of 10".
    static func line(_ mood: Mood) -> Text {
        Text(
            "moods.line",
            [
                "scale": .text(scale(mood.mood.scale)),
                "value": .text(value(mood.mood.value, on: mood.mood.scale, words: mood.words)),
            ])
    }
}
