import Care
import CareStore
import Foundation

extension APICalendars {
    /// Forgets one, with what came of it or without; throws where what was written there could not be taken away.
    ///
    /// - Returns: As it was; `nil` where it was gone already.
    static func remove(
        _ record: CalendarRecord, _ change: CalendarChange, by author: String?, _ core: ServiceCore
    ) async throws -> CalendarRecord? {
        let (id, places) = (record.id, core.calendars.places)
        places.raise(id)
        // What is under way ends first: afterwards nothing is written there any more.
        while places.begin(id) == nil { await places.ended(id) }
        defer {
            places.finish(id)
            places.forget(id)
        }
        // Somebody else may have removed it meanwhile.
        guard let known = try await core.calendar(id) else { return nil }
        if known.link.kind == .davOut, !change.keepsEvents {
            try await takeAway(known, core)
        }
        let removed = try await core.change { store, now throws(CareStoreError) in
            let removed = try await store.removeCalendar(
                id, keepsEvents: change.keepsEvents, by: author, now: now)
            return (removed, true)
        }.0
        core.calendars.secrets.forget(id)
        return removed ? known : nil
    }

    private static func takeAway(
        _ record: CalendarRecord, _ core: ServiceCore
    ) async throws(CareProblem) {
        guard let source = record.link.kind.source, let secret = core.calendars.secrets.read(record.id) else {
            throw CareProblem(
                .notAcceptable,
                "what opens it was lost, so that nothing can be taken away there: keep what was written",
                field: "keep_events")
        }
        do throws(PlatformTrouble) { try await source.takeAway(record, secret, in: core) } catch {
            throw CareProblem(
                .notAcceptable,
                "what was written could not be taken away there: try again, or keep it (\(words(error.problem, of: record.link.kind)))",
                field: "keep_events")
        }
    }
}
