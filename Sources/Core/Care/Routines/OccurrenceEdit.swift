public import Recurrence

/// What differs this one time: "this time Anna does it", "this time bring the blue pills". What is absent is as the routine has it.
public struct OccurrenceEdit: Codable, Sendable, Equatable {
    /// One occurrence with what differs there, as the routine keeps it.
    public struct Kept: Codable, Sendable, Equatable {
        public var of: OccurrenceKey
        public var edit: OccurrenceEdit

        public init(of: OccurrenceKey, edit: OccurrenceEdit) {
            self.of = of
            self.edit = edit
        }
    }

    public var title: String?
    public var details: String?
    public var symbol: String?
    public var assignment: AssignmentRule?
    public var priority: Priority?

    public init(
        title: String? = nil, details: String? = nil, symbol: String? = nil,
        assignment: AssignmentRule? = nil, priority: Priority? = nil
    ) {
        self.title = title
        self.details = details
        self.symbol = symbol
        self.assignment = assignment
        self.priority = priority
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { self == OccurrenceEdit() }

    /// How many one routine keeps.
    static let most = 1000

    func check() throws(FieldProblem) {
        try FieldChecks.name(title, "title")
        try FieldChecks.text(details, "details", limit: FieldChecks.longText)
        try FieldChecks.name(symbol, "symbol")
        do { try assignment?.check() } catch { throw error.inside("assignment") }
    }
}

extension RoutineContent {
    /// As it is for one occurrence.
    public func of(_ key: OccurrenceKey) -> RoutineContent {
        guard let edit = edits.first(where: { $0.of == key })?.edit else { return self }
        var content = self
        content.title = edit.title ?? title
        content.details = edit.details ?? details
        content.symbol = edit.symbol ?? symbol
        content.assignment = edit.assignment ?? assignment
        content.priority = edit.priority ?? priority
        return content
    }

    /// Everybody whose turn it may be, at least once.
    public var assignable: [String] {
        ([assignment] + edits.compactMap(\.edit.assignment)).flatMap(\.people)
    }
}
