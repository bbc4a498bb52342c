import Care
import FoundationEssentials
import Recurrence
import Wording

/// The sessions and exercises of a client who has logged in: the same as at their switch.
enum MineSessions: PageTopic {
    static let base = "/mine/sessions"
    private static let exercise = base + "/exercise"

    static let past = base + "/past"
    /// All of them, as a file for a spreadsheet.
    static let csv = base + ".csv"

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, viewer in try await MineSessionList.show(call, viewer) },
        // They go first: `past` is the id of no session.
        PageRoute(.get, past, for: .clients) { call, _ in try await MinePastSessions.show(call) },
        PageRoute(.get, csv, for: .clients) { call, _ in try await MineSessionTable.response(call) },
        PageRoute(.get, base + "/{}", for: .clients) { call, viewer in
            try await MineSession.show(call, viewer, SessionActing.Typed(), nil, 200)
        },
        PageRoute(.post, base + "/{}", for: .clients, work: .answer) { call, viewer in
            try await MineSession.add(call, viewer)
        },
        PageRoute(.get, exercise + "/{}/{}", for: .clients) { call, viewer in
            try await MineExercise.show(call, viewer)
        },
        PageRoute(.post, exercise + "/{}/{}", for: .clients) { call, viewer in
            try await MineExercise.log(call, viewer)
        },
    ]

    static let templates = [
        "mine.sessions": MineSessionList.template, "mine.session": MineSession.template,
        "mine.exercise": MineExercise.template, "mine.past": MinePastSessions.template,
    ]

    /// How many days before its own something opens, as at the client's switch; where that cannot be read, on its day.
    static func daysAhead(_ call: PageCall, _ viewer: Viewer) async -> Int {
        let list: ExerciseList? = try? await call.api.get("exercises", [("client", viewer.person.id)])
        return list?.opensDaysAhead ?? 0
    }

    static func path(_ item: RoutineOccurrence) -> String {
        "\(exercise)/\(item.routine.uuidString.lowercased())/\(PageText.escaped(item.key.description))"
    }
}

/// What is today, what comes, and apart from it what is completed.
struct MineSessionList {
    private static let shownAhead = 7
    private static let shownBack = 30

    let sections: [SessionList.Section]
    let today: [AssignedExercise]
    let coming: [AssignedExercise]
    let completed: [AssignedExercise]
    let isEmpty: Bool

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let (sessions, _) = try await SessionList.read(call)
        let exercises = try await AssignedExercise.read(
            of: viewer.person.id, ahead: shownAhead, back: shownBack, call)
        let day = call.request.zone.local(of: call.request.now).day
        let comes = exercises.contains { $0.local.day > day && $0.state.isOpen }
        let daysAhead = comes ? await MineSessions.daysAhead(call, viewer) : 0
        return call.page(
            Page(
                title: Text("sessions.title"), template: "mine.sessions",
                content: MineSessionList(sessions, exercises, daysAhead, call),
                live: SessionPages.live + MoodPages.live + ["occurrence_changed", "routine_changed"],
                notice: MoodLogging.notice(call)))
    }

    /// Whether the page has anything, or leads to past ones; also where that cannot be read. Asked with each page, so one session is read and
    /// one exercise.
    static func hasAny(_ call: PageCall, _ viewer: Viewer) async -> Bool {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        func begin(_ days: Int) -> String { CareJSON.string(from: zone.start(of: today.adding(days: days))) }
        do throws(CareProblem) {
            let sessions: AppointmentPage = try await call.api.get(
                "appointments",
                [
                    ("from", begin(-SessionList.searchedPast)), ("to", begin(SessionList.shownAhead)),
                    ("limit", "1"),
                ])
            guard sessions.appointments.isEmpty else { return true }
            let exercises: OccurrencePage = try await call.api.get(
                "occurrences",
                [
                    ("from", begin(-shownBack)), ("until", begin(shownAhead + 1)),
                    ("client", viewer.person.id), ("only", "exercises"), ("limit", "1"),
                ])
            return !exercises.occurrences.isEmpty
        } catch { return true }
    }

    private init(
        _ sessions: [Appointment], _ exercises: [RoutineOccurrence], _ daysAhead: Int, _ call: PageCall
    ) {
        let day = call.request.zone.local(of: call.request.now).day
        // What is over has a page of its own, and what was never ended is for the provider.
        sections = SessionList.sections(sessions, call) {
            SessionCard($0, on: MineSessions.base, for: .client, call)
        }.filter { $0.id != "over" && $0.id != "left" }
        today = exercises.filter { $0.local.day == day && $0.state.isOpen }.map {
            AssignedExercise($0, path: MineSessions.path($0), call)
        }
        coming = exercises.filter { $0.local.day > day && $0.state.isOpen }.map { item in
            guard item.opening(daysAhead: daysAhead, at: call.request.now) == .locked else {
                return AssignedExercise(item, path: MineSessions.path(item), call)
            }
            let words = TimeText.day(item.local.day.adding(days: -daysAhead), today: day)
            return AssignedExercise(
                item, path: nil, call, locked: Text("mine.opens", ["day": .text(words)]))
        }
        completed = exercises.filter { $0.state == .done }.reversed().map {
            AssignedExercise($0, path: nil, call)
        }
        isEmpty = sections.isEmpty && exercises.isEmpty
    }

    static let template = """
        {{#isEmpty}}<p data-key="none">[[mine.no_sessions]]</p>{{/isEmpty}}
        {{#sections}}<section data-key="of-{{id}}" aria-labelledby="{{id}}-title"><h2 id="{{id}}-title">{{title}}</h2>
        <ul class="cards">{{#sessions}}{{> session-card}}{{/sessions}}</ul></section>
        {{/sections}}
        {{^empty(today)}}<section data-key="exercises-today" aria-labelledby="exercises-today-title"><h2 id="exercises-today-title">[[mine.exercises_today]]</h2>
        <ul class="lines">{{#today}}{{> assigned}}{{/today}}</ul></section>{{/empty(today)}}
        {{^empty(coming)}}<section data-key="exercises-coming" aria-labelledby="exercises-coming-title"><h2 id="exercises-coming-title">[[course.coming]]</h2>
        <ul class="lines">{{#coming}}{{> assigned}}{{/coming}}</ul></section>{{/empty(coming)}}
        {{^empty(completed)}}<section data-key="completed" aria-labelledby="completed-title"><h2 id="completed-title">[[course.completed]]</h2>
        <ul class="lines">{{#completed}}{{> assigned}}{{/completed}}</ul></section>{{/empty(completed)}}
        <p class="row"><a class="button" href="\(MineSessions.past)">\(Icon.session.html)[[mine.past_sessions]]</a></p>
        """
}

