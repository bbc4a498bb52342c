import Care
import Wording

/// What is said of a card and of a change of one.
enum CardWords {
    /// The things that a card can do, as its form names them: `request:soon`, `open:feelings.yaml`, or nothing where it only speaks. In
    /// groups under names; `nil` for what most cards do.
    static let groups: [(name: String?, choices: [(value: String, name: String)])] = [
        (
            nil,
            [
                ("request:normal", "cards.does_normal"), ("request:soon", "cards.does_soon"),
                ("request:urgent", "cards.does_urgent"), ("", "cards.does_say"),
            ]
        ),
        (
            "cards.group_day",
            [
                ("list:chores", "cards.does_list_chores"), ("list:points", "cards.does_list_points"),
                ("list:rewards", "cards.does_list_rewards"), ("list:people", "cards.does_list_people"),
                ("list:goals", "cards.does_list_goals"),
                ("list:encouragement", "cards.does_list_encouragement"),
                ("list:assignments", "cards.does_list_assignments"),
                ("list:exercises", "cards.does_list_exercises"), ("list:today", "cards.does_list_today"),
            ]
        ),
        (
            "cards.group_calls",
            [
                ("list:calls", "cards.does_list_calls"), ("list:requests", "cards.does_list_requests"),
                ("list:needs", "cards.does_list_needs"), ("list:pain", "cards.does_list_pain"),
                ("list:body", "cards.does_list_body"),
            ]
        ),
        (
            "cards.group_wishes",
            [
                ("propose:anything", "cards.does_propose"),
                ("propose:suggestions", "cards.does_suggestions"),
                ("propose:spelling", "cards.does_spelling"),
            ]
        ),
        (
            "cards.group_pace",
            [
                ("pace:slower", "cards.does_slower"), ("pace:faster", "cards.does_faster"),
                ("pace:usual", "cards.does_usual"),
            ]
        ),
    ]

    /// All of them.
    static let doing = groups.flatMap { $0.choices }

    /// The keys of which an item has at most one.
    static let doingKeys = ["request", "open", "list", "pace", "propose"]

    static let colors = [
        "yellow", "green", "blue", "orange", "pink", "purple", "brown", "grey", "red", "white",
    ]

    static func doing(_ fields: [String: String]) -> String {
        doingKeys.lazy.compactMap { key in fields[key].map { "\(key):\($0)" } }.first ?? ""
    }

    /// - Parameter groups: Of the board.
    static func does(_ card: BoardCard, in board: HomeBoard, _ groups: CardGroups) -> Text {
        if card.isGroup { return Text("cards.does_group", count: groups.size(of: card.path)) }
        if let file = card.fields["open"] {
            let title = board.others.first { $0.name == file }?.title ?? file
            return Text("cards.does_open", ["board": .verbatim(title)])
        }
        let value = doing(card.fields)
        return doing.first { $0.value == value }.map { Text($0.name) } ?? .verbatim(value)
    }

    /// What a step did, and who did it.
    static func step(_ step: BoardStep) -> Text {
        let label: [String: Text.Value] = ["label": .verbatim(step.label ?? "")]
        let what: Text =
            switch step.kind {
            case .set: Text("cards.step_set", label)
            case .board: Text("cards.step_board")
            case .move: Text("cards.step_move", label)
            case .copy: Text("cards.step_copy", label)
            case .remove: Text("cards.step_remove", label)
            case .add: Text("cards.step_add", label)
            case .several: Text("cards.step_several")
            case .text: Text("cards.step_text")
            }
        return step.by.map { Text("cards.step_by", ["what": .text(what), "name": .verbatim($0)]) } ?? what
    }
}
