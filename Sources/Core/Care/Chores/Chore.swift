public import FoundationEssentials

/// What makes one due time a chore, and how far that is.
///
/// In messages and in the store the members of both parts stand side by side.
@dynamicMemberLookup
public struct Chore: Codable, Sendable, Equatable {
    /// Where one stands that somebody else has to approve once it is done.
    public enum Approval: String, Codable, Sendable, CaseIterable {
        /// It is not done yet.
        case needed
        /// It is done, and waits for approval. Until then nothing of it counts.
        case waiting
        case given
    }

    /// What the plan says, and what is worked out for whoever reads it.
    public struct Terms: Codable, Sendable, Equatable {
        /// Whose plan it is part of.
        @MayBeAbsent public var audience: Audience = .client
        /// Whether it was planned as one, though it is a client's, without points or approval.
        @PresentIfTrue public var isPlannedAsChore: Bool = false
        /// What it is worth once it counts, 1–1000; absent for nothing.
        public var points: Int?
        /// How long it usually takes, in minutes, 1–1440; absent where nobody has said so.
        public var minutes: Int?
        /// In how many parts it is done, 2–100; absent for one.
        public var count: Int?
        /// Absent where nobody has to approve it.
        public var approval: Approval?
        /// Who has done what of it, by id, while it waits for approval, and in the event that tells of the answer: none of them says that
        /// it counts. Empty where nobody knows; absent otherwise, and where an earlier version has stored it without a name.
        public var doneBy: [String]?
        /// Who has just said whether it counts, by name; only in the event that tells of it, which has `doneBy`, too.
        public var answeredBy: String?
        /// What shows that it is done, to whoever approves it; absent where saying so is enough.
        public var proof: ChoreProof?
        /// When whoever has it was last reminded of it by somebody, within a day; only in the feed of whoever has it.
        public var remindedAt: Date?
        /// Who asked for that, by name; absent where nobody knows.
        public var remindedBy: String?

        enum CodingKeys: String, CodingKey {
            case audience, points, minutes, count, approval, proof
            case isPlannedAsChore = "as_chore"
            case doneBy = "done_by"
            case answeredBy = "answered_by"
            case remindedAt = "reminded_at"
            case remindedBy = "reminded_by"
        }
    }

    /// What people have entered about it while it is open. All of this, and nothing else, is kept where the plan is written anew around it.
    public struct Entered: Codable, Sendable, Equatable {
        /// How many parts are done, 1 to `count`; absent for none.
        public var parts: Int?
        /// Why what was done last does not count, until something of it is done anew; absent where nobody has said so.
        public var notYet: String?
        /// Whose it was by the plan, where somebody else has claimed it, got it or swapped it.
        public var turn: Assignment?
        /// The entry by which that came: what an undo names.
        public var entry: UUID?
        /// Whom whoever has it has asked to do it, with the answer, until it changes hands otherwise, or is done or skipped.
        public var offer: ChoreOffer?

        enum CodingKeys: String, CodingKey {
            case parts, turn, entry, offer
            case notYet = "not_yet"
        }
    }

    public var terms = Terms()
    public var entered = Entered()

    public init(
        audience: Audience = .client, isPlannedAsChore: Bool = false, points: Int? = nil, minutes: Int? = nil,
        count: Int? = nil,
        parts: Int? = nil, approval: Approval? = nil, doneBy: [String]? = nil, notYet: String? = nil,
        answeredBy: String? = nil, proof: ChoreProof? = nil, turn: Assignment? = nil, entry: UUID? = nil,
        remindedAt: Date? = nil, remindedBy: String? = nil
    ) {
        terms = Terms(
            audience: audience, isPlannedAsChore: isPlannedAsChore, points: points, minutes: minutes,
            count: count,
            approval: approval, doneBy: doneBy, answeredBy: answeredBy, proof: proof, remindedAt: remindedAt,
            remindedBy: remindedBy)
        entered = Entered(parts: parts, notYet: notYet, turn: turn, entry: entry)
    }

    public init(from decoder: any Decoder) throws {
        terms = try Terms(from: decoder)
        entered = try Entered(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try terms.encode(to: encoder)
        try entered.encode(to: encoder)
    }

    public subscript<Member>(dynamicMember member: WritableKeyPath<Terms, Member>) -> Member {
        get { terms[keyPath: member] }
        set { terms[keyPath: member] = newValue }
    }

    public subscript<Member>(dynamicMember member: WritableKeyPath<Entered, Member>) -> Member {
        get { entered[keyPath: member] }
        set { entered[keyPath: member] = newValue }
    }

    /// Whether there is nothing to say of it: a client's, done as a whole by whoever the plan has.
    public var isEmpty: Bool { self == Chore() }

    /// Whether it is work that people share, and not only a client's plan in other hands.
    public var isWork: Bool {
        terms.audience != .client || terms.isPlannedAsChore || terms.points != nil || terms.approval != nil
    }
}

extension RoutineContent {
    /// Whether it is work that people share: in the feed, counted for those who do it, and skipped only with a reason.
    public var isChore: Bool { chore.isWork }

    /// What each of its due times begins with.
    public var chore: Chore {
        Chore(
            audience: audience, isPlannedAsChore: isPlannedAsChore,
            points: points.flatMap { $0 > 0 ? $0 : nil }, minutes: minutes,
            count: count.flatMap { $0 > 1 ? $0 : nil },
            approval: needsApproval || proof != nil ? .needed : nil, proof: proof)
    }
}

extension RoutineOccurrence {
    /// The `client` of what is no client's: no person can have this id.
    public static let noClient = "*"

    /// Whose plan it is part of.
    public var audience: Audience { chore?.audience ?? .client }

    /// Whether a client hears of it at their kiosk, and may mark it there: it is theirs by the plan, or they are the one who does it.
    public func isOwn(of client: String) -> Bool {
        assignment.person == client || isClientsOwn && self.client == client
    }

    /// In how many parts it is done.
    public var count: Int { chore?.count ?? 1 }

    /// Gives it to somebody else than the plan does, or back to whoever the plan has.
    ///
    /// - Parameters:
    ///   - other: `nil` for the plan's own.
    ///   - entry: By which that came.
    mutating public func put(inHandsOf other: Assignment?, by entry: UUID? = nil) {
        var chore = chore ?? Chore()
        let planned = chore.turn ?? assignment
        (chore.turn, chore.entry) = other == nil ? (nil, nil) : (planned, entry)
        assignment = other ?? planned
        self.chore = chore.isEmpty ? nil : chore
        if audience == .person, let name = assignment.name { clientName = name }
    }
}
