import AsyncHTTPClient
import Care
import CareStore
import Foundation
import NIOHTTP1
import OwnFolders
import Testing

@testable import CareService

@Suite("Clients who have logged in")
struct ClientLoginTests {
    private static func add(_ id: String, _ name: String, by olga: Visitor) async throws {
        let added = try await olga.send(.PUT, "people/\(id)", Person(id: id, name: name, role: .client))
        #expect(added.status == 201)
    }

    @Test("A code alone links a phone, which another code adds to; a password logs the others out")
    func linked() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            try await Self.add("maria", "Maria", by: olga)
            let phone = try await service.link("maria", "Maria", by: olga)
            #expect(phone.session.person.id == "maria" && !phone.session.hasPassword)
            // Nobody logs in with the password that there is none of.
            for word in ["", "none", "Maria"] {
                #expect(try await service.logIn("Maria", word).status != 201)
            }
            let tablet = try await service.link("maria", "Maria", by: olga)
            #expect(try await phone.send(.GET, "session").status == 200)
            let session: Session = try await tablet.send(.GET, "session").decode()
            #expect(!session.hasPassword)
            let chosen = try await service.link("maria", "Maria", password: Visitor.password, by: olga)
            #expect(chosen.session.hasPassword)
            #expect(try await phone.send(.GET, "session").status == 401)
            #expect(try await tablet.send(.GET, "session").status == 401)
            #expect(try await service.logIn("Maria").status == 201)
        }
    }

    @Test("Only a client is linked without a password")
    func onlyClients() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            ).decode()
            let refused = try await service.post(
                "/api/v1/invitations/\(invitation.code)/acceptance", Acceptance(name: "Ben", password: nil),
                as: nil)
            #expect(refused.status == 422)
            #expect(try refused.problem.field == "password")
            // The code is still good.
            #expect(try await service.accept(invitation.code, "Ben").status == 201)
        }
    }

    @Test("What a client calls on a phone is a call as from their kiosk, once, and theirs to take back")
    func calls() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            try await Self.add("maria", "Maria", by: olga)
            let phone = try await service.link("maria", "Maria", by: olga)
            let need = service.message(
                .PUT, "/api/v1/needs/walk", as: RunningService.tokens.station,
                body: try CareJSON.encoder().encode(NeedChange(label: "A walk")))
            #expect(try await service.send(need).status == 201)
            let page: CallCardPage = try await phone.send(.GET, "call-cards").decode()
            let card = try #require(page.cards.first)
            #expect(card.need == "walk" && card.label == "A walk")
            var new = NewRequest(
                id: UUID(), client: "otto", clientName: "Otto", need: card.need, label: card.label,
                called: card.called, say: card.say, priority: card.priority,
                askedAt: noon.addingTimeInterval(-30 * 86_400))
            let made = try await phone.send(.POST, "requests", new)
            #expect(made.status == 201)
            let request: Request = try made.decode()
            // Whatever it says: whose phone it is, the home knows.
            #expect(request.client == "maria" && request.clientName == "Maria")
            // So is when it came: a phone does not make its call older than others'.
            #expect(request.isTimeOfArrival && request.askedAt == request.receivedAt)
            #expect(try await phone.send(.POST, "requests", new).status == 200)
            new.askedAt = noon
            #expect(try await phone.send(.POST, "requests", new).status == 200)
            let atKiosk: RequestPage = try await service.get("/api/v1/requests?state=open").decode()
            #expect(atKiosk.requests.map(\.id) == [new.id])
            for state in [RequestState.heard, .onTheWay, .met] {
                let refused = try await phone.send(
                    .POST, "requests/\(new.id)/responses", answer(state, by: nil))
                #expect(refused.status == 403)
            }
            let ended = try await phone.send(
                .POST, "requests/\(new.id)/responses", answer(.cancelled, by: nil))
            #expect(ended.status == 201)
            new.id = UUID()
            #expect(try await service.post("/api/v1/requests", new).status == 201)
            let seen: RequestPage = try await phone.send(.GET, "requests?state=open").decode()
            #expect(seen.requests.map(\.id) == [new.id])
        }
    }

    @Test("A client who has logged in gets the pictures of what they see, and no others beside the boards")
    func pictures() async throws {
        let folder = try OwnFolder()
        let names = [
            "need", "plan", "shared", "mine", "free", "reward", "card", "otto-need", "otto-plan",
            "otto-turn", "otto-reward", "otto-card", "nobody", "gone", "call", "goal", "kiosk-goal",
        ]
        for name in names {
            try PictureTests.png.write(to: URL(fileURLWithPath: folder.file("\(name).png")))
        }
        try await TwoClients.with {
            $0.picturesFolder = folder.path
            $0.files?.callCards = { client, _ in
                let symbol = client == "maria" ? "card.png" : "otto-card.png"
                return CallCardPage(cards: [
                    CallCard(
                        need: "card", label: "Card", called: "a card", say: "A card.", symbol: symbol,
                        priority: .normal)
                ])
            }
        } _: { (home: TwoClients) async throws in
            let phone = try #require(home.others.first { $0.role == .client && $0.client == "maria" })
            let olga = try #require(home.others.first { $0.role == .coordinator })
            func need(_ client: String, _ name: String, isActive: Bool = true) async throws {
                let change = NeedChange(
                    client: client, label: "A \(name)", symbol: "\(name).png", isActive: isActive)
                #expect(try await olga.send(.PUT, "needs/\(name)", change).status == 201)
            }
            try await need("maria", "need")
            try await need("maria", "gone", isActive: false)
            try await need("otto", "otto-need")
            func plan(_ name: String, _ change: (inout RoutineContent) -> Void) async throws {
                var new = try Days.medicine()
                new.by = nil
                (new.content.title, new.content.symbol) = (name, "\(name).png")
                change(&new.content)
                #expect(try await olga.send(.POST, "routines", new).status == 201, "\(name)")
            }
            try await plan("plan") { _ in }
            try await plan("otto-plan") { $0.client = "otto" }
            try await plan("shared") { ($0.client, $0.audience) = (nil, .household) }
            func turn(_ name: String, _ rule: AssignmentRule) async throws {
                try await plan(name) { ($0.client, $0.audience, $0.assignment) = (nil, .person, rule) }
            }
            try await turn("mine", .fixed(person: "maria"))
            try await turn("otto-turn", .fixed(person: "otto"))
            try await turn("free", .claimed(people: []))
            func reward(_ name: String, _ people: [String]) async throws {
                let content = RewardContent(
                    title: name, symbol: "\(name).png", people: people,
                    way: .redeemed(cost: 5, approval: false))
                let change = RewardChange(content: content, isActive: true, replaces: 0)
                #expect(try await olga.send(.PUT, "rewards/\(UUID())", change).status == 201, "\(name)")
            }
            try await reward("reward", [])
            try await reward("otto-reward", ["otto"])
            // What a client writes themselves opens no picture: it could name any.
            let call = NewRequest(
                id: UUID(), client: "maria", clientName: "Maria", need: "tea", label: "Tea", called: "tea",
                say: "Tea, please.", symbol: "call.png", priority: .normal, askedAt: noon)
            #expect(try await phone.send(.POST, "requests", call).status == 201)
            for (asker, name) in [(phone, "goal"), (home.maria, "kiosk-goal")] {
                let goal = Days.goal(of: "maria", "Walk to \(name)") { $0.symbol = "\(name).png" }
                #expect(try await asker.send(.POST, "routines", goal).status == 201, "\(name)")
            }
            var seen: Set<String> = []
            for name in names {
                let status = try await phone.get("displays/maria/symbol?path=\(name).png").status
                #expect(status == 200 || status == 404)
                if status == 200 { seen.insert(name) }
                #expect(try await olga.get("displays/maria/symbol?path=\(name).png").status == 200)
            }
            #expect(seen == ["need", "plan", "shared", "mine", "free", "reward", "card"])
        }
    }

    @Test("The code of a client's phone pairs a kiosk of theirs instead")
    func kiosk() async throws {
        try await TwoClients.with { home in
            let service = home.service
            let invitation: Invitation = try await home.coordinator.send(
                .POST, "invitations",
                NewInvitation(id: UUID(), role: .client, name: "Otto", person: "otto")
            ).decode()
            let claim = DeviceClaim(code: invitation.code)
            let paired = try await service.post("/api/v1/devices", claim, as: nil)
            #expect(paired.status == 201)
            let device: PairedDevice = try paired.decode()
            #expect(device.kind == .kiosk)
            let made = try await service.post(
                "/api/v1/requests", TwoClients.call("maria"), as: device.token)
            #expect(try made.decode(Request.self).client == "otto")
            #expect(try await service.post("/api/v1/devices", claim, as: nil).status == 404)
            #expect(try await service.accept(invitation.code, "Otto").status == 404)
        }
    }

    @Test("A client who has logged in renames nobody; what others changed meanwhile is not overwritten")
    func account() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            try await Self.add("maria", "Maria", by: olga)
            let phone = try await service.link("maria", "Maria", by: olga)
            let refused = try await phone.send(.PUT, "account", AccountChange(name: "Queen"))
            #expect(refused.status == 403)
            #expect(try refused.problem.field == "name")
            #expect(try await phone.send(.PUT, "account", AccountChange(name: " Maria ")).status == 200)
            let maria: Person = try await olga.send(.GET, "people/maria").decode()
            #expect(maria.name == "Maria")
            let off = ReminderPreferences(allOff: true)
            let first = AccountChange(reminders: off, sequence: maria.sequence)
            #expect(try await phone.send(.PUT, "account", first).status == 200)
            // The same again changes nothing.
            #expect(try await phone.send(.PUT, "account", first).status == 200)
            let late = try await phone.send(
                .PUT, "account", AccountChange(reminders: ReminderPreferences(), sequence: maria.sequence))
            #expect(late.status == 409)
            guard case .person(let current)? = try late.problem.current else {
                Issue.record("no person: \(try late.problem)")
                return
            }
            #expect(current.id == "maria" && current.reminders == off)
        }
    }

    @Test("A phone that asks while the clock stands in 1970 is linked still")
    func clock() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            try await Self.add("maria", "Maria", by: olga)
            let phone = try await service.link("maria", "Maria", by: olga)
            let back = noon.timeIntervalSince1970 - 60
            service.clock.set(by: -back)
            for one in [olga, phone] { #expect(try await one.send(.GET, "session").status == 200) }
            service.clock.set(by: back + 3600)
            for one in [olga, phone] { #expect(try await one.send(.GET, "session").status == 200) }
        }
    }

    @Test("A client's paired screen stays one when the client logs in on it")
    func screen() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let device = try await service.pair(.display, by: olga)
            try await Self.add("maria", "Maria", by: olga)
            let phone = try await service.link("maria", "Maria", by: olga)
            let path = "/api/v1/displays"
            func get(_ path: String, _ cookies: String...) async throws -> Int {
                try await service.send(
                    service.message(
                        .GET, path, as: nil, headers: [("Cookie", cookies.joined(separator: "; "))])
                ).status
            }
            let screen = "beckon_screen=\(device.token)"
            #expect(try await get(path, phone.cookie) == 403)
            for page in [path, "/display"] { #expect(try await get(page, phone.cookie, screen) < 400) }
            // Everything else is the client's own.
            #expect(try await get("/api/v1/session", phone.cookie, screen) == 200)
            #expect(try await get("/account", phone.cookie, screen) == 200)
        }
    }

    @Test("The code of somebody who is no client pairs no kiosk")
    func noKiosk() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            ).decode()
            let claim = DeviceClaim(code: invitation.code)
            #expect(try await service.post("/api/v1/devices", claim, as: nil).status == 404)
            #expect(try await service.accept(invitation.code, "Ben").status == 201)
        }
    }
}
