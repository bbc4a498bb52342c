import Care
import Wording

/// Whose plan is looked at, and which kinds of it, as the address of the page holds it: `person=mia&kind=chores`.
struct PlanChoice: Equatable {
    /// What there is to choose from, in the words of `GET /occurrences`.
    enum Kind: String, CaseIterable {
        case chores, reminders, exercises, goals

        var name: Text {
            switch self {
            case .chores: Text("chores.title")
            case .reminders: Text("plan.kind_reminders")
            case .exercises: Text("plan.kind_exercises")
            case .goals: Text("plan.kind_goals")
            }
        }
    }

    /// By id: a client whose plan it is, or whoever does something; `nil` for everybody.
    var person: String?
    /// `nil` for all kinds.
    var kind: Kind?

    /// Nothing is left out.
    static let everything = PlanChoice()

    init(person: String? = nil, kind: Kind? = nil) {
        self.person = person
        self.kind = kind
    }

    /// - Parameter people: Those who can be chosen; whoever else an address names is nobody.
    init(_ call: PageCall, people: [Person]) {
        // Addresses of before named clients alone, and chores in place of one.
        let named = call.query["person"] ?? call.query["client"]
        person = people.first { $0.id == named }?.id
        kind = call.query["kind"].flatMap(Kind.init) ?? (named == RoutineForm.ofChores ? .chores : nil)
    }

    /// For the API.
    var query: [(String, String?)] { [("person", person), ("only", kind?.rawValue)] }

    /// What stands in an address behind the days.
    var address: String {
        [("person", person), ("kind", kind?.rawValue)]
            .compactMap { name, value in value.map { "&\(name)=\(PageText.escaped($0))" } }.joined()
    }
}
