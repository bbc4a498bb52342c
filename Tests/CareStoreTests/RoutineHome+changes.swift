import Care
import CareStore
import Foundation
import Recurrence
import Testing

extension RoutineHome {
    /// Changes a routine, twice the same.
    @discardableResult
    func change(
        _ routine: Routine, _ scope: RoutineChange.Scope, _ occurrence: String? = nil, to: String? = nil,
        edit: OccurrenceEdit? = nil, content: RoutineContent? = nil, continuation: UUID? = nil
    ) async throws -> Routine {
        let key = try occurrence.map(key)?.inZone(routine.content.schedule.zone)
        let change = RoutineChange(
            id: UUID(), scope: scope, occurrence: key, to: to.flatMap(WallTime.init), edit: edit,
            content: content, continuation: continuation, replaces: routine.sequence, by: "Ben", at: clock)
        let first = try await opened().changeRoutine(routine.id, change, receivedAt: clock)
        let again = try await opened().changeRoutine(routine.id, change, receivedAt: clock)
        #expect(first.isNew && !again.isNew && first.0 == again.0)
        return first.0
    }

    /// `28T14:00 due Medicine`, from Saturday to Wednesday.
    func days() async throws -> [String] {
        try await opened().occurrences(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-04-01T00:00"), now: clock
        ).map { "\($0.local.description.dropFirst(8).prefix(8)) \($0.state.rawValue) \($0.title)" }
    }

    /// Somebody will be away.
    func away(_ person: Person, _ from: String, _ until: String) async throws {
        var away = try #require(try await opened().people().first { $0.id == person.id })
        away.absences = [Absence(from: try berlin(from), until: try berlin(until))]
        _ = try await opened().setPerson(away, at: clock)
    }
}
