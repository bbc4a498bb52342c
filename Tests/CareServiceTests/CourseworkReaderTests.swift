import Care
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("School tasks: many places at once, and what opens them", .timeLimit(.minutes(30)))
struct CourseworkReaderTests {
    /// Lets half an hour pass: after that, whatever has been read before is due.
    ///
    /// - Returns: Which places are read then.
    @discardableResult
    private static func pass(_ scene: CourseworkScene) async -> Set<UUID> {
        let service = scene.home.service
        // One that was just added is planned by the next turn at the latest.
        _ = await service.service.courseworkReader.takeTurn()
        service.clock.pass(.seconds(1801))
        return await service.service.courseworkReader.takeTurn()
    }

    @Test("A platform that does not end its answer holds up no other")
    func slow() async throws {
        try await CourseworkScene.with(reads: true) { scene in
            try await FakeCanvas.with { other in
                let desk = scene.home.service.service.core.coursework.places
                let slow: CourseworkLink = try await scene.add().decode()
                let quick: CourseworkLink = try await scene.add(address: other.address, client: "otto")
                    .decode()
                scene.canvas.state.withLock { $0.isHeld = true }
                let (held, answered) = (scene.canvas.asked.count + 1, other.asked.count)
                for round in 1...4 {
                    let read = await Self.pass(scene)
                    #expect(read.contains(slow.id))
                    await scene.canvas.asked(atLeast: held)
                    await other.asked(atLeast: answered + round)
                    await desk.ended(quick.id)
                }
                // It is asked nothing more meanwhile.
                #expect(scene.canvas.asked.count == held)
                scene.canvas.release()
                await desk.ended(slow.id)
                await Self.pass(scene)
                await scene.canvas.asked(atLeast: held + 1)
            }
        }
    }

    @Test("Eight are read at once, and the ninth when one of them has ended")
    func eight() async throws {
        try await CourseworkScene.with(reads: true) { scene in
            let each = CourseworkLink.mostOfClient
            for client in ["maria", "otto"].flatMap({ Array(repeating: $0, count: each) }) + ["nora"] {
                let added = try await scene.add(client: client)
                #expect(added.status == 201)
            }
            scene.canvas.state.withLock { $0.isHeld = true }
            let before = scene.canvas.asked.count
            let first = await Self.pass(scene)
            #expect(PlatformWorker.atOnce == 8 && first.count == 8)
            await scene.canvas.asked(atLeast: before + 8)
            for _ in 0..<10 {
                let read = await Self.pass(scene)
                #expect(read == first)
            }
            #expect(scene.canvas.asked.count == before + 8)
            scene.canvas.release()
            await scene.canvas.asked(atLeast: before + 9)
        }
    }

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var logLevel: Logger.Level = .trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.all.withLock { $0.append("\(event.message) \(event.metadata ?? [:]) \(metadata)") }
        }
    }

    @Test("What opens a place is in no log and no answer, also where a platform sends it back")
    func told() async throws {
        let lines = Lines()
        let logger = Logger(label: "test") { _ in Recorder(lines: lines) }
        let secret = "7~" + String(repeating: "q", count: 30)
        try await CourseworkScene.with(logger: logger) { scene in
            scene.canvas.state.withLock { state in
                state.token = secret
                state.calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
            }
            let planner: CourseworkLink = try await scene.add(token: secret).decode()
            let feed: CourseworkLink = try await scene.add(.feed).decode()
            var told = ""
            let all = "Bearer \(secret) \(scene.canvas.address)/feeds/calendars/user_secret.ics"
            let replies: [FakeCanvas.Reply] = [
                .init(status: 401, body: all), .init(status: 500, headers: [("X-Asked", all)], body: all),
                .init(
                    status: 302,
                    headers: [("Location", scene.canvas.address + "/user_secret?token=\(secret)")]),
                .init(body: all),
            ]
            for reply in replies {
                for link in [planner, feed] {
                    scene.canvas.state.withLock { $0.replies = [reply] }
                    let answer = try await scene.change(link.id, CourseworkChange(.read))
                    told += String(decoding: answer.body, as: UTF8.self)
                }
                scene.canvas.state.withLock { $0.replies = [reply] }
                let answer = try await scene.add(token: secret)
                #expect(answer.status == 422)
                told += String(decoding: answer.body, as: UTF8.self)
            }
            // Nobody is there; and what is no message.
            let nowhere = "http://127.0.0.1:1"
            for answer in [
                try await scene.add(token: secret, address: nowhere),
                try await scene.add(token: secret + "\n"),
                try await scene.change(planner.id, CourseworkChange(.renew, address: nowhere, token: secret)),
            ] {
                #expect(answer.status == 422)
                told += String(decoding: answer.body, as: UTF8.self)
            }
            told += String(decoding: try await scene.olga.get("faults?state=open").body, as: UTF8.self)
            told += String(decoding: try await scene.olga.get("audit?limit=200").body, as: UTF8.self)
            told += try await scene.olga.eventsBefore()
            #expect(told.contains("problem") && !told.contains(secret) && !told.contains("user_secret"))
        }
        let logged = lines.all.withLock(\.self)
        #expect(logged.contains { $0.contains("school tasks could not be read") })
        #expect(!logged.contains { $0.contains(secret) || $0.contains("user_secret") })
    }

    @Test("However it is printed, what opens a place is left out")
    func printed() {
        let values: [Any] = [
            CourseworkSecret(address: "https://school.example/secret.ics", token: "secret"),
            NewCourseworkLink(
                id: UUID(), client: "maria", kind: .planner, address: "https://x/secret", token: "secret",
                at: noon),
            CourseworkChange(.renew, address: "https://x/secret", token: "secret"),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [
                "\(value)", String(reflecting: value), dumped, "\([value])", "\(Optional(value) as Any)",
            ] {
                #expect(!text.isEmpty && !text.contains("https") && !text.contains("\"secret"), "\(text)")
            }
        }
    }
}
