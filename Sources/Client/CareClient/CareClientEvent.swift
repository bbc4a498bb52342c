public import Care
public import Foundation

/// Events from a `CareClient` to its kiosk or station.
public enum CareClientEvent: Sendable, Equatable {
    // The result of a command, by its id.
    /// It survives a power cut: it is on this machine's disk, or the service has it.
    case recorded(UUID)
    /// It could neither be written here nor sent, and is not tried again: a person must be told.
    case notRecorded(UUID, detail: String)
    /// The service has it. With the request as it is there; `nil` for a fault.
    case delivered(UUID, Request?)
    /// The service refused it for good. With the request as it is there, if the problem names it.
    case rejected(UUID, CareProblem, Request?)
    /// Undelivered commands of an earlier run, in order; sent once, at the start.
    case restored([CareCommand])

    // This machine's store.
    /// Nothing can be written here; commands are sent directly. Reported once until `storeRestored`.
    case storeFailed(detail: String)
    case storeRestored

    // The service.
    /// The open requests and faults. Events follow: those that were missed first.
    ///
    /// - Parameters:
    ///   - client: The client whom this kiosk serves, as the home knows; `nil` for a station, and if the
    ///     service does not say.
    ///   - recent: For a kiosk, the requests of the last day that are met or declined; empty if the service does
    ///     not list them.
    ///   - told: The numbers of events that come once more and were told already.
    case connected(
        openRequests: [Request], openFaults: [Fault], sequence: Int64, client: String? = nil,
        recent: [Request] = [], told: Set<Int64> = [])
    case journal(JournalEvent)
    /// The stream has sent all events up to this number, except other clients'.
    case caughtUp(sequence: Int64)
    /// Needs, routines and reminders as they are now; after each connection, and after each change of them.
    case agenda(Agenda)
    /// For a kiosk, its client's chores, points and rewards as they are now; likewise.
    case household(ClientHousehold)
    /// For a kiosk, its client's appointments of these days: after each connection, with each new day of the home, and when the agenda
    /// names one that is not known.
    case appointments([Appointment])
    /// For a kiosk, what its client has heard and likes of encouragement, together with what other kiosks and pages know.
    case encouragement(ClientEncouragement)
    /// A line of an appointment was not sent, and will not be.
    case notTold(UUID, detail: String)
    /// A touch on the client's screen, for a kiosk.
    case tap(ScreenTap)
    /// Whether a kiosk's client is told things here, or at another kiosk that they used since.
    case speaks(Bool)
    /// Somebody at a page wants to see whether this device works.
    case trial(Trial)
    /// There has been no connection for a while. Reported once until `serviceBack`.
    case serviceLost(reason: String)
    case serviceBack
}
