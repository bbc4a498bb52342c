import Care
import CareStore
import Foundation
import Hummingbird

/// The secret addresses under which people's own calendar programs read what is planned: everybody makes their own. What is read there
/// `FeedResponder` answers.
enum APIFeeds {
    static let places = [
        APIPlace(
            "feeds", APIMethod(.get, for: .people, of: .contacts, list),
            APIMethod(.post, for: .people, of: .clients, add)),
        APIPlace("feeds/{id}", APIMethod(.delete, for: .people, of: .contacts, end)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let own = try caller.loggedIn().id
        let isCoordinator = caller.role == .coordinator
        var feeds = try await call.core.read { store throws(CareStoreError) in
            try await store.feeds(of: isCoordinator ? nil : own)
        }
        for index in feeds.indices { feeds[index] = try await told(feeds[index], to: own, call) }
        return try APICall.response(.ok, FeedsPage(feeds: feeds))
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (new, core) = (try await call.plan(NewFeed.self, from: caller), call.core)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        let person = try caller.loggedIn()
        try await check(new.client, caller, core)
        let feed = FeedLink(
            id: new.id, person: person.id, client: new.client, detail: new.detail, madeAt: core.clock.wall())
        let made = try await core.write { store throws(CareStoreError) in try await store.addFeed(feed) }
        if made.isNew {
            await call.note(.feedMade, about: person.name, changes: changes(made.0), by: caller)
        }
        return try APICall.response((try await told(made.0, to: person.id, call), isNew: made.isNew))
    }

    /// Throws where they may not see what is planned there.
    private static func check(
        _ client: String?, _ caller: Caller, _ core: ServiceCore
    ) async throws(CareProblem) {
        let people = try await core.read { store throws(CareStoreError) in try await store.people() }
        guard !core.maySee(client, caller, people) else { return }
        guard let client else {
            throw CareProblem(
                .notAcceptable, "you do not see what is planned for the household: choose a client",
                field: "client")
        }
        throw CareProblem(.notAcceptable, "nobody in this home has the id \(client)", field: "client")
    }

    /// What is gone already is gone; another's is not there.
    private static func end(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core, own) = (try call.uuid(), call.core, try caller.loggedIn().id)
        let (found, people) = try await core.read { store throws(CareStoreError) in
            (try await store.feed(id), try await store.people())
        }
        guard let found else { return APICall.nothing() }
        guard caller.role == .coordinator || found.person == own else {
            throw CareProblem(.notFound, "this calendar address is not there any more", field: "id")
        }
        let removed = try await core.write { store throws(CareStoreError) in try await store.removeFeed(id) }
        if removed {
            let name = people.first { $0.id == found.person }?.name ?? found.person
            await call.note(.feedEnded, about: name, changes: changes(found), by: caller)
        }
        return APICall.nothing()
    }

    /// With the address for its owner alone.
    private static func told(
        _ feed: FeedLink, to own: String, _ call: APICall
    ) async throws(CareProblem) -> FeedLink {
        var feed = feed
        feed.path = feed.person == own ? try await call.core.path(of: feed) : nil
        return feed
    }

    private static func changes(_ feed: FeedLink) -> [AuditChange] { feed.client.map { [.client($0)] } ?? [] }
}

extension NewFeed: CompletableMessage { static let timeMember: String? = nil }
