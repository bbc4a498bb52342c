public import Care
public import Foundation
import GRDB
import Time

/// Who has a request: whoever is on the way to it, until it is done, declined, taken over, or the claim lapses.
struct CallClaim: Equatable {
    /// A person or a device, by an id that no other has; empty where names alone tell apart.
    var claimant: String
    /// As the client and the others hear it.
    var name: String?

    static func of(_ request: UUID, in db: Database) throws -> CallClaim? {
        try Row.fetchOne(
            db, sql: "SELECT claimant, name FROM claim WHERE request_id = ?", arguments: [request.uuidString]
        ).map { row in CallClaim(claimant: row["claimant"], name: row["name"]) }
    }

    /// Whether both are the same one, by id where both have one. A person at a station is the same as at their phone if the station
    /// has their name.
    private func isSame(as other: CallClaim) -> Bool {
        guard !claimant.isEmpty, !other.claimant.isEmpty, claimant != other.claimant else {
            return !claimant.isEmpty && claimant == other.claimant || name == other.name
        }
        return name == other.name && (isPerson || other.isPerson)
    }

    private var isPerson: Bool { claimant.hasPrefix(Self.personPrefix) }

    static let personPrefix = "person "

    /// Refuses an answer that would take a request from somebody else who is on the way, without the sender knowing it.
    func checkIsFree(_ request: Request, for new: NewResponse, in db: Database) throws {
        guard new.state == .onTheWay || new.state == .declined, request.state == .onTheWay,
            let known = try Self.of(request.id, in: db), !isSame(as: known),
            // Of whom nobody knows who it is, nobody can be told, and nobody could take it over by name.
            let owner = known.name
        else { return }
        guard new.takesOver == owner else {
            throw CareStoreError.move(.claimed(by: owner), current: request)
        }
    }

    /// This one is on the way from now on.
    func take(_ request: Request, policy: AlertPolicy, at: Date, in db: Database) throws -> Request {
        var changed = request
        changed.state = .onTheWay
        changed.changedAt = Date(milliseconds: at.milliseconds)
        changed.changedBy = name
        changed.reason = nil
        let lapsesAt = policy.claim(of: request.priority).map {
            changed.changedAt.addingTimeInterval($0 / .seconds(1))
        }
        changed.claimLapsesAt = lapsesAt
        changed = try Journal.append(.state(.onTheWay), of: changed, changes: true, at: at, in: db).request
        try Due.forget(for: changed, in: db)
        try db.execute(
            sql: "INSERT OR REPLACE INTO claim (request_id, claimant, name) VALUES (?, ?, ?)",
            arguments: [request.id.uuidString, claimant, name])
        try Due.drop(.claimLapsed, for: changed, in: db)
        if let lapsesAt { try Due.add(.claimLapsed, for: changed, at: lapsesAt.milliseconds, in: db) }
        return changed
    }

    /// Nobody has it any more.
    static func end(_ request: inout Request, in db: Database) throws {
        request.claimLapsesAt = nil
        try db.execute(sql: "DELETE FROM claim WHERE request_id = ?", arguments: [request.id.uuidString])
        try Due.drop(.claimLapsed, for: request, in: db)
    }

    /// The time of whoever is on the way is over: it is nobody's, and its way begins anew.
    ///
    /// - Parameters:
    ///   - start: From when its steps are counted.
    ///   - channels: Over which the home's own is told where its way begins with everybody.
    static func lapse(
        _ request: Request, start: Date, isLate: Bool, policy: AlertPolicy, over channels: DeliveryChannels,
        _ keeper: RoutineKeeper, _ duties: DutyReader, in db: Database
    ) throws -> ([JournalEvent], Request) {
        var changed = request
        try end(&changed, in: db)
        changed.state = .heard
        changed.reason = RequestState.lapsed
        changed.changedAt = Date(milliseconds: keeper.now.milliseconds)
        let way = try CallWay(of: changed, policy: policy, keeper, duties, in: db)
        changed.reaches = way.reachesAtOnce(besides: changed.reaches)
        let (event, stored) = try Journal.append(
            .claimLapsed, of: changed, changes: true, at: keeper.now, isLate: isLate, in: db)
        try Due.plan(stored, on: way, from: start, policy: policy, in: db)
        try Messages.dropUpdates(of: stored, in: db)
        try way.tellHome(stored, over: channels, at: keeper.now, in: db)
        let alerts = try Reminders.plan(for: stored, isAnew: true, keeper, in: db)
        return ([event] + alerts, stored)
    }
}

extension CareStore {
    /// Gives what one person is on the way to to another, each call with the time of a new claim. The same message again moves
    /// nothing.
    ///
    /// - Returns: The calls that were moved, in the order in which they arrived.
    public func moveClaims(
        _ move: ClaimMove, receivedAt: Date, uptime: Duration? = nil
    ) async throws(CareStoreError) -> (requests: [Request], isNew: Bool) {
        let (policy, clockSteps) = (policy, clockSteps)
        return try await write { db in
            try clockSteps.follow(receivedAt, uptime: uptime, policy: policy, in: db)
            let text = try Stored.text(move)
            if let stored = try String.fetchOne(
                db, sql: "SELECT content FROM claim_move WHERE id = ?", arguments: [move.id.uuidString])
            {
                guard stored == text else { throw CareStoreError.sameIDOtherContent(move.id, current: nil) }
                return ([], false)
            }
            let people = try People.all(in: db) { _, _ in }
            guard let next = people.first(where: { $0.name == move.to && $0.canBeCalled })
            else {
                throw CareStoreError.invalid(
                    field: "to",
                    "nobody who answers calls here has the name \(move.to): write it as on the page People")
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT request.* FROM request JOIN claim ON claim.request_id = request.id
                    WHERE request.state = 'on_the_way' AND claim.name = ? ORDER BY request.number
                    """, arguments: [move.from])
            let moved = try rows.map { row in
                try CallClaim(claimant: CallClaim.personPrefix + next.id, name: next.name)
                    .take(try Request(row: row), policy: policy, at: receivedAt, in: db)
            }
            try db.execute(
                sql: "INSERT INTO claim_move (id, content, at) VALUES (?, ?, ?)",
                arguments: [move.id.uuidString, text, receivedAt.milliseconds])
            return (moved, true)
        }
    }
}
