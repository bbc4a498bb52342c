import Care
import Foundation
import GRDB
import Logging
import Synchronization

/// A row that cannot be read and is left out everywhere, so that it does not hide the others.
public struct UnreadableRow: Hashable, Sendable, CustomStringConvertible {
    /// The kind of row.
    public enum Kind: String, Sendable, CaseIterable {
        case request, fault, event, note, entry, need, person, proposal, routine, occurrence, reminder, device
        case place, duty, registration
        case costLine = "cost_line"
        case reward
        case grant = "reward_grant"
        case pointLine = "point_line"
        case appointment
        case appointmentLine = "appointment_line"
        case mood, contact

        fileprivate var table: String { self == .event ? "journal" : rawValue }

        /// The column that names it to people.
        fileprivate var column: String {
            switch self {
            case .request, .fault, .note, .entry, .need, .person, .proposal, .routine, .device, .place, .duty,
                .reward, .grant, .appointment, .contact:
                "id"
            case .event: "sequence"
            case .occurrence, .reminder, .costLine, .pointLine, .registration, .appointmentLine, .mood:
                "number"
            }
        }
    }

    public var kind: Kind
    /// As stored; for an occurrence, a reminder, a registration, a mood, or a line of costs, points or an appointment, its number.
    public var id: String

    public init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    init(_ kind: Kind, _ row: Row) {
        self.init(kind, row[kind.column].map { "\($0)" } ?? "without an id")
    }

    public var description: String { "\(kind.rawValue) \(id)" }

    /// Whether it still cannot be read.
    func isUnreadable(in db: Database) throws -> Bool {
        guard
            let row = try Row.fetchOne(
                // By its key: casting the column would scan the whole table.
                db,
                sql:
                    "SELECT * FROM \(kind.table) WHERE \(kind.column) = \(kind.column == "id" ? "?" : "CAST(? AS INTEGER)")",
                arguments: [id]
            )
        else { return false }
        do {
            switch kind {
            case .request: return try Request(row: row).isUnreadable
            case .fault: _ = try Fault(row: row)
            case .event: return try Journal.isUnreadable(row["sequence"], in: db)
            case .note: _ = try Notes.note(row)
            case .entry: _ = try Entries.entry(row)
            case .need: _ = try Needs.need(row)
            case .person: _ = try People.person(row)
            case .proposal: _ = try Proposals.proposal(row)
            case .routine: _ = try RoutineRow(row: row)
            case .occurrence: _ = try OccurrenceRow(row: row, now: Date())
            case .device: _ = try Device(row: row)
            case .place: _ = try Places.place(row)
            case .duty: _ = try DutyRows.duty(row)
            case .costLine: _ = try CostLines.line(row)
            case .reward: _ = try Rewards.reward(row)
            case .grant: _ = try Grants.grant(row)
            case .pointLine: _ = try PointLines.line(row)
            case .appointment: _ = try Appointments.appointment(row, in: db)
            case .appointmentLine: _ = try AppointmentLines.line(row)
            case .mood: _ = try Moods.mood(row)
            case .contact: _ = try Contacts.contact(row)
            case .registration: _ = try Registrations.registration(row)
            case .reminder: _ = try Reminders.reminder(row, now: Date(), in: db)
            }
            return false
        } catch let error where RoutineKeeper.isOfItsContent(error) {
            return true
        }
    }
}

/// The unreadable rows found since the start. Each is logged once, however often it is left out.
final class UnreadableRows: Sendable {
    /// How many are remembered; nobody would read more names.
    private static let most = 1000

    private let state = Mutex<Set<UnreadableRow>>([])
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func note(_ row: UnreadableRow, _ reason: any Error) {
        let isNew = state.withLock { rows in
            rows.count < Self.most && rows.insert(row).inserted
        }
        guard isNew else { return }
        logger.error(
            "a row cannot be read and is left out", metadata: ["row": "\(row)", "reason": "\(reason)"])
    }

    var all: Set<UnreadableRow> { state.withLock { $0 } }

    func forget(_ rows: Set<UnreadableRow>) { state.withLock { $0.subtract(rows) } }
}

extension CareStore {
    /// The rows left out since the start that still cannot be read.
    public func unreadableRows() async throws(CareStoreError) -> [UnreadableRow] {
        let known = unreadable.all
        guard !known.isEmpty else { return [] }
        let still = try await read { db in Set(try known.filter { try $0.isUnreadable(in: db) }) }
        unreadable.forget(known.subtracting(still))
        return still.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
    }
}
