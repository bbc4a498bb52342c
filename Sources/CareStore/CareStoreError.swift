public import Care
public import Foundation
public import StoreFiles

/// Why the store did not do what it was asked.
public enum CareStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be used, now or at all.
    case file(StoreFileError)
    /// The same id came with another content; `current` is what is stored, where it is a request.
    case sameIDOtherContent(UUID, current: Request?)
    case unknownRequest(UUID)
    /// The request may not make this move.
    case move(RequestMoveError, current: Request)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .sameIDOtherContent(let id, _):
            "the id \(id) is stored with another content: make a new id for what is new"
        case .unknownRequest(let id): "there is no request \(id)"
        case .move(let error, _): error.description
        }
    }
}
