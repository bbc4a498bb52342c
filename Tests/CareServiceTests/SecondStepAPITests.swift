import Care
import CareStore
import Foundation
import Identity
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("The second step of logging in")
struct SecondStepAPITests {
    @Test("Whoever has switched it on types a code after the password, and is in; sessions go on")
    func wholeWay() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let phone = try Visitor(service, await service.logIn("Olga"))
            let begun = try await olga.send(.POST, "account/second-step")
            let new: NewSecondStep = try begun.decode()
            #expect(new.address.hasPrefix("otpauth://totp/Sunrise%20House:Olga?secret=\(new.secret)&"))
            #expect(new.expiresAt == noon.addingTimeInterval(600))
            // Nothing is on before a code was typed.
            #expect(try await service.logIn("Olga").status == 201)
            let (app, codes) = try await olga.switchOnSecondStep()
            // A page that is drawn again shows the same code.
            #expect(Base32.encode(app.secret) == new.secret)
            #expect(Set(codes).count == RecoveryCodes.count)
            for one in [olga, phone] { #expect(try await one.send(.GET, "session").status == 200) }
            service.clock.pass(.seconds(30))
            let asked = try await service.logInHalfway("Olga")
            #expect(asked.hasRecoveryCodes)
            #expect(asked.expiresAt == service.clock.clock.wall().addingTimeInterval(300))
            let spaced = app.code().prefix(3) + " " + app.code().suffix(3)
            let tablet = try Visitor(service, await service.show(String(spaced), asked))
            #expect(tablet.session.person.id == "olga" && tablet.session.hasPassword)
            #expect(try await tablet.send(.GET, "session").status == 200)
            // They have just typed their password.
            #expect(try await tablet.send(.POST, "login-links").status == 201)
            let page: AuditPage = try await olga.send(.GET, "audit").decode()
            #expect(page.entries.first { $0.kind == .logIn }?.changes == ["with a code of their app"])
            #expect(page.entries.contains { $0.kind == .secondStepOn && $0.by == "Olga" })
            let text = String(decoding: try await olga.send(.GET, "audit").body, as: UTF8.self)
            for secret in [new.secret, asked.token] + codes { #expect(!text.contains(secret)) }
        }
    }

