public import FoundationEssentials

extension Agenda {
    /// How long the longest of its lists is.
    public var longestList: Int {
        max(
            needs.count, proposals.count, today.count, outstanding.count, reminders.count, told.count,
            assignments.count, notes.count, goals.count)
    }

    /// The same with at most so many in each list; `totals` stays. A list keeps its order and what is most important in it.
    ///
    /// - Parameters:
    ///   - withDetails: Whether occurrences keep their `details`.
    ///   - now: What is near to it is important.
    public func limited(to most: Int, withDetails: Bool, at now: Date) -> Agenda {
        var agenda = self
        agenda.needs = Array(needs.prefix(most))
        agenda.proposals = Array(proposals.prefix(most))
        agenda.today = today.mostImportant(most, at: now)
        agenda.outstanding = outstanding.mostImportant(most, at: now)
        agenda.reminders = reminders.mostImportant(most, at: now)
        agenda.told = told.mostImportant(most, at: now)
        agenda.assignments = assignments.mostImportant(most, at: now)
        agenda.notes = Array(notes.prefix(most))
        agenda.goals = goals.mostImportant(most, at: now)
        guard !withDetails else { return agenda }
        for index in agenda.today.indices { agenda.today[index].details = nil }
        for index in agenda.outstanding.indices { agenda.outstanding[index].details = nil }
        for index in agenda.assignments.indices { agenda.assignments[index].details = nil }
        for index in agenda.goals.indices {
            agenda.goals[index].occurrence.details = nil
            agenda.goals[index].routine.content.details = nil
        }
        for index in agenda.reminders.indices { agenda.reminders[index].occurrence?.details = nil }
        for index in agenda.told.indices { agenda.told[index].occurrence?.details = nil }
        return agenda
    }
}

/// What can be left out of a list, if there is too much of it.
public protocol Weighable {
    /// Whether somebody still has to do something about it.
    var isOpen: Bool { get }
    var priority: Priority { get }
    var at: Date { get }
}

extension RoutineOccurrence: Weighable {
    public var isOpen: Bool { state.isOpen }
}

extension Reminder: Weighable {
    public var isOpen: Bool { occurrence?.isOpen ?? true }
}

extension Array where Element: Weighable {
    /// At most so many, in their order: what is open before what is not, the more urgent before the less, what is near in time
    /// before what is far.
    public func mostImportant(_ most: Int, at now: Date) -> [Element] {
        guard count > most else { return self }
        func weight(_ element: Element) -> (Int, Int, Double) {
            let urgency =
                switch element.priority {
                case .urgent: 0
                case .soon: 1
                case .normal: 2
                }
            return (element.isOpen ? 0 : 1, urgency, abs(element.at.timeIntervalSince(now)))
        }
        let weights = map(weight)
        return indices.sorted { weights[$0] < weights[$1] }.prefix(most).sorted().map { self[$0] }
    }
}
