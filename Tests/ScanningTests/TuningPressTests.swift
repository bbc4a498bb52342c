import Chance
import Scanning
import ShippedWords
import Testing

@Suite struct TuningPressTests {
    // MARK: - late_press_window

    @Test("Presses soon after a step that are taken back make the window longer")
    func pressesAfterAStepMakeTheWindowLonger() throws {
        var person = Presser(seed: 1)
        for _ in 0..<60 { person.choose(after: 0.6) }
        // 200 ms after the word began: too soon for that word, too late for the window of 150 ms.
        for _ in 0..<6 { person.choose(after: -0.2, undone: true) }
        let proposal = person.proposal(.latePressWindow)
        #expect(proposal.proposed == .milliseconds(250))
        #expect(proposal.after.undone < proposal.before.undone)
        #expect(
            try proposal.said()
                == "Of 6 presses near a step, 6 counted for the wrong word and were taken back; with 250 ms it would have been 0."
        )
    }

    @Test("Who presses ahead gets a shorter window") func whoPressesAheadGetsAShorterWindow() {
        var person = Presser(seed: 2)
        for _ in 0..<60 { person.choose(after: 0.6) }
        for _ in 0..<6 { person.choose(after: 1.6, late: .milliseconds(110), undone: true) }
        #expect(person.proposal(.latePressWindow).proposed == .milliseconds(100))
    }

    @Test("A window that is right stays") func aWindowThatIsRightStays() {
        var person = Presser(seed: 3)
        for _ in 0..<60 { person.choose(after: 0.6) }
        for _ in 0..<5 { person.choose(after: 1.55, late: .milliseconds(80)) }
        person.choose(after: -0.1, undone: true)
        #expect(person.proposal(.latePressWindow).verdict == .keep)
    }

    // MARK: - acceptance_time

    @Test("Touches are kept out and meant presses are not") func touchesAreKeptOut() throws {
        var person = Presser(seed: 4)
        for index in 0..<60 { person.choose(after: 0.6, held: .milliseconds(300 + index)) }
        for held in [30, 60, 80, 110] { person.slip(held: .milliseconds(held)) }
        let proposal = person.proposal(.acceptanceTime)
        #expect(proposal.proposed == .milliseconds(150))
        #expect(
            try proposal.said()
                == "4 of 4 touches (up to 0.11 s) would be kept out, and no meant press (from 0.30 s) lost.")
        #expect(abs(proposal.secondsPerNeed - 0.15) < 1e-9)
    }

    @Test("Where touches are as long as meant presses, the meant ones win") func meantPressesWin() throws {
        var person = Presser(seed: 5)
        for _ in 0..<60 { person.choose(after: 0.6, held: .milliseconds(200)) }
        person.records += [40, 60, 90, 195].map {
            .touch(.init(held: .milliseconds($0), needed: .milliseconds(200)))
        }
        let proposal = person.proposal(.acceptanceTime)
        #expect(proposal.proposed == .milliseconds(150))
        #expect(try proposal.said().hasPrefix("3 of 4 touches"))
    }

    @Test("An acceptance time that keeps nothing out goes") func anIdleAcceptanceTimeGoes() {
        var person = Presser(seed: 6)
        for _ in 0..<60 { person.choose(after: 0.6) }
        let proposal = person.proposal(.acceptanceTime) { $0.acceptanceTime = .milliseconds(200) }
        #expect(proposal.proposed == .zero)
        #expect(proposal.secondsPerNeed < 0)
        #expect(person.proposal(.acceptanceTime).verdict == .keep)
    }

    @Test("One touch is no reason to make every press slower") func oneTouchIsNoReason() {
        var person = Presser(seed: 7)
        for _ in 0..<60 { person.choose(after: 0.6) }
        person.slip(held: .milliseconds(50))
        #expect(person.proposal(.acceptanceTime).verdict == .keep)
    }

    // MARK: - ignore_repeat

    @Test("Bounces of the hand are ignored and meant second presses are not") func bouncesAreIgnored() throws
    {
        var person = Presser(seed: 8)
        for _ in 0..<60 { person.choose(after: 0.6, since: .milliseconds(1200)) }
        for since in [330, 360, 420] { person.slip(held: .milliseconds(200), since: .milliseconds(since)) }
        let proposal = person.proposal(.ignoreRepeat)
        #expect(proposal.proposed == .milliseconds(450))
        #expect(
            try proposal.said()
                == "3 of 3 bounces of the hand (up to 0.42 s after the press) would be ignored, and no meant press (from 1.20 s)."
        )
        // They are not counted as touches as well.
        #expect(person.proposal(.acceptanceTime).verdict == .keep)
    }

    @Test("Who means a quick second press keeps it") func quickSecondPressesStay() {
        var person = Presser(seed: 9)
        for _ in 0..<60 { person.choose(after: 0.6, since: .milliseconds(450)) }
        for since in [330, 380, 420] { person.slip(held: .milliseconds(200), since: .milliseconds(since)) }
        // 0.8 of the shortest meant one.
        #expect(person.proposal(.ignoreRepeat).proposed == .milliseconds(350))
    }

    @Test("What was ignored rightly shortens a time that is too long") func aTooLongTimeBecomesShorter() {
        var person = Presser(seed: 10)
        for _ in 0..<60 { person.choose(after: 0.6, since: .seconds(3)) }
        person.records += [90, 110, 120, 140].map {
            .ignored(.init(reason: .ignoreRepeat, sincePress: .milliseconds($0)))
        }
        let proposal = person.proposal(.ignoreRepeat) { $0.ignoreRepeat = .milliseconds(700) }
        #expect(proposal.proposed == .milliseconds(150))
    }

    // MARK: - Records

    static let examples: [PressRecord] = [
        .choice(
            .init(
                id: .init(rawValue: .max), mode: .inverse, pattern: .rowColumn, scanTime: .milliseconds(1500),
                extra: .milliseconds(700), sinceCueEnded: .milliseconds(-120),
                sinceCueBegan: .milliseconds(300),
                lateBy: .zero, passes: 2, steps: 14, isContinued: true, leadsOn: true)),
        .choice(
            .init(
                id: .init(rawValue: 0), mode: .step, pattern: .linear, scanTime: .seconds(2),
                sinceCueEnded: nil,
                sinceCueBegan: nil)),
        .undone(.init(rawValue: 7), .wentBack),
        .press(.init(use: .choice(.init(rawValue: 7)), held: .milliseconds(200), sincePrevious: .seconds(2))),
        .press(.init(use: .wake, held: .seconds(1), sincePrevious: nil)),
        .ignored(.init(reason: .releaseTime, sincePress: .milliseconds(180))),
        .touch(.init(held: .milliseconds(40), needed: .milliseconds(200))),
        .gaveUp(.init(mode: .automatic, pattern: .groupItem, scanTime: .seconds(1), passes: 3, steps: 18)),
    ]

    @Test("What was undone is found, whichever record comes first") func undoingIsFound() {
        let choice = PressRecord.Choice(
            id: .init(rawValue: 1), mode: .automatic, pattern: .linear, scanTime: .seconds(1),
            sinceCueEnded: .zero,
            sinceCueBegan: .seconds(1))
        for records in [
            [PressRecord.choice(choice), .undone(choice.id, .neverMind)],
            [.undone(choice.id, .neverMind), .choice(choice)],
        ] {
            #expect(PressHistory(records).choices.map(\.undoing) == [.neverMind])
        }
    }

    @Test("Only the newest thousand choices count") func onlyTheNewestCount() {
        var person = Presser(seed: 11)
        for index in 0..<1500 { person.choose(after: index < 500 ? 1.4 : 0.65) }
        #expect(person.report().times.choices == 1000)
        #expect(person.proposal(.scanTime).proposed == .seconds(1))
    }

    @Test("Absurd records make sentences, not crashes") func absurdRecordsDoNoHarm() throws {
        let words = try ShippedWords.translation()
        var person = Presser(seed: 12)
        for index in 0..<200 {
            person.choose(after: index % 2 == 0 ? 86_400 : -86_400, passes: index, steps: index * 1000)
            person.slip(held: .seconds(-5), since: .seconds(-1))
        }
        person.records += Self.examples + Self.examples
        for mode in ScanParameters.Mode.allCases {
            let report = person.report { $0.mode = mode }
            #expect(report.text(words, width: 0, period: nil).contains("Proposals"))
            #expect(report.svg(words).hasSuffix("</svg>\n"))
            for proposal in report.proposals { #expect(proposal.option.range.contains(proposal.proposed)) }
        }
    }
}
