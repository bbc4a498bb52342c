extension JournalEvent {
    /// What happened, in the word that JSON and the store have for it.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        // A request's states.
        case asked
        case heard
        case onTheWay = "on_the_way"
        case met
        case declined
        case cancelled
        // What time brings.
        case escalated
        case stillWaiting = "still_waiting"
        case askAgain = "ask_again"
        case reached
        case claimLapsed = "claim_lapsed"
        // Faults.
        case fault
        // Needs and routines. What else has changed with them, `GET /agenda` tells.
        case needChanged = "need_changed"
        case proposed
        case proposalDecided = "proposal_decided"
        case routineChanged = "routine_changed"
        case occurrenceChanged = "occurrence_changed"
        case reminder
        case requestNoted = "request_noted"
        // Points and rewards.
        case pointsChanged = "points_changed"
        case grantChanged = "grant_changed"
        // Appointments and moods.
        case appointmentChanged = "appointment_changed"
        case moodLogged = "mood_logged"
        // What somebody says to a client.
        case words

        /// Whether it says that somebody calls, or that nobody has answered.
        public var isCall: Bool {
            switch self {
            case .asked, .escalated, .reached, .claimLapsed: true
            case .heard, .onTheWay, .met, .declined, .cancelled, .stillWaiting, .askAgain, .fault,
                .needChanged, .proposed, .proposalDecided, .routineChanged, .occurrenceChanged, .reminder,
                .requestNoted, .pointsChanged, .grantChanged, .appointmentChanged, .moodLogged, .words:
                false
            }
        }
    }

    public var kind: Kind { content.kind }
}

extension JournalEvent.Content {
    /// Puts together what was read of an event; of what was read, only what belongs to the kind counts.
    public init(
        _ kind: JournalEvent.Kind, request: Request? = nil, fault: Fault? = nil,
        proposal: NeedProposal? = nil, occurrence: RoutineOccurrence? = nil, reminder: Reminder? = nil,
        points: PointStanding? = nil, grant: RewardGrant? = nil, appointment: AppointmentNews? = nil,
        mood: Mood? = nil, words: ClientWords? = nil, minutes: Int? = nil
    ) {
        func telling(_ news: JournalEvent.RequestNews) -> Self {
            request.map { .request($0, news) } ?? .unreadable(.request(news))
        }
        self =
            switch kind {
            case .asked: telling(.state(.asked))
            case .heard: telling(.state(.heard))
            case .onTheWay: telling(.state(.onTheWay))
            case .met: telling(.state(.met))
            case .declined: telling(.state(.declined))
            case .cancelled: telling(.state(.cancelled))
            case .escalated: telling(.escalated(minutes: minutes))
            case .stillWaiting: telling(.stillWaiting(minutes: minutes))
            case .askAgain: telling(.askAgain(minutes: minutes))
            case .reached: telling(.reached)
            case .claimLapsed: telling(.claimLapsed)
            case .requestNoted: telling(.noted)
            case .fault: fault.map(Self.fault) ?? .unreadable(.fault)
            case .needChanged: .needChanged
            case .proposed: proposal.map(Self.proposed) ?? .unreadable(.proposed)
            case .proposalDecided: proposal.map(Self.proposalDecided) ?? .unreadable(.proposalDecided)
            case .routineChanged: .routineChanged
            case .occurrenceChanged: occurrence.map(Self.occurrenceChanged) ?? .agendaChanged
            case .reminder: reminder.map(Self.reminder) ?? .unreadable(.reminder)
            case .pointsChanged: points.map(Self.pointsChanged) ?? .unreadable(.pointsChanged)
            case .grantChanged: grant.map(Self.grantChanged) ?? .unreadable(.grantChanged)
            case .appointmentChanged:
                appointment.map(Self.appointmentChanged) ?? .unreadable(.appointmentChanged)
            case .moodLogged: mood.map(Self.moodLogged) ?? .unreadable(.moodLogged)
            case .words: words.map(Self.words) ?? .unreadable(.words)
            }
    }

    var kind: JournalEvent.Kind {
        switch self {
        case .request(_, let news), .unreadable(.request(let news)): news.kind
        case .fault, .unreadable(.fault): .fault
        case .proposed, .unreadable(.proposed): .proposed
        case .proposalDecided, .unreadable(.proposalDecided): .proposalDecided
        case .occurrenceChanged, .agendaChanged: .occurrenceChanged
        case .reminder, .unreadable(.reminder): .reminder
        case .pointsChanged, .unreadable(.pointsChanged): .pointsChanged
        case .grantChanged, .unreadable(.grantChanged): .grantChanged
        case .appointmentChanged, .unreadable(.appointmentChanged): .appointmentChanged
        case .moodLogged, .unreadable(.moodLogged): .moodLogged
        case .words, .unreadable(.words): .words
        case .needChanged: .needChanged
        case .routineChanged: .routineChanged
        }
    }
}

extension JournalEvent.RequestNews {
    public var kind: JournalEvent.Kind {
        switch self {
        case .state(.asked): .asked
        case .state(.heard): .heard
        case .state(.onTheWay): .onTheWay
        case .state(.met): .met
        case .state(.declined): .declined
        case .state(.cancelled): .cancelled
        case .escalated: .escalated
        case .stillWaiting: .stillWaiting
        case .askAgain: .askAgain
        case .reached: .reached
        case .claimLapsed: .claimLapsed
        case .noted: .requestNoted
        }
    }
}
