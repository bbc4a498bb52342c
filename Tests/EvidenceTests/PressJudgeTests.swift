import Chance
import Playing
import Scanning
import Testing
import Time

@testable import Evidence

@Suite("What a press means") struct PressJudgeTests {
    /// Presses at these seconds, of somebody who presses 0.8 s after a word, give or take 0.05 s, and now and then by accident.
    ///
    /// Water is said 0.5–1.5 and waits to 3.7, tea 3.7–4.7 to 6.2, the toilet 6.2–7.2 to 8.7, pain 8.7–9.7 to 11.2.
    static let table: [(presses: [Double], verdicts: [String])] = [
        // At the person's own time.
        ([2.3], ["chooses water"]), ([2.28], ["chooses water"]), ([2.32], ["chooses water"]),
        ([5.5], ["chooses tea"]), ([10.5], ["chooses pain"]),
        // Long before it or after it: an accident.
        ([1.0], ["passes"]), ([3.0], ["passes"]), ([5.9], ["passes"]),
        // In between: it may have been meant. Asked back, and pressed for at the person's time, it is meant.
        ([2.42], ["asks water"]), ([2.42, 4.22], ["asks water", "chooses water"]),
        // Asked back for nothing: the next item has its turn.
        ([2.42, 7.42], ["asks water", "chooses tea"]),
        // An accident takes nothing from the press that is meant.
        ([1.0, 2.3], ["passes", "chooses water"]), ([3.0, 5.5], ["passes", "chooses tea"]),
        // Pain is asked back where another item would pass.
        ([11.0], ["asks pain"]), ([11.0, 12.8], ["asks pain", "chooses pain"]),
        // Who presses again at once means something, who does so twice means it surely.
        ([3.0, 3.4], ["passes", "asks water"]),
        ([3.0, 3.4, 3.8], ["passes", "asks water", "chooses water"]),
    ]

    @Test("Presses mean what the table says", arguments: table.indices) func pressesMeanWhatTheTableSays(
        row: Int
    ) {
        var walk = OfferedWalk()
        let verdicts = Self.table[row].presses.map { walk.verdict(at: $0) }
        #expect(verdicts == Self.table[row].verdicts, "\(Self.table[row].presses)")
    }

    @Test("A clear press is a sure one") func aClearPressIsSure() throws {
        var walk = OfferedWalk()
        let pressed = walk.press(at: 5.5)
        let judgement = try #require(pressed)
        #expect(judgement.certainty > 0.95)
        #expect(abs(judgement.since - 0.8) < 1e-9)
        #expect(judgement.cueBegan == OfferedWalk.instant(3.7))
        #expect(judgement.cueEnded == OfferedWalk.instant(4.7))
    }

    @Test("Nobody who answers after 0.8 s means a word of 2.4 s ago", arguments: OfferedWalk.board.indices)
    func aWordOfLongAgoIsNotMeant(index: Int) throws {
        var walk = OfferedWalk(extra: 0)
        // 2.4 s after its end, 0.1 s before the end of the next word.
        let pressed = walk.press(at: 0.5 + 2.5 * Double(index) + 1 + 2.4)
        let judgement = try #require(pressed)
        #expect(judgement.certainty < 0.2)
        if case .chooses = judgement.verdict { Issue.record("\(judgement)") }
    }

    @Test(
        "A press at the person's own time counts for the item before, if the next one has begun by then",
        arguments: [0.4, 0.5, 0.6])
    func aLatePressCountsForTheItemBefore(scanTime: Double) {
        var walk = OfferedWalk(scanTime: scanTime, extra: 0)
        let verdict = walk.verdict(at: 2.3)
        #expect(walk.index == 1)
        #expect(verdict == "chooses water")
    }

    @Test("The present item is never passed if it is urgent", arguments: [0.8, 1.2, 1.5])
    func theUrgentItemIsNeverPassed(seconds: Double) {
        let profile = PressProfile.known(seconds)
        // From 0.15 s after its first sound, as `late_press_window` has it, to the end of its gap.
        for hundredths in 885..<1120 {
            var walk = OfferedWalk(profile)
            walk.run(to: Double(hundredths) / 100)
            #expect(walk.item.stake == .urgent)
            let verdict = walk.verdict(at: Double(hundredths) / 100)
            #expect(verdict != "passes", "at \(Double(hundredths) / 100) s")
        }
    }

    @Test("After a press that did nothing, one within a second is at least asked back")
    func whoPressesAgainIsHeard() {
        for first in stride(from: 0.7, to: 6, by: 0.1) {
            for apart in stride(from: 0.3, to: 0.99, by: 0.1) {
                var walk = OfferedWalk()
                let verdicts = [first, first + apart].map { walk.verdict(at: $0) }
                guard verdicts[0] == "passes" else { continue }
                #expect(verdicts[1] != "passes", "\(first) s and \(apart) s later")
            }
        }
    }

    @Test("The third press within 2.5 s is taken") func hammeringIsTaken() {
        for first in stride(from: 0.7, to: 6, by: 0.1) {
            for apart in stride(from: 0.3, to: 1.2, by: 0.1) {
                var walk = OfferedWalk()
                let verdicts = (0..<3).map { walk.verdict(at: first + Double($0) * apart) }
                guard !verdicts.prefix(2).contains(where: { $0.hasPrefix("chooses") }) else { continue }
                #expect(verdicts[2].hasPrefix("chooses"), "from \(first) s, \(apart) s apart: \(verdicts)")
            }
        }
    }

