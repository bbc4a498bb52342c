import Activities
import Care
import FoundationEssentials

/// An entry in the list of what the client was given to do.
struct AssignmentEntry: Sendable, Equatable {
    enum Access: Sendable, Equatable {
        /// Its day has not come.
        case locked
        /// It can be done.
        case open
        /// The client is in it.
        case present(Activity.Stage)
        /// It was done, and how it was is not known.
        case owed
        /// It is over.
        case past

        /// Whether choosing it begins something, or goes on with it.
        var leadsOn: Bool {
            switch self {
            case .open, .present, .owed: true
            case .locked, .past: false
            }
        }
    }

    var occurrence: RoutineOccurrence
    var access: Access

    var id: String { occurrence.id }
}

extension KioskAgenda {
    /// How many of what comes, and of what is past, are in the list: nobody scans through weeks.
    private static let mostAssigned = 5
    /// For so many days, what was done without a mood is asked after in the list.
    private static let askedForDays = 1

    /// What can be done or is owed an answer first, then what comes, then what is past, the last first.
    ///
    /// - Parameter daysAhead: How many days before its own something opens.
    func assignments(
        daysAhead: Int, of activities: KioskActivities, at now: Date
    ) -> [AssignmentEntry] {
        var seen: Set<String> = []
        // A service of before tells of today alone.
        let planned = known.map { $0.assignments + $0.outstanding + $0.today } ?? []
        // The plan that has what was reminded of may not have come yet.
        let all = (planned + reminders.reminded)
            .filter { $0.exercise != nil && seen.insert($0.id).inserted }
            .map { standing($0, at: now) }
            .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
            .map { AssignmentEntry(occurrence: $0, access: access($0, daysAhead, activities, at: now)) }
        let isLate = { (entry: AssignmentEntry) in entry.access == .past }
        let isAhead = { (entry: AssignmentEntry) in entry.access == .locked }
        return all.filter { !isLate($0) && !isAhead($0) } + all.filter(isAhead).prefix(Self.mostAssigned)
            + all.filter(isLate).suffix(Self.mostAssigned).reversed()
    }

    /// - Parameter occurrence: As it stands now.
    func access(
        _ occurrence: RoutineOccurrence, _ daysAhead: Int, _ activities: KioskActivities, at now: Date
    ) -> AssignmentEntry.Access {
        if let current = activities.current, current.assignment.id == occurrence.id {
            return .present(current.stage)
        }
        if activities.owed.contains(where: { $0.id == occurrence.id }) { return .owed }
        let days = occurrence.days(before: now)
        if occurrence.state.isOpen {
            return days > 0 ? .past : -days <= daysAhead ? .open : .locked
        }
        guard occurrence.state == .done, days <= Self.askedForDays else { return .past }
        switch occurrence.mood?.value {
        case nil, .notNow: return .owed
        case .level, .word, .unknown: return .past
        }
    }

    // MARK: - Moods

    mutating func add(_ mood: NewMood) {
        let id = mood.occurrence
        let all = known.map { $0.assignments + $0.today } ?? []
        moods.add(mood, title: all.first { $0.id == id }?.title ?? "")
    }
}

extension NewMood {
    /// The id of what it was asked after; `nil` for nothing.
    var occurrence: String? { routine.flatMap { routine in key.map { "\(routine) \($0)" } } }
}
