import Chance
import Foundation
import Playing
import Scanning
import Testing

@testable import Evidence

@Suite("What is known of how somebody presses") struct PressProfileTests {
    static let seeds: [UInt64] = [1, 2, 3, 4, 5]
    static let steady = MadePresser(
        name: "steady, 0.8 s, an accident every 20 s", habit: .normal(mean: 0.8, deviation: 0.05),
        accidents: 0.05,
        missed: 0.02)
    static let harder = MadePresser(
        name: "harder, 1.5 s", habit: .normal(mean: 1.5, deviation: 0.3), accidents: 1.0 / 180, missed: 0.1)
    static let worst = MadePresser(
        name: "an accident every 5.5 s", habit: .normal(mean: 0.8, deviation: 0.05), accidents: 0.18,
        missed: 0.02)

    @Test(
        "Mean, deviation, accidents and missed presses are found in 200 presses",
        arguments: [steady, harder, worst], seeds)
    func normalTimesAreFound(person: MadePresser, seed: UInt64) {
        guard case .normal(let mean, let deviation) = person.habit else { return }
        let profile = PressProfile(person.records(200, seed: seed))
        // The middle half and its width, because what is unlike everything widens mean and deviation.
        let (quarter, half, most) = (
            profile.timing.time(of: 0.25), profile.timing.time(of: 0.5), profile.timing.time(of: 0.75)
        )
        #expect(abs(half - mean) < 0.25 * deviation + 0.01)
        // A normal distribution has its middle half within 0.674 deviations.
        #expect((0.75 * deviation...1.3 * deviation).contains((most - quarter) / (2 * 0.674)))
        // Accidents that fall among meant presses are not told apart, so fewer are found than there are.
        #expect((0.3 * person.accidents...1.4 * person.accidents).contains(profile.accidents))
        #expect(abs(profile.missed - person.missed) < 0.06)
        #expect(profile.isEnough)
    }

    @Test("Skewed times are found", arguments: seeds) func skewedTimesAreFound(seed: UInt64) {
        let person = MadePresser(
            name: "log-normal", habit: .logNormal(median: 0.9, deviation: 0.35), accidents: 0.02, missed: 0.05
        )
        let timing = PressProfile(person.records(200, seed: seed)).timing
        for (part, deviations) in [(0.05, -1.645), (0.25, -0.674), (0.5, 0), (0.75, 0.674), (0.95, 1.645)] {
            let expected = 0.9 * exp(0.35 * deviations)
            #expect(abs(timing.time(of: part) / expected - 1) < 0.2, "\(part)")
        }
        // Later than the middle is farther from it than earlier.
        #expect(timing.time(of: 0.95) - timing.time(of: 0.5) > timing.time(of: 0.5) - timing.time(of: 0.05))
    }

    @Test("Two habits of one person stay two", arguments: seeds) func twoHabitsStayTwo(seed: UInt64) {
        let person = MadePresser(
            name: "two habits", habit: .two(0.6, 1.5, deviation: 0.08), accidents: 0.02, missed: 0.05)
        let timing = PressProfile(person.records(200, seed: seed)).timing
        #expect(timing.density(at: 0.6) > 1)
        #expect(timing.density(at: 1.5) > 1)
        #expect(timing.density(at: 1.05) < 0.1)
    }

    // MARK: - What is new, and what is old

    @Test("Who is another person since yesterday is known again within 20 presses", arguments: seeds)
    func aChangedPersonIsKnownAgain(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var profile = PressProfile()
        func press(_ count: Int, around mean: Double) {
            for _ in 0..<count {
                profile.learn(weighed([(mean + 0.08 * chance.normal(), 0.4)], watched: 5))
                profile.refresh()
            }
        }
        press(100, around: 1)
        #expect(abs(profile.timing.time(of: 0.5) - 1) < 0.03)
        press(20, around: 1.6)
        // A hundred times as likely as by accident; the old time stays possible.
        #expect(profile.timing.density(at: 1.6) > 0.5)
        #expect(profile.timing.density(at: 1.6) > 100 * profile.accidents)
        #expect(profile.timing.density(at: 1) > 1)
    }

    @Test("After two months away the new way of pressing outweighs the old one") func daysAreForgotten() {
        func density(afterDays days: Int) -> Double {
            var profile = PressProfile.known(0.8)
            profile.forget(days: days)
            for _ in 0..<10 { profile.learn(weighed([(1.6, 0.4)], watched: 5)) }
            profile.refresh()
            return profile.timing.density(at: 1.6)
        }
        let (soon, later, late) = (density(afterDays: 0), density(afterDays: 14), density(afterDays: 60))
        #expect(soon < later)
        #expect(later < late)
        #expect(late > 5)
    }

    @Test("Days do not make presses unknown", arguments: [-3, 0, 1, 400, 100_000]) func daysKeepTheCount(
        days: Int
    ) {
        var profile = PressProfile.known(0.8)
        profile.forget(days: days)
        profile.learn(weighed([(0.8, 0.4)], watched: 5))
        #expect(profile.count == 91)
        #expect(profile.isEnough)
    }

    // MARK: - Records of before

