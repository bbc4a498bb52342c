import Calendars
import Care
import CareStore
import Digests
import Foundation

/// A collection of a CalDAV server into which is written what is planned here. What others put there is never touched.
struct DAVWriter: CalendarSource {
    func tried(
        _ record: CalendarRecord, _ secret: CalendarSecret, in core: ServiceCore
    ) async throws(PlatformTrouble) -> CalendarTrial {
        let collection = try DAVSource.collection(secret)
        return try await core.platforms.visit(collection, mayBeInside: record.mayBeInside) {
            client throws(PlatformTrouble) in
            let state = try await DAVClient(client, secret, core.platforms).state(of: collection)
            guard state.takesEvents else { throw PlatformTrouble(.unreadable) }
            guard state.mayBeWritten else { throw PlatformTrouble(.readOnly) }
            return CalendarTrial(name: state.name)
        }
    }

    func work(
        _ record: CalendarRecord, _ secret: CalendarSecret, known: PlatformKnown?, in core: ServiceCore
    ) async -> CalendarOutcome {
        do throws(PlatformTrouble) {
            let collection = try DAVSource.collection(secret)
            let planned = try await core.planned(for: record.link)
            return try await core.platforms.visit(collection, mayBeInside: record.mayBeInside) {
                client throws(PlatformTrouble) in
                let dav = DAVClient(client, secret, core.platforms)
                var visit = try await DAVVisit(record.id, collection, dav, in: core)
                return try await visit.write(planned, known: known)
            }
        } catch { return .failed(error.problem, asked: error.asked) }
    }

    func takeAway(
        _ record: CalendarRecord, _ secret: CalendarSecret, in core: ServiceCore
    ) async throws(PlatformTrouble) {
        let collection = try DAVSource.collection(secret)
        try await core.platforms.visit(collection, mayBeInside: record.mayBeInside) {
            client throws(PlatformTrouble) in
            let dav = DAVClient(client, secret, core.platforms)
            var visit = try await DAVVisit(record.id, collection, dav, in: core)
            try await visit.takeAwayAll()
        }
    }
}

/// What one UID is to be in a collection.
struct PlannedResource: Sendable {
    /// That of its `CalendarEntry`.
    let uid: String
    let text: [UInt8]
    let digest: String
}

extension ServiceCore {
    /// What is to stand in a collection that is written. What comes from a calendar of the same server is left out: it stands there already.
    fileprivate func planned(for link: CalendarLink) async throws(PlatformTrouble) -> [PlannedResource] {
        let now = clock.wall()
        let entries: [CalendarEntry]
        do throws(CareProblem) {
            entries = try await read { store throws(CareStoreError) in
                try await store.calendarEntries(
                    of: link.client, whose: link.client.map { .sharedOf([$0]) } ?? .shared,
                    besides: link.server, now: now)
            }
        } catch { throw notStored(error) }
        let writer = CalendarWriter(
            home: home.rules, zones: configuration.zones.known, version: configuration.version)
        // Years of a plan are computed without a pause.
        let planned = await platforms.parsed { () throws(Never) in
            entries.compactMap { entry in
                writer.resource(entry, now: now).map {
                    PlannedResource(uid: entry.uid, text: $0, digest: Digests.sha256Digits(Data($0)))
                }
            }
        }
        switch planned {
        case .success(let planned): return planned
        }
    }
}
