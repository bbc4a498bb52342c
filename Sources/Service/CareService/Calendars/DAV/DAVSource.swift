import Calendars
import Care
import CareStore
import Foundation
import Logging

/// A collection of a CalDAV server that is read: only what has changed is asked for.
struct DAVSource: CalendarSource {
    /// So many texts are asked for at once.
    private static let atOnce = 40
    /// Events that were over so long before now are not read; zones are less than a day apart, and whole days are a day long.
    private static let past: TimeInterval = 2 * 86_400

    func tried(
        _ record: CalendarRecord, _ secret: CalendarSecret, in core: ServiceCore
    ) async throws(PlatformTrouble) -> CalendarTrial {
        let collection = try Self.collection(secret)
        let platforms = core.platforms
        let state = try await platforms.visit(collection, mayBeInside: record.mayBeInside) {
            client throws(PlatformTrouble) in
            let dav = DAVClient(client, secret, platforms)
            let state = try await dav.state(of: collection)
            // What answers this can be read.
            _ = try await dav.events(of: collection, from: core.clock.wall().addingTimeInterval(-Self.past))
            return state
        }
        return CalendarTrial(name: state.name)
    }

    func work(
        _ record: CalendarRecord, _ secret: CalendarSecret, known: PlatformKnown?, in core: ServiceCore
    ) async -> CalendarOutcome {
        do throws(PlatformTrouble) {
            let collection = try Self.collection(secret)
            return try await core.platforms.visit(collection, mayBeInside: record.mayBeInside) {
                client throws(PlatformTrouble) in
                let dav = DAVClient(client, secret, core.platforms)
                return try await Self.read(record, collection, dav, known: known, in: core)
            }
        } catch { return .failed(error.problem, asked: error.asked) }
    }

    static func collection(_ secret: CalendarSecret) throws(PlatformTrouble) -> URL {
        // It was checked when it was added: now the file is another one.
        guard let address = try? PlatformAddress.url(secret.address), secret.user != nil else {
            throw PlatformTrouble(.secretLost)
        }
        return DAVPath.collection(address)
    }

    private static func read(
        _ record: CalendarRecord, _ collection: URL, _ dav: DAVClient, known: PlatformKnown?,
        in core: ServiceCore
    ) async throws(PlatformTrouble) -> CalendarOutcome {
        let state = try await dav.state(of: collection)
        // From before what is read then: what changes in between is read twice, and not missed.
        let mark = state.syncToken ?? state.collectionTag
        if let mark, mark == known?.sync { return .unchanged }
        var kept = try await core.resources(of: record.id, in: collection)
        var wanted: [String: DAVResource]
        var lost: Set<String> = []
        if let sync = known?.sync, state.syncToken != nil, state.tellsChanges,
            let changes = try await dav.changes(of: collection, since: sync)
        {
            (wanted, lost) = (changes.changed, changes.gone)
        } else {
            wanted = try await dav.events(
                of: collection, from: core.clock.wall().addingTimeInterval(-past))
            let missing = kept.filter { wanted[$0.key] == nil }
            let there = try await dav.texts(of: missing.map(\.value.href).sorted(), atOnce, in: collection)
            for (key, one) in missing {
                // What was made to end earlier is read once more; what has only become past is over.
                if let now = there[key], now.isThere, now.tag != one.tag {
                    wanted[key] = now
                } else {
                    lost.insert(key)
                }
            }
        }
        if !lost.isEmpty {
            try await core.keepResources(
                of: record.id, changed: [], gone: Set(lost.compactMap { kept[$0]?.href }))
            for key in lost { kept[key] = nil }
        }
        let changed = wanted.filter { key, resource in
            guard let one = kept[key], one.text != nil else { return true }
            return one.tag.isEmpty || one.tag != resource.tag
        }.sorted { $0.key < $1.key }
        for start in stride(from: 0, to: changed.count, by: atOnce) {
            let some = changed[start..<min(start + atOnce, changed.count)]
            let found = try await dav.texts(of: some.map(\.value.href), in: collection)
            var (new, lost): ([CalendarResource], Set<String>) = ([], [])
            for (key, resource) in some {
                // Under the name that it is kept under, however it is written this time.
                let href = kept[key]?.href ?? resource.href
                let one = found[key]
                if one?.isThere ?? true {
                    kept[key] = CalendarResource(href: href, tag: one?.tag ?? "", text: one?.calendar)
                    new.append(contentsOf: [kept[key]].compactMap(\.self))
                } else {
                    kept[key] = nil
                    lost.insert(href)
                }
            }
            guard kept.values.reduce(0, { $0 + $1.length }) <= CalendarLink.longestText else {
                throw PlatformTrouble(.tooLarge)
            }
            // In parts, so that a large one comes to its end however often it is interrupted.
            try await core.keepResources(of: record.id, changed: new, gone: lost)
        }
        return .read(
            try await reading(of: kept, named: state.name, record, in: core), PlatformKnown(sync: mark))
    }

    private static func reading(
        of kept: [String: CalendarResource], named name: String?, _ record: CalendarRecord,
        in core: ServiceCore
    ) async throws(PlatformTrouble) -> CalendarReading {
        let texts = kept.sorted { $0.key < $1.key }.compactMap(\.value.text)
        var reading = CalendarReading()
        if !texts.isEmpty {
            reading = try await core.calendar(
                in: Data(texts.joined(separator: "\r\n").utf8),
                allDayAt: record.link.taking?.allDayAt ?? CalendarLink.usualAllDayAt)
        }
        reading.name = name ?? reading.name
        // What could not be read has not vanished.
        reading.isWhole = reading.isWhole && kept.values.allSatisfy { $0.text != nil }
        return reading
    }
}

extension CalendarResource {
    /// As the store counts it, bytes.
    fileprivate var length: Int { href.utf8.count + tag.utf8.count + (text?.utf8.count ?? 0) }
}

extension ServiceCore {
    /// What is known of a collection that is read, by key.
    fileprivate func resources(
        of id: UUID, in collection: URL
    ) async throws(PlatformTrouble) -> [String: CalendarResource] {
        do throws(CareProblem) {
            let all = try await read { store throws(CareStoreError) in try await store.calendarResources(id) }
            let known = all.compactMap { one in DAVPath.key(one.href, in: collection).map { ($0, one) } }
            return Dictionary(known) { first, _ in first }
        } catch { throw notStored(error) }
    }

    fileprivate func keepResources(
        of id: UUID, changed: [CalendarResource], gone: Set<String>
    ) async throws(PlatformTrouble) {
        do throws(CareProblem) {
            try await write { store throws(CareStoreError) in
                try await store.keepCalendarResources(id, changed: changed, gone: gone)
            }
        } catch { throw notStored(error) }
    }

    /// The store is to blame, and not the server; it is tried again as if that had failed.
    func notStored(_ problem: CareProblem) -> PlatformTrouble {
        causes.log(.warning, "what was read of a calendar could not be stored", reason: "\(problem)")
        return PlatformTrouble(.failing)
    }
}
