public import Care
public import Foundation
import GRDB

/// Who writes about an appointment.
public struct AppointmentActor: Sendable, Equatable {
    public var reader: AppointmentReader
    /// By name and by id; `nil` for a kiosk, where nobody has logged in.
    public var name: String?
    public var id: String?

    public init(reader: AppointmentReader, name: String? = nil, id: String? = nil) {
        self.reader = reader
        self.name = name
        self.id = id
    }
}

extension CareStore {
    // MARK: - What is read

    /// Part of the appointments that this reader sees, by time, without their lines. One that cannot be read is left out.
    public func appointments(
        _ search: AppointmentSearch, seenBy reader: AppointmentReader
    ) async throws(CareStoreError) -> AppointmentPage {
        let unreadable = unreadable
        return try await read { db in
            let rows = try search.rows(seenBy: reader, in: db)
            let shown = rows.prefix(search.limit)
            let found = shown.compactMap { row -> Appointment? in
                do { return try Appointments.appointment(row, in: db) } catch {
                    unreadable.note(UnreadableRow(.appointment, row), error)
                    return nil
                }
            }
            return AppointmentPage(
                appointments: found, next: rows.count > search.limit ? shown.last?["number"] : nil)
        }
    }

    /// An appointment with what this reader may read of it; throws `.notFound` where there is none for them.
    public func appointment(
        _ id: UUID, seenBy reader: AppointmentReader
    ) async throws(CareStoreError) -> Appointment {
        let unreadable = unreadable
        return try await read { db in
            var found = try Appointments.find(id, seenBy: reader, in: db)
            found.lines = try AppointmentLines.all(of: found, for: reader, in: db, report: unreadable.note)
            return found
        }
    }

    /// Those of these appointments that are not there for this reader.
    public func appointments(
        of ids: Set<UUID>, hiddenFrom reader: AppointmentReader
    ) async throws(CareStoreError) -> Set<UUID> {
        try await read { db in
            try ids.filter { id in
                guard let found = try Appointments.find(id, in: db) else { return true }
                return !reader.sees(found.content)
            }
        }
    }

    /// What clients and providers ask coordinators for and no coordinator has seen to, the oldest first; at most 200.
    public func appointmentWishes() async throws(CareStoreError) -> AppointmentWishes {
        let unreadable = unreadable
        return try await read { db in
            AppointmentWishes(
                wishes: try AppointmentKeeper.wishes(in: db, report: unreadable.note).wishes)
        }
    }

    // MARK: - What is written

    /// Makes an appointment. The same again gives what the first made, as it is now, with `false`.
    ///
    /// Throws `.invalid` where somebody is named who is no provider or no client of the home.
    public func addAppointment(
        _ new: NewAppointment, by actor: AppointmentActor, receivedAt: Date
    ) async throws(CareStoreError) -> (Appointment, isNew: Bool) {
        let keeper = AppointmentKeeper(actor: actor, now: receivedAt)
        return try await write { db in
            let new = try Stored.normal(new)
            if let first = try Appointments.madeOf(new.id, in: db) {
                let found = try Appointments.find(new.id, seenBy: actor.reader, in: db)
                guard first == new else { throw CareStoreError.sameIDOtherContent(new.id, current: nil) }
                return (found, false)
            }
            return (try keeper.add(new, in: db), true)
        }
    }

    /// Changes when it is, how long it takes and what it is about. The same content again changes nothing.
    public func changeAppointment(
        _ id: UUID, _ change: AppointmentChange, by actor: AppointmentActor, receivedAt: Date
    ) async throws(CareStoreError) -> (Appointment, isNew: Bool) {
        let keeper = AppointmentKeeper(actor: actor, now: receivedAt)
        return try await write { db in try keeper.apply(try Stored.normal(change), to: id, in: db) }
    }

    /// Adds a line, and gives the appointment as it is then, with what its writer may read of it. The same again changes nothing.
    public func addAppointmentLine(
        _ id: UUID, _ new: NewAppointmentLine, by actor: AppointmentActor, receivedAt: Date
    ) async throws(CareStoreError) -> (Appointment, isNew: Bool) {
        let keeper = AppointmentKeeper(actor: actor, now: receivedAt)
        let unreadable = unreadable
        return try await write { db in
            var (found, isNew) = try keeper.add(try Stored.normal(new), to: id, in: db)
            found.lines = try AppointmentLines.all(
                of: found, for: actor.reader, in: db, report: unreadable.note)
            return (found, isNew)
        }
    }

    /// Cancels an appointment. One that was cancelled stays so, with `false`.
    public func cancelAppointment(
        _ id: UUID, by actor: AppointmentActor, receivedAt: Date
    ) async throws(CareStoreError) -> (Appointment, isNew: Bool) {
        let keeper = AppointmentKeeper(actor: actor, now: receivedAt)
        return try await write { db in
            let found = try Appointments.find(id, seenBy: actor.reader, in: db)
            guard found.standing.ending != .cancelled else { return (found, false) }
            return try keeper.add(NewAppointmentLine(id: keeper.newID(), kind: .cancelled), to: id, in: db)
        }
    }
}
