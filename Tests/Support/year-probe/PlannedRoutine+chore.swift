import Care
import Chance

extension PlannedRoutine {
    /// What makes it the household's, and no client's.
    struct Chore {
        /// Who does it.
        enum Rule: Equatable {
            case fixed, claimed, leastOften
            case inTurn(TurnSpan)

            func of(_ people: [String]) -> AssignmentRule {
                switch self {
                case .fixed: .fixed(person: people[0])
                case .claimed: .claimed(people: people)
                case .leastOften: .leastOften(people: people)
                case .inTurn(let span): .inTurn(people: people, per: span)
                }
            }
        }

        let rule: Rule
        let count: Int
        let points: Int
        let needsApproval: Bool
        /// Minutes after midnight at which people are told again, at none of which clocks are changed.
        let untilDone: [Int]

        var isClaimed: Bool { rule == .claimed }

        init(_ chance: inout SeededGenerator) {
            rule =
                switch Int.random(in: 0..<10, using: &chance) {
                case 0..<4: .claimed
                case 4..<6: .leastOften
                case 6..<9: .inTurn(TurnSpan.allCases.randomElement(using: &chance) ?? .occurrence)
                default: .fixed
                }
            count = [1, 1, 2, 3, 7].randomElement(using: &chance) ?? 1
            points = [0, 1, 5, 10, 97].randomElement(using: &chance) ?? 1
            needsApproval = Int.random(in: 0..<3, using: &chance) == 0
            // Whoever is named alone has quiet hours, of which the rules of what is told anew know nothing.
            untilDone =
                rule == .fixed ? [] : [[], [480], [1081, 1261]].randomElement(using: &chance) ?? []
        }
    }
}
