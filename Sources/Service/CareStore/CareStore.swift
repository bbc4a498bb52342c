public import Care
public import Foundation
import GRDB
public import Logging
public import Recurrence
public import StoreFiles

/// Everything that the service keeps: requests, people, needs, routines, faults, the journal of events, and what is due.
///
/// Each write is one transaction that is on the disk when it returns. One process owns the file.
public struct CareStore: Sendable {
    public let path: String
    /// The journal's id, made with the file.
    public let journal: UUID
    let policy: AlertPolicy
    let deliveryChannels: DeliveryChannels
    /// The home's zone: what `today` and quiet hours mean.
    let home: HomeClocks
    /// The current rules of a zone; `nil` if there is no such zone.
    let zones: @Sendable (String) -> ZoneRules?
    let logger: Logger
    let clockSteps: StoredClockSteps
    let planCache: RoutinePlanCache
    private let planWatch = PlanWatch()
    /// Who is on duty, within a transaction.
    let duties: DutyReader
    let unreadable: UnreadableRows
    /// The keeper of routines for a moment, with the home's current zone.
    let keeperAt: @Sendable (Date) -> RoutineKeeper
    /// Records changes in the audit log; `nil` for what the service does on its own.
    var trail: AuditTrail?
    private let lanes: StoreLanes
    private let lock: OwnerLock

    /// Opens the store, or makes it; refuses a damaged, newer, foreign or owned file and leaves it untouched.
    ///
    /// - Parameter channels: Every way of reaching people who are at no station, also those that the home does not use.
    public init(
        path: String, policy: AlertPolicy = AlertPolicy(), channels: [DeliveryChannel] = [],
        zone: String = ZoneRules.utc.id,
        zones: @escaping @Sendable (String) -> ZoneRules? = { $0 == ZoneRules.utc.id ? .utc : nil },
        busyTimeout: TimeInterval = 5,
        logger: Logger = Logger(label: "store") { _ in SwiftLogNoOpLogHandler() }
    ) throws(StoreFileError) {
        try self.init(
            path: path, policy: policy, channels: channels, zone: zone, zones: zones,
            busyTimeout: busyTimeout, logger: logger, gaps: DutyGaps())
    }

    /// - Parameter gaps: Works out where nobody is on duty.
    init(
        path: String, policy: AlertPolicy = AlertPolicy(), channels: [DeliveryChannel] = [], zone: String,
        zones: @escaping @Sendable (String) -> ZoneRules?, busyTimeout: TimeInterval = 5,
        logger: Logger = Logger(label: "store") { _ in SwiftLogNoOpLogHandler() }, gaps: DutyGaps
    ) throws(StoreFileError) {
        self.path = path
        self.policy = policy
        let channels = DeliveryChannels(all: channels)
        deliveryChannels = channels
        let home = HomeClocks(zone)
        self.home = home
        self.zones = zones
        self.logger = logger
        let planCache = RoutinePlanCache(zones: zones)
        self.planCache = planCache
        let unreadable = UnreadableRows(logger: logger)
        self.unreadable = unreadable
        duties = DutyReader(zones: zones, unreadable: unreadable, gaps: gaps)
        keeperAt = { now in
            RoutineKeeper(
                planCache: planCache, zones: zones, home: zones(home.zone) ?? .utc,
                usesProgram: channels.isInUse(ReminderChannel.command.rawValue),
                now: Date(milliseconds: now.milliseconds),
                unreadable: unreadable, logger: logger)
        }
        clockSteps = StoredClockSteps(
            planCache: planCache, longestRetry: channels.longestWait, keeperAt: keeperAt, logger: logger)
        lock = try OwnerLock(for: path)
        let file = try StoreFile.open(path, format: .care, busyTimeout: busyTimeout)
        try planWatch.watch(file)
        lanes = try StoreLanes(file, busyTimeout: busyTimeout)
        journal = try StoreFile.translating(path) {
            let text = try file.queue.read { db in try String.fetchOne(db, sql: "SELECT id FROM identity") }
            guard let id = text.flatMap(UUID.init(uuidString:)) else {
                throw StoreFileError.corrupt(path: path, detail: "it does not name itself")
            }
            return id
        }
    }

    /// Checks that the file could be opened, without writing to it or creating it; returns whether it exists.
    public static func examine(_ path: String) throws(StoreFileError) -> Bool {
        try StoreFile.examine(path, format: .care)
    }

    /// Whether a transaction can be committed now.
    public func probe() async throws(CareStoreError) {
        try await write { db in try db.execute(sql: "UPDATE identity SET probed = probed + 1") }
    }

    /// Whether something of what calendars outside are told has changed since this was asked last.
    public func takePlanChange() -> Bool { planWatch.take() }

    /// On the lane of the calling task.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(CareStoreError) -> Value {
        do {
            let value = try await lanes.write(on: .current, body)
            trail?.log(to: logger)
            return value
        } catch { throw translated(error) }
    }

    /// A consistent snapshot, on the lane of the calling task. The connection cannot write.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(CareStoreError) -> Value {
        do { return try await lanes.read(on: .current, body) } catch { throw translated(error) }
    }

    func translated(_ error: any Error) -> CareStoreError {
        if let known = error as? CareStoreError { return known }
        if let error = error as? DatabaseError, let refused = CareStoreError(refusedBy: error) {
            logger.error("a table's constraint refuses this", metadata: ["reason": "\(error.message ?? "")"])
            return refused
        }
        // One row is damaged, not the file: nothing else is lost, and trying again would not help.
        if let error = error as? DatabaseError, RoutineKeeper.isOfItsContent(error) {
            return .damaged(row: "what this is about", error.message ?? "it is not what Beckon writes")
        }
        // One routine's rules are at fault, not the file.
        if let error = error as? RecurrenceError {
            return .invalid(field: "content.schedule", error.description)
        }
        return .file(StoreFileError(error, path: path))
    }
}
