import Foundation

/// The exclusive right of one process to use a store; released with this object or when the process ends.
public final class OwnerLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock `PATH.lock`; throws `.owned` if another process has it.
    public init(for path: String) throws(StoreFileError) {
        let lockPath = path + ".lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreFileError(openingWith: errno, path: lockPath) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let owner = Self.owner(descriptor)
            close(descriptor)
            throw .owned(path: path, by: owner)
        }
        self.descriptor = descriptor
        // The process id is only for another process's error message: the lock works without it.
        let line = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, line, line.count, 0) }
    }

    deinit {
        // Unlocked explicitly: a program that is just being started has a copy of the descriptor until it
        // runs, and only closing this one would leave the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func owner(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)).map { "process \($0)" }
            ?? "its process is not known"
    }
}
