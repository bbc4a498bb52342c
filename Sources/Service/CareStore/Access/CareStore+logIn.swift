import Care
public import Foundation
import GRDB

extension CareStore {
    /// Logs somebody in who has shown what lets them in. Whether it still does is decided here, in the transaction in which the session
    /// begins: their password may have changed since it was checked, or their second step was switched on.
    ///
    /// A passkey needs no second step. Where one was shown that nobody asks for any more, it is not looked at.
    ///
    /// - Parameter before: A session that the same browser had; it ends.
    public func logIn(
        _ person: String, by first: LogInProof, and second: SecondStep? = nil, _ session: NewSession,
        endingBefore before: UUID?
    ) async throws(CareStoreError) -> LogInEnd {
        try await write { db -> LogInEnd in
            // Nothing is written before everything is known to be right.
            guard let found = try People.find(person, in: db), found.mayLogIn,
                let password = try Logins.password(of: person, in: db),
                var changes = try Self.ways(first, of: person, password, in: db)
            else { return .refused }
            if first.needsSecondStep, try SecondSteps.isOn(of: person, in: db) {
                guard let second else { return .needsSecondStep }
                guard let way = try SecondSteps.take(second, of: person, in: db) else {
                    return .secondStepRefused
                }
                changes.append(.way(way))
            }
            if let before {
                try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [before.uuidString])
                if db.changesCount > 0 { changes.append(.endedSession(.ofThisBrowser)) }
            }
            switch first {
            case .password(_, let renewed):
                if let renewed { try Logins.renew(renewed, of: person, in: db) }
            case .identity(let id): try Identities.used(id, at: session.at, in: db)
            case .passkey(let id, let count): try Passkeys.used(id, count: count, at: session.at, in: db)
            }
            let ended = try Logins.begin(session, for: person, in: db)
            if !ended.isEmpty { changes.append(.endedSession(.oldest)) }
            try trail?.note(
                .logIn, about: found.name, changes: changes,
                by: AuditActor(name: found.name, id: person, address: session.address), in: db)
            return .begun(
                found, hasPassword: password.isThere, ended: ended + [before].compactMap(\.self))
        }
    }

    /// What the audit log says of it; `nil` where it lets nobody in (any more).
    private static func ways(
        _ first: LogInProof, of person: String, _ password: StoredPassword, in db: Database
    ) throws -> [AuditChange]? {
        switch first {
        case .password(let checked, _): password == checked ? [] : nil
        case .identity(let id):
            try Identities.providerName(of: id, of: person, in: db).map { [.provider($0)] }
        case .passkey(let id, let count):
            try Passkeys.isNew(count, of: id, of: person, in: db) ? [.way(.passkey)] : nil
        }
    }
}

extension LogInProof {
    /// Whether the second step is asked for after it, where it is on.
    fileprivate var needsSecondStep: Bool {
        switch self {
        case .password, .identity: true
        case .passkey: false
        }
    }
}
