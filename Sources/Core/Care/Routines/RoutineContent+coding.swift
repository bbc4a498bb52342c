import Recurrence

extension RoutineContent: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, details, symbol, need, client, assignment, schedule, priority, reminders, edits
        case graceMinutes = "grace_minutes"
        case isClientsOwn = "clients_own"
        case beginsWith = "begins_with"
        case endsBefore = "ends_before"
    }

    /// `edits` may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            details: try container.decodeIfPresent(String.self, forKey: .details),
            symbol: try container.decodeIfPresent(String.self, forKey: .symbol),
            need: try container.decodeIfPresent(String.self, forKey: .need),
            client: try container.decode(String.self, forKey: .client),
            assignment: try container.decode(AssignmentRule.self, forKey: .assignment),
            schedule: try container.decode(RecurrenceSet.self, forKey: .schedule),
            priority: try container.decode(Priority.self, forKey: .priority),
            reminders: try container.decode(ReminderPlan.self, forKey: .reminders),
            graceMinutes: try container.decode(Int.self, forKey: .graceMinutes),
            isClientsOwn: try container.decode(Bool.self, forKey: .isClientsOwn),
            edits: try container.decodeIfPresent([OccurrenceEdit.Kept].self, forKey: .edits) ?? [],
            beginsWith: try container.decodeIfPresent(OccurrenceKey.self, forKey: .beginsWith),
            endsBefore: try container.decodeIfPresent(OccurrenceKey.self, forKey: .endsBefore))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(details, forKey: .details)
        try container.encodeIfPresent(symbol, forKey: .symbol)
        try container.encodeIfPresent(need, forKey: .need)
        try container.encode(client, forKey: .client)
        try container.encode(assignment, forKey: .assignment)
        try container.encode(schedule, forKey: .schedule)
        try container.encode(priority, forKey: .priority)
        try container.encode(reminders, forKey: .reminders)
        try container.encode(graceMinutes, forKey: .graceMinutes)
        try container.encode(isClientsOwn, forKey: .isClientsOwn)
        if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
        try container.encodeIfPresent(beginsWith, forKey: .beginsWith)
        try container.encodeIfPresent(endsBefore, forKey: .endsBefore)
    }
}
