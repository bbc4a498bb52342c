import Care
import Wording

/// What was just done about a person: a word in the address, so that reading the page again does nothing twice.
enum PersonNotice: String {
    case saved, role, reminders, added, removed, left, back, made, already, uninvited
    case unlogged, stepless
    case password, loggedOutThere
    case pictured, unpictured
    case letIn, refused, answered, opened, closed

    /// The address of a page that says it.
    func path(_ base: String, _ absence: Absence? = nil) -> String {
        var path = base + "?did=" + rawValue
        if let absence {
            path += "&from=" + AbsencesPart.text(absence.from)
            if let until = absence.until { path += "&until=" + AbsencesPart.text(until) }
        }
        return path
    }

    /// What the address asks for, with the way to take it back.
    static func notice(_ call: PageCall, base: String, name: String) -> Notice? {
        guard let did = call.query["did"].flatMap(PersonNotice.init) else { return nil }
        let absence = AbsencesPart.named(call.query)
        let query = absence.map { absence in
            "?from=" + AbsencesPart.text(absence.from)
                + (absence.until.map { "&until=" + AbsencesPart.text($0) } ?? "")
        }
        let values: [String: Text.Value] = ["name": .verbatim(name)]
        return switch did {
        case .saved: Notice(text: Text("person.did_saved"))
        case .role: Notice(text: Text("person.did_role", values))
        case .reminders: Notice(text: Text("person.did_reminders"))
        case .password: Notice(text: Text("person.did_password"))
        case .loggedOutThere: Notice(text: Text("person.did_logged_out_there"))
        case .added:
            Notice(text: Text("person.did_absence"), undo: query.map { base + "/absences/removal" + $0 })
        case .removed:
            Notice(text: Text("person.did_absence_removed"), undo: query.map { base + "/absences" + $0 })
        case .left: Notice(text: Text("person.did_left", values), undo: base + "/back")
        case .back: Notice(text: Text("person.did_back", values))
        case .made: Notice(text: Text("person.did_made", values))
        case .already: Notice(text: Text("person.did_already", values), isProblem: true)
        case .pictured: Notice(text: Text("person.did_picture"))
        case .unpictured: Notice(text: Text("person.did_picture_removed"))
        case .uninvited: Notice(text: Text("person.did_uninvited"))
        case .letIn: Notice(text: Text("registrations.did_let_in", values))
        case .refused: Notice(text: Text("registrations.did_refuse"))
        case .answered: Notice(text: Text("registrations.did_already"), isProblem: true)
        case .opened: Notice(text: Text("registrations.did_open"))
        case .closed: Notice(text: Text("registrations.did_close"))
        case .unlogged: Notice(text: Text("person.did_login_removed", values))
        case .stepless: Notice(text: Text("person.did_second_step_off", values))
        }
    }
}
