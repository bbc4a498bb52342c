import Boards
import Care
import Foundation
import Kiosk
import Recurrence
import Scanning

extension Stage {
    static let today = BoardItem(
        id: "my-day", label: "My day", cue: "My day", say: "", called: "", action: .list(.today))
    static let more = BoardItem(
        id: "more-needs", label: "More wishes", cue: "More wishes", say: "", called: "",
        action: .list(.needs))

    /// The wall's clock when the stage begins: eight o'clock, UTC.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    static func need(
        _ id: String, _ label: String, group: String? = nil, client: String? = nil,
        priority: Priority = .normal, uses: Set<Need.Use> = [.asked], isActive: Bool = true
    ) -> Need {
        Need(
            id: id, client: client, label: label, say: "\(label), please.", called: label.lowercased(),
            priority: priority, uses: uses, group: group, isActive: isActive, changedAt: start)
    }

    /// Something planned so many minutes after eight; missed an hour later.
    static func planned(
        _ title: String, _ minutes: Int, _ state: OccurrenceState = .upcoming, by: String? = nil,
        own: Bool = false, details: String? = nil, client: String = "maria", entry: UUID? = nil
    ) -> RoutineOccurrence {
        let at = start.addingTimeInterval(Double(minutes) * 60)
        let local = WallTime(clamping: Int64(at.timeIntervalSince1970))
        let digits = "\(title.unicodeScalars.reduce(0) { $0 * 31 % 99_991 + $1.value })"
        let id = String(repeating: "0", count: 12 - digits.count) + digits
        return RoutineOccurrence(
            routine: UUID(uuidString: "00000000-0000-4000-8000-\(id)") ?? UUID(),
            key: OccurrenceKey(local, zone: "UTC"), title: title, details: details, client: client,
            clientName: "Maria", priority: .normal, at: at, local: local,
            missedAt: at.addingTimeInterval(3600), state: state,
            assignment: Assignment(person: "anna", name: "Anna", reason: "always"), isClientsOwn: own,
            changedBy: by, note: "Was angry.", lastEntry: entry)
    }

    static func reminder(
        _ number: Int, of occurrence: RoutineOccurrence, at seconds: Double = 0,
        _ kind: ReminderKind = .due, priority: Priority = .normal, channel: ReminderChannel = .kiosk,
        state: Reminder.State = .waiting, to recipient: String? = nil
    ) -> Reminder {
        let digits = "\(number)"
        let id = String(repeating: "0", count: 12 - digits.count) + digits
        return Reminder(
            id: UUID(uuidString: "00000000-0000-4000-9000-\(id)") ?? UUID(), kind: kind,
            occurrence: occurrence, channel: channel, recipient: recipient ?? occurrence.client,
            recipientName: "Maria",
            priority: priority, at: start.addingTimeInterval(seconds), isLate: false, state: state)
    }

    static func agenda(
        _ sequence: Int64 = 1, needs: [Need] = [], today: [RoutineOccurrence] = [],
        outstanding: [RoutineOccurrence] = [], reminders: [Reminder] = []
    ) -> Agenda {
        Agenda(
            needs: needs, day: WallTime(clamping: 1_800_000_000).day, zone: "UTC", today: today,
            outstanding: outstanding, reminders: reminders, sequence: sequence)
    }

    mutating func agenda(at seconds: Double, _ agenda: Agenda) {
        run(to: seconds)
        send(.care(.agenda(agenda)))
    }

    /// What the journal tells of a reminder.
    mutating func remind(at seconds: Double, _ sequence: Int64, _ reminder: Reminder) {
        run(to: seconds)
        send(
            .care(
                .journal(
                    JournalEvent(sequence: sequence, at: reminder.at, content: .reminder(reminder)))))
    }

    var marks: [OccurrenceEntry] {
        effects.compactMap { if case .mark(let entry) = $0 { entry } else { nil } }
    }
    /// The reminders that were told to their end.
    var receipts: [UUID] {
        effects.compactMap { effect in
            if case .receipt(let reminder, let receipt) = effect, receipt.outcome == .told {
                reminder
            } else {
                nil
            }
        }
    }
    var logs: [String] { effects.compactMap { if case .log(let text) = $0 { text } else { nil } } }
}
