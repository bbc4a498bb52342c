import Care
import CareStore
import Coursework
import Foundation
import GRDB
import NIOHTTP1
import Recurrence
import Synchronization
import Testing

@testable import CareService

@Suite("School tasks: limits, and who reads when")
struct CourseworkTurnTests {
    private static let due = "2026-04-01T21:59:59Z"
    private static let essay = FakeCanvas.Item(id: 12, title: "Essay", due: due)

    @Test("A platform that says nothing, or answers without an end, ends the reading all the same")
    func endless() async throws {
        try await FakeCanvas.with { canvas in
            for reply in [FakeCanvas.Reply(isSilent: true), FakeCanvas.Reply(drips: true)] {
                for kind in CourseworkLink.Kind.allCases {
                    for isWhole in [false, true] {
                        canvas.state.withLock { $0.replies = [reply] }
                        var access = PlatformAccess(version: "test")
                        if isWhole {
                            access.wholePatience = .milliseconds(200)
                        } else {
                            access.patience = .milliseconds(200)
                        }
                        let fetcher = CourseworkFetcher(access: access, zones: { _ in nil })
                        let outcome = await fetcher.read(
                            kind, .init(address: canvas.address, token: FakeCanvas.token), mayBeInside: true,
                            tag: nil, home: .utc, now: noon)
                        #expect(outcome == .failed(.unreachable, asked: nil))
                    }
                }
            }
        }
    }

