import Foundation
import GRDB
import Glibc
import WholeFiles

extension StoreFileError {
    /// Translates SQLite's errors.
    public init(_ error: any Error, path: String) {
        switch error {
        case let known as StoreFileError: self = known
        case let error as DatabaseError: self.init(error, path: path)
        default: self = .inputOutput(path: path, detail: "\(error)")
        }
    }

    private init(_ error: DatabaseError, path: String) {
        let detail = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no further word")"
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .corrupt(path: path, detail: detail)
        case .SQLITE_CANTOPEN where Self.nothingOpens: self = .tooManyOpen(path: path)
        case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self = .noPermission(path: path, detail: detail)
        default: self = .inputOutput(path: path, detail: detail)
        }
    }

    /// Why a file did not open, from `errno`.
    init(openingWith code: Int32, path: String) {
        let detail = SystemWords.words(code)
        switch code {
        case ENOSPC, EDQUOT: self = .full(path: path)
        case EMFILE, ENFILE: self = .tooManyOpen(path: path)
        case EIO: self = .inputOutput(path: path, detail: detail)
        default: self = .noPermission(path: path, detail: detail)
        }
    }

    /// SQLite does not report why a file does not open, so this tests whether descriptors have run out.
    private static var nothingOpens: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
        close(descriptor)
        return false
    }
}
