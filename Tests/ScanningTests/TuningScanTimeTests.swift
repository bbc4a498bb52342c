import Chance
import Scanning
import Testing

@Suite struct TuningScanTimeTests {
    @Test(
        "After fifty choices the proposal is within 15 % of the mean ÷ 0.65, whatever the person's pace",
        arguments: [0.4, 0.8, 1.0, 1.5, 2.5], [0.05, 0.15, 0.25])
    func theProposalIsNearTheRule(mean: Double, spread: Double) {
        for seed in UInt64(1)...40 {
            for isSkewed in [false, true] {
                var person = Presser(seed: seed)
                person.scanTime = .seconds(6)
                for _ in 0..<50 {
                    let deviation = person.deviation()
                    person.choose(
                        after: isSkewed ? logNormal(mean, spread, deviation) : mean * (1 + spread * deviation)
                    )
                }
                let proposal = person.proposal(.scanTime)
                let wanted = mean / 0.65
                let off = proposal.proposed / .seconds(wanted) - 1
                #expect(
                    abs(off) <= 0.15, "seed \(seed), skewed \(isSkewed): \(proposal.proposed) for \(wanted) s"
                )
            }
        }
    }

    /// Of the wanted mean; `spread` is the standard deviation of the logarithm.
    private func logNormal(_ mean: Double, _ spread: Double, _ deviation: Double) -> Double {
        mean * exponential(spread * deviation - spread * spread / 2)
    }

    /// By its series, which is exact enough for exponents below 2.
    private func exponential(_ exponent: Double) -> Double {
        var term = 1.0
        return (1...30).reduce(1.0) { sum, n in
            term *= exponent / Double(n)
            return sum + term
        }
    }

    @Test("Fewer than fifty choices are told, with what they would give so far")
    func fewerThanFiftyAreTold() throws {
        var person = Presser(seed: 1)
        for _ in 0..<49 { person.choose(after: 0.65) }
        let proposal = person.proposal(.scanTime)
        #expect(proposal.verdict == .tooFew)
        #expect(proposal.proposed == proposal.present)
        #expect(
            try proposal.said()
                == "49 choices have been made, and 50 are needed. So far the rules would give 1.00 s and 0.65 s."
        )
        person.choose(after: 0.65)
        #expect(person.proposal(.scanTime).proposed == .seconds(1))
    }

    @Test("A few wild times change nothing") func aFewWildTimesChangeNothing() {
        var person = Presser(seed: 3)
        person.scanTime = .seconds(10)
        for _ in 0..<60 { person.choose(after: 0.8 + 0.1 * person.deviation()) }
        let calm = person.report()
        for seconds in [7.0, 8, 9, 9.5] { person.choose(after: seconds) }
        let wild = person.report()
        #expect(wild.times.outliers == calm.times.outliers + 4)
        #expect(wild.times.mean == calm.times.mean)
    }

    @Test("Presses during the word do not count for the scan time")
    func pressesDuringTheWordAreLeftOut() {
        var person = Presser(seed: 4)
        for _ in 0..<50 { person.choose(after: 0.65) }
        for _ in 0..<30 { person.choose(after: -0.2) }
        #expect(person.report().times.anticipations == 30)
        #expect(person.proposal(.scanTime).proposed == .seconds(1))
    }

    @Test("Who presses unevenly gets room for the spread") func unevenPressesGetRoom() throws {
        var person = Presser(seed: 5)
        person.scanTime = .seconds(4)
        for _ in 0..<40 { person.choose(after: 0.5) }
        for index in 0..<20 { person.choose(after: 1.6 + 0.02 * Double(index)) }
        let report = person.report()
        let rules = try #require(report.rules)
        #expect(rules.takesSpread)
        #expect(rules.advised == rules.bySpread)
        #expect(try report.proposals[0].said().contains("so unevenly"))
    }

    @Test("Where the scan time cuts presses off, missed words count as slower ones")
    func cutOffPressesAreRestored() {
        var person = Presser(seed: 6)
        person.scanTime = .milliseconds(1500)
        // Mean 1.4 s, standard deviation 0.3 s: a third of the presses comes too late.
        var misses = 0
        for _ in 0..<120 {
            let seconds = 1.4 + 0.3 * person.deviation()
            if seconds > 1.5 {
                misses += 1
            } else {
                person.choose(after: seconds, passes: min(misses, 2)); misses = 0
            }
        }
        let report = person.report()
        #expect(report.times.isCrowded)
        #expect(abs(report.times.mean - 1.4) < 0.14, "\(report.times.mean)")
        #expect(report.proposals[0].proposed > .milliseconds(1900))
        #expect(report.proposals[0].after.misses < report.proposals[0].before.misses / 2)
    }

    @Test("Words missed for another reason do not make the time longer") func otherMissesDoNotCount() {
        var person = Presser(seed: 7)
        for index in 0..<60 {
            person.choose(after: 0.8 + 0.05 * person.deviation(), passes: index % 5 == 0 ? 1 : 0)
        }
        #expect(!person.report().times.isCrowded)
        #expect(person.proposal(.scanTime).proposed == .milliseconds(1250))
    }

    @Test("Where more is missed than pressed, half as much time again is proposed")
    func mostlyMissedGetsMoreTime() throws {
        var person = Presser(seed: 8)
        for _ in 0..<50 { person.choose(after: 1.45, passes: 1) }
        let proposal = person.proposal(.scanTime)
        #expect(proposal.proposed == .milliseconds(2300))
        #expect(try proposal.said().contains("Of 50 attempts, 50 missed the word at least once"))
    }

    @Test("Attempts that came to nothing count only where presses come at the very end")
    func attemptsThatCameToNothing() {
        for (seconds, verdict) in [(1.45, TuningProposal.Verdict.change), (0.8, .tooFew)] {
            var person = Presser(seed: 12)
            for _ in 0..<20 { person.choose(after: seconds, passes: 1) }
            for _ in 0..<35 {
                person.records.append(
                    .gaveUp(
                        .init(
                            mode: .automatic, pattern: .linear, scanTime: person.scanTime, passes: 3,
                            steps: 18)))
            }
            #expect(person.proposal(.scanTime).verdict == verdict)
        }
    }

    @Test("What a change costs or saves is counted from the very presses")
    func theChangeIsCounted() throws {
        var person = Presser(seed: 9)
        // Each need takes two choices, with three words gone by before each.
        for index in 0..<60 { person.choose(after: 0.65, steps: 3, leadsOn: index % 2 == 0) }
        let proposal = person.proposal(.scanTime)
        #expect(proposal.proposed == .seconds(1))
        #expect(abs(proposal.secondsPerNeed - -3) < 1e-9)
        #expect(proposal.before == proposal.after)
        #expect(
            try proposal.said()
                == "The usual press comes 0.65 s after the word: mean ÷ 0.65 is 1.00 s (mean + 2 standard deviations: 0.65 s)."
        )
    }

    @Test("Nothing is proposed that leaves no time to press") func nothingBelowWhatPressesTake() {
        var person = Presser(seed: 10)
        for _ in 0..<60 { person.choose(after: 0.2) }
        #expect(person.proposal(.scanTime).proposed == .milliseconds(600))
        let slow = person.proposal(.scanTime) { $0.acceptanceTime = .milliseconds(300) }
        #expect(slow.proposed == .milliseconds(900))
    }

    @Test(
        "A mode that does not move by itself has no scan time",
        arguments: [ScanParameters.Mode.step, .stepDwell, .direct])
    func otherModesHaveNone(mode: ScanParameters.Mode) {
        var person = Presser(seed: 11)
        for _ in 0..<60 { person.choose(after: 0.65, mode: .step) }
        let report = person.report { $0.mode = mode }
        #expect(report.proposals[0].verdict == .notUsed)
        #expect(report.proposals[1].verdict == .notUsed)
        #expect(report.times.choices == 0)
    }

    @Test("Values are proposed as staff write them, within the range")
    func valuesAreRounded() {
        #expect(TunedOption.scanTime.rounded(1.23) == .milliseconds(1250))
        #expect(TunedOption.scanTime.rounded(2.44) == .milliseconds(2400))
        #expect(TunedOption.scanTime.rounded(0.01) == .milliseconds(300))
        #expect(TunedOption.scanTime.rounded(.infinity) == .seconds(10))
        #expect(TunedOption.acceptanceTime.roundedUp(0.15) == .milliseconds(150))
        #expect(TunedOption.ignoreRepeat.roundedUp(0.151) == .milliseconds(200))
        #expect(TunedOption.ignoreRepeat.roundedDown(0.199) == .milliseconds(150))
    }
}