    @Test("Choices of before presses were weighed count") func choicesCount() {
        let profile = PressProfile(choices(60) { 0.8 + [-0.05, 0, 0.05][$0 % 3] })
        #expect(profile.isEnough)
        #expect(abs(profile.timing.time(of: 0.5) - 0.8) < 0.02)
    }

    @Test("A choice of which its press was weighed counts once") func weighedChoicesCountOnce() {
        let records = choices(40) { _ in 0.8 }
        let both = records.enumerated().flatMap { number, record in
            [record, weighed([(0.8, 0.4)], watched: 5, choice: .init(rawValue: UInt64(number)))]
        }
        let profile = PressProfile(both)
        #expect(profile.count == 40)
        #expect(!profile.isEnough)
    }

    @Test("Sixty presses are enough, fewer are not") func sixtyAreEnough() {
        #expect(!PressProfile(choices(59) { _ in 0.8 }).isEnough)
        #expect(PressProfile(choices(60) { _ in 0.8 }).isEnough)
        #expect(!PressProfile().isEnough)
    }

    @Test("What was taken back counts less") func whatWasTakenBack() {
        let right = (0..<60).map { _ in weighed([(0.8, 0.4)], watched: 5) }
        let wrong = (0..<20).map { weighed([(2.4, 0.4)], watched: 5, choice: .init(rawValue: UInt64($0))) }
        let undone = (0..<20).map { PressRecord.undone(.init(rawValue: UInt64($0)), .window) }
        let (kept, taken) = (PressProfile(right + wrong), PressProfile(right + wrong + undone))
        #expect(taken.timing.density(at: 2.4) < kept.timing.density(at: 2.4))
        #expect(taken.accidents > kept.accidents)
    }

    private func choices(_ count: Int, since: (Int) -> Double) -> [PressRecord] {
        (0..<count).map { number in
            .choice(
                .init(
                    id: .init(rawValue: UInt64(number)), mode: .automatic, pattern: .groupItem,
                    scanTime: .milliseconds(1500),
                    sinceCueEnded: .milliseconds(Int64((since(number) * 1000).rounded())),
                    sinceCueBegan: nil, steps: 2))
        }
    }

    // MARK: - Damage

    /// One record, or two in turns, sixty times.
    private static func sixty(_ records: PressRecord...) -> [PressRecord] {
        (0..<60).map { records[$0 % records.count] }
    }

    private static func visits(_ beginning: PressRecord.Visit.Beginning) -> [PressRecord] {
        let nothing = PressRecord.Visit(beginning: beginning, wanted: 0, offers: 0, missed: 0, silence: .zero)
        let all = PressRecord.Visit(
            beginning: beginning, wanted: 1, offers: 1000, missed: 1000, silence: .seconds(86_400))
        return sixty(.visit(nothing), .visit(all))
    }

    static let absurd: [(name: String, records: [PressRecord])] = [
        (
            "ten days before and after",
            sixty(weighed([(864_000, 0.4)], watched: 864_000), weighed([(-864_000, 0.4)], watched: 864_000))
        ),
        ("240 equal times", [PressRecord](repeating: weighed([(0.8, 0.4)], watched: 5), count: 240)),
        ("nothing was offered", sixty(weighed([], watched: 5))),
        ("nothing was wanted", sixty(weighed([(0.8, 0)], watched: 0))),
        ("time ran backwards", sixty(weighed([(0.8, 0.4)], watched: -864_000))),
        ("all at one moment", sixty(weighed([(0, 1), (0, 1), (0, 1), (0, 1)], watched: 0))),
        (
            "visits of nothing, and of everything",
            sixty(weighed([(0.8, 0.4)], watched: 5)) + PressRecord.Visit.Beginning.allCases.flatMap(visits)
        ),
        (
            "a million steps of a day each",
            sixty(
                .choice(
                    .init(
                        id: .init(rawValue: 1), mode: .automatic, pattern: .linear,
                        scanTime: .seconds(86_400),
                        sinceCueEnded: .seconds(86_400), sinceCueBegan: nil, passes: 1_000_000,
                        steps: 1_000_000)))
        ),
    ]

    @Test("Absurd records leave numbers", arguments: absurd.indices) func absurdRecordsLeaveNumbers(
        index: Int
    ) {
        let (name, records) = Self.absurd[index]
        var profile = PressProfile(records)
        profile.refresh()
        let timing = profile.timing
        let numbers = [
            timing.mean, timing.deviation, timing.time(of: 0.005), timing.time(of: 0.995), profile.accidents,
            profile.missed, profile.meantWakes, profile.wantsMore,
        ]
        #expect(numbers.allSatisfy { $0.isFinite }, "\(name): \(numbers)")
        #expect(profile.accidents > 0, "\(name)")
        for seconds in [-1, 0, 0.8, 3, 100] {
            #expect(timing.density(at: seconds) >= 0, "\(name)")
            #expect((-1e-9...1 + 1e-9).contains(timing.share(after: seconds)), "\(name)")
        }
        // And what is learnt next does not suffer.
        for _ in 0..<240 { profile.learn(weighed([(0.8, 0.4)], watched: 5)) }
        profile.refresh()
        #expect(abs(profile.timing.time(of: 0.5) - 0.8) < 0.05, "\(name)")
    }
}
