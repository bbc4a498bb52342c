import AsyncHTTPClient
import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

/// Somebody with a browser that keeps its cookie.
struct Visitor: Sendable {
    static let password = "three quiet green boats"

    let service: RunningService
    var cookie: String
    var session: Session
    /// What goes with all that is changed; `nil` for a page of somebody else's.
    var csrf: String?

    init(_ service: RunningService, _ answer: RunningService.Answer) throws {
        #expect(answer.status == 201)
        let set = try #require(answer.headers.first(name: "Set-Cookie"))
        self.service = service
        cookie = try #require(set.split(separator: ";").first.map(String.init))
        session = try answer.decode()
        csrf = session.csrfToken
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil,
        headers: [(String, String)] = []
    ) async throws -> RunningService.Answer {
        try await service.send(try message(method, path, body, headers: headers))
    }

    func message(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil,
        headers: [(String, String)] = []
    ) throws -> HTTPClientRequest {
        service.message(
            method, "/api/v1/" + path, as: nil, body: try body.map { try CareJSON.encoder().encode($0) },
            headers: [("Cookie", cookie)] + (csrf.map { [("X-CSRF-Token", $0)] } ?? []) + headers)
    }

    /// Sends a form of a page.
    func form(
        _ path: String, _ fields: String, headers: [(String, String)] = []
    ) async throws -> RunningService.Answer {
        try await service.form(path, fields, headers: [("Cookie", cookie)] + headers)
    }
}

extension RunningService {
    func form(
        _ path: String, _ fields: String, headers: [(String, String)] = []
    ) async throws -> Answer {
        try await send(
            message(
                .POST, path, as: nil, body: Data(fields.utf8),
                headers: [("Content-Type", "application/x-www-form-urlencoded")] + headers))
    }

    /// Makes the first coordinator.
    func setUp(_ name: String = "Olga") async throws -> Visitor {
        try Visitor(
            self,
            await post(
                "/api/v1/setup", Setup(token: Self.setupToken, name: name, password: Visitor.password),
                as: nil))
    }

    func logIn(_ name: String, _ password: String = Visitor.password) async throws -> Answer {
        try await post("/api/v1/sessions", LogIn(name: name, password: password), as: nil)
    }

    /// Invites somebody, who accepts.
    /// - Parameter clients: Whom a provider comes to see.
    func invite(
        _ role: Person.Role, _ name: String, clients: [String]? = nil, by coordinator: Visitor
    ) async throws -> Visitor {
        let invitation: Invitation = try await coordinator.send(
            .POST, "invitations", NewInvitation(id: UUID(), role: role, name: name, clients: clients)
        ).decode()
        return try Visitor(self, await accept(invitation.code, name))
    }

    /// Links the phone of a client who is there; with a password they can also log in elsewhere.
    func link(
        _ client: String, _ name: String, password: String? = nil, by coordinator: Visitor
    ) async throws -> Visitor {
        let invitation: Invitation = try await coordinator.send(
            .POST, "invitations", NewInvitation(id: UUID(), role: .client, name: name, person: client)
        ).decode()
        return try Visitor(
            self,
            await post(
                "/api/v1/invitations/\(invitation.code)/acceptance",
                Acceptance(name: name, password: password), as: nil))
    }

    func accept(
        _ code: String, _ name: String, _ password: String = Visitor.password
    ) async throws -> Answer {
        try await post(
            "/api/v1/invitations/\(code)/acceptance", Acceptance(name: name, password: password), as: nil)
    }

    /// Pairs a device; gives it and its token.
    func pair(
        _ kind: DeviceKind, client: String? = nil, by somebody: Visitor
    ) async throws -> PairedDevice {
        let id = UUID()
        let new = NewPairing(id: id, kind: kind, name: "Somewhere \(id)", client: client)
        let pairing: Pairing = try await somebody.send(.POST, "pairings", new).decode()
        return try await post("/api/v1/devices", DeviceClaim(code: pairing.code), as: nil).decode()
    }
}
