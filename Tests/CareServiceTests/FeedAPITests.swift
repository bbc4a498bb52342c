import Care
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("Calendar programs read what is planned", .timeLimit(.minutes(30)))
struct FeedAPITests {
    @Test("An address is read without a login until it ends, and once more only when something has changed")
    func whole() async throws {
        try await FeedScene.with { scene in
            let feed = try await scene.make(scene.ben)
            #expect(feed.person == scene.ben.person?.id && feed.madeAt == noon && feed.readAt == nil)
            let first = try await scene.read(feed.path)
            #expect(first.status == 200)
            #expect(first.headers.first(name: "Content-Type") == "text/calendar; charset=utf-8")
            #expect(first.headers.first(name: "Cache-Control") == "private, max-age=3600")
            #expect(!first.headers.contains(name: "Set-Cookie"))
            let text = try await scene.text(feed.path)
            #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
            #expect(text.contains("\r\nSUMMARY:Medicine of maria\r\n") && !text.contains("otto"))
            let tag = try #require(first.headers.first(name: "ETag"))
            for known in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
                let same = try await scene.read(feed.path, headers: [("If-None-Match", known)])
                #expect(same.status == 304 && same.body.isEmpty)
                #expect(same.headers.first(name: "ETag") == tag)
            }
            let head = try await scene.read(feed.path, .HEAD)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers.first(name: "Content-Length") == "\(first.body.count)")
            let seen: FeedsPage = try await scene.ben.get("feeds").decode()
            #expect(seen.feeds.map(\.readAt) == [noon] && seen.feeds.map(\.path) == [feed.path])

            var content = scene.medicine.content
            content.title = "Tea of maria"
            let change = RoutineChange(
                id: UUID(), scope: .all, content: content, replaces: scene.medicine.sequence, at: noon)
            let path = "routines/\(scene.medicine.id)/changes"
            #expect(try await scene.ben.send(.POST, path, change).status == 201)
            let changed = try await scene.read(feed.path, headers: [("If-None-Match", tag)])
            #expect(changed.status == 200 && changed.headers.first(name: "ETag") != tag)
            let after = try await scene.text(feed.path)
            #expect(after.contains("SUMMARY:Tea of maria") && !after.contains("Medicine"))
            #expect(try Self.sequence(after) > Self.sequence(text))

