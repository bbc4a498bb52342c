import HTTPTypes
import StoreFiles

extension APIRoute {
    /// What calls, answers and their delivery go through: nobody waits there for anything else.
    static let calls: Set<String> = [
        "requests", "requests/{id}", "requests/{id}/responses", "faults", "reminders/{id}/receipts", "events",
        "health",
    ]
    /// What takes no time itself: an event stream tells what is written, when it is.
    private static let instant: Set<String> = ["events", "health"]

    private var isInstant: Bool { Self.instant.contains(place) }

    /// Whether it is a call, an answer, or what tells them.
    var isCall: Bool { Self.calls.contains(place) }

    /// In which lane a message from outside is answered. What a person reads goes behind all others, also where it is calls:
    /// the page *Now* has its own way to those.
    ///
    /// - Parameter isDevice: It came with a token, and not with a session.
    func lane(isDevice: Bool) -> StoreLane {
        if isCall, isDevice || isInstant || method != .get { return .call }
        return isDevice ? .care : .page
    }

    /// In which lane a page asks for it. What is drawn on one of the shared threads, because it answers a call, reads nothing
    /// on that thread.
    var laneInPages: StoreLane { isCall ? .call : StoreLane.current == .page ? .page : .care }

    /// Whether it is read, and so waits its turn where one sender asks for much at once. What is sent waits at the store.
    var isListed: Bool { method == .get && !isInstant }
}
