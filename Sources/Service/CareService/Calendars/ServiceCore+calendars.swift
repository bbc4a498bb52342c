import Calendars
import Care
import CareStore
import Foundation
import Logging

extension ServiceCore {
    /// Nothing is kept of what opens a calendar that was removed while the machine went off, or whose client has left.
    func forgetLostCalendars(in store: CareStore) async {
        do throws(CareStoreError) {
            calendars.secrets.keep(only: try await store.calendarIDs())
        } catch {
            logger.warning(
                "could not look for calendars' secrets that are not used", metadata: ["error": "\(error)"])
        }
    }

    /// A client has left: what opens their calendars is kept no longer. Whoever comes back writes it once more.
    func forgetCalendars(of client: String) async {
        do throws(CareProblem) {
            let records = try await read { store throws(CareStoreError) in try await store.calendars() }
            for record in records where record.link.client == client {
                // What is being read at this moment does not count any more.
                calendars.places.raise(record.id)
                calendars.secrets.forget(record.id)
            }
        } catch {
            // The next start forgets them.
            causes.log(.warning, "calendars' secrets of who has left are still there", reason: "\(error)")
        }
        await tellCalendars()
    }

    /// Throws where a client has left.
    func checkMayHaveCalendars(_ client: String?) async throws(CareProblem) {
        guard let client else { return }
        try await checkIsHere(
            client, else: "this client has left: no calendar is read or written for them any more")
    }

    /// Reads and writes all of them, each at its own pace.
    func calendarWorker() -> PlatformWorker {
        PlatformWorker(
            core: self, calendars.places, "calendars",
            toDo: { () async throws(CareProblem) in try await self.calendarsToDo() },
            work: { id throws(CareProblem) in try await self.workCalendar(id) })
    }

    /// Those that are read or written, whenever it is their turn; tells on the way which cannot be.
    private func calendarsToDo() async throws(CareProblem) -> [UUID] {
        let records = try await read { store throws(CareStoreError) in try await store.calendarsToDo() }
        calendars.settle(records)
        await tellCalendars()
        return records.map(\.id)
    }

    /// Reads or writes one, if it is still there.
    private func workCalendar(_ id: UUID) async throws(CareProblem) {
        if let record = try await calendar(id) { try await workCalendar(record) }
    }

    /// Reads or writes one, and keeps what that came to.
    ///
    /// - Returns: How it is then; `nil` where it is not there any more.
    @discardableResult
    func workCalendar(_ record: CalendarRecord) async throws(CareProblem) -> CalendarRecord? {
        let (id, places) = (record.id, calendars.places)
        guard let generation = places.begin(id) else {
            // What that comes to is what is asked for.
            await places.ended(id)
            return try await calendar(id)
        }
        defer { places.finish(id) }
        let outcome = await outcome(of: record)
        // The service's stop has ended it, not the calendar.
        guard !Task.isStopping else {
            places.end(id, .failed(.unreachable, asked: nil), of: generation, at: clock.uptime())
            return record
        }
        return try await keepCalendar(outcome, of: id, generation)
    }

    /// What reading or writing one comes to now.
    func outcome(of record: CalendarRecord) async -> CalendarOutcome {
        guard let source = record.link.kind.source, let secret = calendars.secrets.read(record.id) else {
            return .failed(.secretLost, asked: nil)
        }
        let known =
            record.link.doneAt == nil ? nil : calendars.places.known(of: record.id, at: clock.uptime())
        return await source.work(record, secret, known: known, in: self)
    }

    /// One as it is now.
    func calendar(_ id: UUID) async throws(CareProblem) -> CalendarRecord? {
        try await read { store throws(CareStoreError) in try await store.calendarRecord(id) }
    }

