import Care
import Foundation
import Testing

/// The played house against the real store: the tests that stand on the one are true for the other.
@Suite("The simulated house") struct ThePlayedHouseTests {
    private enum Step {
        case plan(String, at: Double, grace: Int, before: Int?)
        case time(Double)
        case told(String)
        case putOff(String, minutes: Int)
        case done(String)
        case undone(String)
        case moved(String, to: Double)
        case cancelled(String)
    }

    private static let script: [Step] = [
        .plan("medicine", at: 600, grace: 30, before: 10), .plan("walk", at: 900, grace: 60, before: nil),
        .time(1),
        .told("medicine"), .time(600), .told("medicine"), .time(700), .putOff("medicine", minutes: 5),
        .time(710),
        // Too early: it is still to be told.
        .told("medicine"), .time(950), .told("walk"), .time(1000), .told("medicine"), .done("medicine"),
        .putOff("medicine", minutes: 5),
        .time(1010), .undone("medicine"), .time(1100), .moved("walk", to: 3000), .time(1200),
        .cancelled("medicine"), .time(2990), .time(3000), .told("walk"), .time(3100),
        .moved("walk", to: 2900),
        .told("walk"), .time(7000), .told("walk"), .putOff("walk", minutes: 60), .time(7100), .done("walk"),
        .plan("late", at: 80_000, grace: 60, before: nil), .time(83_700), .told("late"), .time(100_000),
        .time(169_900),
    ]

    @Test("The simulated house gives the same reminders as the real store")
    func tellsWhatTheRealStoreTells() async throws {
        let ward = try await Ward(stations: 0)
        var house = PlayedHouse()
        var heard: Int64 = 0
        for (number, step) in Self.script.enumerated() {
            switch step {
            case .plan(let title, let second, let grace, let before):
                try await ward.plan(title, at: second, grace: grace, before: before.map { [$0] } ?? [])
                house.plan(
                    title, at: Int64(Ward.start.timeIntervalSince1970 + second), grace: Double(grace) * 60)
            case .time(let second): try await ward.run(to: second)
            case .told(let title): try await receive(.told, title, ward, &house)
            case .putOff(let title, let minutes):
                try await receive(.snoozed, title, minutes: minutes, ward, &house)
            case .done(let title): try await mark(.done, title, ward, &house)
            case .undone(let title): try await mark(.undone, title, ward, &house)
            case .moved(let title, let second):
                let before = house.occurrence(title, at: ward.wall).at
                #expect(try await ward.change(title, to: second))
                house.move(title, by: Ward.start.addingTimeInterval(second).timeIntervalSince(before))
                // A time that has gone by is due at once.
                try await ward.run(for: 0)
            case .cancelled(let title):
                #expect(try await ward.change(title, to: nil))
                house.cancel(title)
            }
            for event in try await ward.events(after: heard) {
                heard = event.sequence
                guard let reminder = event.reminder, let title = reminder.occurrence?.title else { continue }
                _ = house.remind(
                    title, reminder.kind, minutesBefore: reminder.minutesBefore, isLate: reminder.isLate,
                    at: reminder.at)
            }
            let (played, real) = (text(house.agenda(at: ward.wall)), text(try await ward.agenda()))
            #expect(played == real, "after step \(number): \(step)")
        }
    }

    /// What became of the newest reminder of something, in both.
    private func receive(
        _ outcome: ReminderReceipt.Outcome, _ title: String, minutes: Int? = nil, _ ward: Ward,
        _ house: inout PlayedHouse
    ) async throws {
        let agenda = try await ward.agenda()
        let all = (agenda.reminders + agenda.told).filter { $0.occurrence?.title == title }
        if let real = all.last {
            try await ward.receive(
                ReminderReceipt(id: UUID(), outcome: outcome, minutes: minutes, at: ward.wall), of: real.id)
        }
        let played = house.agenda(at: ward.wall)
        if let twin = (played.reminders + played.told).last(where: { $0.occurrence?.title == title }) {
            house.take(
                ReminderReceipt(id: UUID(), outcome: outcome, minutes: minutes, at: ward.wall), of: twin.id,
                at: ward.wall)
        }
    }

    private func mark(
        _ kind: OccurrenceEntry.Kind, _ title: String, _ ward: Ward, _ house: inout PlayedHouse
    ) async throws {
        let real = try #require(try await ward.occurrence(title))
        let played = house.occurrence(title, at: ward.wall)
        for (occurrence, isReal) in [(real, true), (played, false)] {
            let entry = OccurrenceEntry(
                id: UUID(), routine: occurrence.routine, key: occurrence.key, kind: kind, by: "Ben",
                undoes: kind == .undone ? occurrence.lastEntry : nil, at: ward.wall)
            if isReal { try await ward.mark(entry) } else { house.take(entry) }
        }
    }

    /// All that a station goes by.
    private func text(_ agenda: Agenda) -> [String] {
        func second(_ date: Date) -> Int { Int(date.timeIntervalSince(Ward.start).rounded()) }
        func lines(_ name: String, _ reminders: [Reminder]) -> [String] {
            reminders.map { reminder in
                let occurrence = reminder.occurrence.map { "\($0.title) \($0.state) \(second($0.at))" } ?? ""
                return "\(name) \(occurrence) \(reminder.kind) \(second(reminder.at)) \(reminder.state)"
            }.sorted()
        }
        let items = { (name: String, occurrences: [RoutineOccurrence]) in
            occurrences.map { "\(name) \($0.title) \($0.state) \(second($0.at)) \(second($0.missedAt))" }
                .sorted()
        }
        return items("today", agenda.today) + items("outstanding", agenda.outstanding)
            + lines("waits", agenda.reminders) + lines("told", agenda.told)
    }
}