/// One session as its client has it: coming in and leaving, what the provider says, and six answers by tap.
struct MineSession {
    struct Answer {
        let answer: String
        let words: Text
        let id = UUIDs.new()
    }

    let path: String
    let provider: String
    let when: Text
    let state: Text
    let tone: String
    let clock: RunningClock?
    let moveKind: String?
    let moveWords: Text?
    /// When the client can come in; `nil` where that is now.
    let opens: Text?
    let isIn: Bool
    let moveID = UUIDs.new()
    /// Where they meet by video.
    let video: String?
    let answers: [Answer]
    /// The provider's last sentence, while both are in.
    let sentence: String?
    let talk: SessionTalk
    let values: [String: String]
    let problems: [String: Text]
    let ids: [String: String]
    /// It is over, or the client has left: how it was is asked.
    let asksMood: Bool
    let moodPath: String

    @Sendable static func show(
        _ call: PageCall, _ viewer: Viewer, _ typed: SessionActing.Typed, _ notice: Notice?, _ status: Int
    ) async throws -> PageResponse {
        let session = try await SessionPages.read(call)
        let opens = await opens(session, call, viewer)
        return call.page(
            Page(
                title: SessionWords.title(session), template: "mine.session",
                content: MineSession(session, opens, typed, call), live: SessionPages.live,
                notice: notice ?? SessionActing.notice(call), back: MineSessions.base), status: status)
    }

    static func add(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        if call.form["kind"] == AppointmentLine.Kind.clientCame.rawValue,
            await opens(try await SessionPages.read(call), call, viewer) != nil
        {
            throw CareProblem(.forbidden, "this session opens on its day: look again then")
        }
        return try await SessionActing.add(call, viewer, on: MineSessions.base, show)
    }

    /// The day on which the client can come in; `nil` where they can now: on its day, whenever somebody is in, and so many days before as what
    /// they were given to do opens.
    private static func opens(_ session: Appointment, _ call: PageCall, _ viewer: Viewer) async -> Text? {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        let day = zone.local(of: session.content.at).day
        func isLocked(_ daysAhead: Int) -> Bool {
            Opening(daysAgo: today.number - day.number, daysAhead: daysAhead) == .locked
        }
        guard session.state != .ended, !session.isBegun, !session.isNear(at: call.request.now), isLocked(0)
        else { return nil }
        let daysAhead = await MineSessions.daysAhead(call, viewer)
        guard isLocked(daysAhead) else { return nil }
        return Text("mine.opens", ["day": .text(TimeText.day(day.adding(days: -daysAhead), today: today))])
    }

