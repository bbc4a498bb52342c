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

    /// What an exercise sounds first, once a press has begun it.
    private func tones(_ breathing: Breathing) throws -> [PacedTone] {
        var play = ExercisePlay(
            Exercise(
                id: "calm", name: "Calm", language: "en", instructions: .init("Breathe."),
                steps: [.init(action: .breathe(breathing))]),
            pace: GamePlay.Pace(gap: .zero, latePress: .zero), seed: 1)
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
        let tones = try tones(breathing)
        #expect(tones.count == plan.count && plan.count > 118)
        var desk = Desk(moreComes: WakeUp())
        let utterance = Utterance.sounds(1, tones.map(SpeechPart.tone), .cue)
        desk.obey(
            .speak(
                .init(utterance: utterance, streams: tones.map { SampleStream(wave: ToneWave($0)) }, gain: 1)),
            at: start)
        let beginnings = plan.map { SoundFormat.frames(nanoseconds: Int64($0.start / .nanoseconds(1))) }
        var (frame, next, latest) = (0, 0, 0)
        var areEarly = false
        var stereo: [Int16] = []
        while desk.sounds, next < beginnings.count {
            stereo.removeAll(keepingCapacity: true)
            _ = desk.mix(1_024, into: &stereo)
            let frames = stereo.count / 2
            func isHeard(_ index: Int) -> Bool { abs(Int(stereo[2 * index])) > 30 }
            while next < beginnings.count, beginnings[next] < frame + frames {
                // Each part swells from nothing, after the one before has faded to nothing.
                let first = max(0, beginnings[next] - frame)
                if beginnings[next] >= frame, (first..<min(first + 24, frames)).contains(where: isHeard) {
                    areEarly = true
                }
                guard let onset = (first..<frames).first(where: isHeard) else { break }
                latest = max(latest, frame + onset - beginnings[next])
                next += 1
            }
            frame += frames
        }
        #expect(!areEarly)
        #expect(next == beginnings.count)
        #expect(latest < SoundFormat.frames(nanoseconds: 20_000_000))
    }
}
