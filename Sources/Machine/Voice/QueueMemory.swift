import Foundation
import Glibc
public import Logging
import RealTime
import Synchronization
import WholeFiles

/// The queue length that each device needs on this machine, kept in a small file across restarts.
///
/// Saving never blocks the caller: a thread of its own writes, and ends when nothing is left to write. Another process
/// of the same home may keep its devices in the same file: entries of other devices stay.
public final class QueueMemory: Sendable {
    /// The file's form.
    private struct Contents: Codable {
        struct Queue: Codable {
            var device: String
            var milliseconds: Int
        }

        var queues: [Queue] = []
    }

    private struct State {
        /// What was read at the start, or learnt since.
        var known: [String: QueueLength]
        /// What is to be written.
        var news: [String: QueueLength] = [:]
        var isWriting = false
    }

    /// 16 KiB; more is not read.
    private static let limit = 16_384
    private static let mostDevices = 32
    private static let longestName = 200

    private let path: String
    private let logger: Logger
    private let state: Mutex<State>
    /// Starts the writing thread; returns whether it will write.
    private let begin: @Sendable (@escaping @Sendable () -> Void) -> Bool

    /// Reads the file; one that is damaged counts as none, and the log says so.
    public convenience init(path: String, logger: Logger) {
        self.init(path: path, logger: logger) { write in
            guard let writer = OwnThread.start("voice-memory", body: write) else { return false }
            writer.detach()
            return true
        }
    }

    init(
        path: String, logger: Logger, begin: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool
    ) {
        self.path = path
        self.logger = logger
        self.begin = begin
        switch Self.read(path) {
        case .success(let lengths): state = Mutex(State(known: lengths))
        case .failure(let damage):
            logger.warning("\(damage) The queue lengths of the sound devices are learnt again.")
            state = Mutex(State(known: [:]))
        }
    }

    /// What was learnt of each device; empty where nothing was, or the file is damaged.
    public static func lengths(at path: String) -> [String: QueueLength] {
        (try? read(path).get()) ?? [:]
    }

    /// What was learnt last, by this run or an earlier one.
    func length(of device: String) -> QueueLength? { state.withLock { $0.known[device] } }

    /// Keeps what was learnt; returns at once.
    func keep(_ length: QueueLength, of device: String) {
        guard device.utf8.count <= Self.longestName else { return }
        let begins = state.withLock { state in
            state.known[device] = length
            state.news[device] = length
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard begins, !begin({ [self] in writeAll() }) else { return }
        state.withLock { $0.isWriting = false }
    }

    private func writeAll() {
        while true {
            let news = state.withLock { state in
                defer { state.news = [:] }
                if state.news.isEmpty { state.isWriting = false }
                return state.news
            }
            guard !news.isEmpty else { return }
            do {
                try locked { try write(news) }
            } catch {
                logger.warning("the queue lengths of the sound devices could not be saved: \(error)")
            }
        }
    }

    /// Puts what is new into the file, beside what another process has put there meanwhile.
    private func write(_ news: [String: QueueLength]) throws {
        var lengths = Self.lengths(at: path).merging(news) { $1 }
        // Unused names are dropped first, in any order.
        for old in lengths.keys.sorted() where lengths.count > Self.mostDevices && news[old] == nil {
            lengths[old] = nil
        }
        try WholeFile.write(Self.bytes(lengths), to: path, mode: 0o600)
    }

    /// Runs a change under a lock between the home's processes; each change takes milliseconds.
    private func locked(_ body: () throws -> Void) throws {
        let lock = path + ".lock"
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw WholeFileError.cannotWrite(path: lock, errno: errno) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw WholeFileError.cannotWrite(path: lock, errno: errno) }
        }
        try body()
    }

    private struct Damage: Error, CustomStringConvertible {
        var description: String
    }

    private static func read(_ path: String) -> Result<[String: QueueLength], Damage> {
        do throws(WholeFileError) {
            guard let bytes = try WholeFile.read(path, limit: limit + 1) else { return .success([:]) }
            guard bytes.count <= limit,
                let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
                contents.queues.count <= mostDevices
            else { return .failure(Damage(description: "\(path) is damaged.")) }
            var lengths: [String: QueueLength] = [:]
            for queue in contents.queues {
                guard let length = QueueLength(milliseconds: queue.milliseconds),
                    queue.device.utf8.count <= longestName
                else { return .failure(Damage(description: "\(path) is damaged.")) }
                lengths[queue.device] = length
            }
            return .success(lengths)
        } catch {
            return .failure(Damage(description: "\(error)"))
        }
    }

    private static func bytes(_ lengths: [String: QueueLength]) throws -> [UInt8] {
        let queues = lengths.sorted { $0.key < $1.key }.map {
            Contents.Queue(device: $0.key, milliseconds: $0.value.milliseconds)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return Array(try encoder.encode(Contents(queues: queues))) + [UInt8(ascii: "\n")]
    }
}
