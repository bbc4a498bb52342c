import Logging
import RealTime
import Speech
import Testing
import Time

@testable import Voice

@Suite("Pulses on a device of their own")
struct ApartPulsesTests {
    private static func output(_ roles: [VoiceRole]) -> Output {
        Output(
            device: nil, roles: roles, isRequired: false, mixer: .keep, memory: nil,
            listeners: .init(onEvent: { _ in }), logger: Logger(label: "test"), watchdog: Watchdog())
    }

    private static func loudest(_ wave: ToneWave) -> Float {
        (0..<wave.count).reduce(0) { max($0, abs(wave.sample(at: $1))) }
    }

    private let both = PacedTone(.falling, means: [.tone, .pulses], length: .seconds(2))
    private let pulses = PacedTone(.falling, means: .pulses, length: .seconds(2))

    @Test("They are with the tone only while the other device does not play")
    func moves() {
        let output = Self.output([])
        defer { output.shutDown() }
        let wave = ToneWave(pulses, pulses: .elsewhere(output))
        #expect(Self.loudest(wave) > 9_000)
        output.tellPlaying()
        #expect(Self.loudest(wave) == 0)
        output.tellLost(.deviceStalled("motor"))
        #expect(Self.loudest(wave) > 9_000)
        output.tellPlaying()
        output.tellMuted(.muted(card: "Motor", number: 1, ["Master"]))
        #expect(Self.loudest(wave) > 9_000)
    }

    @Test("The tone stays where it is, and what is played apart has none of it")
    func parts() {
        let output = Self.output([])
        defer { output.shutDown() }
        output.tellPlaying()
        let tone = ToneWave(PacedTone(.falling, means: .tone, length: .seconds(2)))
        let here = ToneWave(both, pulses: .elsewhere(output))
        let apart = ToneWave(both, pulses: .alone)
        #expect((0..<tone.count).allSatisfy { here.sample(at: $0) == tone.sample(at: $0) })
        // Between two pulses, and behind the second, a motor stands still.
        let rate = SoundFormat.rate
        let still = Array(rate * 18 / 100..<rate * 29 / 100) + Array(rate / 2..<apart.count)
        #expect(still.allSatisfy { apart.sample(at: $0) == 0 })
        #expect(Self.loudest(apart) > 28_000 && Self.loudest(apart) < 32_767)
        #expect(apart.count == here.count)
    }

    @Test("Only what is nothing but tones with pulses is split, and only for another device's role")
    func takesPart() {
        let apart = ApartPulses(output: Self.output([.cue]), volume: 1)
        defer { apart.output.shutDown() }
        #expect(apart.takesPart(in: .sounds(1, [.tone(both)], .main)))
        #expect(!apart.takesPart(in: .sounds(1, [.tone(both)], .cue)))
        #expect(!apart.takesPart(in: .sounds(1, [.tone(both), .text("Breathe")], .main)))
        #expect(!apart.takesPart(in: .sounds(1, [.earcon(.press)], .main)))
        let tone = PacedTone(.rising, means: .tone, length: .seconds(1))
        #expect(!apart.takesPart(in: .sounds(1, [.tone(tone)], .main)))
        #expect(apart.takesPart(in: .sounds(1, [.tone(tone), .tone(both)], .main)))
    }

    @Test("They are as strong as it is set, with the utterance's end, and nobody is told of them")
    func prepared() {
        let apart = ApartPulses(output: Self.output([]), volume: 0.5)
        defer { apart.output.shutDown() }
        let utterance = Utterance.sounds(7, [.tone(both), .tone(pulses)], .main)
        let prepared = apart.prepared(utterance)
        #expect(prepared.gain == 0.5 && prepared.streams.map(\.count) == [96_000, 96_000])
        #expect(prepared.utterance.id.isApart && !utterance.id.isApart)
        #expect(VoiceEvent.started(prepared.utterance.id, at: MonotonicClock.now).isOfApartPulses)
        #expect(!VoiceEvent.started(utterance.id, at: MonotonicClock.now).isOfApartPulses)
        var settings = PulseSettings()
        settings.volume = 0.25
        apart.adopt(settings)
        #expect(apart.prepared(utterance).gain == 0.25)
    }
}
