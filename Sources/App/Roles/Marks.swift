import Foundation
import Glibc
import RealTime
import Time

/// Timestamps for `scripts/bench` alone, written to the file that `BECKON_MARKS` names, if it is set.
///
/// Each line is a word, what it is about, and nanoseconds of the monotonic clock.
enum Marks {
    private static let descriptor: Int32? = {
        guard let path = ProcessInfo.processInfo.environment["BECKON_MARKS"] else { return nil }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        return descriptor >= 0 ? descriptor : nil
    }()

    static var areWanted: Bool { descriptor != nil }

    static func write(_ word: String, _ subject: String, at instant: Instant = MonotonicClock.now) {
        guard let descriptor else { return }
        let line = "\(word) \(subject) \(instant.nanoseconds)\n"
        _ = line.withCString { Glibc.write(descriptor, $0, strlen($0)) }
    }
}
