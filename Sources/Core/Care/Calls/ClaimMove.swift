public import FoundationEssentials

/// Somebody gives what they are on the way to to another: the body of `POST /handover/claims`.
public struct ClaimMove: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    /// Whose claims, by the name that the calls show.
    public var from: String
    /// Who goes from now on.
    public var to: String
    public var by: String?
    public var at: Date

    public init(id: UUID, from: String, to: String, by: String? = nil, at: Date) {
        self.id = id
        self.from = from
        self.to = to
        self.by = by
        self.at = at
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.name(from, "from")
        try FieldChecks.name(to, "to")
        try FieldChecks.text(by, "by")
        guard from != to else { throw FieldProblem("to", "it is the same name as `from`") }
    }
}

/// The calls that somebody has given to another: the answer to `POST /handover/claims`.
public struct MovedClaims: Codable, Sendable, Equatable {
    /// As they are now; empty where the message came again.
    public var requests: [Request]

    public init(requests: [Request]) { self.requests = requests }
}
