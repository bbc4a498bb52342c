import Care
import FoundationEssentials
import Recurrence
import Wording

/// What somebody does about a chore.
enum ChoreMarking {
    static func mark(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let (routine, key) = try TodayPages.place(call)
        guard let kind = call.form["kind"].flatMap(OccurrenceEntry.Kind.init),
            let id = call.form["id"].flatMap({ UUID(uuidString: $0) })
        else { throw CareProblem(.badRequest, "this entry was not understood: go back and tap again") }
        if kind == .undone, call.form["undoes"].flatMap({ UUID(uuidString: $0) }) == nil {
            do { return try await Marking.undo(call, viewer) } catch let problem as CareProblem {
                return try await refused(problem, call, viewer)
            }
        }
        if call.form["text"] == nil, kind == .skipped || kind == .notYet {
            return try await refused(Text("today.say_why"), 422, call, viewer)
        }
        let entry = OccurrenceEntry(
            id: id, routine: routine, key: key, kind: kind, by: viewer.person.name, text: call.form["text"],
            undoes: call.form["undoes"].flatMap { UUID(uuidString: $0) }, person: call.form["person"],
            parts: call.form["parts"].flatMap { Int($0) },
            with: call.form["with"].flatMap(OccurrenceKey.init),
            at: call.request.now)
        do throws(CareProblem) { try await call.api.send("POST", "entries", entry) } catch {
            // Tapped twice: it is stored already, at the time of the first tap.
            if !PlanSending.isTwice(error) { return try await refused(error, call, viewer) }
        }
        return .seeOther(OccurrencePath(routine, key, from: .chores).after(id, routine, key))
    }

    static func remind(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let (routine, key) = try TodayPages.place(call)
        let reminder = ChoreReminder(
            id: PlanSending.id(call), routine: routine, key: key, by: viewer.person.name, at: call.request.now
        )
        do throws(CareProblem) { try await call.api.send("POST", "chores/reminders", reminder) } catch {
            if !PlanSending.isTwice(error) { return try await refused(error, call, viewer) }
        }
        return .seeOther("/chores?said=reminded")
    }

    /// Somebody was faster, or it may not be done: the chores as they are now, with why.
    private static func refused(
        _ problem: CareProblem, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        switch problem.kind {
        case .conflict, .notAcceptable: break
        case .forbidden where problem.field != nil: break
        default: throw problem
        }
        return try await refused(words(problem), problem.status, call, viewer)
    }

    private static func refused(
        _ words: Text, _ status: Int, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        try await ChoresPages.show(
            call, viewer, notice: Notice(text: words, isProblem: true), status: status)
    }

    /// "Anna has it", with what it is about.
    private static func words(_ problem: CareProblem) -> Text {
        guard case .occurrence(let item)? = problem.current else { return problem.sentence }
        return Text("chores.refused", ["title": .verbatim(item.title), "why": .text(problem.sentence)])
    }
}
