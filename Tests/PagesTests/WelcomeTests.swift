import Care
import Foundation
import QRCodes
import Testing

@testable import Pages

@Suite("The first start as a conversation")
struct WelcomeTests {
    private let home = FakeHome(address: "http://127.0.0.1:4280")

    private func set(_ step: FirstStep, _ state: FirstStep.State) {
        home.change { home in
            for index in home.steps.steps.indices where home.steps.steps[index].step == step {
                home.steps.steps[index].state = state
            }
        }
    }

    @Test(
        "It begins with the first open question, each leads to the next open one, and the last to the calls")
    func order() async throws {
        #expect(try await home.ask("/welcome/next").location == "/welcome/client")
        set(.client, .done)
        set(.sound, .putAway)
        #expect(try await home.ask("/welcome/next").location == "/welcome/phone")
        let phone = try await home.ask(phonePage()).text
        #expect(phone.contains(#"href="/welcome/call">Not now"#))
        #expect(try await home.ask("/welcome/done/phone", post: []).location == "/welcome/call")
        set(.call, .done)
        #expect(try await home.ask("/welcome/next").location == "/welcome/board")
        set(.board, .done)
        set(.others, .done)
        #expect(try await home.ask("/welcome/next").location == "/now")
        #expect(try await home.ask("/welcome/others").text.contains(#"href="/now?did=set-up">Not now"#))
        #expect(try await home.ask("/welcome").text.contains(">To the start page</a>"))
        let end = try await home.ask("/now?did=set-up").text
        #expect(end.contains("All set up") && end.contains(#"href="/channels">Reach locked phones, too"#))
        #expect(try await !home.ask("/now").text.contains("All set up"))
    }

    @Test("Now says what is still missing to coordinators, one way for each, until it is done or put away")
    func missing() async throws {
        home.change { $0.logins = ["cora"] }
        func lines(as id: String = "cora") async throws -> [String] {
            let text = try await home.ask("/now", as: id).text
            return text.matches(of: /data-key="first-([a-z]+)"><a href="\/welcome\/([a-z]+)"/).map {
                "\($0.output.1) \($0.output.2)"
            }
        }
        #expect(try await lines() == ["call call", "board board", "others others"])
        #expect(try await lines(as: "anna").isEmpty)
        // A second caregiver who can answer, in whichever way they were let in.
        home.change { $0.logins = ["cora", "anna"] }
        #expect(try await lines() == ["call call", "board board"])
        set(.board, .done)
        #expect(try await lines() == ["call call"])
        let away = try await home.ask("/welcome/away", post: [("steps", "call")])
        #expect(away.location == "/now?did=put-away")
        #expect(try await lines().isEmpty)
        #expect(try await home.ask("/now?did=put-away").text.contains("still under More, First steps"))
        // What was not listed is still asked.
        #expect(home.isNow.steps.state(of: .call) == .putAway && home.isNow.steps.state(of: .sound) == .open)
        #expect(try await !home.ask("/now").text.contains(#"data-key="first-steps""#))
    }

    /// The page of one's own phone, as somebody opens it now.
    private func phonePage() async throws -> String {
        try #require(try await home.ask("/welcome/phone").location)
    }

    @Test("More leads there, and names what is open until it is done or put away, for coordinators alone")
    func more() async throws {
        #expect(try await home.ask("/more").text.contains("6 questions left"))
        #expect(try await !home.ask("/more", as: "anna").text.contains("/welcome"))
        #expect(try await home.ask("/welcome", as: "anna").status == 403)
        set(.client, .done)
        let list = try await home.ask("/welcome").text
        #expect(list.contains("Who is it for?<small>Done</small>"))
        // On a desktop the way stands beside the page.
        #expect(list.contains(#"<li><a href="/welcome" aria-current="page">"#))
        #expect(try await home.ask(phonePage()).text.contains("1 of 6 answered"))
        #expect(try await home.ask("/welcome/away", post: []).location == "/now?did=put-away")
        #expect(home.isNow.steps.open.isEmpty && home.isNow.steps.state(of: .client) == .done)
        // All of it is still reached: also the code for one's own phone.
        let more = try await home.ask("/more").text
        #expect(more.contains(#"href="/welcome">"#) && !more.contains("questions left"))
        #expect(try await home.ask("/welcome").text.contains(#"href="/welcome/phone">"#))
        #expect(try await home.ask("/welcome").text.contains("Put away"))
    }

