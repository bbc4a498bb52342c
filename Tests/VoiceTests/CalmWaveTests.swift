import Speech
import Testing

@testable import Voice

@Suite("The sea and the rain")
struct CalmWaveTests {
    private func samples(_ kind: CalmSound.Kind, seconds: Int = 30) -> [Float] {
        let wave = CalmWave(CalmSound(kind, length: .seconds(seconds)))
        return (0..<wave.count).map(wave.sample)
    }

    private func loudness(_ samples: some Collection<Float>) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    @Test(
        "It lasts as long as it says, swells from silence, never clips, and is the same each time",
        arguments: CalmSound.Kind.allCases)
    func shape(kind: CalmSound.Kind) {
        let samples = samples(kind)
        #expect(samples.count == 30 * 48_000 && samples == self.samples(kind))
        #expect(abs(samples[0]) < 1 && abs(samples[samples.count - 1]) < 1)
        // −12 dB of full scale at most, and heard.
        #expect(samples.allSatisfy { abs($0) < 8_231 })
        #expect(loudness(samples[(5 * 48_000)..<(25 * 48_000)]) > 300)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 2_000 })
        let none = CalmWave(CalmSound(kind, length: .seconds(-1)))
        #expect(none.count == 0)
    }

    @Test("The sea comes and goes every eleven seconds; rain does not") func waves() {
        let sea = samples(.sea)
        let rain = samples(.rain)
        func second(_ samples: [Float], _ at: Double) -> Float {
            loudness(samples[Int(at * 48_000)..<Int((at + 1) * 48_000)])
        }
        // A wave breaks at 16.5 s, and has gone at 22 s.
        #expect(second(sea, 16) > 3 * second(sea, 21.5))
        #expect(second(rain, 16) < 2 * second(rain, 21.5) && second(rain, 21.5) < 2 * second(rain, 16))
    }
}
