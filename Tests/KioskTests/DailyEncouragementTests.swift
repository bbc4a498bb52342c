import Boards
import Care
import Encouragement
import Foundation
import HomeFiles
import Kiosk
import Recurrence
import Scanning
import Testing

@Suite("Encouragement of itself, once a day") struct DailyEncouragementTests {
    /// The stage begins at 2027-01-15 08:00 UTC.
    private static let begin = 8 * 60

    private static func stage(
        at minutes: Int = begin + 1, _ change: (inout EncouragementSettings) -> Void = { _ in }
    ) -> Stage {
        Encouraging.stage {
            $0.daily = minutes
            $0.dailyKind = .tips
            change(&$0)
        }
    }

    private static let tip = "main: Ask for light."

    private static func said(_ stage: Stage) -> [String] { stage.lines.filter { $0.hasSuffix(tip) } }

    private static func quiet(_ from: Double, _ until: Double) -> Agenda {
        var agenda = Agenda(day: CalendarDay(clamping: 20_833), zone: "UTC", sequence: 1)
        let start = 1_800_000_000.0
        agenda.quiet = [
            QuietTime(
                from: Date(timeIntervalSince1970: start + from),
                until: Date(timeIntervalSince1970: start + until))
        ]
        return agenda
    }

    @Test("At its time, once, and on the next day again")
    func once() {
        var stage = Self.stage()
        stage.run(to: 59)
        #expect(Self.said(stage) == [])
        stage.run(to: 3600 * 20)
        #expect(Self.said(stage).count == 1, "\(stage.text)")
        #expect(Self.said(stage).first?.hasPrefix("60.") == true)
        stage.run(to: 3600 * 30)
        #expect(Self.said(stage).count == 2)
    }

    @Test("Off at first")
    func off() {
        var stage = Encouraging.stage()
        stage.run(to: 3600 * 30)
        #expect(stage.lines == [])
    }

    @Test("Not in the middle of a scan, but after it")
    func busy() {
        var stage = Self.stage()
        stage.press(at: 58)
        stage.run(to: 62)
        #expect(Self.said(stage) == [], "\(stage.text)")
        stage.run(to: 600)
        #expect(Self.said(stage).count == 1, "\(stage.text)")
        #expect(stage.session.isResting)
    }

    @Test("Not in quiet hours, but when they end")
    func quietHours() {
        var stage = Self.stage()
        stage.send(.care(.agenda(Self.quiet(30, 900))))
        stage.run(to: 899)
        #expect(Self.said(stage) == [])
        stage.run(to: 1000)
        #expect(Self.said(stage).first?.hasPrefix("900.") == true, "\(stage.text)")
    }

    @Test("Once a day also over a restart, and where the clock is set back")
    func restart() throws {
        var stage = Self.stage()
        stage.run(to: 100)
        #expect(Self.said(stage).count == 1)
        let kept = try #require(Encouraging.kept(stage))
        var next = Self.stage()
        next.session.recall(kept)
        next.run(to: 3600)
        #expect(Self.said(next) == [])
        stage.clockStep = -1800
        stage.run(to: 3600 * 3)
        #expect(Self.said(stage).count == 1, "\(stage.text)")
        // Whatever happens to the clock in between: the day after has one of its own.
        stage.clockStep = 7900 * 31_557_600
        stage.send(.wake)
        stage.run(to: 3600 * 3 + 60)
        stage.clockStep = 0
        stage.send(.wake)
        let before = Self.said(stage).count
        stage.run(to: 3600 * 40)
        #expect(Self.said(stage).count == before + 1, "\(stage.text)")
    }

    @Test("Only where the client was last")
    func elsewhere() {
        var stage = Self.stage()
        stage.send(.care(.speaks(false)))
        stage.run(to: 3600)
        #expect(Self.said(stage) == [])
        stage.send(.care(.speaks(true)))
        stage.run(to: 3700)
        #expect(Self.said(stage).count == 1)
    }

    @Test("After days without the service quiet hours are where they were")
    func quietHoursOffline() {
        var stage = Self.stage()
        // The last night that the service has told of: from 7:50 until 8:15.
        stage.send(.care(.agenda(Self.quiet(-600, 900))))
        stage.send(.care(.serviceLost("away")))
        for day in 0...5 {
            let start = Double(day) * 86_400
            stage.lines = []
            stage.run(to: start + 899)
            #expect(Self.said(stage) == [], "day \(day): \(stage.text)")
            stage.run(to: start + 1000)
            #expect(Self.said(stage).count == 1, "day \(day): \(stage.text)")
        }
    }

