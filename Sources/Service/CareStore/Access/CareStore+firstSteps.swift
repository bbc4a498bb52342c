public import Care
public import Foundation
import GRDB

extension CareStore {
    /// What became of each question of the first start.
    ///
    /// Whoever has named their client, lets two people log in, or has had a call from a kiosk, need not be asked. Nor is somebody who has
    /// answered before there was the question for the board, and begins with one of their own since.
    ///
    /// - Parameters:
    ///   - client: The id of the home's own client.
    ///   - nameless: Their name as long as nobody has named them.
    ///   - hasOwnBoard: Whether scanning begins with another board than that of a new home.
    public func firstSteps(
        of client: String, nameless: String, hasOwnBoard: Bool
    ) async throws(CareStoreError) -> [FirstStepState] {
        try await read { db in
            let kept = try Row.fetchAll(db, sql: "SELECT step, state FROM first_step")
                .reduce(into: [String: FirstStep.State]()) { states, row in
                    states[row["step"]] = FirstStep.State(rawValue: row["state"])
                }
            let people = try People.all(in: db) { _, _ in }
            let isNamed = people.contains { $0.id == client && $0.isActive && $0.name != nameless }
            // A client's phone answers nobody.
            let clients = Set(people.filter { $0.role == .client }.map(\.id))
            let logins = try String.fetchAll(db, sql: "SELECT person_id FROM login")
                .count { !clients.contains($0) }
            return try FirstStep.allCases.map { step in
                if let state = kept[step.rawValue] { return FirstStepState(step: step, state: state) }
                let isDone: Bool =
                    switch step {
                    case .client: isNamed
                    case .others: logins > 1
                    case .board: hasOwnBoard && !kept.isEmpty
                    case .call: try Requests.hasOneOfKiosk(in: db)
                    case .phone, .sound: false
                    }
                return FirstStepState(step: step, state: isDone ? .done : .open)
            }
        }
    }

    public func setFirstStep(_ step: FirstStep, _ state: FirstStep.State) async throws(CareStoreError) {
        try await write { db in
            try db.execute(
                sql:
                    "INSERT INTO first_step (step, state) VALUES (?1, ?2) ON CONFLICT (step) DO UPDATE SET state = ?2",
                arguments: [step.rawValue, state.rawValue])
        }
    }

    /// Logs somebody in on one more device, by a link that they made in a session of theirs; `nil` if that session has ended since.
    /// `ended` names the sessions that have ended by it.
    public func beginSession(
        from session: UUID, _ new: NewSession, endingBefore before: UUID?
    ) async throws(CareStoreError) -> (person: Person, hasPassword: Bool, ended: [UUID])? {
        try await write { db in
            guard
                let id = try String.fetchOne(
                    db, sql: "SELECT person_id FROM session WHERE id = ?", arguments: [session.uuidString]),
                let person = try People.find(id, in: db), person.mayLogIn,
                let password = try Logins.password(of: id, in: db)
            else { return nil }
            var changes: [AuditChange] = [.link(.ofOwnSession)]
            var ended: [UUID] = []
            if let before, before != session {
                try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [before.uuidString])
                if db.changesCount > 0 { changes.append(.endedSession(.ofThisBrowser)) }
                ended.append(before)
            }
            let pushedOut = try Logins.begin(new, for: id, in: db)
            if !pushedOut.isEmpty { changes.append(.endedSession(.oldest)) }
            try trail?.note(
                .logIn, about: person.name, changes: changes,
                by: AuditActor(name: person.name, id: id, address: new.address), in: db)
            return (person, password.isThere, ended + pushedOut)
        }
    }
}
