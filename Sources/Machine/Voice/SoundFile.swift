import CLinux
import CSndfile
import Glibc
import WholeFiles

/// Reads sound files of any kind that libsndfile knows into mono samples at 48 kHz.
enum SoundFile {
    /// A longer prompt would delay everything else that is to be said.
    static let longestSeconds = 120
    private static let mostChannels = 8
    /// Hz: from a telephone's to the highest that sound cards record.
    private static let rates = 4_000...192_000

    /// Reads a whole file; throws `VoiceError`.
    static func read(_ path: String) throws(VoiceError) -> [Int16] {
        try resampled(try readFloats(try open(path), path, longestSeconds))
    }

    /// The same of a file in memory, which is called `name` where something is wrong with it.
    static func read(
        _ bytes: [UInt8], name: String, longestSeconds: Int
    ) throws(VoiceError) -> [Int16] {
        try resampled(try readFloats(try open(bytes, name), name, longestSeconds))
    }

    private static func resampled(_ read: (samples: [Float], rate: Int)) throws(VoiceError) -> [Int16] {
        let (samples, rate) = read
        var resampler = Resampler(from: rate)
        return resampler.process(samples) + resampler.finish()
    }

    /// Opens a plain file. A pipe would delay everything else that is to be said until somebody writes into it, and the
    /// library takes `-` for standard input.
    private static func open(_ path: String) throws(VoiceError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw .soundUnreadable(path: path, detail: SystemWords.words(errno))
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .soundUnreadable(path: path, detail: "it is not a plain file")
        }
        return descriptor
    }

    private static func open(_ bytes: [UInt8], _ name: String) throws(VoiceError) -> Int32 {
        let descriptor = beckon_memory_file("sound")
        guard descriptor >= 0 else {
            throw .soundUnreadable(path: name, detail: SystemWords.words(errno))
        }
        let isWhole = bytes.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return lseek(descriptor, 0, SEEK_SET) == 0
        }
        guard isWhole else {
            let detail = SystemWords.words(errno)
            close(descriptor)
            throw .soundUnreadable(path: name, detail: detail)
        }
        return descriptor
    }

    private static func readFloats(
        _ descriptor: Int32, _ path: String, _ longestSeconds: Int
    ) throws(VoiceError) -> ([Float], rate: Int) {
        var info = SF_INFO()
        // It closes the descriptor also where it fails.
        guard let file = sf_open_fd(descriptor, Int32(SFM_READ), &info, 1) else {
            throw .soundUnreadable(path: path, detail: "it is of no kind that is known, or damaged")
        }
        defer { sf_close(file) }
        let channels = Int(info.channels)
        let rate = Int(info.samplerate)
        guard channels > 0, rate > 0 else { throw .soundUnreadable(path: path, detail: "no sound in it") }
        // A small file can unfold into more than the machine has room for: what it says of itself is no limit.
        guard channels <= mostChannels, rates.contains(rate) else {
            throw .soundUnreadable(
                path: path, detail: "no such recording is made: \(channels) channels at \(rate) Hz")
        }
        var mono: [Float] = []
        var buffer = [Float](repeating: 0, count: 4096 * channels)
        while true {
            let frames = Int(sf_readf_float(file, &buffer, 4096))
            guard frames > 0 else { break }
            for frame in 0..<frames {
                var sum: Float = 0
                for channel in 0..<channels { sum += buffer[frame * channels + channel] }
                let sample = sum / Float(channels)
                // Louder than full scale is cut; what is no number, or a thousand times that, is no sound.
                guard abs(sample) < 1000 else { throw .soundUnreadable(path: path, detail: "it is damaged") }
                mono.append(sample * 32_767)
            }
            guard mono.count <= rate * longestSeconds else {
                throw .soundTooLong(path: path, seconds: longestSeconds)
            }
        }
        guard sf_error(file) == 0, !mono.isEmpty else {
            throw .soundUnreadable(path: path, detail: mono.isEmpty ? "no sound in it" : "it is damaged")
        }
        return (mono, rate)
    }
}
