import Care
import Foundation
import HomeFiles
import Playing
import Recurrence
import Scanning
import Speech
import Station
import Testing

@Suite("What a station says of amounts that people are asked for") struct ChargesAtAStationTests {
    /// By the day of the stage, and so many days from it.
    private static func reminder(
        _ days: Int, for name: String = "Ben", _ kind: ReminderKind = .due, id: UUID = UUID(),
        channel: ReminderChannel = .station
    ) -> Reminder {
        let today = WallTime(clamping: 1_800_000_000).day
        return Reminder(
            id: id, kind: kind, charge: AskedAmount(id: UUID(), due: today.adding(days: days)),
            channel: channel,
            recipient: name.lowercased(), recipientName: name, priority: .normal,
            at: Date(timeIntervalSince1970: 1_800_000_000), isLate: false, state: .waiting)
    }

    private static func said(_ stage: StationStage) -> [String] {
        stage.text.split(separator: "\n").map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    @Test("Who has to pay something, and by when; it is told once, and the service hears that it was")
    func told() {
        var stage = StationStage()
        stage.news(at: 1, .reminder(Self.reminder(0)))
        stage.run(to: 20)
        #expect(Self.said(stage) == ["alert: reminder_for Ben charge_today", "TOLD"])
        let again = stage.text
        stage.run(to: 3600)
        #expect(stage.text == again)
    }

    @Test("Several come in one announcement, by the day on which it is said")
    func several() {
        var stage = StationStage()
        stage.news(at: 1, .reminder(Self.reminder(0)))
        for (days, name) in [(1, "Anna"), (-3, "Cleo"), (5, "Dora"), (0, "Emil")] {
            stage.news(at: 1, .reminder(Self.reminder(days, for: name)))
        }
        stage.run(to: 60)
        #expect(
            Self.said(stage) == [
                "alert: reminder_for Ben charge_today", "TOLD",
                "alert: reminder_for Anna charge_ahead 1 reminder_for Cleo charge_late reminder_for Dora charge_ahead 5 open_more 1",
                "TOLD", "TOLD", "TOLD", "TOLD",
            ])
    }

    @Test("What was paid before it was said is not said, and nothing that another channel tells")
    func dropped() {
        var stage = StationStage()
        stage.news(at: 1, .reminder(Self.reminder(0)))
        stage.news(at: 1, .reminder(Self.reminder(0, for: "Anna")))
        stage.agenda(at: 1)
        stage.news(at: 2, .reminder(Self.reminder(0, channel: .command)))
        stage.run(to: 60)
        #expect(Self.said(stage) == ["alert: reminder_for Ben charge_today", "TOLD"])
    }

    @Test("No key means it: who presses is told that nobody waits")
    func keys() {
        var stage = StationStage()
        stage.news(at: 1, .reminder(Self.reminder(0)))
        stage.key(at: 8, .met)
        stage.run(to: 20)
        #expect(!stage.text.contains("item_done") && stage.text.contains("charge_today"))
    }
}
