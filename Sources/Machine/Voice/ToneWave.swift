import Foundation
import Speech
import Synchronization

/// The samples of a paced tone, or of its pulses alone, each reckoned when it is wanted: ten minutes of them would take 58 MB.
struct ToneWave: ReckonedWave {
    /// A220 and the fifth above it (3:2): low enough to be calm, high enough for a small loudspeaker.
    private static let low = 220.0
    private static let high = 330.0
    /// −20 dB of full scale: softer than speech, which is said over it.
    private static let loudness = 3277.0
    /// Swells and fades, so that it never clicks.
    private static let swell = frames(0.12)
    private static let fade = frames(0.25)
    /// 90 Hz is felt as well as heard.
    private static let pulse = 90.0
    private static let pulseLoudness = 9830.0
    private static let pulseFrames = frames(0.16)
    /// From one pulse to the next.
    private static let pulseGap = frames(0.3)

    /// −1 dB of full scale where they are alone: a motor is as strong as its current.
    private static let pulseLoudnessAlone = 29_200.0

    /// Where the pulses of a tone are.
    enum Pulses: Sendable {
        /// With the tone.
        case here
        /// On another output; with the tone while that does not play.
        case elsewhere(Output)
        /// Here, and the tone elsewhere.
        case alone
    }

    let count: Int
    private let tone: PacedTone
    private let place: Pulses

    init(_ tone: PacedTone, pulses: Pulses = .here) {
        self.tone = tone
        place = pulses
        count = SoundFormat.frames(tone.length)
    }

    func sample(at index: Int) -> Float {
        let pulses = tone.means.contains(.pulses) ? pulseLoudness * pulse(index) : 0
        return Float(tone.means.contains(.tone) && !isAlone ? glide(index) + pulses : pulses)
    }

    private var isAlone: Bool { if case .alone = place { true } else { false } }

    private var pulseLoudness: Double {
        switch place {
        case .here: Self.pulseLoudness
        case .elsewhere(let output): output.isPlaying.load(ordering: .relaxed) ? 0 : Self.pulseLoudness
        case .alone: Self.pulseLoudnessAlone
        }
    }

    /// A sine whose frequency goes evenly from one end to the other: its phase is the integral of that.
    private func glide(_ index: Int) -> Double {
        let from: Double
        let to: Double
        switch tone.shape {
        case .rising: (from, to) = (Self.low, Self.high)
        case .falling: (from, to) = (Self.high, Self.low)
        case .still: return 0
        }
        let (time, whole) = (
            Double(index) / Double(SoundFormat.rate), Double(count) / Double(SoundFormat.rate)
        )
        let turns = from * time + (to - from) * time * time / (2 * whole)
        return Self.loudness * envelope(index) * sin(2 * .pi * turns)
    }

    private func envelope(_ index: Int) -> Double {
        let (swell, fade) = (min(Self.swell, count / 3), min(Self.fade, count / 3))
        if index < swell { return Self.raised(index, of: swell) }
        let left = count - 1 - index
        return left < fade ? Self.raised(left, of: fade) : 1
    }

    /// Of the pulses at a frame, −1 to 1.
    private func pulse(_ index: Int) -> Double {
        let times = tone.shape == .rising ? 1 : tone.shape == .falling ? 2 : 0
        for number in 0..<times {
            let place = index - number * Self.pulseGap
            guard place >= 0, place < Self.pulseFrames, number * Self.pulseGap + Self.pulseFrames <= count
            else {
                continue
            }
            let window = 0.5 - 0.5 * cos(2 * .pi * Double(place) / Double(Self.pulseFrames))
            return window
                * sin(2 * .pi * Self.pulse * Double(place) / Double(SoundFormat.rate))
        }
        return 0
    }

    /// From 0 to 1 along half a cosine.
    private static func raised(_ index: Int, of count: Int) -> Double {
        count == 0 ? 1 : 0.5 - 0.5 * cos(.pi * Double(index) / Double(count))
    }

    private static func frames(_ seconds: Double) -> Int { Int(seconds * Double(SoundFormat.rate)) }
}
