import Boards
import Care
import Encouragement
import Foundation
import HomeFiles
import Kiosk
import Recurrence
import Scanning
import Testing

/// What encourages the client, in these tests.
enum Encouraging {
    static let items = [
        Encouragement(id: "sea", text: "The sea has time.", author: "Maria", categories: ["rest"]),
        Encouragement(id: "press", text: "One press.", categories: ["courage"], recording: "press.ogg"),
        Encouragement(id: "psalm", text: "A psalm.", categories: ["faith"]),
        Encouragement(kind: .tips, id: "light", text: "Ask for light.", categories: ["sleep"]),
    ]

    static func means(
        zone: ZoneRules = .utc, _ change: (inout EncouragementSettings) -> Void = { _ in }
    ) -> EncouragementMeans {
        var settings = EncouragementSettings()
        change(&settings)
        return EncouragementMeans(
            shelf: EncouragementShelf(language: "en-GB", items: items), settings: settings, zone: zone)
    }

    static func stage(
        _ board: [BoardItem] = [Stage.list(.encouragement, "Kind"), Stage.water],
        _ change: (inout EncouragementSettings) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(items: board)
        stage.send(.encouragementChanged(means(change)))
        stage.effects = []
        return stage
    }

    /// What was heard last of the items, with or without a recording.
    static func heard(_ stage: Stage) -> [String] {
        stage.lines.compactMap { line in
            items.first { line.contains($0.text) || line.contains($0.recording ?? "\u{0}") }?.id
        }
    }

    static func kept(_ stage: Stage) -> ClientEncouragement? {
        stage.effects.compactMap { if case .keepEncouragement(let kept) = $0 { kept } else { nil } }.last
    }
}

@Suite("Encouragement that is asked for") struct AskedEncouragementTests {
    @Test("A kind word, another one, kept as a favourite; the other does not come twice")
    func whole() {
        var stage = Encouraging.stage()
        stage.press(at: 0)
        stage.press(at: 1)
        // The list: the first is a kind word.
        stage.run(to: 2.4)
        #expect(stage.text.contains("cue: choice_quote"), "\(stage.text)")
        stage.press(at: 2.5)
        stage.run(to: 8)
        #expect(Encouraging.heard(stage).count == 1, "\(stage.text)")
        #expect(stage.text.contains("cue: choice_another_one"), "\(stage.text)")
        var last = 8.0
        // Another one is scanned again and again until it is chosen.
        func choose(_ cue: String) {
            stage.lines = []
            while !stage.lines.contains(where: { $0.hasSuffix("cue: \(cue)") }), last < 200 {
                last += 0.25
                stage.run(to: last)
            }
            last += 0.3
            stage.press(at: last)
            last += 5
            stage.run(to: last)
        }
        let first = Encouraging.heard(stage)
        choose("choice_another_one")
        let second = Encouraging.heard(stage)
        #expect(Set(first + second) == ["sea", "press"], "\(first) \(second) \(stage.text)")
        choose("choice_keep_favourite")
        #expect(stage.text.contains("favourite_kept"), "\(stage.text)")
        let kept = Encouraging.kept(stage)
        #expect(kept?.client == "maria")
        #expect(second.last.map { kept?.deck.isFavourite("quotes/\($0)") } == true)
        choose("choice_no_favourite")
        #expect(stage.text.contains("favourite_gone"), "\(stage.text)")
        #expect(Encouraging.kept(stage)?.deck.favourites.values.allSatisfy { $0 % 2 == 0 } == true)
    }

    @Test("A press ends the words, and what can be done next is scanned")
    func stopped() {
        var stage = Encouraging.stage()
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.run(to: 2.9)
        #expect(Encouraging.heard(stage).count == 1, "\(stage.text)")
        stage.lines = []
        stage.press(at: 3)
        stage.run(to: 4.5)
        #expect(stage.text.contains("cue: choice_another_one"), "\(stage.text)")
        #expect(stage.session.present != nil)
    }

    @Test("A restart goes on with what has not been heard")
    func restart() throws {
        var stage = Encouraging.stage()
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.run(to: 8)
        let first = Encouraging.heard(stage)
        let kept = try #require(Encouraging.kept(stage))
        var next = Encouraging.stage()
        next.session.recall(kept)
        next.press(at: 0)
        next.press(at: 1)
        next.press(at: 2.5)
        next.run(to: 8)
        #expect(Set(first + Encouraging.heard(next)) == ["sea", "press"], "\(next.text)")
    }

    @Test("Without anything in the language that is said, and left out where empty items are")
    func empty() {
        var stage = Stage(items: [Stage.list(.encouragement, "Kind"), Stage.water]) { $0.skipEmpty = false }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 4)
        #expect(stage.text.contains("no_encouragement"), "\(stage.text)")
        var skipping = Stage(items: [Stage.list(.encouragement, "Kind"), Stage.water])
        skipping.press(at: 0)
        skipping.run(to: 2)
        #expect(skipping.lines.first == "0.50 cue: Water")
    }

    @Test("What another kiosk has told is known here, and another client's is not")
    func merged() {
        var stage = Encouraging.stage()
        var deck = EncouragementDeck()
        deck.setFavourite("tips/light", true)
        stage.send(.care(.encouragement(ClientEncouragement(client: "lukas", deck: deck))))
        #expect(Encouraging.kept(stage) == nil)
        stage.send(.care(.encouragement(ClientEncouragement(client: "maria", deck: deck))))
        #expect(Encouraging.kept(stage)?.deck.isFavourite("tips/light") == true)
    }

    @Test("The screen shows it with its author while it is said")
    func screen() {
        var stage = Encouraging.stage { $0.categoriesOff = ["faith", "courage"] }
        stage.session.showOnScreen()
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.run(to: 2.9)
        func last() -> Screen? {
            stage.effects.compactMap { if case .show(let screen) = $0 { screen } else { nil } }.last
        }
        #expect(last()?.saying == Screen.Saying(words: "The sea has time.", by: "Maria"))
        stage.run(to: 8)
        #expect(last()?.saying == nil)
    }
}

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
