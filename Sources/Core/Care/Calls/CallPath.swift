public import Recurrence
public import FoundationEssentials

/// The way of a call: whom it reaches after how long without an answer, besides the stations, which sound every call at once.
///
/// Steps only ever add people. Whom a step means is found out when it is taken, because duties change in the meantime.
public struct CallPath: Codable, Sendable, Equatable, Identifiable {
    /// As a program of on-call duty has at most (Vocera: 20).
    public static let mostSteps = 20
    /// A call reaches everybody after this at the latest. Seconds.
    public static let longestWait = 3600

    /// Made once by the sender.
    public var id: UUID
    /// What the home calls it: `Nights in the east`.
    public var name: String
    /// For calls of these priorities; none: of all.
    @MayBeAbsent public var priorities: [Priority]
    /// For clients in this zone or room; `nil`: in all.
    public var place: String?
    /// For calls that come in these hours of the home's day; `nil`: at any time.
    public var hours: QuietHours?
    /// In the order of their times. The last reaches everybody.
    public var steps: [CallPathStep]

    public init(
        id: UUID, name: String, priorities: [Priority] = [], place: String? = nil, hours: QuietHours? = nil,
        steps: [CallPathStep]
    ) {
        self.id = id
        self.name = name
        self.priorities = priorities
        self.place = place
        self.hours = hours
        self.steps = steps
    }

    /// Whether it is the way of a call.
    ///
    /// - Parameters:
    ///   - places: Where the client is: their room, its zone.
    ///   - zone: The home's.
    public func applies(to priority: Priority, in places: [String], at moment: Date, zone: ZoneRules) -> Bool
    {
        (priorities.isEmpty || priorities.contains(priority))
            && (place.map(places.contains) ?? true)
            && (hours.map { $0.end(at: moment, zone: zone) != nil } ?? true)
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.name(name, "name")
        if let place { try FieldChecks.id(place, "place", mayHaveCapitals: true) }
        if let hours {
            try FieldChecks.number(hours.from, "hours.from", in: 0...1439, "minutes")
            try FieldChecks.number(hours.until, "hours.until", in: 0...1439, "minutes")
            guard hours.from != hours.until else {
                throw FieldProblem(
                    "hours", "they begin and end at the same minute: leave them out for the whole day")
            }
        }
        guard let last = steps.last, steps.count <= Self.mostSteps else {
            throw FieldProblem("steps", "there must be 1 to \(Self.mostSteps) of them")
        }
        for (index, step) in steps.enumerated() {
            let field = "steps.\(index)"
            try FieldChecks.number(step.after, "\(field).after", in: 0...Self.longestWait, "seconds")
            if index > 0, step.after <= steps[index - 1].after {
                throw FieldProblem("\(field).after", "each step must be later than the one before")
            }
            guard !step.who.isEmpty, step.who.count <= 50 else {
                throw FieldProblem("\(field).who", "name 1 to 50 of those whom it reaches")
            }
            for who in step.who { try who.check("\(field).who") }
        }
        guard last.who == [.everybody] else {
            throw FieldProblem(
                "steps.\(steps.count - 1).who",
                "the last step must reach everybody: a call must not stay with people who cannot come")
        }
        guard !steps.dropLast().contains(where: { $0.who.contains(.everybody) }) else {
            throw FieldProblem("steps", "only the last step reaches everybody: remove those after it")
        }
    }
}

/// One step of a call's way.
public struct CallPathStep: Codable, Sendable, Equatable {
    /// How long after the call began, 0–3600 s; after the moment at which a claim has lapsed, too.
    public var after: Int
    /// Whom it reaches, besides those whom the steps before it have.
    public var who: [CallTarget]

    public init(after: Int, who: [CallTarget]) {
        self.after = after
        self.who = who
    }
}

/// Whom a step of a call's way reaches.
public enum CallTarget: Sendable, Hashable {
    /// Those who are assigned to the client at that moment.
    case assigned
    /// Those who are on duty where the client is.
    case onDuty
    /// Those who are on duty with this role, anywhere in the home.
    case role(String)
    /// This person, on duty or not.
    case person(String)
    /// Everybody who can answer a call.
    case everybody

