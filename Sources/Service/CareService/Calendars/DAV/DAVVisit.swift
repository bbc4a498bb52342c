import Calendars
import Care
import CareStore
import Foundation
import NIOHTTP1

/// One visit to a collection that is written: what stands there of ours is brought up to date.
///
/// | what stands there | what is done |
/// |---|---|
/// | nothing | it is put, on the condition that nothing stands there |
/// | ours, as we left it | it is put over that, if it has changed here |
/// | ours, changed there by somebody | it is put over that: the plan here counts |
/// | ours, and it is planned no more | it is taken away, also where somebody has changed it there |
/// | anything that we did not write | it is left alone |
///
/// What the server lets nobody write of these keeps no other one waiting; once all of them were tried, it is told.
struct DAVVisit {
    /// So many resources are put or taken away in one visit; the next one comes soon.
    private static let most = 300
    private static let soon: Duration = .seconds(10)
    /// So many are noted together.
    private static let atOnce = 20

    private let id: UUID
    private let collection: URL
    private let dav: DAVClient
    private let core: ServiceCore
    /// What stands there of ours, by UID.
    private var written: [String: WrittenEntry]
    /// What of that is not stored yet.
    private var changed: Set<String> = []
    private var tally = CalendarTally()
    private var count = 0
    /// Whether something stands there as it did not before, or stands there no more: what a server never takes is no reason to come
    /// again soon.
    private var hasProgressed = false
    /// How many the server has forbidden to put or to take away.
    private var forbidden = 0

    init(
        _ id: UUID, _ collection: URL, _ dav: DAVClient, in core: ServiceCore
    ) async throws(PlatformTrouble) {
        (self.id, self.collection, self.dav, self.core) = (id, collection, dav, core)
        do throws(CareProblem) {
            let all = try await core.read { store throws(CareStoreError) in
                try await store.writtenEntries(id)
            }
            written = Dictionary(all.map { ($0.uid, $0) }) { first, _ in first }
        } catch { throw core.notStored(error) }
    }

    /// - Parameter known: Of the last visit; `nil` where nobody knows what has happened there since.
    mutating func write(
        _ planned: [PlannedResource], known: PlatformKnown?
    ) async throws(PlatformTrouble) -> CalendarOutcome {
        let state = try await dav.state(of: collection)
        guard state.mayBeWritten else { throw PlatformTrouble(.readOnly) }
        let mark = state.syncToken ?? state.collectionTag
        // Somebody has changed something there since: perhaps ours.
        let isAsLeft = mark != nil && mark == known?.sync
        let there = isAsLeft ? nil : try await dav.events(of: collection, from: nil)
        let uids = Set(planned.map(\.uid))
        var isCut = false
        do throws(PlatformTrouble) {
            for uid in written.keys.sorted() where !uids.contains(uid) {
                if count >= Self.most { isCut = true } else { try await takeAway(uid) }
            }
            // What has changed here goes first: what a server tells no tags of is put again each time.
            let due = planned.filter { mustPut($0, there) }.sorted { one, other in
                let (isKnown, isOtherKnown) = (isWritten(one), isWritten(other))
                return isKnown == isOtherKnown ? one.uid < other.uid : isOtherKnown
            }
            for one in due {
                if count >= Self.most { isCut = true } else { try await put(one, there) }
            }
        } catch {
            // Where that fails too, what stands there is recognised by its UID.
            try? await note()
            throw error
        }
        try await note()
        guard forbidden == 0 else { throw PlatformTrouble(.readOnly) }
        guard count > 0 || !isAsLeft else { return .unchanged }
        tally.present = planned.count { written[$0.uid] != nil }
        if isCut {
            if hasProgressed {
                core.calendars.places.hasten([id], within: Self.soon, at: core.clock.uptime())
            }
            return .written(tally, PlatformKnown())
        }
        return .written(tally, PlatformKnown(sync: try await markAfter(mark)))
    }

    mutating func takeAwayAll() async throws(PlatformTrouble) {
        do throws(PlatformTrouble) {
            for uid in written.keys.sorted() { try await takeAway(uid) }
        } catch {
            // Then it is asked for once more.
            try? await note()
            throw error
        }
        try await note()
        guard forbidden == 0 else { throw PlatformTrouble(.readOnly) }
    }

    /// Up to which change it is known now that it was written.
    private mutating func markAfter(_ before: String?) async throws(PlatformTrouble) -> String? {
        guard count > 0 else { return before }
        let state = try await dav.state(of: collection)
        let untold = written.values.filter { $0.tag == nil }
        if !untold.isEmpty {
            // A server that has changed what it was sent tells no tag (RFC 4791, 5.3.4).
            let there = try await dav.events(of: collection, from: nil)
            for one in untold {
                guard let tag = DAVPath.key(one.href, in: collection).flatMap({ there[$0]?.tag }) else {
                    continue
                }
                written[one.uid]?.tag = tag
                changed.insert(one.uid)
            }
            try await note()
        }
        return state.syncToken ?? state.collectionTag
    }

    // MARK: - One resource

    /// Whether it was written as it is planned now.
    private func isWritten(_ one: PlannedResource) -> Bool { written[one.uid]?.digest == one.digest }

