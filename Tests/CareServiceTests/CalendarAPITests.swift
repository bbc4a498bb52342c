import Care
import CareStore
import Foundation
import NIOHTTP1
import Recurrence
import Synchronization
import Testing

@testable import CareService

@Suite("Calendars outside become routines")
struct CalendarAPITests {
    private static let physio = CalendarScene.event(
        "physio", "Physiotherapy", "20260331T080000Z", ["RRULE:FREQ=WEEKLY", "DURATION:PT45M"])
    private static let choir = CalendarScene.event("choir", "Choir")

    @Test("A link is tried, each event becomes a routine, once, and what has not changed is not sent again")
    func adds() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.physio, Self.choir], name: "Her week")
            let id = UUID()
            let answer = try await scene.add(by: scene.olga, name: nil, id: id)
            #expect(answer.status == 201)
            let link: CalendarLink = try answer.decode()
            #expect(link.name == "Her week" && link.server == scene.server.address && link.doneAt == noon)
            #expect(link.tally?.present == 2 && link.tally?.made == 2)
            #expect(try await scene.titles() == ["Choir", "Physiotherapy"])
            let routine = try #require(
                try await scene.routines().first { $0.content.title == "Physiotherapy" })
            #expect(routine.content.client == "maria" && routine.content.graceMinutes == 45)
            #expect(!routine.content.reminders.tellsDue && !routine.content.isClientsOwn)
            // The same once more, and read once more.
            #expect(try await scene.add(name: nil, id: id).status == 200)
            #expect(try await scene.read(id).problem == nil)
            #expect(try await scene.titles().count == 2)
            let asked = scene.server.asked
            #expect(asked.count == 2 && asked.allSatisfy { $0.authorization == nil })
            #expect(asked.map { $0.tag != nil } == [false, true])
            // It comes nearer all the same: after hours it is sent as a whole.
            scene.home.service.clock.pass(.seconds(6 * 3600 + 1))
            try await scene.read(id)
            #expect(scene.server.asked.last?.tag == nil)
            let audit = try await scene.olga.get("audit?limit=200").decode(AuditPage.self).entries
            #expect(audit.first { $0.kind == .calendarAdded }?.about == "Her week")
        }
    }

    @Test("Changes there are followed, and what vanished is asked about in the second whole reading")
    func follows() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.physio, Self.choir, CalendarScene.event("swim", "Swimming")])
            let link: CalendarLink = try await scene.add().decode()
            scene.put([CalendarScene.event("physio", "Physio with Kim", "20260331T090000Z")])
            #expect(try await scene.read(link.id).vanished.isEmpty)
            #expect(try await scene.titles() == ["Choir", "Physio with Kim", "Swimming"])
            scene.put([CalendarScene.event("physio", "Physio with Kim", "20260331T090000Z")])
            let asked = try await scene.read(link.id)
            #expect(asked.vanished.map(\.uid).sorted() == ["choir", "swim"])
            #expect(try await scene.titles().count == 3)
            let unknown = try await scene.change(link.id, CalendarChange(.end, event: "physio"))
            #expect(unknown.status == 404)
            let ended: CalendarLink = try await scene.change(link.id, CalendarChange(.end, event: "choir"))
                .decode()
            #expect(ended.vanished.map(\.uid) == ["swim"])
            let kept: CalendarLink = try await scene.change(link.id, CalendarChange(.keep, event: "swim"))
                .decode()
            #expect(kept.vanished.isEmpty)
            #expect(try await scene.titles() == ["Physio with Kim", "Swimming"])
        }
    }

    @Test("What opens a calendar is in no answer, event, audit or store, but in a file that goes with it")
    func secrets() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.choir])
            let id = UUID()
            var told = String(decoding: try await scene.add(id: id).body, as: UTF8.self)
            scene.server.state.withLock { $0.replies = [.init(status: 500, body: scene.address)] }
            told += String(
                decoding: try await scene.change(id, CalendarChange(.now)).body, as: UTF8.self)
            for asker in [scene.olga, scene.ben] {
                told += String(decoding: try await asker.get("calendars").body, as: UTF8.self)
                told += try await asker.eventsBefore()
            }
            told += String(decoding: try await scene.olga.get("audit?limit=200").body, as: UTF8.self)
            let path = scene.home.service.storePath
            for file in [path, path + "-wal"] {
                told += String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
            }
            #expect(told.contains("Physio") && !told.contains(CalendarScene.secret))
            for place in [(scene.folder, 0o700), (scene.folder + "/" + id.uuidString, 0o600)] {
                let rights =
                    try FileManager.default.attributesOfItem(atPath: place.0)[.posixPermissions] as? Int
                #expect(rights == place.1)
            }
            #expect(try await scene.change(id, CalendarChange(.remove)).status == 200)
            #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder).isEmpty)
            #expect(try await scene.titles().isEmpty)
            #expect(try await scene.change(id, CalendarChange(.now)).status == 404)
            for value in [CalendarSecret(address: scene.address, user: "anna", password: "hush")] as [Any] {
                var dumped = ""
                dump(value, to: &dumped)
                #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("hush"))
            }
        }
    }

    @Test(
        "What goes wrong leaves the routines as they were, is named, and told once where somebody has to act")
    func troubles() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.choir])
            let link: CalendarLink = try await scene.add().decode()
            let troubles: [(FakeCanvas.Reply, PlatformProblem)] = [
                (.init(status: 429, headers: [("Retry-After", "120")]), .busy),
                (.init(status: 500, body: "<html>"), .failing), (.init(status: 503), .failing),
                (.init(status: 302, headers: [("Location", "https://elsewhere.example/")]), .moved),
                (.init(body: "<html>Log in</html>"), .unreadable), (.init(status: 204), .unreadable),
                (.init(body: String(repeating: "x", count: CalendarLink.longestText + 1)), .tooLarge),
                (.init(status: 401), .refused), (.init(status: 404), .refused),
            ]
            for (reply, problem) in troubles {
                scene.server.state.withLock { $0.replies = [reply] }
                let read = try await scene.read(link.id)
                #expect(read.problem == problem && read.failingSince == noon)
                let faults = try await scene.faults()
                #expect(faults.count == (problem.mayPass ? 0 : 1), "\(problem)")
                if let fault = faults.first { #expect(fault.detail == "Physio" && fault.client == "maria") }
                let refused = try await Self.tried(scene, reply)
                #expect(try refused.status == 422 && refused.problem.field == "address", "\(problem)")
            }
            #expect(try await scene.titles() == ["Choir"])
            let read = try await scene.read(link.id)
            #expect(read.problem == nil && read.failingSince == nil)
            #expect(try await scene.faults().isEmpty)
            #expect(try await scene.links().map(\.id) == [link.id])
            // Twice the same would be in the plan twice; it is not even asked for.
            let asked = scene.server.asked.count
            let again = try await scene.add()
            #expect(try again.status == 422 && again.problem.field == "address")
            #expect(scene.server.asked.count == asked)
        }
    }

    @Test("What a server lets nobody write, and a collection that is gone, is not the password's fault")
    func written() async throws {
        try await CalendarScene.with { scene in
            scene.answer(CalendarScene.collection(rights: "read"))
            let refused = try await scene.addWritten()
            #expect(try refused.status == 422 && refused.problem.field == "address")
            #expect(try refused.problem.detail.contains("may not write there"))
            // One that is forbidden keeps no other one waiting.
            _ = try await scene.addFile(CalendarScene.calendar([Self.physio, Self.choir]))
            let count = scene.server.asked.count
            scene.answer(
                CalendarScene.collection(rights: "write"), CalendarScene.collection(), CalendarScene.nothing,
                .init(status: 403), .init(status: 201, headers: [("ETag", "\"1\"")]))
            let link: CalendarLink = try await scene.addWritten().decode()
            #expect(link.problem == .readOnly && link.failingSince == noon && link.doneAt == nil)
            #expect(scene.server.asked.count == count + 5)
            let entries = try await scene.core.read { store throws(CareStoreError) in
                try await store.writtenEntries(link.id)
            }
            #expect(entries.map(\.tag) == ["\"1\""])
            let fault = try #require(try await scene.faults().first)
            #expect(fault.detail == "Plan" && fault.client == "maria")
            let troubles: [(FakeCanvas.Reply, PlatformProblem)] = [
                (.init(status: 404), .gone), (.init(status: 403), .refused), (.init(status: 401), .refused),
                (CalendarScene.collection(rights: "read"), .readOnly),
            ]
            for (reply, problem) in troubles {
                scene.answer(reply)
                #expect(try await scene.read(link.id).problem == problem, "\(problem)")
            }
            // It goes with what was written there: that is away already.
            scene.answer(.init(status: 404))
            #expect(try await scene.change(link.id, CalendarChange(.remove)).status == 200)
        }
    }

    @Test("It is written soon after what it tells has changed, and after nothing else")
    func hastened() async throws {
        try await CalendarScene.with(works: true) { scene in
            scene.answer(CalendarScene.collection(), CalendarScene.collection(), CalendarScene.nothing)
            let link: CalendarLink = try await scene.addWritten().decode()
            #expect(link.problem == nil && link.doneAt == noon)
            _ = await scene.home.service.service.calendarWorker.takeTurn()
            let (places, clock) = (scene.core.calendars.places, scene.core.clock)
            func isDueSoon() -> Bool {
                places.due(of: [link.id], at: clock.uptime() + .seconds(31)).now == [link.id]
            }
            var person: Person = try await scene.olga.get("people/otto").decode()
            person.isActive = false
            #expect(try await scene.olga.send(.PUT, "people/otto", person).status == 200)
            #expect(!isDueSoon())
            _ = try await scene.addFile(CalendarScene.calendar([Self.choir]))
            #expect(isDueSoon())
        }
    }

    /// Another one, at which this is answered.
    private static func tried(
        _ scene: CalendarScene, _ reply: FakeCanvas.Reply
    ) async throws -> RunningService.Answer {
        scene.server.state.withLock { $0.replies = [reply] }
        return try await scene.add(address: scene.address + "?other")
    }

    @Test(
        "An address inside the home is a coordinator's to add, and nothing but https or this machine is taken"
    )
    func inside() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.choir])
            let refused = try await scene.add(by: scene.ben)
            #expect(try refused.status == 422 && refused.problem.field == "address")
            #expect(scene.server.asked.isEmpty)
            for address in [
                "http://calendar.example/a.ics", "file:///etc/passwd", "https://me:you@calendar.example/",
                "::",
            ] {
                let answer = try await scene.add(address: address)
                #expect(try answer.status == 422 && answer.problem.field == "address", "\(address)")
            }
            #expect(try await scene.add().status == 201)
            // What a coordinator has allowed once is allowed.
            #expect(try await scene.add(by: scene.ben, client: nil).status == 201)
            let household = try #require(try await scene.links().last)
            #expect(household.client == nil)
        }
    }

    @Test("A file is read once, and again when another one is chosen")
    func files() async throws {
        try await CalendarScene.with { scene in
            let text = CalendarScene.calendar([Self.physio, Self.choir], name: "A file")
            let link: CalendarLink = try await scene.addFile(text, name: nil).decode()
            #expect(link.name == "A file" && link.server == nil && link.tally?.made == 2)
            #expect(scene.server.asked.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: scene.folder + "/" + link.id.uuidString))
            let other = CalendarScene.calendar([CalendarScene.event("choir", "Choir practice")])
            let renewed = try await scene.change(link.id, CalendarChange(.renew, text: other))
            #expect(renewed.status == 200)
            #expect(try await scene.titles() == ["Choir practice", "Physiotherapy"])
            for (text, name) in [("<html>", "x"), ("", "x")] {
                let refused = try await scene.addFile(text, name: name)
                #expect(try refused.status == 422 && refused.problem.field == "text", "\(text)")
            }
            let nameless = try await scene.addFile(CalendarScene.calendar([Self.choir]), name: nil)
            #expect(try nameless.status == 422 && nameless.problem.field == "name")
            let long = try await scene.addFile(String(repeating: "x", count: CalendarLink.longestText + 1))
            #expect(try long.status == 422 && long.problem.field == "text")
            #expect(try await scene.addFile(String(repeating: "x", count: 9 << 20)).status == 413)
        }
    }

    @Test("Turned off it is not read; another address of the same server is taken, and no other one's")
    func changes() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.choir])
            let link: CalendarLink = try await scene.add().decode()
            let paused: CalendarLink = try await scene.change(link.id, CalendarChange(.pause)).decode()
            #expect(!paused.isActive)
            let count = scene.server.asked.count
            try await scene.read(link.id)
            #expect(scene.server.asked.count == count)
            #expect(try await scene.change(link.id, CalendarChange(.resume)).status == 200)
            let elsewhere = CalendarChange(.renew, address: "https://calendar.example/a.ics")
            let refused = try await scene.change(link.id, elsewhere)
            #expect(try refused.status == 422 && refused.problem.field == "address")
            let wrong = CalendarChange(.renew, address: scene.server.address + "/another.ics")
            #expect(try await scene.change(link.id, wrong).status == 422)
            #expect(try await scene.read(link.id).problem == nil)
            let set: CalendarLink = try await scene.change(
                link.id,
                CalendarChange(
                    .set, name: "Singing", taking: CalendarLink.Taking(tellsDue: true, isClientsOwn: true))
            ).decode()
            #expect(set.name == "Singing" && set.taking?.tellsDue == true)
            let content = try #require(try await scene.routines().first).content
            #expect(content.reminders.tellsDue && content.isClientsOwn)
            let kept = CalendarChange(.remove, keepsEvents: true)
            #expect(try await scene.change(link.id, kept).status == 200)
            #expect(try await scene.titles() == ["Choir"])
        }
    }

    @Test("What opens a client's calendars goes when they leave, and nothing is asked any more")
    func leaves() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.choir])
            let link: CalendarLink = try await scene.add(client: "otto").decode()
            var person: Person = try await scene.olga.get("people/otto").decode()
            person.isActive = false
            #expect(try await scene.olga.send(.PUT, "people/otto", person).status == 200)
            #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder).isEmpty)
            let asked = scene.server.asked.count
            for change in [
                CalendarChange(.now), CalendarChange(.resume), CalendarChange(.renew, address: scene.address),
            ] {
                let answer = try await scene.change(link.id, change)
                #expect(try answer.status == 422 && answer.problem.field == "client", "\(change.kind)")
            }
            let another = try await scene.add(client: "otto")
            #expect(try another.status == 422 && another.problem.field == "client")
            let nobody = try await scene.add(client: "nobody")
            #expect(try nobody.status == 422 && nobody.problem.field == "client")
            #expect(scene.server.asked.count == asked)
            #expect(try await scene.faults().isEmpty)
            #expect(try await scene.change(link.id, CalendarChange(.remove)).status == 200)
        }
    }

    @Test("It is read by itself about every hour, and what opens it must be there")
    func byItself() async throws {
        try await CalendarScene.with(works: true) { scene in
            scene.put([Self.choir])
            let link: CalendarLink = try await scene.add().decode()
            let (service, worker) = (scene.home.service, scene.home.service.service.calendarWorker)
            // One that was just added is planned by the next turn at the latest.
            _ = await worker.takeTurn()
            service.clock.pass(.seconds(75 * 60 + 1))
            let count = scene.server.asked.count
            #expect(await worker.takeTurn().contains(link.id))
            await scene.server.asked(atLeast: count + 1)
            await scene.core.calendars.places.ended(link.id)
            try FileManager.default.removeItem(atPath: scene.folder + "/" + link.id.uuidString)
            let lost = try await scene.read(link.id)
            #expect(lost.problem == .secretLost)
            #expect(try await scene.faults().count == 1)
            let renewed: CalendarLink = try await scene.change(
                link.id, CalendarChange(.renew, address: scene.address)
            ).decode()
            #expect(renewed.problem == nil)
            #expect(try await scene.faults().isEmpty)
        }
    }

    @Test("What a reading finds that began before it was turned off does not count")
    func late() async throws {
        try await CalendarScene.with { scene in
            scene.put([Self.choir])
            let link: CalendarLink = try await scene.add().decode()
            scene.put([CalendarScene.event("choir", "Another title")])
            scene.server.state.withLock { $0.isHeld = true }
            let count = scene.server.asked.count
            async let reading = scene.read(link.id)
            await scene.server.asked(atLeast: count + 1)
            #expect(try await scene.change(link.id, CalendarChange(.pause)).status == 200)
            scene.server.release()
            _ = try await reading
            #expect(try await scene.titles() == ["Choir"])
        }
    }
}
