import Care
import FoundationEssentials
import Recurrence
import Wording

/// Asks before a routine ends, since what has ended cannot be begun again; then ends it.
struct PlanEnding {
    let title: String
    let all: String
    /// `nil` where the whole routine is meant.
    let following: String?
    let day: Text
    let back: String
    let id: String
    let otherID: String
    let at: String
    let replaces: Int64
    let repeats: Bool

    static func ask(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let routine = try await PlanPlace.routine(call)
        let key = call.parts.count > 1 ? try PlanPlace.key(call) : nil
        let all = PlanText.path(routine.id)
        let path = key.map { PlanText.path(routine.id, $0) } ?? all
        let repeats = routine.content.schedule.repetition != .once
        return call.page(
            Page(
                title: Text("plan.end_title", ["title": .verbatim(routine.content.title)]),
                template: "plan-end",
                content: PlanEnding(
                    title: routine.content.title, all: "\(all)/end",
                    following: repeats ? key.map { _ in "\(path)/end" } : nil,
                    day: key.map { PlanText.date($0.local.day) } ?? .empty, back: path, id: "\(UUID())",
                    otherID: "\(UUID())", at: CareJSON.string(from: call.request.now),
                    replaces: routine.sequence, repeats: repeats), back: path))
    }

    /// With a key, from that one on; without, all of it. The same address takes back what was made just now.
    static func end(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let routine = try await PlanPlace.routine(call)
        let key = call.parts.count > 1 ? try PlanPlace.key(call) : nil
        let replaces = try PlanNotice.replaced(routine, call)
        try await PlanSending.change(
            routine.id,
            RoutineChange(
                id: PlanSending.id(call), scope: key == nil ? .all : .following, occurrence: key,
                replaces: replaces, by: viewer.person.name, at: PlanSending.at(call)), call)
        let day = key?.local.day ?? call.request.zone.local(of: call.request.now).day
        if call.form["replaces"] == nil {
            return .seeOther(PlanNotice.afterUndo(call, week: PlanText.week(day)))
        }
        let said: PlanNotice = key == nil ? .ended : .stopped
        return .seeOther(PlanText.week(day) + "&said=\(said)")
    }

    static let template = """
        <p>[[plan.end_lead]]</p>
        {{#following}}\(Form.post("{{.}}", sends: ["id": "{{id}}", "at": "{{at}}", "replaces": "{{replaces}}"]))
        <p class="row"><button class="danger">[[plan.end_from]]</button></p></form>{{/following}}
        \(Form.post("{{all}}", sends: ["id": "{{otherID}}", "at": "{{at}}", "replaces": "{{replaces}}"]))
        <p class="row"><button class="danger">{{#repeats}}[[plan.end_all]]{{/repeats}}{{^repeats}}[[plan.take_out_now]]{{/repeats}}</button></p></form>
        <p class="row"><a class="button" href="{{back}}">[[plan.cancel]]</a></p>
        """
}
