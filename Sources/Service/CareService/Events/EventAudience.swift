import Care
import Foundation

/// Which events of the journal a listener may see.
enum EventAudience: Sendable {
    /// All but what a client and a provider have for themselves.
    case everything
    /// All but the points of other housemates: to whoever has logged in with this id, or to a station.
    case care(own: String?)
    /// Of one client, to that client's kiosk.
    case kiosk(client: String, device: UUID?)
    /// Of one client, to themselves where they have logged in: not what is wrong with devices.
    case client(String)
    /// What is planned for clients whom they see only: providers may not see who asked for what, nor what the household does.
    case plans(ClientSight)

    init(_ caller: Caller, in home: CareServiceConfiguration) {
        switch caller.role {
        case .kiosk, .display: self = .kiosk(client: caller.client(of: home), device: caller.device)
        case .client: self = .client(caller.client(of: home))
        case .provider: self = .plans(caller.sight)
        case .station, .caregiver, .house: self = .care(own: caller.person?.id)
        case .coordinator: self = .everything
        }
    }

    /// An event that they hear, as they get it.
    func told(_ event: JournalEvent) -> JournalEvent {
        switch self {
        case .everything, .kiosk, .client: event
        // A station opens no appointment.
        case .care(let own): own == nil ? event.withoutAppointments(event.namedAppointments) : event
        case .plans(let sight): sight.told(event)
        }
    }

    func hears(_ event: JournalEvent) -> Bool {
        switch self {
        case .everything: event.isToldToCoordinators
        case .care(let own): event.isTold(toCaregiver: own)
        case .kiosk(let client, let device): event.isTold(toKioskOf: client, device: device)
        case .client(let client):
            // Words are said where they were last, and read there.
            event.kind != .fault && event.kind != .words && event.isTold(toKioskOf: client, device: nil)
        case .plans(let sight):
            switch event.kind {
            case .needChanged, .routineChanged: sight.sees(changeOf: event.owners)
            // What changes the whole plan says nothing of it, and goes to whoever sees anybody's.
            case .occurrenceChanged:
                event.occurrence.map(sight.sees) ?? (sight.seesAnybody && event.content == .agendaChanged)
            case .appointmentChanged: event.appointment.map(sight.appointments.reads) ?? false
            case .moodLogged: event.mood.map { sight.plans.includes($0.mood.client) } ?? false
            case .asked, .heard, .onTheWay, .met, .declined, .cancelled, .escalated, .stillWaiting, .askAgain,
                .reached, .claimLapsed, .fault, .proposed, .proposalDecided, .reminder, .requestNoted,
                .pointsChanged, .grantChanged, .words:
                false
            }
        }
    }
}
