import Care
import FoundationEssentials
import Wording

/// What is typed of a place where school tasks are read.
struct CourseworkForm {
    private static let names = ["id", "at", "kind", "address", "feed", "reminders"]

    var values: [String: String]
    var problems: [String: Text] = [:]
    var chosen: [String: Bool] { ["kind-\(isFeed ? "feed" : "planner")": true] }
    private var isFeed: Bool { values["kind"] == CourseworkLink.Kind.feed.rawValue }

    /// An empty one.
    init(_ call: PageCall) {
        values = ["id": UUIDs.new(), "at": CareJSON.string(from: call.request.now), "kind": "planner"]
    }

    /// What was sent. A token is not written into the page once more, nor is a calendar's address.
    init(sent call: PageCall) {
        values = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, call.form[$0] ?? "") })
        values["feed"] = ""
    }

    /// What the service has found wrong.
    mutating func note(_ problem: CareProblem) {
        let place =
            switch problem.field {
            case "address": isFeed ? "feed" : "address"
            case "token": "token"
            case "reminders": "reminders"
            default: "form"
            }
        problems[place] = problem.sentence
    }

    /// What it comes to; `nil` where something is wrong, which `problems` then says.
    mutating func link(of client: String, _ call: PageCall, _ viewer: Viewer) -> NewCourseworkLink? {
        let kind: CourseworkLink.Kind = isFeed ? .feed : .planner
        let address = (call.form[isFeed ? "feed" : "address"] ?? "").trimmed()
        if address.isEmpty { problems[isFeed ? "feed" : "address"] = Text("school.write_address") }
        let token = (call.form["token"] ?? "").trimmed()
        if !isFeed, token.isEmpty { problems["token"] = Text("school.write_token") }
        var times: Set<Int> = []
        for text in (values["reminders"] ?? "").split(whereSeparator: { ",;".contains($0) || $0.isWhitespace }
        ) {
            guard let time = RoutineForm.time(String(text)) else {
                problems["reminders"] = Text(
                    "plan.not_a_time", ["text": .verbatim(String(text.prefix(40)))])
                continue
            }
            times.insert(time / 60)
        }
        guard problems.isEmpty else { return nil }
        return NewCourseworkLink(
            id: PlanSending.id(call), client: client, kind: kind, address: address,
            token: isFeed ? nil : token, reminders: times.sorted(), by: viewer.person.name,
            at: PlanSending.at(call))
    }

    static let fields = Form.mended(
        """
        \(Form.way("kind", "planner", "[[school.with_token]]", """
            \(Form.typed("address", "[[school.address]]", .line.with(#"inputmode="url" autocapitalize="none" spellcheck="false""#).most(CourseworkLink.longestAddress)))
            \(Form.field("token", "[[school.token]]", .line(type: "password").with(#"autocomplete="off""#).most(CourseworkLink.longestToken), id: "f-token", value: "", hint: .below("[[school.token_how]]"), fault: "problems.token"))
            """))
        \(Form.way("kind", "feed", "[[school.with_feed]]", Form.field("feed", "[[school.feed]]", .line.with(#"inputmode="url" autocapitalize="none" spellcheck="false" autocomplete="off""#).most(CourseworkLink.longestAddress), id: "f-feed", value: "", hint: .below("[[school.feed_how]]"), fault: "problems.feed")))
        \(Form.typed("reminders", "[[goals.reminders]]"))
        """)
}

/// One place, and what can be done about it.
struct CourseworkCard {
    let key: String
    let path: String
    let platform: String
    let kind: Text
    let state: Text
    let tone: String
    let facts: [Text]
    /// What the last reading came to, and what has come since it was added; empty until it was read.
    let tallyNow: [Text]
    let tallySince: [Text]
    let isActive: Bool
    /// What is typed for `renew`.
    let secret: Text
    let of: String

    init(_ link: CourseworkLink, at base: String, _ call: PageCall) {
        key = "link-\(link.id.uuidString.lowercased())"
        path = "\(base)/\(link.id.uuidString.lowercased())"
        platform = link.platform
        kind = CourseworkWords.kind(link.kind)
        isActive = link.isActive
        of = link.kind.rawValue
        switch link.kind {
        case .planner: secret = Text("school.token")
        case .feed: secret = Text("school.feed")
        }
        if !link.isActive {
            (state, tone) = (Text("school.is_off"), "")
        } else if let problem = link.problem {
            (state, tone) = (CourseworkWords.problem(problem, link.kind), "urgent")
        } else {
            (state, tone) = (Text("school.found", count: link.tasks), "good")
        }
        var facts: [Text] = []
        if let read = link.readAt { facts.append(Text("school.read_at", ["when": .text(call.when(read))])) }
        if let by = link.addedBy { facts.append(Text("school.added_by", ["who": .verbatim(by)])) }
        self.facts = facts
        (tallyNow, tallySince) = link.tally.map { ($0.now, $0.since) } ?? ([], [])
    }

    static func button(
        _ kind: CourseworkChange.Kind, _ words: String, sends more: String = "", style: String = ""
    )
        -> String
    {
        Form.post("{{path}}", sends: ["kind": kind.rawValue]) + more
            + "<button\(style)>\(words)<span class=\"unseen\">: {{platform}}</span></button></form>"
    }

    static let template = """
        <li class="card item" data-key="{{key}}"><h3>\(Icon.link.html)<span>{{platform}}</span></h3>
        <p class="quiet">{{kind}}</p>
        <p class="state"><span class="word {{tone}}">{{state}}</span></p>
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        {{^empty(tallyNow)}}<details class="plain" data-key="{{key}}-tally"><summary>[[school.tally]]<span class="unseen">: {{platform}}</span></summary>
        <p>[[school.tally_now]]</p><ul>{{#tallyNow}}<li>{{.}}</li>{{/tallyNow}}</ul>
        {{^empty(tallySince)}}<p>[[school.tally_since]]</p><ul>{{#tallySince}}<li>{{.}}</li>{{/tallySince}}</ul>{{/empty(tallySince)}}</details>{{/empty(tallyNow)}}
        <div class="row answers">{{#isActive}}\(button(.read, "[[school.read_now]]"))\(button(.pause, "[[school.turn_off]]")){{/isActive}}\
        {{^isActive}}\(button(.resume, "[[school.turn_on]]")){{/isActive}}</div>
        <details class="act" data-key="{{key}}-renew"><summary>[[school.renew]]<span class="unseen">: {{platform}}</span></summary>
        \(Form.post("{{path}}", sends: ["kind": CourseworkChange.Kind.renew.rawValue, "of": "{{of}}"]))
        \(Form.field("secret", "{{secret}}", .line(type: "password").with(#"autocomplete="off" required"#), id: "{{key}}-secret", value: ""))
        <p class="row"><button>[[goals.save]]</button></p></form></details>
        <details class="act" data-key="{{key}}-remove"><summary>[[school.remove]]<span class="unseen">: {{platform}}</span></summary>
        <p>[[school.remove_meaning]]</p><div class="row answers">
        \(button(.remove, "[[school.remove_keeping]]", sends: Form.hidden("keep", "yes")))\
        \(button(.remove, "[[school.remove_all]]", style: " class=\"danger\""))</div></details></li>
        """
}

/// The places that are read for a client, and the form for another one.
struct CourseworkView {
    let path: String
    let links: [CourseworkCard]
    let isFull: Bool
    let isOwn: Bool
    let values: [String: String]
    let problems: [String: Text]
    let chosen: [String: Bool]

    init(
        _ links: [CourseworkLink], _ form: CourseworkForm, at path: String, _ isOwn: Bool, _ call: PageCall
    ) {
        self.path = path
        self.isOwn = isOwn
        self.links = links.map { CourseworkCard($0, at: path, call) }
        isFull = links.count >= CourseworkLink.mostOfClient
        (values, problems, chosen) = (form.values, form.problems, form.chosen)
    }

    static let template = """
        <p>{{#isOwn}}[[school.meaning]]{{/isOwn}}{{^isOwn}}[[school.meaning_of_client]]{{/isOwn}}</p>
        {{^empty(links)}}<section data-key="links" aria-labelledby="links-title"><h2 id="links-title">[[school.what_is_read]]</h2>
        <ul class="cards">{{#links}}\(CourseworkCard.template){{/links}}</ul></section>{{/empty(links)}}
        {{^isFull}}<section class="card" data-key="new" aria-labelledby="new-title"><h2 id="new-title">[[school.new]]</h2>
        \(Form.post("{{path}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}"]))
        \(CourseworkForm.fields)
        <p class="row"><button class="main">[[school.add]]</button></p></form></section>{{/isFull}}
        """
}
