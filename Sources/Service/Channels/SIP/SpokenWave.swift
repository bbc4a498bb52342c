import Foundation

/// A recording for the telephone: what a voice said, three times, with pauses, as 8,000 samples a second.
struct SpokenWave: Equatable {
    /// What a telephone takes (ITU-T G.711), and the only rate at which baresip reads a file for it.
    static let rate = 8_000
    private static let loops = 3
    /// Before the first word, because the sound of a call needs a moment; between two readings; and after the last, for a key. In seconds.
    private static let lead = 1
    private static let pause = 2
    private static let rest = 5

    var samples: [Int16]
    /// How long it takes until all has been said once, without the pause after it.
    var once: Duration

    var length: Duration { .seconds(Double(samples.count) / Double(Self.rate)) }

    /// - Parameter wave: A RIFF WAVE file of mono or stereo 16-bit samples, at any rate.
    init?(speech wave: Data) {
        guard let recording = Recording(wave) else { return nil }
        let speech = Self.resampled(recording.samples, from: recording.rate)
        let pause = [Int16](repeating: 0, count: Self.pause * Self.rate)
        samples = [Int16](repeating: 0, count: Self.lead * Self.rate)
        once = .seconds(Double(samples.count + speech.count) / Double(Self.rate))
        for loop in 0..<Self.loops { samples += loop == 0 ? speech : pause + speech }
        samples += [Int16](repeating: 0, count: Self.rest * Self.rate)
    }

    /// Nothing to hear.
    init(silence seconds: Int) {
        samples = [Int16](repeating: 0, count: seconds * Self.rate)
        once = .seconds(seconds)
    }

    /// A RIFF WAVE file of mono 16-bit samples.
    var data: Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + samples.count * 2)
        func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        bytes += Array("RIFF".utf8) + four(36 + samples.count * 2) + Array("WAVEfmt ".utf8) + four(16)
        bytes += [1, 0, 1, 0] + four(Self.rate) + four(Self.rate * 2) + [2, 0, 16, 0]
        bytes += Array("data".utf8) + four(samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return Data(bytes)
    }

    /// A windowed sinc: what the new rate cannot hold is taken out, or it would be heard as whistling.
    static func resampled(_ samples: [Int16], from rate: Int) -> [Int16] {
        guard rate != Self.rate else { return samples }
        let step = Double(rate) / Double(Self.rate)
        // Of the old rate: somewhat below half of the lower one. The window has eight zero crossings on each side.
        let cutoff = 0.45 * min(1, 1 / step)
        let half = Int((8 * max(1, step)).rounded(.up))
        return (0..<(samples.count * Self.rate / rate)).map { place in
            let centre = Double(place) * step
            let middle = Int(centre)
            var sum = 0.0
            for index in max(0, middle - half)...min(samples.count - 1, middle + half) {
                let distance = Double(index) - centre
                let angle = 2 * Double.pi * cutoff * distance
                let sinc = angle == 0 ? 1 : sin(angle) / angle
                let window = 0.5 + 0.5 * cos(Double.pi * distance / Double(half + 1))
                sum += Double(samples[index]) * sinc * window * 2 * cutoff
            }
            return Int16(max(-32_768, min(32_767, sum.rounded())))
        }
    }

    /// The samples of a file, of its first channel.
    private struct Recording {
        var rate = 0
        var samples: [Int16] = []

        init?(_ data: Data) {
            let bytes = Array(data)
            func number(_ place: Int, _ count: Int) -> Int {
                (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
            }
            guard bytes.count > 44, bytes.starts(with: Array("RIFF".utf8)),
                bytes[8..<12].elementsEqual(Array("WAVE".utf8))
            else { return nil }
            var channels = 0
            var place = 12
            while place + 8 <= bytes.count {
                let name = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
                // A program that writes into a pipe does not know the length, and writes one that is too large.
                let count = min(number(place + 4, 4), bytes.count - place - 8)
                let start = place + 8
                if name == "fmt ", count >= 16 {
                    guard number(start, 2) == 1, number(start + 14, 2) == 16 else { return nil }
                    channels = number(start + 2, 2)
                    rate = number(start + 4, 4)
                } else if name == "data" {
                    guard (1...2).contains(channels), (4_000...192_000).contains(rate) else { return nil }
                    let size = channels * 2
                    samples = (0..<(count / size)).map {
                        Int16(truncatingIfNeeded: number(start + $0 * size, 2))
                    }
                    return
                }
                place = start + count + count % 2
            }
            return nil
        }
    }
}
