import Care
import CareStore
import Foundation
import NIOHTTP1
import Recurrence
import Synchronization
import Testing

@testable import CareService

@Suite("School tasks become goals")
struct CourseworkAPITests {
    private static let due = "2026-04-01T21:59:59Z"

    private static func essay(_ change: (inout FakeCanvas.Item) -> Void = { _ in }) -> FakeCanvas.Item {
        var item = FakeCanvas.Item(id: 12, title: "Essay", due: due)
        change(&item)
        return item
    }

    @Test("A token is tried, and what is to be done soon becomes a goal, once, also over pages")
    func adds() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { state in
                state.page = 2
                state.items = (1...5).map { FakeCanvas.Item(id: $0, title: "Task \($0)", due: Self.due) }
                state.items.append(FakeCanvas.Item(id: 6, title: "Far", due: "2026-08-01T10:00:00Z"))
                state.items.append(
                    FakeCanvas.Item(id: 7, title: "Event", due: Self.due, type: "calendar_event"))
            }
            let id = UUID()
            let answer = try await scene.add(reminders: [960], id: id)
            #expect(answer.status == 201)
            let link: CourseworkLink = try answer.decode()
            #expect(link.tasks == 6 && link.readAt == noon && link.platform == scene.canvas.address)
            #expect(try await scene.titles() == (1...5).map { "Task \($0)" })
            let goal = try #require(try await scene.goals().first)
            #expect(goal.routine.content.details == "History 1")
            #expect(goal.occurrence.goalEnd == Date(timeIntervalSince1970: 1_775_080_740))
            #expect(goal.routine.content.reminders.untilDone == [960] && !goal.alarms.isEmpty)
            // The same once more, and read once more.
            #expect(try await scene.add(reminders: [960], id: id).status == 200)
            try await scene.read(id)
            #expect(try await scene.titles().count == 5)
            let asked = scene.canvas.asked
            #expect(asked.count == 8 && asked.allSatisfy { $0.authorization == "Bearer \(FakeCanvas.token)" })
            #expect(asked.first?.path.contains("start_date=2026-02-26T12:00:00Z") == true)
        }
    }

    @Test("Looking through somebody else's work is called so, beside one's own work of the same title")
    func reviews() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { state in
                state.items = [
                    Self.essay(),
                    Self.essay { ($0.id, $0.type) = (13, "assessment_request") },
                ]
            }
            let link: CourseworkLink = try await scene.add().decode()
            #expect(try await scene.titles() == ["Essay", "Review: Essay"])
            try await scene.read(link.id)
            #expect(try await scene.titles() == ["Essay", "Review: Essay"])
        }
    }

    @Test(
        "What opens a place is in no answer, event or store, but in a file for its owner alone, which goes with it"
    )
    func secrets() async throws {
        try await CourseworkScene.with { scene in
            let id = UUID()
            var told = String(decoding: try await scene.add(id: id).body, as: UTF8.self)
            #expect(try await scene.add(.feed).status == 422)
            scene.canvas.state.withLock { $0.calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" }
            let feed: CourseworkLink = try await scene.add(.feed).decode()
            for asker in [scene.phone, scene.olga] {
                told += String(decoding: try await asker.get("coursework").body, as: UTF8.self)
                told += try await asker.eventsBefore()
            }
            told += String(decoding: try await scene.olga.get("audit?limit=200").body, as: UTF8.self)
            let path = scene.home.service.storePath
            for file in [path, path + "-wal"] {
                told += String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
            }
            #expect(!told.contains(FakeCanvas.token) && !told.contains("user_secret"))
            let folder = path + ".coursework"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == [id.uuidString, feed.id.uuidString].sorted())
            for place in [(folder, 0o700), (folder + "/" + id.uuidString, 0o600)] {
                let rights =
                    try FileManager.default.attributesOfItem(atPath: place.0)[.posixPermissions] as? Int
                #expect(rights == place.1)
            }
            #expect(try await scene.change(id, CourseworkChange(.remove)).status == 200)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [feed.id.uuidString])
            #expect(try await scene.change(id, CourseworkChange(.read)).status == 404)
        }
    }

    @Test("Done there is done here, done here stays here, and a moved deadline moves the goal")
    func follows() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { state in
                state.items = [
                    Self.essay(), FakeCanvas.Item(id: 13, title: "Sums", due: Self.due),
                    FakeCanvas.Item(id: 5, title: "Quiz", due: Self.due, type: "quiz", assignment: 14),
                ]
            }
            let link: CourseworkLink = try await scene.add(reminders: [960]).decode()
            scene.canvas.state.withLock { state in
                state.items[0].submissions = #"{"submitted":true,"excused":false,"graded":false}"#
                state.items[1].due = "2026-04-03T10:00:00Z"
            }
            let quiz = try #require(try await scene.goals().first { $0.occurrence.title == "Quiz" })
            let done = OccurrenceEntry(
                id: UUID(), routine: quiz.id, key: quiz.occurrence.key, kind: .done, at: noon)
            #expect(try await scene.phone.send(.POST, "entries", done).status == 201)
            try await scene.read(link.id)
            let goals = try await scene.goals()
            let essay = try #require(goals.first { $0.occurrence.title == "Essay" })
            #expect(
                essay.occurrence.state == .done && essay.alarms.isEmpty
                    && essay.occurrence.changedBy == "127.0.0.1:\(scene.canvas.port)")
            let sums = try #require(goals.first { $0.occurrence.title == "Sums" })
            #expect(sums.occurrence.goalEnd == Date(timeIntervalSince1970: 1_775_210_400) && sums.isOpen)
            #expect(goals.first { $0.occurrence.title == "Quiz" }?.isOpen == false)
            // Opened again there, it stays done; and nothing was ever sent but questions.
            scene.canvas.state.withLock { $0.items[0].submissions = "false" }
            try await scene.read(link.id)
            #expect(try await scene.titles() == ["Sums"])
        }
    }

    @Test("What the client has deleted stays deleted, also when the place is removed and added again")
    func deleted() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock {
                $0.items = [Self.essay(), FakeCanvas.Item(id: 13, title: "Sums", due: Self.due)]
            }
            let link: CourseworkLink = try await scene.add().decode()
            let essay = try #require(try await scene.goals().first { $0.occurrence.title == "Essay" })
            let end = RoutineChange(id: UUID(), scope: .all, replaces: 0, at: noon)
            #expect(try await scene.phone.send(.POST, "routines/\(essay.id)/changes", end).status == 201)
            try await scene.read(link.id)
            #expect(try await scene.titles() == ["Sums"])
            _ = try await scene.change(link.id, CourseworkChange(.remove, keepsGoals: true))
            #expect(try await scene.titles() == ["Sums"])
            let again: CourseworkLink = try await scene.add().decode()
            #expect(try await scene.titles() == ["Sums"])
            _ = try await scene.change(again.id, CourseworkChange(.remove))
            #expect(try await scene.titles() == [])
            _ = try await scene.add()
            #expect(try await scene.titles() == ["Sums"])
        }
    }

    @Test(
        "A planner and a calendar of one platform make one goal; a list that changes between pages loses none"
    )
    func both() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { state in
                state.page = 1
                state.items = [Self.essay(), FakeCanvas.Item(id: 13, title: "Sums", due: Self.due)]
                state.calendar = """
                    BEGIN:VCALENDAR\r
                    BEGIN:VEVENT\r
                    UID:event-assignment-12\r
                    DTSTART;VALUE=DATE:20260402\r
                    SUMMARY:Essay [History 1]\r
                    END:VEVENT\r
                    END:VCALENDAR\r

                    """
            }
            let planner: CourseworkLink = try await scene.add().decode()
            let feed: CourseworkLink = try await scene.add(.feed).decode()
            #expect(feed.tasks == 1)
            #expect(try await scene.titles() == ["Essay", "Sums"])
            // The first is removed while the second page is asked for: the other moves to the page that was read.
            scene.canvas.state.withLock { state in
                state.change = { state in
                    if state.asked.last?.path.contains("bookmark") == true {
                        state.items = [state.items[1]]; state.change = nil
                    }
                }
            }
            try await scene.read(planner.id)
            #expect(try await scene.titles() == ["Essay", "Sums"])
            // Gone in both.
            scene.canvas.state.withLock { state in
                state.items = []
                state.calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
                state.tag = "\"2\""
            }
            for _ in 0..<2 {
                try await scene.read(planner.id)
                scene.canvas.state.withLock { $0.tag += "x" }
                try await scene.read(feed.id)
            }
            #expect(try await scene.titles() == [])
            // A calendar that is as it was is not sent once more.
            let tag = scene.canvas.state.withLock { $0.tag }
            try await scene.read(feed.id)
            #expect(scene.canvas.asked.last?.tag == tag)
            // But what is far off in it comes nearer without a change there.
            scene.home.service.clock.pass(.seconds(6 * 3600))
            try await scene.read(feed.id)
            #expect(scene.canvas.asked.last.map { $0.tag == nil } == true)
        }
    }

    @Test("A token that no longer works is told once, and is over with a new one")
    func revoked() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { $0.items = [Self.essay()] }
            let link: CourseworkLink = try await scene.add().decode()
            scene.canvas.state.withLock { $0.token = "another" }
            #expect(try await scene.read(link.id).problem == .refused)
            try await scene.read(link.id)
            let faults = try await scene.faults()
            #expect(
                faults.count == 1 && faults.first?.client == "maria" && faults.first?.clientName == "Maria")
            #expect(try await scene.titles() == ["Essay"])
            let wrong = CourseworkChange(.renew, token: "wrong")
            #expect(try await scene.change(link.id, wrong).problem.field == "token")
            #expect(try await scene.faults().count == 1)
            let renewed = try await scene.change(link.id, CourseworkChange(.renew, token: "another"))
            #expect(try renewed.status == 200 && renewed.decode(CourseworkLink.self).problem == nil)
            #expect(try await scene.faults().isEmpty)
            // And where it is turned off.
            scene.canvas.state.withLock { $0.token = "third" }
            try await scene.read(link.id)
            #expect(try await scene.faults().count == 1)
            _ = try await scene.change(link.id, CourseworkChange(.pause))
            #expect(try await scene.faults().isEmpty)
        }
    }

    @Test("What goes wrong leaves the goals as they were, and is named")
    func trouble() async throws {
        try await CourseworkScene.with { scene in
            scene.canvas.state.withLock { $0.items = [Self.essay()] }
            let link: CourseworkLink = try await scene.add().decode()
            let elsewhere = ("Link", "<https://elsewhere.example/api>; rel=\"next\"")
            let circle = ("Link", "<\(scene.canvas.address)/api/v1/planner/items?page=1>; rel=\"next\"")
            let troubles: [([FakeCanvas.Reply], PlatformProblem)] = [
                ([.init(status: 403, body: "403 Forbidden (Rate Limit Exceeded)\n")], .busy),
                ([.init(status: 429, headers: [("Retry-After", "120")])], .busy),
                ([.init(status: 403, body: #"{"status":"unauthorized"}"#)], .refused),
                // The address is the platform's own: there is no planner there.
                ([.init(status: 404)], .unreadable), ([.init(status: 410)], .unreadable),
                ([.init(status: 500, body: "<html>")], .failing), ([.init(status: 503)], .failing),
                ([.init(status: 302, headers: [("Location", "https://elsewhere.example/")])], .moved),
                ([.init(headers: [elsewhere], body: "[]")], .moved),
                ([.init(headers: [circle], body: "[]"), .init(headers: [circle], body: "[]")], .unreadable),
                ([.init(body: "<html>Log in</html>")], .unreadable), ([.init(body: "[{\"")], .unreadable),
                ([.init(body: "[" + String(repeating: " ", count: 5 << 20) + "]")], .tooLarge),
            ]
            for (replies, problem) in troubles {
                scene.canvas.state.withLock { $0.replies = replies }
                #expect(try await scene.read(link.id).problem == problem)
            }
            #expect(try await scene.titles() == ["Essay"])
            #expect(scene.canvas.asked.allSatisfy { !$0.path.contains("elsewhere") })
            scene.canvas.state.withLock { $0.replies = [] }
            #expect(try await scene.read(link.id).problem == nil)
        }
    }

    @Test(
        "An address inside the home is a coordinator's to add, and nothing but https or this machine is taken"
    )
    func inside() async throws {
        try await CourseworkScene.with { scene in
            let refused = try await scene.add(by: scene.phone)
            #expect(try refused.status == 422 && refused.problem.field == "address")
            #expect(scene.canvas.asked.isEmpty)
            for address in [
                "http://school.example", "file:///etc/passwd", "https://me:you@school.example", "::",
            ] {
                let answer = try await scene.add(address: address)
                #expect(try answer.status == 422 && answer.problem.field == "address", "\(address)")
            }
            #expect(try await scene.add().status == 201)
            // What a coordinator has allowed once is allowed.
            #expect(try await scene.add(by: scene.phone).status == 201)
            for text in [
                "127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
                "0.0.0.0", "224.0.0.1",
                "::1", "::", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1",
                "2001:db8::1", "ff02::1",
            ] {
                #expect(!PlatformHost.isOutside(text, of: []), "\(text)")
            }
            for text in ["93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:93.184.216.34"] {
                #expect(PlatformHost.isOutside(text, of: []), "\(text)")
            }
        }
    }

    @Test(
        "Also with an address of the internet, what is in a network of this machine is inside",
        arguments: [
            ("2606:4700:1:2::1", 64, "2606:4700:1:2:aaaa::5", "2606:4700:1:3::5"),
            // A single address was given, or no mask that says anything.
            ("2606:4700:1:2::1", 128, "2606:4700:1:2:aaaa::5", "2606:4700:1:3::5"),
            ("2606:4700:1:2::1", 0, "2606:4700:1:2:aaaa::5", "2606:4700:1:3::5"),
            ("2606:4700:1:2::1", 56, "2606:4700:1:ff::5", "2606:4700:1:100::5"),
            ("93.184.216.34", 24, "::ffff:93.184.216.1", "93.184.217.34"),
            ("93.184.216.34", 0, "93.184.216.34", "93.184.216.35"),
        ])
    func ownNetworks(own: String, bits: Int, inside: String, outside: String) throws {
        let network = OwnNetwork(try #require(NetworkAddress(own)), bits: bits)
        #expect(PlatformHost.isOutside(inside, of: []) && !PlatformHost.isOutside(inside, of: [network]))
        #expect(PlatformHost.isOutside(outside, of: [network]))
        // The other kind has no network in common with it.
        let others = own.contains(":") ? "93.184.216.34" : "2606:4700:1:2::1"
        #expect(PlatformHost.isOutside(others, of: [network]))
        // As the system names them.
        let loopback = try #require(NetworkAddress("127.0.0.1"))
        #expect(OwnAddress.networks().contains { $0.contains(loopback) })
    }

    @Test("Of others' places a client learns nothing")
    func foreign() async throws {
        try await CourseworkScene.with { scene in
            let own: CourseworkLink = try await scene.add(client: "otto").decode()
            #expect(try await scene.links().isEmpty)
            #expect(
                try await scene.phone.get("coursework?client=otto").decode(CourseworkPage.self).links.isEmpty)
            #expect(try await scene.add(by: scene.phone, client: "otto").status == 422)
            for kind in CourseworkChange.Kind.allCases where kind != .renew {
                #expect(try await scene.change(own.id, CourseworkChange(kind)).status == 404)
            }
            let nobody = try await scene.add(client: "nobody")
            #expect(try nobody.status == 422 && nobody.problem.field == "client")
        }
    }
}