    @Test("The client's name is kept, nothing typed is lost, and an empty picture is none")
    func client() async throws {
        #expect(try await home.ask("/welcome/client").text.contains(#"name="name" type="text" "#))
        let none = try await home.ask("/welcome/client", post: [("name", " ")])
        #expect(none.status == 422 && none.text.contains("Write a name."))
        let done = try await home.ask(
            "/welcome/client", post: [("name", "Marie")],
            file: PageFile(field: "picture", bytes: []))
        #expect(done.location == "/welcome/phone")
        #expect(home.person("maria")?.name == "Marie")
        #expect(home.isNow.sentPicture == nil && home.isNow.steps.state(of: .client) == .done)
        let wrong = try await home.ask(
            "/welcome/client", post: [("name", "Marie")],
            file: PageFile(field: "picture", bytes: Array("no picture".utf8)))
        #expect(wrong.status == 422 && wrong.text.contains(#"value="Marie""#))
        #expect(wrong.text.contains("not a PNG, JPEG or WebP"))
        // Whom nobody has added yet is whom the kiosk calls for.
        let empty = FakeHome { $0.people.removeAll { $0.role == .client } }
        _ = try await empty.ask("/welcome/client", post: [("name", "Maria Müller")])
        #expect(empty.person("maria")?.role == .client)
    }

    @Test("In a home with several clients, the one whom the home's own kiosk serves is named")
    func clients() async throws {
        let home = FakeHome { home in
            home.people.insert(Person(id: "alma", name: "Alma", role: .client, sequence: 6), at: 0)
        }
        _ = try await home.ask("/welcome/client", post: [("name", "Marie")])
        #expect(home.person("maria")?.name == "Marie" && home.person("alma")?.name == "Alma")
        // Somebody who has gone keeps their id.
        let gone = FakeHome { home in
            for index in home.people.indices where home.people[index].id == "maria" {
                home.people[index].isActive = false
            }
        }
        _ = try await gone.ask("/welcome/client", post: [("name", "Zoe")])
        #expect(gone.person("maria")?.name == "Maria" && gone.person("zoe")?.role == .client)
    }

