import Foundation
import WholeFiles

/// The header of an SQLite file, read without SQLite so that no files are written beside it.
///
/// Offsets after <https://www.sqlite.org/fileformat.html>, section 1.3.
enum StoreHeader: Equatable {
    /// No file, or an empty one.
    case absent
    case damaged(String)
    case sqlite(applicationID: Int32, version: Int)

    private static let length = 100
    private static let magic = Data("SQLite format 3\u{0}".utf8)

    static func read(_ path: String) throws(StoreFileError) -> StoreHeader {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return .absent }
            throw StoreFileError(openingWith: code, path: path)
        }
        defer { close(descriptor) }
        var bytes = Data(count: length)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, length, 0) }
        guard count >= 0 else {
            let code = errno
            if code == EISDIR { throw .foreign(path: path, wanted: "a file") }
            throw .inputOutput(path: path, detail: SystemWords.words(code))
        }
        if count == 0 { return .absent }
        guard count == length, bytes.prefix(magic.count) == magic else {
            return .damaged(count < length ? "only \(count) bytes long" : "its beginning is not SQLite's")
        }
        return .sqlite(
            applicationID: Int32(bitPattern: bigEndian(bytes, 68)), version: Int(bigEndian(bytes, 60)))
    }

    private static func bigEndian(_ bytes: Data, _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
