/// A RIFF WAVE file of mono 16-bit samples (Microsoft and IBM, Multimedia Programming Interface 1.0), in memory.
enum WaveFile {
    static func bytes(_ samples: [Int16], rate: Int) -> [UInt8] {
        let length = samples.count * 2
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + length)
        func four(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        bytes += "RIFF".utf8 + four(36 + length) + "WAVEfmt ".utf8 + four(16)
        // PCM, one channel; then bytes a second, bytes a sample, bits a sample.
        bytes += [1, 0, 1, 0] + four(rate) + four(rate * 2) + [2, 0, 16, 0]
        bytes += "data".utf8 + four(length)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return bytes
    }
}