    @Test(
        "What waits and may not come any more is chosen anew",
        arguments: ["removed", "switched off", "heard"])
    func chosenAnew(_ why: String) throws {
        var stage = Encouraging.stage {
            $0.daily = Self.begin + 1; $0.dailyKind = .quotes
        }
        let day = CalendarDay(clamping: 20_833)
        let keys = ["quotes/sea", "quotes/press"]
        let first = try #require(EncouragementDeck().comesOfItself(on: day, among: keys))
        let other = try #require(keys.first { $0 != first })
        // A scan keeps it waiting.
        stage.press(at: 58)
        stage.run(to: 62)
        #expect(Encouraging.heard(stage) == [], "\(stage.text)")
        var means = Encouraging.means {
            $0.daily = Self.begin + 1; $0.dailyKind = .quotes
        }
        switch why {
        case "removed": means.shelf.items.removeAll { $0.key == first }
        case "switched off":
            means.settings.categoriesOff.formUnion(means.shelf[first]?.categories ?? [])
        default:
            var deck = EncouragementDeck()
            deck.hear(first, among: keys)
            stage.send(.care(.encouragement(ClientEncouragement(client: "maria", deck: deck))))
        }
        stage.send(.encouragementChanged(means))
        stage.run(to: 600)
        #expect(Encouraging.heard(stage).map { "quotes/\($0)" } == [other], "\(stage.text)")
    }

    @Test(
        "Two kiosks and the phone have the same on a day, and only one kiosk says it"
    )
    func sameEverywhere() throws {
        var one = Encouraging.stage {
            $0.daily = Self.begin + 1; $0.isAtRest = true
        }
        var two = Encouraging.stage {
            $0.daily = Self.begin + 1; $0.isAtRest = true
        }
        two.session.showOnScreen()
        two.send(.care(.speaks(false)))
        one.run(to: 100)
        two.run(to: 100)
        let kept = try #require(Encouraging.kept(one))
        let said = try #require(kept.deck.daily)
        two.send(.care(.encouragement(kept)))
        two.send(.care(.speaks(true)))
        two.run(to: 200)
        #expect(Encouraging.heard(two) == [], "\(two.text)")
        let text = Encouraging.items.first { $0.key == said.key }?.text
        let screens = two.effects.compactMap { if case .show(let screen) = $0 { screen } else { nil } }
        #expect(screens.last?.saying?.words == text)
        // Without a word from each other they choose the same.
        var alone = Encouraging.stage { $0.daily = Self.begin + 1 }
        alone.run(to: 100)
        #expect(Encouraging.heard(alone) == Encouraging.heard(one))
        // What the phone has shown is what the kiosk says, and it counts as heard once.
        let keys = Encouraging.items.filter { $0.categories != ["faith"] }.map(\.key)
        let other = try #require(keys.first { $0 != said.key })
        var deck = EncouragementDeck()
        deck.shows(other, on: said.day, among: keys)
        var third = Encouraging.stage { $0.daily = Self.begin + 1 }
        third.send(.care(.encouragement(ClientEncouragement(client: "maria", deck: deck))))
        third.run(to: 100)
        #expect(Encouraging.kept(third)?.deck.daily?.key == other)
        #expect(Encouraging.kept(third)?.deck.heard == [other: 1])
    }

    @Test("A press ends it and wakes the kiosk, and it is not said again")
    func pressed() {
        var stage = Self.stage()
        stage.run(to: 60.4)
        #expect(Self.said(stage).count == 1, "\(stage.text)")
        stage.press(at: 60.5)
        stage.run(to: 62)
        #expect(stage.text.contains("cue: Kind"), "\(stage.text)")
        stage.run(to: 3600)
        #expect(Self.said(stage).count == 1)
    }

    @Test("Faith comes only to those who want it")
    func categories() {
        var stage = Encouraging.stage {
            $0.daily = Self.begin + 1
            $0.dailyKind = .quotes
            $0.categoriesOff = ["rest", "courage"]
        }
        stage.run(to: 100)
        #expect(stage.lines.contains { $0.hasSuffix("main: A psalm.") }, "\(stage.text)")
    }

    @Test("The sentence of the day stands on the screen at rest, until the next day has another")
    func atRest() {
        var stage = Encouraging.stage { $0.isAtRest = true }
        stage.session.showOnScreen()
        stage.send(.wake)
        func last() -> String? {
            stage.effects.compactMap { if case .show(let screen) = $0 { screen } else { nil } }.last?.saying?
                .words
        }
        stage.run(to: 10)
        let first = last()
        #expect(first != nil)
        stage.run(to: 3600 * 15)
        #expect(last() == first)
        stage.run(to: 3600 * 17)
        #expect(last() != nil && last() != first)
        stage.press(at: 3600 * 18)
        stage.run(to: 3600 * 18 + 1)
        #expect(last() == nil)
    }
}
