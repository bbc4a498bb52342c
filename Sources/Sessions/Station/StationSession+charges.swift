import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Speech
import Time

/// What a station says of amounts that people are asked for: that there is one, whose, and by when. What it is for, how much it is and
/// who asks is nobody else's business, and a station does not know it.
extension StationSession {
    /// Somebody has to be told now. No key means it: what was paid is written down in the book of costs.
    ///
    /// - Parameter learnt: the journal number of the service's news about it.
    mutating func take(_ charge: AskedAmount, _ reminder: Reminder, learnt: Int64, at now: Instant) {
        guard isForStation(reminder), isNews(reminder) else { return }
        plan.chargesLearnt = max(plan.chargesLearnt, learnt)
        // A later one of the same takes its place.
        let others = board.charges.filter { $0.charge?.id != charge.id || $0.recipient != reminder.recipient }
        let isKnown = board.charges.contains { $0.id == reminder.id && $0.at == reminder.at }
        if isKnown { return }
        board.put(Alarm(subject: .charges(others + [reminder]), dueAt: now))
    }

    /// The service no longer sends what was paid, or told elsewhere.
    mutating func dropCharges(_ agenda: Agenda) {
        guard agenda.sequence >= plan.chargesLearnt else { return }
        let waiting = Set(agenda.reminders.map(\.id))
        keepCharges { waiting.contains($0.id) }
    }

    /// They were heard to their end, or cut.
    mutating func chargesWereSpoken(
        _ told: [Reminder], _ again: Instant, wasCut: Bool, at now: Instant, _ effects: inout Effects
    ) {
        if wasCut || devices.isSoundLost {
            board.ring(.charges, at: again)
            return
        }
        // What was settled while it was said has been heard all the same.
        tellService(told, .told, at: now, &effects)
        keepCharges { !told.contains($0) }
        board.ring(.charges, at: now)
    }

    private mutating func keepCharges(where isKept: (Reminder) -> Bool) {
        guard board.contains(.charges) else { return }
        let kept = board.charges.filter(isKept)
        if kept.isEmpty {
            board.remove(.charges)
        } else {
            board.change(.charges) { $0.subject = .charges(kept) }
        }
    }

    func words(forCharges reminders: [Reminder]) -> String {
        // Before the first agenda, by a clock without a zone.
        let here = WallTime(clamping: Int64(homeTime(at: clocks.now).timeIntervalSince1970))
        let today = plan.agenda?.day ?? here.day
        var words = reminders.prefix(Self.mostNamed).compactMap { reminder in
            reminder.charge.map { charge in
                phrases[.reminderFor, [.caregiver: reminder.recipientName]] + " "
                    + self.words(forChargeDue: charge.due, on: today)
            }
        }
        if reminders.count > Self.mostNamed {
            words.append(phrases[.openMore, [.count: "\(reminders.count - Self.mostNamed)"]])
        }
        return words.joined(separator: " ")
    }

    /// By the day on which it is said: after quiet hours that is another one.
    private func words(forChargeDue due: CalendarDay, on today: CalendarDay) -> String {
        let days = due.number - today.number
        return switch days {
        case ..<0: phrases[.chargeLate]
        case 0: phrases[.chargeToday]
        default: phrases[.chargeAhead, [.count: "\(days)"]]
        }
    }
}
