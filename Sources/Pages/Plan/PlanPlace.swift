import Care
import FoundationEssentials
import Recurrence

/// The routine, and perhaps the occurrence, that a page's address names.
struct PlanPlace {
    let routine: Routine
    let key: OccurrenceKey
    /// `nil` where it is not planned, or not any more.
    let occurrence: RoutineOccurrence?

    /// No zone is further from Greenwich, in seconds.
    private static let farthest: TimeInterval = 15 * 3600

    static func routine(_ call: PageCall) async throws -> Routine {
        guard let id = UUID(uuidString: call.parts[0]) else {
            throw CareProblem(.notFound, "there is no routine \(call.parts[0])")
        }
        return try await call.api.get("routines/\(id)")
    }

    static func key(_ call: PageCall) throws -> OccurrenceKey {
        guard let key = OccurrenceKey(call.parts[1]) else {
            throw CareProblem(.notFound, "\(call.parts[1]) is not a time of a routine")
        }
        return key
    }

    /// Looks for the occurrence where it was planned or moved to: the zone that it goes by need not be known for that.
    init(_ call: PageCall) async throws {
        routine = try await Self.routine(call)
        let key = try Self.key(call)
        self.key = key
        let id = routine.id
        let local = routine.content.schedule.changes.first { $0.of == key }?.to ?? key.local
        let middle = Date(timeIntervalSince1970: Double(local.seconds))
        let page: OccurrencePage = try await call.api.get(
            "occurrences",
            [
                ("from", CareJSON.string(from: middle.addingTimeInterval(-Self.farthest))),
                ("until", CareJSON.string(from: middle.addingTimeInterval(Self.farthest))),
                ("routine", id.uuidString),
            ])
        occurrence = page.occurrences.first { $0.routine == id && $0.key == key }
    }

    var path: String { PlanText.path(routine.id, key) }

    /// The routine's plan says that it is left out this once.
    var isCancelled: Bool {
        occurrence == nil && routine.content.schedule.changes.contains { $0.of == key && $0.to == nil }
    }

    /// Somebody has moved it, or said something else of it.
    var isChanged: Bool {
        routine.content.schedule.changes.contains { $0.of == key }
            || routine.content.edits.contains { $0.of == key }
    }

    var repeats: Bool { routine.content.schedule.repetition != .once }
}
