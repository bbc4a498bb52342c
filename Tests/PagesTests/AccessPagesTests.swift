import Care
import FoundationEssentials
import Testing

@testable import Pages

struct AccessPagesTests {
    private let home = FakeHome()

    @Test("A wrong password is said kindly, and in the same words as an unknown name")
    func aWrongPasswordIsSaidKindlyAndInThe() async throws {
        let wrong = try await home.ask("/login", as: nil, post: [("name", "Anna"), ("password", "x<y")])
        let unknown = try await home.ask("/login", as: nil, post: [("name", "Otto"), ("password", "x<y")])
        #expect(wrong.status == 401)
        #expect(wrong.text.contains("name or the password is wrong"))
        #expect(!wrong.text.contains("aria-invalid"), "which of the two it is, nobody learns")
        #expect(wrong.text.replacing("Anna", with: "Otto") == unknown.text)
        #expect(!wrong.text.contains("x&lt;y"), "a password never comes back")
        #expect(wrong.text.contains(#"value="Anna""#))
    }

    @Test("Too many attempts are said with how long to wait") func tooManyAttemptsAreSaidWithHowLongTo()
        async throws
    {
        let home = FakeHome { $0.refusal = CareProblem(.tooMany, "too many wrong ones: wait 40 seconds") }
        let answer = try await home.ask("/login", as: nil, post: [("name", "Anna"), ("password", "x")])
        #expect(answer.status == 429)
        #expect(answer.text.contains("Too many wrong ones: wait 40 seconds."))
    }

    @Test(
        "After the login one is led only to paths of this site",
        arguments: [
            ("/plan/week", "/plan/week"), ("//evil.example", "/"), ("https://evil.example", "/"),
            ("/\\evil.example", "/"), ("/now\r\nset-cookie: a=b", "/"), ("evil", "/"),
            ("/login?next=/login", "/"),
            ("/logout", "/"),
        ])
    func afterTheLoginOneIsLedOnlyToPaths(next: String, led: String) async throws {
        let answer = try await home.ask(
            "/login", as: nil,
            post: [("name", "anna"), ("password", "three green boats"), ("next", next)])
        #expect(answer.status == 303)
        #expect(answer.location == led)
    }

    @Test("Where one wanted to go survives a wrong password") func whereOneWantedToGoSurvivesAWrongPassword()
        async throws
    {
        let page = try await home.ask("/login?next=/plan", as: nil)
        #expect(page.text.contains(#"name="next" value="/plan""#))
        let again = try await home.ask(
            "/login", as: nil, post: [("name", "anna"), ("password", "no"), ("next", "/plan")])
        #expect(again.text.contains(#"name="next" value="/plan""#))
        #expect(!(try await home.ask("/login?next=//evil", as: nil)).text.contains("evil"))
    }

    @Test("Logging out works also when the session is over") func loggingOutWorksAlsoWhenTheSessionIsOver()
        async throws
    {
        #expect(try await home.ask("/logout", post: []).location == "/login?did=out")
        let over = FakeHome { $0.refusal = CareProblem(.unauthorized, "log in") }
        #expect(try await over.ask("/logout", post: []).location == "/login?did=out")
        #expect(try await home.ask("/login?did=out", as: nil).text.contains("You are logged out."))
    }

