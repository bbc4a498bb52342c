import Care
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("Platforms outside: when each has its turn, and what is asked")
struct PlatformPlacesTests {
    private static func placed(_ id: UUID, in places: PlatformPlaces) throws {
        let generation = try #require(places.begin(id))
        places.end(id, .whole(PlatformKnown(tag: "1")), of: generation, at: .zero)
        places.finish(id)
    }

    @Test("What is hastened has its turn soon, also where it was under way, but not while it fails")
    func hastened() throws {
        let (places, id) = (PlatformPlaces(ReadingPace.ofCalendars), UUID())
        try Self.placed(id, in: places)
        #expect(places.due(of: [id], at: .seconds(44 * 60)).now.isEmpty)
        places.hasten([id], within: .seconds(30), at: .seconds(100))
        #expect(places.due(of: [id], at: .seconds(129)).now.isEmpty)
        #expect(places.due(of: [id], at: .seconds(130)).now == [id])
        let generation = try #require(places.begin(id))
        #expect(places.due(of: [id], at: .seconds(130)).now.isEmpty)
        places.hasten([id], within: .seconds(30), at: .seconds(140))
        places.end(id, .unchanged, of: generation, at: .seconds(150))
        places.finish(id)
        #expect(places.due(of: [id], at: .seconds(170)).now == [id])
        let failing = try #require(places.begin(id))
        places.end(id, .failed(.failing, asked: nil), of: failing, at: .seconds(200))
        places.finish(id)
        places.hasten([id], within: .zero, at: .seconds(200))
        #expect(places.due(of: [id], at: .seconds(500)).now.isEmpty)
        #expect(places.failing(id, at: .seconds(500)) == .seconds(300))
    }

    @Test("What is known lasts six hours, and ends with a change that somebody makes")
    func known() throws {
        let (places, id) = (PlatformPlaces(ReadingPace.ofCalendars), UUID())
        try Self.placed(id, in: places)
        #expect(places.known(of: id, at: .seconds(6 * 3600 - 1))?.tag == "1")
        #expect(places.known(of: id, at: .seconds(6 * 3600)) == nil)
        let before = try #require(places.begin(id))
        let after = places.raise(id)
        #expect(places.known(of: id, at: .zero) == nil)
        #expect(!places.isCurrent(id, before) && places.isCurrent(id, after))
        places.end(id, .whole(PlatformKnown(tag: "2")), of: before, at: .zero)
        places.finish(id)
        #expect(places.known(of: id, at: .zero) == nil)
    }

    @Test("Nothing but the platform itself is asked, with the method and the words that were given")
    func asked() async throws {
        try await FakeCanvas.with { server in
            let access = PlatformAccess(version: "test")
            let platform = try #require(URL(string: server.address))
            for address in [
                "http://127.0.0.1:1/x", "https://127.0.0.1:\(server.port)/x", "http://localhost/x",
            ] {
                let url = try #require(URL(string: address))
                let trouble = await #expect(throws: PlatformTrouble.self) {
                    try await access.visit(platform, mayBeInside: true) { client throws(PlatformTrouble) in
                        try await client.ask(.GET, url, headers: [], limit: 100)
                    }
                }
                #expect(trouble == PlatformTrouble(.moved))
            }
            #expect(server.asked.isEmpty)
            let url = try #require(URL(string: server.address + "/a"))
            server.state.withLock {
                $0.replies = [.init(status: 207, body: "both"), .init(status: 404, body: "no")]
            }
            let answers = try await access.visit(platform, mayBeInside: true) {
                client throws(PlatformTrouble) in
                let first = try await client.ask(
                    .PROPFIND, url, headers: [("Depth", "0")], body: Data("<x/>".utf8), limit: 100)
                return [first, try await client.ask(.GET, url, headers: [], limit: 100)]
            }
            #expect(answers.map(\.status) == [207, 404] && answers.map(\.isSuccess) == [true, false])
            #expect(answers.map { String(decoding: $0.body, as: UTF8.self) } == ["both", "no"])
        }
    }
}
