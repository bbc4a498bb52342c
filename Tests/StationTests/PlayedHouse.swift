import Care
import Foundation
import Recurrence

/// The service as a station sees it, for routines: what is due, which reminders wait, and what became of it.
struct PlayedHouse {
    private(set) var occurrences: [RoutineOccurrence] = []
    private(set) var reminders: [Reminder] = []
    var proposals: [NeedProposal] = []
    private var entries: [OccurrenceEntry] = []
    private var cancelled: Set<String> = []
    var sequence: Int64 = 0
    /// So much of what is outstanding is left out of the agenda.
    var leftOut = 0
    /// So much of what is of the day is left out of the agenda.
    var leftOutToday = 0

    static let zone = "Etc/UTC"

    /// Something that is due so many seconds after 1970, for Maria.
    mutating func plan(
        _ title: String, at second: Int64, grace: Double, _ priority: Priority = .normal,
        by name: String? = "Anna", points: Int? = nil
    ) {
        let local = WallTime(clamping: second)
        let at = Date(timeIntervalSince1970: Double(second))
        occurrences.append(
            RoutineOccurrence(
                routine: UUID(), key: OccurrenceKey(local, zone: Self.zone), title: title, client: "maria",
                clientName: "Maria", priority: priority, at: at, local: local,
                missedAt: at.addingTimeInterval(grace), state: .upcoming,
                assignment: Assignment(person: name?.lowercased(), name: name, reason: "as planned"),
                isClientsOwn: false, chore: points.map { Chore(audience: .household, points: $0) }))
    }

    func occurrence(_ title: String, at wall: Date) -> RoutineOccurrence {
        guard var found = occurrences.first(where: { $0.title == title }) else { preconditionFailure(title) }
        let history = entries.filter { $0.routine == found.routine }
        let undone = Set(history.compactMap(\.undoes))
        let deciding = history.last { $0.kind != .undone && !undone.contains($0.id) }
        found.state =
            switch deciding?.kind {
            case .done: .done
            case .skipped: .skipped
            case .note, .undone, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted,
                .refused, nil:
                wall < found.at ? .upcoming : wall < found.missedAt ? .due : .missed
            }
        found.lastEntry = history.last?.id
        return found
    }

    /// Makes a reminder, or finds the one that was put off.
    mutating func remind(
        _ title: String, _ kind: ReminderKind, minutesBefore: Int?, isLate: Bool, at wall: Date
    ) -> Reminder {
        let occurrence = occurrence(title, at: wall)
        let index = reminders.firstIndex {
            $0.occurrence?.id == occurrence.id && $0.kind == kind && $0.minutesBefore == minutesBefore
                && $0.occurrence?.at == occurrence.at
        }
        if let index {
            reminders[index].occurrence = occurrence
            return reminders[index]
        }
        // Who is told that it was missed is not told any more that it is due.
        for other in reminders.indices where kind == .missed && reminders[other].kind == .due {
            if reminders[other].occurrence?.id == occurrence.id, reminders[other].state == .waiting {
                reminders[other].state = .over
            }
        }
        let reminder = Reminder(
            id: UUID(), kind: kind, minutesBefore: minutesBefore, occurrence: occurrence, channel: .station,
            recipient: "anna", recipientName: "Anna", priority: occurrence.priority, at: wall, isLate: isLate,
            state: .waiting)
        reminders.append(reminder)
        return reminder
    }

    mutating func take(_ entry: OccurrenceEntry) {
        sequence += 1
        entries.append(entry)
    }

    /// As the service does: a receipt is nothing that the journal tells; what is put off for later is not told yet, and what is
    /// over cannot be put off.
    mutating func take(_ receipt: ReminderReceipt, of id: UUID, at wall: Date) {
        guard let index = reminders.firstIndex(where: { $0.id == id }) else { return }
        switch receipt.outcome {
        case .told:
            if reminders[index].state == .waiting, reminders[index].at <= wall {
                reminders[index].state = .told
            }
        case .snoozed:
            let item = reminders[index].occurrence?.id
            let isStillOpen = occurrences.contains { $0.id == item && isOpen($0.title, at: wall) }
            guard reminders[index].state == .waiting || reminders[index].state == .told, isStillOpen else {
                return
            }
            reminders[index].state = .waiting
            reminders[index].at = receipt.at.addingTimeInterval(Double(receipt.minutes ?? 0) * 60)
        }
    }

    /// The clock was set: what was put off is elapsed time.
    mutating func setClock(by seconds: Double) {
        for index in reminders.indices where reminders[index].state == .waiting {
            reminders[index].at += seconds
        }
    }

    /// Somebody takes one away from the plan.
    mutating func cancel(_ title: String) {
        sequence += 1
        guard let index = occurrences.firstIndex(where: { $0.title == title }) else {
            preconditionFailure(title)
        }
        end(occurrences.remove(at: index))
    }

    /// Somebody moves one to so many seconds later.
    mutating func move(_ title: String, by seconds: Double) {
        sequence += 1
        guard let index = occurrences.firstIndex(where: { $0.title == title }) else {
            preconditionFailure(title)
        }
        end(occurrences[index])
        occurrences[index].at += seconds
        occurrences[index].missedAt += seconds
        occurrences[index].local = WallTime(
            clamping: Int64(occurrences[index].at.timeIntervalSince1970))
    }

    /// What waits of it is over; for another time there are other reminders.
    private mutating func end(_ occurrence: RoutineOccurrence) {
        for index in reminders.indices where reminders[index].occurrence?.id == occurrence.id {
            if reminders[index].state == .waiting { reminders[index].state = .over }
        }
    }

    private func isOpen(_ title: String, at wall: Date) -> Bool { occurrence(title, at: wall).state.isOpen }

    func agenda(at wall: Date) -> Agenda {
        let day = WallTime(clamping: Int64(wall.timeIntervalSince1970)).day
        let known = occurrences.map { occurrence($0.title, at: wall) }
        let current = reminders.compactMap { reminder -> Reminder? in
            var reminder = reminder
            guard let now = known.first(where: { $0.id == reminder.occurrence?.id }), now.state.isOpen else {
                return nil
            }
            if reminder.state == .told, reminder.occurrence?.at != now.at { return nil }
            reminder.occurrence = now
            return reminder
        }
        let told = current.filter { reminder in
            guard reminder.state == .told, let occurrence = reminder.occurrence else { return false }
            let isRecent = occurrence.missedAt > wall.addingTimeInterval(-86_400)
            return isRecent && reminder.kind == (occurrence.state == .missed ? .missed : .due)
                && occurrence.state != .upcoming
        }
        var agenda = Agenda(
            proposals: proposals, day: day, zone: Self.zone, today: known.filter { $0.local.day == day },
            outstanding: known.filter { $0.local.day < day && $0.state.isOpen },
            reminders: current.filter { $0.state == .waiting },
            told: told, sequence: sequence, now: wall)
        agenda.totals.outstanding += leftOut
        agenda.totals.today += leftOutToday
        return agenda
    }
}
