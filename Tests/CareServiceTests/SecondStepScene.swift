import Care
import Foundation
import Identity
import NIOHTTP1
import Testing

@testable import CareService

/// An app that makes codes, with the clock of the tests.
struct CodeApp: Sendable {
    let secret: Data
    let clock: HandClock

    /// The code that it shows so many periods from now on.
    func code(later periods: Int64 = 0) -> String {
        let step = OneTimePassword.step(at: clock.clock.wall()) + periods
        return OneTimePassword.code(secret: secret, step: step)
    }

    /// Six digits that are no code about now.
    var wrongCode: String {
        let right = (-3...3).map { code(later: $0) }
        return ["000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777"]
            .first { !right.contains($0) } ?? "888888"
    }
}

extension Visitor {
    /// Sets up an app, without its first code.
    func beginSecondStep() async throws -> CodeApp {
        let begun = try await send(.POST, "account/second-step")
        #expect(begun.status == 201)
        let new: NewSecondStep = try begun.decode()
        return CodeApp(secret: try #require(Base32.decode(new.secret)), clock: service.clock)
    }

    /// Sets up an app, and types its first code.
    func switchOnSecondStep() async throws -> (app: CodeApp, codes: [String]) {
        let app = try await beginSecondStep()
        let on = try await send(.PUT, "account/second-step", SecondStepProof(code: app.code()))
        #expect(on.status == 200)
        return (app, try on.decode(RecoveryCodes.self).codes)
    }

    /// Types the password once more.
    func confirm() async throws {
        let confirmation = PasswordConfirmation(currentPassword: Self.password)
        #expect(try await send(.POST, "session/confirmation", confirmation).status == 204)
    }
}

extension RunningService {
    /// Name and password, of somebody who is asked for a code then.
    func logInHalfway(_ name: String) async throws -> SecondStepAsked {
        let answer = try await logIn(name)
        #expect(answer.status == 202)
        #expect(answer.headers["Set-Cookie"].isEmpty)
        return try answer.decode()
    }

    func show(_ code: String, _ asked: SecondStepAsked) async throws -> Answer {
        try await post(
            "/api/v1/session/second-step", SecondStepAnswer(token: asked.token, code: code), as: nil)
    }

    /// What is refused with these words about a code can be tried again; about the token, it cannot.
    func expectWrong(
        _ code: String, _ asked: SecondStepAsked, _ begin: String, isOver: Bool = false,
        at place: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await show(code, asked)
        #expect(answer.status == (isOver ? 410 : 403), sourceLocation: place)
        let problem = try answer.problem
        #expect(problem.detail.hasPrefix(begin), "\(problem)", sourceLocation: place)
        #expect(problem.field == (isOver ? "token" : "code"), sourceLocation: place)
        #expect(answer.headers["Set-Cookie"].isEmpty, sourceLocation: place)
    }
}