            #expect(try await scene.ben.send(.DELETE, "feeds/\(feed.id)").status == 204)
            #expect(try await scene.ben.send(.DELETE, "feeds/\(feed.id)").status == 204)
            #expect(try await scene.read(feed.path).status == 404)
            // Nobody opens it again by its id.
            let again = NewFeed(id: feed.id, client: "maria")
            #expect(try await scene.ben.send(.POST, "feeds", again).status == 409)
            #expect(try await scene.read(feed.path).status == 404)
        }
    }

    private static func sequence(_ text: String) throws -> Int {
        let line = try #require(text.split(separator: "\r\n").first { $0.hasPrefix("SEQUENCE:") })
        return try #require(Int(line.dropFirst("SEQUENCE:".count)))
    }

    @Test("One that says only when tells nothing else; it takes the place of the other, whose address ends")
    func times() async throws {
        try await FeedScene.with { scene in
            let whole = try await scene.make(scene.ben)
            let times = try await scene.make(scene.ben, "maria", .times)
            #expect(try await scene.read(whole.path).status == 404)
            let text = try await scene.text(times.path)
            #expect(text.contains("\r\nSUMMARY:Planned\r\n") && text.contains("RRULE:FREQ=DAILY"))
            for word in ["Medicine", "maria", "Maria", "water"] {
                #expect(!text.contains(word), "\(word)")
            }
            // The same once more is the same one.
            let same = NewFeed(id: times.id, client: "maria", detail: .times)
            let answer = try await scene.ben.send(.POST, "feeds", same)
            #expect(answer.status == 200)
            #expect(try answer.decode(FeedLink.self).path == times.path)
        }
    }

    @Test("Whoever may not see a client any more, has left, or whose client has left, is answered nothing")
    func rights() async throws {
        try await FeedScene.with { scene in
            let feed = try await scene.make(scene.petra)
            let own = try await scene.make(scene.phone)
            #expect(try await scene.text(feed.path).contains("Medicine of maria"))
            #expect(try await scene.text(own.path).contains("Medicine of maria"))
            try await scene.change(scene.petra.person?.id) { $0.clients = ["otto"] }
            #expect(try await scene.read(feed.path).status == 404)
            try await scene.change(scene.petra.person?.id) { $0.clients = TwoClients.ids }
            #expect(try await scene.text(feed.path).contains("Medicine of maria"))
            let ottos = try await scene.make(scene.petra, "otto")
            #expect(try await scene.text(ottos.path).contains("Medicine of otto"))
            try await scene.change("otto") { $0.isActive = false }
            #expect(try await scene.read(ottos.path).status == 404)
            #expect(try await scene.read(feed.path).status == 200)
            try await scene.change(scene.petra.person?.id) { $0.isActive = false }
            #expect(try await scene.read(feed.path).status == 404)
            let page: FeedsPage = try await scene.olga.get("feeds").decode()
            #expect(page.feeds.map(\.id) == [own.id])
        }
    }

    @Test("Nobody makes one of what they do not see")
    func refused() async throws {
        try await FeedScene.with { scene in
            for (asker, client) in [
                (scene.petra, "otto"), (scene.petra, nil), (scene.phone, "otto"), (scene.phone, nil),
                (scene.ben, "nobody"), (scene.ben, "anna"),
            ] {
                let answer = try await asker.send(.POST, "feeds", NewFeed(id: UUID(), client: client))
                #expect(answer.status == 422, "\(asker.role) \(client ?? "–")")
                #expect(try answer.problem.field == "client")
            }
            let household = try await scene.make(scene.ben, nil)
            var bins = try Days.medicine()
            (bins.content.client, bins.content.audience, bins.content.title) = (nil, .household, "Bins")
            #expect(try await scene.home.station.send(.POST, "routines", bins).status == 201)
            let text = try await scene.text(household.path)
            #expect(text.contains("SUMMARY:Bins") && !text.contains("Medicine"))
        }
    }

    @Test("A provider’s tells of no colleague’s appointments")
    func appointments() async throws {
        try await FeedScene.with { scene in
            let (petras, bens) = (try await scene.make(scene.petra), try await scene.make(scene.ben))
            let pauli = try #require(scene.home.others.first { $0.role == .provider && $0.client == nil })
            for (asker, title) in [(scene.petra, "Speech"), (pauli, "Breathing")] {
                let content = AppointmentContent(
                    provider: try #require(asker.person?.id), client: "maria",
                    at: noon.addingTimeInterval(86_400), minutes: 45, title: title)
                let new = NewAppointment(id: UUID(), content: content)
                #expect(try await asker.send(.POST, "appointments", new).status == 201)
            }
            let (own, all) = (try await scene.text(petras.path), try await scene.text(bens.path))
            #expect(own.contains("SUMMARY:Speech") && !own.contains("Breathing"))
            #expect(all.contains("SUMMARY:Speech") && all.contains("SUMMARY:Breathing"))
        }
    }

    @Test("Coordinators see whose there are, and end them; nobody but the owner gets an address")
    func coordinators() async throws {
        try await FeedScene.with { scene in
            let (bens, petras) = (try await scene.make(scene.ben), try await scene.make(scene.petra))
            let page: FeedsPage = try await scene.olga.get("feeds").decode()
            #expect(page.feeds.map(\.id) == [bens.id, petras.id] && page.feeds.allSatisfy { $0.path == nil })
            for asker in [scene.petra, scene.phone] {
                #expect(try await asker.send(.DELETE, "feeds/\(bens.id)").status == 404)
                let page: FeedsPage = try await asker.get("feeds").decode()
                #expect(!page.feeds.contains { $0.id == bens.id })
            }
            #expect(try await scene.read(bens.path).status == 200)
            #expect(try await scene.olga.send(.DELETE, "feeds/\(bens.id)").status == 204)
            #expect(try await scene.read(bens.path).status == 404)
            let audit: AuditPage = try await scene.olga.get("audit?limit=200").decode()
            let entries = audit.entries.filter { [.feedMade, .feedEnded].contains($0.kind) }
            #expect(
                entries.map { "\($0.kind.rawValue) \($0.about ?? "–") \($0.by ?? "–") \($0.changes)" } == [
                    #"feed_ended Ben Olga ["client: maria"]"#, #"feed_made Petra Petra ["client: maria"]"#,
                    #"feed_made Ben Ben ["client: maria"]"#,
                ])
        }
    }

    @Test("An address is in no event, audit entry, log or store, and in no answer to anybody else")
    func secrets() async throws {
        let log = Mutex("")
        let logger = Logger(label: "test") { _ in LineLog { line in log.withLock { $0 += line + "\n" } } }
        try await FeedScene.with(logger: logger) { scene in
            let feed = try await scene.make(scene.ben)
            let path = try #require(feed.path)
            let token = path.dropFirst(FeedResponder.folder.count).dropLast(FeedResponder.ending.count)
            #expect(try await scene.read(path).status == 200)
            #expect(try await scene.read(path, .POST).status == 405)
            var told = "\(feed)" + String(reflecting: feed)
            for asker in [scene.olga, scene.petra, scene.phone] {
                told += String(decoding: try await asker.get("feeds").body, as: UTF8.self)
                if asker.role != .client { told += try await asker.eventsBefore() }
            }
            told += String(decoding: try await scene.olga.get("audit?limit=200").body, as: UTF8.self)
            for file in [scene.service.storePath, scene.service.storePath + "-wal"] {
                told += String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
            }
            told += log.withLock { $0 }
            #expect(!told.contains(token))
        }
    }

    @Test("Unknown, ended and malformed addresses are answered alike; only guesses wait, and nobody else")
    func guesses() async throws {
        try await FeedScene.with { scene in
            let feed = try await scene.make(scene.ben)
            let ended = try await scene.make(scene.olga)
            #expect(try await scene.olga.send(.DELETE, "feeds/\(ended.id)").status == 204)
            let first = try await scene.read(ended.path)
            let guess = "/feeds/\(HomeToken.make(of: feed.id, for: .feed, key: "a key")).ics"
            let good = try #require(feed.path)
            let wrong = [
                guess, "/feeds/", "/feeds/.ics", "/feeds/x.ics", String(good.dropLast()),
                "/feeds/%00.ics", good.replacing(".ics", with: ".ics/"),
                "/feeds/\(String(repeating: "A", count: 4000)).ics",
            ]
            for path in wrong {
                let answer = try await scene.read(path)
                #expect(answer.status == 404 && answer.body == first.body, "\(path)")
            }
            for _ in wrong.count..<20 { #expect(try await scene.read(guess).status == 404) }
            let slowed = try await scene.read(guess)
            #expect(slowed.status == 429 && slowed.headers.first(name: "Retry-After") == "1")
            // Neither programs with an address, nor those that do not know that theirs has ended, nor people who log in.
            #expect(try await scene.read(good).status == 200)
            for _ in 0..<30 { #expect(try await scene.read(ended.path).status == 404) }
            #expect(try await scene.service.logIn("Ben").status == 201)
            scene.service.clock.pass(.seconds(1))
            #expect(try await scene.read(guess).status == 404)
            #expect(try await scene.read(guess).headers.first(name: "Retry-After") == "2")
        }
    }

    @Test("A program that asks without an end waits; what has not changed does not count")
    func often() async throws {
        try await FeedScene.with { scene in
            let (feed, other) = (try await scene.make(scene.ben), try await scene.make(scene.olga))
            let tag = try #require(try await scene.read(feed.path).headers.first(name: "ETag"))
            for _ in 1..<FeedBudget.most { #expect(try await scene.read(feed.path).status == 200) }
            let refused = try await scene.read(feed.path)
            #expect(refused.status == 429 && refused.headers.first(name: "Retry-After") == "3600")
            #expect(try await scene.read(feed.path, headers: [("If-None-Match", "\"old\"")]).status == 429)
            #expect(try await scene.read(feed.path, headers: [("If-None-Match", tag)]).status == 304)
            #expect(try await scene.read(feed.path, .HEAD).status == 200)
            #expect(try await scene.read(other.path).status == 200)
            scene.service.clock.pass(FeedBudget.hour)
            #expect(try await scene.read(feed.path).status == 200)
        }
    }

    @Test("It is read with GET and HEAD alone, under the home’s own names, whoever has logged in there")
    func methods() async throws {
        try await FeedScene.with { scene in
            let feed = try await scene.make(scene.ben)
            for method in [HTTPMethod.POST, .PUT, .DELETE, .PATCH, .OPTIONS] {
                let answer = try await scene.read(feed.path, method)
                #expect(answer.status == 405 && answer.headers.first(name: "Allow") == "GET, HEAD")
            }
            let cookie = try #require(scene.petra.visitor).cookie
            for headers in [[("Cookie", cookie)], [("Cookie", "beckon_session=nobody")], []] {
                let answer = try await scene.read("\(feed.path ?? "")?x=1", headers: headers)
                #expect(answer.status == 200 && !answer.headers.contains(name: "Set-Cookie"))
            }
            let misnamed = try await scene.read(feed.path, headers: [("Host", "elsewhere.example")])
            #expect(misnamed.status == 421)
        }
    }
}
