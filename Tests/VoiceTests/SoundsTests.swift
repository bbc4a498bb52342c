import CSndfile
import Foundation
import OwnFolders
import OwnThreads
import Speech
import Testing

@testable import Voice

/// The sounds that ship, read as anyone would read them, against IEC 60601-1-8 and against what people need at night.
@Suite(.ownThreads(1)) struct SoundsTests {
    @Test(
        "Every earcon has a sound, without clipping and without silence before it", arguments: Earcon.allCases
    )
    func plain(earcon: Earcon) throws {
        let sound = try Sound(earcon)
        #expect(sound.rate == 48_000)
        #expect(sound.channels == 1)
        let peak = sound.samples.map(abs).max() ?? 0
        // −1 dBFS.
        #expect(peak > 0.1 && peak < 0.891)
        let first = sound.samples.firstIndex { abs($0) > 0.001 * peak } ?? .max
        // 3 ms until −60 dB: a gentle rise, no silence.
        #expect(first < 144)
    }

    @Test("The press is there with its first sample, and is over after 30 ms")
    func press() throws {
        let sound = try Sound(.press)
        let peak = sound.samples.map(abs).max() ?? 0
        #expect(abs(sound.samples[0]) > 0.5 * peak)
        #expect(sound.samples.count <= 48_000 * 30 / 1000)
    }

    @Test("A press that was not taken is 10 to 14 dB softer, over an octave lower, and as short")
    func unsure() throws {
        let (press, unsure) = (try Sound(.press), try Sound(.unsure))
        func peak(_ sound: Sound) -> Double { Double(sound.samples.map(abs).max() ?? 0) }
        #expect((10...14).contains(20 * log10(peak(press) / peak(unsure))))
        #expect(unsure.samples.count <= 48_000 * 30 / 1000)
        func mean(_ sound: Sound) -> Double {
            let powers = spectrum(sound.samples)
            let moments = zip(powers.indices, powers).map { Double($0) * $1 }
            return moments.reduce(0, +) / powers.reduce(0, +)
        }
        #expect(mean(press) > 2 * mean(unsure))
    }

    @Test("Earcons keep nine tenths of their energy below 3 kHz", arguments: Earcon.allCases)
    func lowEnough(earcon: Earcon) throws {
        let powers = spectrum(try Sound(earcon).samples)
        let limit = powers.count * 3000 / 24_000
        #expect(powers[..<limit].reduce(0, +) > 0.9 * powers.reduce(0, +))
    }

    @Test(
        "Alert sounds have the pulses of their priority",
        arguments: [(Earcon.alertHigh, 10), (.alertMedium, 3), (.alertLow, 2)])
    func pulses(earcon: Earcon, count: Int) throws {
        #expect(try Sound(earcon).pulses.count == count)
    }

    @Test("The high alert is twice 3 + 2 pulses with the standard's spacing")
    func spacing() throws {
        let pulses = try Sound(.alertHigh).pulses
        let gaps = zip(pulses, pulses.dropFirst()).map { Double($1.lowerBound - $0.upperBound) / 48_000 }
        for index in [0, 1, 3, 5, 6, 8] { #expect((0.05...0.145).contains(gaps[index])) }
        for index in [2, 7] { #expect((0.25...0.45).contains(gaps[index])) }
        #expect((0.35...1.3).contains(gaps[4]))
        for pulse in pulses { #expect((0.075...0.2).contains(Double(pulse.count) / 48_000)) }
    }

    @Test(
        "Each pulse has a fundamental of 150–1000 Hz and at least four harmonics up to 4000 Hz within 15 dB",
        arguments: [Earcon.alertHigh, .alertMedium, .alertLow])
    func harmonics(earcon: Earcon) throws {
        let sound = try Sound(earcon)
        for pulse in sound.pulses {
            let middle = Array(sound.samples[pulse].dropFirst(pulse.count / 5).dropLast(pulse.count / 5))
            let notes = [329.63, 349.23, 392, 440, 523.25, 659.26, 784]
            let fundamental = try #require(
                notes.max { power(middle, $0) < power(middle, $1) })
            #expect((150...1000).contains(fundamental))
            let levels = (1...10).map { Double($0) * fundamental }.filter { (300...4000).contains($0) }
                .map { 10 * log10(power(middle, $0)) }
            let loudest = levels.max() ?? 0
            #expect(levels.filter { loudest - $0 < 15 }.count >= 4)
            // Nothing below the fundamental: it is the lowest, not an overtone of another.
            #expect(power(middle, fundamental / 2) < power(middle, fundamental) / 100)
        }
    }

    @Test("The sounds are what the recipe makes")
    func recipe() throws {
        let folder = try OwnFolder()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["/usr/bin/python3", "\(Repository.root)/scripts/make-sounds", folder.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        for earcon in Earcon.allCases {
            let made = try Data(contentsOf: URL(filePath: folder.file("\(earcon.rawValue).wav")))
            let kept = try Data(contentsOf: URL(filePath: "\(Repository.sounds)/\(earcon.rawValue).wav"))
            #expect(made == kept, "\(earcon.rawValue): run scripts/make-sounds")
        }
    }

    /// The powers from 0 to 24 kHz of the first 8192 samples (a radix-2 Fourier transform).
    private func spectrum(_ samples: [Float]) -> [Double] {
        func transform(_ x: [(Double, Double)]) -> [(Double, Double)] {
            guard x.count > 1 else { return x }
            let even = transform(stride(from: 0, to: x.count, by: 2).map { x[$0] })
            let odd = transform(stride(from: 1, to: x.count, by: 2).map { x[$0] })
            var result = even + even
            for index in even.indices {
                let angle = -2 * Double.pi * Double(index) / Double(x.count)
                let real = cos(angle) * odd[index].0 - sin(angle) * odd[index].1
                let imaginary = cos(angle) * odd[index].1 + sin(angle) * odd[index].0
                result[index] = (even[index].0 + real, even[index].1 + imaginary)
                result[index + even.count] = (even[index].0 - real, even[index].1 - imaginary)
            }
            return result
        }
        var padded = samples.prefix(8192).map { (Double($0), 0.0) }
        padded += Array(repeating: (0, 0), count: 8192 - padded.count)
        return transform(padded).prefix(4096).map { $0.0 * $0.0 + $0.1 * $0.1 }
    }

    /// The power at one frequency (Goertzel), with a Hann window.
    private func power(_ samples: [Float], _ frequency: Double) -> Double {
        let factor = 2 * cos(2 * Double.pi * frequency / 48_000)
        var before = 0.0
        var last = 0.0
        for (index, sample) in samples.enumerated() {
            let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(samples.count))
            (before, last) = (last, Double(sample) * window + factor * last - before)
        }
        return last * last + before * before - factor * last * before
    }
}

/// A sound file through libsndfile.
private struct Sound {
    var samples: [Float]
    var rate: Int
    var channels: Int

    init(_ earcon: Earcon) throws {
        var info = SF_INFO()
        let file = try #require(
            sf_open("\(Repository.sounds)/\(earcon.rawValue).wav", Int32(SFM_READ), &info))
        defer { sf_close(file) }
        var buffer = [Float](repeating: 0, count: Int(info.frames) * Int(info.channels))
        let count = Int(sf_read_float(file, &buffer, Int64(buffer.count)))
        samples = Array(buffer.prefix(count))
        rate = Int(info.samplerate)
        channels = Int(info.channels)
    }

    /// The stretches between silences of at least 20 ms.
    var pulses: [Range<Int>] {
        var found: [Range<Int>] = []
        for (index, sample) in samples.enumerated() where abs(sample) > 0.01 {
            if let last = found.last, index - last.upperBound < 960 {
                found[found.count - 1] = last.lowerBound..<(index + 1)
            } else {
                found.append(index..<(index + 1))
            }
        }
        return found
    }
}

/// Where the tests find what ships.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()
    static let sounds = root + "/sounds"
}

@Suite("Files that are not recorded prompts") struct NoSoundFileTests {
    @Test(
        "A pipe is refused and not waited for, nor is a folder or standard input read",
        .timeLimit(.minutes(30)))
    func pipes() throws {
        let folder = try OwnFolder()
        try #require(mkfifo(folder.file("pipe.wav"), 0o600) == 0)
        for path in [folder.file("pipe.wav"), folder.path, "/dev/null", "-"] {
            let error = try #require(throws: VoiceError.self) { try SoundFile.read(path) }
            guard case .soundUnreadable = error else {
                Issue.record("\(path): \(error)")
                continue
            }
        }
    }
}
