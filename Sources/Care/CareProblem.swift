/// What the service answers when it does not do what it was asked: problem details after RFC 9457.
public struct CareProblem: Codable, Sendable, Equatable, Error, CustomStringConvertible {
    /// Which kind of problem, for programs.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case badRequest = "bad_request"
        case unauthorized
        case forbidden
        case notFound = "not_found"
        case methodNotAllowed = "method_not_allowed"
        case conflict
        case tooLarge = "too_large"
        case wrongMediaType = "wrong_media_type"
        case notAcceptable = "out_of_range"
        case storeFailed = "store_failed"

        /// The status that it is answered with.
        public var status: Int {
            switch self {
            case .badRequest: 400
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .methodNotAllowed: 405
            case .conflict: 409
            case .tooLarge: 413
            case .wrongMediaType: 415
            case .notAcceptable: 422
            case .storeFailed: 503
            }
        }
    }

    /// `urn:beckon:problem:` and the kind.
    public var type: String
    /// The same for every problem of this kind.
    public var title: String
    public var status: Int
    /// What is wrong this time, and what to do.
    public var detail: String
    /// The field of the body, parameter of the path or query, or header that is wrong, e.g. `asked_at`.
    public var field: String?
    /// The request as it is now, where the problem is a conflict with it.
    public var request: Request?

    public init(_ kind: Kind, _ detail: String, field: String? = nil, request: Request? = nil) {
        self.type = "urn:beckon:problem:" + kind.rawValue
        self.title = kind.title
        self.status = kind.status
        self.detail = detail
        self.field = field
        self.request = request
    }

    /// The kind, as far as this version knows it.
    public var kind: Kind? {
        Kind.allCases.first { "urn:beckon:problem:" + $0.rawValue == type }
    }

    public var description: String {
        field.map { "\(title): \($0): \(detail)" } ?? "\(title): \(detail)"
    }
}

extension CareProblem.Kind {
    /// In words, for people.
    public var title: String {
        switch self {
        case .badRequest: "the message cannot be read"
        case .unauthorized: "no valid token"
        case .forbidden: "this token may not do that"
        case .notFound: "there is no such thing"
        case .methodNotAllowed: "this method does not exist here"
        case .conflict: "this does not fit what is stored"
        case .tooLarge: "the message is too long"
        case .wrongMediaType: "the message is not JSON"
        case .notAcceptable: "a value is out of range"
        case .storeFailed: "the service cannot store anything now"
        }
    }
}
