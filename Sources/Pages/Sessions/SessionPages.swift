import Care
import FoundationEssentials
import Recurrence
import Wording

/// Appointments, which people call sessions: for providers their own, for staff all. A client's own pages are `MineSessions`.
enum SessionPages: PageTopic {
    static let base = "/sessions"

    static let routes: [PageRoute] =
        // They go first: `new` is the id of no session.
        SessionPlanning.routes + ExerciseAssigning.routes + BreathingPage.routes + [
            PageRoute(.get, "/sessions", for: .all) { call, viewer in
                try await SessionList.show(call, viewer)
            },
            PageRoute(.get, "/sessions/{}", for: .all) { call, viewer in
                try await SessionView.show(call, viewer)
            },
            PageRoute(.post, "/sessions/{}", for: .all, work: .answer) { call, viewer in
                try await SessionActing.add(call, viewer, on: base, SessionView.show)
            },
            PageRoute(.get, "/clients/{}", for: .all) { call, viewer in
                try await ClientCourse.show(try await MoodPages.client(call), call, viewer)
            },
        ]

    static let templates = [
        "sessions": SessionList.template, "session": SessionView.template,
        "session-card": SessionCard.template,
        "session-form": SessionPlanning.template, "assign": ExerciseAssigning.template,
        "assign-clients": ExerciseAssigning.clientsTemplate, "course": ClientCourse.template,
        "assigned": AssignedExercise.template, "breathing": BreathingPage.template,
    ]

    static let live = ["appointment_changed"]

    static func path(_ id: UUID) -> String { "\(base)/\(id.uuidString.lowercased())" }

    /// Which one the path means.
    static func id(_ call: PageCall) throws(CareProblem) -> UUID {
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "there is no session with this address")
        }
        return id
    }

    static func read(_ call: PageCall) async throws(CareProblem) -> Appointment {
        try await call.api.get("appointments/\(try id(call))")
    }

    /// Who makes, changes and ends them.
    static func plans(_ viewer: Viewer) -> Bool {
        Set<Person.Role>.sessionPlanners.contains(viewer.person.role)
    }
}

extension Set where Element == Person.Role {
    /// Whoever plans sessions and assigns exercises.
    static var sessionPlanners: Self { [.coordinator, .provider] }
}

/// The way there for staff, who have others in reach of a thumb.
enum SessionsForStaff: PageTopic {
    static let routes: [PageRoute] = []
    static let templates: [String: String] = [:]
}

/// What clients and providers ask coordinators for, on pages where nobody looks for that alone: where it cannot be read, they go without.
enum SessionWishes {
    static func count(_ call: PageCall, _ viewer: Viewer) async -> Text? {
        guard viewer.person.role == .coordinator else { return nil }
        let wishes: AppointmentWishes? = try? await call.api.get("appointments/wishes")
        guard let count = wishes?.wishes.count, count > 0 else { return nil }
        return Text("now.wishes", count: count)
    }
}

/// Who waits now, what is today, what comes, and what was.
struct SessionList {
    struct Section {
        let id: String
        let title: Text
        let sessions: [SessionCard]
    }

    /// What a client or a provider asks coordinators for.
    struct Wish {
        let key: String
        let who: Text
        let text: Text?
        let when: Text
        let path: String
        let about: String
        let seenID = UUIDs.new()
    }

    /// In days.
    private static let shownPast = 30
    static let shownAhead = 60
    /// Who searches looks further back.
    static let searchedPast = 400
    private static let mostAnswers = 5

