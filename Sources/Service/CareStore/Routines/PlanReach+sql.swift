import Care

extension PlanReach {
    /// What stands for everything but goals; no id.
    private static let shared = "*"

    /// What `condition` compares `client` with: nothing, `*`, `''`, or the ids, each between commas, which no id can have.
    var argument: String? {
        switch self {
        case .everything: nil
        case .shared: Self.shared
        case .clients: ""
        case .only(let ids): "," + ids.map { $0 + "," }.joined()
        }
    }

    /// Whether the `client` of a row of `routine` or `occurrence` belongs to it, in SQL.
    ///
    /// - Parameter argument: Where `argument` is bound, as `?3`.
    static func condition(_ argument: String) -> String {
        """
        (\(argument) = '\(shared)' AND is_goal = 0 OR \(clients(argument)))
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
