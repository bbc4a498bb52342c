import Care
import FoundationEssentials
import Recurrence
import Wording

/// Which of a provider's clients wait for them, as each of their pages says it: in the line above it in which staff read who is calling, and as a
/// number at the way to the sessions.
struct WaitingClients {
    /// So many are read with each page; a provider with more has a bigger problem than this line.
    private static let most = 50

    let count: Int
    /// Who has waited longest, and how many others there are; empty where nobody waits.
    let clientWords: Text
    /// To the session of whoever waits; to all of them where there are several.
    let path: String
    let isWaiting: Bool

    /// - Parameter sessions: Those whose client waits. The one whose own page this is says it itself.
    init(_ sessions: [Appointment], _ request: PageRequest) {
        let elsewhere = sessions.filter { SessionPages.path($0.id) != request.path.lowercased() }
        count = elsewhere.count
        isWaiting = count > 0
        guard let first = elsewhere.first else {
            (clientWords, path) = (.empty, SessionPages.base)
            return
        }
        let one = Self.words(first, request)
        clientWords =
            count > 1 ? Text("sessions.and_others_wait", count: count - 1, ["first": .text(one)]) : one
        path = count > 1 ? SessionPages.base : SessionPages.path(first.id)
    }

    /// Since when as a time of the day: it stays the same, and is not read out anew with every minute.
    private static func words(_ session: Appointment, _ request: PageRequest) -> Text {
        let client = Text.Value.text(.nameOf(session.clientName, isClient: true))
        guard let since = session.standing.clientSince else {
            return Text("sessions.waits", ["client": client])
        }
        let zone = request.zone
        let when =
            zone.local(of: since).day == zone.local(of: request.now).day
            ? TimeText.time(zone.local(of: since))
            : TimeText.dayAndTime(since, now: request.now, zone: zone)
        return Text("sessions.waits_since", ["client": client, "when": .text(when)])
    }

    var badge: WaitingCalls.Badge? {
        count > 0
            ? WaitingCalls.Badge(number: String(count), inWords: Text("sessions.clients_wait", count: count))
            : nil
    }

    /// Those pages have a card for each of them.
    static func says(on request: PageRequest) -> Bool {
        switch request.path {
        case "/today": false
        case SessionPages.base: request.query["text"] != nil
        default: true
        }
    }

    /// Whoever has waited longest comes first. Where it cannot be read, a page goes without: its script asks again.
    static func read(_ api: PageAPI, for viewer: Viewer) async -> [Appointment]? {
        guard viewer.person.role == .provider,
            let page: AppointmentPage = try? await api.get(
                "appointments", [("state", "waiting"), ("limit", String(most))])
        else { return nil }
        func since(_ session: Appointment) -> Date { session.standing.clientSince ?? session.content.at }
        return page.appointments.filter {
            $0.state == .clientWaits && $0.content.provider == viewer.person.id
        }.sorted { since($0) < since($1) }
    }

    static let template = """
        {{#clients}}<div id="waiting" data-count="{{count}}"><div role="status"><a id="calls" class="calls" href="{{path}}"{{^isWaiting}} hidden{{/isWaiting}}>{{clientWords}}</a></div><ul hidden></ul></div>{{/clients}}
        """
}
