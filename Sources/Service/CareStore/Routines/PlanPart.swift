/// Which kinds of what is planned are asked for. The numbers are those of the conditions' parameter.
public enum PlanPart: Int, Sendable, CaseIterable {
    case everything, chores, exercises, goals
    /// What is none of the others: appointments, medicines, and whatever else somebody is reminded of.
    case reminders

    /// Of rows of `occurrence`.
    static func ofOccurrences(_ argument: String) -> String { condition(argument, exercise: "exercise") }

    /// Of rows of `routine`.
    static func ofRoutines(_ argument: String) -> String {
        condition(argument, exercise: "json_extract(content, '$.content.exercise')")
    }

    private static func condition(_ argument: String, exercise: String) -> String {
        """
        (\(argument) = 0 OR \(argument) = 1 AND is_chore = 1 OR \(argument) = 2 AND \(exercise) IS NOT NULL
            OR \(argument) = 3 AND is_goal = 1
            OR \(argument) = 4 AND is_chore = 0 AND is_goal = 0 AND \(exercise) IS NULL)
        """
    }
}

/// Which of what is planned is asked for.
public struct PlanFilter: Sendable, Equatable {
    public var part: PlanPart
    /// Only what is this person's as a client, or what they do; by id.
    public var person: String?

    public init(part: PlanPart = .everything, person: String? = nil) {
        self.part = part
        self.person = person
    }

    /// Of rows of `occurrence`.
    static func ofOccurrences(_ part: String, _ person: String) -> String {
        "\(PlanPart.ofOccurrences(part)) AND (\(person) IS NULL OR client = \(person) OR person = \(person))"
    }
}
