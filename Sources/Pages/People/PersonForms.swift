import Care

/// What is sent from a person's page and from one's own alike.
///
/// - `isClients`: whether a client sends it of themselves.
/// - `base` is the page that it came from, `/account` or `/people/anna`; `again` shows it with what was wrong.
enum PersonForms {
    typealias Again = (PersonAttempt) async throws -> PageResponse

    static func reminders(
        _ call: PageCall, _ id: String, base: String, isClients: Bool = false, again: Again
    ) async throws -> PageResponse {
        do {
            if isClients {
                try await PersonChanges.saveOwnReminders(call)
            } else {
                try await PersonChanges.saveReminders(call, id)
            }
            return .seeOther(PersonNotice.reminders.path(base))
        } catch let problem where problem.isShown {
            return try await again(PersonAttempt(form: .reminders, fields: call.form, problem: problem))
        }
    }

    static func addAbsence(
        _ call: PageCall, _ id: String, base: String, again: Again
    ) async throws -> PageResponse {
        do {
            let absence = try await PersonChanges.addAbsence(call, id)
            return .seeOther(PersonNotice.added.path(base, absence))
        } catch let problem where problem.isShown {
            return try await again(PersonAttempt(form: .absence, fields: call.form, problem: problem))
        }
    }

    static func removeAbsence(_ call: PageCall, _ id: String, base: String) async throws -> PageResponse {
        guard let absence = try await PersonChanges.removeAbsence(call, id) else { return .seeOther(base) }
        return .seeOther(PersonNotice.removed.path(base, absence))
    }
}
