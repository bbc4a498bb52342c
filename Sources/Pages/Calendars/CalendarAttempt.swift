import Care
import Wording

/// A change of a calendar as a form has sent it, and what was wrong with it: then it is shown again with what was typed.
struct CalendarAttempt {
    let kind: CalendarChange.Kind
    let fields: PageFields
    /// By the names of the fields; `form` for what belongs to none.
    private(set) var problems: [String: Text] = [:]
    /// Whether something is typed for it, beside which it is said what was wrong.
    var isTyped: Bool { kind == .set || kind == .renew }

    init(_ kind: CalendarChange.Kind, _ call: PageCall) {
        self.kind = kind
        fields = call.form
    }

    /// What it comes to; `nil` where something is wrong, which `problems` then says.
    mutating func change(of calendar: CalendarLink, _ call: PageCall) -> CalendarChange? {
        var change = CalendarChange(kind)
        switch kind {
        case .now, .pause, .resume: break
        case .set:
            change.name = fields["name"]
            if change.name == nil { problems["name"] = Text("calendars.write_name") }
            if calendar.kind.isRead {
                change.taking = TakingFields.taking(fields, of: calendar.client, &problems)
            }
        case .renew:
            switch calendar.kind {
            case .link:
                change.address = fields["address"]
                if change.address == nil { problems["address"] = Text("school.write_address") }
            case .file: change.text = CalendarFile.text(call, "file", &problems)
            case .dav, .davOut:
                (change.address, change.user) = (fields["address"], fields["user"])
                change.password = fields.exactly("password").flatMap { $0.isEmpty ? nil : $0 }
                if change.address == nil, change.user == nil, change.password == nil {
                    problems["password"] = Text("calendars.write_password")
                }
            }
        case .keep, .end: change.event = fields.exactly("event")
        case .remove: change.keepsEvents = fields["keep"] == "yes"
        }
        return problems.isEmpty ? change : nil
    }

    /// What the service has found wrong.
    mutating func note(_ problem: CareProblem) {
        let shown: Set =
            kind == .set ? ["name", "person", "allDayAt"] : ["address", "file", "user", "password"]
        for (field, words) in problem.byField {
            let field = field ?? ""
            let place = field == "text" ? "file" : TakingFields.place(of: field) ?? field
            problems[shown.contains(place) ? place : "form"] = words
        }
    }
}
