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
        /// It was there, and is over.
        case gone
        case tooLarge = "too_large"
        case wrongMediaType = "wrong_media_type"
        /// The message is for another host.
        case misdirected = "misdirected_request"
        case notAcceptable = "out_of_range"
        /// A client has as many open goals as there can be.
        case goalsFull = "goals_full"
        /// Too many wrong passwords or codes, or too many at once.
        case tooMany = "too_many"
        case storeFailed = "store_failed"
        /// This machine has no voice.
        case cannotSpeak = "cannot_speak"

        /// The status that it is answered with.
        public var status: Int {
            switch self {
            case .badRequest: 400
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .methodNotAllowed: 405
            case .conflict: 409
            case .gone: 410
            case .tooLarge: 413
            case .wrongMediaType: 415
            case .misdirected: 421
            case .notAcceptable, .goalsFull: 422
            case .tooMany: 429
            case .storeFailed, .cannotSpeak: 503
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
    /// What is wrong with each field, where it is more than one; the first is `field` with `detail`.
    public var errors: [FieldError]?
    /// What is there now, where the problem is a conflict with it.
    public var current: Current?

    /// What is wrong with one of several fields.
    public struct FieldError: Codable, Sendable, Equatable {
        /// As `CareProblem.field` names it.
        public var field: String
        /// What is wrong, and what to do.
        public var detail: String

        public init(field: String, detail: String) {
            self.field = field
            self.detail = detail
        }
    }

    /// What a message did not fit to; in JSON a member with the name of the case.
    public indirect enum Current: Sendable, Equatable {
        case request(Request)
        case person(Person)
        case need(Need)
        case proposal(NeedProposal)
        case routine(Routine)
        case occurrence(RoutineOccurrence)
        case reminder(Reminder)
        case place(Place)
        case duty(Duty)
        case reward(Reward)
        case grant(RewardGrant)
        case file(HomeFile)
        /// Why a file was refused.
        case findings([FileFinding])
    }

    public init(_ kind: Kind, _ detail: String, field: String? = nil, current: Current? = nil) {
        self.type = "urn:beckon:problem:" + kind.rawValue
        self.title = kind.title
        self.status = kind.status
        self.detail = detail
        self.field = field
        self.current = current
    }

    /// What is wrong with a field, of one or of several; `nil` where nothing is.
    public func detail(of field: String) -> String? {
        errors?.first { $0.field == field }?.detail ?? (self.field == field ? detail : nil)
    }

    /// The request as it is now, where that is what the message did not fit to.
    public var request: Request? {
        if case .request(let request) = current { request } else { nil }
    }

    /// The kind, as far as this version knows it.
    public var kind: Kind? {
        Kind.allCases.first { "urn:beckon:problem:" + $0.rawValue == type }
    }

    public var description: String {
        field.map { "\(title): \($0): \(detail)" } ?? "\(title): \(detail)"
    }
}

extension CareProblem {
    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, field, errors
        case request, person, need, proposal, routine, occurrence, reminder, place, duty, reward, grant
        case file, findings
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func current<Value: Decodable>(_ key: CodingKeys, _ make: (Value) -> Current) throws -> Current? {
            try container.decodeIfPresent(Value.self, forKey: key).map(make)
        }
        type = try container.decode(String.self, forKey: .type)
        title = try container.decode(String.self, forKey: .title)
        status = try container.decode(Int.self, forKey: .status)
        detail = try container.decode(String.self, forKey: .detail)
        field = try container.decodeIfPresent(String.self, forKey: .field)
        errors = try container.decodeIfPresent([FieldError].self, forKey: .errors)
        let ofCare =
            try current(.request, Current.request) ?? current(.person, Current.person)
            ?? current(.need, Current.need) ?? current(.proposal, Current.proposal)
            ?? current(.routine, Current.routine) ?? current(.occurrence, Current.occurrence)
        let ofOthers =
            try current(.reminder, Current.reminder) ?? current(.place, Current.place)
            ?? current(.duty, Current.duty) ?? current(.reward, Current.reward)
            ?? current(.grant, Current.grant)
        let ofFiles = try current(.file, Current.file) ?? current(.findings, Current.findings)
        self.current = ofCare ?? ofOthers ?? ofFiles
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(status, forKey: .status)
        try container.encode(detail, forKey: .detail)
        try container.encodeIfPresent(field, forKey: .field)
        try container.encodeIfPresent(errors, forKey: .errors)
        switch current {
        case .request(let value): try container.encode(value, forKey: .request)
        case .person(let value): try container.encode(value, forKey: .person)
        case .need(let value): try container.encode(value, forKey: .need)
        case .proposal(let value): try container.encode(value, forKey: .proposal)
        case .routine(let value): try container.encode(value, forKey: .routine)
        case .occurrence(let value): try container.encode(value, forKey: .occurrence)
        case .reminder(let value): try container.encode(value, forKey: .reminder)
        case .place(let value): try container.encode(value, forKey: .place)
        case .duty(let value): try container.encode(value, forKey: .duty)
        case .reward(let value): try container.encode(value, forKey: .reward)
        case .grant(let value): try container.encode(value, forKey: .grant)
        case .file(let value): try container.encode(value, forKey: .file)
        case .findings(let value): try container.encode(value, forKey: .findings)
        case nil: break
        }
    }
}

extension CareProblem.Kind {
    /// In words, for people.
    public var title: String {
        switch self {
        case .badRequest: "the message cannot be read"
        case .unauthorized: "not logged in, and no valid token"
        case .forbidden: "this is not allowed"
        case .notFound: "there is no such thing"
        case .methodNotAllowed: "this method does not exist here"
        case .conflict: "this does not fit what is stored"
        case .gone: "this is over"
        case .tooLarge: "the message is too long"
        case .wrongMediaType: "this kind of message is not accepted here"
        case .misdirected: "this service has another name"
        case .notAcceptable: "a value is out of range"
        case .goalsFull: "there is no room for another goal"
        case .tooMany: "too often: wait a little"
        case .storeFailed: "the service cannot store anything now"
        case .cannotSpeak: "this machine cannot speak now"
        }
    }
}
