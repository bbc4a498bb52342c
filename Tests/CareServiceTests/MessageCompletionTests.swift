import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("What people and scripts leave out of a message, the service makes")
struct MessageCompletionTests {
    private static let station = RunningService.tokens.station

    private static func post(
        _ service: RunningService, _ path: String, _ body: String, key: String? = nil,
        as token: String? = station
    ) async throws -> RunningService.Answer {
        try await service.send(
            service.message(
                .POST, "/api/v1/" + path, as: token, body: Data(body.utf8),
                headers: key.map { [("Idempotency-Key", $0)] } ?? []))
    }

    @Test("Two words answer a call, at the service's time")
    func shortAnswer() async throws {
        try await RunningService.with { service in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            service.clock.pass(.seconds(7))
            let answer = try await Self.post(
                service, "requests/\(asked.id)/responses", #"{"state":"on_the_way"}"#)
            #expect(answer.status == 201)
            let moved: Care.Request = try answer.decode()
            #expect(moved.state == .onTheWay && moved.changedAt == noon + 7)
            // Without a key each is another one.
            let note = "requests/\(asked.id)/notes"
            for _ in 0..<2 {
                #expect(try await Self.post(service, note, #" { "text" : "Only a sip." } "#).status == 201)
            }
            let notes: NotePage = try await service.get("/api/v1/\(note)", as: Self.station).decode()
            #expect(notes.notes.map(\.text) == ["Only a sip.", "Only a sip."])
            #expect(notes.notes.map(\.at) == [noon + 7, noon + 7] && Set(notes.notes.map(\.id)).count == 2)
        }
    }

    @Test("With a key the same message is one, whenever it comes again; another with that key is refused")
    func keys() async throws {
        try await RunningService.with { service in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let path = "requests/\(asked.id)/notes"
            let first = try await Self.post(service, path, #"{"text":"A sip."}"#, key: "sip-1")
            #expect(first.status == 201)
            service.clock.pass(.seconds(3600))
            for key in ["sip-1", "\"sip-1\""] {
                let again = try await Self.post(service, path, #"{"text":"A sip."}"#, key: key)
                #expect(again.status == 200 && again.body == first.body)
            }
            for (path, body) in [(path, #"{"text":"Two sips."}"#), (path + "?x=1", #"{"text":"A sip."}"#)] {
                let other = try await Self.post(service, path, body, key: "sip-1")
                #expect(other.status == 422)
                #expect(try other.problem.field == "Idempotency-Key")
            }
            // Somebody else's key is their own.
            let olga = try await service.setUp()
            let hers = try await olga.send(
                .POST, path, ["text": "A sip."], headers: [("Idempotency-Key", "sip-1")])
            #expect(hers.status == 201)
            let note: RequestNote = try hers.decode()
            #expect(note.by == "Olga")
            let notes: NotePage = try await service.get("/api/v1/\(path)", as: Self.station).decode()
            #expect(notes.notes.count == 2)
        }
    }

    @Test("Two that come at the same moment are one")
    func together() async throws {
        try await RunningService.with { service in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let path = "requests/\(asked.id)/notes"
            let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<8 {
                    tasks.addTask {
                        try await Self.post(service, path, #"{"text":"A sip."}"#, key: "k").status
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 200, 200, 200, 200, 200, 200, 201])
        }
    }

    @Test("A key beside a message's own id changes nothing but that another message with it is refused")
    func keyAndID() async throws {
        try await RunningService.with { service in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let path = "requests/\(asked.id)/notes"
            let id = UUID()
            let body = #"{"id":"\#(id)","text":"A sip.","at":"2026-03-28T12:00:00Z"}"#
            let made = try await Self.post(service, path, body, key: "k")
            #expect(try made.status == 201 && (made.decode() as RequestNote).id == id)
            #expect(try await Self.post(service, path, body, key: "k").status == 200)
            #expect(try await Self.post(service, path, #"{"text":"A sip."}"#, key: "k").status == 422)
        }
    }

    @Test("While nothing can be stored, a fault with a key is told all the same, and ends")
    func withoutStore() async throws {
        try await RunningService.with { service in
            try await Locked.hold(service.storePath) {
                let begins = try await Self.post(
                    service, "faults",
                    #"{"source":"station","kind":"sound_lost","active":true,"detail":"x"}"#,
                    key: "k")
                #expect(begins.status == 503)
                let told: FaultPage = try await service.get("/api/v1/faults", as: Self.station).decode()
                #expect(told.faults.contains { $0.kind == .soundLost })
            }
        }
    }

    @Test("What was refused at first is taken with the same key once it can be")
    func refusedFirst() async throws {
        try await RunningService.with { service in
            let asked = water()
            let path = "requests/\(asked.id)/responses"
            #expect(try await Self.post(service, path, #"{"state":"met"}"#, key: "k").status == 404)
            _ = try await service.post("/api/v1/requests", asked)
            #expect(try await Self.post(service, path, #"{"state":"met"}"#, key: "k").status == 201)
            #expect(try await Self.post(service, path, #"{"state":"met"}"#, key: "k").status == 200)
        }
    }

    @Test(
        "An invalid key is refused by name",
        arguments: ["", " ", "\"\"", "two words", "ä", String(repeating: "k", count: 256)])
    func noKeys(key: String) async throws {
        try await RunningService.with { service in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let refused = try await Self.post(
                service, "requests/\(asked.id)/notes", #"{"text":"A sip."}"#, key: key)
            #expect(refused.status == 400)
            #expect(try refused.problem.field == "Idempotency-Key")
        }
    }

    @Test("A kiosk makes ids itself: a call without one could be doubled")
    func kiosks() async throws {
        try await RunningService.with { service in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let refused = try await Self.post(
                service, "requests/\(asked.id)/responses", #"{"state":"cancelled","reason":"undo"}"#,
                key: "k", as: RunningService.tokens.kiosk)
            #expect(refused.status == 400)
            #expect(try refused.problem.field == "id")
        }
    }

    @Test("What is null or no object is not completed, but told")
    func wrong() async throws {
        try await RunningService.with { service in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            for (body, field) in [
                (#"{"id":null,"text":"A sip."}"#, "id"), (#"{"text":"A sip.","at":null}"#, "at"),
                ("{}", "text"),
                ("[]", nil), ("", nil), ("{", nil),
            ] as [(String, String?)] {
                let refused = try await Self.post(service, "requests/\(asked.id)/notes", body)
                #expect(refused.status == 400, "\(body)")
                #expect(try refused.problem.field == field, "\(body)")
            }
        }
    }

    @Test("Every message with an id, except a call, may come without one")
    func all() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let olga = try await service.setUp()
            let routine = try Days.medicine()
            var content = try #require(
                try JSONSerialization.jsonObject(with: try CareJSON.encoder().encode(routine))
                    as? [String: Any])
            content["id"] = nil
            content["at"] = nil
            let planned = String(decoding: try JSONSerialization.data(withJSONObject: content), as: UTF8.self)
            let made: Routine = try await Self.post(service, "routines", planned).decode()
            let key = "2026-03-28T13:30:00[Europe/Berlin]"
            let proposal = NewNeedProposal(
                id: UUID(), client: "maria", clientName: "Maria", label: "A walk", say: "A walk.",
                proposedAt: noon)
            _ = try await service.post("/api/v1/proposals", proposal)
            for (path, body) in [
                (
                    "routines/\(made.id)/changes",
                    #"{"scope":"one","occurrence":"\#(key)","replaces":\#(made.sequence)}"#
                ),
                (
                    "entries",
                    #"{"routine":"\#(made.id)","key":"2026-03-29T13:30:00[Europe/Berlin]","kind":"done"}"#
                ),
                ("proposals/\(proposal.id)/decisions", #"{"approved":false,"reason":"Rain."}"#),
                ("proposals", #"{"client":"maria","client_name":"Maria","label":"Tea","say":"Tea."}"#),
                ("faults", #"{"source":"station","kind":"sound_lost","active":true,"detail":""}"#),
            ] {
                let answer = try await Self.post(service, path, body)
                #expect(answer.status == 201, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
            }
            for (path, body) in [
                ("invitations", ["role": "caregiver", "name": "Ben"]),
                ("pairings", ["kind": "station", "name": "Kitchen"]),
            ] {
                let answer = try await olga.send(.POST, path, body)
                #expect(answer.status == 201, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
            }
        }
    }
}
