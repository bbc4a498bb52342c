import Foundation
import OwnThreads
import Testing

@testable import Voice

/// Recordings that people send for cards.
@Suite(.ownThreads(1)) struct TidyRecordingTests {
    private static let rate = 24_000

    /// A second of a tone between silences, as a WAV file.
    private static func recording(
        silence: Double = 1, seconds: Double = 1, peak: Double, noise: Double = 0
    ) -> [UInt8] {
        let quiet = Int(silence * Double(rate))
        let all = (0..<Int(seconds * Double(rate)) + 2 * quiet).map { index -> Int16 in
            let isTone = (quiet..<quiet + Int(seconds * Double(rate))).contains(index)
            let wave = sin(Double(index) * 2 * .pi * 400 / Double(rate)) * (isTone ? peak : noise)
            return Int16((wave * 32_767).rounded())
        }
        return WaveFile.bytes(all, rate: rate)
    }

    private static func samples(_ wave: [UInt8]) -> [Int16] {
        stride(from: 44, to: wave.count, by: 2).map {
            Int16(bitPattern: UInt16(wave[$0]) | UInt16(wave[$0 + 1]) << 8)
        }
    }

    private static func peak(_ wave: [UInt8]) -> Double {
        Double(samples(wave).map { abs(Int($0)) }.max() ?? 0) / 32_768
    }

    @Test("A quiet recording becomes loud, and nothing is left before and after it but a breath")
    func quiet() throws {
        let tidy = try TidyRecording.wave(Self.recording(peak: 0.1, noise: 0.0005))
        #expect(abs(Self.peak(tidy) - 0.891) < 0.01)
        let seconds = Double(Self.samples(tidy).count) / 48_000
        #expect(abs(seconds - 1.18) < 0.01, "\(seconds) s")
        // A second time it stays what it is, but for rounding.
        #expect(abs(Self.peak(try TidyRecording.wave(tidy)) - 0.891) < 0.01)
    }

    @Test("It is made at most 16 times as loud, and a loud one quieter")
    func gain() throws {
        #expect(abs(Self.peak(try TidyRecording.wave(Self.recording(peak: 0.01))) - 0.16) < 0.01)
        #expect(abs(Self.peak(try TidyRecording.wave(Self.recording(peak: 1))) - 0.891) < 0.01)
    }

    @Test("What its file says besides the sound is left out")
    func words() throws {
        var bytes = Self.recording(peak: 0.5)
        bytes += Array("LIST".utf8) + [12, 0, 0, 0] + Array("INFOIART".utf8) + [0, 0, 0, 0]
        bytes += Array("at home in Elm Street 7".utf8)
        let tidy = try TidyRecording.wave(bytes)
        #expect(!String(decoding: tidy, as: UTF8.self).contains("Elm"))
        #expect(
            Self.samples(tidy).count == Self.samples(try TidyRecording.wave(Self.recording(peak: 0.5))).count)
    }

    @Test("More than half a minute is refused, and half a minute is not")
    func long() throws {
        _ = try TidyRecording.wave(Self.recording(silence: 0, seconds: 29.9, peak: 0.5))
        #expect(throws: VoiceError.soundTooLong(path: "recording", seconds: 30)) {
            try TidyRecording.wave(Self.recording(silence: 0, seconds: 30.1, peak: 0.5))
        }
    }

    @Test(
        "Silence, nothing and what is no sound are refused; a file that is cut off is played as far as it goes"
    )
    func broken() throws {
        let whole = Self.recording(peak: 0.5)
        for bytes in [
            [], Array("RIFF".utf8), Array("RIFF____WAVEfmt ".utf8), Array("OggS".utf8), Array("fLaC".utf8),
            WaveFile.bytes([], rate: 48_000), WaveFile.bytes([0, 1, 0, -1], rate: 48_000),
            WaveFile.bytes([9_000], rate: 0),
            Array(0...255), Array(whole.prefix(44)),
        ] as [[UInt8]] {
            #expect(throws: VoiceError.self, "\(bytes.prefix(20))") { try TidyRecording.wave(bytes) }
        }
        let half = try TidyRecording.wave(Array(whole.prefix(whole.count / 2)))
        #expect(Double(Self.samples(half).count) / 48_000 < 0.7)
    }

    /// A WAV file of 32-bit floats.
    private static func floats(_ bits: [UInt32], rate: Int = 48_000) -> [UInt8] {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let data = bits.flatMap { bytes(Int($0), 4) }
        return Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
            + bytes(3, 2)
            + bytes(1, 2) + bytes(rate, 4) + bytes(rate * 4, 4) + bytes(4, 2) + bytes(32, 2)
            + Array("data".utf8)
            + bytes(data.count, 4) + data
    }

    @Test(
        "What is no number is no sound, and a direct current alone is nothing to hear",
        arguments: [Float.nan, .infinity, -.infinity, 3e38, 0.5])
    func numbers(value: Float) {
        #expect(throws: VoiceError.self) {
            try TidyRecording.wave(Self.floats(Array(repeating: value.bitPattern, count: 5000)))
        }
    }

    @Test("A tone on a direct current is as loud as without it")
    func direct() throws {
        let bits = (0..<24_000).map { index -> UInt32 in
            Float(0.4 + 0.1 * sin(Double(index) * 2 * .pi * 400 / 48_000)).bitPattern
        }
        #expect(abs(Self.peak(try TidyRecording.wave(Self.floats(bits))) - 0.891) < 0.01)
    }

    @Test(
        "A rate that no sound card has is refused, so that a small file cannot last for hours",
        arguments: [1, 3_999, 192_001, 2_000_000_000])
    func rates(rate: Int) {
        let bits = [UInt32](repeating: Float(0.5).bitPattern, count: 5000)
        #expect(throws: VoiceError.self) { try TidyRecording.wave(Self.floats(bits, rate: rate)) }
    }
}
