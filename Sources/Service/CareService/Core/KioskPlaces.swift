import Care
import CareStore
import Foundation
import Recurrence

/// Whom each kiosk serves, and at which of a client's kiosks they are told things: where they pressed last, and there alone.
///
/// | the client pressed last | that kiosk | they are told things at |
/// |---|---|---|
/// | at a kiosk | is connected, and it is one of their times there | that kiosk |
/// | at a kiosk | is connected, and it was just now, or no time of theirs there has ended since | that kiosk: callers hear the answer |
/// | at a kiosk | is not connected, or their time there is over | another that is connected, rather than nowhere |
/// | nowhere yet | – | one that is connected: the home's own, or the first by its id |
struct KioskPlaces: Sendable {
    /// How long, in seconds, a press keeps its client there although their time has ended: who has just called waits there for the answer.
    static let stay: TimeInterval = 900

    /// Besides the client for whom it was paired, or whose it is by the settings; they are in it where they have times there. `nil` is the
    /// kiosk with the home's own token.
    var served: [UUID?: [ServedClient]] = [:]
    var uses: [String: LastUse] = [:]
    /// Whom the settings have at the home's own kiosk.
    var ownClients: Set<String> = []

    /// Whether a kiosk serves a client besides its own.
    func serves(_ device: UUID?, _ client: String) -> Bool {
        if device == nil, ownClients.contains(client) { return true }
        return served[device]?.contains { $0.client == client } ?? false
    }

    /// A press; older ones than the last change nothing. One that lies ahead was noted before the service's clock was set back.
    mutating func used(_ client: String, _ use: LastUse, now: Date) {
        if let last = uses[client], last.at > use.at, last.at <= now { return }
        uses[client] = use
    }

    /// At which of the connected kiosks a client is told things; `nil` if none is.
    ///
    /// - Parameter zone: The home's: their times are those of its clocks.
    func speaker(
        of client: String, among here: Set<Presence.Watched>, at now: Date, in zone: ZoneRules
    ) -> Presence.Watched? {
        let local = zone.local(of: now)
        let last = uses[client]
        let theirs = here.compactMap { watched -> UUID?? in
            guard case .kiosk(client, let device) = watched else { return nil }
            return .some(device)
        }.sorted { ($0?.uuidString ?? "") < ($1?.uuidString ?? "") }
        let inTime = theirs.filter { device in
            guard let times = served[device]?.first(where: { $0.client == client }) else { return true }
            if times.isThere(at: local) { return true }
            guard let last, last.device == device else { return false }
            return now.timeIntervalSince(last.at) < Self.stay
                || !times.hasEnded(after: zone.local(of: last.at), by: local)
        }
        let candidates = inTime.isEmpty ? theirs : inTime
        if let last, candidates.contains(last.device) { return .kiosk(client: client, device: last.device) }
        return candidates.first.map { .kiosk(client: client, device: $0) }
    }
}
