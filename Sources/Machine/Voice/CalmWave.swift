import Foundation
import Speech

/// The samples of the sea or of rain: noise of a few pitches that swells and falls, from a fixed table of chance, so that it is always the same.
struct CalmWave: ReckonedWave {
    /// −18 dB of full scale at its loudest: it is heard for minutes.
    private static let loudness = 4125.0
    /// Comes and goes so slowly that nobody starts.
    private static let rise = 2.0
    private static let fall = 4.0
    /// Seconds from one wave to the next: six to a minute lie near a slow breath.
    private static let period = 11.0
    /// The pitches of its noise, Hz, and how loud each is. Nothing above 3 kHz: it hisses in a small loudspeaker.
    private static let sea = [(180.0, 0.40), (360, 0.28), (720, 0.20), (1440, 0.12)]
    private static let rain = [(900.0, 0.25), (1800, 0.40), (2600, 0.35)]
    private static let dropsPerSecond = 8.0

    let count: Int
    private let kind: CalmSound.Kind

    init(_ sound: CalmSound) {
        kind = sound.kind
        count = SoundFormat.frames(sound.length)
    }

    func sample(at index: Int) -> Float {
        let time = Double(index) / Double(SoundFormat.rate)
        let value =
            switch kind {
            case .sea: sea(time)
            case .rain: rain(time)
            }
        return Float(Self.loudness * envelope(index) * value)
    }

    private func sea(_ time: Double) -> Double {
        let swell = 0.5 - 0.5 * cos(2 * .pi * time / Self.period)
        let body = 0.2 + 0.8 * swell * swell
        var sum = 0.0
        for (number, (pitch, share)) in Self.sea.enumerated() {
            // Foam is heard only where the wave breaks.
            sum += share * (number < 2 ? body : body * swell) * Self.noise(time * pitch, UInt64(number))
        }
        return sum
    }

    private func rain(_ time: Double) -> Double {
        var sum = 0.0
        for (number, (pitch, share)) in Self.rain.enumerated() {
            sum += share * Self.noise(time * pitch, UInt64(number + 8))
        }
        let gust = 0.75 + 0.25 * Self.noise(time * 0.3, 16)
        return 0.7 * gust * sum + drop(time)
    }

    /// A drop in each part of a second, of a height of its own.
    private func drop(_ time: Double) -> Double {
        let (place, since) = (time * Self.dropsPerSecond).split
        let after = since / Self.dropsPerSecond
        let (height, share) = (Self.chance(place, 24), abs(Self.chance(place, 25)))
        return 0.3 * share * exp(-90 * after) * sin(2 * .pi * (1100 + 400 * height) * after)
    }

    private func envelope(_ index: Int) -> Double {
        let (time, left) = (
            Double(index) / Double(SoundFormat.rate), Double(count - 1 - index) / Double(SoundFormat.rate)
        )
        let whole = Double(count) / Double(SoundFormat.rate)
        let (rise, fall) = (min(Self.rise, whole / 3), min(Self.fall, whole / 3))
        return Self.raised(time / rise) * Self.raised(left / fall)
    }

    /// From 0 to 1 along half a cosine.
    private static func raised(_ share: Double) -> Double {
        share >= 1 ? 1 : 0.5 - 0.5 * cos(.pi * max(0, share))
    }

    /// Noise without what is above its pitch: from one value of chance to the next along a soft curve.
    private static func noise(_ time: Double, _ stream: UInt64) -> Double {
        let (place, share) = time.split
        let (before, after) = (chance(place, stream), chance(place &+ 1, stream))
        return before + (after - before) * share * share * (3 - 2 * share)
    }

    /// From −1 to 1, the same for the same place (the last steps of SplitMix64; Steele, Lea, Flood 2014).
    private static func chance(_ place: Int, _ stream: UInt64) -> Double {
        var mixed =
            UInt64(bitPattern: Int64(place)) &* 0x9E37_79B9_7F4A_7C15 &+ stream &* 0xD1B5_4A32_D192_ED03
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double(Int64(bitPattern: mixed ^ (mixed >> 31))) * 0x1p-63
    }
}

extension Double {
    /// The whole number below it, and what is above that.
    fileprivate var split: (Int, Double) {
        let whole = rounded(.down)
        return (Int(whole), self - whole)
    }
}
