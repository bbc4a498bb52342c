import Care
import FoundationEssentials
import Wording

/// Of which chores the reader was reminded by somebody, and to a client which are due, as every page says it: in a line above it, as who is
/// calling stands there, and at the way to where it is done.
struct RemindedBar {
    struct Line {
        let key: String
        let path: String
        let title: String
        let words: Text
        /// The sound that is made once; `nil` for none.
        let once: String?
    }

    let lines: [Line]
    /// At the way to Now, or to a client's chores; `nil` for nothing.
    let badge: WaitingCalls.Badge?

    init(_ items: [RoutineOccurrence], _ viewer: Viewer, _ request: PageRequest) {
        let ringing = Ringing(viewer, request)
        let path = viewer.person.role == .client ? MineChores.base : "/chores"
        lines = items.compactMap { item in
            let place = "\(path)#\(ChoreCard.anchor(item))"
            guard let at = item.chore?.remindedAt else {
                return item.state == .due && ringing.rings(item) ? Self.due(item, on: place) : nil
            }
            return Line(
                key: "reminded-\(item.id)-\(at.timeIntervalSince1970)", path: place, title: item.title,
                words: Self.words(
                    of: item, when: TimeText.ago(at, now: request.now, zone: request.zone)),
                once: ringing.rings(item) ? "normal" : nil)
        }
        badge =
            lines.isEmpty
            ? nil
            : WaitingCalls.Badge(
                number: String(lines.count), inWords: Text("frame.reminders", count: lines.count))
    }

    /// That somebody reminds the reader of it, and who, as far as that is known.
    static func words(of item: RoutineOccurrence, when: Text) -> Text {
        let values = ["title": Text.Value.verbatim(item.title), "when": .text(when)]
        return item.chore?.remindedBy.map {
            Text("now.reminded_by", values.merging(["name": .verbatim($0)]) { $1 })
        } ?? Text("now.reminded", values)
    }

    private static func due(_ item: RoutineOccurrence, on path: String) -> Line {
        Line(
            key: "due-\(item.id)", path: path, title: item.title,
            words: Text("now.chore_due", ["title": .verbatim(item.title)]), once: "normal")
    }

    /// Those pages say it themselves.
    private static let own = ["/now", "/chores", MineChores.base]

    static func says(on path: String) -> Bool { !own.contains(path) }

    /// Where it cannot be read, a page goes without.
    static func read(_ call: PageCall, for viewer: Viewer) async -> [RoutineOccurrence] {
        guard viewer.person.role != .provider, says(on: call.request.path),
            let feed: ChoreFeed = try? await call.api.get("chores")
        else { return [] }
        let isClients = viewer.person.role == .client
        return feed.mine.filter { $0.chore?.remindedAt != nil || isClients && $0.state == .due }
    }

    static let template = """
        {{#reminded}}<div id="reminded" role="status">{{#lines}}<a class="calls" href="{{path}}" data-key="{{key}}" data-say="{{title}}"{{#once}} data-once="{{.}}"{{/once}}>{{words}}</a>{{/lines}}</div>{{/reminded}}
        """
}
