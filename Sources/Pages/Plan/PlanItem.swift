import Care
import FoundationEssentials
import Recurrence

/// One occurrence in a week or a month.
struct PlanItem {
    let key: String
    let path: String
    let time: String
    let symbol: String?
    let title: String
    let client: String
    /// Who does it; `nil` where that is nobody.
    let who: String?
    /// What has become of it, or has to be done now; `nil` for what is still to come.
    let word: String?
    /// For its colour.
    let look: String

    init(_ occurrence: RoutineOccurrence, zone: ZoneRules) {
        key = occurrence.id
        path = PlanText.path(occurrence.routine, occurrence.key)
        time = PageText.time(zone.local(of: occurrence.at))
        symbol = occurrence.symbol
        title = occurrence.title
        client = occurrence.clientName
        who = occurrence.assignment.name
        (word, look) = Self.word(of: occurrence)
    }

    /// What has become of one, and how it looks.
    static func word(of occurrence: RoutineOccurrence) -> (String?, String) {
        let by = occurrence.changedBy.map { " by \($0)" } ?? ""
        return switch occurrence.state {
        case .upcoming: (nil, "")
        case .due: ("due now", "soon")
        case .done: ("done\(by)", "good")
        case .skipped: ("skipped\(by)", "quiet")
        case .missed: ("missed", "urgent")
        }
    }
}
