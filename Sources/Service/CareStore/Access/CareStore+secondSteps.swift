import Care
public import Foundation
import GRDB

extension CareStore {
    /// `nil` where it is off.
    public func secondStep(of person: String) async throws(CareStoreError) -> StoredSecondStep? {
        try await read { db in try SecondSteps.find(of: person, in: db) }
    }

    /// Somebody's password needs a code of their app from now on.
    ///
    /// Throws `.notAllowed` where it is on already, and where they are not logged in there any more or have no password.
    ///
    /// - Parameters:
    ///   - secret: Of the app; at least 16 bytes.
    ///   - step: The number of the 30 seconds of the code that they have typed: it is not taken again.
    ///   - recoveryCodes: SHA-256 of each.
    ///   - session: Where they are logged in.
    public func switchOnSecondStep(
        secret: Data, step: Int64, recoveryCodes: [Data], of person: String, from session: UUID, at: Date
    ) async throws(CareStoreError) {
        try await write { db in
            let found = try Logins.checkIsIn(person, at: session, in: db)
            guard try !SecondSteps.isOn(of: person, in: db) else {
                throw CareStoreError.notAllowed(
                    "your second step is on already: switch it off before you set up another app")
            }
            try db.execute(
                sql: "INSERT INTO second_step (person_id, secret, last_step, since) VALUES (?, ?, ?, ?)",
                arguments: [person, secret, step, at.milliseconds])
            try SecondSteps.put(recoveryCodes, of: person, in: db)
            try trail?.note(.secondStepOn, about: found.name, in: db)
        }
    }

    /// Somebody's password is enough again. Throws `.notFound` where it was.
    ///
    /// - Parameter coordinator: Who does it for somebody who has lost their app; throws `.notAllowed` unless they still are one. `nil`: they
    ///   do it themselves.
    public func switchOffSecondStep(
        of person: String, by coordinator: String?
    ) async throws(CareStoreError) {
        try await write { db in
            if let coordinator { try Rights.checkMayInvite(coordinator, in: db) }
            guard try SecondSteps.delete(of: person, in: db) else {
                throw CareStoreError.notFound("second step of \(person)")
            }
            try trail?.note(
                .secondStepOff, about: try People.readable(person, in: db)?.name ?? person, in: db)
        }
    }

    /// Other recovery codes take the place of those that are left. Throws `.notFound` where the second step is off.
    ///
    /// - Parameter hashes: SHA-256 of each.
    public func replaceRecoveryCodes(
        _ hashes: [Data], of person: String
    ) async throws(CareStoreError) {
        try await write { db in
            guard try SecondSteps.isOn(of: person, in: db) else {
                throw CareStoreError.notFound("second step of \(person)")
            }
            try SecondSteps.put(hashes, of: person, in: db)
            try trail?.note(
                .recoveryCodesMade, about: try People.readable(person, in: db)?.name, in: db)
        }
    }
}

/// The rows of `second_step` and `recovery_code`.
enum SecondSteps {
    /// For how long a code is shown. Milliseconds: RFC 6238's 30 seconds.
    static let period: Int64 = 30_000

    static func isOn(of person: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT 1 FROM second_step WHERE person_id = ?", arguments: [person])
            ?? false
    }

    static func find(of person: String, in db: Database) throws -> StoredSecondStep? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT *, (SELECT count(*) FROM recovery_code
                    WHERE recovery_code.person_id = second_step.person_id) AS codes
                FROM second_step WHERE person_id = ?
                """, arguments: [person]
        ).map { row in
            StoredSecondStep(
                secret: row["secret"], lastStep: row["last_step"], since: Date(milliseconds: row["since"]),
                recoveryCodesLeft: row["codes"])
        }
    }

    /// Takes what was right, for good: of two who show the same, one is let in. `nil` where it was taken before, or is not there (any
    /// more).
    static func take(
        _ second: SecondStep, of person: String, in db: Database
    ) throws -> AuditChange.Way? {
        switch second {
        case .code(let step):
            try db.execute(
                sql: "UPDATE second_step SET last_step = ?1 WHERE person_id = ?2 AND last_step < ?1",
                arguments: [step, person])
            return db.changesCount > 0 ? .code : nil
        case .recoveryCode(let hash):
            try db.execute(
                sql: "DELETE FROM recovery_code WHERE person_id = ? AND hash = ?", arguments: [person, hash])
            return db.changesCount > 0 ? .recoveryCode : nil
        }
    }

    /// These, and no others.
    static func put(_ hashes: [Data], of person: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM recovery_code WHERE person_id = ?", arguments: [person])
        for hash in hashes {
            try db.execute(
                sql: "INSERT INTO recovery_code (person_id, hash) VALUES (?, ?)", arguments: [person, hash])
        }
    }

    /// With the recovery codes.
    ///
    /// - Returns: Whether it was on.
    static func delete(of person: String, in db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM second_step WHERE person_id = ?", arguments: [person])
        return db.changesCount > 0
    }

    /// What was taken while the clock was ahead would refuse each code until that time has come. Once the clock is believed, only codes
    /// of now count as taken: the next minute's are right.
    ///
    /// - Parameter wall: Milliseconds since 1970.
    static func putRight(at wall: Int64, in db: Database) throws {
        // One more than now: codes are taken 30 seconds early, for phones whose clock is ahead.
        try db.execute(
            sql: "UPDATE second_step SET last_step = ?1 WHERE last_step > ?1", arguments: [wall / period + 1])
    }
}
