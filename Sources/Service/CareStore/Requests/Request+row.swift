import Care
import Foundation
import GRDB

extension Request {
    /// How it stands, in its own row and in the journal's rows of it.
    var standing: ColumnValues {
        [
            "state": state.rawValue, "changed_at": changedAt.milliseconds, "changed_by": changedBy,
            "reason": reason, "escalation": escalation, "claim_lapses_at": claimLapsesAt?.milliseconds,
            "reaches": Self.text(of: reaches),
        ]
    }

    private static func text(of reaches: [String]?) -> String? {
        // Text always becomes JSON.
        reaches.flatMap { try? Stored.text($0) }
    }

    /// Reads a row of `request`, or one with the same column names: what can be read of it. Throws without its id.
    init(row: Row) throws {
        let id = try row.uuid("id")
        let (priority, state) = (Priority(row, "priority"), RequestState(row, "state"))
        let asksAgain: String? = row["asks_again"]
        let earlier = asksAgain.flatMap(UUID.init(uuidString:))
        let escalation: Int64 = row["escalation"]
        self.init(
            id: id, client: row["client"], clientName: row.words("client_name"), need: row["need"],
            label: row.words("label"), called: row.words("called"), say: row.words("say"),
            symbol: row.words("symbol"),
            priority: priority ?? .urgent, state: state ?? .asked,
            askedAt: Date(milliseconds: row["asked_at"]), isTimeOfArrival: row["time_is_arrival"],
            receivedAt: Date(milliseconds: row["received_at"]),
            changedAt: Date(milliseconds: row["changed_at"]), changedBy: row.words("changed_by"),
            reason: row.words("reason"), asksAgain: earlier, escalation: Int(escalation),
            // Where that cannot be read, it reaches everybody.
            reaches: (row["reaches"] as String?).flatMap { Stored.readable($0) },
            claimLapsesAt: (row["claim_lapses_at"] as Int64?).map(Date.init(milliseconds:)),
            sequence: row["sequence"],
            isUnreadable: priority == nil || state == nil || (asksAgain != nil) != (earlier != nil))
    }

    static func find(_ id: UUID, in db: Database) throws -> Request? {
        try Row.fetchOne(db, sql: "SELECT * FROM request WHERE id = ?", arguments: [id.uuidString])
            .map(Request.init(row:))
    }

    /// Whether this is what `new` made: the same content, to the millisecond. The client's name is the home's word and may have
    /// been changed meanwhile.
    func isMade(of new: NewRequest) -> Bool {
        id == new.id && client == new.client && need == new.need
            && label == new.label && called == new.called && say == new.say && symbol == new.symbol
            && priority == new.priority
            && asksAgain == new.asksAgain && isTimeOfArrival != CareJSON.isUsable(new.askedAt)
            && (isTimeOfArrival || askedAt.milliseconds == new.askedAt.milliseconds)
    }

    /// When its waiting began: the press, but not in the future and at most a day before it arrived, in case
    /// the kiosk's clock is wrong.
    var waitingSince: Date { min(max(askedAt, receivedAt.addingTimeInterval(-86_400)), receivedAt) }
}

extension Fault {
    init(row: Row) throws {
        // Empty where an older version has not said which.
        let device: String? = row["device"]
        self.init(
            id: try row.uuid("id"), source: row["source"], kind: try row.value("kind"), client: row["client"],
            device: device == "" ? nil : try row.optionalUUID("device"), place: row["place"],
            isActive: row["is_active"], clientName: row.words("client_name"), detail: row.words("detail"),
            at: Date(milliseconds: row["at"]),
            isTimeOfArrival: row["time_is_arrival"])
    }
}

extension RawRepresentable<String> {
    /// One of an enum's words; `nil` for another.
    fileprivate init?(_ row: Row, _ column: String) {
        guard let text: String = row[column], let value = Self(rawValue: text) else { return nil }
        self = value
    }
}

extension Row {
    /// What people read, without marks of direction: rows of an older version may have some.
    func words(_ column: String) -> String { DirectionMarks.removed(from: self[column] as String) }

    /// The same where there may be none.
    func words(_ column: String) -> String? {
        (self[column] as String?).map(DirectionMarks.removed(from:))
    }

    func uuid(_ column: String) throws -> UUID {
        guard let id = try optionalUUID(column) else { throw unreadable(column) }
        return id
    }

    func optionalUUID(_ column: String) throws -> UUID? {
        guard let text: String = self[column] else { return nil }
        guard let id = UUID(uuidString: text) else { throw unreadable(column) }
        return id
    }

    /// One of an enum's words.
    func value<Value: RawRepresentable<String>>(_ column: String) throws -> Value {
        guard let text: String = self[column], let value = Value(rawValue: text) else {
            throw unreadable(column)
        }
        return value
    }

    func unreadable(_ column: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the column \(column) holds what cannot be")
    }
}
