import AsyncHTTPClient
import Care
import Foundation
import NIOHTTP1
import Recurrence
import Testing

@testable import CareService

/// Maria's turn to empty the bins at half past one, shown by a photo; she has a phone, and Ben lives there too.
@Suite("Photos of chores, asked of the real service")
struct ChorePhotoAPITests {
    private static let key = Days.key("2026-03-28T13:30:00")

    private struct House: Sendable {
        let home: TwoClients
        let maria: Asker
        let otto: Asker
        let ben: Asker
        let pauli: Asker
        let routine: UUID

        var path: String {
            "chores/photo?routine=\(routine)&key=2026-03-28T13:30:00%5BEurope%2FBerlin%5D"
        }

        func put(
            _ bytes: Data = PictureTests.png, as type: String? = "image/png", to path: String? = nil,
            by asker: Asker
        ) async throws -> RunningService.Answer {
            var message = try asker.message(.PUT, path ?? self.path)
            message.body = .bytes(bytes)
            if let type { message.headers.replaceOrAdd(name: "Content-Type", value: type) }
            return try await home.service.send(message)
        }

        func enter(
            _ kind: OccurrenceEntry.Kind, by asker: Asker, text: String? = nil, undoes: UUID? = nil
        ) async throws -> RunningService.Answer {
            try await asker.send(
                .POST, "entries",
                OccurrenceEntry(
                    id: UUID(), routine: routine, key: key, kind: kind, text: text, undoes: undoes, at: noon))
        }

        var points: Int {
            get async throws {
                try await ben.get("points/maria").decode(PointPage.self).standing.total
            }
        }
    }

    private static func with(
        proof: ChoreProof? = .photo, _ body: @escaping @Sendable (House) async throws -> Void
    ) async throws {
        try await TwoClients.with { home in
            var new = try Days.medicine()
            (new.content.title, new.content.client, new.content.audience) = ("Bins", nil, .household)
            (new.content.assignment, new.content.points) = (.fixed(person: "maria"), 5)
            new.content.proof = proof
            #expect(try await home.station.send(.POST, "routines", new).status == 201)
            func one(_ role: CallerRole, _ client: String? = nil) throws -> Asker {
                try #require(home.others.first { $0.role == role && $0.client == client })
            }
            try await body(
                House(
                    home: home, maria: one(.client, "maria"), otto: one(.client, "otto"),
                    ben: one(.caregiver), pauli: one(.provider), routine: new.id))
        }
    }

    @Test("A client shows by a photo what they did, another is asked for, and the points are credited once")
    func proof() async throws {
        try await Self.with { house in
            let bare = try await house.enter(.done, by: house.maria)
            #expect(bare.status == 422)
            #expect(try bare.problem.field == "kind")
            let sent = try await house.put(PictureTests.placed(), by: house.maria)
            #expect(sent.status == 201)
            let photo: ChorePhoto = try sent.decode()
            #expect(photo.by == "Maria")
            #expect(try await house.enter(.done, by: house.maria).status == 201)
            #expect(try await house.put(PictureTests.png(width: 2), by: house.maria).status == 409)
            #expect(try await house.points == 0)
            // Without what a camera has written.
            let seen = try await house.ben.get(house.path + "&version=\(photo.version)")
            #expect(seen.body == PictureTests.png)
            #expect(seen.headers.first(name: "Cache-Control") == "private, max-age=86400")
            #expect(try await house.enter(.notYet, by: house.ben, text: "the lid is open").status == 201)
            #expect(try await house.enter(.done, by: house.maria).status == 422)
            let same = try await house.put(by: house.maria)
            #expect(same.status == 422)
            #expect(try same.problem.field == "picture")
            #expect(try await house.put(PictureTests.png(width: 3), by: house.maria).status == 200)
            #expect(try await house.enter(.done, by: house.maria).status == 201)
            #expect(try await house.enter(.approved, by: house.maria).status == 403)
            #expect(try await house.enter(.approved, by: house.ben).status == 201)
            #expect(try await house.enter(.approved, by: house.ben).status == 409)
            #expect(try await house.points == 5)
            #expect(try await house.put(PictureTests.png(width: 4), by: house.maria).status == 409)
            // Taken back and approved again, they are there once.
            let item: ChoreFeed = try await house.ben.get("chores").decode()
            let last = try #require(item.closed.first { $0.routine == house.routine }?.lastEntry)
            #expect(try await house.enter(.undone, by: house.ben, undoes: last).status == 201)
            #expect(try await house.points == 0)
            #expect(try await house.enter(.approved, by: house.ben).status == 201)
            #expect(try await house.points == 5)
        }
    }

