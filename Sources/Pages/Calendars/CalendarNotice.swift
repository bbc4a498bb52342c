import Care
import Wording

/// What was just done about a calendar: a word in the address.
enum CalendarNotice: String {
    case added, now, pause, resume, set, renew, keep, end, remove

    init(_ kind: CalendarChange.Kind) {
        self =
            switch kind {
            case .now: .now
            case .pause: .pause
            case .resume: .resume
            case .set: .set
            case .renew: .renew
            case .keep: .keep
            case .end: .end
            case .remove: .remove
            }
    }

    func path(_ base: String, _ calendar: CalendarLink) -> String {
        let written = calendar.kind.isRead ? "" : "&written=yes"
        return "\(base)?did=\(rawValue)&events=\(calendar.tally?.present ?? 0)\(written)"
    }

    static func notice(_ call: PageCall) -> Notice? {
        guard let did = call.query["did"].flatMap(CalendarNotice.init) else { return nil }
        let events = max(0, call.query["events"].flatMap { Int($0) } ?? 0)
        let isRead = call.query["written"] != "yes"
        let count = Text(isRead ? "calendars.events" : "calendars.written", count: events)
        func counted(_ name: String) -> Text { Text(name, ["events": .text(count)]) }
        let words =
            switch did {
            case .added: counted("calendars.did_added")
            case .now: counted(isRead ? "calendars.did_read" : "calendars.did_write")
            case .pause: Text("calendars.did_pause")
            case .resume: Text("calendars.did_resume")
            case .set: Text("calendars.did_set")
            case .renew: counted("calendars.did_renew")
            case .keep: Text("calendars.did_keep")
            case .end: Text("calendars.did_end")
            case .remove: Text("calendars.did_remove")
            }
        return Notice(text: words)
    }
}
