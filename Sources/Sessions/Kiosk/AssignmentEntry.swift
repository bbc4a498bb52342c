import Activities
import Care
import FoundationEssentials
import Recurrence

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

        init(_ opening: Opening) {
            self =
                switch opening {
                case .past: .past
                case .open: .open
                case .locked: .locked
                }
        }
    }

    var assignment: Assigned
    /// The planned time; `nil` where the appointment is not known any more.
    var local: WallTime?
    /// What it is a due time of; `nil` for an appointment alone.
    var occurrence: RoutineOccurrence?
    /// Whether it was today's when the list was made.
    var isToday: Bool
    var access: Access

    var id: String { assignment.id }

    init(_ occurrence: RoutineOccurrence, _ access: Access, at now: Date) {
        assignment = Assigned(occurrence)
        local = occurrence.local
        self.occurrence = occurrence
        isToday = occurrence.days(before: now) == 0
        self.access = access
    }

    /// An appointment to which no exercise leads.
    init(_ meeting: Assigned, at local: WallTime?, isToday: Bool, _ access: Access) {
        assignment = meeting
        self.local = local
        self.isToday = isToday
        self.access = access
    }
}

extension KioskAgenda {
    /// How many of what comes, and of what is past, are in the list: nobody scans through weeks.
    private static let mostAssigned = 5
    /// For so many days, what was done without a mood is asked after in the list.
    private static let askedForDays = 1

    /// What can be done or is owed an answer first, then what comes, then what is past, the last first.
    ///
    /// - Parameters:
    ///   - daysAhead: How many days before its own something opens.
    ///   - zone: The home's.
    ///   - title: What the client hears of an appointment alone.
    func assignments(
        daysAhead: Int, of activities: KioskActivities, at now: Date, zone: ZoneRules,
        title: (Appointment) -> String
    ) -> [AssignmentEntry] {
        var seen: Set<String> = []
        // A service of before tells of today alone.
        let planned = known.map { $0.assignments + $0.outstanding + $0.today } ?? []
        // The plan that has what was reminded of may not have come yet.
        let given = (planned + reminders.reminded)
            .filter { $0.exercise != nil && seen.insert($0.id).inserted }
            .map { standing($0, at: now) }
            .map {
                (
                    at: $0.at,
                    entry: AssignmentEntry($0, access($0, daysAhead, activities, at: now), at: now)
                )
            }
        let met = activities.meetings(
            besides: given.map(\.entry), daysAhead: daysAhead, at: now, zone: zone, title: title)
        let all = (given + met).sorted { ($0.at, $0.entry.id) < ($1.at, $1.entry.id) }.map(\.entry)
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
        guard !occurrence.state.isOpen else {
            return AssignmentEntry.Access(occurrence.opening(daysAhead: daysAhead, at: now))
        }
        guard occurrence.state == .done, occurrence.days(before: now) <= Self.askedForDays else {
            return .past
        }
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

extension KioskActivities {
    /// The appointments to which no exercise leads, with their times. Where the exercise of one has been done already, or was left out, the
    /// appointment itself is there.
    ///
    /// | an appointment alone | is |
    /// |---|---|
    /// | in which the client is, or that is owed an answer | there as that, also where it is not known any more |
    /// | is near, or somebody is in | open |
    /// | comes | locked, or open so many days ahead |
    /// | has ended, and no exercise belongs to it | past |
    /// | was cancelled, or was never ended and is over by its plan | not there |
    ///
    /// - Parameter given: The exercises that are in the list.
    fileprivate func meetings(
        besides given: [AssignmentEntry], daysAhead: Int, at now: Date, zone: ZoneRules,
        title: (Appointment) -> String
    ) -> [(at: Date, entry: AssignmentEntry)] {
        let today = zone.local(of: now).day.number
        var entries: [(at: Date, entry: AssignmentEntry)] = []
        for appointment in appointments.values {
            let (standing, at) = (appointment.standing, appointment.content.at)
            let own = given.filter { $0.assignment.appointment == appointment.id }
            let local = zone.local(of: at)
            let meeting = Assigned(appointment, title: title(appointment))
            // What comes after it does not lead to it.
            let isLed = own.contains {
                $0.access != .past && ($0.occurrence?.at ?? at) <= appointment.lastNear
            }
            let access: AssignmentEntry.Access? =
                if let access = held(meeting.id) {
                    access
                } else if let ending = standing.ending {
                    ending == .ended && own.isEmpty ? .past : nil
                } else if isLed || current?.assignment.appointment == appointment.id {
                    nil
                } else if appointment.isNear(at: now) || appointment.isBegun {
                    .open
                } else if local.day.number < today || now > appointment.lastNear {
                    nil
                } else if daysAhead > 0 {
                    .init(Opening(daysAgo: today - local.day.number, daysAhead: daysAhead))
                } else {
                    .locked
                }
            guard let access else { continue }
            let isToday = local.day.number == today
            entries.append((at, AssignmentEntry(meeting, at: local, isToday: isToday, access)))
        }
        for meeting in [current?.assignment].compactMap(\.self) + owed where meeting.isMeeting {
            guard let access = held(meeting.id), !entries.contains(where: { $0.entry.id == meeting.id })
            else {
                continue
            }
            entries.append((now, AssignmentEntry(meeting, at: nil, isToday: true, access)))
        }
        return entries
    }

    /// Where the client is in the present one, or whether it is owed an answer.
    private func held(_ id: String) -> AssignmentEntry.Access? {
        if let current, current.assignment.id == id { return .present(current.stage) }
        return owed.contains { $0.id == id } ? .owed : nil
    }
}

extension NewMood {
    /// The id of what it was asked after; `nil` for nothing.
    var occurrence: String? { routine.flatMap { routine in key.map { "\(routine) \($0)" } } }
}
