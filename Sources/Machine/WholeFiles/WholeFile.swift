import Foundation
public import Glibc

/// Reading and writing whole files so that a power cut leaves the old one or the new one, never a part.
public enum WholeFile {
    /// The bytes of a plain file; `nil` if there is none.
    ///
    /// - Parameter limit: nothing beyond it is read.
    public static func read(_ path: String, limit: Int) throws(WholeFileError) -> [UInt8]? {
        // So that a pipe without a writer does not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw .cannotRead(path: path, errno: code)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        var bytes = [UInt8](repeating: 0, count: min(limit, Int(status.st_size)))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { whole in
                let rest = UnsafeMutableRawBufferPointer(rebasing: whole[count...])
                return Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .cannotRead(path: path, errno: errno) }
            guard got > 0 else { break }
            count += got
        }
        return Array(bytes.prefix(count))
    }

    /// Writes beside, to the disk, and renames.
    ///
    /// - Parameter mode: for a new file; one that is there keeps its rights and, as far as allowed, its owner.
    public static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t = 0o644
    ) throws(WholeFileError) {
        var old = stat()
        let isThere = stat(path, &old) == 0
        let partial = "\(path).\(getpid()).partial"
        unlink(partial)
        // A new file's rights are limited by the process's mask, as with any other program.
        let rights = isThere ? 0o600 : mode
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        let code = fill(descriptor, bytes, like: isThere ? old : nil)
        close(descriptor)
        guard code == 0, rename(partial, path) == 0 else {
            let reason = code == 0 ? errno : code
            unlink(partial)
            throw .cannotWrite(path: path, errno: reason)
        }
        syncFolder(of: path)
    }

    /// Adds a line and waits for the disk.
    public static func append(_ line: [UInt8], to path: String) throws(WholeFileError) {
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        defer { close(descriptor) }
        let code = put(endsInLine(descriptor) ? line : [UInt8(ascii: "\n")] + line, into: descriptor)
        guard code == 0, fsync(descriptor) == 0 else {
            throw .cannotWrite(path: path, errno: code == 0 ? errno : code)
        }
    }

    /// Whether the next line can begin at the end of the file: a power cut may have left half a line.
    public static func endsInLine(_ descriptor: Int32) -> Bool {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size > 0 else { return true }
        var last: UInt8 = 0
        return pread(descriptor, &last, 1, size - 1) == 1 && last == UInt8(ascii: "\n")
    }

    /// Writes all bytes; 0, or the system's number of what went wrong.
    public static func put(_ bytes: [UInt8], into descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { whole in
                let rest = UnsafeRawBufferPointer(rebasing: whole[written...])
                return Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno == 0 ? EIO : errno }
            written += count
        }
        return 0
    }

    private static func fill(_ descriptor: Int32, _ bytes: [UInt8], like old: stat?) -> Int32 {
        let code = put(bytes, into: descriptor)
        guard code == 0 else { return code }
        if let old {
            // Only root may change a file's owner; for other users it is the same already.
            _ = fchown(descriptor, old.st_uid, old.st_gid)
            guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { return errno }
        }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// So that the new name is on disk as well. If the file system does not support this, the rename is as
    /// safe as it gets.
    public static func syncFolder(of path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}
