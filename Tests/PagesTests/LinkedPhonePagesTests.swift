import Care
import FoundationEssentials
import Testing

@testable import Pages

@Suite("Phones that are linked without a password, and who was faster")
struct LinkedPhonePagesTests {
    private static let one = Registration(
        id: UUID(), name: "Ben", hasPicture: false, at: FakeHome.now, address: "192.0.2.7")
    private static let path = "/registrations/\(one.id.uuidString.lowercased())"

    private static func code() -> Invitation {
        Invitation(
            id: UUID(), role: .client, name: "Maria", person: "maria", code: "K7M-4QX", path: "/join/K7M-4QX",
            expiresAt: FakeHome.now.addingTimeInterval(7200))
    }

    @Test("Coordinators see whether a client's phone is linked, is none any more, or has a code that is good")
    func states() async throws {
        let home = FakeHome()
        func words() async throws -> String { try await home.ask("/people/maria").text }
        #expect(try await words().contains("No phone linked."))
        home.change { $0.invitations = [Self.code()] }
        #expect(try await words().contains("No phone linked. Code valid, expires"))
        home.change { state in
            state.logins.insert("maria")
            state.seen["maria"] = FakeHome.now
        }
        let more = try await words()
        #expect(more.contains("Phone linked, seen") && more.contains("Code for one more: valid, expires"))
        #expect(!more.contains("New password"))
        home.change { $0.invitations = [] }
        let linked = try await words()
        #expect(linked.contains("Phone linked, seen") && !linked.contains("any more"))
        home.change { $0.seen = [:] }
        #expect(try await words().contains("No phone is linked any more"))
        #expect(try await home.ask("/people").text.contains("No phone is linked any more"))
    }

