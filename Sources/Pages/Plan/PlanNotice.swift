import Care
import FoundationEssentials
import Wording

/// What has just been done to the plan; it is in the address to which a form leads.
enum PlanNotice: String {
    case made, once, onceMore, restored, following, all, stopped, ended, undone

    /// What a page's query says; anybody can write an address, so it holds no words of its own.
    ///
    /// It can be taken back for ten minutes, while the routine is still as it was left then: what others change later is theirs.
    static func of(_ call: PageCall) async -> Notice? {
        guard let said = call.query["said"].flatMap(PlanNotice.init) else { return nil }
        var notice = Notice(text: said.text)
        switch said {
        case .made:
            guard let id = call.query["routine"].flatMap({ UUID(uuidString: $0) }),
                let routine: Routine = try? await call.api.get("routines/\(id)"),
                routine.createdAt == routine.changedAt, isNew(routine, call)
            else { break }
            // The plans of the same sentence that are still to come are not lost with it.
            notice.undo = "\(PlanText.path(id))/end?\(undo(routine))\(sentence(call))"
        case .once:
            guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }),
                let routine: Routine = try? await call.api.get("routines/\(id)"),
                call.query["seq"] == "\(routine.sequence)", isNew(routine, call)
            else { break }
            notice.undo = "\(call.request.path)/restore?\(undo(routine))"
        case .onceMore, .restored, .following, .all, .stopped, .ended, .undone: break
        }
        return notice
    }

    private static func undo(_ routine: Routine) -> String { "id=\(UUID())&replaces=\(routine.sequence)" }

    /// The sentences that wait, as the address of their form has them.
    private static func sentence(_ call: PageCall) -> String {
        ["client", "say", "then"].compactMap { name in
            call.query[name].flatMap { $0.isEmpty ? nil : "&\(name)=\(PageText.escaped($0))" }
        }.joined()
    }

    /// Where a plan that has just been taken back leads: to the sentences that wait, or to the week.
    static func afterUndo(_ call: PageCall, week: String) -> String {
        guard call.query["say"].map({ !$0.isEmpty }) ?? false else { return week + "&said=\(undone)" }
        return "/plan/new?said=\(undone)\(sentence(call))"
    }

    private static func isNew(_ routine: Routine, _ call: PageCall) -> Bool {
        routine.isActive && Answering.isNew(routine.changedAt, call)
    }

    /// Which change a form, or the address of an undo, is about to take the place of.
    ///
    /// Throws where an undo comes too late: after its time, or after somebody has changed it again.
    static func replaced(_ routine: Routine, _ call: PageCall) throws(CareProblem) -> Int64 {
        if let seen = call.form["replaces"].flatMap({ Int64($0) }) { return seen }
        guard let seen = call.query["replaces"].flatMap({ Int64($0) }) else {
            throw CareProblem(.badRequest, "this does not say which change is meant: open the page again")
        }
        guard routine.sequence == seen, isNew(routine, call) else {
            throw CareProblem(
                .conflict, "too late to undo that with one tap: see the plan as it is now")
        }
        return seen
    }

    private var text: Text {
        switch self {
        case .made: Text("plan.said_made")
        case .once, .onceMore: Text("plan.said_once")
        case .restored: Text("plan.said_restored")
        case .following: Text("plan.said_following")
        case .all: Text("plan.said_all")
        case .stopped: Text("plan.said_stopped")
        case .ended: Text("plan.said_ended")
        case .undone: Text("plan.said_undone")
        }
    }
}
