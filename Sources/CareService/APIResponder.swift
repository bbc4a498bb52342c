import Care
import Foundation
import HTTPTypes
import Hummingbird

/// Answers the messages of kiosks and stations. Whatever is wrong is answered as a problem, never as a 500.
struct APIResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let desk: CareDesk

    func respond(to request: Hummingbird.Request, context: BasicRequestContext) async throws -> Response {
        do {
            return try await answer(request)
        } catch let failure as APIFailure {
            return try Self.response(failure)
        } catch let problem as CareProblem {
            return try Self.response(APIFailure(problem))
        }
    }

    private func answer(_ request: Hummingbird.Request) async throws -> Response {
        let fullPath = request.head.path ?? ""
        let route = try APIRoute(method: request.method, path: fullPath.prefix { $0 != "?" })
        switch route.answer {
        case .everybody(let answer):
            // Whoever asks how it is gets that told, whatever else is written behind.
            return try await answer(
                APICall(desk: desk, request: request, id: route.id, query: APIQuery()))
        case .these(let actors, let answer):
            let actor = try actor(of: request)
            guard actors.contains(actor) else {
                throw CareProblem(.forbidden, "a \(actor.rawValue) cannot do that")
            }
            let query = try APIQuery(fullPath)
            return try await answer(
                APICall(desk: desk, request: request, id: route.id, query: query), actor)
        }
    }

    private func actor(of request: Hummingbird.Request) throws(CareProblem) -> Actor {
        guard let header = request.headers[.authorization] else {
            throw CareProblem(
                .unauthorized, "send Authorization: Bearer and the token", field: "Authorization")
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let actor = desk.configuration.tokens.actor(of: String(parts[1]))
        else {
            throw CareProblem(
                .unauthorized, "this is no token of this home: see the files in its tokens folder",
                field: "Authorization")
        }
        return actor
    }

    private static func response(_ failure: APIFailure) throws -> Response {
        var response = try APICall.response(.init(code: failure.problem.status), failure.problem)
        response.headers.append(contentsOf: failure.headers)
        response.headers[.contentType] = "application/problem+json"
        // What is left of a body that was not read must not be taken for the next message.
        response.headers[.connection] = failure.problem.kind == .tooLarge ? "close" : nil
        return response
    }
}
