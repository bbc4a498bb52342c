import Care
import Foundation
import Hummingbird

/// Answers from the devices that showed a message. No login: the token in the path says whose answer it is (decision 0522).
enum APIAnswers {
    static let places = [
        APIPlace(
            "answers/{id}", APIMethod(open: .get, asksWhoAsks: true, look),
            APIMethod(open: .post, answer)),
        APIPlace("answers/{id}/seen", APIMethod(open: .post, see)),
    ]

    /// Programs of mail and chats read links by themselves: it changes nothing, and confirms nothing.
    private static func look(_ call: APICall) async throws -> Response {
        guard let found = try await call.core.message(withToken: call.id) else { throw await unknown(call) }
        return try APICall.response(
            .ok, try await call.core.standing(of: found, visitor: call.visitor?.person))
    }

    private static func answer(_ call: APICall) async throws -> Response {
        let answer = try await call.body(MessageAnswer.self)
        guard let found = try await call.core.message(withToken: call.id) else { throw await unknown(call) }
        return try APICall.response(
            .ok, try await call.core.answer(found, with: answer.with, visitor: call.visitor?.person))
    }

    private static func see(_ call: APICall) async throws -> Response {
        guard try await call.core.confirm(token: call.id) else { throw await unknown(call) }
        return APICall.nothing()
    }

    private static func unknown(_ call: APICall) async -> CareProblem {
        await call.failed(.tokenFailed)
        return CareProblem(
            .notFound, "this link answers nothing: open the newest message, or look at the page Now",
            field: "id")
    }
}
