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
    /// For whom it is, and who does it, or why nobody has it.
    let people: Text
    /// What it is worth.
    let points: Text?
    /// What has become of it, or has to be done now; `nil` for what is still to come.
    let word: Text?
    /// For its colour.
    let look: String

    init(_ occurrence: RoutineOccurrence, zone: ZoneRules) {
        key = occurrence.id
        path = PlanText.path(occurrence.routine, occurrence.key)
        time = TimeText.time(zone.local(of: occurrence.at))
        symbol = ShownSymbol.sign(occurrence.symbol)
        title = occurrence.title
        people = .joined(
            [WhoseText.forAndBy(occurrence), Self.free(occurrence)].compactMap(\.self), separator: " · ")
        points = occurrence.chore?.points.map(PointWords.points)
        (word, look) = Self.word(of: occurrence)
    }

    /// That whoever likes may take it, or why else nobody has it; `nil` where somebody does, and for what is over.
    static func free(_ occurrence: RoutineOccurrence) -> Text? {
        let assignment = occurrence.assignment
        guard assignment.person == nil, occurrence.state.isOpen, !assignment.reason.isEmpty else {
            return nil
        }
        return AssignmentText.text(assignment.reason)
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
