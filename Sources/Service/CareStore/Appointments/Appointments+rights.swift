import Care
import Foundation
import GRDB

/// What becomes of a provider's appointments with their rights.
extension Appointments {
    /// A provider leaves what they may not open any more: nobody else could say that they have gone, and the client would wait for an answer
    /// for good.
    ///
    /// - Parameters:
    ///   - person: Who was a provider until now, as they are from now on.
    ///   - canLogIn: Whether they still can.
    static func leaveUnseen(
        by person: Person, canLogIn: Bool = true, at now: Date, in db: Database
    ) throws {
        let isProvider = person.role == .provider && person.isActive && canLogIn
        let seen: PlanReach = isProvider ? person.reach : .only([])
        let keeper = AppointmentKeeper(
            actor: AppointmentActor(
                reader: .provider(person.id, of: .everything), name: person.name, id: person.id), now: now)
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM appointment WHERE provider = ? AND is_open = 1", arguments: [person.id]
        ).compactMap(UUID.init)
        for id in ids {
            do {
                guard let found = try find(id, in: db), found.standing.provider != .out,
                    !seen.includes(found.content.client)
                else { continue }
            } catch CareStoreError.damaged {
                // One that cannot be read keeps nobody from losing their rights.
                continue
            }
            _ = try keeper.add(
                NewAppointmentLine(id: keeper.newID(), kind: .providerLeft), to: id, in: db)
        }
    }
}
