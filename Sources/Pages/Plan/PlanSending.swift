import Care
import FoundationEssentials

/// What is sent for plans, with ids and times that a form brought along: pressed twice, it is done once.
enum PlanSending {
    /// Whether a problem says that the same form has come before.
    static func isTwice(_ problem: CareProblem) -> Bool {
        problem.kind == .conflict && problem.field == "id"
    }

    /// Whether it belongs beside the fields, where it can be put right.
    static func isForTheForm(_ problem: CareProblem) -> Bool {
        problem.status != 401 && problem.status != 404
    }

    /// The name that a form has for a field of a message: what it writes stands in `content`. Empty where no field is to blame.
    static func field(_ field: String?) -> String {
        guard let field else { return "" }
        return field.hasPrefix("content.") ? String(field.dropFirst("content.".count)) : field
    }

    /// The id that stands in a form, or in the address that it is sent to; a new one where it is none.
    static func id(_ call: PageCall, _ name: String = "id") -> UUID {
        (call.form[name] ?? call.query[name]).flatMap { UUID(uuidString: $0) } ?? UUID()
    }

    /// When the form was drawn: the same each time that it is sent.
    static func at(_ call: PageCall) -> Date {
        call.form["at"].flatMap { CareJSON.date(from: $0) } ?? call.request.now
    }

    static func change(_ id: UUID, _ change: RoutineChange, _ call: PageCall) async throws(CareProblem) {
        do throws(CareProblem) {
            try await call.api.send("POST", "routines/\(id)/changes", change)
        } catch {
            guard isTwice(error) else { throw error }
        }
    }
}
