import Testing

@testable import Evidence

@Suite("How soon somebody presses") struct PressTimingTests {
    static let people: [PressTiming] = [
        .unknown,
        // Nobody is steadier.
        PressTiming(habits: [.init(share: 1, mean: 0.8, deviation: 0.04)]),
        PressTiming(habits: [.init(share: 1, mean: 1.5, deviation: 0.3)]),
        // Two habits of one person.
        PressTiming(habits: [
            .init(share: 0.5, mean: 0.6, deviation: 0.08), .init(share: 0.5, mean: 1.5, deviation: 0.08),
        ]),
        // Presses before the word ends.
        PressTiming(habits: [.init(share: 1, mean: -0.2, deviation: 0.1)]),
    ]

    /// The integral of the density from there to where nobody presses any more, in steps of a millisecond.
    private func integral(_ timing: PressTiming, from start: Double) -> Double {
        let step = 0.001
        return (0..<Int((30 - start) / step)).reduce(0) { sum, number in
            sum + timing.density(at: start + (Double(number) + 0.5) * step) * step
        }
    }

    @Test("All presses together are one", arguments: people) func allTogetherAreOne(timing: PressTiming) {
        #expect(abs(integral(timing, from: -10) - 1) < 0.001)
    }

    @Test("What comes later is the integral of what comes", arguments: people)
    func whatComesLaterIsTheIntegral(timing: PressTiming) {
        for seconds in [-10, -1, -0.3, 0, 0.5, 0.8, 1.2, 3, 6, 10] {
            #expect(
                abs(timing.share(after: seconds) - integral(timing, from: seconds)) < 0.001, "\(seconds) s")
        }
    }

    @Test("Less and less is still to come", arguments: people) func lessAndLessIsStillToCome(
        timing: PressTiming
    ) {
        let shares = (-200...800).map { timing.share(after: Double($0) / 100) }
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(abs(shares[0] - 1) < 1e-5)
        #expect(shares.allSatisfy { (-1e-12...1 + 1e-12).contains($0) })
    }

    @Test("The time of a part is the one before which that part has come", arguments: people)
    func theTimeOfAPart(timing: PressTiming) {
        for part in [0.005, 0.05, 0.25, 0.5, 0.75, 0.95, 0.995] {
            let time = timing.time(of: part)
            // Of the usual presses: the unlike ones are taken out. To a millisecond, at most 10 presses a second.
            let span = PressTiming.unusualSpan
            let unusual =
                PressTiming.unusualDensity
                * (span.upperBound - min(max(time, span.lowerBound), span.upperBound))
            let later = (timing.share(after: time) - unusual) / (1 - PressTiming.unusual)
            #expect(abs(1 - later - part) < 0.011, "\(part) at \(time) s")
        }
    }

    @Test("Mean and deviation are those of the habits together") func meanAndDeviation() {
        let two = Self.people[3]
        #expect(abs(two.mean - 1.05) < 1e-9)
        // Half of the distance, and the habits' own.
        #expect(abs(two.deviation - (0.45 * 0.45 + 0.08 * 0.08).squareRoot()) < 1e-9)
    }

    @Test("No time is so far away that it is not a number", arguments: [-864_000, -31, 31, 864_000.0])
    func noTimeIsTooFar(seconds: Double) {
        for timing in Self.people {
            #expect(timing.density(at: seconds) >= 0)
            #expect((-1e-9...1 + 1e-9).contains(timing.share(after: seconds)))
        }
    }
}
