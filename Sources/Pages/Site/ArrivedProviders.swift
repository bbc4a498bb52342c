import Care
import FoundationEssentials
import Wording

/// Which providers are in a session before their client, as each of a client's pages says it: in the line above it in which staff read who is
/// calling. It is said while the session is near, as the client's kiosk says it.
struct ArrivedProviders {
    /// So many are read with each page.
    private static let most = 50
    /// Longer ago than the longest session, and what follows it, may be near still. Seconds.
    private static let earliest = Double(AppointmentContent.minutesRange.upperBound) * 60 + 3600
    /// Further ahead none is near. Seconds.
    private static let latest = 15 * 60.0

    let count: Int
    let providerWords: Text
    /// To the session of whoever is there; to all of them where there are several.
    let path: String
    let areThere: Bool

    /// - Parameter sessions: Those whose provider is there. The one whose own page this is says it itself.
    init(_ sessions: [Appointment], _ request: PageRequest) {
        func path(_ session: Appointment) -> String {
            "\(MineSessions.base)/\(session.id.uuidString.lowercased())"
        }
        let elsewhere = sessions.filter { path($0) != request.path.lowercased() }
        count = elsewhere.count
        areThere = count > 0
        providerWords = .joined(
            elsewhere.map { Text("sessions.provider_in", ["provider": .verbatim($0.providerName)]) },
            separator: " · ")
        self.path = elsewhere.count == 1 ? path(elsewhere[0]) : MineSessions.base
    }

    /// The list has a card for each of them.
    static func says(on request: PageRequest) -> Bool { request.path != MineSessions.base }

    /// Where it cannot be read, a page goes without.
    static func read(_ call: PageCall, for viewer: Viewer) async -> [Appointment]? {
        let now = call.request.now
        guard viewer.person.role == .client, says(on: call.request),
            let page: AppointmentPage = try? await call.api.get(
                "appointments",
                [
                    ("state", "open"), ("from", CareJSON.string(from: now.addingTimeInterval(-earliest))),
                    ("to", CareJSON.string(from: now.addingTimeInterval(latest + 1))),
                    ("limit", String(most)),
                ])
        else { return nil }
        return page.appointments.filter { $0.state == .providerIn && $0.isNear(at: now) }
    }

    static let template = """
        {{#arrived}}<div id="waiting" data-count="{{count}}"><div role="status"><a id="calls" class="calls" href="{{path}}"{{^areThere}} hidden{{/areThere}}>{{providerWords}}</a></div><ul hidden></ul></div>{{/arrived}}
        """
}
