import Care
import FoundationEssentials
import Recurrence
import Wording

/// A client as their provider follows them over months: what comes, and apart from it what is completed and how that was.
struct ClientCourse {
    struct Month: TemplateRow {
        let name: Text
        let done: Text
        let face: String?
        let mood: Text?

        var fields: [Field] { [("name", name), ("done", done), ("face", face), ("mood", mood)] }
    }

    static func path(_ client: String) -> String { "/clients/\(PageText.escaped(client))" }

    let face: Face
    let name: Text
    let moodsPath: String
    let planPath: String
    let assignPath: String?
    let newPath: String?
    /// Where it is said which exercises suit the client.
    let breathingPath: String?
    let sentence: Text
    let sessions: [SessionCard]
    let coming: [AssignedExercise]
    let completed: [AssignedExercise]
    let months: [Month]
    let areMore: Bool

    private static let shownAhead = 14
    /// Of what is completed, so many are shown one by one; the months count all.
    private static let shownCompleted = 20

    static func show(_ client: Person, _ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let exercises = try await AssignedExercise.read(of: client.id, ahead: shownAhead, call)
        let open: AppointmentPage = try await call.api.get(
            "appointments", [("client", client.id), ("state", "open"), ("limit", "200")])
        let since = call.request.now.addingTimeInterval(-14 * 86_400)
        let moods: MoodPage = try await call.api.get(
            "moods", [("client", client.id), ("from", CareJSON.string(from: since)), ("limit", "200")])
        let face = await Pictures(call.api).face(client)
        return call.page(
            Page(
                title: .nameOf(client), template: "course",
                content: ClientCourse(
                    client, exercises, open.appointments, moods.moods, face, call, viewer),
                live: SessionPages.live + MoodPages.live + ["occurrence_changed", "routine_changed"],
                notice: notice(call),
                back: SessionPages.base))
    }

    private static func notice(_ call: PageCall) -> Notice? {
        switch call.query["did"] {
        case "assigned": Notice(text: Text("assign.did"))
        case "breathing": Notice(text: Text("breathing.did"))
        default: nil
        }
    }

    private init(
        _ client: Person, _ exercises: [RoutineOccurrence], _ open: [Appointment], _ moods: [Mood],
        _ face: Face, _ call: PageCall, _ viewer: Viewer
    ) {
        let today = call.request.zone.local(of: call.request.now).day
        self.face = face
        name = .nameOf(client)
        moodsPath = MoodPages.path(client.id)
        planPath = "/plan?person=\(PageText.escaped(client.id))"
        let canPlan = SessionPages.plans(viewer)
        assignPath = canPlan ? ExerciseAssigning.path(client.id) : nil
        newPath = canPlan ? "/sessions/new?client=\(PageText.escaped(client.id))" : nil
        breathingPath = canPlan ? BreathingPage.path(client.id) : nil
        sentence = MoodWords.sentence(
            MoodSummary(moods, on: .faces, now: call.request.now), on: .faces)
        sessions = open.map { SessionCard($0, on: SessionPages.base, for: viewer.person.role, call) }
        coming = exercises.filter { $0.state.isOpen && $0.local.day >= today }.map {
            AssignedExercise($0, path: OccurrencePath($0, from: .it).page, call)
        }
        let done = exercises.filter { $0.state == .done }
        completed = done.suffix(Self.shownCompleted).reversed().map {
            AssignedExercise($0, path: OccurrencePath($0, from: .it).page, call)
        }
        areMore = done.count > Self.shownCompleted
        months = Self.months(exercises.filter { $0.local.day <= today })
    }

    /// The newest first: how many of how many were completed, and the face of most of the moods after them.
    private static func months(_ exercises: [RoutineOccurrence]) -> [Month] {
        let groups = Dictionary(grouping: exercises) { $0.local.day.firstOfMonth }
        return groups.sorted { $0.key > $1.key }.map { month, all in
            let faces = all.compactMap { one in one.mood.flatMap { $0.scale.face(of: $0.value) } }
            let counts = Dictionary(grouping: faces) { $0 }.mapValues(\.count)
            let usual = counts.max { ($0.value, $0.key.number) < ($1.value, $1.key.number) }?.key
            return Month(
                name: PlanText.month(month),
                done: Text(
                    "course.done_of",
                    ["done": .number(all.count { $0.state == .done }), "all": .number(all.count)]),
                face: usual.map { DrawnFaces.path($0.number) }, mood: usual.map(MoodWords.name))
        }
    }

