import Care
import FoundationEssentials
import Recurrence
import Wording

/// The history as a file for a spreadsheet: RFC 4180 in UTF-8, with the mark at its start by which Excel knows that.
struct HistoryTable {
    /// More lines than a year of a busy home has; the last line says that more are missing.
    static let mostLines = 10_000

    private let call: PageCall
    private let filter: HistoryFilter

    init(_ call: PageCall, _ filter: HistoryFilter) {
        self.call = call
        self.filter = filter
    }

    func response() async throws -> PageResponse {
        if let problem = filter.problem { throw CareProblem(.notAcceptable, call.say(problem)) }
        var text = "\u{FEFF}"
        func add(_ cells: [String]) { text += cells.map(Self.cell).joined(separator: ",") + "\r\n" }
        var next: String?
        var count = 0
        repeat {
            let page: HistoryPage = try await call.api.get("history", filter.query(after: next, limit: 200))
            if count == 0 { add(titles(zone: page.zone).map(call.say)) }
            for item in page.items { add(cells(item)) }
            count += page.items.count
            next = page.next
        } while next != nil && count < Self.mostLines
        if next != nil {
            add([call.say(Text("history.more_lines", ["count": .number(count)]))])
        }
        return .table(text, named: "history.csv")
    }

    private func titles(zone: String) -> [Text] {
        [
            Text("history.head_day", ["zone": .verbatim(zone)]), Text("history.head_time"),
            Text("history.head_kind"), Text("history.head_client"), Text("history.head_title"),
            Text("history.head_said"), Text("history.head_priority"), Text("history.head_state"),
            Text("history.head_by"), Text("history.head_seconds"), Text("history.head_reason"),
            Text("history.head_notes"), Text("history.head_need_kind"),
        ]
    }

    /// Kinds, priorities and states are codes, the same in every language: a sheet can count them, whoever has exported it.
    private func cells(_ item: HistoryItem) -> [String] {
        switch item {
        case .request(let story):
            let request = story.request
            let notes = story.notes.map { note in (note.by.map { "\($0): " } ?? "") + note.text }
            let seconds = story.responseTime.map { String($0.components.seconds) }
            return moment(request.receivedAt) + [
                "request", request.clientName, request.label, request.say, request.priority.rawValue,
                request.state.rawValue, request.changedBy ?? "", seconds ?? "", request.reason ?? "",
                notes.joined(separator: "; "), story.needKind?.text ?? "",
            ]
        case .entry(let story):
            let state = story.entry.kind.rawValue + (story.isTakenBack ? ", undone" : "")
            return moment(story.receivedAt) + [
                "plan", story.clientName, story.title, story.entry.text ?? "", "", state,
                story.entry.by ?? "", "",
                "", "", story.needKind?.text ?? "",
            ]
        }
    }

    private func moment(_ date: Date) -> [String] {
        let local = call.request.zone.local(of: date)
        return [local.day.description, PageText.time(local)]
    }

    /// Quoted where it must be. What a spreadsheet would take for a formula begins with an apostrophe: words that somebody has
    /// written must not be calculated. Some of them read the full-width forms, with which Chinese and Japanese are written, in the same way.
    static func cell(_ text: String) -> String {
        let isFormula =
            text.unicodeScalars.first.map { "=+-@＝＋－＠\t\r\n".unicodeScalars.contains($0) } ?? false
        let safe = isFormula ? "'" + text : text
        // By code points: a line end of two of them is one character.
        guard safe.unicodeScalars.contains(where: { "\",;\r\n".unicodeScalars.contains($0) }) else {
            return safe
        }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
