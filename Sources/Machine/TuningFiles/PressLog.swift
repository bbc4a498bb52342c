import Dispatch
import Foundation
import Glibc
public import Logging
public import Scanning
import Synchronization
import WholeFiles

/// Stores records of presses in the home folder, on a queue of its own, so that a press never waits for the
/// disk.
///
/// Two files of at most `largestFile` bytes each: when the newer one is full it takes the place of the older,
/// so that the newest 8,000 to 16,000 records or so are there, some weeks of a busy client: where presses are
/// weighed (`press_evidence`), each choice has some four records. Records are not synced: a power cut may lose the
/// last seconds and leave half a line, which readers skip. Errors go to the log, once until they are over, and never
/// stop a kiosk.
public final class PressLog: Sendable {
    /// Bytes of one file; a record takes some 120, one of a weighed press up to 300.
    public static let largestFile = 1_048_576
    /// Records that wait for a disk that hangs; more are dropped.
    private static let mostWaiting = 1000

    private struct State {
        var waiting = 0
        var hasFailed = false
    }

    private let folder: TuningFolder
    private let largest: Int
    private let today: @Sendable () -> Int
    private let logger: Logger
    private let queue = DispatchQueue(label: "beckon.presses", qos: .utility)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - home: the home folder's path.
    ///   - today: days since 1970-01-01.
    public init(
        home: String, logger: Logger, largestFile: Int = PressLog.largestFile,
        today: @escaping @Sendable () -> Int = { TuningFolder.today }
    ) {
        folder = TuningFolder(home: home)
        largest = largestFile
        self.today = today
        self.logger = logger
    }

    /// Stores a record. Returns at once.
    public func keep(_ record: PressRecord) {
        let isTaken = state.withLock { state in
            guard state.waiting < Self.mostWaiting else { return false }
            state.waiting += 1
            return true
        }
        guard isTaken else { return }
        queue.async { [self] in
            write(record)
            state.withLock { $0.waiting -= 1 }
        }
    }

    /// Waits until all earlier records have been handed to the system: for the end of a kiosk, and for tests.
    public func flush() { queue.sync {} }

    private func write(_ record: PressRecord) {
        do {
            let line = try PressLine(record: record, day: today()).bytes()
            try folder.make()
            try folder.locked { () throws(WholeFileError) in try append(line) }
        } catch {
            let isNew = state.withLock { state in
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            if isNew {
                logger.warning("presses are not recorded for tuning", metadata: ["error": "\(error)"])
            }
            return
        }
        let wasFailing = state.withLock { state in
            defer { state.hasFailed = false }
            return state.hasFailed
        }
        if wasFailing { logger.notice("presses are recorded for tuning again") }
    }

    /// Reopened for each record, a few times a minute, so that the files may be erased or moved meanwhile.
    private func append(_ line: [UInt8]) throws(WholeFileError) {
        var descriptor = try openPresses()
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotWrite(path: folder.presses, errno: errno) }
        if status.st_mode & S_IFMT != S_IFREG || status.st_size > 0 && !hasHeading(descriptor) {
            try replace(&descriptor, by: folder.damagedPresses)
            logger.warning(
                "the records of presses were damaged and are set aside; new ones are started",
                metadata: ["path": "\(folder.damagedPresses)"])
            status.st_size = 0
        } else if Int(status.st_size) + line.count > largest {
            // Synced before it is renamed: otherwise a power cut could leave an empty file in its place.
            _ = fdatasync(descriptor)
            try replace(&descriptor, by: folder.olderPresses)
            status.st_size = 0
        }
        var bytes = status.st_size == 0 ? PressLine.heading : []
        if !WholeFile.endsInLine(descriptor) { bytes.append(UInt8(ascii: "\n")) }
        let code = WholeFile.put(bytes + line, into: descriptor)
        guard code == 0 else { throw .cannotWrite(path: folder.presses, errno: code) }
    }

    private func openPresses() throws(WholeFileError) -> Int32 {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = open(folder.presses, flags, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: folder.presses, errno: errno) }
        return descriptor
    }

    private func hasHeading(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: PressLine.heading.count)
        return pread(descriptor, &bytes, bytes.count, 0) == bytes.count && bytes == PressLine.heading
    }

    private func replace(_ descriptor: inout Int32, by path: String) throws(WholeFileError) {
        guard rename(folder.presses, path) == 0 else { throw .cannotWrite(path: path, errno: errno) }
        let new = try openPresses()
        close(descriptor)
        descriptor = new
    }
}
