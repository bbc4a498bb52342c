import Care
public import Costs
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// Reminds whoever is asked for an amount, once in `ChoreReminder.interval`. The same again gives what the first did, with `false`.
    ///
    /// - Parameters:
    ///   - reader: Who wants it: what they do not see is not there, and only whoever asked reminds.
    ///   - sender: The id of whoever has logged in, if anybody has.
    public func remind(
        ofCharge id: UUID, _ new: ChargeReminder, seenBy reader: CostReader, sender: String?,
        receivedAt: Date
    ) async throws(CareStoreError) -> (Charge, isNew: Bool) {
        let keeper = keeper(at: receivedAt)
        return try await write { db in
            let new = try Stored.normal(new)
            guard let row = try CostCharges.row(id, in: db), let line = try CostLines.find(id, in: db),
                try reader.id.map({ try CostLines.isParty($0, of: id, in: db) }) ?? true
            else { throw CareStoreError.notFound("charge \(id)") }
            let charge = try CostCharges.charge(row, line)
            if let first = try Row.fetchOne(
                db, sql: "SELECT charge_id, content FROM charge_reminder WHERE id = ?",
                arguments: [new.id.uuidString])
            {
                let stored: ChargeReminder = try Stored.value(
                    first["content"], of: "the charge's reminder \(new.id)")
                guard stored == new, try first.uuid("charge_id") == id else {
                    throw CareStoreError.sameIDOtherContent(new.id, current: nil)
                }
                return (charge, false)
            }
            if let reader = reader.id, charge.content.to != reader {
                throw CareStoreError.notAllowed(
                    "only whoever asked reminds of it: ask them, or a coordinator")
            }
            try keeper.remind(of: charge, row, new, sender: sender, in: db)
            return (charge, true)
        }
    }
}

extension RoutineKeeper {
    fileprivate func remind(
        of charge: Charge, _ row: Row, _ new: ChargeReminder, sender: String?, in db: Database
    ) throws {
        func conflict(_ words: String) -> CareStoreError { .conflict(field: "state", words) }
        guard charge.state == .open else { throw conflict("it is settled or withdrawn already") }
        guard charge.content.from != sender else { throw conflict("it is yours") }
        guard let person = try asked(row, in: db) else {
            throw conflict("whoever is asked has left the home")
        }
        let interval = Int64(ChoreReminder.interval * 1000)
        // Also where the clock was set back since, by however much.
        let wasReminded = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM charge_reminder
                    WHERE charge_id = ? AND received_at > ? AND received_at < ?)
                """,
            arguments: [charge.id.uuidString, now.milliseconds - interval, now.milliseconds + interval])
        guard wasReminded != true else {
            throw conflict("\(person.name) was reminded of it less than an hour ago")
        }
        let moment = ChargeMoment(
            kind: ChargeMoment.kind(of: charge.content.due, on: home.local(of: now).day), at: now)
        let drafts = drafts(of: moment, for: person)
        guard !drafts.isEmpty || person.reminders.tells(ReminderCell(.charge, .page)) else {
            throw conflict("\(person.name) does not want to be reminded of such things")
        }
        guard try canTell(drafts, to: person, in: db) else {
            throw conflict(
                "nothing can tell \(person.name) of it: no station says it, and no page of theirs")
        }
        _ = try tell(moment, ofCharge: charge.id.uuidString, to: person, isLate: false, in: db)
        try db.execute(
            sql: "INSERT INTO charge_reminder (id, charge_id, content, received_at) VALUES (?, ?, ?, ?)",
            arguments: [
                new.id.uuidString, charge.id.uuidString, try Stored.text(new), now.milliseconds,
            ])
    }
}