    func check(_ field: String) throws(FieldProblem) {
        switch self {
        case .assigned, .onDuty, .everybody: break
        case .role(let role): try FieldChecks.name(role, "\(field).role")
        case .person(let id): try FieldChecks.id(id, "\(field).person", mayHaveCapitals: true)
        }
    }
}

extension CallTarget: Codable {
    /// The words that JSON has for them.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case assigned
        case onDuty = "on_duty"
        case role, person, everybody
    }

    public var kind: Kind {
        switch self {
        case .assigned: .assigned
        case .onDuty: .onDuty
        case .role: .role
        case .person: .person
        case .everybody: .everybody
        }
    }

    private enum CodingKeys: String, CodingKey { case kind, role, person }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try container.decode(Kind.self, forKey: .kind) {
            case .assigned: .assigned
            case .onDuty: .onDuty
            case .role: .role(try container.decode(String.self, forKey: .role))
            case .person: .person(try container.decode(String.self, forKey: .person))
            case .everybody: .everybody
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        switch self {
        case .assigned, .onDuty, .everybody: break
        case .role(let role): try container.encode(role, forKey: .role)
        case .person(let id): try container.encode(id, forKey: .person)
        }
    }
}

/// The ways of a home's calls: the answer to `GET /call-paths`.
public struct CallPaths: Codable, Sendable, Equatable {
    /// The most that a home can have.
    public static let most = 100

    /// The first that applies to a call is its way.
    public var paths: [CallPath]
    /// The steps of urgent calls, and of all others, to which no path applies.
    @MayBeAbsent public var usualUrgent: [CallPathStep]
    @MayBeAbsent public var usualOther: [CallPathStep]
    /// Rises with each change: what a change replaces.
    public var version: Int
    public var changedAt: Date?
    public var changedBy: String?

    public init(
        paths: [CallPath] = [], usualUrgent: [CallPathStep] = [], usualOther: [CallPathStep] = [],
        version: Int = 0, changedAt: Date? = nil, changedBy: String? = nil
    ) {
        self.paths = paths
        self.usualUrgent = usualUrgent
        self.usualOther = usualOther
        self.version = version
        self.changedAt = changedAt
        self.changedBy = changedBy
    }

    enum CodingKeys: String, CodingKey {
        case paths, version
        case usualUrgent = "usual_urgent"
        case usualOther = "usual_other"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
    }
}

/// The body of `PUT /call-paths`.
public struct NewCallPaths: Codable, Sendable, Equatable {
    public var paths: [CallPath]
    /// The `version` that the sender has read: somebody else's change is not overwritten.
    public var replaces: Int
    public var by: String?

    public init(paths: [CallPath], replaces: Int, by: String? = nil) {
        self.paths = paths
        self.replaces = replaces
        self.by = by
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.text(by, "by")
        guard paths.count <= CallPaths.most else {
            throw FieldProblem("paths", "a home has at most \(CallPaths.most) of them")
        }
        guard Set(paths.map(\.id)).count == paths.count else {
            throw FieldProblem("paths", "two of them have the same id")
        }
        for (index, path) in paths.enumerated() {
            do throws(FieldProblem) { try path.check() } catch {
                throw FieldProblem("paths.\(index).\(error.field)", error.message)
            }
        }
    }
}

extension AlertPolicy {
    /// How long those who are assigned have a call for themselves before those on duty are called too, where the home has not
    /// said otherwise. Seconds.
    private static let dutyUrgent = 20
    private static let dutyOther = 60

    /// The shipped way of a call: the assigned at once, those on duty where the client is after 20 s or 1 min, everybody after 60 s
    /// or 5 min (`escalation(of:)`). The last step is absent where the home has said that nobody is ever called that way.
    public func usualSteps(of priority: Priority) -> [CallPathStep] {
        let duty = priority == .urgent ? Self.dutyUrgent : Self.dutyOther
        let everybody = escalation(of: priority).map { Int($0.components.seconds) }
        var steps = [CallPathStep(after: 0, who: [.assigned])]
        if duty < everybody ?? .max { steps.append(CallPathStep(after: duty, who: [.onDuty])) }
        if let everybody { steps.append(CallPathStep(after: everybody, who: [.everybody])) }
        return steps
    }
}
