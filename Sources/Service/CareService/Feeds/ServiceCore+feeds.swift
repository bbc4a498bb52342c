import Calendars
import Care
import CareStore
import Foundation
import Logging

/// What somebody's own calendar program reads of what is planned.
extension ServiceCore {
    /// A feed with whose address this home was asked.
    enum AskedFeed: Sendable {
        /// It is there, and its owner may see what it tells.
        case found(FeedLink, as: Caller)
        /// This home has made the address: it has ended, or its owner may not see that any more.
        case ended
        /// No address of this home.
        case unknown
    }

    /// Where a feed is at this service: told to its owner alone.
    func path(of feed: FeedLink) async throws(CareProblem) -> String {
        let token = HomeToken.make(of: feed.id, for: .feed, key: try await messages.secrets.read().answerKey)
        return FeedResponder.folder + token + FeedResponder.ending
    }

    func feed(withToken token: String) async throws(CareProblem) -> AskedFeed {
        guard token.utf8.count == HomeToken.length,
            let id = HomeToken.id(of: token, for: .feed, key: try await messages.secrets.read().answerKey)
        else { return .unknown }
        let (feed, people) = try await read { store throws(CareStoreError) in
            (try await store.feed(id), try await store.people())
        }
        guard let feed, let person = people.first(where: { $0.id == feed.person }), person.isActive
        else { return .ended }
        // As if they had logged in at this moment.
        let role = CallerRole(person.role)
        let owner = Caller(role: role, person: person, client: role == .client ? person.id : nil)
        return maySee(feed.client, owner, people) ? .found(feed, as: owner) : .ended
    }

    /// Whether somebody sees what is planned for a client who is here, or for the household.
    ///
    /// - Parameters:
    ///   - client: By id; `nil`: what is planned for the household.
    ///   - people: All of the home.
    func maySee(_ client: String?, _ caller: Caller, _ people: [Person]) -> Bool {
        guard caller.plans(in: configuration).includes(client) else { return false }
        guard let client else { return true }
        return people.contains { $0.id == client && $0.role == .client && $0.isActive }
    }

    /// The calendar that a feed gives at this moment.
    func calendar(of feed: FeedLink, as owner: Caller) async throws(CareProblem) -> Data {
        let now = clock.wall()
        let (whose, reader) = (owner.plans(in: configuration), try owner.appointments(in: configuration))
        var entries = try await read { store throws(CareStoreError) in
            try await store.calendarEntries(of: feed.client, whose: whose, seenBy: reader, now: now)
        }
        var name = homeName ?? "Beckon"
        switch feed.detail {
        case .everything:
            if let client = feed.client { name = await self.name(ofClient: client) ?? client }
        case .times:
            let word = await feeds.planned(in: homeLanguage)
            entries = entries.map { $0.onlyTimes(called: word) }
        }
        return Data(feeds.writer(home: home.rules).feed(name: name, of: entries, now: now))
    }

    /// Keeps that a feed was read, to the hour; an answer is not refused because that cannot be kept.
    func wasRead(_ feed: FeedLink) async {
        let now = clock.wall()
        guard failure == nil else { return }
        do throws(CareProblem) {
            try await write { store throws(CareStoreError) in try await store.readFeed(feed.id, at: now) }
        } catch {
            causes.log(.notice, "that a calendar was read could not be kept", reason: "\(error)")
        }
    }
}
