public import FoundationEssentials

/// One entry of the service's journal, as the event stream tells it.
public struct JournalEvent: Sendable, Equatable {
    /// Strictly rising; the `id` of the event stream. 0 for what is stored nowhere, such as a fault that could not be stored.
    public var sequence: Int64
    public var at: Date
    public var content: Content
    /// Whether the service was down when this was due.
    public var isLate: Bool
    /// Of a need or routine that was changed, whose it is, and whose it was before; `nil` where that is not known. In no JSON: it decides
    /// who is told.
    public var owners: [PlanOwner]?
    /// Of a routine that was changed, whether it is a goal, and was one before. In no JSON: it decides who is told.
    public var isOfGoal = false
    /// By id, whose appointments are named in it without being what it is about; in no JSON: it decides who is told which they are.
    public var namesAppointmentsOf: String?
    /// Whether something of it could not be read, and was left out; in no JSON.
    public internal(set) var isIncomplete = false

    public init(sequence: Int64, at: Date, content: Content, isLate: Bool = false) {
        self.sequence = sequence
        self.at = at
        self.content = content
        self.isLate = isLate
    }

    /// What happened, with what it is about.
    public enum Content: Sendable, Equatable {
        /// The request after the change.
        case request(Request, RequestNews)
        case fault(Fault)
        case proposed(NeedProposal)
        case proposalDecided(NeedProposal)
        /// Something was done, skipped, noted or undone, or it is due or missed by now.
        case occurrenceChanged(RoutineOccurrence)
        /// A reminder is to be told.
        case reminder(Reminder)
        /// How somebody stands has changed, or what there is to reach.
        case pointsChanged(PointStanding)
        /// A reward was reached or asked for, or its state has changed. One that is new and `granted`, or has become so, is celebrated.
        case grantChanged(RewardGrant)
        /// Something has happened or was written down about an appointment.
        case appointmentChanged(AppointmentNews)
        /// A client has said how they are, or somebody else has.
        case moodLogged(Mood)
        /// Somebody says something to a client, or the client has heard it.
        case words(ClientWords)
        // These carry nothing: the agenda tells what there is now.
        /// A need was made, changed or taken away.
        case needChanged
        case routineChanged
        /// The agenda is another one now. JSON has no kind of its own for it: it is an `occurrence_changed` without an
        /// occurrence, and so is one whose occurrence could not be read.
        case agendaChanged
        /// What it should carry is absent or could not be read. Whoever hears of it may still act, and can fetch what there is
        /// now.
        case unreadable(Unreadable)
    }

    /// What is new of a request.
    public enum RequestNews: Sendable, Equatable {
        /// It is in that state now. The request itself may say another one, where its own could not be read.
        case state(RequestState)
        // What time brings, each told once. The minutes say how long the request has waited, in whole minutes of its own clock
        // (rounded down); `nil` where that was not told or could not be read.
        /// Nobody has answered for the escalation time; `escalation` of the request counts them.
        case escalated(minutes: Int?)
        /// Its way has reached more people, whom `reaches` of the request names.
        case reached
        /// Whoever was on the way (`changedBy`) had it for longer than a claim lasts: it sounds again, as nobody's.
        case claimLapsed
        /// The client is told that the request is still waiting.
        case stillWaiting(minutes: Int?)
        /// The client is asked whether to ask again.
        case askAgain(minutes: Int?)
        /// Somebody has written something down about it.
        case noted

        /// How long it has waited, where that belongs to the news.
        public var minutes: Int? {
            switch self {
            case .escalated(let minutes), .stillWaiting(let minutes), .askAgain(let minutes): minutes
            case .state, .noted, .reached, .claimLapsed: nil
            }
        }
    }

    /// What an event should carry, and does not.
    public enum Unreadable: Sendable, Equatable {
        case request(RequestNews)
        case fault
        case proposed
        case proposalDecided
        case reminder
        case pointsChanged
        case grantChanged
        case appointmentChanged
        case moodLogged
        case words
    }
}

// These are for whoever looks for one thing only.
extension JournalEvent {
    public var request: Request? { if case .request(let request, _) = content { request } else { nil } }
    public var minutes: Int? { if case .request(_, let news) = content { news.minutes } else { nil } }
    public var fault: Fault? { if case .fault(let fault) = content { fault } else { nil } }
    public var proposal: NeedProposal? {
        switch content {
        case .proposed(let proposal), .proposalDecided(let proposal): proposal
        case .request, .fault, .occurrenceChanged, .reminder, .pointsChanged, .grantChanged,
            .appointmentChanged, .moodLogged, .words, .needChanged, .routineChanged, .agendaChanged,
            .unreadable:
            nil
        }
    }
    public var occurrence: RoutineOccurrence? {
        if case .occurrenceChanged(let occurrence) = content { occurrence } else { nil }
    }
    public var reminder: Reminder? { if case .reminder(let reminder) = content { reminder } else { nil } }
    public var points: PointStanding? { if case .pointsChanged(let points) = content { points } else { nil } }
    public var grant: RewardGrant? { if case .grantChanged(let grant) = content { grant } else { nil } }
    public var appointment: AppointmentNews? {
        if case .appointmentChanged(let news) = content { news } else { nil }
    }
    public var mood: Mood? { if case .moodLogged(let mood) = content { mood } else { nil } }
    public var words: ClientWords? { if case .words(let words) = content { words } else { nil } }
}
