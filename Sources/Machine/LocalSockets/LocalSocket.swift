import Glibc
import Synchronization

/// The socket file through which a home's own kiosk and station reach its service: no other user of the
/// machine can connect there.
///
/// Only its owner can enter its folder. The address of a socket has at most 107 bytes; if the path is longer,
/// the folder is opened and the address uses its descriptor.
public final class LocalSocket: Sendable {
    /// Identifies one file among successive ones with the same name: each service makes its own.
    public struct File: Equatable, Sendable {
        let inode: UInt64
        /// Its change time, because inode numbers are reused.
        let seconds: Int
        let nanoseconds: Int
    }

    /// What the kernel takes, without the zero at the end: `sun_path` has 108 bytes.
    static let longestAddress = 107

    /// Where the file is, however long that is.
    public let path: String
    /// The folder's descriptor if needed, open as long as this object exists; -1 until then.
    private let folder = Mutex<Int32>(-1)

    public init(path: String) { self.path = path }

    deinit {
        let descriptor = folder.withLock { $0 }
        if descriptor >= 0 { close(descriptor) }
    }

    /// The present file; `nil` if there is none. It may be left over from a service that has ended.
    public var file: File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return File(
            inode: UInt64(status.st_ino), seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    }

    /// The same file under a name that the kernel accepts, valid only in this process; `nil` while its folder
    /// cannot be opened.
    public var address: String? {
        if path.utf8.count <= Self.longestAddress { return path }
        let descriptor = folder.withLock { descriptor in
            if descriptor < 0 { descriptor = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            return descriptor
        }
        return descriptor < 0 ? nil : "/proc/self/fd/\(descriptor)/\(name)"
    }

    /// Makes the folder, only for its owner; returns the address to listen on.
    public func prepare() throws(LocalSocketError) -> String {
        if mkdir(folderPath, 0o700) != 0, errno != EEXIST { throw failure("cannot be made") }
        let descriptor = open(folderPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot be opened") }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o700) == 0 else { throw failure("cannot be kept from other users") }
        guard let address else { throw failure("cannot be opened") }
        return address
    }

    /// Removes the file, so that nobody tries it in vain.
    public func remove() { unlink(path) }

    private var folderPath: String { String(path.prefix(path.count - name.count - 1)) }

    private var name: Substring {
        path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }

    private func failure(_ what: String) -> LocalSocketError {
        LocalSocketError(path: folderPath, detail: "\(what) (\(String(cString: strerror(errno))))")
    }
}

/// Why there is no such socket.
public struct LocalSocketError: Error, Equatable, Sendable, CustomStringConvertible {
    public let path: String
    public let detail: String

    public var description: String { "\(path) \(detail)" }
}