    @Test("The first one chooses a password, twice the same and long enough")
    func theFirstOneChoosesAPasswordTwiceTheSame() async throws {
        func send(_ token: String, _ password: String, _ again: String) async throws -> (Int, String, String?)
        {
            let answer = try await home.ask(
                "/setup/\(token)", as: nil,
                post: [("name", "Cora <3"), ("password", password), ("again", again)])
            return (answer.status, answer.text, answer.location)
        }
        let differ = try await send("first", "three green boats", "three green goats")
        #expect(differ.1.contains("The two passwords are not the same"))
        #expect(differ.1.contains("Cora &lt;3"))
        #expect(!differ.1.contains("green"))
        let short = try await send("first", "short", "short")
        #expect(short.1.contains("It needs at least 8 characters"))
        #expect(home.sent.isEmpty)
        let used = try await send("old", "three green boats", "three green boats")
        #expect(used.0 == 403)
        #expect(used.1.contains("has already been used") && !used.1.contains("<input"))
        let late = try await home.ask("/setup/old", as: nil)
        #expect(late.text.contains("has already been used") && late.text.contains(#"href="/login""#))
        #expect(!late.text.contains("<input"))
        #expect(try await home.ask("/setup/first", as: nil).text.contains("With this page you become a"))
        #expect(try await send("first", "three green boats", "three green boats").2 == "/welcome/next")
    }

    @Test(
        "A code may be typed in many ways",
        arguments: ["k7m4qx", "K7M-4QX", " k7m 4qx ", "K7-M4-QX", "k 7 m 4 q x"])
    func aCodeMayBeTypedInManyWays(typed: String) async throws {
        let answer = try await home.ask("/join?code=\(PageText.escaped(typed))", as: nil)
        #expect(answer.location == "/join/K7M-4QX")
    }

    @Test("The form says when a code is malformed or unknown") func aCodeThatCanBeNoneOrIsNot()
        async throws
    {
        let none = try await home.ask("/join?code=K0O-1\(PageText.escaped("<"))", as: nil)
        #expect(none.text.contains("never O, I, 0 or 1"))
        #expect(none.text.contains(#"value="K0O-1&lt;""#))
        let unknown = try await home.ask("/join/AAA-AAA", as: nil)
        #expect(unknown.status == 404)
        #expect(unknown.text.contains("wrong, used or expired"))
        #expect(unknown.text.contains(#"value="AAA-AAA""#))
    }

    @Test("Whoever is invited sees by whom and as what, and is in") func whoeverIsInvitedSeesByWhomAndAsWhat()
        async throws
    {
        let page = try await home.ask("/join/k7m4qx", as: nil)
        #expect(page.text.contains("invited to <b>Sunrise House</b>"))
        #expect(page.text.contains("as a <b>caregiver</b>"))
        #expect(page.text.contains(#"value="Ben""#))
        let answer = try await home.ask(
            "/join/K7M-4QX", as: nil,
            post: [
                ("name", "Ben"), ("password", "three green boats"), ("again", "three green boats"),
            ])
        #expect(answer.location == "/")
        #expect(home.sent == ["POST invitations/K7M-4QX/acceptance"])
    }

    @Test("One's own page has name, password, places and reminders, and escapes what browsers say")
    func onesOwnPageHasNamePasswordPlacesAndReminders()
        async throws
    {
        let page = try await home.ask("/account", as: "anna")
        #expect(page.text.contains("Mosaic &lt;b&gt;on&lt;/b&gt; Amiga"))
        for path in [
            "/account/name", "/account/password", "/account/reminders", "/account/absences", "/logout",
        ] {
            #expect(page.text.contains(#"action="\#(path)""#))
        }
    }

    @Test("A provider has a name and a password here, and nothing that is for those who have turns")
    func aProviderHasANameAndAPasswordHere()
        async throws
    {
        let home = FakeHome { $0.people.append(Person(id: "eve", name: "Eve", role: .provider)) }
        let page = try await home.ask("/account", as: "eve").text
        #expect(page.contains("/account/password") && !page.contains("/account/absences"))
        #expect(try await home.ask("/account/absences", as: "eve", post: []).status == 403)
    }

    @Test("A new password needs the old one") func aNewPasswordNeedsTheOldOne() async throws {
        func change(_ old: String) async throws -> (status: Int, text: String, location: String?) {
            try await home.ask(
                "/account/password", as: "anna",
                post: [("old_password", old), ("password", "four blue hills"), ("again", "four blue hills")])
        }
        let wrong = try await change("two")
        #expect(wrong.status == 403)
        #expect(wrong.text.contains("This is not your password."))
        #expect(try await change("three green boats").location == "/account?did=password")
    }

