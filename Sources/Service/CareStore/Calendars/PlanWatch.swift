import GRDB
import StoreFiles
import Synchronization

/// Notices whether something has changed of what calendars outside are told: see `CareStore.calendarEntries`.
///
/// SQLite itself notices it, on the only connection that writes, so that nobody who changes a plan has to think of it. Of a transaction that
/// failed it may have been noticed, too: then a calendar is looked at once more than it had to be.
final class PlanWatch: Sendable {
    private static let function = "plan_changed"

    private let isChanged = Atomic(false)

    /// Whether something has changed since this was asked last.
    func take() -> Bool { isChanged.exchange(false, ordering: .acquiringAndReleasing) }

    /// Watches a file for as long as it is open. Nothing of that is stored in it.
    func watch(_ file: StoreFile) throws(StoreFileError) {
        try StoreFile.translating(file.path) {
            try file.queue.writeWithoutTransaction { db in
                db.add(
                    function: DatabaseFunction(Self.function, argumentCount: 0) { _ in
                        self.isChanged.store(true, ordering: .releasing)
                        return nil
                    })
                for (name, change) in Self.changes {
                    try db.execute(
                        sql: """
                            CREATE TEMP TRIGGER plan_\(name) AFTER \(change)
                                BEGIN SELECT \(Self.function)(); END
                            """)
                }
            }
        }
    }

    /// What counts, by a name: no goals; of an occurrence that it is skipped, or no more, not that it is due or was done.
    private static let changes = [
        "routine_made": "INSERT ON main.routine WHEN new.is_goal = 0",
        // What was done last says when it comes again so many days after.
        "routine_changed": """
        UPDATE OF content, is_active, last_done, last_done_key ON main.routine
            WHEN old.is_goal = 0 OR new.is_goal = 0
        """,
        "occurrence_skipped": """
        UPDATE OF outcome ON main.occurrence
            WHEN new.is_goal = 0 AND (old.outcome IS 'skipped') <> (new.outcome IS 'skipped')
        """,
        "appointment_made": "INSERT ON main.appointment",
        "appointment_changed": "UPDATE OF at, content, standing ON main.appointment",
        // What came from a calendar that is read is not written at the same server, for as long as it is read.
        "event_forgotten": "DELETE ON main.calendar_event WHEN old.series IS NOT NULL",
    ]
}
