import HTTPTypes
import StoreFiles

extension APIRoute {
    /// The lane of calls, answers and their delivery: they wait for nothing else there.
    static let calls: Set<String> = [
        "requests", "requests/{id}", "requests/{id}/responses", "faults", "reminders/{id}/receipts", "events",
        "health", "handover/claims", "answers/{id}", "answers/{id}/seen",
    ]
    /// Needs no time of its own: an event stream sends what is written when it is written.
    private static let instant: Set<String> = ["events", "health"]

    private var isInstant: Bool { Self.instant.contains(place) }

    /// Whether it is a call, an answer, or what delivers them.
    var isCall: Bool { Self.calls.contains(place) }

    /// The lane in which a message from outside is answered. What a person reads goes last, even if it is
    /// calls: the page *Now* has its own way to those.
    ///
    /// - Parameter isDevice: It came with a token, not with a session.
    func lane(isDevice: Bool) -> StoreLane {
        if isCall, isDevice || isInstant || method != .get { return .call }
        return isDevice ? .care : .page
    }

    /// The lane in which a page asks for it. A page that is drawn on a shared thread, because it answers a
    /// call, does not read on that thread.
    var laneInPages: StoreLane { isCall ? .call : StoreLane.current == .page ? .page : .care }

    /// Whether it reads, and so waits its turn if one sender asks for much at once. Writes wait at the store.
    var isListed: Bool { method == .get && !isInstant }
}
