import Scanning
import Testing
import Time

@Suite("What is done with a press that was understood by its time") struct UnderstoodPressTests {
    /// Drinks 0.50–0.90, the toilet 3.10–3.50, pain 5.00–5.40; the second pass begins at 6.90.
    private let score = Score("drinks", "toilet", "pain")

    @Test("It chooses the item that it meant, whichever is offered") func itChoosesWhatItMeant() {
        #expect(
            score.play("0.00 tap | 3.60 take 0", until: 20) == """
                0.00 woke
                0.50 drinks
                3.10 toilet
                3.60 SELECTED drinks
                """)
        #expect(score.play("0.00 tap | 3.30 take 0", until: 20).hasSuffix("3.30 cut\n3.30 SELECTED drinks"))
        #expect(score.play("0.00 tap | 3.30 take 1", until: 20).hasSuffix("3.30 cut\n3.30 SELECTED toilet"))
        // Across the end of a pass.
        #expect(score.play("0.00 tap | 7.40 take 2", until: 20).hasSuffix("6.90 drinks\n7.40 SELECTED pain"))
    }

    @Test("The choice tells when its cue was heard, and how long the next one had been")
    func theChoiceTellsItsTimes() {
        var scanner = heardToToilet()
        let effects = scanner.take(item: 0, cueStarted: at(0.5), cueEnded: at(0.9), pressed: at(3.4))
        let choices = effects.compactMap { if case .selected(let choice) = $0 { choice } else { nil } }
        #expect(choices.map(\.item.id) == ["drinks"])
        #expect(choices.map(\.at) == [at(3.4)])
        #expect(choices.map(\.cueStarted) == [at(0.5)])
        #expect(choices.map(\.cueEnded) == [at(0.9)])
        #expect(choices.map(\.lateBy) == [.milliseconds(300)])
        #expect(choices.map(\.extra) == [scanner.parameters.firstItemExtra])
        #expect(scanner.isSelecting)

        scanner = heardToToilet()
        let present = scanner.take(item: 1, cueStarted: at(3.1), cueEnded: nil, pressed: at(3.4))
        let now = present.compactMap { if case .selected(let choice) = $0 { choice } else { nil } }
        #expect(now.map(\.item.id) == ["toilet"])
        #expect(now.map(\.lateBy) == [nil])
        #expect(now.map(\.extra) == [.zero])
    }

    @Test("What is asked back has a fresh gap; then the next item has its turn") func askedBackInSilence() {
        #expect(
            score.play("0.00 tap | 3.60 ask 1", until: 8) == """
                0.00 woke
                0.50 drinks
                3.10 toilet
                3.60 toilet?
                5.50 pain
                7.40 wrap
                7.40 drinks
                """)
        // The item before, in the middle of the next one's cue: all goes on from there.
        #expect(
            score.play("0.00 tap | 3.20 ask 0", until: 8) == """
                0.00 woke
                0.50 drinks
                3.10 toilet
                3.20 cut
                3.20 drinks?
                5.80 toilet
                7.70 pain
                """)
    }

    @Test("A press chooses what is asked back, from its first sound on") func askedBackAndConfirmed() {
        #expect(
            score.play("0.00 tap | 3.60 ask 0 | 4.60 tap", until: 5).hasSuffix(
                "3.60 drinks?\n4.60 SELECTED drinks"))
        // It is no late press for what was offered before.
        #expect(
            score.play("0.00 tap | 3.60 ask 0 | 3.70 tap", until: 5).hasSuffix(
                "3.60 drinks?\n3.70 cut\n3.70 SELECTED drinks"))
    }

    @Test("A pass that is finished once more counts once") func aPassCountsOnce() {
        var score = self.score
        score.showsClicks = true
        // Three passes of 6.40 s from 0.50 s on.
        let usual = score.play("0.00 tap", until: 40)
        #expect(usual.hasSuffix("19.70 gave up: 3 passes, 9 steps\n19.70 rest"))
        // Pain, asked back 0.10 s after the wrap, ends the first pass at 8.90 s; two whole ones follow.
        let asked = score.play("0.00 tap | 7.00 ask 2", until: 40)
        #expect(asked.contains("6.90 wrap\n6.90 drinks\n7.00 cut\n7.00 pain?\n8.90 wrap\n8.90 drinks"))
        #expect(asked.hasSuffix("21.70 gave up: 3 passes, 10 steps\n21.70 rest"))
    }

    @Test("Asking back again and again counts no pass, and an end is still reached")
    func askedBackAgainAndAgain() {
        let asks = (0..<10).map { "\(7 + Double($0)) ask 2" }.joined(separator: " | ")
        let lines = score.play("0.00 tap | " + asks, until: 60)
        #expect(lines.hasSuffix(" rest"))
        #expect(lines.count(of: " wrap") == 3)
    }

    @Test("A press that meant nothing leaves the walk as it is") func passedOver() {
        let usual = score.play("0.00 tap", until: 30)
        for seconds in ["0.60", "3.20", "3.60", "6.95"] {
            #expect(score.play("0.00 tap | \(seconds) pass-over", until: 30) == usual)
        }
    }

    @Test("A press that meant nothing is use all the same: rest comes later") func passedOverIsUse() {
        let score = Score("drinks", "toilet", "pain") {
            $0.loops = 0
            $0.inactivityRest = .seconds(10)
        }
        #expect(score.play("0.00 tap", until: 60).hasSuffix("11.40 rest"))
        #expect(score.play("0.00 tap | 8.00 pass-over", until: 60).hasSuffix("19.70 rest"))
    }

    @Test("Where nothing is offered, nothing happens", arguments: ["take 0", "take 1", "ask 0", "ask 1"])
    func whereNothingIsOffered(press: String) {
        #expect(score.play("0.00 \(press)", until: 5).isEmpty)
        // Before the first cue, after a choice, and in a pause.
        for before in ["0.00 tap | 0.20", "0.00 tap | 1.00 tap | 1.50", "0.00 tap | 1.00 pause-now | 1.50"] {
            let without = before.split(separator: "|").dropLast().joined(separator: "|")
            #expect(
                score.play("\(before) \(press)", until: 30) == score.play(without, until: 30), "\(before)")
        }
        let preview = Score("drinks", "toilet", "pain") { $0.preview = 2 }
        #expect(preview.play("0.00 tap | 0.60 \(press)", until: 30) == preview.play("0.00 tap", until: 30))
        let step = Score("drinks", "toilet", "pain") { $0.mode = .step }
        #expect(step.play("0.00 tap | 0.60 \(press)", until: 30) == step.play("0.00 tap", until: 30))
    }

    @Test("No item has such a place", arguments: ["take -1", "take 3", "ask -1", "ask 99"]) func noSuchPlace(
        press: String
    ) {
        #expect(score.play("0.00 tap | 3.60 \(press)", until: 30) == score.play("0.00 tap", until: 30))
    }

    @Test("In a group it is the group's item, and the way back leads up") func inAGroup() {
        let score = Score("drinks", "pain", groups: ["drinks": ["water", "tea"]])
        // Water 1.30–1.70, tea 3.90–4.30.
        #expect(
            score.play("0.00 tap | 1.00 tap | 4.40 take 0", until: 6).hasSuffix(
                "3.90 tea\n4.40 SELECTED water"))
        #expect(score.play("0.00 tap | 1.00 tap | 4.40 ask 0", until: 6).hasSuffix("3.90 tea\n4.40 water?"))
        #expect(
            score.play("0.00 tap | 1.00 tap | 4.40 take 2", until: 6).hasSuffix(
                "3.90 tea\n4.40 up from drinks\n4.70 drinks"))
    }

    @Test("A press that began before a level was open is not meant for it") func beforeALevel() {
        var scanner = heardToToilet()
        #expect(scanner.isOffering)
        #expect(scanner.present?.item.id == "toilet")
        _ = scanner.take(item: 0, cueStarted: at(0.5), cueEnded: at(0.9), pressed: at(3.4))
        #expect(!scanner.isOffering)
        _ = scanner.open(ScanLevel(id: "drinks", choices: ["water", "tea"], back: .end), at: at(3.5))
        #expect(!scanner.isOpen(at: at(3.4)))
        #expect(scanner.isOpen(at: at(3.5)))
        #expect(!scanner.isOffering)
        _ = scanner.advance(to: at(4))
        #expect(scanner.isOffering)
        #expect(scanner.present?.item.id == "water")
        _ = scanner.restNow(at: at(5))
        #expect(scanner.present == nil)
        #expect(!scanner.isOffering)
    }

    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    /// Drinks were heard from 0.5 to 0.9 s, the toilet since 3.1 s.
    private func heardToToilet() -> Scanner {
        var scanner = Scanner(parameters: ScanParameters(), top: score.top)
        _ = scanner.take(.press(SwitchPress(role: .select, began: at(0))), at: at(0))
        for (asked, ended) in [(0.5, 0.9), (3.1, nil)] as [(Double, Double?)] {
            for case .cue(let cue) in scanner.advance(to: at(asked)) {
                scanner.cueStarted(cue.token, at: at(asked))
                if let ended { _ = scanner.cueEnded(cue.token, at: at(ended)) }
            }
        }
        return scanner
    }
}

extension String {
    /// How often that stands in it.
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
