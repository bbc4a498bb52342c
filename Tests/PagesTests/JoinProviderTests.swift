import Care
import Foundation
import Testing

@testable import Pages

@Suite("Joining, and logging in with a provider from then on")
struct JoinProviderTests {
    private static let example = LoginProvider(
        id: UUID(), name: "Example & Sons", home: "https://home.example", isHere: true)
    private static let words = "good words for joining"

    private static func browser(
        as role: Person.Role = .caregiver, _ providers: [LoginProvider]? = [example]
    ) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = nil
        try browser.service.has(
            "invitations/K7M-4QX", InvitationView(role: role, name: "Ben", home: "Sunrise House"))
        if let providers {
            try browser.service.has("login-providers", LoginProviderPage(providers: providers))
        }
        return browser
    }

    private static func form(_ password: String? = words) -> [(String, String)] {
        [("name", "Ben"), ("link", example.id.uuidString.lowercased())]
            + (password.map { [("password", $0), ("again", $0)] } ?? [])
    }

    @Test("Those have a button that send people back to where this page was opened")
    func shown() async throws {
        let elsewhere = LoginProvider(
            id: UUID(), name: "Elsewhere", home: "https://other.example", isHere: false)
        let page = try await Self.browser([Self.example, elsewhere]).get("/join/K7M-4QX")
        #expect(page.has("Begin, and log in with Example &amp; Sons from now on") && !page.has("Elsewhere"))
        // The password, and what is there without providers, comes first.
        let begin = try #require(page.text.firstRange(of: "<button class=\"main\">"))
        let link = try #require(page.text.firstRange(of: "<button name=\"link\""))
        #expect(begin.lowerBound < link.lowerBound)
        // Also where they cannot be read.
        let none = try await Self.browser(nil).get("/join/K7M-4QX")
        #expect(none.status == 200 && !none.has("name=\"link\""))
    }

    @Test("Who is here already is not invited, and reads what the new password ends")
    func renewing() async throws {
        let browser = try Self.browser()
        let view = InvitationView(role: .caregiver, name: "Ben", home: "Sunrise House", hasPassword: true)
        try browser.service.has("invitations/K7M-4QX", view)
        let page = try await browser.get("/join/K7M-4QX")
        #expect(
            page.has("with this you choose a new password (<b>Sunrise House</b>).") && !page.has("invited"))
        #expect(page.has("your links with login providers and your passkeys end"))
        // A client's phone is linked beside it.
        let phone = InvitationView(role: .client, name: "Ben", home: "Sunrise House", hasPassword: true)
        try browser.service.has("invitations/K7M-4QX", phone)
        #expect(try await browser.get("/join/K7M-4QX").has("invited"))
    }

    @Test("The invitation is accepted, and then the provider is linked")
    func accept() async throws {
        let browser = try Self.browser()
        let path = "invitations/K7M-4QX/acceptance"
        let answer = try await browser.post("/join/K7M-4QX", Self.form())
        #expect(answer.location == "/account/ways?link=\(Self.example.id.uuidString.lowercased())")
        let acceptance: Acceptance = try browser.service.onlySent(path)
        #expect(acceptance.password == Self.words)
        var plain = Self.form()
        plain.removeAll { $0.0 == "link" }
        #expect(try await browser.post("/join/K7M-4QX", plain).location == "/")
        let hostile = plain + [("link", "//elsewhere.example")]
        #expect(try await browser.post("/join/K7M-4QX", hostile).location == "/")
    }

    @Test("Whoever was here before is asked for their second step, and then goes on to what they wanted")
    func second() async throws {
        let browser = try Self.browser()
        let asked = SecondStepAsked(
            token: "tok", expiresAt: Date(timeIntervalSince1970: 1_800_000_000), hasRecoveryCodes: false)
        try browser.service.answer("POST", "invitations/K7M-4QX/acceptance", asked, status: 202)
        let page = try await browser.post("/join/K7M-4QX", Self.form())
        let next = "/account/ways?link=\(Self.example.id.uuidString.lowercased())"
        #expect(page.status == 200 && page.has(#"action="/login/second""#))
        #expect(page.has(#"name="token" value="tok""#) && page.has(#"name="next" value="\#(next)""#))
    }

    @Test("A client who wants that needs a password; without it the phone alone is linked")
    func client() async throws {
        let browser = try Self.browser(as: .client)
        let page = try await browser.get("/join/K7M-4QX")
        #expect(page.has("name=\"link\"") && page.has("you need a password here, too"))
        #expect(page.has("Use this password, and log in with Example &amp; Sons from now on"))
        #expect(try await !Self.browser().get("/join/K7M-4QX").has("you need a password here, too"))
        let refused = try await browser.post("/join/K7M-4QX", Self.form(nil))
        #expect(refused.status == 422 && browser.service.sent.isEmpty)
        #expect(try await browser.post("/join/K7M-4QX", [("name", "Ben")]).location == "/")
        let answer = try await browser.post("/join/K7M-4QX", Self.form())
        #expect(answer.location?.hasPrefix("/account/ways?link=") == true)
    }
}