    @Test("A wrong password is answered alike, whether there is a second step or not")
    func wrongPassword() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let before = try await service.logIn("Olga", "not her password")
            _ = try await olga.switchOnSecondStep()
            let after = try await service.logIn("Olga", "not her password")
            #expect(before.status == 401 && after.status == 401)
            #expect(before.body == after.body)
        }
    }

    @Test("Five wrong codes end it, and are written down; then codes have to wait, whoever comes")
    func wrongCodes() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (app, _) = try await olga.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let asked = try await service.logInHalfway("Olga")
            for _ in 1..<PendingLogins.mostTries {
                try await service.expectWrong(app.wrongCode, asked, "this code is wrong")
            }
            try await service.expectWrong(
                app.wrongCode, asked, "that was wrong too often", isOver: true)
            // Not even the right one is any more.
            try await service.expectWrong(app.code(), asked, "this took too long", isOver: true)
            let again = try await service.logInHalfway("Olga")
            let limited = try await service.show(app.code(), again)
            #expect(limited.status == 429 && limited.headers.first(name: "Retry-After") == "1")
            // Nobody guesses a recovery code, so it does not have to wait. A wrong one makes the app's codes wait no longer.
            try await service.expectWrong("ABCDE-FGHJK", again, "this recovery code is wrong")
            service.clock.pass(.seconds(1))
            try await service.expectWrong(app.wrongCode, again, "this code is wrong")
            #expect(try await service.show(app.code(), again).status == 429)
            service.clock.pass(.seconds(2))
            #expect(try await service.show(app.code(), again).status == 201)
            // Right ones are free again.
            service.clock.pass(.seconds(30))
            let last = try await service.logInHalfway("Olga")
            #expect(try await service.show(app.code(), last).status == 201)
            let page: AuditPage = try await olga.send(.GET, "audit?kind=second_step_failed").decode()
            #expect(page.entries.count == 7)
            #expect(page.entries.allSatisfy { $0.about == "Olga" && $0.by == nil })
        }
    }

    @Test("A token that nobody was given is told nothing, and counts for the address alone")
    func unknownTokens() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (app, _) = try await olga.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let made = SecondStepAsked(
                token: String(repeating: "A", count: 43), expiresAt: noon, hasRecoveryCodes: true)
            for _ in 0..<20 {
                try await service.expectWrong(app.code(), made, "this took too long", isOver: true)
            }
            #expect(try await service.show(app.code(), made).status == 429)
            service.clock.pass(.seconds(60))
            let asked = try await service.logInHalfway("Olga")
            #expect(try await service.show(app.code(), asked).status == 201)
            for body in [#"{"token":"","code":"123456"}"#, #"{"token":"a b","code":"1"}"#] {
                let sent = service.message(
                    .POST, "/api/v1/session/second-step", as: nil, body: Data(body.utf8))
                #expect(try await service.send(sent).status == 422)
            }
        }
    }

    @Test("It is over after five minutes, and a new app after ten, by the steady clock")
    func expiry() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (app, _) = try await olga.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let asked = try await service.logInHalfway("Olga")
            // That the wall's clock was set is of no matter.
            service.clock.set(by: 86_400)
            service.clock.pass(.seconds(299))
            try await service.expectWrong(app.wrongCode, asked, "this code is wrong")
            service.clock.pass(.seconds(1))
            try await service.expectWrong(app.code(), asked, "this took too long", isOver: true)
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let late = try await ben.beginSecondStep()
            service.clock.pass(.seconds(600))
            try await ben.confirm()
            let refused = try await ben.send(
                .PUT, "account/second-step", SecondStepProof(code: late.code()))
            #expect(refused.status == 410)
            #expect(try refused.problem.field == "code")
            #expect(try await ben.beginSecondStep().secret != late.secret)
        }
    }

    @Test("Two browsers each have their own; a code is taken once, and a token too")
    func twoBrowsers() async throws {
        try await RunningService.with { service async throws in
            let (app, _) = try await service.setUp().switchOnSecondStep()
            // The code with which it was switched on is used.
            let first = try await service.logInHalfway("Olga")
            try await service.expectWrong(app.code(), first, "this code was used already")
            service.clock.pass(.seconds(30))
            let second = try await service.logInHalfway("Olga")
            #expect(first.token != second.token)
            #expect(try await service.show(app.code(), first).status == 201)
            try await service.expectWrong(app.code(), second, "this code was used already")
            try await service.expectWrong(app.code(later: 1), first, "this took too long", isOver: true)
            #expect(try await service.show(app.code(later: 1), second).status == 201)
        }
    }

    @Test("Of twenty at once with the same right code, one is in")
    func atOnce() async throws {
        try await RunningService.with { service async throws in
            let (app, codes) = try await service.setUp().switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let asked = try await service.logInHalfway("Olga")
            let shown = [app.code()] + codes
            let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for number in 0..<20 {
                    tasks.addTask { try await service.show(shown[number % shown.count], asked).status }
                }
                return try await tasks.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1)
            #expect(statuses.allSatisfy { [201, 403, 410, 429].contains($0) })
        }
    }

    @Test(
        "Of two logins with the same code at once, one is in, and the other waits for the next code",
        arguments: 0..<3)
    func sameCode(_ round: Int) async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (app, _) = try await olga.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let both = [try await service.logInHalfway("Olga"), try await service.logInHalfway("Olga")]
            async let one = service.show(app.code(), both[0])
            async let two = service.show(app.code(), both[1])
            let answers = try await [one, two]
            #expect(answers.map(\.status).sorted() == [201, 403])
            let late = try #require(answers.firstIndex(where: { $0.status == 403 }))
            let problem = try answers[late].problem
            #expect(problem.detail == "this code was used already: wait for the next one")
            #expect(problem.field == "code")
            let page: AuditPage = try await olga.send(.GET, "audit?kind=second_step_failed").decode()
            #expect(page.entries.map(\.about) == ["Olga"])
            #expect(try await service.show(app.code(later: 1), both[late]).status == 201)
        }
    }

    @Test("Each recovery code lets in once; new ones take the place of the others")
    func recoveryCodes() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (app, codes) = try await olga.switchOnSecondStep()
            for (number, code) in codes.enumerated() {
                let asked = try await service.logInHalfway("Olga")
                #expect(asked.hasRecoveryCodes)
                if number > 0 {
                    try await service.expectWrong(codes[0], asked, "this recovery code is wrong")
                }
                // However it is typed.
                let typed = number.isMultiple(of: 2) ? code.lowercased() : code.replacing("-", with: " ")
                #expect(try await service.show(typed, asked).status == 201)
            }
            #expect(try await !service.logInHalfway("Olga").hasRecoveryCodes)
            let made = try await olga.send(.POST, "account/recovery-codes")
            #expect(made.status == 201)
            let new = try made.decode(RecoveryCodes.self).codes
            #expect(Set(new).count == RecoveryCodes.count && Set(new).isDisjoint(with: codes))
            let asked = try await service.logInHalfway("Olga")
            try await service.expectWrong("ABCDE-FGHJK", asked, "this recovery code is wrong")
            #expect(try await service.show(new[9], asked).status == 201)
            // The app goes on to work.
            service.clock.pass(.seconds(30))
            let last = try await service.logInHalfway("Olga")
            #expect(try await service.show(app.code(), last).status == 201)
            let page: AuditPage = try await olga.send(.GET, "audit").decode()
            #expect(page.entries.contains { $0.kind == .logIn && $0.changes == ["with a recovery code"] })
            #expect(page.entries.contains { $0.kind == .recoveryCodesMade })
        }
    }

    @Test("Where the clock is certainly wrong, it says so, and a recovery code lets in", arguments: [-1, 1])
    func wrongClock(direction: Int) async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (app, codes) = try await olga.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let shown = app.code()
            // 1970, or 9999.
            let year: TimeInterval = direction < 0 ? 60 : 253_380_000_000
            service.clock.set(by: year - noon.timeIntervalSince1970)
            let asked = try await service.logInHalfway("Olga")
            try await service.expectWrong(shown, asked, "the clock of this machine may be wrong")
            let back = try Visitor(service, await service.show(codes[0], asked))
            #expect(try await back.send(.DELETE, "account/second-step").status == 204)
            // Nor can a new app be set up there.
            let new = try await back.beginSecondStep()
            let right = OneTimePassword.code(secret: new.secret, step: OneTimePassword.step(at: noon))
            let refused = try await back.send(.PUT, "account/second-step", SecondStepProof(code: right))
            #expect(refused.status == 403)
            #expect(try refused.problem.detail.hasPrefix("the clock of this machine may be wrong"))
        }
    }

    @Test("A clock that was set back by an hour is to blame, too")
    func clockSetBack() async throws {
        try await RunningService.with { service async throws in
            let (app, codes) = try await service.setUp().switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let shown = app.code()
            service.clock.set(by: -3600)
            let asked = try await service.logInHalfway("Olga")
            for code in [shown, app.code()] {
                try await service.expectWrong(code, asked, "the clock of this machine may be wrong")
            }
            #expect(try await service.show(codes[0], asked).status == 201)
        }
    }

    @Test("Switched off, the password is enough, and what was half begun is over")
    func off() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            #expect(try await olga.send(.DELETE, "account/second-step").status == 404)
            #expect(try await olga.send(.POST, "account/recovery-codes").status == 409)
            let (app, codes) = try await olga.switchOnSecondStep()
            #expect(try await olga.send(.POST, "account/second-step").status == 409)
            let asked = try await service.logInHalfway("Olga")
            #expect(try await olga.send(.DELETE, "account/second-step").status == 204)
            let (another, _) = try await olga.switchOnSecondStep()
            #expect(another.secret != app.secret)
            service.clock.pass(.seconds(30))
            for code in [another.code(), app.code(), codes[0]] {
                try await service.expectWrong(code, asked, "this took too long", isOver: true)
            }
            #expect(try await olga.send(.DELETE, "account/second-step").status == 204)
            #expect(try await service.logIn("Olga").status == 201)
        }
    }

    @Test("It asks for the password once more, and nothing is on by a wrong code")
    func proof() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let app = try await ben.beginSecondStep()
            let wrong = try await ben.send(
                .PUT, "account/second-step", SecondStepProof(code: app.wrongCode))
            #expect(wrong.status == 403)
            #expect(try wrong.problem.field == "code")
            // Another session's app is none of this one's.
            let phone = try Visitor(service, await service.logIn("Ben"))
            let other = try await phone.send(
                .PUT, "account/second-step", SecondStepProof(code: app.code()))
            #expect(other.status == 410)
            service.clock.pass(.seconds(601))
            for (method, path) in [
                (HTTPMethod.POST, "account/second-step"), (.DELETE, "account/second-step"),
                (.POST, "account/recovery-codes"), (.DELETE, "accounts/ben/second-step"),
            ] {
                let asks = try await olga.send(method, path)
                #expect(asks.status == 403, "\(method) \(path)")
                #expect(try asks.problem.field == "current_password")
            }
            let late = try await ben.send(
                .PUT, "account/second-step", SecondStepProof(code: app.code()))
            #expect(try late.problem.field == "current_password")
            #expect(try await service.logIn("Ben").status == 201)
        }
    }

    @Test("A new password, and the end of a session, end what was begun there")
    func newPassword() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let app = try await olga.beginSecondStep()
            let new = "seven slow old trams"
            let change = AccountChange(password: new, oldPassword: Visitor.password)
            #expect(try await olga.send(.PUT, "account", change).status == 200)
            let refused = try await olga.send(
                .PUT, "account/second-step", SecondStepProof(code: app.code()))
            #expect(refused.status == 410)
            let (_, codes) = try await olga.switchOnSecondStep()
            let gate = service.service.core.gate
            let asked: SecondStepAsked = try await service.logIn("Olga", new).decode()
            let other: SecondStepAsked = try await service.logIn("Olga", new).decode()
            let again = AccountChange(password: Visitor.password, oldPassword: new)
            #expect(try await olga.send(.PUT, "account", again).status == 200)
            // The password that was right then is not the one of now.
            service.clock.pass(.seconds(30))
            let secret = try #require(
                try await service.service.core.read { store throws(CareStoreError) in
                    try await store.secondStep(of: "olga")
                }?.secret)
            let code = CodeApp(secret: secret, clock: service.clock).code()
            try await service.expectWrong(code, asked, "this took too long", isOver: true)
            // Nothing is said of a recovery code then, and it is left.
            try await service.expectWrong(codes[0], other, "this took too long", isOver: true)
            let page: AuditPage = try await olga.send(.GET, "audit?kind=second_step_failed").decode()
            #expect(page.entries.isEmpty)
            let last = try await service.logInHalfway("Olga")
            #expect(try await service.show(codes[0], last).status == 201)
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            _ = try await ben.beginSecondStep()
            let begun = gate.newSecondSteps.withLock { $0.count }
            #expect(begun == 1)
            #expect(try await ben.send(.DELETE, "session").status == 204)
            let left = gate.newSecondSteps.withLock { $0.count }
            #expect(left == 0)
        }
    }

    @Test("Whoever chooses a new password by a coordinator's code is asked for the second step, too")
    func invited() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let (app, _) = try await ben.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let invitation: Invitation = try await olga.send(
                .POST, "invitations",
                NewInvitation(id: UUID(), role: .caregiver, name: "Ben", person: "ben")
            ).decode()
            let answer = try await service.accept(invitation.code, "Ben", "seven slow old trams")
            #expect(answer.status == 202 && answer.headers["Set-Cookie"].isEmpty)
            let asked: SecondStepAsked = try answer.decode()
            #expect(try await ben.send(.GET, "session").status == 401)
            try await service.expectWrong(app.wrongCode, asked, "this code is wrong")
            let back = try Visitor(service, await service.show(app.code(), asked))
            #expect(back.session.person.id == "ben" && back.session.hasPassword)
            #expect(try await service.accept(invitation.code, "Ben").status == 404)
        }
    }

    @Test("A coordinator switches off what somebody has lost, and nobody else does")
    func lost() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let eve = try await service.invite(.caregiver, "Eve", by: olga)
            let (app, _) = try await ben.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let asked = try await service.logInHalfway("Ben")
            for one in [ben, eve] {
                #expect(try await one.send(.DELETE, "accounts/ben/second-step").status == 403)
            }
            let nobody = service.message(.DELETE, "/api/v1/accounts/ben/second-step", as: nil)
            #expect(try await service.send(nobody).status == 401)
            #expect(try await olga.send(.DELETE, "accounts/ben/second-step").status == 204)
            try await service.expectWrong(app.code(), asked, "this took too long", isOver: true)
            #expect(try await olga.send(.DELETE, "accounts/ben/second-step").status == 404)
            #expect(try await olga.send(.DELETE, "accounts/nobody/second-step").status == 404)
            #expect(try await service.logIn("Ben").status == 201)
            // Where they are logged in they stay.
            #expect(try await ben.send(.GET, "session").status == 200)
            let page: AuditPage = try await olga.send(.GET, "audit?kind=second_step_off").decode()
            #expect(page.entries.map(\.about) == ["Ben"] && page.entries.map(\.by) == ["Olga"])
        }
    }

    @Test("A client whose phone was linked without a password is told what is missing")
    func clients() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let maria = Person(id: "maria", name: "Maria", role: .client)
            #expect(try await olga.send(.PUT, "people/maria", maria).status == 201)
            let phone = try await service.link("maria", "Maria", by: olga)
            for path in ["account/second-step", "account/recovery-codes", "account/passkeys/challenges"] {
                let refused = try await phone.send(.POST, path)
                #expect(refused.status == 403)
                let problem = try refused.problem
                #expect(problem.field == nil && problem.detail.hasPrefix("this needs a password"))
            }
            let chosen = try await service.link("maria", "Maria", password: Visitor.password, by: olga)
            let (app, _) = try await chosen.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let asked = try await service.logInHalfway("Maria")
            let tablet = try Visitor(service, await service.show(app.code(), asked))
            #expect(tablet.session.person.role == .client)
        }
    }

    @Test("Whoever has left while the code was asked for is not let in")
    func left() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let (app, _) = try await ben.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let asked = try await service.logInHalfway("Ben")
            #expect(
                try await ben.send(.POST, "account/leaving", Leaving(password: Visitor.password)).status
                    == 204)
            try await service.expectWrong(app.code(), asked, "this took too long", isOver: true)
        }
    }

    @Test("A login ends the session that the browser had, when the code was right and not before")
    func sameBrowser() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (app, _) = try await olga.switchOnSecondStep()
            service.clock.pass(.seconds(30))
            let body = LogIn(name: "Olga", password: Visitor.password)
            let asked: SecondStepAsked = try await olga.send(.POST, "sessions", body).decode()
            #expect(try await olga.send(.GET, "session").status == 200)
            let second = SecondStepAnswer(token: asked.token, code: app.code())
            let new = try Visitor(service, await olga.send(.POST, "session/second-step", second))
            #expect(try await olga.send(.GET, "session").status == 401)
            #expect(try await new.send(.GET, "session").status == 200)
        }
    }
}
