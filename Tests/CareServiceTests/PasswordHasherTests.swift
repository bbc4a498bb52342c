import Care
import CareStore
import Foundation
import GRDB
import NIOHTTP1
import Testing

@testable import CareService

@Suite("What checking a password costs")
struct PasswordHasherTests {
    private typealias Cost = PasswordHasher.Cost

    @Test(
        "Passwords are hashed with scrypt 2^15/8/3, two at a time at most, and one core is left for the kiosk"
    )
    func cost() {
        let cost = CareServiceConfiguration(storePath: "", tokens: RunningService.tokens).passwordCost
        #expect(cost.text == "scrypt:32768:8:3")
        #expect(Cost(cost.text) == cost)
        #expect([1, 2, 3, 4, 64].map(PasswordHasher.atOnce) == [1, 1, 2, 2, 2])
    }

    @Test("One that was kept at a lower cost takes as long to check as any other")
    func rest() {
        let now = Cost(rounds: 1 << 15, parallelism: 3)
        #expect(now.rest(after: now) == nil)
        #expect(now.rest(after: Cost(rounds: 1 << 17, parallelism: 1)) == nil)
        let before = Cost(rounds: 1 << 15, parallelism: 1)
        #expect(now.rest(after: before)?.work == now.work - before.work)
        #expect(now.rest(after: Cost(rounds: 1 << 10, parallelism: 1)) == now)
    }

    @Test(
        "A password of an earlier version goes on working, and is kept at today's cost from the next log in on"
    )
    func renewed() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let today = "scrypt:16:8:3"
            let queue = try Locked.queue(service.storePath)
            @Sendable func parameters() async throws -> String? {
                try await queue.read { db in try String.fetchOne(db, sql: "SELECT parameters FROM login") }
            }
            #expect(try await parameters() == today)
            let old = try await PasswordHasher(cost: Cost(rounds: 8, parallelism: 1)).hash(Visitor.password)
            try await queue.write { db in
                try db.execute(
                    literal: """
                        UPDATE login SET salt = \(old.salt), hash = \(old.hash),
                            parameters = \(old.parameters)
                        """)
            }
            #expect(try await service.logIn("Olga", "not her password").status == 401)
            #expect(try await parameters() == "scrypt:8:8:1")
            #expect(try await service.logIn("Olga").status == 201)
            #expect(try await parameters() == today)
            #expect(try await service.logIn("Olga").status == 201)
            // Where she was logged in she stays.
            #expect(try await olga.send(.GET, "session").status == 200)
        }
    }

    @Test("A password that many have, or that is the name, is chosen nowhere")
    func weak() async throws {
        try await RunningService.with { service async throws in
            let first = Setup(token: RunningService.setupToken, name: "Olga", password: "Password1")
            #expect(try await service.post("/api/v1/setup", first, as: nil).problem.field == "password")
            let olga = try await service.setUp()
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Benjamin")
            ).decode()
            for password in ["qwertzuiop", "benjamin1"] {
                let refused = try await service.accept(invitation.code, "Ben", password)
                #expect(refused.status == 422)
                #expect(try refused.problem.field == "password")
            }
            for password in ["12345678", "olgaolga"] {
                let change = AccountChange(password: password, oldPassword: Visitor.password)
                let refused = try await olga.send(.PUT, "account", change)
                #expect(refused.status == 422)
                #expect(try refused.problem.field == "password")
            }
        }
    }
}
