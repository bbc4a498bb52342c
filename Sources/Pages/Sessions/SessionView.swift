import Care
import FoundationEssentials
import Wording

/// One session as its provider leads it, and as staff see it. It is read again with each event, and without scripts by its button.
struct SessionView {
    /// What somebody does with one tap.
    struct Move {
        let kind: String
        let words: Text
        let isMain: Bool
        let id = UUIDs.new()
    }

    let path: String
    let who: Text
    let clientPath: String
    let when: Text
    let state: Text
    let tone: String
    let clock: RunningClock?
    let moves: [Move]
    /// Where they meet by video.
    let video: String?
    let talk: SessionTalk
    let isProvider: Bool
    /// Whether something can be said there now.
    let isTogether: Bool
    /// Whether it may still be changed, ended or cancelled by the reader.
    let canChange: Bool
    /// What ends it: `ended` once somebody has come, else `cancelled`.
    let endKind: String
    let endWords: Text
    let endMeaning: Text
    let endID = UUIDs.new()
    let assignPath: String?
    let readsTalk: Bool
    let readsFeedback: Bool
    let isCoordinator: Bool
    // What was typed and not taken, and ids that are made with the page.
    let values: [String: String]
    let problems: [String: Text]
    let ids: [String: String]

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await show(call, viewer, SessionActing.Typed(), nil, 200)
    }

    /// - Parameter typed: What was not taken.
    @Sendable static func show(
        _ call: PageCall, _ viewer: Viewer, _ typed: SessionActing.Typed, _ notice: Notice?, _ status: Int
    ) async throws -> PageResponse {
        let session = try await SessionPages.read(call)
        return call.page(
            Page(
                title: SessionWords.title(session), template: "session",
                content: SessionView(session, typed, call, viewer),
                live: SessionPages.live, notice: notice ?? SessionActing.notice(call),
                back: SessionPages.base, scripts: []), status: status)
    }

    private init(
        _ session: Appointment, _ typed: SessionActing.Typed, _ call: PageCall, _ viewer: Viewer
    ) {
        let role = viewer.person.role
        path = SessionPages.path(session.id)
        who =
            role == .provider
            ? .nameOf(session.clientName, isClient: true)
            : Text(
                "sessions.both_names",
                [
                    "client": .text(.nameOf(session.clientName, isClient: true)),
                    "provider": .verbatim(session.providerName),
                ])
        clientPath = ClientCourse.path(session.content.client)
        when = SessionWords.when(session, call)
        (state, tone) = SessionWords.state(session)
        clock = SessionWords.since(session).map { RunningClock(since: $0, now: call.request.now) }
        isProvider = role == .provider
        isCoordinator = role == .coordinator
        let isOpen = session.state != .ended
        moves = isProvider && isOpen ? Self.moves(session.standing.provider) : []
        video = SessionVideo.address(
            of: session, isIn: isProvider && session.standing.provider == .in, call)
        talk = SessionTalk(session, call)
        isTogether = session.state == .bothIn
        canChange = isOpen && SessionPages.plans(viewer)
        let hasCome = session.standing.isClientIn || session.standing.provider == .in
        let end: AppointmentLine.Kind = hasCome ? .ended : .cancelled
        endKind = end.rawValue
        endWords = Text("sessions.do_\(end.rawValue)")
        endMeaning = Text("sessions.means_\(end.rawValue)")
        assignPath =
            SessionPages.plans(viewer)
            ? "\(ExerciseAssigning.path(session.content.client))?session=\(session.id.uuidString.lowercased())"
            : nil
        readsTalk = isProvider
        readsFeedback = isProvider || isCoordinator
        let name = typed.kind.map(Self.field)
        values = name.map { [$0: typed.text ?? ""] } ?? [:]
        problems = name.flatMap { name in typed.problem.map { [name: $0] } } ?? [:]
        ids = Dictionary(
            uniqueKeysWithValues: ["said", "note", "point", "hard", "remark", "please"].map {
                ($0, UUIDs.new())
            })
    }

    /// Which field a kind of line is typed into.
    private static func field(_ kind: AppointmentLine.Kind) -> String {
        switch kind {
        case .keptNote: AppointmentLine.Kind.note.rawValue
        case let kind: kind.rawValue
        }
    }

    /// What a provider can do next, the most likely first.
    private static func moves(_ standing: AppointmentStanding.Provider) -> [Move] {
        let kinds: [AppointmentLine.Kind] =
            switch standing {
            case .out: [.providerCame, .providerBusy, .providerAway]
            case .busy: [.providerCame, .providerAway]
            case .away: [.providerCame, .providerBusy]
            case .in: [.providerBusy, .providerAway, .providerLeft]
            }
        return kinds.map { kind in
            Move(
                kind: kind.rawValue, words: Text("sessions.do_\(kind.rawValue)"),
                isMain: kind == .providerCame)
        }
    }

    /// - Parameter buttons: In place of the one that sends this kind.
    private static func typed(
        _ kind: AppointmentLine.Kind, _ label: String, _ id: String, most: Int, button: String = "",
        buttons: String? = nil
    ) -> String {
        let name = kind.rawValue
        let sent = buttons == nil ? Form.hidden("kind", name) : ""
        let field = Form.field(
            "text", label, .area(rows: 2).most(most).with(#"autocomplete="off""#), id: "text-\(name)",
            value: "{{values.\(name)}}", fault: "problems.\(name)")
        let send = buttons ?? "<p class=\"row\"><button>\(button)</button></p>"
        return Form.post("{{path}}", sends: ["id": "{{ids.\(id)}}"]) + "\(sent)\(field)\n\(send)</form>"
    }

    /// Whoever writes a note says with the button who reads it.
    private static let noteButtons = """
        <p class="hint quiet">[[sessions.kept_meaning]]</p>
        <p class="row"><button name="kind" value="\(AppointmentLine.Kind.note.rawValue)">[[sessions.add_shared]]</button> \
        <button name="kind" value="\(AppointmentLine.Kind.keptNote.rawValue)">[[sessions.add_kept]]</button></p>
        """

    private static let room = """
        {{#isProvider}}<section class="card" data-key="room" aria-labelledby="room-title"><h2 id="room-title">[[sessions.said_there]]</h2>
        <div role="log" aria-live="polite" aria-labelledby="room-title" data-key="said">\(SessionTalk.list("talk.spoken"))</div>
        {{#isTogether}}\(typed(.said, "[[sessions.say]]", "said", most: FieldChecks.shortText, button: "[[sessions.say_now]]")){{/isTogether}}
        {{^isTogether}}<p class="quiet">[[sessions.say_when_both]]</p>{{/isTogether}}</section>{{/isProvider}}
        """

    private static let points = """
        {{#readsTalk}}<section class="card" data-key="points" aria-labelledby="points-title"><h2 id="points-title">[[sessions.points]]</h2>
        \(SessionTalk.list("talk.points"))
        \(typed(.talkingPoint, "[[sessions.add_point]]", "point", most: FieldChecks.longText, button: "[[sessions.add]]"))</section>{{/readsTalk}}
        """

    private static let notes = """
        <section class="card" data-key="notes" aria-labelledby="notes-title"><h2 id="notes-title">[[sessions.notes]]</h2>
        \(SessionTalk.list("talk.notes"))
        {{#isProvider}}\(typed(.note, "[[sessions.add_note]]", "note", most: FieldChecks.longText, buttons: noteButtons)){{/isProvider}}</section>
        """

    private static let feedback = """
        {{#readsFeedback}}<section class="card" data-key="feedback" aria-labelledby="feedback-title"><h2 id="feedback-title">[[sessions.feedback]]</h2>
        \(SessionTalk.list("talk.feedback"))
        {{#isProvider}}<details class="plain" data-key="give"><summary>[[sessions.give_feedback]]</summary>
        \(typed(.tooHard, "[[sessions.too_hard_hint]]", "hard", most: FieldChecks.longText, button: "[[sessions.was_too_hard]]"))
        \(typed(.remark, "[[sessions.remark]]", "remark", most: FieldChecks.longText, button: "[[sessions.add]]"))
        \(typed(.coordinatorPlease, "[[sessions.please_hint]]", "please", most: FieldChecks.longText, button: "[[sessions.please]]"))</details>{{/isProvider}}</section>{{/readsFeedback}}
        """

    private static let end = """
        {{#canChange}}<div class="row" data-key="change"><a class="button" href="{{path}}/change">[[sessions.change]]</a>
        <details class="act" data-key="end"><summary>{{endWords}}</summary>
        \(Form.post("{{path}}", sends: ["id": "{{endID}}", "kind": "{{endKind}}"]))
        <p>{{endMeaning}}</p><button class="danger main">{{endWords}}</button></form></details></div>{{/canChange}}
        """

    static let template = """
        <section class="card" data-key="stands"><p><a class="line" href="{{clientPath}}">\(Icon.person.html){{who}}</a> <span class="quiet">{{when}}</span></p>
        <p role="status"><span class="word {{tone}}">{{state}}</span> \(RunningClock.template)</p>
        <div class="row" data-key="moves">{{#moves}}\(Form.post("{{path}}", sends: ["id": "{{id}}", "kind": "{{kind}}"]))\
        <button{{#isMain}} class="main"{{/isMain}}>{{words}}</button></form>
        {{/moves}}</div>
        \(SessionVideo.template)
        <p class="unscripted"><a class="button" href="{{path}}">\(Icon.repeat.html)[[sessions.load_again]]</a></p></section>
        \(room)
        \(points)
        \(notes)
        \(feedback)
        <p class="row">{{#assignPath}}<a class="button" href="{{.}}">\(Icon.exercise.html)[[assign.title]]</a>{{/assignPath}}</p>
        \(end)
        <details class="plain" data-key="story"><summary>[[sessions.story]]</summary>
        \(SessionTalk.list("talk.happened"))</details>
        """
}