    @Test("One's own page shows each place, from where, and ends any but this one")
    func onesOwnPageShowsEachPlaceFromWhereAnd() async throws {
        let page = try await home.ask("/account", as: "anna").text
        #expect(page.contains("Firefox on Android"))
        #expect(page.contains("from 192.0.2.17, last seen"))
        let path = "/account/sessions/\(FakeHome.otherSession.uuidString)"
        #expect(page.components(separatedBy: #"action="/account/sessions/"#).count == 2)
        #expect(page.contains(#"action="\#(path)""#) && page.contains("Log out Firefox on Android"))
        let answer = try await home.ask(path, as: "anna", post: [])
        #expect(answer.location == "/account?did=loggedOutThere")
        #expect(home.sent == ["DELETE sessions/\(FakeHome.otherSession.uuidString)"])
        #expect(
            try await home.ask("/account?did=loggedOutThere", as: "anna").text.contains("logged out there"))
    }

    @Test("A password that many have, or one's own name, is refused before it is sent")
    func aPasswordThatManyHaveOrOnesOwnName() async throws {
        for password in ["password1", "cora the great", "qwertzuiop"] {
            let answer = try await home.ask(
                "/setup/first", as: nil,
                post: [("name", "Cora The Great"), ("password", password), ("again", password)])
            #expect(answer.status == 422 && answer.text.contains("three words that only you"))
        }
        #expect(home.sent.isEmpty)
    }

    @Test("What changes rights asks for the password, keeps what was sent, and escapes it")
    func whatChangesRightsAsksForThePasswordKeepsWhat() async throws {
        let home = FakeHome { $0.isConfirmed = false }
        var form = [
            ("name", "Anna <3"), ("role", "coordinator"), ("sequence", "3"), ("sure", "yes"),
            ("csrf", "token-1"),
        ]
        let asked = try await home.ask("/people/anna", post: form)
        #expect(asked.status == 403)
        #expect(asked.text.contains("This changes who may do what in this home. Type your password again"))
        #expect(asked.text.contains(#"href="/people/anna">Cancel"#))
        #expect(asked.text.contains(#"name="name" value="Anna &lt;3""#))
        #expect(asked.text.contains(#"name="current_password" type="password""#))
        #expect(!asked.text.contains("aria-invalid"), "nobody has mistyped anything yet")
        #expect(asked.text.components(separatedBy: #"name="csrf""#).count == 2)
        #expect(home.isNow.people[0].role == .caregiver)
        let wrong = try await home.ask("/people/anna", post: form + [("current_password", "not it")])
        #expect(wrong.text.contains("This is not your password."))
        #expect(!wrong.text.contains("not it"), "a password never comes back")
        form.append(("current_password", "three green boats"))
        let done = try await home.ask("/people/anna", post: form)
        #expect(done.location == "/people/anna?did=role")
        #expect(home.isNow.people[0].role == .coordinator)
    }

    @Test("Logging out everywhere asks first") func loggingOutEverywhereAsksFirst() async throws {
        #expect(try await home.ask("/account/everywhere", as: "anna").text.contains("this one too?"))
        #expect(home.sent.isEmpty)
        #expect(try await home.ask("/account/everywhere", as: "anna", post: []).location == "/login?did=out")
        #expect(home.sent == ["DELETE sessions"])
    }

    @Test("Every form has this session's token") func everyFormHasThisSessionsToken() async throws {
        for path in ["/account", "/people/new", "/people/anna", "/devices/pair", "/account/everywhere"] {
            let text = try await home.ask(path).text
            let forms = text.components(separatedBy: #"method="post""#).count - 1
            let tokens = text.components(separatedBy: #"name="csrf" value="token-1""#).count - 1
            #expect(forms > 0 && forms == tokens, "\(path)")
        }
    }
}

extension String {
    func components(separatedBy text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
