import Foundation
import Glibc
public import WholeFiles

/// `beckon.yaml` as bytes: read, copied to `beckon.yaml.bak`, and replaced atomically.
public struct SettingsRewrite: Sendable {
    /// The path of the settings; a link is followed, so that it stays a link.
    public let path: String
    public let bytes: [UInt8]

    /// The copy of what was there before.
    public var backup: String { path + ".bak" }

    /// Larger files are refused by the reader of settings as well.
    private static let limit = 1_048_577

    /// Reads the file.
    public init(path: String) throws(WholeFileError) {
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let bytes = try WholeFile.read(self.path, limit: Self.limit) else {
            throw .cannotRead(path: path, errno: ENOENT)
        }
        self.bytes = bytes
    }

    /// The bytes of the copy; `nil` if there is none.
    public func backupBytes() throws(WholeFileError) -> [UInt8]? {
        try WholeFile.read(backup, limit: Self.limit)
    }

    /// Replaces the bytes that were read, after copying them. Throws if somebody has written the file
    /// meanwhile.
    public func replace(with new: [UInt8]) throws(WholeFileError) {
        try WholeFile.write(bytes, to: backup, mode: 0o600)
        guard try WholeFile.read(path, limit: Self.limit) == bytes else {
            throw .changedMeanwhile(path: path)
        }
        try WholeFile.write(new, to: path, mode: 0o644)
    }
}
