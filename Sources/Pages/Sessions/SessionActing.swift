import Care
import FoundationEssentials
import Wording

/// What somebody does or says in a session: each is one line more of it.
enum SessionActing {
    /// What was typed and not taken, by the kind of line that it was to become.
    struct Typed {
        var kind: AppointmentLine.Kind?
        var text: String?
        var problem: Text?
    }

    /// Draws the session's page again, with what was refused.
    typealias Show =
        @Sendable (PageCall, Viewer, Typed, Notice?, Int) async throws -> PageResponse

    /// - Parameter base: Above the session's own path.
    static func add(
        _ call: PageCall, _ viewer: Viewer, on base: String, _ show: Show
    ) async throws -> PageResponse {
        let session = try SessionPages.id(call)
        guard let kind = call.form["kind"].flatMap(AppointmentLine.Kind.init) else {
            throw CareProblem(.badRequest, "this entry was not understood: go back and tap again")
        }
        let text = call.form["text"]
        if text == nil, needsText.contains(kind) {
            let typed = Typed(kind: kind, problem: Text("sessions.write_something"))
            return try await show(await call.site.seeing(call), viewer, typed, nil, 422)
        }
        let line = NewAppointmentLine(
            id: PlanSending.id(call), kind: kind, text: text,
            answer: call.form["answer"].flatMap(AppointmentLine.Answer.init),
            about: call.form["about"].flatMap { UUID(uuidString: $0) })
        do throws(CareProblem) {
            try await call.api.send("POST", "appointments/\(session)/lines", line)
        } catch {
            // Tapped twice, or seen to by another coordinator: it is as was wanted.
            if !PlanSending.isTwice(error), !(kind == .coordinatorSaw && error.kind == .conflict) {
                guard isTold(error) else { throw error }
                return try await show(
                    await call.site.seeing(call), viewer, Typed(kind: kind, text: text),
                    Notice(text: error.sentence, isProblem: true), error.status)
            }
        }
        let path = call.form["back"] == "list" ? base : "\(base)/\(session.uuidString.lowercased())"
        return .seeOther(path + (said.contains(kind) ? "?did=\(kind.rawValue)" : ""))
    }

    private static let needsText: Set<AppointmentLine.Kind> = [
        .said, .note, .keptNote, .talkingPoint, .remark,
    ]

    /// What a page says after it. Of the others, one sees that they were done.
    private static let said: Set<AppointmentLine.Kind> = [
        .note, .keptNote, .talkingPoint, .tooHard, .remark, .coordinatorPlease, .coordinatorSaw, .ended,
        .cancelled,
    ]

    static func notice(_ call: PageCall) -> Notice? {
        guard let kind = call.query["did"].flatMap(AppointmentLine.Kind.init), said.contains(kind) else {
            return nil
        }
        return Notice(text: Text("sessions.did_\(kind.rawValue)"))
    }

    /// Whether the page can say it above itself: somebody was faster, or it does not fit to how it stands.
    private static func isTold(_ problem: CareProblem) -> Bool {
        switch problem.kind {
        case .conflict, .notAcceptable: true
        default: false
        }
    }
}

/// What was written in a session, as its pages show it.
struct SessionTalk {
    struct Line {
        let key: String
        let words: Text
        /// Who wrote it, and when.
        let origin: Text
        /// Whether only its reader sees it.
        let isKept: Bool
    }

    let points: [Line]
    let notes: [Line]
    let feedback: [Line]
    /// What was said and answered, the latest first.
    let spoken: [Line]
    /// Who came and left, the latest first.
    let happened: [Line]

    /// More is not of interest while one talks; all of it stays in the session.
    private static let mostSpoken = 30

    init(_ appointment: Appointment, _ call: PageCall) {
        func lines(_ kinds: Set<AppointmentLine.Kind>, _ words: (AppointmentLine) -> Text) -> [Line] {
            appointment.lines.filter { kinds.contains($0.kind) }.map { line in
                Line(
                    key: "line-\(line.id)", words: words(line),
                    origin: Self.origin(line, of: appointment, call),
                    isKept: line.kind == .keptNote)
            }
        }
        func text(_ line: AppointmentLine) -> Text { .verbatim(line.text ?? "") }
        points = lines([.talkingPoint], text)
        notes = lines([.note, .keptNote], text)
        feedback = lines([.tooHard, .remark, .coordinatorPlease], SessionWords.feedback)
        spoken = lines([.said, .answered]) { line in
            line.text.map(Text.quoted) ?? line.answer.map(SessionWords.answer) ?? .empty
        }.suffix(Self.mostSpoken).reversed()
        happened = appointment.lines.compactMap { line in
            SessionWords.happened(line).map {
                Line(
                    key: "line-\(line.id)", words: $0, origin: Self.origin(line, of: appointment, call),
                    isKept: false)
            }
        }.reversed()
    }

    /// "Dr Kim, today 18:05".
    private static func origin(
        _ line: AppointmentLine, of appointment: Appointment, _ call: PageCall
    ) -> Text {
        let name: Text =
            line.by.map(Text.verbatim)
            ?? (line.side == .client ? .nameOf(appointment.clientName, isClient: true) : .empty)
        return .joined([name, call.when(line.at)].filter { $0 != .empty }, separator: ", ")
    }

    private static let line = """
        <li data-key="{{key}}"><span class="lines-kept">{{#isKept}}<b>[[sessions.kept]]</b> {{/isKept}}{{words}}</span> <span class="quiet">{{origin}}</span></li>
        """

    /// - Parameter list: The name of the lines.
    static func list(_ list: String) -> String {
        "<ul class=\"lines\">{{#\(list)}}\(line)\n{{/\(list)}}</ul>"
    }
}
