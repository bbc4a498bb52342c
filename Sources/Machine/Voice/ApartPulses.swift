import Speech
import Synchronization

/// The pulses of paced breaths on a device of their own, where a vibration motor makes them felt: a second utterance that begins with the one
/// of which they are part, and is cut with it.
///
/// | that device | its pulses | the pulses of the other device |
/// |---|---|---|
/// | plays | felt | silent |
/// | is lost, or has never been there | paced in silence | heard, from that moment on |
/// | is back | felt, from where they are by then | silent |
final class ApartPulses: Sendable {
    let output: Output
    private let volume: Mutex<Double>

    init(output: Output, volume: Double) {
        self.output = output
        self.volume = Mutex(volume)
    }

    func adopt(_ changed: PulseSettings) { volume.withLock { $0 = changed.volume } }

    /// Whether an utterance is nothing but paced tones, of which some have pulses, and would be played elsewhere.
    func takesPart(in utterance: Utterance) -> Bool {
        guard !output.roles.contains(utterance.voice) else { return false }
        let tones = Self.tones(utterance)
        return tones.count == utterance.parts.count && tones.contains { $0.means.contains(.pulses) }
    }

    /// What is played here of an utterance in which it takes part.
    func prepared(_ utterance: Utterance) -> Desk.Prepared {
        var own = utterance
        own.id = utterance.id.apart
        let volume = volume.withLock { $0 }
        return Desk.Prepared(
            utterance: own,
            streams: Self.tones(utterance).map { SampleStream(wave: ToneWave($0, pulses: .alone)) },
            gain: Float(max(0, min(1, volume))))
    }

    private static func tones(_ utterance: Utterance) -> [PacedTone] {
        utterance.parts.compactMap { if case .tone(let tone) = $0 { tone } else { nil } }
    }
}

extension UtteranceID {
    private static let ofPulses: UInt64 = 1 << 63

    /// The pulses of this utterance on a device of their own. Ids are counted from 1, and never come so far.
    var apart: UtteranceID { UtteranceID(rawValue: rawValue | Self.ofPulses) }
    /// Whether it is such a part: nobody has asked for it, and nobody is told of it.
    var isApart: Bool { rawValue & Self.ofPulses != 0 }
}

extension VoiceEvent {
    /// Whether it is about pulses on a device of their own: the utterance that they belong to has events too.
    var isOfApartPulses: Bool {
        switch self {
        case .started(let id, _), .finished(let id, _), .cut(let id, _): id.isApart
        case .outputLost, .outputRestored, .outputTearing, .outputWhole: false
        }
    }
}
