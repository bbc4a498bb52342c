import Care
import Channels
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Ways to reach people, over the API", .timeLimit(.minutes(30)))
struct ContactAPITests {
    private static func change(
        _ person: String?, topic: String = "a-topic", channel: String = "ntfy", sequence: Int64 = 0
    ) -> ContactChange {
        ContactChange(
            person: person, channel: channel, label: "Phone", address: ["topic": topic], sequence: sequence)
    }

    @Test("People add ways to reach themselves; for others, and for the home, a coordinator does")
    func own() async throws {
        try await ReachScene.with { scene in
            let id = UUID()
            #expect(try await scene.ben.send(.PUT, "contacts/\(id)", Self.change("ben")).status == 201)
            #expect(try await scene.ben.send(.PUT, "contacts/\(id)", Self.change("ben")).status == 200)
            for other in ["olga", nil] {
                let refused = try await scene.ben.send(.PUT, "contacts/\(UUID())", Self.change(other))
                #expect(refused.status == 403)
                #expect(try refused.problem.field == "person")
            }
            let homes = try await scene.add(nil, topic: "office")
            #expect(homes.person == nil)
            let seen: ContactPage = try await scene.ben.get("contacts").decode()
            #expect(seen.contacts.map(\.id) == [id])
            let all: ContactPage = try await scene.olga.get("contacts").decode()
            #expect(Set(all.contacts.map(\.id)) == [id, homes.id])
            // Who may answer calls in whose name is in the audit log; that a page has renewed one is not.
            let audit: AuditPage = try await scene.olga.get("audit?kind=contact_added").decode()
            #expect(audit.entries.map(\.about) == ["Phone office", "Ben"])
            #expect(audit.entries.map(\.changes) == [[], ["Phone"]])
            // Messages are among his channels from now on.
            let ben: Person = try await scene.olga.get("people/ben").decode()
            #expect(ben.reminders.channels.contains(.command))
        }
    }

    @Test(
        "What cannot be used is refused with its field",
        arguments: [
            (change("maria"), "person"), (change("nobody-here"), "person"),
            (change("ben", channel: "gotify"), "channel"), (change("ben", channel: "pigeon"), "channel"),
            (change("ben", topic: ""), "address.topic"), (change("ben", topic: "refused"), "address.topic"),
            (
                ContactChange(person: "ben", channel: "ntfy", label: "", address: ["topic": "t"]), "label"
            ),
            (
                ContactChange(
                    person: "ben", channel: "ntfy", label: "Phone", address: ["topic": "t", "tpic": "t"]),
                "address.tpic"
            ),
            (
                ContactChange(
                    person: "ben", channel: "ntfy", label: "Phone", address: ["topic": "t"],
                    secret: ["pin": "1"]),
                "secret.pin"
            ),
            (
                ContactChange(
                    person: "ben", channel: "ntfy", label: "Phone", address: ["topic": "t"], after: 3601),
                "after"
            ),
        ] as [(ContactChange, String)])
    func refused(change: ContactChange, field: String) async throws {
        try await ReachScene.with { scene in
            let answer = try await scene.olga.send(.PUT, "contacts/\(UUID())", change)
            #expect(answer.status == 422)
            #expect(try answer.problem.field == field)
        }
    }

    @Test(
        "What opens one that is switched off is no place for anything else either", arguments: [true, false])
    func hiddenSecrets(isOn: Bool) async throws {
        try await ReachScene.with { scene in
            for secret in [["hoard": "x"], ["password": String(repeating: "x", count: 2001)]] {
                var change = Self.change("ben")
                (change.isOn, change.secret) = (isOn, secret)
                let refused = try await scene.ben.send(.PUT, "contacts/\(UUID())", change)
                #expect(refused.status == 422)
                #expect(try refused.problem.field == secret.keys.first.map { "secret.\($0)" })
            }
            #expect(try await scene.service.service.core.messages.secrets.read().contacts.isEmpty)
        }
    }

