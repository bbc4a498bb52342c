public import Care
public import Foundation
import Duties
import GRDB

/// The way of one call at a moment: its steps, and those whom they reach then.
struct CallWay {
    private let steps: [CallPathStep]
    private let callees: Callees
    /// When the shipped way reaches everybody, in whatever unit the settings have it; `nil` for a way of the home's own.
    private let usualEscalation: Duration?

    /// The home's own for this call, or else the shipped one.
    init(
        of request: Request, policy: AlertPolicy, _ keeper: RoutineKeeper, _ duties: DutyReader,
        in db: Database
    ) throws {
        callees = try Callees(of: request.client, at: keeper.now, duties, in: db)
        let places = callees.places
        let own = try CallPaths.stored(in: db)?.paths.first {
            $0.applies(to: request.priority, in: places, at: keeper.now, zone: keeper.home)
        }
        steps = own?.steps ?? policy.usualSteps(of: request.priority)
        usualEscalation = own == nil ? policy.escalation(of: request.priority) : nil
    }

    /// Whether its first step reaches everybody at once, so that no later one reaches more.
    var beginsWithEverybody: Bool { steps.first.map { $0.after == 0 && $0.who == [.everybody] } ?? false }

    /// Those steps that are taken later, in their order, and when; the last is the escalation, which reaches everybody, unless the first
    /// has done that.
    var later: [(who: [CallTarget], after: Duration)] {
        guard !beginsWithEverybody else { return [] }
        return steps.compactMap { step in
            let isEscalation = step.who == [.everybody]
            let after = isEscalation ? usualEscalation ?? .seconds(step.after) : .seconds(step.after)
            return isEscalation || step.after > 0 ? (step.who, after) : nil
        }
    }

    /// Where it begins with everybody, what is the home's own is told at once, as an escalation would tell it (decision 0571).
    func tellHome(
        _ request: Request, over channels: DeliveryChannels, at now: Date, in db: Database
    ) throws {
        guard beginsWithEverybody else { return }
        try Messages.tellHome(request, at: now, in: db)
        try channels.tell(request, at: now, in: db)
    }

    /// Whom it reaches when it begins: those of its first step. Where that is nobody, the next steps are taken at once, and where it
    /// is nobody again, everybody is reached: no call waits for people who are not there.
    ///
    /// - Parameter before: Those whom it has reached already; `nil`: everybody.
    func reachesAtOnce(besides before: [String]? = []) -> [String]? {
        guard let before else { return nil }
        // A home that lets only its stations sound at first has said so.
        guard let first = steps.first, first.after == 0 else { return before }
        for step in steps {
            guard let reached = callees.people(step.who) else { return nil }
            if !reached.isEmpty { return before + reached.filter { !before.contains($0) } }
        }
        return nil
    }
}

/// Whom the steps of one call's way mean at a moment.
struct Callees {
    private let roster: DutyRoster
    private let client: String
    private let moment: Date

    init(of client: String, at moment: Date, _ duties: DutyReader, in db: Database) throws {
        roster = try duties.roster(in: db)
        self.client = client
        self.moment = moment
    }

    /// Where the client lives: their room, and its zone.
    var places: [String] {
        let place = roster.people[client]?.place
        return Set([place, roster.zone(of: place)].compactMap(\.self)).sorted()
    }

    /// Each once; `nil`: everybody.
    func people(_ who: [CallTarget]) -> [String]? {
        var people: [String] = []
        for target in who {
            guard let found = self.people(target) else { return nil }
            people += found.filter { !people.contains($0) }
        }
        return people
    }

    private func people(_ target: CallTarget) -> [String]? {
        switch target {
        case .everybody: nil
        case .assigned: holders(roster.assigned(to: client, at: moment))
        case .onDuty: holders(roster.onDuty(at: moment, in: roster.people[client]?.place))
        case .role(let role):
            holders(
                roster.everybodyThere(at: moment).filter {
                    $0.role.map(AccessRules.nameKey) == AccessRules.nameKey(role)
                })
        case .person(let id):
            roster.people[id].map { $0.canBeCalled && $0.isThere(at: moment) ? [id] : [] } ?? []
        }
    }

    private func holders(_ times: [DutyTime]) -> [String] { Set(times.compactMap(\.holder)).sorted() }
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
            // What is there already may name somebody who has gone meanwhile: that keeps nobody from changing another.
            for (index, path) in new.paths.enumerated() where !stored.paths.contains(path) {
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
        if let place = path.place, try Places.find(place, in: db) == nil {
            throw CareStoreError.invalid(
                field: "\(field).place", "there is no place with the id \(place)")
        }
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
