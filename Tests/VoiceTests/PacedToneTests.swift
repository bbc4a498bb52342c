import RealTime
import Speech
import Testing
import Time

@testable import Voice

@Suite("Tones that pace breathing")
struct PacedToneTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    /// All samples of an utterance, mixed in pieces as a device takes them.
    private func played(_ tones: [PacedTone], piece: Int) -> [Int16] {
        var desk = Desk(moreComes: WakeUp())
        let utterance = Utterance.sounds(1, tones.map(SpeechPart.tone), .cue)
        desk.obey(
            .speak(
                .init(utterance: utterance, streams: tones.map { SampleStream(wave: ToneWave($0)) }, gain: 1)),
            at: start)
        var stereo: [Int16] = []
        while desk.sounds { _ = desk.mix(piece, into: &stereo) }
        return stride(from: 0, to: stereo.count, by: 2).map { stereo[$0] }
    }

    @Test(
        "Over ten minutes each part begins in the device's frames where its plan says",
        arguments: [480, 4_800])
    func plan(piece: Int) throws {
        // Lengths that are no whole number of pieces, of milliseconds, nor of frames' hundreds.
        let lengths: [Duration] = [.milliseconds(3_973), .milliseconds(6_011)]
        let tones = (0..<120).map { index in
            PacedTone(index.isMultiple(of: 2) ? .rising : .falling, means: .tone, length: lengths[index % 2])
        }
        let samples = played(tones, piece: piece)
        var planned = Duration.zero
        var worst = 0
        for tone in tones {
            let frame = SoundFormat.frames(nanoseconds: Int64(planned / .nanoseconds(1)))
            // Each swells from nothing, after the one before has faded to nothing.
            let onset = try #require(samples[frame...].firstIndex { abs(Int($0)) > 30 })
            worst = max(worst, onset - frame)
            if frame > 0 { #expect(samples[(frame - 24)..<frame].allSatisfy { abs(Int($0)) < 30 }) }
            planned += tone.length
        }
        // 10 ms: what the swell takes to be more than a hundredth of its loudness.
        #expect(worst < 480)
    }

    @Test("A part lasts exactly as long as it says, held or heard")
    func length() {
        for shape in [PacedTone.Shape.rising, .still, .falling] {
            #expect(ToneWave(PacedTone(shape, means: .tone, length: .milliseconds(4_001))).count == 192_048)
        }
    }

    @Test("Breathing in rises and breathing out falls; holding is silent")
    func shapes() {
        /// Hertz, from the crossings of zero in a piece.
        func pitch(_ wave: ToneWave, at seconds: Double) -> Double {
            let first = Int(seconds * 48_000)
            let piece = (first..<(first + 9_600)).map(wave.sample)
            return Double(zip(piece, piece.dropFirst()).count { $0 < 0 && $1 >= 0 }) * 5
        }
        let rising = ToneWave(PacedTone(.rising, means: .tone, length: .seconds(4)))
        #expect(abs(pitch(rising, at: 0.2) - 228) < 10 && abs(pitch(rising, at: 3.5) - 319) < 10)
        let falling = ToneWave(PacedTone(.falling, means: .tone, length: .seconds(4)))
        #expect(abs(pitch(falling, at: 0.2) - 322) < 10 && abs(pitch(falling, at: 3.5) - 231) < 10)
        let still = ToneWave(PacedTone(.still, means: [.tone, .pulses], length: .seconds(4)))
        #expect((0..<still.count).allSatisfy { still.sample(at: $0) == 0 })
    }

    @Test(
        "Nothing jumps: no click at the beginning, at the end, or where a pulse is",
        arguments: [
            PacedTone(.rising, means: [.tone, .pulses], length: .seconds(4)),
            PacedTone(.falling, means: [.tone, .pulses], length: .seconds(6)),
            PacedTone(.falling, means: [.tone, .pulses], length: .milliseconds(500)),
            PacedTone(.rising, means: .tone, length: .milliseconds(20)),
        ])
    func clicks(tone: PacedTone) {
        let wave = ToneWave(tone)
        let samples = [0] + (0..<wave.count).map(wave.sample) + [0]
        // The steepest of a sine of 330 Hz at its loudness is 142 a frame, and of the pulse 116.
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 280 })
    }

    @Test("One pulse in, two out, and none where there is no time for it")
    func pulses() {
        func count(_ shape: PacedTone.Shape, _ length: Duration) -> Int {
            let wave = ToneWave(PacedTone(shape, means: .pulses, length: length))
            let loud = (0..<wave.count).map { abs(wave.sample(at: $0)) > 5_000 }
            // Within a pulse the sine is soft for less than 6 ms at a time.
            var (pulses, last) = (0, -1_000)
            for (index, isLoud) in loud.enumerated() where isLoud {
                if index - last > 480 { pulses += 1 }
                last = index
            }
            return pulses
        }
        #expect(count(.rising, .seconds(4)) == 1)
        #expect(count(.falling, .seconds(4)) == 2)
        #expect(count(.falling, .milliseconds(400)) == 1)
        #expect(count(.still, .seconds(4)) == 0)
    }
}