    @Test("More than can be read again is not kept: all else that opens ways would be lost with it")
    func fullSecrets() async throws {
        try await ReachScene.with { scene in
            let secrets = scene.service.service.core.messages.secrets
            let before = try await secrets.read()
            do throws(CareProblem) {
                try await secrets.set(["password": String(repeating: "x", count: 5 << 20)], of: UUID())
                Issue.record("it was kept")
            } catch { #expect(error.kind == .storeFailed) }
            #expect(try await secrets.read() == before)
        }
    }

    @Test("Of two who change one at once, the second is told")
    func conflict() async throws {
        try await ReachScene.with { scene in
            let contact = try await scene.add()
            let path = "contacts/\(contact.id)"
            let first = Self.change("ben", topic: "one", sequence: contact.sequence)
            #expect(try await scene.ben.send(.PUT, path, first).status == 200)
            let second = Self.change("ben", topic: "two", sequence: contact.sequence)
            let refused = try await scene.olga.send(.PUT, path, second)
            #expect(refused.status == 409)
            #expect(try refused.problem.field == "sequence")
            #expect(try await scene.contact(contact.id).address == ["topic": "one"])
        }
    }

    @Test("What is switched off may be incomplete, and is no place to keep anything else")
    func off() async throws {
        try await ReachScene.with { scene in
            func change(_ secret: [String: String]) -> ContactChange {
                ContactChange(
                    person: "ben", channel: "ntfy", label: "Phone", address: [:], secret: secret, isOn: false)
            }
            let long = String(repeating: "x", count: 2001)
            for (secret, field) in [(["pin": "1"], "secret.pin"), (["password": long], "secret.password")] {
                let refused = try await scene.ben.send(.PUT, "contacts/\(UUID())", change(secret))
                #expect(refused.status == 422)
                #expect(try refused.problem.field == field)
            }
            let kept = try await scene.ben.send(.PUT, "contacts/\(UUID())", change(["password": "hush"]))
            #expect(kept.status == 201)
        }
    }

    @Test("One that is removed is gone with what opens it, and removing it once more is as well")
    func removed() async throws {
        try await ReachScene.with { scene in
            let contact = try await scene.add(secret: ["password": "hush"])
            let path = "contacts/\(contact.id)"
            for _ in 1...2 { #expect(try await scene.ben.send(.DELETE, path).status == 204) }
            #expect(try await scene.ben.get(path).status == 404)
            let kept = try await scene.service.service.core.messages.secrets.read()
            #expect(kept.contacts.isEmpty)
        }
    }

    @Test("A test is sent at once, and what came of it is told; its device can confirm it")
    func tested() async throws {
        try await ReachScene.with { scene in
            let contact = try await scene.add()
            let path = "contacts/\(contact.id)/proofs"
            let taken: ContactProof = try await scene.ben.send(.POST, path).decode()
            #expect(taken == ContactProof(outcome: .accepted))
            let sent = try await scene.phone.next()
            #expect(sent.message.kind == .proof && sent.message.title == "A test from Sunrise House")
            #expect(sent.message.answers.isEmpty)
            let token = try scene.token(of: sent)
            // A phone that did not get the answer confirms once more.
            for _ in 1...2 { #expect(try await scene.confirm(token) == 204) }
            try await scene.until(contact.id) { $0.confirmedAt != nil }
            #expect(try await scene.answer(token).status == 404)
            scene.phone.replies([.failed("no connection to ntfy.sh")])
            let failed: ContactProof = try await scene.ben.send(.POST, path).decode()
            #expect(failed == ContactProof(outcome: .failed, problem: "no connection to ntfy.sh"))
            try await scene.until(contact.id) { $0.problem == "no connection to ntfy.sh" }
            // What the home has switched off, nobody uses.
            let off = ChannelChange(isOn: false, sequence: 1)
            #expect(try await scene.olga.send(.PUT, "channels/ntfy", off).status == 200)
            #expect(try await scene.ben.send(.POST, path).status == 422)
        }
    }

    @Test("Nobody sends tests without end")
    func flood() async throws {
        try await ReachScene.with { scene in
            let contact = try await scene.add()
            let path = "contacts/\(contact.id)/proofs"
            for _ in 1...20 { #expect(try await scene.ben.send(.POST, path).status == 200) }
            #expect(try await scene.ben.send(.POST, path).status == 429)
            scene.pass(.seconds(600))
            #expect(try await scene.ben.send(.POST, path).status == 200)
        }
    }

    @Test("Nobody floods numbers and mail addresses, which may be somebody else's")
    func floodOfOthers() async throws {
        try await ReachScene.with(others: [StandIn("mail")]) { scene in
            let mail = try await scene.add(over: "mail", topic: "neighbour")
            let phone = try await scene.add()
            let path = "contacts/\(mail.id)/proofs"
            for _ in 1...20 { #expect(try await scene.ben.send(.POST, path).status == 200) }
            scene.pass(.seconds(600))
            #expect(try await scene.ben.send(.POST, path).status == 429)
            // Removing it and adding it anew begins nothing anew.
            #expect(try await scene.ben.send(.DELETE, "contacts/\(mail.id)").status == 204)
            let again = try await scene.add(over: "mail", topic: "neighbour")
            #expect(try await scene.ben.send(.POST, "contacts/\(again.id)/proofs").status == 429)
            #expect(try await scene.ben.send(.POST, "contacts/\(phone.id)/proofs").status == 200)
        }
    }

    @Test("The address of a program, which may be any machine of the home, is a coordinator's to write")
    func programs() async throws {
        try await ReachScene.with(others: [StandIn("webhook")]) { scene in
            let own = Self.change("ben", channel: "webhook")
            let refused = try await scene.ben.send(.PUT, "contacts/\(UUID())", own)
            #expect(refused.status == 403)
            #expect(try refused.problem.field == "address.url")
            let made = try await scene.add("ben", over: "webhook", topic: "bell")
            let path = "contacts/\(made.id)"
            let renamed = ContactChange(
                person: "ben", channel: "webhook", label: "Bell", address: made.address,
                sequence: made.sequence)
            #expect(try await scene.ben.send(.PUT, path, renamed).status == 200)
            let now = try await scene.contact(made.id)
            let led = Self.change("ben", topic: "router", channel: "webhook", sequence: now.sequence)
            #expect(try await scene.ben.send(.PUT, path, led).status == 403)
            #expect(try await scene.contact(made.id).address == made.address)
            #expect(try await scene.olga.send(.PUT, path, led).status == 200)
        }
    }

    @Test("What was written for one server is given to no other")
    func otherServer() async throws {
        try await ReachScene.with { scene in
            func set(_ server: String, _ secrets: [String: String]? = nil) async throws -> HomeChannel {
                let known: ChannelPage = try await scene.olga.get("channels").decode()
                let change = ChannelChange(
                    isOn: true, settings: ["server": server], secrets: secrets,
                    sequence: known.channels.first { $0.name == "ntfy" }?.sequence ?? 0)
                return try await scene.olga.send(.PUT, "channels/ntfy", change).decode()
            }
            #expect(try await set("https://ntfy.example", ["token": "hush"]).secrets == ["token"])
            #expect(try await set("https://ntfy.example").secrets == ["token"])
            #expect(try await set("https://evil.example").secrets.isEmpty)
            #expect(try await set("https://ntfy.example").secrets.isEmpty)
            let kept = try await scene.service.service.core.messages.secrets.read()
            #expect(kept.channels.isEmpty)
        }
    }

    @Test("What was typed as a secret beside something wrong counts in the next try, for a while")
    func asTyped() async throws {
        try await ReachScene.with { scene in
            let known: ChannelPage = try await scene.olga.get("channels").decode()
            let sequence = try #require(known.channels.first { $0.name == "ntfy" }).sequence
            func set(
                _ settings: [String: String], _ secrets: [String: String]? = nil, asTyped: [String] = []
            ) async throws -> RunningService.Answer {
                try await scene.olga.send(
                    .PUT, "channels/ntfy",
                    ChannelChange(
                        isOn: true, settings: settings, secrets: secrets, sequence: sequence, asTyped: asTyped
                    ))
            }
            func kept() async throws -> [String: String]? {
                try await scene.service.service.core.messages.secrets.read().channels["ntfy"]
            }
            let (wrong, right) = (["servr": "x"], ["server": "https://ntfy.example"])
            // Nothing was typed before.
            let nothing = try await set(right, asTyped: ["token"])
            #expect(nothing.status == 422)
            #expect(try nothing.problem.field == "secrets.token")
            #expect(try await set(wrong, ["token": "hush"]).status == 422)
            #expect(try await set(wrong, asTyped: ["token"]).status == 422)
            // It waits for 15 minutes.
            scene.pass(TypedSecrets.keptFor)
            let late = try await set(right, asTyped: ["token"])
            #expect(late.status == 422)
            #expect(try late.problem.field == "secrets.token")
            let refused = try await set(wrong, ["token": "hush"])
            #expect(refused.status == 422)
            #expect(!String(decoding: refused.body, as: UTF8.self).contains("hush"))
            #expect(try await kept() == nil)
            #expect(try await set(right, asTyped: ["token"]).status == 200)
            #expect(try await kept() == ["token": "hush"])
            // With that it is forgotten.
            #expect(try await set(right, asTyped: ["token"]).status == 422)
        }
    }

    @Test("What was typed as a secret counts in its own session and channel alone")
    func typedInSession() {
        let typed = TypedSecrets()
        let (one, other) = (UUID(), UUID())
        typed.keep(["token": "hush"], in: one, of: "ntfy", at: .zero)
        #expect(typed.secrets(in: one, of: "ntfy", at: .seconds(899)) == ["token": "hush"])
        #expect(typed.secrets(in: one, of: "ntfy", at: .seconds(900)).isEmpty)
        #expect(typed.secrets(in: other, of: "ntfy", at: .zero).isEmpty)
        #expect(typed.secrets(in: one, of: "gotify", at: .zero).isEmpty)
        for number in 0..<200 {
            typed.keep(["token": "x"], in: UUID(), of: "ntfy", at: .seconds(number + 1))
        }
        #expect(typed.secrets(in: one, of: "ntfy", at: .seconds(201)).isEmpty)
    }

    @Test("Coordinators set channels; others see which there are, and the server for their apps")
    func channels() async throws {
        try await ReachScene.with(others: [StandIn("gotify")]) { scene in
            let page: ChannelPage = try await scene.olga.get("channels").decode()
            #expect(page.channels.map(\.name) == ["ntfy", "gotify", "links"])
            let known = try #require(page.channels.first)
            #expect(known.fields.map(\.name) == ["server", "token"] && known.isOn)
            let change = ChannelChange(
                isOn: true, settings: ["server": "https://ntfy.example"], secrets: ["token": "hush"],
                sequence: known.sequence)
            #expect(try await scene.ben.send(.PUT, "channels/ntfy", change).status == 403)
            #expect(try await scene.olga.send(.PUT, "channels/ntfy", change).status == 200)
            let refused = try await scene.olga.send(
                .PUT, "channels/ntfy",
                ChannelChange(isOn: true, settings: ["servr": "x"], sequence: known.sequence + 1))
            #expect(refused.status == 422)
            #expect(try refused.problem.field == "settings.servr")
            // Only a secret: what goes over it has to be proved anew.
            let secret = ChannelChange(
                isOn: true, settings: change.settings, secrets: ["token": "other"],
                sequence: known.sequence + 1)
            let saved: HomeChannel = try await scene.olga.send(.PUT, "channels/ntfy", secret).decode()
            #expect(saved.sequence == known.sequence + 2)
            let audit: AuditPage = try await scene.olga.get("audit?kind=channel_changed").decode()
            #expect(
                audit.entries.map { "\($0.about ?? ""): \($0.changes.joined(separator: ", "))" } == [
                    "ntfy: token", "ntfy: server, token", "gotify: on", "ntfy: on",
                ])
            let late = ChannelChange(isOn: false, sequence: known.sequence)
            #expect(try await scene.olga.send(.PUT, "channels/ntfy", late).status == 409)
            #expect(try await scene.olga.send(.PUT, "channels/pigeon", change).status == 404)
            let seen: ChannelPage = try await scene.ben.get("channels").decode()
            #expect(seen.channels.map(\.name) == ["ntfy", "gotify"])
            #expect(seen.channels.map(\.settings) == [["server": "https://ntfy.example"], [:]])
            #expect(seen.channels.allSatisfy { $0.secrets.isEmpty && $0.fields.isEmpty })
            #expect(seen.channels.allSatisfy { $0.address.map(\.name) == ["topic", "password"] })
        }
    }

    @Test("Messages lead back to the address that the home has set")
    func links() async throws {
        try await ReachScene.with { scene in
            for wrong in ["home.example.org", "ftp://home.example.org", "https://home.example.org/x"] {
                let change = ChannelChange(isOn: true, settings: ["address": wrong])
                let refused = try await scene.olga.send(.PUT, "channels/links", change)
                #expect(refused.status == 422, "\(wrong)")
                #expect(try refused.problem.field == "settings.address")
            }
            func status() async throws -> Int {
                let message = scene.service.message(
                    .GET, "/login", as: nil, headers: [("Host", "home.example.org")])
                return try await scene.service.send(message).status
            }
            #expect(try await status() == 421)
            let change = ChannelChange(isOn: true, settings: ["address": "https://home.example.org"])
            #expect(try await scene.olga.send(.PUT, "channels/links", change).status == 200)
            #expect(try await status() == 200)
            try await scene.add()
            _ = try await scene.home.ask("maria")
            let sent = try await scene.phone.next()
            let token = try scene.token(of: sent)
            #expect(sent.message.link == "https://home.example.org/answer/\(token)")
        }
    }

    @Test("A browser gets the home's key, the same each time, once pushing is switched on")
    func pushing() async throws {
        try await TwoClients.with(adjust: { $0.contactChannels = [StandIn("web_push").channel] }) { home in
            let olga = try #require(home.others.first { $0.role == .coordinator })
            let none: PushKey = try await olga.get("push").decode()
            #expect(none.key == nil && none.problem != nil)
            let on = ChannelChange(isOn: true)
            #expect(try await olga.send(.PUT, "channels/web_push", on).status == 200)
            let first: PushKey = try await olga.get("push").decode()
            #expect(first.key?.utf8.count == 87 && first.problem == nil)
            #expect(try await olga.get("push").decode(PushKey.self) == first)
        }
    }
}
