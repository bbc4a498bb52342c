import Care
import Foundation
import Recurrence
import Testing

@testable import CareStore

@Suite("An agenda of a home that has too much to do")
struct AgendaBoundTests {
    @Test("Of more than two hundred outstanding, the urgent and the newest are told, and how many there are")
    func outstanding() async throws {
        let home = try await RoutineHome()
        let plan = ReminderPlan(tellsDue: true, tellsMissed: false)
        try await home.add(
            medicine(at: "2026-03-28T13:00", repeats: .elapsed(everySeconds: 180), reminders: plan))
        try await home.add(
            medicine(at: "2026-03-28T13:01", repeats: .once, reminders: plan, priority: .urgent))
        let next = try berlin("2026-03-29T00:00")
        // Of what was due while it was away, the store makes up for the newest hundred only.
        for hour in [16, 20] { _ = try await home.take(at: berlin("2026-03-28T\(hour):00")) }
        _ = try await home.take(at: next)
        let agenda = try await home.agenda(at: next)
        // From 13:00 until before midnight, each three minutes; and one.
        #expect(agenda.totals.outstanding == 11 * 20 + 1 && agenda.outstanding.count == 200)
        #expect(agenda.outstanding.first?.priority == .urgent)
        #expect(agenda.outstanding.last?.local.description.hasPrefix("2026-03-28T23:57") == true)
        #expect(agenda.outstanding.map(\.at) == agenda.outstanding.map(\.at).sorted())
        #expect(agenda.totals.reminders == 11 * 20 + 2 && agenda.reminders.count == 200)
        #expect(agenda.reminders.contains { $0.priority == .urgent })
        #expect(agenda.reminders.last?.at == next)
        #expect(agenda.today.count == agenda.totals.today)
    }

    @Test("A list that is too long keeps its open, urgent and near items in order")
    func important() throws {
        func occurrence(_ hour: Int, _ state: OccurrenceState, _ priority: Priority) throws
            -> RoutineOccurrence
        {
            let local = try #require(WallTime("2026-03-28T\(hour):00"))
            let at = noon.addingTimeInterval(Double(hour - 13) * 3600)
            return RoutineOccurrence(
                routine: UUID(), key: OccurrenceKey(local, zone: "Europe/Berlin"), title: "\(hour)",
                details: "Long.", symbol: nil, client: "maria", clientName: "Maria", priority: priority,
                at: at, local: local, missedAt: at.addingTimeInterval(3600), state: state,
                assignment: Assignment(person: nil, name: nil, reason: "Nobody's."), isClientsOwn: false)
        }
        let day = [
            try occurrence(10, .missed, .urgent), try occurrence(11, .done, .urgent),
            try occurrence(12, .due, .normal), try occurrence(14, .upcoming, .soon),
            try occurrence(20, .upcoming, .normal), try occurrence(21, .skipped, .normal),
        ]
        let kept = (0...6).map { most in day.mostImportant(most, at: noon).map(\.title).joined(separator: " ")
        }
        #expect(
            kept == [
                "", "10", "10 14", "10 12 14", "10 12 14 20", "10 11 12 14 20", "10 11 12 14 20 21",
            ])
        let agenda = Agenda(
            day: noonDay, zone: "Europe/Berlin", today: day, outstanding: day, sequence: 7)
        let short = agenda.limited(to: 2, withDetails: false, at: noon)
        #expect(short.today.map(\.title) == ["10", "14"] && short.today.allSatisfy { $0.details == nil })
        #expect(short.totals == agenda.totals && short.totals.today == 6)
    }

    private var noonDay: CalendarDay { testZones("Europe/Berlin")?.local(of: noon).day ?? WallTime.first.day }
}
