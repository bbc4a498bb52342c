import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import StoreFiles

/// Answers API requests of devices, browsers, and this process's own pages. Every error is answered as a
/// problem, never as a 500.
struct APIResponder: Sendable {
    let core: ServiceCore

    func respond(to request: Hummingbird.Request, from source: CallSource) async throws -> Response {
        try await Self.answering {
            let hasToken = request.headers[.authorization] != nil
            if let misnamed = source.misnamed, !hasToken { throw refused(misnamed, request) }
            let route = try Self.route(of: request)
            let lane = route.lane(isDevice: hasToken)
            return try await core.work.run(on: lane) {
                try await respond(to: request, route, from: source, on: lane)
            }
        }.without(bodyOf: request)
    }

    private func respond(
        to request: Hummingbird.Request, _ route: APIRoute, from source: CallSource, on lane: StoreLane
    ) async throws -> Response {
        let device = try await device(request, source)
        let caller: Caller?
        switch route.answer {
        // Unknown callers are allowed here.
        case .everybody: caller = try await visitor(request, source, isWanted: route.asksWhoAsks)
        case .these: caller = if let device { device } else { try await self.caller(of: request, source) }
        }
        source.connection?.recognise(caller)
        var response =
            route.isListed
            ? try await core.work.budget(of: lane).run(for: .init(caller, source)) {
                try await answer(request, route, as: caller, from: source, outside: source)
            }
            : try await answer(request, route, as: caller, from: source, outside: source)
        SessionCookie.renew(
            for: caller, in: request.headers, isSecure: source.isSecure, on: &response)
        return response
    }

    /// For pages, in the reader's name: the session and the form's token have been checked, and the page
    /// counts as one message already.
    func respond(
        to request: Hummingbird.Request, as caller: Caller?, from source: CallSource
    ) async throws -> Response {
        try await Self.answering {
            let route = try Self.route(of: request)
            return try await StoreLane.$current.withValue(route.laneInPages) {
                try await answer(request, route, as: caller, from: source, outside: nil)
            }
        }
    }

    /// With what is thrown answered as a problem.
    static func answering(_ answer: () async throws -> Response) async throws -> Response {
        do {
            return try await answer()
        } catch let failure as APIFailure {
            return try response(failure)
        } catch let problem as CareProblem {
            return try response(APIFailure(problem))
        }
    }

    private static func route(of request: Hummingbird.Request) throws -> APIRoute {
        try APIRoute(method: request.method, path: (request.head.path ?? "").prefix { $0 != "?" })
    }

    /// - Parameter outside: Where the message came from; `nil` if a page of this process asks, which has
    ///   checked its reader.
    private func answer(
        _ request: Hummingbird.Request, _ route: APIRoute, as caller: Caller?, from source: CallSource,
        outside: CallSource?
    ) async throws -> Response {
        var call = APICall(
            core: core, request: request, id: route.id, query: APIQuery(), source: source,
            sender: .person(of: caller, source), visitor: caller)
        switch route.answer {
        // Routes for everybody ignore the query: a health check is answered whatever its query is.
        case .everybody(let answer): return try await answer(call)
        case .these(let roles, let answer):
            guard let caller else {
                throw CareProblem(
                    .unauthorized, "log in, or send Authorization: Bearer and the token",
                    field: "Authorization")
            }
            guard roles.contains(caller.role) else {
                throw CareProblem(.forbidden, "a \(caller.role.rawValue) cannot do that")
            }
            // A call is never refused because of the client whom it names.
            if let client = caller.unserved, route.place != "requests" || request.method != .post {
                throw CareProblem(
                    .forbidden,
                    "this kiosk does not serve \(client): let it, on the page Devices or in its settings",
                    field: ServedClient.header)
            }
            call.query = try APIQuery(request.head.path ?? "")
            if request.method != .get, let source = outside {
                call.lookAgain = {
                    let sender = try await self.caller(of: request, source)
                    guard let sender, sender.owner == caller.owner, sender.role == caller.role else {
                        throw CareProblem(.unauthorized, "this token or login is no longer valid")
                    }
                    guard sender.sight == caller.sight else {
                        throw CareProblem(
                            .forbidden, "whose plans you see was just changed: look again, and send it anew"
                        )
                    }
                }
            }
            do { return try await answer(call, caller) } catch let problem as CareProblem {
                throw try await call.shown(problem.told(to: caller), to: caller)
            }
        }
    }

    private func caller(
        of request: Hummingbird.Request, _ source: CallSource
    ) async throws(CareProblem) -> Caller? {
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer",
                let caller = try await core.caller(bearer: String(parts[1]))
            else {
                await core.failed(.tokenFailed, about: nil, by: AuditActor(address: source.address))
                throw CareProblem(
                    .unauthorized,
                    "this token is not valid here: see the files in the home's tokens folder, or pair the device again",
                    field: "Authorization")
            }
            return try core.serving(caller, request.headers[.servedClient])
        }
        guard
            let caller = try await core.caller(
                cookies: request.headers, isSecure: source.isSecure, for: request.head.path ?? "")
        else {
            guard SessionCookie.token(in: request.headers, isSecure: source.isSecure) != nil else {
                return nil
            }
            throw CareProblem(.unauthorized, "you are no longer logged in: log in again")
        }
        if request.method != .get { try Self.checkToken(of: request, caller) }
        return caller
    }

    /// The kiosk or station that asks under a name that is not this service's; `nil` if the name is right.
    /// Its token makes it safe: no foreign page knows that, and a call is accepted under any name of this
    /// machine.
    private func device(
        _ request: Hummingbird.Request, _ source: CallSource
    ) async throws(CareProblem) -> Caller? {
        guard let misnamed = source.misnamed else { return nil }
        guard let caller = try await caller(of: request, source),
            Set<CallerRole>.devices.contains(caller.role)
        else { throw refused(misnamed, request) }
        return caller
    }

    /// Logged once for each name, so that somebody can allow it.
    private func refused(_ misnamed: CareProblem, _ request: Hummingbird.Request) -> CareProblem {
        core.refuses(request.head.authority)
        return misnamed
    }

    /// A browser sends its cookie with any page's requests; only pages of this home know the token.
    private static func checkToken(
        of request: Hummingbird.Request, _ caller: Caller
    ) throws(CareProblem) {
        let presented = request.headers[.csrfToken] ?? ""
        guard !request.head.isFromAnotherSite,
            Secrets.matches(presented.utf8, (caller.csrfToken ?? "").utf8)
        else {
            throw CareProblem(
                .forbidden, "send X-CSRF-Token with the csrf_token of your session", field: "X-CSRF-Token")
        }
    }

    /// The logged-in person where no login is required. Errors do not matter there.
    private func visitor(
        _ request: Hummingbird.Request, _ source: CallSource, isWanted: Bool
    ) async throws(CareProblem) -> Caller? {
        if request.method != .get, request.head.isFromAnotherSite {
            throw CareProblem(.forbidden, "this was sent by another site's page", field: "Origin")
        }
        guard isWanted, let token = SessionCookie.token(in: request.headers, isSecure: source.isSecure) else {
            return nil
        }
        do throws(CareProblem) { return try await core.caller(session: token) } catch { return nil }
    }

    private static func response(_ failure: APIFailure) throws -> Response {
        var response = try APICall.response(.init(code: failure.problem.status), failure.problem)
        response.headers.append(contentsOf: failure.headers)
        response.headers[.contentType] = "application/problem+json"
        // The rest of an unread body must not be read as the next message.
        response.headers[.connection] = failure.problem.kind == .tooLarge ? "close" : nil
        return response
    }
}