    /// - Parameter opens: When the client can come in.
    private init(_ session: Appointment, _ opens: Text?, _ typed: SessionActing.Typed, _ call: PageCall) {
        self.opens = opens
        path = "\(MineSessions.base)/\(session.id.uuidString.lowercased())"
        provider = session.providerName
        when = SessionWords.when(session, call)
        (state, tone) = SessionWords.state(session)
        clock = SessionWords.since(session).map { RunningClock(since: $0, now: call.request.now) }
        let isOpen = session.state != .ended
        isIn = session.standing.isClientIn
        let move: AppointmentLine.Kind? =
            !isOpen ? nil : isIn ? .clientLeft : opens == nil ? .clientCame : nil
        moveKind = move?.rawValue
        moveWords = move.map { Text("sessions.do_\($0.rawValue)") }
        video = SessionVideo.address(of: session, isIn: isIn, call)
        let isTogether = session.state == .bothIn
        answers =
            isTogether
            ? AppointmentLine.Answer.allCases.map {
                Answer(answer: $0.rawValue, words: SessionWords.answer($0))
            } : []
        sentence = isTogether ? session.lines.last { $0.kind == .said }?.text : nil
        talk = SessionTalk(session, call)
        let name = typed.kind?.rawValue
        values = name.map { [$0: typed.text ?? ""] } ?? [:]
        problems = name.flatMap { name in typed.problem.map { [name: $0] } } ?? [:]
        ids = Dictionary(
            uniqueKeysWithValues: ["point", "hard", "please", "say"].map { ($0, UUIDs.new()) })
        let hasBeenIn = session.lines.contains { $0.kind == .clientCame }
        asksMood = hasBeenIn && !isIn
        moodPath = MineMoods.path(after: session.id)
    }

    private static let answer = """
        {{^empty(answers)}}<section class="card" data-key="answers" aria-labelledby="answers-title"><h2 id="answers-title">[[mine.say]]</h2>
        {{#sentence}}<p class="sentence" role="status">{{provider}}: “{{.}}”</p>{{/sentence}}
        <div class="choices">{{#answers}}\(Form.post("{{path}}", sends: ["id": "{{id}}", "kind": AppointmentLine.Kind.answered.rawValue, "answer": "{{answer}}"]))\
        <button class="whole-width">{{words}}</button></form>
        {{/answers}}</div>
        \(Form.post("{{path}}", sends: ["id": "{{ids.say}}", "kind": AppointmentLine.Kind.answered.rawValue, "answer": AppointmentLine.Answer.wantToSay.rawValue]))
        \(Form.field("text", "[[sessions.answer_want_to_say]]", .area(rows: 2).most(FieldChecks.shortText).with(#"autocomplete="off""#), id: "text-answered", value: "{{values.answered}}", fault: "problems.answered"))
        <p class="row"><button>[[sessions.say_now]]</button></p></form></section>{{/empty(answers)}}
        """

    private static let point = """
        <section class="card" data-key="points" aria-labelledby="points-title"><h2 id="points-title">[[sessions.points]]</h2>
        \(SessionTalk.list("talk.points"))
        \(Form.post("{{path}}", sends: ["id": "{{ids.point}}", "kind": AppointmentLine.Kind.talkingPoint.rawValue]))
        \(Form.field("text", "[[sessions.add_point]]", .area(rows: 2).most(FieldChecks.longText), id: "text-talking_point", value: "{{values.talking_point}}", fault: "problems.talking_point"))
        <p class="row"><button>[[sessions.add]]</button></p></form></section>
        """

    private static let feedback = """
        <section class="card" data-key="feedback" aria-labelledby="feedback-title"><h2 id="feedback-title">[[sessions.feedback]]</h2>
        \(SessionTalk.list("talk.feedback"))
        <div class="row">\(Form.post("{{path}}", sends: ["id": "{{ids.hard}}", "kind": AppointmentLine.Kind.tooHard.rawValue]))\
        <button>[[sessions.was_too_hard]]</button></form>
        \(Form.post("{{path}}", sends: ["id": "{{ids.please}}", "kind": AppointmentLine.Kind.coordinatorPlease.rawValue]))\
        <button>[[mine.coordinator_please]]</button></form></div>
        <p class="hint quiet">[[mine.please_meaning]]</p></section>
        """

    static let template = """
        <section class="card" data-key="stands"><p>\(Icon.person.html) {{provider}} <span class="quiet">{{when}}</span></p>
        <p role="status"><span class="word {{tone}}">{{state}}</span> \(RunningClock.template)</p>
        <div class="row" data-key="moves">{{#moveKind}}\(Form.post("{{path}}", sends: ["id": "{{moveID}}", "kind": "{{.}}"]))\
        <button{{^isIn}} class="main"{{/isIn}}>{{moveWords}}</button></form>{{/moveKind}}\
        {{#opens}}<span class="locked" data-key="opens">\(Icon.lock.html)<span>{{.}}</span></span>{{/opens}}</div>
        \(SessionVideo.template)
        {{#asksMood}}<p><a class="button main" href="{{moodPath}}">\(Icon.mood.html)[[moods.how_are_you]]</a></p>{{/asksMood}}
        <p class="unscripted"><a class="button" href="{{path}}">\(Icon.repeat.html)[[sessions.load_again]]</a></p></section>
        \(answer)
        \(point)
        {{^empty(talk.notes)}}<section class="card" data-key="notes" aria-labelledby="notes-title"><h2 id="notes-title">[[sessions.notes]]</h2>
        \(SessionTalk.list("talk.notes"))</section>{{/empty(talk.notes)}}
        \(feedback)
        """
}
