import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("Addresses of feeds in the store")
struct FeedStoreTests {
    private static func feed(
        _ client: String? = "maria", of person: String = "anna", id: UUID = UUID(),
        detail: FeedLink.Detail = .everything
    ) -> FeedLink {
        FeedLink(id: id, person: person, client: client, detail: detail, madeAt: noon)
    }

    @Test("One of each person and client; the same again changes nothing, another one takes its place")
    func places() async throws {
        let store = try await RoutineHome().store
        let first = Self.feed()
        #expect(try await store.addFeed(first).isNew)
        #expect(try await !store.addFeed(first).isNew)
        let household = try await store.addFeed(Self.feed(nil)).0
        let bens = try await store.addFeed(Self.feed(of: "ben")).0
        #expect(try await store.feeds(of: nil) == [first, household, bens])
        let second = try await store.addFeed(Self.feed(detail: .times)).0
        #expect(try await store.feeds(of: "anna") == [household, second])
        #expect(try await store.feed(first.id) == nil)
        #expect(try await store.feed(second.id)?.detail == .times)
    }

    @Test("What has ended stays ended, whoever sends its id again")
    func ended() async throws {
        let store = try await RoutineHome().store
        let feed = try await store.addFeed(Self.feed()).0
        #expect(try await store.removeFeed(feed.id))
        #expect(try await !store.removeFeed(feed.id))
        for again in [feed, Self.feed(of: "ben", id: feed.id)] {
            await #expect(throws: CareStoreError.sameIDOtherContent(feed.id, current: nil)) {
                _ = try await store.addFeed(again)
            }
        }
        try await store.readFeed(feed.id, at: noon)
        #expect(try await store.feeds(of: nil).isEmpty)
        let other = try await store.addFeed(Self.feed()).0
        await #expect(throws: CareStoreError.sameIDOtherContent(other.id, current: nil)) {
            _ = try await store.addFeed(Self.feed(of: "ben", id: other.id))
        }
    }

    @Test("When it was read is known to the hour, also by a clock of 1970")
    func reading() async throws {
        let store = try await RoutineHome().store
        let feed = try await store.addFeed(Self.feed()).0
        #expect(feed.readAt == nil)
        try await store.readFeed(feed.id, at: noon.addingTimeInterval(1799))
        #expect(try await store.feed(feed.id)?.readAt == noon)
        try await store.readFeed(feed.id, at: noon.addingTimeInterval(3600))
        #expect(try await store.feed(feed.id)?.readAt == noon.addingTimeInterval(3600))
        try await store.readFeed(feed.id, at: Date(timeIntervalSince1970: 7))
        #expect(try await store.feed(feed.id)?.readAt == Date(timeIntervalSince1970: 0))
    }

    @Test("Nobody has more than so many, and only of clients whom there are")
    func most() async throws {
        let clients = (1...FeedLink.mostOfPerson).map {
            Person(id: "client-\($0)", name: String(repeating: "Q", count: $0), role: .client)
        }
        let store = try await RoutineHome([maria, anna, ben] + clients).store
        for client in clients { _ = try await store.addFeed(Self.feed(client.id)) }
        await #expect(throws: CareStoreError.self) { _ = try await store.addFeed(Self.feed("maria")) }
        #expect(try await store.addFeed(Self.feed("client-1", detail: .times)).isNew)
        #expect(try await store.feeds(of: "anna").count == FeedLink.mostOfPerson)
        for client in ["ben", "nobody"] {
            await #expect(throws: CareStoreError.notFound("client \(client)")) {
                _ = try await store.addFeed(Self.feed(client, of: "ben"))
            }
        }
    }

    @Test("Of somebody's many that have ended, so many are known, and no more")
    func old() async throws {
        let store = try await RoutineHome().store
        _ = try await store.addFeed(Self.feed())
        try await store.write { db in
            for _ in 0..<(Feeds.mostEnded + 50) {
                try Feeds.end(of: "ben", in: db)
                try Feeds.insert(Self.feed(of: "ben"), in: db)
            }
        }
        _ = try await store.addFeed(Self.feed(of: "ben"))
        let count = try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM feed WHERE person = 'ben'")
        }
        #expect(count == Feeds.mostEnded + 1)
        #expect(try await store.feeds(of: nil).count == 2)
    }

    @Test("Whoever leaves, or may log in no more, has none left; coming back opens none again")
    func leaving() async throws {
        let store = try await RoutineHome([maria, anna, ben, cleo]).store
        for person in ["anna", "ben", "cleo"] { _ = try await store.addFeed(Self.feed(of: person)) }
        var ben = try #require(try await store.people().first { $0.id == "ben" })
        ben.isActive = false
        let gone = try await store.setPerson(ben, at: noon).0
        #expect(try await store.feeds(of: nil).map(\.person) == ["anna", "cleo"])
        await #expect(throws: CareStoreError.self) { _ = try await store.addFeed(Self.feed(of: "ben")) }
        ben = gone
        ben.isActive = true
        _ = try await store.setPerson(ben, at: noon)
        #expect(try await store.feeds(of: "ben").isEmpty)
        try await store.logIn("anna", at: noon)
        try await store.logIn("cleo", at: noon)
        _ = try await store.takeLogin(of: "anna", by: "cleo", at: noon)
        #expect(try await store.feeds(of: nil).map(\.person) == ["cleo"])
    }
}
