import Care
import Foundation
import GRDB

/// Works on appointments within one transaction: adds lines, keeps how each stands, and tells the journal.
struct AppointmentKeeper: Sendable {
    let actor: AppointmentActor
    let now: Date

    /// How many lines of either side one appointment holds of what is said, and of what is written: an hour of an answer each second. As many
    /// times either can come.
    static let mostLines = 5000
    /// How many wishes of either side one appointment holds.
    static let mostWishesOfOne = 50
    /// How many wishes one answer gives.
    static let mostWishes = 200

    init(actor: AppointmentActor, now: Date) {
        self.actor = actor
        self.now = Date(milliseconds: now.milliseconds)
    }

    /// An id for what nobody has made an id for.
    func newID() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return .version7(at: now, using: &generator)
    }

    // MARK: - Making and changing

    func add(_ new: NewAppointment, in db: Database) throws -> Appointment {
        let provider = try person(new.content.provider, .provider, "content.provider", in: db)
        let client = try person(new.content.client, .client, "content.client", in: db)
        var appointment = Appointment(
            id: new.id, content: new.content, providerName: provider.name, clientName: client.name,
            changedAt: now)
        let line = line(newID(), .planned)
        try tell(&appointment, line, in: db)
        try Appointments.insert(appointment, madeOf: new, in: db)
        try AppointmentLines.add(line, to: new.id, in: db)
        return appointment
    }

    /// Somebody who belongs to the home now and is what an appointment needs.
    private func person(
        _ id: String, _ role: Person.Role, _ field: String, in db: Database
    ) throws -> Person {
        guard let found = try People.readable(id, in: db), found.role == role, found.isActive else {
            throw CareStoreError.invalid(
                field: field, "no \(role.rawValue) of this home has the id \(id): look again whom there is")
        }
        return found
    }

    func apply(
        _ change: AppointmentChange, to id: UUID, in db: Database
    ) throws -> (Appointment, isNew: Bool) {
        var found = try Appointments.find(id, seenBy: actor.reader, in: db)
        let (old, new) = (found.content, change.content)
        guard old != new else { return (found, false) }
        for (field, isSame) in [
            ("content.provider", old.provider == new.provider), ("content.client", old.client == new.client),
        ] where !isSame {
            throw CareStoreError.invalid(
                field: field, "who meets whom does not change: cancel this one, and make another")
        }
        guard change.replaces == found.sequence else {
            throw CareStoreError.conflict(
                field: "replaces",
                "this appointment was changed meanwhile: read it again, and write with replaces \(found.sequence)"
            )
        }
        guard found.standing.ending == nil else {
            throw CareStoreError.conflict(field: "id", "this appointment is over: make another one")
        }
        found.content = new
        let line = line(newID(), .changed)
        try tell(&found, line, in: db)
        try Appointments.update(found, in: db)
        try AppointmentLines.add(line, to: id, in: db)
        return (found, true)
    }

    // MARK: - Lines

    func add(_ new: NewAppointmentLine, to id: UUID, in db: Database) throws -> (Appointment, isNew: Bool) {
        var found = try Appointments.find(id, seenBy: actor.reader, in: db)
        var line = line(new.id, new.kind)
        (line.text, line.answer, line.about) = (new.text, new.answer, new.about)
        if let first = try AppointmentLines.find(new.id, in: db) {
            guard first.appointment == id, first.line.isSame(as: line) else {
                throw CareStoreError.sameIDOtherContent(new.id, current: nil)
            }
            return (found, false)
        }
        guard new.kind.writers.contains(actor.reader.side) else {
            throw CareStoreError.notAllowed(
                "a line of the kind \(new.kind.rawValue) is not for the \(actor.reader.side.rawValue) to write"
            )
        }
        try checkRoom(id, for: new.kind, in: db)
        if let about = new.about { try checkWish(about, of: id, in: db) }
        do throws(AppointmentMoveError) {
            if new.kind.isSpoken, found.state != .bothIn { throw .notTogether }
            if let move = new.kind.move {
                found.standing = try found.standing.after(move, at: now)
                found.state = found.standing.state
            }
        } catch { throw CareStoreError.conflict(field: "kind", error.description) }
        if new.kind.move != nil {
            try tell(&found, line, in: db)
            try Appointments.update(found, in: db)
        } else if new.kind != .keptNote {
            // Nothing of the appointment itself changes: whoever may not read the line must not notice that there is one.
            try note(found, line, in: db)
        }
        try AppointmentLines.add(line, to: id, in: db)
        return (found, true)
    }

    private func line(_ id: UUID, _ kind: AppointmentLine.Kind) -> AppointmentLine {
        AppointmentLine(
            id: id, kind: kind, side: actor.reader.side, by: actor.name, byID: actor.id, at: now)
    }

    /// However much was said: it can be left and ended, notes be written, and a coordinator be asked for. What one side does takes no room
    /// from the other.
    private func checkRoom(_ id: UUID, for kind: AppointmentLine.Kind, in db: Database) throws {
        guard let share = Share(of: kind) else { return }
        let kinds = AppointmentLine.Kind.allCases.filter { Share(of: $0) == share }
        let count =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM appointment_line WHERE appointment = ?
                        AND kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
                        AND \(AppointmentLines.side) = ?
                    """, arguments: [id.uuidString, actor.reader.side.rawValue]) ?? 0
        guard count < share.most else {
            throw CareStoreError.invalid(
                field: "body", "this appointment is full: it holds \(share.most) of such lines")
        }
    }

    /// What an appointment holds a limited number of.
    private enum Share {
        case words, notes, comings, wishes

        /// `nil`: however many.
        init?(of kind: AppointmentLine.Kind) {
            switch kind {
            case .said, .answered: self = .words
            case .note, .keptNote, .talkingPoint, .tooHard, .remark: self = .notes
            case .providerCame, .providerBusy, .providerAway, .clientCame: self = .comings
            case .coordinatorPlease: self = .wishes
            case .planned, .changed, .providerLeft, .clientLeft, .ended, .cancelled, .coordinatorSaw:
                return nil
            }
        }

        var most: Int {
            switch self {
            case .words, .notes, .comings: AppointmentKeeper.mostLines
            case .wishes: AppointmentKeeper.mostWishesOfOne
            }
        }
    }

    private func checkWish(_ about: UUID, of id: UUID, in db: Database) throws {
        guard let wish = try AppointmentLines.find(about, in: db), wish.appointment == id,
            wish.line.kind == .coordinatorPlease
        else {
            throw CareStoreError.invalid(field: "about", "this appointment has no such wish")
        }
        guard try !AppointmentLines.isSeen(about, in: db) else {
            throw CareStoreError.conflict(field: "about", "a coordinator has seen to this already")
        }
    }

    /// Tells the journal; the appointment then carries that event's number.
    private func tell(_ appointment: inout Appointment, _ line: AppointmentLine, in db: Database) throws {
        appointment.sequence = try Journal.nextSequence(in: db)
        appointment.changedAt = now
        try note(appointment, line, in: db)
    }

    private func note(_ appointment: Appointment, _ line: AppointmentLine, in db: Database) throws {
        try Journal.append(
            .appointmentChanged, subject: appointment.id.uuidString,
            content: AppointmentNews(appointment: appointment, line: line), at: now, in: db)
    }

    // MARK: - Wishes

    /// What no coordinator has seen to: the oldest of each appointment's two sides first, then their second ones, so that nobody's many wishes
    /// hide another's; and whether these are all.
    static func wishes(
        in db: Database, report: (UnreadableRow, any Error) -> Void
    ) throws -> (wishes: [AppointmentNews], areAll: Bool) {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM appointment_line AS wish WHERE kind = 'coordinator_please'
                    AND NOT EXISTS (SELECT 1 FROM appointment_line AS seen WHERE seen.about = wish.id)
                ORDER BY row_number() OVER (
                    PARTITION BY appointment, \(AppointmentLines.side) ORDER BY number), number
                LIMIT ?
                """, arguments: [mostWishes + 1])
        let wishes = rows.prefix(mostWishes).compactMap { row -> AppointmentNews? in
            do {
                let line = try AppointmentLines.line(row)
                return try Appointments.find(try row.uuid("appointment"), in: db).map {
                    AppointmentNews(appointment: $0, line: line)
                }
            } catch {
                report(UnreadableRow(.appointmentLine, row), error)
                return nil
            }
        }
        return (wishes, rows.count <= mostWishes)
    }
}

extension AppointmentLine {
    /// Whether both were made of the same message, by the same sender; when each came does not matter.
    fileprivate func isSame(as other: AppointmentLine) -> Bool {
        var other = other
        other.at = at
        // Whoever has another name by now is the same person.
        if byID != nil, byID == other.byID { other.by = by }
        return self == other
    }
}
