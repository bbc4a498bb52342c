import Care
public import Foundation
import GRDB
import Logging

/// A routine without reminders: its rule or zone cannot be computed, or its row cannot be read.
public struct UnplannedRoutine: Sendable, Equatable {
    public var id: UUID?
    /// As it is spoken; `nil` where its row cannot be read.
    public var title: String?
    /// For whom, as it is spoken; the id where the home does not know the person.
    public var client: String
}

extension CareStore {
    /// The active routines that cannot be planned; `nil` while all are being recalculated.
    public func unplannedRoutines() async throws(CareStoreError) -> [UnplannedRoutine]? {
        guard planCache.reckoned == nil else { return nil }
        let unplanned = planCache.unplanned
        guard !unplanned.isEmpty else { return [] }
        return try await read { db in
            try unplanned.sorted { $0.key < $1.key }.compactMap { number, version in
                // A routine that was changed since can be planned, or the change would have been refused.
                guard
                    let row = try Row.fetchOne(
                        db,
                        sql: "SELECT * FROM routine WHERE number = ? AND version = ? AND is_active = 1",
                        arguments: [number, version])
                else { return nil }
                return try UnplannedRoutine(row: row, in: db)
            }
        }
    }

    /// The next `takeDue` tries again to plan what could not be planned: a missing zone may be installed by
    /// now.
    public func reckonAgain() {
        if !planCache.unplanned.isEmpty { planCache.setReckoned(0, of: planCache.generation) }
    }
}

extension UnplannedRoutine {
    fileprivate init(row: Row, in db: Database) throws {
        let client: String = row["client"]
        do {
            let routine = try RoutineRow(row: row).routine
            (id, title) = (routine.id, routine.content.title)
        } catch let error where RoutineKeeper.isOfItsContent(error) {
            // The log has named it.
            (id, title) = (nil, nil)
        }
        do { self.client = try People.find(client, in: db)?.name ?? client } catch is CareStoreError {
            self.client = client
        }
    }
}

extension RoutineKeeper {
    /// Remembers, and logs once, that a routine cannot be planned.
    func noteUnplanned(_ row: Row, _ error: any Error) {
        noteUnplanned(row["number"], version: row["version"], id: row["id"], error)
    }

    func noteUnplanned(_ row: RoutineRow, _ error: any Error) {
        noteUnplanned(row.number, version: row.version, id: row.routine.id.uuidString, error)
    }

    private func noteUnplanned(_ number: Int64, version: Int64, id: String, _ error: any Error) {
        guard planCache.unplanned[number] != version else { return }
        planCache.noteUnplanned(number, version: version)
        logger.error(
            "a routine cannot be planned and has no reminders",
            metadata: ["routine": "\(id)", "reason": "\(error)"])
    }
}
