import Care
import FoundationEssentials
import Wording

/// What nobody has answered, as every page says it: in a line above it, and as a number at the way to Now.
///
/// The page's script reads both anew when something happens, and sounds the calls.
struct WaitingCalls {
    /// A call for the page's scripts, with what a card on Now has.
    struct Line {
        let key: String
        let title: Text
        let since: String
        let state: Text
        /// The sound to repeat; `nil` for none, by the reader's wish.
        let ring: String?
        let level: Int
    }

    /// At the way to Now: a number, and in words for whoever hears the page.
    struct Badge {
        let number: String
        let inWords: Text
    }

    /// So many are read with each page: among them must be those that reach the reader, whose sound this page makes.
    private static let most = 50

    let count: Int
    /// Who asks for what, of the most urgent; empty where nobody waits.
    let callWords: Text
    let isWaiting: Bool
    let isUrgent: Bool
    let lines: [Line]

    init(_ page: RequestPage?, _ viewer: Viewer, _ request: PageRequest) {
        let calls = page?.requests ?? []
        let ringing = Ringing(viewer, request)
        count = page?.count ?? calls.count
        isWaiting = count > 0
        isUrgent = calls.first?.priority == .urgent
        if let first = calls.first {
            let title = RequestWords.title(first)
            callWords =
                count > 1 ? Text("frame.and_others", count: count - 1, ["call": .text(title)]) : title
        } else {
            callWords = count > 0 ? Text("frame.calls", count: count) : .empty
        }
        lines = calls.map { call in
            Line(
                key: "request-\(call.id.uuidString)", title: RequestWords.title(call),
                since: String(Int64((call.askedAt.timeIntervalSince1970 * 1000).rounded())),
                state: RequestWords.unanswered(call.state),
                ring: ringing.rings(call) ? call.priority.rawValue : nil,
                level: call.escalation)
        }
    }

    var badge: Badge? {
        count > 0 ? Badge(number: String(count), inWords: Text("frame.calls", count: count)) : nil
    }

    /// Where it cannot be read, a page goes without: its script asks again.
    static func read(_ api: PageAPI, for viewer: Viewer) async -> RequestPage? {
        guard Set<Person.Role>.staff.contains(viewer.person.role) else { return nil }
        return try? await api.get("requests", [("state", "waiting"), ("limit", String(most))])
    }

    static let template = """
        {{#calls}}<div id="waiting" data-count="{{count}}"><div role="status"><a id="calls" class="calls{{#isUrgent}} urgent{{/isUrgent}}" href="/now"{{^isWaiting}} hidden{{/isWaiting}}>{{callWords}}</a></div>
        <ul hidden>{{#lines}}<li data-key="{{key}}" data-say="{{title}}" data-since="{{since}}" data-state="{{state}}"{{#ring}} data-ring="{{.}}"{{/ring}} data-level="{{level}}"></li>{{/lines}}</ul></div>{{/calls}}
        """
}