    @Test("Where nothing is offered a press means nothing") func nothingOffered() {
        let now = OfferedWalk.instant(3)
        var judge = PressJudge(profile: OfferedWalk.steady)
        let atRest = judge.judge(now, scanTime: .seconds(1.5))
        judge.enter(OfferedWalk.board, .woken)
        let entered = judge.judge(now, scanTime: .seconds(1.5))
        judge.offer(0)
        let notHeard = judge.judge(now, scanTime: .seconds(1.5))
        judge.cueBegan(at: OfferedWalk.instant(4))
        let before = judge.judge(now, scanTime: .seconds(1.5))
        judge.rest(at: OfferedWalk.instant(5))
        let afterwards = judge.judge(OfferedWalk.instant(6), scanTime: .seconds(1.5))
        #expect([atRest, entered, notHeard, before, afterwards].allSatisfy { $0 == nil })
    }

    @Test("An item that is not there is not offered", arguments: [-1, 7, 100]) func noSuchItem(index: Int) {
        var judge = PressJudge(profile: OfferedWalk.steady)
        judge.enter(OfferedWalk.board, .woken)
        judge.offer(index)
        judge.cueBegan(at: OfferedWalk.instant(1))
        let judgement = judge.judge(OfferedWalk.instant(2), scanTime: .seconds(1.5))
        #expect(judgement == nil)
    }

    // MARK: - By chance

    /// Some visits with presses at any moment, and what came of them.
    private func play(seed: UInt64, _ records: inout [PressRecord]) -> [PressJudge.Judgement] {
        var chance = SeededGenerator(seed: seed)
        var profile = chance.unit() < 0.5 ? PressProfile() : .known(0.3 + 2 * chance.unit())
        var judgements: [PressJudge.Judgement] = []
        for _ in 0..<12 {
            let items = Array(OfferedWalk.board.shuffled(using: &chance).prefix(1 + Int(chance.unit() * 7)))
            let beginnings: [PressJudge.Beginning] = [.woken, .opened(chance.unit()), .continued, .wentUp]
            var walk = OfferedWalk(
                profile, items: items, scanTime: 0.3 + 2 * chance.unit(), extra: chance.unit(),
                beginning: beginnings[Int(chance.unit() * 4)])
            var seconds = 0.0
            for _ in 0..<6 {
                seconds += chance.exponential(rate: 0.5)
                guard let judgement = walk.press(at: seconds) else { continue }
                judgements.append(judgement)
                if case .chooses = judgement.verdict { break }
            }
            walk.judge.rest(at: OfferedWalk.instant(seconds + 1))
            records += walk.judge.takeRecords()
            profile = walk.judge.profile
        }
        return judgements
    }

    @Test("The same presses always mean the same", arguments: [UInt64](1...10)) func theSameAlways(
        seed: UInt64
    ) {
        var (once, again): ([PressRecord], [PressRecord]) = ([], [])
        let (first, second) = (play(seed: seed, &once), play(seed: seed, &again))
        #expect(first == second)
        #expect(once == again)
    }

    @Test("Whatever is pressed, parts are parts and times are times", arguments: [UInt64](1...20))
    func partsAreParts(seed: UInt64) {
        var records: [PressRecord] = []
        let judgements = play(seed: seed, &records)
        #expect(judgements.allSatisfy { (0...1).contains($0.certainty) && $0.since.isFinite })
        for record in records {
            switch record {
            case .weighed(let press):
                #expect(!press.offers.isEmpty && press.offers.count <= 4)
                #expect(press.offers.allSatisfy { (0...1).contains($0.wanted) && (0...1).contains($0.meant) })
                #expect(press.offers.reduce(0) { $0 + $1.meant } <= 1.01)
                #expect(press.watched >= .zero)
            case .visit(let visit):
                #expect((0...1).contains(visit.wanted))
                #expect(visit.missed <= visit.offers)
                #expect(visit.silence >= .zero)
            case .choice, .undone, .press, .ignored, .touch, .gaveUp: Issue.record("\(record)")
            }
        }
        let presses = records.filter { if case .weighed = $0 { true } else { false } }
        #expect(presses.count == judgements.count)
    }

    // MARK: - Questions

    @Test("A question is answered at the person's own time") func questionsAreAnswered() {
        let judge = PressJudge(profile: OfferedWalk.steady)
        #expect(judge.answers(since: .milliseconds(800), likely: 0.02) > 0.7)
        #expect(judge.answers(since: .milliseconds(1500), likely: 0.02) < 0.05)
        #expect(judge.answers(since: .milliseconds(150), likely: 0.02) < 0.05)
        // Who is likely to regret it may answer at any time that is possible.
        #expect(
            judge.answers(since: .milliseconds(950), likely: 0.6)
                > judge.answers(since: .milliseconds(950), likely: 0.02))
    }

    @Test("Far outside is what hardly any press of the person is", arguments: [0.8, 1.5]) func farOutside(
        own: Double
    ) throws {
        let profile = PressProfile.known(own)
        for (since, isFar) in [
            (own, false), (own + 0.1, false), (own - 0.1, false), (own + 0.75, true), (own - 0.7, true),
        ] {
            // A gap so long that no other item has begun.
            var walk = OfferedWalk(profile, scanTime: 4)
            let pressed = walk.press(at: 1.5 + since)
            let judgement = try #require(pressed)
            #expect(walk.judge.isFarOutside(judgement) == isFar, "\(since) s of \(own) s")
        }
    }
}
