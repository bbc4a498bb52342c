import Care
import FoundationEssentials
import Wording

/// The sessions of a client that are over or were cancelled, the last first: each still has its notes and what was said of it.
struct MinePastSessions {
    let sessions: [SessionCard]
    let isEmpty: Bool
    /// Whether older ones were left out.
    let isCut: Bool

    static func show(_ call: PageCall) async throws -> PageResponse {
        let (all, isCut) = try await SessionList.read(call, past: SessionList.searchedPast)
        let past = all.filter { $0.state == .ended }.reversed()
        return call.page(
            Page(
                title: Text("mine.past_sessions"), template: "mine.past",
                content: MinePastSessions(
                    sessions: past.map { SessionCard($0, on: MineSessions.base, for: .client, call) },
                    isEmpty: past.isEmpty, isCut: isCut),
                live: SessionPages.live, back: MineSessions.base))
    }

    static let template = """
        {{#isEmpty}}<p data-key="none">[[mine.no_past]]</p>{{/isEmpty}}
        {{#isCut}}<p class="problem" data-key="cut">[[sessions.cut]]</p>{{/isCut}}
        {{^isEmpty}}<section aria-labelledby="past-title"><h2 class="unseen" id="past-title">[[mine.past_sessions]]</h2>
        <ul class="cards">{{#sessions}}{{> session-card}}{{/sessions}}</ul></section>{{/isEmpty}}
        <p class="row"><a class="button" href="\(MineSessions.csv)" download>\(Icon.download.html)[[history.export]]</a></p>
        """
}

/// A client's own sessions as a file for a spreadsheet, the newest first, in the form of the history's.
enum MineSessionTable {
    private static let columns = ["at", "minutes", "provider", "title", "state"]

    static func response(_ call: PageCall) async throws -> PageResponse {
        let (all, isCut) = try await SessionList.read(call, past: SessionList.searchedPast)
        var text = "\u{FEFF}"
        func add(_ cells: [String]) { text += cells.map(HistoryTable.cell).joined(separator: ",") + "\r\n" }
        add(columns.map { call.say(Text("sessions.column_\($0)")) })
        for session in all.reversed() { add(cells(session)) }
        if isCut { add([call.say(Text("sessions.cut"))]) }
        return .table(text, named: "sessions.csv")
    }

    /// States are codes, the same in every language: a sheet can count them, whoever has exported it.
    private static func cells(_ session: Appointment) -> [String] {
        [
            CareJSON.string(from: session.content.at), "\(session.content.minutes)", session.providerName,
            session.content.title ?? "", session.standing.ending?.rawValue ?? session.state.rawValue,
        ]
    }
}
