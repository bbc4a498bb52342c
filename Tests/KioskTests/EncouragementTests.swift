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
        Encouragement(
            id: "sea", text: "The sea has time.", author: "Maria", categories: ["rest"],
            video: "/home/encouragement/sea.webm"),
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

    @Test("Where a choice has nothing, that is said, and not that there is nothing in the language")
    func nothingOfAKind() {
        var stage = Encouraging.stage { $0.categoriesOff = ["faith", "rest", "courage", "sleep"] }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.run(to: 6)
        #expect(stage.text.contains("nothing_to_hear"), "\(stage.text)")
        #expect(!stage.text.contains("no_encouragement"), "\(stage.text)")
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
        #expect(
            last()?.saying
                == Screen.Saying(words: "The sea has time.", by: "Maria", video: "quotes/sea"))
        stage.run(to: 8)
        #expect(last()?.saying == nil)
    }
}
