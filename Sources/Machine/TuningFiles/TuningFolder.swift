import Foundation
import Glibc
import WholeFiles

/// The folder for tuning's files, `tuning` in the home folder, readable only for its user.
public struct TuningFolder: Sendable {
    public let path: String

    /// - Parameter home: the home folder's path.
    public init(home: String) { path = "\(home)/tuning" }

    /// The newest records of presses.
    public var presses: String { "\(path)/presses.jsonl" }
    /// Those before them.
    public var olderPresses: String { "\(path)/presses.1.jsonl" }
    /// A damaged file of records, set aside.
    public var damagedPresses: String { "\(path)/presses.damaged.jsonl" }
    /// The client's own slower or faster.
    public var pace: String { "\(path)/pace.json" }
    /// Who changed what, and when.
    public var changes: String { "\(path)/changes.jsonl" }
    private var lock: String { "\(path)/lock" }

    /// Days since 1970-01-01, by the wall's clock, in UTC.
    public static var today: Int { Int((Date().timeIntervalSince1970 / 86_400).rounded(.down)) }

    /// Makes the folder if it is not there.
    func make() throws(WholeFileError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw .cannotWrite(path: path, errno: errno)
    }

    /// Runs a change under a lock between Beckon processes; each change takes milliseconds.
    func locked<Value>(_ body: () throws(WholeFileError) -> Value) throws(WholeFileError) -> Value {
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: lock, errno: errno) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .cannotWrite(path: lock, errno: errno) }
        }
        return try body()
    }
}