    /// - Parameter there: What stands there, by key; `nil` where it is as it was left.
    private func mustPut(_ one: PlannedResource, _ there: [String: DAVResource]?) -> Bool {
        guard let entry = written[one.uid], isWritten(one) else { return true }
        guard let there else { return false }
        guard let found = DAVPath.key(entry.href, in: collection).flatMap({ there[$0] }) else { return true }
        return entry.tag == nil || found.tag != entry.tag
    }

    private mutating func put(
        _ one: PlannedResource, _ there: [String: DAVResource]?
    ) async throws(PlatformTrouble) {
        // Of letters, digits and hyphens alone.
        let name = one.uid + ".ics"
        guard let url = URL(string: name, relativeTo: collection)?.absoluteURL else { return }
        let (href, key) = (url.path(percentEncoded: true), DAVPath.key(url))
        let before = written[one.uid]
        // What we have not written is never written over, whatever is there.
        let tag = before.flatMap { there == nil ? $0.tag : there?[key]?.tag }
        let condition = DAVClient.Condition(tag)
        count += 1
        var answer = try await dav.put(one.text, at: url, over: condition)
        if answer.status == 412, let other = try await otherCondition(one, at: href, key, than: condition) {
            answer = try await dav.put(one.text, at: url, over: other)
        }
        guard !isOfThisAlone(answer) else {
            tally.leftOut += 1
            return
        }
        guard try isAllowed(answer) else { return }
        if !isWritten(one) { hasProgressed = true }
        written[one.uid] = WrittenEntry(
            uid: one.uid, href: href, tag: answer.headers.first(name: "ETag"), digest: one.digest)
        if before == nil { tally.made += 1 } else { tally.changed += 1 }
        try await note(one.uid)
    }

    /// Over what to put what the server did not take: over ours, which somebody has changed there or an earlier run has written; or over
    /// nothing, where it is gone. `nil`: what stands there is not ours.
    private func otherCondition(
        _ one: PlannedResource, at href: String, _ key: String, than condition: DAVClient.Condition
    ) async throws(PlatformTrouble) -> DAVClient.Condition? {
        let found = try await dav.texts(of: [href], in: collection)[key]
        guard let found, found.isThere else { return condition == .nothing ? nil : .nothing }
        guard let tag = found.tag, let text = found.calendar, Self.has(one.uid, text) else { return nil }
        return .tagged(tag)
    }

    /// Whether a calendar's text is of this entry of ours.
    private static func has(_ uid: String, _ text: String) -> Bool {
        let lines = text.replacing("\r\n", with: "\n").replacing("\n ", with: "").replacing("\n\t", with: "")
        return lines.split(separator: "\n").contains("UID:\(uid)@\(CalendarWriter.domain)")
    }

    /// Whether a server that takes others does not take this one: it is left out, and tried again.
    private func isOfThisAlone(_ answer: PlatformAnswer) -> Bool {
        switch answer.status {
        case 400, 412, 413, 415, 422: return true
        case 403, 409:
            // What is asked of what is put (RFC 4791, 5.3.2.1).
            let body = String(decoding: answer.body, as: UTF8.self)
            return ["no-uid-conflict", "valid-calendar", "supported-calendar", "max-", "min-"].contains {
                body.contains($0)
            }
        default: return false
        }
    }

    /// Whether the server has let one be put or taken away; throws where the answer is of more than this one.
    private mutating func isAllowed(_ answer: PlatformAnswer) throws(PlatformTrouble) -> Bool {
        do throws(PlatformTrouble) {
            _ = try answer.checked(missing: .gone, forbidden: .readOnly)
            return true
        } catch {
            guard error.problem == .readOnly else { throw error }
            forbidden += 1
            return false
        }
    }

    private mutating func takeAway(_ uid: String) async throws(PlatformTrouble) {
        guard let entry = written[uid] else { return }
        if let url = DAVPath.url(entry.href, from: collection),
            let key = DAVPath.key(entry.href, in: collection)
        {
            count += 1
            var answer = try await dav.delete(url, of: entry.tag)
            // Somebody has changed it there: ours goes all the same, and what was put in its place stays.
            if answer.status == 412,
                let found = try await dav.texts(of: [entry.href], in: collection)[key], found.isThere,
                let text = found.calendar, Self.has(uid, text)
            {
                answer = try await dav.delete(url, of: found.tag)
            }
            if ![404, 410, 412].contains(answer.status), try !isAllowed(answer) { return }
        }
        written[uid] = nil
        hasProgressed = true
        tally.ended += 1
        try await note(uid)
    }

    // MARK: - What is stored of it

    private mutating func note(_ uid: String) async throws(PlatformTrouble) {
        changed.insert(uid)
        if changed.count >= Self.atOnce { try await note() }
    }

    private mutating func note() async throws(PlatformTrouble) {
        guard !changed.isEmpty else { return }
        let (id, entries) = (id, changed.compactMap { written[$0] })
        let gone = changed.filter { written[$0] == nil }
        do throws(CareProblem) {
            try await core.write { store throws(CareStoreError) in
                try await store.keepWritten(id, entries, gone: gone)
            }
        } catch { throw core.notStored(error) }
        changed = []
    }
}
