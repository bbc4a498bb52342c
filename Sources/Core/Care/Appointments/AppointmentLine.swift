public import FoundationEssentials

/// Who somebody is to an appointment.
public enum AppointmentSide: String, Codable, Sendable, CaseIterable {
    /// At their kiosk, or on their own phone.
    case client
    /// The one whose appointment it is.
    case provider
    case caregiver, coordinator
}

/// One thing that happened or was written down about an appointment: lines are only ever added.
public struct AppointmentLine: Codable, Sendable, Equatable, Identifiable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case planned, changed
        // These move it: see `AppointmentMove`.
        case providerCame = "provider_came"
        case providerLeft = "provider_left"
        case providerBusy = "provider_busy"
        case providerAway = "provider_away"
        case clientCame = "client_came"
        case clientLeft = "client_left"
        case ended, cancelled
        /// A sentence of the provider's that is spoken where the client is.
        case said
        /// The client's answer to it.
        case answered
        /// Shared with everybody who sees the appointment.
        case note
        /// Kept by the provider who wrote it, and told to nobody else.
        case keptNote = "kept_note"
        /// For the two of them, next time they talk.
        case talkingPoint = "talking_point"
        // Feedback.
        case tooHard = "too_hard"
        case remark
        /// "Please talk to my coordinator."
        case coordinatorPlease = "coordinator_please"
        /// A coordinator has seen to `about`.
        case coordinatorSaw = "coordinator_saw"
    }

    /// What a client says with one press while both are in.
    public enum Answer: String, Codable, Sendable, CaseIterable {
        case yes, no, stop, again, louder
        case wantToSay = "want_to_say"
    }

    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var kind: Kind
    public var side: AppointmentSide
    public var text: String?
    public var answer: Answer?
    /// For `coordinator_saw`: the line that was seen to.
    public var about: UUID?
    /// Who wrote it, by name and by id; absent for a kiosk.
    public var by: String?
    public var byID: String?
    /// When the service learnt of it.
    public var at: Date

    public init(
        id: UUID, kind: Kind, side: AppointmentSide, text: String? = nil, answer: Answer? = nil,
        about: UUID? = nil, by: String? = nil, byID: String? = nil, at: Date
    ) {
        self.id = id
        self.kind = kind
        self.side = side
        self.text = text
        self.answer = answer
        self.about = about
        self.by = by
        self.byID = byID
        self.at = at
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, side, text, answer, about, by, at
        case byID = "by_id"
    }
}

extension AppointmentLine.Kind {
    /// What it moves; `nil` where it moves nothing.
    public var move: AppointmentMove? { AppointmentMove(rawValue: rawValue) }

    /// Who writes such a line. What nobody writes, the service does.
    public var writers: Set<AppointmentSide> {
        switch self {
        case .planned, .changed: []
        case .providerCame, .providerLeft, .providerBusy, .providerAway, .said, .note, .keptNote:
            [.provider]
        case .clientCame, .clientLeft, .answered: [.client]
        case .ended, .cancelled: [.provider, .coordinator]
        case .talkingPoint, .tooHard, .remark, .coordinatorPlease: [.client, .provider]
        case .coordinatorSaw: [.coordinator]
        }
    }

    /// Who reads a line of this kind.
    ///
    /// What is said in the room, and what one would talk about there, is for the two of them. A wish for the coordinator is shown to the
    /// other one never: it may be about them.
    ///
    /// - Parameter writer: On whose side it was written. A kept note is read by its own author alone: `AppointmentReader` knows who that is.
    public func readers(writtenBy writer: AppointmentSide) -> Set<AppointmentSide> {
        switch self {
        case .planned, .changed, .providerCame, .providerLeft, .providerBusy, .providerAway, .clientCame,
            .clientLeft, .ended, .cancelled, .note:
            Set(AppointmentSide.allCases)
        case .said, .answered, .talkingPoint: [.client, .provider]
        case .keptNote: [.provider]
        case .tooHard, .remark: [.client, .provider, .coordinator]
        case .coordinatorPlease: [writer, .coordinator]
        case .coordinatorSaw: [.coordinator]
        }
    }

    /// Whether it has words: always, never, or as its writer likes.
    var hasText: Presence {
        switch self {
        case .said, .note, .keptNote, .talkingPoint, .remark: .always
        case .tooHard, .coordinatorPlease, .coordinatorSaw, .answered: .maybe
        case .planned, .changed, .providerCame, .providerLeft, .providerBusy, .providerAway, .clientCame,
            .clientLeft, .ended, .cancelled:
            .never
        }
    }

    enum Presence { case always, maybe, never }

    /// Whether it is said in the room, and so only while both are in.
    public var isSpoken: Bool { self == .said || self == .answered }
}

/// A line as it is sent: the body of `POST /appointments/{id}/lines`.
public struct NewAppointmentLine: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var kind: AppointmentLine.Kind
    /// At most 2000 characters; what is said in the room at most 500. Of answers, `want_to_say` alone has it: what the client wants to say.
    public var text: String?
    public var answer: AppointmentLine.Answer?
    public var about: UUID?

    public init(
        id: UUID, kind: AppointmentLine.Kind, text: String? = nil, answer: AppointmentLine.Answer? = nil,
        about: UUID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.text = text
        self.answer = answer
        self.about = about
    }

    public func check() throws(FieldProblem) {
        switch (kind.hasText, text) {
        case (.always, nil): throw FieldProblem("text", "it is missing: a line of this kind has words")
        case (.never, .some): throw FieldProblem("text", "a line of this kind has none: leave it out")
        case (.always, .some), (.maybe, _), (.never, nil): break
        }
        guard text == nil || kind != .answered || answer == .wantToSay else {
            throw FieldProblem("text", "only the answer `want_to_say` has words: leave it out")
        }
        let longest = kind.isSpoken ? FieldChecks.shortText : FieldChecks.longText
        try FieldChecks.text(text, "text", limit: longest)
        guard (answer != nil) == (kind == .answered) else {
            throw FieldProblem(
                "answer",
                kind == .answered
                    ? "it is missing: write what the client answers"
                    : "only what is `answered` has it: leave it out")
        }
        guard (about != nil) == (kind == .coordinatorSaw) else {
            throw FieldProblem(
                "about",
                kind == .coordinatorSaw
                    ? "it is missing: write the id of the line that was seen to"
                    : "only `coordinator_saw` has it: leave it out")
        }
    }
}