    /// What `top -H` calls the thread on which it runs.
    private static func threadName() -> String {
        guard let file = fopen("/proc/thread-self/comm", "r") else { return "?" }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 32)
        guard fgets(&text, 32, file) != nil else { return "?" }
        return String(decoding: text.prefix { $0 > 32 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private final class Names: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test("Answers are parsed on the one thread for that, and not where calls and pages are answered")
    func parsing() async throws {
        try await FakeCanvas.with { canvas in
            canvas.state.withLock {
                $0.calendar = [
                    "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:event-assignment-12", "SUMMARY:Essay",
                    "DTSTART;TZID=America/Denver:20260401T120000", "END:VEVENT", "END:VCALENDAR", "",
                ].joined(separator: "\r\n")
            }
            let names = Names()
            // A zone is asked for in the middle of parsing.
            let fetcher = CourseworkFetcher(
                access: PlatformAccess(version: "test"),
                zones: { _ in
                    names.all.withLock { $0.append(Self.threadName()) }
                    return .utc
                })
            let outcome = await fetcher.read(
                .feed, .init(address: canvas.address + "/feeds/calendars/user_secret.ics"),
                mayBeInside: true, tag: nil, home: .utc, now: noon)
            guard case .read(let reading, _) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(reading.tasks.count == 1)
            let seen = names.all.withLock { $0 }
            #expect(!seen.isEmpty && seen.allSatisfy { $0 == "outside" }, "\(seen)")
        }
    }

    @Test("A day's limit of changes keeps one goal waiting, and nothing else")
    func manyChanges() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock {
                $0.items = [Self.essay, FakeCanvas.Item(id: 13, title: "Sums", due: Self.due)]
            }
            let link: CourseworkLink = try await scene.add().decode()
            var essay = try #require(try await scene.goals().first { $0.occurrence.title == "Essay" }).routine
            // Until no more are taken today.
            var status = 201
            for number in 0...Goal.mostADay where status == 201 {
                var content = essay.content
                content.reminders.untilDone = [number]
                let answer = try await scene.phone.send(
                    .POST, "routines/\(essay.id)/changes",
                    RoutineChange(
                        id: UUID(), scope: .all, content: content, replaces: essay.sequence, at: noon))
                status = answer.status
                if status == 201 { essay = try answer.decode() }
            }
            #expect(status == 429)
            scene.canvas.state.withLock { state in
                state.items[0].title = "A long essay"
                state.items[1].submissions = #"{"submitted":true}"#
                state.items.append(FakeCanvas.Item(id: 14, title: "Poem", due: Self.due))
            }
            #expect(try await scene.read(link.id).problem == nil)
            #expect(try await scene.titles() == ["Essay"])
            // Another place is added all the same.
            scene.canvas.state.withLock { $0.calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" }
            #expect(try await scene.add(.feed).status == 201)
            scene.home.service.clock.pass(.seconds(86_401))
            try await scene.read(link.id)
            #expect(try await scene.titles() == ["A long essay", "Poem"])
        }
    }

    @Test("A deadline that was wrong for a while is mended")
    func wrongDeadline() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { $0.items = [Self.essay] }
            let link: CourseworkLink = try await scene.add().decode()
            scene.canvas.state.withLock { $0.items[0].due = "2026-03-20T10:00:00Z" }
            try await scene.read(link.id)
            #expect(
                try await scene.goals().first?.occurrence.goalEnd.map { $0 < noon.addingTimeInterval(3600) }
                    == true)
            // An extension of the person's own, beside everybody's deadline.
            scene.canvas.state.withLock { $0.items[0].own = Self.due }
            try await scene.read(link.id)
            #expect(
                try await scene.goals().first?.occurrence.goalEnd
                    == Date(timeIntervalSince1970: 1_775_080_740))
        }
    }

    @Test("What may pass is told after a day of the steady clock, and is over when it can be read again")
    func afterADay() async throws {
        try await CourseworkScene.with { scene in
            let link: CourseworkLink = try await scene.add().decode()
            let broken = [FakeCanvas.Reply(status: 500)]
            scene.canvas.state.withLock { $0.replies = broken }
            #expect(try await scene.read(link.id).problem == .failing)
            #expect(try await scene.faults().isEmpty)
            // A link that says it has failed since 1970, as after a start with a clock that was wrong.
            let core = scene.home.service.service.core
            _ = try await core.write { store throws(CareStoreError) in
                try await store.changeCoursework(link.id) { $0.failingSince = Date(timeIntervalSince1970: 0) }
            }
            scene.canvas.state.withLock { $0.replies = broken }
            #expect(try await scene.read(link.id).problem == .failing)
            #expect(try await scene.faults().isEmpty)
            scene.home.service.clock.pass(.seconds(86_401))
            scene.canvas.state.withLock { $0.replies = broken }
            try await scene.read(link.id)
            #expect(try await scene.faults().count == 1)
            #expect(try await scene.read(link.id).problem == nil)
            #expect(try await scene.faults().isEmpty)
        }
    }

    @Test("What a reading finds that began before a new token, or before a pause, does not count")
    func renewed() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { $0.items = [Self.essay] }
            let link: CourseworkLink = try await scene.add().decode()
            for kind in [CourseworkChange.Kind.renew, .pause] {
                scene.canvas.state.withLock { state in
                    state.token = "another"
                    state.isHeld = true
                    state.replies = [.init(status: 401)]
                }
                let count = scene.canvas.asked.count
                async let reading = scene.read(link.id)
                await scene.canvas.asked(atLeast: count + 1)
                scene.canvas.state.withLock { $0.isHeld = false }
                let token = kind == .renew ? "another" : nil
                let changed = try await scene.change(link.id, CourseworkChange(kind, token: token))
                #expect(changed.status == 200)
                scene.canvas.release()
                #expect(try await reading.problem == nil)
                #expect(try await scene.links().map(\.problem) == [nil])
                #expect(try await scene.faults().isEmpty)
            }
            // Also turned off, it takes a new token.
            let again = try await scene.change(link.id, CourseworkChange(.renew, token: "another"))
            #expect(again.status == 200)
        }
    }

    @Test("Whoever asks for a reading while one is under way gets what that one comes to")
    func twice() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { $0.items = [Self.essay] }
            let link: CourseworkLink = try await scene.add().decode()
            scene.canvas.state.withLock { state in
                state.items.append(FakeCanvas.Item(id: 13, title: "Sums", due: Self.due))
                state.isHeld = true
            }
            let count = scene.canvas.asked.count
            async let first = scene.read(link.id)
            await scene.canvas.asked(atLeast: count + 1)
            async let second = scene.read(link.id)
            // Somebody else's question is answered meanwhile.
            _ = try await scene.links()
            scene.canvas.release()
            #expect(try await first.tasks == 2)
            #expect(try await second.tasks == 2)
        }
    }

    @Test("An id that exists, whosever it is, is not written over, and what opens it stays")
    func sameID() async throws {
        try await CourseworkScene.with { scene in
            let id = UUID()
            let first = try await scene.add(client: "otto", id: id)
            #expect(first.status == 201)
            let path = scene.home.service.storePath + ".coursework/" + id.uuidString
            let before = FileManager.default.contents(atPath: path)
            #expect(before != nil)
            scene.canvas.state.withLock { $0.token = "another" }
            let marias = try await scene.add(token: "another", id: id)
            #expect(marias.status == 409)
            #expect(FileManager.default.contents(atPath: path) == before)
            // Of another kind it is another one, too.
            let feed = try await scene.add(.feed, client: "otto", id: id)
            #expect(feed.status == 409)
            #expect(FileManager.default.contents(atPath: path) == before)
        }
    }

    @Test("What cannot be read of one task leaves that one as it is, and follows the others")
    func unreadableTask() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock {
                $0.items = [Self.essay, FakeCanvas.Item(id: 13, title: "Sums", due: Self.due)]
            }
            let link: CourseworkLink = try await scene.add().decode()
            let other: CourseworkLink = try await scene.add(client: "otto").decode()
            let store = try Locked.queue(scene.home.service.storePath)
            try await store.write { db in
                try db.execute(
                    sql: "UPDATE coursework_task SET content = '{' WHERE task = 'assignment_12'")
                try db.execute(
                    sql: "UPDATE coursework_link SET content = '{' WHERE id = ?",
                    arguments: [other.id.uuidString])
                #expect(db.totalChangesCount == 3)
            }
            scene.canvas.state.withLock { state in
                state.items[0].title = "A long essay"
                state.items[1].title = "Many sums"
            }
            #expect(try await scene.read(link.id).problem == nil)
            #expect(try await scene.titles() == ["Essay", "Many sums"])
            // What opens the other one stays, although nobody can read what it is.
            let core = scene.home.service.service.core
            let opened = try #require(core.state.withLock { $0.store })
            await core.forgetLostCoursework(in: opened)
            let folder = scene.home.service.storePath + ".coursework"
            #expect(
                try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == [
                    link.id.uuidString, other.id.uuidString,
                ])
            #expect(try await scene.change(link.id, CourseworkChange(.remove)).status == 200)
        }
    }
}