    @Test("Where no phone can reach the service, the page says what to type; then it shows a code")
    func phone() async throws {
        let closed = try await home.ask(phonePage()).text
        #expect(closed.contains("beckon network open --home &#39;/srv/our home&#39;"))
        #expect(!closed.contains("<svg class=\"qr\"") && closed.contains("data-every=\"3\""))
        #expect(!home.sent.contains("POST login-links"))
        // Where the command line has said where to listen, that command would do nothing.
        home.change { $0.steps.commands.open = nil }
        let started = try await home.ask(phonePage()).text
        #expect(started.contains("it was started for its own machine alone") && !started.contains("<pre"))
        home.change { $0.steps.commands.restart = "beckon run --listen 0.0.0.0:4280 --allow-plain-http" }
        #expect(
            try await home.ask(phonePage()).text.contains(
                "beckon run --listen 0.0.0.0:4280 --allow-plain-http</pre>"))
        home.change { ($0.steps.address, $0.steps.obstacle) = ("http://192.168.1.20:4280", nil) }
        let link = "http://192.168.1.20:4280/enter/secret"
        // Whoever has logged in elsewhere long ago still needs a code.
        let open = try await home.ask(phonePage()).text
        let code = try #require(QRCode(link))
        #expect(
            open.contains(code.svgPath) && open.contains("viewBox=\"0 0 \(code.fullSize) \(code.fullSize)\""))
        #expect(open.contains(#"<a href="\#(link)">"#) && !open.contains("network open"))
        home.change { $0.isConfirmed = false }
        let secret = try await home.ask(phonePage()).text
        #expect(!secret.contains("/enter/") && secret.contains("Show the code"))
        let asked = try await home.ask("/welcome/phone", post: [])
        #expect(asked.status == 403 && asked.text.contains("current_password"))
        let shown = try await home.ask("/welcome/phone", post: [("current_password", "three green boats")])
        #expect(shown.location?.hasPrefix("/welcome/phone?since=") == true)
    }

    @Test("Each reason why no phone gets through has its own help, and no command that would change nothing")
    func obstacles() async throws {
        for (obstacle, words) in [
            (FirstSteps.Obstacle.noNetwork, "its machine is in no network"),
            (.certificate, "its certificate cannot be used"),
        ] {
            home.change { $0.steps.obstacle = obstacle }
            let page = try await home.ask(phonePage()).text
            #expect(page.contains(words) && !page.contains("network open") && !page.contains("--listen"))
        }
    }

    @Test("Only a login since the page was opened is the phone's: an earlier one hides no code")
    func earlier() async throws {
        home.change { home in
            (home.steps.address, home.steps.obstacle) = ("http://192.168.1.20:4280", nil)
            home.otherSince = FakeHome.now.addingTimeInterval(-60)
        }
        let page = try await home.ask(phonePage()).text
        #expect(page.contains("/enter/secret") && !page.contains("logged in on another device"))
        let now = Int(FakeHome.now.timeIntervalSince1970)
        let since = try await home.ask("/welcome/phone?since=\(now - 120)").text
        #expect(!since.contains("/enter/secret") && since.contains("logged in on another device"))
        // What was open for days is no longer about a phone that was logged in then.
        home.change { $0.otherSince = FakeHome.now.addingTimeInterval(-3600) }
        #expect(try await home.ask("/welcome/phone?since=\(now - 7200)").text.contains("/enter/secret"))
        for hostile in ["nan", "-1e308", "x"] {
            #expect(try await home.ask("/welcome/phone?since=\(hostile)").status < 400)
        }
    }

    @Test("The sound is tried where there is a device, and what to try is said")
    func sound() async throws {
        #expect(
            try await home.ask("/welcome/sound", post: [("device", "station")]).location
                == "/welcome/sound?said=station")
        #expect(home.isNow.trials.map(\.device) == [.station] && home.isNow.trials.map(\.kind) == [.sound])
        #expect(try await home.ask("/welcome/sound?said=station").text.contains("Did you hear it?"))
        #expect(try await home.ask("/welcome/sound?heard=no").text.contains("beckon doctor"))
        home.change { ($0.steps.hasKiosk, $0.steps.hasStation) = (false, false) }
        let none = try await home.ask("/welcome/sound").text
        #expect(none.contains("No kiosk and no station is running") && !none.contains("name=\"device\""))
        #expect(none.contains("beckon kiosk --home &#39;/srv/our home&#39;"))
        // The command is for a terminal, and open where that is; whoever reads on a phone has words.
        #expect(
            none.contains(#"<details data-key="terminal" open><summary>"#)
                && none.contains("start Beckon there"))
        #expect(
            try await home.ask("/welcome/sound", post: [("device", "kiosk")]).location == "/welcome/sound")
    }

    @Test("Nobody is asked whether they heard a device that cannot play: the page says what is wrong with it")
    func noSound() async throws {
        home.change {
            $0.faults = [
                Fault(
                    id: UUID(), source: "kiosk", kind: .soundLost, isActive: true, clientName: "Maria",
                    detail: "no card", at: FakeHome.now)
            ]
        }
        let kiosk = try await home.ask("/welcome/sound?said=kiosk").text
        #expect(!kiosk.contains("Did you hear it?"))
        #expect(kiosk.contains("Maria’s kiosk has no sound"))
        // The station is another device, and plays.
        #expect(try await home.ask("/welcome/sound?said=station").text.contains("Did you hear it?"))
    }

    @Test("A test call is followed from stop to stop, and answered there")
    func call() async throws {
        let location = try #require(try await home.ask("/welcome/call", post: []).location)
        let id = try #require(home.isNow.trials.first?.id)
        #expect(home.isNow.trials.map(\.kind) == [.call] && location.contains(id.uuidString))
        func stops(_ path: String) async throws -> Int {
            try await home.ask(path).text.split(separator: #"<li class="done">"#).count - 1
        }
        #expect(try await stops(location) == 0)
        #expect(try await home.ask(location).text.contains("Somebody hears it: the station says it"))
        // A kiosk that makes no call is busy.
        let old = "/welcome/call?id=\(id.uuidString)&since=1"
        #expect(try await home.ask(old).text.contains("The kiosk is not calling"))
        for (state, count) in [(RequestState.asked, 1), (.heard, 2), (.onTheWay, 3), (.met, 4)] {
            var request = Samples.request(1, state: state)
            request.id = id
            let made = request
            home.change { $0.requests = [made] }
            let text = try await home.ask(location).text
            #expect(text.split(separator: #"<li class="done">"#).count - 1 == count)
            #expect(text.contains("I’m on my way") == [.asked, .heard].contains(state))
            #expect(text.contains("/heard\"") == (state == .asked))
            #expect(text.contains("It works") == (state == .met))
            // A stop that is still to come does not say that it was reached.
            #expect(text.contains("You are on the way") == [.onTheWay, .met].contains(state))
        }
        // It is answered as on Now, and goes on here: also where a tap came twice, or somebody was quicker.
        let here = "/welcome/call?id=\(id.uuidString)"
        func answer(_ from: RequestState, by name: String?, _ state: String) async throws -> Int {
            var request = Samples.request(1, state: from)
            (request.id, request.changedBy) = (id, name)
            let made = request
            home.change { $0.requests = [made] }
            let before = home.sent.count
            let answered = try await home.ask(
                "/now/\(id.uuidString)/answers",
                post: [("id", UUID().uuidString), ("state", state), ("seen", "0"), ("back", "welcome")])
            #expect(answered.location == here)
            return home.sent.count - before
        }
        #expect(try await answer(.asked, by: nil, "on_the_way") == 1)
        #expect(try await answer(.onTheWay, by: "Cora", "on_the_way") == 0)
        #expect(try await answer(.onTheWay, by: "Anna", "on_the_way") == 0)
        let heard = try await home.ask(
            "/now/\(id.uuidString)/heard", post: [("id", UUID().uuidString), ("back", "welcome")])
        #expect(heard.location == here)
        let elsewhere = try await home.ask(
            "/now/\(id.uuidString)/heard", post: [("id", UUID().uuidString), ("back", "//evil.example")])
        #expect(elsewhere.location == "/now")
        // Whether another room hears it is said before anybody wonders.
        #expect(try await !home.ask("/welcome/call").text.contains("No station is running"))
        home.change { $0.steps.hasStation = false }
        #expect(try await home.ask("/welcome/call").text.contains("No station is running: in other rooms"))
        home.change { $0.steps.hasKiosk = false }
        let none = try await home.ask("/welcome/call").text
        #expect(none.contains("No kiosk is running") && !none.contains("Make a test call"))
        #expect(none.contains("beckon kiosk --home &#39;/srv/our home&#39;"))
        // The command is for a terminal, and open where that is; whoever reads on a phone has words.
        #expect(
            none.contains(#"<details data-key="terminal" open><summary>"#)
                && none.contains("start Beckon there"))
    }

    @Test("The next caregiver gets a link and a code")
    func others() async throws {
        home.change { $0.steps.address = "https://kitchen.lan:4280" }
        let location = try #require(
            try await home.ask("/welcome/others", post: [("name", "Ben")]).location)
        let page = try await home.ask(location).text
        let link = "https://kitchen.lan:4280/join/K7M-4QX"
        #expect(page.contains("<h1>For Ben</h1>") && page.contains(#"data-link="\#(link)""#))
        #expect(try page.contains(#require(QRCode(link)).svgPath))
        #expect(try await home.ask("/welcome/others", post: []).status == 422)
        // Whoever is invited is there at once, in the role that was chosen.
        _ = try await home.ask("/welcome/others", post: [("name", "Mia"), ("role", "client")])
        var people: [Person] = []
        home.change { people = $0.people }
        #expect(people.first { $0.name == "Ben" }?.role == .caregiver)
        #expect(people.first { $0.name == "Mia" }?.role == .client)
        #expect(try await home.ask("/welcome/others").text.contains("Invited, and not here yet: "))
    }

    @Test("An invitation's code is drawn where it works elsewhere, and only there")
    func invitation() async throws {
        home.change { $0.people.append(Person(id: "ben", name: "Ben", role: .caregiver)) }
        _ = try await home.ask("/people/ben/invitation", post: [("id", UUIDs.new())])
        #expect(try await !home.ask("/people/ben/invitation").text.contains("class=\"qr\""))
        home.change { $0.steps.address = "http://192.168.1.20:4280" }
        #expect(try await home.ask("/people/ben/invitation").text.contains("class=\"qr\""))
        #expect(
            try await home.ask("/people/ben/invitation").text.contains(
                "http://192.168.1.20:4280/join/K7M-4QX"))
    }

    @Test("A login link is one tap, and a used one leads to the login")
    func enter() async throws {
        let page = try await home.ask("/enter/secret", as: nil)
        #expect(page.text.contains("This logs Cora in") && !page.text.contains("password\""))
        #expect(home.sent.isEmpty)
        #expect(try await home.ask("/enter/secret", as: nil, post: []).location == "/")
        let used = try await home.ask("/enter/other", as: nil)
        #expect(used.status == 404 && used.text.contains(#"href="/login""#))
    }
}
