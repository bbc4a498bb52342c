import Glibc
import RealTime
import Speech
import Testing
import Time

@testable import Voice

/// The pure parts on the way of a sample: instants go in, frames come out.
struct MixingTests {
    @Test("Sounds are mixed over each other, softly limited, and told when they are heard")
    func desk() throws {
        var desk = Desk(moreComes: WakeUp())
        let start = Instant(nanoseconds: 1_000_000_000)
        let loud = SampleStream(samples: [Int16](repeating: 30_000, count: 480))
        desk.obey(
            .speak(.init(utterance: .sounds(1, [.earcon(.press)], .cue), streams: [loud], gain: 1)), at: start
        )
        desk.obey(
            .speak(.init(utterance: .sounds(2, [.earcon(.step)], .cue), streams: [loud], gain: 1)), at: start)
        var stereo: [Int16] = []
        #expect(desk.mix(960, into: &stereo) == [UtteranceID(rawValue: 1), UtteranceID(rawValue: 2)])
        #expect(stereo.count == 1920)
        #expect(stereo[0] > 32_000 && stereo[959] > 32_000)
        #expect(stereo[960] == 0)
        // All of it is still to be heard: 10 ms until the end is due, which is 20 ms before the last frame.
        #expect(desk.settle(unheard: 960, at: start, now: start) == start.advanced(by: .milliseconds(10)))
        #expect(desk.takeEvents().map(\.short) == ["started 1", "started 2"])
        let later = start.advanced(by: .milliseconds(10))
        #expect(desk.settle(unheard: 480, at: later, now: later) == nil)
        let events = desk.takeEvents()
        #expect(events.map(\.short) == ["finished 1", "finished 2"])
        #expect(events.allSatisfy { $0.at == later })
    }

    @Test("A cut fades within 2 ms, and the next words follow at once")
    func cut() {
        var desk = Desk(moreComes: WakeUp())
        let start = Instant(nanoseconds: 1_000_000_000)
        let words = SampleStream(samples: [Int16](repeating: 10_000, count: 48_000))
        desk.obey(.speak(.init(utterance: .words(1, "a", .cue), streams: [words], gain: 1)), at: start)
        var stereo: [Int16] = []
        _ = desk.mix(240, into: &stereo)
        desk.obey(.cut(UtteranceID(rawValue: 1)), at: start)
        stereo = []
        _ = desk.mix(240, into: &stereo)
        #expect(stereo[0] > 9_000)
        #expect(stereo.dropFirst(2 * Track.fadeFrames).allSatisfy { $0 == 0 })
        #expect(!desk.sounds)
        let end = start.advanced(by: .milliseconds(20))
        _ = desk.settle(unheard: 0, at: end, now: end)
        #expect(desk.takeEvents().map(\.short) == ["started 1", "cut 1"])
    }

    @Test("Words that come late leave a pause, and none of them is skipped")
    func late() {
        var desk = Desk(moreComes: WakeUp())
        let start = Instant(nanoseconds: 1_000_000_000)
        let words = SampleStream()
        desk.obey(.speak(.init(utterance: .words(1, "a", .cue), streams: [words], gain: 1)), at: start)
        var stereo: [Int16] = []
        #expect(desk.mix(10, into: &stereo).isEmpty)
        words.append([100, 200, 300])
        stereo = []
        #expect(desk.mix(2, into: &stereo) == [UtteranceID(rawValue: 1)])
        words.append([400])
        words.complete()
        _ = desk.mix(4, into: &stereo)
        let left = stride(from: 0, to: stereo.count, by: 2).map { Int(stereo[$0]) }
        #expect(zip(left, [100, 200, 300, 400, 0, 0]).allSatisfy { abs($0 - $1) <= 1 })
        #expect(!desk.sounds)
    }

    @Test(
        "Silence around words is taken away, silence between them is kept, in pieces of any size",
        arguments: [1, 7, 441])
    func trimming(piece: Int) {
        let quiet = [Float](repeating: 3, count: 1_000)
        let loud = [Float](repeating: 900, count: 200)
        let input = quiet + loud + quiet + loud + quiet
        for (keepsTail, tail) in [(false, 220), (true, 1_000)] {
            var trimmer = SilenceTrimmer(keepsTail: keepsTail)
            var output: [Float] = []
            for start in stride(from: 0, to: input.count, by: piece) {
                output += trimmer.process(Array(input[start..<min(start + piece, input.count)]))
            }
            output += trimmer.finish()
            #expect(output.count == 22 + 200 + 1_000 + 200 + tail)
            #expect(output[22] == 900)
        }
    }

    @Test(
        "Resampling keeps a tone, its length and its height",
        arguments: [8_000, 22_050, 44_100, 48_000, 96_000])
    func resampling(rate: Int) throws {
        let input = (0..<rate / 4).map {
            Float(10_000 * sin(2 * Double.pi * 1_000 * Double($0) / Double(rate)))
        }
        var resampler = Resampler(from: rate)
        var output: [Int16] = []
        for start in stride(from: 0, to: input.count, by: 500) {
            output += resampler.process(input[start..<min(start + 500, input.count)])
        }
        output += resampler.finish()
        #expect(abs(output.count - 12_000) < 40)
        for index in stride(from: 1_000, to: 11_000, by: 97) {
            let wanted = 10_000 * sin(2 * Double.pi * 1_000 * Double(index) / 48_000)
            #expect(abs(Double(output[index]) - wanted) < 150)
        }
    }

    @Test("A lost device is tried again after half a second, then less often, at least every ten seconds")
    func backOff() {
        var backOff = ReopenDelay()
        let now = Instant(nanoseconds: 0)
        let waits = (0..<7).map { _ in backOff.next(after: now).nanoseconds / 1_000_000 }
        #expect(waits == [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
    }

    @Test("The cache forgets what was not used for longest")
    func cache() {
        var cache = RenderingCache()
        func rendering(_ text: String) -> Rendering {
            Rendering(text: text, voice: .ofLanguage("en"), rate: 165, pitch: 50, keepsTail: false)
        }
        for number in 0..<RenderingCache.capacity {
            cache.keep(SampleStream(samples: []), for: rendering("\(number)"))
        }
        #expect(cache.stream(for: rendering("0")) != nil)
        cache.keep(SampleStream(samples: []), for: rendering("new"))
        #expect(cache.stream(for: rendering("0")) != nil)
        #expect(cache.stream(for: rendering("1")) == nil)
        cache.keep(
            SampleStream(samples: [Int16](repeating: 0, count: RenderingCache.sampleCapacity + 1)),
            for: rendering("long"))
        #expect(cache.stream(for: rendering("new")) == nil)
    }

    @Test("Who cuts a label that another utterance speaks too does not take it from that one")
    func sharedStreams() {
        let shared = SampleStream(isShared: true)
        let own = SampleStream()
        shared.cancel()
        own.cancel()
        #expect(!shared.isCancelled && own.isCancelled)
    }
}