    static let template = """
        <section class="card" data-key="profile"><h2 class="who">{{> face}}<span>{{name}}</span></h2><p class="sentence">{{sentence}}</p>
        <div class="row"><a class="button" href="{{moodsPath}}">\(Icon.mood.html)[[moods.title]]</a> <a class="button" href="{{planPath}}">\(Icon.plan.html)[[frame.plan]]</a>
        {{#assignPath}}<a class="button main" href="{{.}}">\(Icon.exercise.html)[[assign.title]]</a>{{/assignPath}}
        {{#newPath}}<a class="button" href="{{.}}">\(Icon.add.html)[[sessions.new]]</a>{{/newPath}}
        {{#breathingPath}}<a class="button" href="{{.}}">[[breathing.title]]</a>{{/breathingPath}}</div></section>
        <section data-key="coming" aria-labelledby="coming-title"><h2 id="coming-title">[[course.coming]]</h2>
        <ul class="cards">{{#sessions}}{{> session-card}}{{/sessions}}</ul>
        <ul class="lines">{{#coming}}{{> assigned}}{{/coming}}</ul>
        {{#empty(coming)}}{{#empty(sessions)}}<p class="quiet">[[course.nothing_comes]]</p>{{/empty(sessions)}}{{/empty(coming)}}</section>
        <section data-key="completed" aria-labelledby="completed-title"><h2 id="completed-title">[[course.completed]]</h2>
        {{#empty(completed)}}<p class="quiet">[[course.nothing_completed]]</p>{{/empty(completed)}}
        <ul class="lines">{{#completed}}{{> assigned}}{{/completed}}</ul>
        {{#areMore}}<p class="quiet">[[course.older_counted]]</p>{{/areMore}}</section>
        {{^empty(months)}}<section data-key="months" aria-labelledby="months-title"><h2 id="months-title">[[course.months]]</h2>
        <ul class="lines">{{#months}}<li><span>{{name}}</span><span>{{done}}</span><span class="felt">\(DrawnFaces.html("face")){{#mood}}<span>{{.}}</span>{{/mood}}</span></li>
        {{/months}}</ul></section>{{/empty(months)}}
        """
}

/// A due time of an exercise, as lists show it: what it is, when, whether it is open yet, and how it was.
struct AssignedExercise {
    let key: String
    /// Where it is opened; `nil` for what is locked until its day.
    let path: String?
    let symbol: ShownSymbol?
    let title: String
    let when: Text
    /// Which provider gave it; `nil` where nobody has said.
    let giver: Text?
    /// "comes on Thursday": why it cannot be opened; `nil` where it can.
    let locked: Text?
    let face: String?
    /// How it was, or that nobody has said.
    let mood: Text?
    let isDone: Bool

    init(_ item: RoutineOccurrence, path: String?, _ call: PageCall, locked: Text? = nil) {
        key = "exercise-\(item.id)"
        self.path = path
        symbol = call.symbol(item.symbol)
        title = item.title
        when = TimeText.dayAndTime(item.at, now: call.request.now, zone: call.request.zone)
        giver = item.providerName.map { Text("course.from", ["name": .verbatim($0)]) }
        self.locked = locked
        face = item.mood.flatMap { $0.scale.face(of: $0.value) }.map { DrawnFaces.path($0.number) }
        isDone = item.state == .done
        mood = item.mood.map(MoodWords.logged) ?? (isDone ? Text("course.no_mood") : nil)
    }

    /// Days back that are read: two views of the longest kind.
    private static let daysBack = 92
    private static let daysAtOnce = 61
    private static let mostAnswers = 3

    /// The exercises of a client in the last months and the next days, by time.
    static func read(
        of client: String, ahead: Int, back: Int = daysBack, _ call: PageCall
    ) async throws(CareProblem) -> [RoutineOccurrence] {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        let last = today.adding(days: ahead + 1)
        var first = today.adding(days: -back)
        var found: [RoutineOccurrence] = []
        while first < last {
            let end = min(first.adding(days: daysAtOnce), last)
            var after: String?
            for _ in 0..<mostAnswers {
                let page: OccurrencePage = try await call.api.get(
                    "occurrences",
                    [
                        ("from", CareJSON.string(from: zone.start(of: first))),
                        ("until", CareJSON.string(from: zone.start(of: end))), ("client", client),
                        ("only", "exercises"), ("after", after),
                    ])
                found += page.occurrences
                after = page.next
                if after == nil { break }
            }
            first = end
        }
        return found
    }

    static let template = """
        <li data-key="{{key}}">{{#path}}<a href="{{.}}">{{/path}}{{^path}}<span class="locked">\(Icon.lock.html){{/path}}\(Icon.exercise.html(besides: "symbol", class: "emoji"))<span>{{title}}</span>{{#path}}</a>{{/path}}{{^path}}</span>{{/path}}\
        <span class="quiet">{{when}}{{#giver}} · {{.}}{{/giver}}{{#locked}} · {{.}}{{/locked}}</span>\
        {{#mood}}<span class="felt">\(DrawnFaces.html("face"))<span>{{.}}</span></span>{{/mood}}</li>
        """
}
