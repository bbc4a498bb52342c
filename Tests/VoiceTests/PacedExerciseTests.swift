import Activities
import Exercises
import RealTime
import Speech
import Testing
import Time

@testable import Voice

@Suite("An exercise as the kiosk's own voice paces it")
struct PacedExerciseTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    /// As loud as speech, and of every pitch at once. Longer than a breath in, so that it is said over the beginning of a breath out.
    private static let word: [Int16] = {
        var state: UInt32 = 1
        return (0..<216_000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(Int(state >> 16) % 18_001 - 9_000)
        }
    }()

    private func play(_ breathing: Breathing) -> ExercisePlay {
        ExercisePlay(
            Exercise(
                id: "calm", name: "Calm", language: "en", instructions: .init("Breathe."),
                steps: [.init(action: .breathe(breathing))]),
            pace: GamePlay.Pace(gap: .zero, latePress: .zero), seed: 1)
    }

    /// What it sounds first, once a press has begun it.
    private func begin(_ play: inout ExercisePlay) throws -> [PacedTone] {
        _ = play.handle(.begin, at: start)
        let effects = play.handle(.press(began: start), at: start)
        return try #require(
            effects.compactMap { if case .sound(let tones) = $0 { tones } else { nil } }.first)
    }

    @Test("Over ten minutes, with a ramp and words over it, no part of a breath is off by more than 20 ms")
    func onTime() throws {
        // A breath whose parts are no whole number of the device's pieces.
        let breathing = Breathing(
            breath: [.init(.in, .milliseconds(3_967)), .init(.out, .milliseconds(6_041))],
            amount: .time(.seconds(600)), ramp: .seconds(60))
        let plan = breathing.plan()
        var play = play(breathing)
        let tones = try begin(&play)
        #expect(tones.count == plan.count && plan.count > 118)
        var desk = Desk(moreComes: WakeUp())
        func say(_ utterance: Utterance, _ streams: [SampleStream], at now: Instant) {
            desk.obey(.speak(.init(utterance: utterance, streams: streams, gain: 1)), at: now)
        }
        say(
            .sounds(1, tones.map(SpeechPart.tone), .cue), tones.map { SampleStream(wave: ToneWave($0)) },
            at: start)
        let word = SampleStream(samples: Self.word)
        let beginnings = plan.map { SoundFormat.frames(nanoseconds: Int64($0.start / .nanoseconds(1))) }
        var (frame, next, latest) = (0, 0, 0)
        var areEarly = false
        // The first frame of the word that is said, how many were wanted and said, and at how many beginnings one was being said.
        var (wordBegan, wanted, said, covered) = (-Self.word.count, 0, 0, 0)
        var stereo: [Int16] = []
        while desk.sounds, next < beginnings.count {
            stereo.removeAll(keepingCapacity: true)
            // A word begins with the next piece, once the one before it has been said.
            if desk.mix(1_024, into: &stereo).contains(where: { $0.rawValue > 1 }) {
                (wordBegan, said) = (frame, said + 1)
            }
            let frames = stereo.count / 2
            func spoken(at place: Int) -> Int? {
                let index = place - wordBegan
                return Self.word.indices.contains(index) ? Int(Self.word[index]) : nil
            }
            /// Whether there is more than the word. Both together are far from where loud sounds are limited.
            func isHeard(_ index: Int) -> Bool {
                abs(Int(stereo[2 * index]) - (spoken(at: frame + index) ?? 0)) > 30
            }
            while next < beginnings.count, beginnings[next] < frame + frames {
                // Each part swells from nothing, after the one before has faded to nothing.
                let first = max(0, beginnings[next] - frame)
                if beginnings[next] >= frame, (first..<min(first + 24, frames)).contains(where: isHeard) {
                    areEarly = true
                }
                guard let onset = (first..<frames).first(where: isHeard) else { break }
                latest = max(latest, frame + onset - beginnings[next])
                if spoken(at: beginnings[next]) != nil { covered += 1 }
                next += 1
            }
            frame += frames
            // All of it is heard at once, and the exercise goes on.
            let now = start.advanced(by: .nanoseconds(SoundFormat.nanoseconds(frames: frame)))
            _ = desk.settle(unheard: 0, at: now, now: now)
            var effects: [ExercisePlay.Effect] = []
            for case .started(let id, let at) in desk.takeEvents() where id.rawValue == 1 {
                effects += play.handle(.heard(at: at), at: now)
            }
            if let wake = play.nextWake, wake <= now { effects += play.handle(.wake, at: now) }
            for case .guide(let kind) in effects {
                wanted += 1
                say(.words(UInt64(1 + wanted), kind.rawValue, .main), [word], at: now)
            }
        }
        #expect(!areEarly)
        #expect(next == beginnings.count)
        #expect(latest < SoundFormat.frames(nanoseconds: 20_000_000))
        // With each part of the first two breaths and of every tenth.
        #expect(wanted == plan.count(where: { $0.round < 2 || $0.round.isMultiple(of: 10) }))
        #expect(said == wanted && covered > 10)
    }
}
