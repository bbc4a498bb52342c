import Care

/// What has just been done to the plan; it stands in the address that a form leads to.
enum PlanNotice: String {
    case made, done, skipped, undone, once, restored, following, all, stopped, ended

    /// What a page's query says; anybody can write an address, so it holds no words of its own.
    static func of(_ call: PageCall) -> Notice? {
        guard let said = call.query["said"].flatMap(PlanNotice.init) else { return nil }
        return Notice(text: said.text)
    }

    var text: String {
        switch self {
        case .made: "It is planned."
        case .done: "Done. It is written down."
        case .skipped: "Left out this time. It is written down."
        case .undone: "Taken back: it is open again."
        case .once: "Changed, this time only."
        case .restored: "It is as it was planned first."
        case .following: "Changed, from this one on."
        case .all: "All of them are changed. What has happened stays as it was."
        case .stopped: "From this one on it is planned no more. What was before stays."
        case .ended: "It has ended. What has happened stays in the history."
        }
    }
}
