public import Care
public import Foundation
import GRDB

/// The way of one call: its steps, with those whom they reach at this moment.
struct CallWay {
    private let steps: [CallPathStep]
    private let request: Request
    /// When the shipped way reaches everybody, in whatever unit the settings have it; `nil` for a way of the home's own.
    private let usualEscalation: Duration?

    /// The home's own for this call, or else the shipped one.
    init(of request: Request, policy: AlertPolicy, _ keeper: RoutineKeeper, in db: Database) throws {
        self.request = request
        let paths = try CallPaths.stored(in: db)?.paths ?? []
        let places = paths.contains { $0.place != nil } ? try Self.places(of: request.client, in: db) : []
        let own = paths.first {
            $0.applies(to: request.priority, in: places, at: keeper.now, zone: keeper.home)
        }
        steps = own?.steps ?? policy.usualSteps(of: request.priority)
        usualEscalation = own == nil ? policy.escalation(of: request.priority) : nil
    }

    /// Those steps that are taken later, in their order, and when; the last is the escalation, which reaches everybody.
    var later: [(who: [CallTarget], after: Duration)] {
        steps.compactMap { step in
            let isEscalation = step.who == [.everybody]
            let after = isEscalation ? usualEscalation ?? .seconds(step.after) : .seconds(step.after)
            return isEscalation || step.after > 0 ? (step.who, after) : nil
        }
    }

    /// Whom it reaches when it begins: those of its first step. Where that is nobody, the next steps are taken at once, and where it
    /// is nobody again, everybody is reached: no call waits for people who are not there.
    ///
    /// - Parameter besides: Those whom it has reached before; `nil`: everybody.
    func reachesAtOnce(
        _ keeper: RoutineKeeper, besides before: [String]? = [], in db: Database
    ) throws -> [String]? {
        guard let before else { return nil }
        // A home that lets only its stations sound at first has said so.
        guard let first = steps.first, first.after == 0 else { return before }
        for step in steps {
            guard let reached = try Self.people(step.who, for: request, keeper, in: db) else { return nil }
            if !reached.isEmpty { return Self.union(before, reached) }
        }
        return nil
    }

    /// Those whom a step reaches now, besides those whom the call has reached; `nil`: everybody.
    static func reached(
        _ who: [CallTarget], of request: Request, _ keeper: RoutineKeeper, in db: Database
    ) throws -> [String]? {
        guard let before = request.reaches, let people = try people(who, for: request, keeper, in: db) else {
            return nil
        }
        return union(before, people)
    }

    private static func union(_ before: [String], _ more: [String]) -> [String] {
        before + more.filter { !before.contains($0) }
    }

    /// The people whom these mean at this moment; `nil`: everybody.
    private static func people(
        _ who: [CallTarget], for request: Request, _ keeper: RoutineKeeper, in db: Database
    ) throws -> [String]? {
        var people: [String] = []
        for target in who {
            switch target {
            case .everybody: return nil
            case .person(let id):
                let person = try keeper.people(in: db).first { $0.id == id && $0.isActive && $0.answersCalls }
                if let person { people.append(person.id) }
            case .assigned, .onDuty, .role: break
            }
        }
        return union([], people)
    }

    private static func places(of client: String, in db: Database) throws -> [String] { [] }
}

extension Person {
    /// Whether they can be called and can answer.
    var answersCalls: Bool { role == .caregiver || role == .coordinator }
}

extension CallPaths {
    /// `nil` while the home has none of its own, or where they cannot be read: then the shipped ones hold.
    static func stored(in db: Database) throws -> CallPaths? {
        try String.fetchOne(db, sql: "SELECT content FROM call_paths").flatMap { Stored.readable($0) }
    }

    fileprivate func withUsual(_ policy: AlertPolicy) -> CallPaths {
        var paths = self
        paths.usualUrgent = policy.usualSteps(of: .urgent)
        paths.usualOther = policy.usualSteps(of: .normal)
        return paths
    }
}

extension CareStore {
    /// The home's own ways of calls, and those of all other calls.
    public func callPaths() async throws(CareStoreError) -> CallPaths {
        let policy = policy
        return try await read { db in (try CallPaths.stored(in: db) ?? CallPaths()).withUsual(policy) }
    }

    /// Replaces the home's ways of calls. Calls that are under way keep their steps.
    ///
    /// Throws `.callPathsChanged` where somebody else has changed them since the writer read them.
    public func setCallPaths(_ new: NewCallPaths, at: Date) async throws(CareStoreError) -> (
        CallPaths, isNew: Bool
    ) {
        let policy = policy
        return try await write { db in
            let stored = try CallPaths.stored(in: db) ?? CallPaths()
            if stored.paths == new.paths { return (stored.withUsual(policy), false) }
            guard new.replaces == stored.version else {
                throw CareStoreError.callPathsChanged(version: stored.version)
            }
            for (index, path) in new.paths.enumerated() {
                try check(path, "paths.\(index)", in: db)
            }
            let changed = CallPaths(
                paths: new.paths, version: stored.version + 1, changedAt: Date(milliseconds: at.milliseconds),
                changedBy: new.by)
            try db.execute(
                sql: "INSERT OR REPLACE INTO call_paths (only_row, content) VALUES (1, ?)",
                arguments: [try Stored.text(changed)])
            try trail?.note(
                .callPathsChanged, about: nil, changes: Self.changes(from: stored.paths, to: new.paths),
                in: db)
            return (changed.withUsual(policy), true)
        }
    }

    private func check(_ path: CallPath, _ field: String, in db: Database) throws {
        for (index, step) in path.steps.enumerated() {
            for case .person(let id) in step.who where try !People.contains(id, in: db) {
                throw CareStoreError.invalid(
                    field: "\(field).steps.\(index).who.person", "nobody in this home has the id \(id)")
            }
        }
    }

    /// The names of those that were added, changed or removed.
    private static func changes(from old: [CallPath], to new: [CallPath]) -> [AuditChange] {
        let touched =
            new.filter { !old.contains($0) } + old.filter { path in !new.contains { $0.id == path.id } }
        return touched.map { .named($0.name) }
    }
}
