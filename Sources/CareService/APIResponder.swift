import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOFoundationCompat
import StoreFiles

/// Answers the messages of kiosks and stations. Whatever is wrong is answered as a problem, never as a 500.
struct APIResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    private static let json = "application/json; charset=utf-8"
    private static let defaultPage: Int64 = 50
    private static let maximumPage: Int64 = 200

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
        let path = fullPath.prefix { $0 != "?" }
        let route = try APIRoute(method: request.method, path: path)
        guard let allowed = route.allowedActors else { return try health() }
        let actor = try actor(of: request)
        guard allowed.contains(actor) else {
            throw CareProblem(.forbidden, "a \(actor.rawValue) cannot do that")
        }
        let query = try APIQuery(fullPath)
        switch route {
        case .health: return try health()
        case .document:
            return Response(
                status: .ok, headers: [.contentType: Self.json],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_json)))
        case .ask:
            let new = try await APIBody.decode(NewRequest.self, from: request)
            try APIRules.check(new)
            let (made, isNew) = try await desk.record(new)
            return try Self.response(isNew ? .created : .ok, made)
        case .requests:
            let isOnlyOpen = try query.isOnlyOpen()
            let after = try query.number("after", in: 0...Int64.max) ?? 0
            let limit = try query.number("limit", in: 1...Self.maximumPage) ?? Self.defaultPage
            return try Self.response(
                .ok,
                try await desk.read { store throws(CareStoreError) in
                    try await store.requests(onlyOpen: isOnlyOpen, after: after, limit: Int(limit))
                })
        case .request(let text):
            let id = try Self.id(text)
            guard
                let found = try await desk.read({ store throws(CareStoreError) in
                    try await store.request(id)
                })
            else { throw CareProblem(.notFound, "there is no request \(id)", field: "id") }
            return try Self.response(.ok, found)
        case .respond(let text):
            let id = try Self.id(text)
            let new = try await APIBody.decode(NewResponse.self, from: request)
            try APIRules.check(new)
            let (changed, isNew) = try await desk.respond(to: id, new, actor: actor)
            return try Self.response(isNew ? .created : .ok, changed)
        case .events:
            return try EventStreamBody(desk: desk, actor: actor, query: query).response(to: request)
        case .reportFault:
            let fault = try await APIBody.decode(Fault.self, from: request)
            try APIRules.check(fault, from: actor)
            let isNew = try await desk.report(fault)
            return try Self.response(isNew ? .created : .ok, fault)
        case .faults:
            _ = try query.isOnlyOpen()
            return try Self.response(.ok, FaultPage(faults: try await desk.openFaults()))
        }
    }

    private func health() throws -> Response {
        let failure = desk.failure
        return try Self.response(
            failure == nil ? .ok : .serviceUnavailable,
            ServiceHealth(
                status: failure == nil ? .up : .storeFailed, version: desk.configuration.version,
                detail: failure?.description))
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

    private static func id(_ text: String) throws(CareProblem) -> UUID {
        guard let id = UUID(uuidString: text) else {
            throw CareProblem(.badRequest, "it is not a UUID", field: "id")
        }
        return id
    }

    private static func response(_ status: HTTPResponse.Status, _ value: some Encodable) throws -> Response {
        let data = try CareJSON.encoder().encode(value)
        return Response(
            status: status, headers: [.contentType: json],
            body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
    }

    private static func response(_ failure: APIFailure) throws -> Response {
        var response = try response(.init(code: failure.problem.status), failure.problem)
        response.headers.append(contentsOf: failure.headers)
        response.headers[.contentType] = "application/problem+json"
        // What is left of a body that was not read must not be taken for the next message.
        response.headers[.connection] = failure.problem.kind == .tooLarge ? "close" : nil
        return response
    }
}