    /// What a calendar's text says, parsed on the thread for that.
    ///
    /// - Parameter allDayAt: At which time of the day what lasts whole days is due, minutes after midnight.
    func calendar(in bytes: Data, allDayAt: Int) async throws(PlatformTrouble) -> CalendarReading {
        let (rules, zones, now) = (home.rules, configuration.zones.known, clock.wall())
        let found = await platforms.parsed { () throws(CalendarReadError) in
            try CalendarReader.reading(bytes, home: rules, zones: zones, allDayAt: allDayAt, now: now)
        }
        do throws(CalendarReadError) { return try found.get() } catch {
            switch error {
            case .notACalendar: throw PlatformTrouble(.unreadable)
            case .tooLarge: throw PlatformTrouble(.tooLarge)
            }
        }
    }

    /// Keeps what reading or writing came to, unless somebody has changed the calendar since that began; and plans the next time.
    ///
    /// - Returns: How it is then; `nil` where it is not there any more.
    func keepCalendar(
        _ outcome: CalendarOutcome, of id: UUID, _ generation: Int
    ) async throws(CareProblem) -> CalendarRecord? {
        let places = calendars.places
        guard places.isCurrent(id, generation) else { return try await calendar(id) }
        do throws(CareProblem) {
            let kept = try await store(outcome, of: id, generation)
            // A calendar that has not changed since then would never be read to its end.
            let end = kept?.mustBeReadWhole == true ? .whole(PlatformKnown()) : outcome.end
            places.end(id, end, of: generation, at: clock.uptime())
            await tellCalendars()
            if let kept { return kept }
        } catch {
            // It was not taken over: it is read again, whole.
            places.end(id, .failed(.failing, asked: nil), of: generation, at: clock.uptime())
            throw error
        }
        // It is turned off, or gone.
        return try await calendar(id)
    }

    private func store(
        _ outcome: CalendarOutcome, of id: UUID, _ generation: Int
    ) async throws(CareProblem) -> CalendarRecord? {
        let now = clock.wall()
        switch outcome {
        case .read(let reading, _):
            let places = calendars.places
            return try await change { store, now throws(CareStoreError) in
                let merged = try await store.mergeCalendar(reading, of: id, now: now) {
                    places.isCurrent(id, generation)
                }
                return (merged, true)
            }.0
        case .written(let tally, _):
            return try await changeCalendar(id) { link in
                let earlier = link.tally ?? CalendarTally()
                var whole = tally
                whole.made += earlier.made
                whole.changed += earlier.changed
                whole.ended += earlier.ended
                link.tally = whole
                (link.doneAt, link.problem, link.failingSince) = (now, nil, nil)
            }
        case .unchanged:
            return try await changeCalendar(id) { link in
                (link.doneAt, link.problem, link.failingSince) = (now, nil, nil)
            }
        case .failed(let problem, _):
            let kept = try await changeCalendar(id) { link in
                link.failingSince = link.failingSince.map { min($0, now) } ?? now
                link.problem = problem
            }
            if let kept {
                causes.log(
                    .warning, "a calendar could not be read or written",
                    reason: "\(problem.rawValue): \(kept.link.server ?? "-")")
            }
            return kept
        }
    }

    /// Changes one that is not turned off.
    private func changeCalendar(
        _ id: UUID, _ change: @escaping @Sendable (inout CalendarLink) -> Void
    ) async throws(CareProblem) -> CalendarRecord? {
        try await write { store throws(CareStoreError) in
            try await store.changeCalendar(id) { link in if link.isActive { change(&link) } }
        }
    }

    /// Tells which calendars cannot be read or written any more, and which can again.
    func tellCalendars() async {
        do throws(CareProblem) {
            let records = try await read { store throws(CareStoreError) in try await store.calendarsToDo() }
            var failing: [String?: [String]] = [:]
            for link in records.map(\.link)
            where isToBeTold(link.problem, of: link.id, in: calendars.places) {
                failing[link.client, default: []].append(link.name)
            }
            try await tell(.calendarUnread, failing, in: calendars.places)
        } catch {
            causes.log(.warning, "not stored: calendars", reason: "\(error)")
        }
    }
}
