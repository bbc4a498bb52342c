import Care

/// Changes of a person, as pages make them.
enum PersonChanges {
    static func person(_ id: String, _ api: PageAPI) async throws(CareProblem) -> Person {
        try await api.get("people/" + PageText.escaped(id))
    }

    /// Stores a person as a form has it, with the `sequence` that its reader saw.
    @discardableResult
    static func put(_ person: Person, _ api: PageAPI) async throws(CareProblem) -> Person {
        try await api.send("PUT", "people/" + PageText.escaped(person.id), person)
    }

    /// One thing more or less, whatever else has been changed meanwhile: read anew, and tried again, where others write too.
    static func change(
        _ id: String, _ api: PageAPI, _ change: (inout Person) -> Void
    ) async throws(CareProblem) {
        for _ in 0..<3 {
            var person = try await person(id, api)
            let old = person
            change(&person)
            guard person != old else { return }
            do {
                try await put(person, api)
                return
            } catch {
                guard error.kind == .conflict else { throw error }
            }
        }
        throw CareProblem(.conflict, "others are changing this person right now: please try again")
    }

    static func saveReminders(_ call: PageCall, _ id: String) async throws(CareProblem) {
        if let wrong = RemindersPart.wrongTime(call.form) { throw wrong }
        var person = try await person(id, call.api)
        person.reminders = RemindersPart.typed(call.form, of: person)
        person.sequence = call.form["sequence"].flatMap { Int64($0) } ?? person.sequence
        try await put(person, call.api)
    }

    /// A client's own, who reads nothing of the people here but themselves.
    static func saveOwnReminders(_ call: PageCall) async throws(CareProblem) {
        if let wrong = RemindersPart.wrongTime(call.form) { throw wrong }
        let person = try await call.api.get("session", as: Session.self).person
        try await call.api.send(
            "PUT", "account",
            AccountChange(
                reminders: RemindersPart.typed(call.form, of: person),
                sequence: call.form["sequence"].flatMap { Int64($0) }))
    }

    /// Adds an absence: what the form says, or, to take back that one was taken out, what the address names.
    static func addAbsence(_ call: PageCall, _ id: String) async throws(CareProblem) -> Absence {
        let absence: Absence
        if let named = AbsencesPart.named(call.query) {
            absence = named
        } else {
            absence = try AbsencesPart.typed(call.form, zone: call.request.zone)
        }
        try await change(id, call.api) { person in
            guard !person.absences.contains(where: { AbsencesPart.isSame($0, absence) }) else { return }
            person.absences.append(absence)
        }
        return absence
    }

    static func removeAbsence(_ call: PageCall, _ id: String) async throws(CareProblem) -> Absence? {
        guard let absence = AbsencesPart.named(call.form) ?? AbsencesPart.named(call.query) else {
            return nil
        }
        try await change(id, call.api) { person in
            person.absences.removeAll { AbsencesPart.isSame($0, absence) }
        }
        return absence
    }
}
