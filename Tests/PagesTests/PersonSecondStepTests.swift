import Care
import Testing

@testable import Pages

@Suite("Somebody's second step, on the page that coordinators have of them")
struct PersonSecondStepTests {
    @Test("It is said that it is on, and where it is off, nothing is")
    func shown() async throws {
        let home = FakeHome { $0.secondSteps = ["anna"] }
        let page = try await home.ask("/people/anna")
        #expect(page.text.contains("Second step: on.") && page.text.contains("/people/anna/second-step"))
        home.change { $0.secondSteps = [] }
        #expect(try await !home.ask("/people/anna").text.contains("econd step"))
        // Nobody who is no coordinator learns of it.
        home.change { $0.secondSteps = ["cora"] }
        #expect(try await !home.ask("/people/cora", as: "anna").text.contains("econd step"))
    }

    @Test("Switching it off asks first, is done once, and is a coordinator's")
    func off() async throws {
        let home = FakeHome { $0.secondSteps = ["anna"] }
        let asked = try await home.ask("/people/anna/second-step")
        #expect(asked.text.contains("Switch off the second step of Anna?") && home.sent == [])
        let done = try await home.ask("/people/anna/second-step", post: [])
        #expect(done.location == "/people/anna?did=stepless")
        #expect(home.sent == ["DELETE accounts/anna/second-step"])
        #expect(try await home.ask("/people/anna?did=stepless").text.contains("Anna now logs in without"))
        // A second press, or they were faster themselves: nothing was done, and nothing is said.
        #expect(try await home.ask("/people/anna/second-step", post: []).location == "/people/anna")
        #expect(try await home.ask("/people/anna/second-step").status == 404)
        #expect(try await home.ask("/people/nobody/second-step", post: []).status == 404)
        #expect(try await home.ask("/people/cora/second-step", as: "anna", post: []).status == 403)
        #expect(try await home.ask("/people/nobody/second-step").status == 404)
    }

    @Test("What a new password by link costs is said before it is made, and with the code")
    func newPassword() async throws {
        let home = FakeHome { $0.secondSteps = ["anna"] }
        let ends = "ends their links with login providers and their passkeys"
        let step = "a code of their app, or a recovery code"
        let page = try await home.ask("/people/anna").text
        #expect(page.contains(ends) && page.contains(step))
        _ = try await home.ask("/people/anna/invitation", post: [("id", UUIDs.new())])
        let made = try await home.ask("/people/anna/invitation").text
        #expect(made.contains(ends) && made.contains(step))
        home.change { $0.secondSteps = [] }
        let without = try await home.ask("/people/anna").text
        #expect(without.contains(ends) && !without.contains(step))
        home.change { $0.logins.remove("anna") }
        #expect(try await !home.ask("/people/anna").text.contains(ends))
    }

    @Test("It asks for the password, and says so in each language")
    func words() async throws {
        let home = FakeHome { state in
            state.secondSteps = ["anna"]
            state.refusal = CareProblem(
                .forbidden, "type your password again", field: ConfirmPage.field)
        }
        let asked = try await home.ask("/people/anna/second-step", post: [])
        #expect(asked.status == 403 && asked.text.contains("name=\"current_password\""))
        for (language, words) in [
            ("de", "Zweiten Schritt ausschalten"), ("fr", "Désactiver la deuxième étape"),
        ] {
            #expect(try await home.ask("/people/anna", languages: [language]).text.contains(words))
        }
    }
}
