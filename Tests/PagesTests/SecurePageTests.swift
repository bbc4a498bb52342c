import Care
import Foundation
import Testing

@testable import Pages

@Suite("A secure address, and why somebody is logged out")
struct SecurePageTests {
    @Test(
        "What is to be typed has the address of this home",
        arguments: [
            ("http://192.168.1.20:4280", "IP:192.168.1.20", "0.0.0.0:4280", "https://192.168.1.20:4280"),
            ("http://beckon.lan", "DNS:beckon.lan", "0.0.0.0:4280", "https://beckon.lan:4280"),
            ("http://[fe80::1]:81", "IP:fe80::1", "0.0.0.0:81", "https://[fe80::1]:81"),
        ])
    func steps(address: String, name: String, listen: String, secure: String) async throws {
        let home = FakeHome(address: address)
        for role in ["cora", "anna"] {
            let text = try await home.ask("/secure", as: role).text
            #expect(text.contains("subjectAltName=\(name)&quot;") && text.contains("listen: \(listen)"))
            #expect(text.contains("Then open \(secure).") && !text.contains("ADDRESS"))
            // Read elsewhere, words say what to do, and what is typed is folded.
            #expect(
                text.contains("not on a phone") && text.contains(#"<details data-key="terminal"><summary>"#))
            // Who is cut off by it is said before the first step.
            let order = ["from step 3 on it does not reach", "1. Make", "<code>trust: home.pem</code>"]
                .compactMap { text.range(of: $0)?.lowerBound }
            #expect(order.count == 3 && order == order.sorted(), "\(text)")
        }
        #expect(try await home.ask("/secure", as: "maria").status == 403)
    }

    @Test(
        "An address of this machine alone, or none, is in nothing that is typed: the page says how to find the right one",
        arguments: [
            ("http://127.0.0.1:4280", 4280), ("http://localhost:81", 81), ("http://[::1]:4280", 4280),
            ("https://127.0.0.1", 4280), (nil, 4280),
        ])
    func ofThisMachine(address: String?, port: Int) async throws {
        let home = FakeHome(address: address)
        for role in ["cora", "anna"] {
            let text = try await home.ask("/secure", as: role).text
            #expect(
                text.contains("subjectAltName=IP:ADDRESS&quot;") && text.contains("listen: 0.0.0.0:\(port)"))
            #expect(
                text.contains("<code>hostname -I</code>")
                    && text.contains("Then open https://ADDRESS:\(port)."))
            #expect(!text.contains("127.0.0.1") && !text.contains("has one already"))
            #expect(!text.contains("data-link=\"cd "))
            #expect(text.contains(#"<details data-key="terminal" open>"#) == (address != nil))
            #expect(text.contains("not on a phone") == (address == nil))
        }
        // The service knows how others find it.
        home.change { $0.steps.address = "http://10.0.0.5:4280" }
        #expect(
            try await home.ask("/secure").text.contains("subjectAltName=IP:10.0.0.5&quot;")
                == (address != nil))
    }

    @Test("Where it is secure already, the page says so and nothing is typed")
    func secure() async throws {
        let text = try await FakeHome(address: "https://beckon.lan").ask("/secure").text
        #expect(text.contains("This home has one already.") && !text.contains("openssl"))
    }

    @Test("Whoever's session has ended reads why that can be, and comes back to where they were")
    func ended() async throws {
        let home = FakeHome()
        #expect(try await home.ask("/plan", as: nil).location == "/login?next=%2Fplan")
        let ended = try await home.ask("/plan", as: nil, isOfEndedSession: true).location
        #expect(ended == "/login?next=%2Fplan&did=ended")
        let start = try await home.ask("/", as: nil, isOfEndedSession: true).location
        #expect(start == "/login?did=ended")
        let page = try await home.ask(ended ?? "", as: nil).text
        #expect(page.contains("your role here has changed") && page.contains(#"value="/plan""#))
    }

    @Test("Before a role is changed it is said that it logs them out, and afterwards what to do")
    func role() async throws {
        let home = FakeHome()
        let form = [("name", "Anna"), ("role", "client"), ("sequence", "3")]
        let asked = try await home.ask("/people/anna", post: form)
        #expect(asked.text.contains("Anna is logged out everywhere by this"))
        let saved = try await home.ask("/people/anna", post: form + [("sure", "yes")])
        #expect(saved.location == "/people/anna?did=role")
        #expect(
            try await home.ask("/people/anna?did=role").text.contains(
                "Anna has the new role now, and is logged out everywhere."))
        let own = try await home.ask(
            "/people/cora", post: [("name", "Cora"), ("role", "caregiver"), ("sequence", "4")])
        #expect(own.text.contains("You are logged out everywhere by this"))
        // A name alone logs nobody out.
        let named = try await home.ask(
            "/people/anna", post: [("name", "Anne"), ("role", "client"), ("sequence", "13")])
        #expect(named.location == "/people/anna?did=saved")
    }
}
