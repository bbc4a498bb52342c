import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("What was sent to people's own devices is kept for a month")
struct ForgottenMessageTests {
    private static let month: Double = 30 * 86_400

    private func at(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    /// Which of these messages are still there.
    private static func kept(_ keys: [UUID], _ home: RoutineHome) async throws -> [Bool] {
        var kept: [Bool] = []
        for key in keys { kept.append(try await home.store.message(key: key) != nil) }
        return kept
    }

    @Test("What is over goes after 30 days; what waits, and what is about an open call, stays")
    func old() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone")
        var keys: [UUID] = []
        // The first call ends, the second stays open.
        for (second, isOver) in [(0.0, true), (2, false)] {
            let (request, _) = try await home.store.record(water(), receivedAt: at(second))
            let alert = try #require(try await home.pending(at: second).first)
            keys.append(alert.key)
            _ = try await home.store.settle(alert, .sent, at: at(second))
            guard isOver else { continue }
            try await home.respond(request.id, .met, at: 1)
            let news = try #require(try await home.pending(at: 1).first)
            keys.append(news.key)
        }
        #expect(try await !home.store.forgetOldMessages(now: at(Self.month - 1)))
        #expect(try await Self.kept(keys, home) == [true, true, true])
        // The news were never sent: they still wait.
        let late = Self.month + 60
        #expect(try await !home.store.forgetOldMessages(now: at(late)))
        #expect(try await Self.kept(keys, home) == [false, true, true])
        let news = try #require(try await home.pending(at: late).first { $0.key == keys[1] })
        _ = try await home.store.settle(news, .sent, at: at(late))
        #expect(try await !home.store.forgetOldMessages(now: at(late)))
        #expect(try await Self.kept(keys, home) == [false, false, true])
    }

    @Test("A clock that is certainly wrong judges nothing, and what one that was ahead has dated goes")
    func clocks() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone")
        let ahead = 2.0 * 365 * 86_400
        let (request, _) = try await home.store.record(water(), receivedAt: at(ahead))
        let alert = try #require(try await home.pending(at: ahead).first)
        _ = try await home.store.settle(alert, .sent, at: at(ahead))
        try await home.respond(request.id, .met, at: ahead + 1)
        #expect(try await !home.store.forgetOldMessages(now: Date(timeIntervalSince1970: 0)))
        #expect(try await Self.kept([alert.key], home) == [true])
        #expect(try await !home.store.forgetOldMessages(now: at(60)))
        #expect(try await Self.kept([alert.key], home) == [false])
    }

    @Test("So many go at once that nothing else has to wait for them, and the rest after them")
    func parts() async throws {
        let home = try await RoutineHome.reaching()
        let contact = try await home.reach("anna", "Anna's phone")
        let (request, _) = try await home.store.record(water(), receivedAt: noon)
        try await home.respond(request.id, .met, at: 1)
        try await home.store.write { db in
            for _ in 0..<Messages.mostForgotten {
                try db.put(
                    sql: """
                        INSERT INTO journal (at, kind, subject, content, late) VALUES (0, 'note', 'x', '{}', 0)
                        """)
                try db.put(
                    sql: """
                        INSERT INTO message (key, sequence, contact_id, request_id, kind, state)
                        VALUES (?, last_insert_rowid(), ?, ?, 'alert', 'sent')
                        """,
                    arguments: [UUID().uuidString, contact.id.uuidString, request.id.uuidString])
            }
        }
        #expect(try await home.store.forgetOldMessages(now: at(60)))
        #expect(try await !home.store.forgetOldMessages(now: at(60)))
    }
}
