import Care
import FoundationEssentials

/// What has just been done to the plan; it stands in the address that a form leads to.
enum PlanNotice: String {
    case made, once, onceMore, restored, following, all, stopped, ended

    /// What a page's query says; anybody can write an address, so it holds no words of its own.
    static func of(_ call: PageCall) -> Notice? {
        guard let said = call.query["said"].flatMap(PlanNotice.init) else { return nil }
        var notice = Notice(text: said.text)
        switch said {
        case .made:
            let routine = call.query["routine"].flatMap { UUID(uuidString: $0) }
            notice.undo = routine.map { "\(PlanText.path($0))/end?id=\(UUID())" }
        case .once: notice.undo = "\(call.request.path)/restore?id=\(UUID())"
        case .onceMore, .restored, .following, .all, .stopped, .ended: break
        }
        return notice
    }

    private var text: String {
        switch self {
        case .made: "It is planned."
        case .once, .onceMore: "Changed, this time only."
        case .restored: "It is as it was planned first."
        case .following: "Changed, from this one on."
        case .all: "All of them are changed. What has happened stays as it was."
        case .stopped: "From this one on it is planned no more. What was before stays."
        case .ended: "It is planned no more. What has happened stays in the history."
        }
    }
}
