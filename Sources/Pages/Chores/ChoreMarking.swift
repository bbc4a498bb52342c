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
        else { throw notUnderstood }
        if kind == .undone, call.form["undoes"].flatMap({ UUID(uuidString: $0) }) == nil {
            do { return try await Marking.undo(call, viewer) } catch let problem as CareProblem {
                return try await refused(problem, call, viewer)
            }
        }
        if call.form["text"] == nil, kind == .skipped || kind == .notYet {
            return try await refused(Text("today.say_why"), 422, call, viewer)
        }
        do throws(CareProblem) { _ = try await send(call, viewer) } catch {
            return try await refused(error, call, viewer)
        }
        return .seeOther(OccurrencePath(routine, key, from: .chores).after(id, routine, key))
    }

    /// Writes down what a form says of a chore; returns what that was.
    static func send(
        _ call: PageCall, _ viewer: Viewer
    ) async throws(CareProblem) -> OccurrenceEntry.Kind {
        let (routine, key) = try TodayPages.place(call)
        guard let kind = call.form["kind"].flatMap(OccurrenceEntry.Kind.init),
            let id = call.form["id"].flatMap({ UUID(uuidString: $0) })
        else { throw notUnderstood }
        let entry = OccurrenceEntry(
            id: id, routine: routine, key: key, kind: kind, by: viewer.person.name, text: call.form["text"],
            undoes: call.form["undoes"].flatMap { UUID(uuidString: $0) }, person: call.form["person"],
            parts: call.form["parts"].flatMap { Int($0) },
            with: call.form["with"].flatMap(OccurrenceKey.init),
            at: call.request.now)
        do throws(CareProblem) { try await call.api.send("POST", "entries", entry) } catch {
            // Tapped twice: it is stored already, at the time of the first tap.
            if !PlanSending.isTwice(error) { throw error }
        }
        return kind
    }

    private static var notUnderstood: CareProblem {
        CareProblem(.badRequest, "this entry was not understood: go back and tap again")
    }

    /// Has whoever has a chore reminded of it.
    static func sendReminder(_ call: PageCall, _ viewer: Viewer) async throws(CareProblem) {
        let (routine, key) = try TodayPages.place(call)
        let reminder = ChoreReminder(
            id: PlanSending.id(call), routine: routine, key: key, by: viewer.person.name, at: call.request.now
        )
        do throws(CareProblem) { try await call.api.send("POST", "chores/reminders", reminder) } catch {
            if !PlanSending.isTwice(error) { throw error }
        }
    }

    static func remind(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) { try await sendReminder(call, viewer) } catch {
            return try await refused(error, call, viewer)
        }
        return .seeOther("/chores?said=reminded")
    }

    /// Somebody was faster, or it may not be done: the chores as they are now, with why.
    private static func refused(
        _ problem: CareProblem, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        guard isTold(problem) else { throw problem }
        return try await refused(words(problem), problem.status, call, viewer)
    }

    private static func refused(
        _ words: Text, _ status: Int, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        try await ChoresPages.show(
            call, viewer, notice: Notice(text: words, isProblem: true), status: status)
    }

    /// Whether the page can say it above itself.
    static func isTold(_ problem: CareProblem) -> Bool {
        switch problem.kind {
        case .conflict, .notAcceptable: true
        case .forbidden: problem.field != nil
        default: false
        }
    }

    /// "Anna has it", with what it is about.
    static func words(_ problem: CareProblem) -> Text {
        guard case .occurrence(let item)? = problem.current else { return problem.sentence }
        return Text("chores.refused", ["title": .verbatim(item.title), "why": .text(problem.sentence)])
    }
}
