/// Which kinds of what is planned are asked for. The numbers are those of the conditions' parameter.
public enum PlanPart: Int, Sendable, CaseIterable {
    case everything, chores, exercises

    /// Of rows of `occurrence`.
    static func ofOccurrences(_ argument: String) -> String {
        "(\(argument) = 0 OR \(argument) = 1 AND is_chore = 1 OR \(argument) = 2 AND exercise IS NOT NULL)"
    }

    /// Of rows of `routine`.
    static func ofRoutines(_ argument: String) -> String {
        """
        (\(argument) = 0 OR \(argument) = 1 AND is_chore = 1
            OR \(argument) = 2 AND json_extract(content, '$.content.exercise') IS NOT NULL)
        """
    }
}
