import Care
import Wording

/// Who does something, by its rule.
enum WhoText {
    /// A person's name; in words somebody whom the reader does not see: an id says nothing to anybody.
    static func name(_ id: String, among people: [Person]) -> Text {
        people.first { $0.id == id }.map { Text.verbatim($0.name) } ?? Text("plan.somebody_else")
    }

    /// "Always Anna.", "In turn: Anna and Ben."
    static func sentence(_ rule: AssignmentRule, people: [Person]) -> Text {
        let names = Text.list(rule.people.map { name($0, among: people) })
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
        func name(_ id: String) -> Text { WhoText.name(id, among: people) }
        switch content.audience {
        case .client: return content.client.map(name) ?? Text("chores.everybody")
        case .household: return Text("chores.everybody")
        case .person:
            let named = content.assignment.people
            return named.isEmpty ? Text("chores.everybody") : .list(named.map(name))
        }
    }
}
