import RealTime
import Speech
import Testing
import Time

@testable import Voice

/// What a device gives back unheard is mixed anew: the same samples, the same marks.
struct SteppingBackTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func ramp(_ count: Int, from first: Int = 1) -> SampleStream {
        SampleStream(samples: (0..<count).map { Int16(first + $0 % 5_000) })
    }

    private func desk(_ utterances: (Utterance, [SampleStream])...) -> Desk {
        var desk = Desk(moreComes: WakeUp())
        for (utterance, streams) in utterances {
            desk.obey(.speak(.init(utterance: utterance, streams: streams, gain: 1)), at: start)
        }
        return desk
    }

    private func mixed(_ desk: inout Desk, _ count: Int) -> [Int16] {
        var stereo: [Int16] = []
        _ = desk.mix(count, into: &stereo)
        return stride(from: 0, to: stereo.count, by: 2).map { stereo[$0] }
    }

    /// All events when everything is heard, as text with the frame at which they were due.
    private func events(_ desk: inout Desk, mixed frames: Int) -> [String] {
        _ = desk.settle(unheard: frames, at: start, now: start.advanced(by: .seconds(100)))
        return desk.takeEvents().map {
            "\($0.short) \(SoundFormat.frames(nanoseconds: start.duration(to: $0.at).nanoseconds + 10_000))"
        }
    }

    @Test(
        "Mixed anew, what was given back is the same, however it was cut into pieces",
        arguments: [0, 1, 95, 480, 900, 1_500])
    func same(back: Int) {
        let (sound, more) = (ramp(700), ramp(800, from: 3_000))
        let utterance = Utterance.sounds(1, [.earcon(.asked), .earcon(.heard)], .cue)
        var whole = desk((utterance, [sound, more]))
        let wanted = mixed(&whole, 1_600)
        var other = desk((utterance, [sound, more]))
        var got: [Int16] = []
        for piece in [100, 250, 600, 650] { got += mixed(&other, piece) }
        let isSame = got == wanted
        #expect(isSame)
        other.stepBack(back, fades: true)
        got.removeLast(back)
        for piece in [7, 33, 60] where got.count + piece <= 1_600 { got += mixed(&other, piece) }
        got += mixed(&other, 1_600 - got.count)
        let isSameAgain = got == wanted
        #expect(isSameAgain)
        #expect(events(&other, mixed: 1_600) == events(&whole, mixed: 1_600))
        #expect(!other.sounds && !other.awaitsHearing)
    }

    @Test("Words that came late lose nothing when they are mixed anew")
    func late() {
        let words = SampleStream()
        var desk = desk((.words(1, "a", .cue), [words]))
        words.append([100, 200, 300])
        let first = mixed(&desk, 6)
        #expect(zip(first, [100, 200, 300, 0, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(first)")
        words.append([400, 500])
        words.complete()
        desk.stepBack(4, fades: true)
        let rest = mixed(&desk, 4)
        #expect(zip(rest, [300, 400, 500, 0]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(rest)")
        #expect(events(&desk, mixed: 6) == ["started 1 0", "finished 1 5"])
    }

    @Test("A click is mixed over words that go on, from the first frame that nobody has heard")
    func click() {
        let words = SampleStream(samples: [Int16](repeating: 1_000, count: 9_600))
        var desk = desk((.words(1, "a", .main), [words]))
        _ = mixed(&desk, 4_800)
        let click = SampleStream(samples: [Int16](repeating: 5_000, count: 48))
        desk.obey(
            .speak(.init(utterance: .sounds(2, [.earcon(.press)], .cue), streams: [click], gain: 1)),
            at: start)
        #expect(desk.cutsIn)
        desk.stepBack(4_000, fades: true)
        let sound = mixed(&desk, 8_800)
        #expect(!desk.cutsIn)
        #expect(sound.prefix(48).allSatisfy { abs(Int($0) - 6_000) <= 2 })
        #expect(sound.dropFirst(48).allSatisfy { abs(Int($0) - 1_000) <= 1 })
        #expect(
            events(&desk, mixed: 9_600) == [
                "started 1 0", "started 2 800", "finished 2 848", "finished 1 9600",
            ])
    }

    @Test(
        "What is cut fades from where it was heard last; where the device fell silent it is over",
        arguments: [true, false])
    func cut(fades: Bool) {
        let words = SampleStream(samples: [Int16](repeating: 10_000, count: 48_000))
        var desk = desk((.words(1, "a", .cue), [words]))
        _ = mixed(&desk, 9_600)
        desk.obey(.cut(UtteranceID(rawValue: 1)), at: start)
        #expect(desk.cutsIn)
        desk.stepBack(9_000, fades: fades)
        let sound = mixed(&desk, 480)
        #expect((sound[0] > 9_000) == fades)
        #expect(sound.dropFirst(fades ? Track.fadeFrames : 0).allSatisfy { $0 == 0 })
        #expect(!desk.sounds)
        #expect(events(&desk, mixed: 1_080) == ["started 1 0", "cut 1 \(fades ? 696 : 600)"])
        #expect(!desk.awaitsHearing)
    }

    @Test("Words of which nothing was heard are cut without having begun, and those that wait go first")
    func unheard() {
        var desk = desk((.words(1, "a", .cue), [ramp(9_600)]), (.words(2, "b", .cue), [ramp(100)]))
        _ = mixed(&desk, 4_800)
        desk.obey(.cut(UtteranceID(rawValue: 1)), at: start)
        desk.stepBack(4_800, fades: true)
        let next = mixed(&desk, 200)
        #expect(next[99] > 90 && next[100] == 0)
        #expect(events(&desk, mixed: 200) == ["cut 1 0", "started 2 0", "finished 2 100"])
    }

    @Test("Words that were mixed to their end and not heard to it are cut in their middle")
    func cutAtTheEnd() {
        let words = SampleStream(samples: [Int16](repeating: 10_000, count: 1_000))
        var desk = desk((.words(1, "a", .cue), [words]))
        _ = mixed(&desk, 1_000)
        #expect(!desk.sounds)
        desk.obey(.cut(UtteranceID(rawValue: 1)), at: start)
        desk.stepBack(500, fades: true)
        #expect(desk.sounds)
        let sound = mixed(&desk, 480)
        #expect(sound[0] > 9_000 && sound[Track.fadeFrames] == 0)
        #expect(events(&desk, mixed: 980) == ["started 1 0", "cut 1 596"])
    }

    @Test("A cut stands, though frames from before it are given back later")
    func cutBefore() {
        let words = SampleStream(samples: [Int16](repeating: 10_000, count: 48_000))
        var desk = desk((.words(1, "a", .cue), [words]))
        _ = mixed(&desk, 1_000)
        desk.obey(.cut(UtteranceID(rawValue: 1)), at: start)
        _ = mixed(&desk, 1_000)
        desk.obey(
            .speak(.init(utterance: .sounds(2, [.earcon(.press)], .cue), streams: [ramp(48)], gain: 1)),
            at: start)
        desk.stepBack(1_500, fades: true)
        let sound = mixed(&desk, 1_500)
        #expect(sound[0] > 9_000)
        #expect(sound.dropFirst(Track.fadeFrames).allSatisfy { $0 < 100 })
        #expect(
            events(&desk, mixed: 2_000) == ["started 1 0", "started 2 500", "finished 2 548", "cut 1 596"])
    }

    @Test("Words begin when as much of them is there as the queue holds, or all of them")
    func preroll() {
        let words = SampleStream()
        var desk = desk((.words(1, "a", .main), [words]))
        words.append([Int16](repeating: 1_000, count: 960))
        #expect(desk.available(upTo: 9_600, preroll: 9_600) == nil)
        words.append([Int16](repeating: 1_000, count: 8_640))
        #expect(desk.available(upTo: 12_000, preroll: 9_600) == 9_600)
        var stereo: [Int16] = []
        #expect(desk.mix(9_600, preroll: 9_600, into: &stereo) == [UtteranceID(rawValue: 1)])
        // Once they have begun, they are mixed as far as they are there.
        #expect(desk.available(upTo: 4_800, preroll: 9_600) == 0)
        words.append([1_000])
        #expect(desk.available(upTo: 4_800, preroll: 9_600) == 1)
        words.complete()
        #expect(desk.available(upTo: 4_800, preroll: 9_600) == 4_800)
    }
}
