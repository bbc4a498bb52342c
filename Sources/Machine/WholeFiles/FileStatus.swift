public import Glibc

/// What the system says of a file, without opening it. Links are followed.
///
/// It stands here, and not where it is asked for: which C module the system's own record belongs to depends on what else a file imports.
public struct FileStatus: Sendable, Equatable {
    /// What changes when a file is rewritten, replaced, or made readable.
    public struct Stamp: Sendable, Equatable {
        fileprivate let numbers: [Int]
    }

    /// Whether it is a file, and no folder, pipe or device: those could block a reader for ever.
    public let isPlainFile: Bool
    /// Its rights: the last nine bits, such as 0o600.
    public let rights: mode_t
    public let stamp: Stamp

    /// `nil` where it is not there, or its folder may not be opened: `errno` says which.
    public init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        isPlainFile = status.st_mode & S_IFMT == S_IFREG
        rights = status.st_mode & 0o777
        stamp = Stamp(numbers: [
            Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ])
    }
}
