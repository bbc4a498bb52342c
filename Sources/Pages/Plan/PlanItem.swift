import Care
import FoundationEssentials
import Recurrence
import Wording

/// One occurrence in a week.
struct PlanItem {
    let key: String
    let path: String
    let time: Text
    let symbol: String?
    let title: String
    /// For whom it is, and who does it.
    let people: Text
    /// What has become of it, or has to be done now; `nil` for what is still to come.
    let word: Text?
    /// For its colour.
    let look: String

    init(_ occurrence: RoutineOccurrence, zone: ZoneRules) {
        key = occurrence.id
        path = PlanText.path(occurrence.routine, occurrence.key)
        time = TimeText.time(zone.local(of: occurrence.at))
        symbol = occurrence.symbol
        title = occurrence.title
        people = WhoseText.forAndBy(occurrence)
        (word, look) = Self.word(of: occurrence)
    }

    /// What has become of one, and how it looks.
    static func word(of occurrence: RoutineOccurrence) -> (words: Text?, look: String) {
        func word(_ name: String) -> Text {
            guard let who = occurrence.changedBy else { return Text(name) }
            return Text(name + "_by", ["who": .verbatim(who)])
        }
        return switch occurrence.state {
        case .upcoming: (nil, "")
        case .due: (Text("plan.due_now"), "soon")
        case .done: (word("plan.done"), "good")
        case .skipped: (word("plan.skipped"), "quiet")
        case .missed: (Text("plan.missed"), "urgent")
        }
    }
}
