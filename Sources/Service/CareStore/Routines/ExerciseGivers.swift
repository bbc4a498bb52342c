import Care
import Foundation
import GRDB

/// Which provider gave an exercise.
enum ExerciseGivers {
    /// Fills in who gave each exercise, as its routine says it now. A routine that cannot be read names nobody; that is told where routines are.
    ///
    /// - Parameter people: Of the home, for their names.
    static func fill(_ occurrences: inout [RoutineOccurrence], people: [Person], in db: Database) throws {
        var known: [UUID: String?] = [:]
        for index in occurrences.indices where occurrences[index].exercise != nil {
            let routine = occurrences[index].routine
            let provider: String?
            if let found = known[routine] {
                provider = found
            } else {
                provider = try find(routine, in: db)
                known.updateValue(provider, forKey: routine)
            }
            occurrences[index].provider = provider
            occurrences[index].providerName = provider.flatMap { id in
                people.first { $0.id == id }?.name
            }
        }
    }

    private static func find(_ routine: UUID, in db: Database) throws -> String? {
        try String.fetchOne(
            db,
            sql: """
                SELECT CASE WHEN json_valid(content) THEN json_extract(content, '$.content.provider') END
                FROM routine WHERE id = ?
                """, arguments: [routine.uuidString])
    }
}
