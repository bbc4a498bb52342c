import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("A browser that pushes to somebody who did not log out", .timeLimit(.minutes(30)))
struct LeftSubscriptionTests {
    private static let endpoint = "https://push.example/send/1"
    private static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

    private static func change(_ person: String, auth: String = LeftSubscriptionTests.auth) -> ContactChange {
        ContactChange(
            person: person, channel: "web_push", label: "Phone",
            address: ["endpoint": endpoint, "p256dh": "a-key"], secret: ["auth": auth])
    }

    /// Ben's browser is a way of his.
    private static func with(_ body: @escaping @Sendable (ReachScene, UUID) async throws -> Void) async throws
    {
        try await ReachScene.with(others: [StandIn.push()]) { scene in
            let id = UUID()
            #expect(try await scene.ben.send(.PUT, "contacts/\(id)", change("ben")).status == 201)
            try await body(scene, id)
        }
    }

    @Test("Whoever logs in there, and has its secret, ends the way of whoever had it before, who is told why")
    func ended() async throws {
        try await Self.with { scene, id in
            let left = LeftSubscription(endpoint: Self.endpoint, auth: Self.auth)
            // The same again is no mistake.
            for _ in 1...2 { #expect(try await scene.olga.send(.POST, "push/left", left).status == 204) }
            let contact = try await scene.contact(id)
            #expect(contact.state == .ended)
            #expect(contact.problem?.hasPrefix("somebody else has logged in on this device") == true)
            // Logged in again, Ben takes it back.
            var back = Self.change("ben")
            back.sequence = contact.sequence
            back.secret = ["auth": "another-secret-of-it__"]
            #expect(try await scene.ben.send(.PUT, "contacts/\(id)", back).status == 200)
            #expect(try await scene.contact(id).state != .ended)
        }
    }

    @Test("A client who logs in there ends it, too; one's own way stays")
    func whose() async throws {
        try await Self.with { scene, id in
            let left = LeftSubscription(endpoint: Self.endpoint, auth: Self.auth)
            #expect(try await scene.ben.send(.POST, "push/left", left).status == 204)
            #expect(try await scene.contact(id).state != .ended)
            let maria = try #require(scene.home.others.first { $0.role == .client })
            #expect(try await maria.send(.POST, "push/left", left).status == 204)
            #expect(try await scene.contact(id).state == .ended)
            #expect(try await scene.home.station.send(.POST, "push/left", left).status == 403)
        }
    }

    @Test("Who has guessed the endpoint, and not the secret, ends nothing")
    func guessed() async throws {
        try await Self.with { scene, id in
            for auth in ["", "x", String(Self.auth.dropLast()) + "h", Self.auth + "A"] {
                let left = LeftSubscription(endpoint: Self.endpoint, auth: auth)
                #expect(try await scene.olga.send(.POST, "push/left", left).status == 204, "\(auth)")
                guard !auth.isEmpty else { continue }
                let taken = try await scene.olga.send(
                    .PUT, "contacts/\(UUID())", Self.change("olga", auth: auth))
                #expect(taken.status == 422, "\(auth)")
                #expect(try taken.problem.field == "secret.auth")
            }
            let elsewhere = LeftSubscription(endpoint: Self.endpoint + "0", auth: Self.auth)
            #expect(try await scene.olga.send(.POST, "push/left", elsewhere).status == 204)
            #expect(try await scene.contact(id).state != .ended)
            // What is one's own is replaced, whatever it was.
            let again = Self.change("ben", auth: "another-secret-of-it__")
            #expect(try await scene.ben.send(.PUT, "contacts/\(UUID())", again).status == 201)
            #expect(try await scene.contact(id).state == .ended)
        }
    }

    @Test("Who has the secret makes the device theirs")
    func taken() async throws {
        try await Self.with { scene, id in
            let hers = try await scene.olga.send(.PUT, "contacts/\(UUID())", Self.change("olga"))
            #expect(hers.status == 201)
            #expect(try await scene.contact(id).state == .ended)
        }
    }
}
