import Care
import FoundationEssentials
import Recurrence
import Wording

/// Of which chores the reader was reminded by somebody, which they are asked to do, and to a client which are due or were missed, and of
/// which amounts the reader was reminded, as every page says it: in a line above it, as who is calling stands there, and at the way to
/// where it is done.
struct RemindedBar {
    struct Line {
        let key: String
        let path: String
        let title: Text
        let words: Text
        /// The sound that is made once; `nil` for none.
        let once: String?
    }

    let lines: [Line]
    /// At the way to Now, or to a client's chores; `nil` for nothing.
    let badge: WaitingCalls.Badge?

    init(_ feed: ChoreFeed?, _ viewer: Viewer, _ request: PageRequest) {
        let ringing = Ringing(viewer, request)
        let path = viewer.person.role == .client ? MineChores.base : "/chores"
        let chores = (feed.map { $0.offered + $0.mine } ?? []).compactMap { item -> Line? in
            let news = ReminderNews(item, request, ringing)
            guard news.isReminded || ringing.rings(item) else { return nil }
            return Line(
                key: news.key, path: "\(path)#\(ChoreCard.anchor(item))", title: .verbatim(item.title),
                words: news.words,
                once: ringing.rings(newsOf: item) ? "normal" : nil)
        }
        lines =
            chores
            + AmountNews.all(in: feed, viewer, request).map { news in
                Line(key: news.key, path: news.path, title: news.say, words: news.words, once: news.once)
            }
        badge =
            lines.isEmpty
            ? nil
            : WaitingCalls.Badge(
                number: String(lines.count), inWords: Text("frame.reminders", count: lines.count))
    }

    /// Those pages say it themselves.
    private static let own = ["/now", "/chores", MineChores.base]

    static func says(on path: String) -> Bool { !own.contains(path) }

    /// Where it cannot be read, a page goes without.
    static func read(_ call: PageCall, for viewer: Viewer) async -> ChoreFeed? {
        guard viewer.person.role != .provider, says(on: call.request.path),
            var feed: ChoreFeed = try? await call.api.get("chores", [("only", "reminders")])
        else { return nil }
        // Those who work here see what is due on Now and Today.
        let saysDue = viewer.person.role == .client
        feed.mine.removeAll { item in
            let isTime = item.state == .due || item.state == .missed
            return item.chore?.remindedAt == nil && !(saysDue && isTime)
        }
        return feed
    }

    static let template = """
        {{#reminded}}<div id="reminded" role="status" aria-atomic="false">{{#lines}}<a class="calls" href="{{path}}" data-key="{{key}}" data-say="{{title}}"{{#once}} data-once="{{.}}"{{/once}}>{{words}}</a>{{/lines}}</div>{{/reminded}}
        """
}

/// What is new of one of somebody's chores, the most urgent first: that it was missed, that it is due, that a housemate has reminded them.
/// Of another's, that they are asked to do it.
struct ReminderNews {
    /// Whether somebody else has reminded or asked them.
    let isReminded: Bool
    /// Another one for each that is to be heard: by it a page knows what it has told.
    let key: String
    let words: Text

    /// - Parameter item: One that is due or was missed, or of which somebody has reminded its reader, or asks them to do it.
    init(_ item: RoutineOccurrence, _ request: PageRequest, _ ringing: Ringing) {
        if let offer = item.openOffer, offer.to == request.viewer?.person.id {
            isReminded = true
            key = "offered-\(offer.entry.uuidString)"
            words = Text(
                "now.asked_by", ["name": .verbatim(offer.byName), "title": .verbatim(item.title)])
            return
        }
        let at = item.chore?.remindedAt
        isReminded = at != nil
        key = ringing.name(ofNewsOf: item)
        var values = ["title": Text.Value.verbatim(item.title)]
        // As a time of the day: it stays the same, and is not read out anew with every minute.
        if let at {
            let zone = request.zone
            let when =
                zone.local(of: at).day == zone.local(of: request.now).day
                ? TimeText.time(zone.local(of: at))
                : TimeText.dayAndTime(at, now: request.now, zone: zone)
            values["when"] = .text(when)
        }
        let name = item.chore?.remindedBy
        if let name { values["name"] = .verbatim(name) }
        let reminder = at == nil ? nil : name == nil ? "reminded" : "reminded_by"
        let word =
            switch item.state {
            case .missed: reminder.map { "missed_\($0)" } ?? "chore_missed"
            case .due: reminder.map { "due_\($0)" } ?? "chore_due"
            case .upcoming, .done, .skipped: reminder ?? "reminded"
            }
        words = Text("now.\(word)", values)
    }
}
