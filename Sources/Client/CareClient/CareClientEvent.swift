public import Care
public import Foundation

/// What a kiosk or station learns from its client of the service.
public enum CareClientEvent: Sendable, Equatable {
    // What became of a command, by its id.
    /// It survives a power cut: it is on this machine's disk, or the service has it.
    case recorded(UUID)
    /// It could neither be written here nor sent, and will not be tried again: a person must be told.
    case notRecorded(UUID, detail: String)
    /// The service has it. The request as it is there; `nil` for a fault.
    case delivered(UUID, Request?)
    /// The service will never take it. The request as it is there, where the problem names it.
    case rejected(UUID, CareProblem, Request?)
    /// Commands of an earlier run that the service does not have yet, in order; told once, at the start.
    case restored([CareCommand])

    // This machine's store.
    /// Nothing can be written here; commands are sent directly. Told once until `storeRestored`.
    case storeFailed(detail: String)
    case storeRestored

    // The service.
    /// What is open now. Events follow: those that were missed first.
    ///
    /// - Parameter client: Whom this kiosk serves, as the home knows; `nil` for a station, and where the service does not say.
    case connected(openRequests: [Request], openFaults: [Fault], sequence: Int64, client: String? = nil)
    case journal(JournalEvent)
    /// The stream has told all that has happened up to this number; what was another client's it has left out.
    case caughtUp(sequence: Int64)
    /// Needs, routines and reminders as they are now; after each connection, and after each change of them.
    case agenda(Agenda)
    /// A touch on the client's screen; a kiosk's.
    case tap(ScreenTap)
    /// There has been no connection for a while. Told once until `serviceBack`.
    case serviceLost(reason: String)
    case serviceBack
}
