import Care
import Foundation
import Glibc
import RealTime
import Speech
import Time
import WholeFiles

/// Appends one JSON object a line for everything that is said or played. Tests and staff read it.
///
/// Written on a queue of its own: a slow disk never delays a voice.
public final class Transcript: Sendable {
    /// Whose session says it.
    public enum Role: String, Codable, Sendable {
        case kiosk, station
    }

    /// Its progress.
    enum Progress: String, Codable {
        case started, finished, cut
    }

    private struct Line: Codable {
        var at: String
        var role: Role
        var voice: VoiceRole
        var kind: UtteranceKind
        var text: String
        var event: Progress
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "transcript")

    /// Opens the file for appending, making it where it does not exist.
    public init(path: String) throws {
        descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw WholeFileError.cannotWrite(path: path, errno: errno) }
    }

    deinit { Glibc.close(descriptor) }

    func write(_ utterance: Utterance, _ progress: Progress, at instant: Instant, role: Role) {
        let line = Line(
            at: CareJSON.string(from: Self.date(of: instant)), role: role, voice: utterance.voice,
            kind: utterance.kind, text: utterance.caption, event: progress)
        queue.async { [descriptor] in
            guard var bytes = (try? CareJSON.encoder().encode(line)).map(Array.init) else { return }
            bytes.append(UInt8(ascii: "\n"))
            // Half a line, which a full disk may have left, must not damage the next one.
            let isWhole = WholeFile.endsInLine(descriptor)
            // A full disk costs lines of the transcript, nothing else.
            _ = WholeFile.put(isWhole ? bytes : [UInt8(ascii: "\n")] + bytes, into: descriptor)
        }
    }

    /// The time of day at an instant.
    ///
    /// Two clocks are read for it, one after the other. Where the system runs something else in between, by so
    /// much would the line be late: what was read within 1 ms counts, or else the quickest of ten.
    private static func date(of instant: Instant) -> Date {
        var best: (took: Int64, date: Date)?
        for _ in 0..<10 {
            let now = MonotonicClock.now
            let date = Date()
            let took = now.duration(to: MonotonicClock.now).nanoseconds
            if took < best?.took ?? .max {
                let ago = Double(instant.duration(to: now).nanoseconds) / 1e9
                best = (took, date.addingTimeInterval(-ago))
            }
            if took < 1_000_000 { break }
        }
        return best?.date ?? Date()
    }

    /// Waits until everything is written.
    public func flush() { queue.sync {} }
}