    let wishes: [Wish]
    let sections: [Section]
    /// What is searched for; `nil` where nothing is.
    let text: String?
    let isEmpty: Bool
    let canPlan: Bool
    /// Whether some were left out.
    let isCut: Bool

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let text = call.query["text"]
        let (sessions, isCut) = try await read(call, with: text)
        var wishes: [AppointmentNews] = []
        if viewer.person.role == .coordinator, text == nil {
            wishes = try await call.api.get("appointments/wishes", as: AppointmentWishes.self).wishes
        }
        return call.page(
            Page(
                title: Text("sessions.title"), template: "sessions",
                content: SessionList(sessions, wishes, of: text, isCut: isCut, call, viewer),
                live: SessionPages.live,
                notice: SessionActing.notice(call)))
    }

    /// What is open, however old, and what was in the last days, by time.
    ///
    /// - Parameters:
    ///   - text: What stands in the title or in a name.
    ///   - past: How many days back; `nil` as many as the list shows, or as are searched.
    static func read(
        _ call: PageCall, with text: String? = nil, past: Int? = nil
    ) async throws(CareProblem) -> (
        [Appointment], isCut: Bool
    ) {
        let now = call.request.now
        let back = past ?? (text == nil ? shownPast : searchedPast)
        let (from, to) = (
            now.addingTimeInterval(-Double(back) * 86_400),
            now.addingTimeInterval(Double(shownAhead) * 86_400)
        )
        var found: [UUID: Appointment] = [:]
        var isCut = false
        for query in [
            [("state", "open"), ("to", CareJSON.string(from: to))],
            [("from", CareJSON.string(from: from)), ("to", CareJSON.string(from: to))],
        ] {
            var next: Int64?
            for _ in 0..<mostAnswers {
                let page: AppointmentPage = try await call.api.get(
                    "appointments",
                    query.map { ($0.0, $0.1) } + [
                        ("text", text), ("after", next.map(String.init)), ("limit", "200"),
                    ])
                for one in page.appointments { found[one.id] = one }
                next = page.next
                if next == nil { break }
            }
            isCut = isCut || next != nil
        }
        return (found.values.sorted { ($0.content.at, "\($0.id)") < ($1.content.at, "\($1.id)") }, isCut)
    }

    private init(
        _ sessions: [Appointment], _ wishes: [AppointmentNews], of text: String?, isCut: Bool,
        _ call: PageCall, _ viewer: Viewer
    ) {
        self.text = text
        self.wishes = wishes.map { news in
            Wish(
                key: "wish-\(news.line.id)",
                who: Text(
                    "sessions.wish_of",
                    ["name": .verbatim(news.line.by ?? news.appointment.clientName)]),
                text: news.line.text.map(Text.quoted), when: call.when(news.line.at),
                path: SessionPages.path(news.appointment.id), about: "\(news.line.id)")
        }
        sections = Self.sections(sessions, call) {
            SessionCard($0, on: SessionPages.base, for: viewer.person.role, call)
        }
        isEmpty = sections.isEmpty && wishes.isEmpty
        canPlan = SessionPages.plans(viewer)
        self.isCut = isCut
    }

    /// Each in the first group that it belongs to; groups in which there is none are left out.
    static func sections(
        _ sessions: [Appointment], _ call: PageCall, card: (Appointment) -> SessionCard
    ) -> [Section] {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        func day(_ one: Appointment) -> Int { zone.local(of: one.content.at).day.number - today.number }
        var groups: [String: [Appointment]] = [:]
        for one in sessions {
            let group =
                if one.state == .ended {
                    "over"
                } else if one.standing.isClientIn || one.standing.provider == .in {
                    "now"
                } else {
                    day(one) < 0 ? "left" : day(one) == 0 ? "today" : "coming"
                }
            groups[group, default: []].append(one)
        }
        groups["over"]?.reverse()
        return ["now", "today", "left", "coming", "over"].compactMap { name in
            groups[name].map { Section(id: name, title: Text("sessions.of_\(name)"), sessions: $0.map(card)) }
        }
    }

    private static let wish = """
        {{^empty(wishes)}}<section data-key="wishes" id="wishes" aria-labelledby="wishes-title"><h2 id="wishes-title">[[sessions.wishes]]</h2>
        <ul class="cards">{{#wishes}}<li class="card soon" data-key="{{key}}"><h3><a href="{{path}}">{{who}}</a></h3>
        {{#text}}<p class="note">{{.}}</p>{{/text}}<p class="quiet">{{when}}</p>
        \(Form.post("{{path}}", class: "row", sends: ["id": "{{seenID}}", "kind": AppointmentLine.Kind.coordinatorSaw.rawValue, "about": "{{about}}", "back": "list"]))\
        <button class="main">\(Icon.check.html)[[sessions.wish_seen]]<span class="unseen">: {{who}}</span></button></form></li>
        {{/wishes}}</ul></section>{{/empty(wishes)}}
        """

    static let template = """
        {{#canPlan}}<div class="row" data-key="ways"><a class="button main" href="/sessions/new">\(Icon.add.html)[[sessions.new]]</a>
        <a class="button" href="/sessions/assign">\(Icon.exercise.html)[[assign.title]]</a></div>{{/canPlan}}
        \(wish)
        \(Form.get("/sessions", attributes: #"role="search" data-key="search""#))
        \(Form.search(
            "text", "[[history.search]]", .search.most(100).with(#"placeholder="[[sessions.search_hint]]""#),
            button: "<button>\(Icon.search.html)[[history.search]]</button>"))</form>
        {{#text}}<p data-key="all"><a class="button" href="/sessions">[[history.show_everything]]</a></p>{{/text}}
        {{#isCut}}<p class="problem" data-key="cut">[[sessions.cut]]</p>{{/isCut}}
        {{#isEmpty}}<p data-key="none">{{#text}}[[history.nothing_found]]{{/text}}{{^text}}[[sessions.none]]{{/text}}</p>{{/isEmpty}}
        {{#sections}}<section data-key="of-{{id}}" aria-labelledby="{{id}}-title"><h2 id="{{id}}-title">{{title}}</h2>
        <ul class="cards">{{#sessions}}{{> session-card}}{{/sessions}}</ul></section>
        {{/sections}}
        """
}
