import Foundation
import GRDB

extension StoreFileError {
    /// Says what an error of SQLite's means for the file.
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
        case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self = .noPermission(path: path, detail: detail)
        default: self = .inputOutput(path: path, detail: detail)
        }
    }
}
