internal import Glibc

/// Identifies a file as long as it exists and keeps its rights: a node that comes back under the same name is
/// another.
struct FileIdentity: Hashable {
    private let device: UInt
    private let inode: UInt
    /// When its rights last changed.
    private let changedSeconds: Int
    private let changedNanoseconds: Int

    /// `nil` if there is no such file. Links are followed.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        changedSeconds = status.st_ctim.tv_sec
        changedNanoseconds = status.st_ctim.tv_nsec
    }

    /// The same file, whatever became of its rights.
    func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }
}
