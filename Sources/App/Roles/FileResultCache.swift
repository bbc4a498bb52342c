import Boards
import Glibc
import StaffFiles
import Synchronization

/// Results that were worked out from files, each kept for as long as the files that were read for it are as they were.
///
/// Thread-safe; a result that two ask for at once may be worked out twice.
final class FileResultCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let stamps: [String: FileStamp?]
    }

    private let entries = Mutex<[Key: Entry]>([:])
    private let most: Int
    private let seconds: @Sendable () -> Int

    /// - Parameters:
    ///   - most: How many results are kept; with one more, all begin anew.
    ///   - seconds: The wall clock, in seconds since 1970, by which files are stamped.
    init(most: Int, seconds: @escaping @Sendable () -> Int = { time(nil) }) {
        self.most = most
        self.seconds = seconds
    }

    /// - Parameter work: Reads files only through what it is given.
    func value(for key: Key, _ work: (FileReads) -> Value) -> Value {
        if let known = entries.withLock({ $0[key] }), known.stamps.allSatisfy({ FileStamp($0) == $1 }) {
            return known.value
        }
        let reads = FileReads()
        let value = work(reads)
        let stamps = reads.stamps
        // Within one step of the clock a file can change twice and have the same stamp.
        let isSettled = stamps.values.allSatisfy { $0.map { $0.isOlder(than: seconds() - 1) } ?? true }
        entries.withLock { entries in
            if entries[key] == nil, entries.count >= most { entries = [:] }
            entries[key] = isSettled ? Entry(value: value, stamps: stamps) : nil
        }
        return value
    }
}

/// Reads files, and notes what each was like before it was read.
final class FileReads: Sendable {
    private let seen = Mutex<[String: FileStamp?]>([:])

    /// What was read, or was not there, by its path.
    var stamps: [String: FileStamp?] { seen.withLock { $0 } }

    func read(_ path: String, limit: Int) -> Result<[UInt8], StaffFileLoader.Failure> {
        note(path)
        return HomeFolder.read(path, limit: limit)
    }

    /// Something else reads this file now. One that is read twice is taken as it was at first.
    func note(_ path: String) {
        let stamp = FileStamp(path)
        seen.withLock { if !$0.keys.contains(path) { $0[path] = .some(stamp) } }
    }
}

/// By what a changed file is recognised: which it is, how long, and when it was last changed.
struct FileStamp: Equatable, Sendable {
    private let device: UInt
    private let node: UInt
    private let size: Int
    private let changed: [Int]
    private let status: [Int]

    /// Where a link leads; `nil` where nothing can be found.
    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        (device, node, size) = (found.st_dev, found.st_ino, found.st_size)
        changed = [found.st_mtim.tv_sec, found.st_mtim.tv_nsec]
        status = [found.st_ctim.tv_sec, found.st_ctim.tv_nsec]
    }

    /// - Parameter moment: In seconds since 1970.
    func isOlder(than moment: Int) -> Bool { status[0] < moment }
}
