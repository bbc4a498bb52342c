import Care

/// What was just done about a person: a word in the address, so that reading the page again does nothing twice.
enum PersonNotice: String {
    case saved, reminders, added, removed, left, back, made, already, uninvited
    case unlogged
    case password, loggedOutThere
    case pictured, unpictured

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
        return switch did {
        case .saved: Notice(text: "Saved.")
        case .reminders: Notice(text: "The reminders are saved.")
        case .password:
            Notice(
                text:
                    "Your password is changed. You are logged out everywhere else, and codes that you gave and nobody has used no longer work."
            )
        case .loggedOutThere: Notice(text: "You are logged out there.")
        case .added:
            Notice(text: "The absence is saved.", undo: query.map { base + "/absences/removal" + $0 })
        case .removed: Notice(text: "The absence is removed.", undo: query.map { base + "/absences" + $0 })
        case .left:
            Notice(text: "\(name) has left. What they did stays in the history.", undo: base + "/back")
        case .back: Notice(text: "\(name) is here again.")
        case .made: Notice(text: "\(name) belongs to this home now.")
        case .already:
            Notice(
                text: """
                    \(name) is here already. If you mean somebody else, give them a name that tells the two apart, such as “\(name) K.”
                    """, isProblem: true)
        case .pictured: Notice(text: "The picture is saved.")
        case .unpictured: Notice(text: "The picture is removed.")
        case .uninvited: Notice(text: "The invitation is withdrawn: its code no longer works.")
        case .unlogged: Notice(text: "\(name) cannot log in any more, and is logged out everywhere.")
        }
    }
}
