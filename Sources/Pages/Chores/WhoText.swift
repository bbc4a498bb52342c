import Care
import Wording

/// Who does something, by its rule.
enum WhoText {
    /// "Always Anna.", "In turn: Anna and Ben."
    static func sentence(_ rule: AssignmentRule, people: [Person]) -> Text {
        let names = Text.list(rule.people.map { id in .verbatim(people.first { $0.id == id }?.name ?? id) })
        return switch rule {
        case .fixed: Text("plan.always", ["who": .text(names)])
        case .inTurn(_, .occurrence): Text("plan.in_turn", ["people": .text(names)])
        case .inTurn(_, let span): Text("chores.in_turn_by_\(span.rawValue)", ["people": .text(names)])
        case .leastOften(_, let days): Text("chores.least_often_of", count: days, ["people": .text(names)])
        case .claimed(let those):
            those.isEmpty
                ? Text("chores.claimed_by_any") : Text("chores.claimed_by", ["people": .text(names)])
        }
    }
}

extension WhoseText {
    /// For whom a routine is: "Maria", "everybody", "Anna and Ben".
    static func of(_ content: RoutineContent, people: [Person]) -> Text {
        func name(_ id: String) -> Text { .verbatim(people.first { $0.id == id }?.name ?? id) }
        switch content.audience {
        case .client: return content.client.map(name) ?? Text("chores.everybody")
        case .household: return Text("chores.everybody")
        case .person:
            let named = content.assignment.people
            return named.isEmpty ? Text("chores.everybody") : .list(named.map(name))
        }
    }
}
