import Care

extension PlanReach {
    /// What stands for everything but goals; no id.
    private static let shared = "*"

    /// What `condition` compares `client` with: nothing, `*`, `''`, or the ids, each between commas, which no id can have; after a `*` without goals.
    var argument: String? {
        switch self {
        case .everything: nil
        case .shared: Self.shared
        case .clients: ""
        case .only(let ids): Self.list(ids)
        case .sharedOf(let ids): Self.shared + Self.list(ids)
        }
    }

    private static func list(_ ids: Set<String>) -> String { "," + ids.map { $0 + "," }.joined() }

    /// Whether the `client` of a row of `routine` or `occurrence` belongs to it, in SQL.
    ///
    /// - Parameter argument: Where `argument` is bound, as `?3`.
    static func condition(_ argument: String) -> String {
        """
        (\(argument) = '\(shared)' AND is_goal = 0
            OR (is_goal = 0 OR substr(\(argument), 1, 2) IS NOT '\(shared),') AND \(clients(argument)))
        """
    }

    /// The same for a row of `reminder`: calls and charges are nobody's plan, and told to all who see the household's.
    static func conditionOfReminder(_ argument: String) -> String {
        """
        (\(argument) IS NULL OR \(argument) = '\(shared)' AND routine_id IS NULL
            OR routine_id IN (SELECT id FROM routine WHERE \(condition(argument))))
        """
    }

    /// The same for a row of a table that knows of clients alone, and of no goals.
    static func clients(_ argument: String) -> String {
        """
        (\(argument) IS NULL OR \(argument) = '' AND client <> '\(RoutineOccurrence.noClient)'
            OR instr(\(argument), ',' || client || ',') > 0)
        """
    }
}