    @Test(
        "Whoever has no password is asked before a device is unlinked, and told what then is; others are not")
    func unlinking() async throws {
        let home = FakeHome { $0.linked = ["maria"] }
        let own = try await home.ask("/account", as: "maria").text
        #expect(!own.contains(#"action="/logout""#) && own.contains(#"href="/account/unlinking""#))
        #expect(!own.contains(#"action="/account/sessions/"#))
        let there = "/account/sessions/\(FakeHome.otherSession.uuidString)"
        #expect(own.contains(#"href="\#(there)""#))
        for (path, action) in [
            ("/account/unlinking", "/logout"), (there, there), ("/account/everywhere", "/account/everywhere"),
        ] {
            let asked = try await home.ask(path, as: "maria").text
            #expect(asked.contains(#"action="\#(action)""#) && asked.contains("new code"), "\(path)")
            #expect(!asked.contains("with your name and password"), "\(path)")
        }
        #expect(home.sent.isEmpty)
        let anna = try await home.ask("/account", as: "anna").text
        #expect(anna.contains(#"action="/logout""#) && !anna.contains("/account/unlinking"))
        #expect(
            try await home.ask("/account/everywhere", as: "anna").text.contains("with your name and password")
        )
    }

    @Test("A client finds no form for their name, and sends none")
    func noName() async throws {
        let home = FakeHome()
        #expect(try await !home.ask("/account", as: "maria").text.contains("/account/name"))
        #expect(try await home.ask("/account/name", as: "maria", post: [("name", "Queen")]).status == 403)
        #expect(home.sent.isEmpty)
    }

    @Test("Of two coordinators who answer one registration, the second is told that somebody was faster")
    func faster() async throws {
        let home = FakeHome { $0.registrations = [Self.one] }
        home.change { $0.registrations = [] }
        for (path, form) in [
            (Self.path, [("role", "caregiver")]), (Self.path + "/removal", []),
            (Self.path, [("person", "maria"), ("role", "client")]),
        ] {
            let answer = try await home.ask(path, post: form)
            #expect(answer.location == "/people?did=answered", "\(path)")
        }
        #expect(
            try await home.ask("/people?did=answered").text.contains(
                "somebody else has let them in or refused them"))
        home.change { $0.registrations = [Self.one] }
        #expect(try await home.ask(Self.path + "/removal", post: []).location == "/people?did=refused")
    }

    @Test("Somebody whose name is taken is let in under another one")
    func otherName() async throws {
        var other = Self.one
        other.name = "Anna"
        let waiting = other
        let home = FakeHome { $0.registrations = [waiting] }
        #expect(try await home.ask(Self.path).text.contains(#"name="name" type="text" value="Anna""#))
        let taken = try await home.ask(Self.path, post: [("role", "caregiver"), ("name", "Anna")])
        #expect(taken.status == 422 && taken.text.contains("Somebody called Anna is there already."))
        let done = try await home.ask(Self.path, post: [("role", "caregiver"), ("name", "Anna M.")])
        #expect(done.location == "/people/anna%20m.?did=letIn")
        #expect(home.person("anna m.")?.name == "Anna M.")
    }

    @Test("Whoever comes back to a name that is taken gets the form for another one, and their clients stay")
    func back() async throws {
        let home = FakeHome { state in
            state.people.append(
                Person(
                    id: "petra", name: "Petra", role: .provider, clients: ["maria"], isActive: false,
                    sequence: 7))
            state.refusal = CareProblem(
                .notAcceptable, "somebody called Petra is there already", field: "name")
        }
        let taken = try await home.ask("/people/petra/back", post: [])
        #expect(taken.status == 422 && taken.text.contains("Somebody called Petra is there already."))
        #expect(taken.text.contains(#"action="/people/petra""#) && taken.text.contains(#"value="Petra""#))
        #expect(taken.text.contains(#"name="back" value="yes""#))
        #expect(taken.text.contains(#"name="client" value="maria" checked"#))
        home.change { $0.refusal = nil }
        let sent = [
            ("name", "Petra M."), ("role", "provider"), ("client", "maria"), ("sequence", "7"),
            ("back", "yes"),
        ]
        let done = try await home.ask("/people/petra", post: sent)
        #expect(done.location == "/people/petra?did=back")
        let petra = try #require(home.person("petra"))
        #expect(petra.isActive && petra.name == "Petra M." && petra.clients == ["maria"])
    }

    @Test("Whoever comes back to a free name is back at once, and a new name alone lets nobody back")
    func backAtOnce() async throws {
        let home = FakeHome { $0.people[0].isActive = false }
        #expect(
            try await home.ask("/people/anna", post: [("name", "Anne"), ("role", "caregiver")]).location
                == "/people/anna?did=saved")
        #expect(home.person("anna")?.isActive == false)
        #expect(try await home.ask("/people/anna/back", post: []).location == "/people/anna?did=back")
        #expect(home.person("anna")?.isActive == true)
    }

    @Test("A form of before leaves alone what it does not show, and a client's own loses nothing of others")
    func reminders() async throws {
        let home = FakeHome { $0.people[2].reminders.channels = [.command] }
        _ = try await home.ask(
            "/account/reminders", as: "maria", post: [("on", "due"), ("on", "missed"), ("sequence", "5")])
        var maria = try #require(home.person("maria")).reminders
        #expect(
            !maria.allOff && maria.silent.isEmpty && maria.channels == [.command] && maria.off == [.before])
        _ = try await home.ask(
            "/account/reminders", as: "maria",
            post: [("on", "due"), ("sequence", "5"), ("shown", "all said")])
        maria = try #require(home.person("maria")).reminders
        #expect(maria.allOff && maria.silent == [.kiosk] && maria.channels == [.command])
        _ = try await home.ask(
            "/account/reminders", as: "maria",
            post: [
                ("tell", "due.kiosk"), ("tell", "rewards"), ("sequence", "5"), ("shown", "all table"),
            ])
        maria = try #require(home.person("maria")).reminders
        #expect(maria.allOff && maria.silent.isEmpty && maria.off == [.before, .missed])
        #expect(maria.unsaid == [.answers] && maria.channels == [.command])
        let page = try await home.ask("/account", as: "maria").text
        #expect(page.contains(#"name="tell" value="rewards""#) && !page.contains("due.station"))
        home.change { $0.people[2].sequence = 6 }
        let late = try await home.ask(
            "/account/reminders", as: "maria",
            post: [("all", "yes"), ("sequence", "5"), ("shown", "all said")])
        #expect(late.status == 409 && late.text.contains("reminders are off"))
        #expect(late.text.contains(#"name="sequence" value="6""#))
        #expect(try #require(home.person("maria")).reminders.allOff)
    }
}
