import Care
import FoundationEssentials
import Time

/// Something that a station sounds until somebody deals with it.
struct Alarm: Sendable {
    enum Subject: Sendable, Equatable {
        case request(Request)
        case fault(Fault)
        /// The station's own line to the service is down.
        case serviceLost
        /// An occurrence that is due, or will be.
        case routine(RoutineAlarm)
        /// A client's proposal for a new need.
        case proposals([NeedProposal])
        /// What people are asked to pay.
        case charges([Reminder])
    }

    /// What the alarm is about: there is one for each subject.
    enum Key: Hashable, Sendable {
        case request(UUID)
        case fault(UUID)
        case serviceLost
        case routine(ItemID)
        case proposals
        case charges
    }

    var subject: Subject
    /// When it sounds next; `nil` while it is silent: answered, or being sounded.
    var dueAt: Instant?
    /// Whether it was sounded to its end at least once.
    var wasSounded = false
    /// Whether somebody was on the way and did not come in time, until that was sounded.
    var isLapsed = false
    /// Whether the client has asked for it before, and it was not urgent then.
    var isMadeUrgent = false

    var key: Key {
        switch subject {
        case .request(let request): .request(request.id)
        case .fault(let fault): .fault(fault.id)
        case .serviceLost: .serviceLost
        case .routine(let routine): .routine(routine.occurrence.itemID)
        case .proposals: .proposals
        case .charges: .charges
        }
    }

    /// The rank from which an alarm interrupts a caregiver.
    static let urgentRank = 5

    /// Sounds before all of a lower rank.
    var rank: Int {
        switch subject {
        case .request(let request):
            switch request.priority {
            case .urgent: Self.urgentRank
            case .soon: 3
            case .normal: 2
            }
        case .fault(let fault):
            switch fault.kind.urgency {
            case .now: Self.urgentRank
            case .soon: 4
            case .canWait: 1
            case .notice: 0
            }
        case .serviceLost: 4
        case .routine(let routine): routine.isUrgent ? Self.urgentRank : 1
        case .charges: 1
        case .proposals: 0
        }
    }

    /// Whether it yields to requests and faults, even repeated ones.
    var isPatient: Bool {
        switch subject {
        case .request, .fault, .serviceLost: false
        case .routine(let routine): !routine.isUrgent
        case .proposals, .charges: true
        }
    }

    var request: Request? {
        if case .request(let request) = subject { request } else { nil }
    }

    var routine: RoutineAlarm? {
        get { if case .routine(let routine) = subject { routine } else { nil } }
        set { if let newValue { subject = .routine(newValue) } }
    }

    var fault: Fault? {
        if case .fault(let fault) = subject { fault } else { nil }
    }
}