    @Test("Whoever neither approves nor has sent it sees nothing of it, as if it were not there")
    func readers() async throws {
        try await Self.with { house in
            #expect(try await house.put(by: house.maria).status == 201)
            for asker in [house.ben, house.maria] {
                #expect(try await asker.get(house.path).status == 200)
                let page: ChorePhotoPage = try await asker.get("chores/photos").decode()
                #expect(page.photos.count == 1)
            }
            // Otto shares the household's chores, and is told who has this one; a provider sees only clients' plans.
            for (asker, refused) in [(house.otto, 409), (house.pauli, 404)] {
                #expect(try await asker.get(house.path).status == 404)
                let page: ChorePhotoPage = try await asker.get("chores/photos").decode()
                #expect(page.photos.isEmpty)
                #expect(
                    try await house.put(PictureTests.png(width: 9), by: asker).status == refused)
            }
            for device in [house.home.maria, house.home.station] {
                #expect(try await device.get(house.path).status == 403)
                #expect(try await house.put(by: device).status == 403)
            }
            #expect(try await house.ben.get(house.path).body == PictureTests.png)
        }
    }

    @Test("At a client's kiosk and at a station it is done without one, and waits for approval")
    func devices() async throws {
        try await Self.with { house in
            for device in [house.home.maria, house.home.station] {
                let done = try await house.enter(.done, by: device)
                #expect(done.status == 201)
                let item: RoutineOccurrence = try done.decode()
                #expect(item.chore?.approval == .waiting && item.chore?.proof == .photo)
                let undone = try await house.enter(.undone, by: device, undoes: item.lastEntry)
                #expect(undone.status == 201)
            }
            #expect(try await house.points == 0)
        }
    }

    @Test("What is no picture, is too large or too wide, or belongs to no such chore is refused in words")
    func hostile() async throws {
        try await Self.with { house in
            let svg = Data("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>".utf8)
            let wrong: [(Data, String?, Int)] = [
                (svg, "image/svg+xml", 415), (svg, "image/png", 422), (PictureTests.png, "image/jpeg", 422),
                (Data("done".utf8), "text/plain", 415), (PictureTests.png, nil, 415),
                (Data(), "image/png", 422), (PictureTests.png.dropLast(5), "image/png", 422),
                // What would be four thousand million pixels once it is drawn.
                (PictureTests.png(width: .max), "image/png", 422),
                (PictureTests.png(more: PersonPicture.mostBytes), "image/png", 413),
            ]
            for (bytes, type, status) in wrong {
                let answer = try await house.put(bytes, as: type, by: house.maria)
                #expect(answer.status == status, "\(type ?? "") \(bytes.count)")
                let problem = try answer.problem
                #expect(problem.status == status && problem.field != nil)
            }
            #expect(try await house.ben.get(house.path).status == 404)
            let own = "chores/photo?routine=\(house.routine)&key="
            let other = "chores/photo?routine=\(UUID())&key="
            for (path, status) in [
                (own + "never", 400), (own + "2026-03-28T13:31:00%5BEurope%2FBerlin%5D", 404),
                (other + "2026-03-28T13:30:00%5BEurope%2FBerlin%5D", 404), ("chores/photo", 400),
            ] {
                for asker in [house.maria, house.ben] {
                    #expect(try await house.put(to: path, by: asker).status == status, "\(path)")
                }
            }
        }
        try await Self.with(proof: nil) { house in
            let needless = try await house.put(by: house.maria)
            #expect(needless.status == 422)
            #expect(try needless.problem.detail == "this asks for no photo: say that it is done")
        }
    }
}
