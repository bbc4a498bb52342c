import Care
import FoundationEssentials
import Wording

/// What of an appointment is said to whoever reads it. People call it a session.
enum SessionWords {
    /// How it stands, and how loudly that is to be shown.
    static func state(_ appointment: Appointment) -> (words: Text, tone: String) {
        let names: [String: Text.Value] = [
            "client": .verbatim(appointment.clientName), "provider": .verbatim(appointment.providerName),
        ]
        let standing = appointment.standing
        switch (appointment.state, standing.provider) {
        case (.ended, _):
            return (Text(standing.ending == .cancelled ? "sessions.cancelled" : "sessions.ended"), "")
        case (.bothIn, _): return (Text("sessions.both_in"), "good")
        case (.providerIn, _): return (Text("sessions.provider_in", names), "good")
        case (.clientWaits, .busy): return (Text("sessions.waits_busy", names), "soon")
        case (.clientWaits, .away): return (Text("sessions.waits_away", names), "soon")
        case (.clientWaits, .out), (.clientWaits, .in): return (Text("sessions.waits", names), "urgent")
        case (.planned, .busy): return (Text("sessions.busy", names), "")
        case (.planned, .away): return (Text("sessions.away", names), "")
        case (.planned, .out), (.planned, .in): return (Text("sessions.planned"), "")
        }
    }

    /// Since when it stands so, while somebody waits for another; `nil` else.
    static func since(_ appointment: Appointment) -> Date? {
        switch appointment.state {
        case .clientWaits: appointment.standing.clientSince
        case .providerIn: appointment.standing.providerSince
        case .planned, .bothIn, .ended: nil
        }
    }

    /// What it is about; where nobody has said that, what it is.
    static func title(_ appointment: Appointment) -> Text {
        appointment.content.title.map(Text.verbatim) ?? Text("sessions.session")
    }

    /// "today 18:05, 45 minutes".
    static func when(_ appointment: Appointment, _ call: PageCall) -> Text {
        Text(
            "sessions.when", count: appointment.content.minutes,
            [
                "when": .text(
                    TimeText.dayAndTime(
                        appointment.content.at, now: call.request.now, zone: call.request.zone))
            ])
    }

    static func answer(_ answer: AppointmentLine.Answer) -> Text {
        Text("sessions.answer_\(answer.rawValue)")
    }

    /// What happened, for the story of an appointment; `nil` for what has a place of its own.
    static func happened(_ line: AppointmentLine) -> Text? {
        switch line.kind {
        case .planned, .changed, .providerCame, .providerLeft, .providerBusy, .providerAway, .clientCame,
            .clientLeft, .ended, .cancelled:
            Text("sessions.line_\(line.kind.rawValue)")
        case .said, .answered, .note, .keptNote, .talkingPoint, .tooHard, .remark, .coordinatorPlease,
            .coordinatorSaw:
            nil
        }
    }

    /// What somebody has told of it, with its words.
    static func feedback(_ line: AppointmentLine) -> Text {
        let what = Text("sessions.said_\(line.kind.rawValue)")
        guard let text = line.text else { return what }
        return line.kind == .remark ? .verbatim(text) : .joined([what, .quoted(text)], separator: " ")
    }
}

/// The way from a session to the home's own video service, for those two whom it brings together.
///
/// Each gets it once they have said that they are there: whoever is in the video alone would be missed in the session.
enum SessionVideo {
    /// - Parameter isIn: Whether the reader is one of the two, and in.
    static func address(of session: Appointment, isIn: Bool, _ call: PageCall) -> String? {
        guard isIn, session.state != .ended else { return nil }
        return call.request.videoLink?.address(of: session.id)
    }

    /// With the field `video`.
    static let template = """
        {{#video}}<p data-key="video"><a class="button" href="{{.}}" target="_blank" rel="noopener noreferrer">\(Icon.link.html)[[sessions.open_video]]</a></p>{{/video}}
        """
}

/// One appointment in a list.
struct SessionCard {
    let key: String
    let path: String
    let who: Text
    let title: Text
    let when: Text
    let state: Text
    let tone: String
    /// At its edge; `nil` for none.
    let edge: String?
    let clock: RunningClock?

    /// - Parameter side: Whose eyes read it: the client reads who the provider is, and others whose it is.
    init(_ appointment: Appointment, on base: String, for role: Person.Role, _ call: PageCall) {
        key = "session-\(appointment.id)"
        path = "\(base)/\(appointment.id.uuidString.lowercased())"
        let (client, provider) = (
            Text.nameOf(appointment.clientName, isClient: true), Text.verbatim(appointment.providerName)
        )
        who =
            switch role {
            case .client: provider
            case .provider: client
            case .caregiver, .coordinator:
                Text("sessions.both_names", ["client": .text(client), "provider": .text(provider)])
            }
        title = SessionWords.title(appointment)
        when = SessionWords.when(appointment, call)
        (state, tone) = SessionWords.state(appointment)
        edge = tone == "urgent" || tone == "soon" ? tone : nil
        clock = SessionWords.since(appointment).map { RunningClock(since: $0, now: call.request.now) }
    }

    static let template = """
        <li class="card{{#edge}} {{.}}{{/edge}}" data-key="{{key}}"><h3><a class="whole" href="{{path}}">\(Icon.session.html)<span>{{who}}</span></a></h3>
        <p>{{title}} · <span class="quiet">{{when}}</span></p>
        <p class="state"><span class="word {{tone}}">{{state}}</span> \(RunningClock.template)</p></li>
        """
}
