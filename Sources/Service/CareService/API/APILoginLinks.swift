import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Logging in on one's phone by a link, which a page shows as a QR code.
enum APILoginLinks {
    static let places = [
        APIPlace("login-links", APIMethod(.post, for: .people, of: .account, make)),
        APIPlace("login-links/{id}", APIMethod(open: .get, read)),
        APIPlace("login-links/{id}/session", APIMethod(open: .post, use)),
    ]

    /// Somebody who finds a page left open must not be able to take its reader's rights away with them.
    private static func make(_ call: APICall, _ caller: Caller) async throws -> Response {
        guard let session = caller.session else { throw CareProblem(.notFound, "you are not logged in") }
        let person = try caller.loggedIn()
        try call.core.gate.checkConfirmed(caller)
        let (link, left) = call.core.gate.makeLink(for: session, name: person.name)
        return try APICall.response(
            .created,
            LoginLink(
                path: "/enter/" + link.token,
                expiresAt: call.core.clock.wall().addingTimeInterval(left / .seconds(1))))
    }

    private static func read(_ call: APICall) async throws -> Response {
        let keys = [AttemptLimiter.Key.address(call.source.address)]
        try await call.attempt(keys)
        guard let link = call.core.gate.link(call.id),
            try await call.core.read({ store throws(CareStoreError) in
                try await store.isSession(link.session)
            })
        else { throw await unknown(call) }
        call.core.gate.giveBack(keys)
        return try APICall.response(.ok, LoginLinkView(name: link.name))
    }

    private static func use(_ call: APICall) async throws -> Response {
        let keys = [AttemptLimiter.Key.address(call.source.address)]
        try await call.attempt(keys)
        guard let link = call.core.gate.takeLink(call.id) else { throw await unknown(call) }
        let (new, before) = (call.newSession(), call.visitor?.session)
        let person = try await call.write(as: nil) { store throws(CareStoreError) in
            try await store.beginSession(from: link.session, new.kept, endingBefore: before)
        }
        guard let person else { throw await unknown(call) }
        call.core.gate.giveBack(keys)
        call.core.endStreams(of: Set(person.ended))
        // Without a password: what changes rights asks for it.
        return try call.response(new, person.person, hasPassword: person.hasPassword, isConfirmed: false)
    }

    private static func unknown(_ call: APICall) async -> CareProblem {
        await call.failed(.codeFailed, changes: [.code(.logInLink)])
        return CareProblem(
            .notFound, "this code has been used or is too old: let the other screen show a new one",
            field: "id")
    }
}

extension AccessDesk {
    /// A session's link, and how long it lasts from now.
    func makeLink(for session: UUID, name: String) -> (LoginLinks.Link, left: Duration) {
        let now = uptime()
        let link = links.withLock { $0.make(for: session, name: name, at: now, token: Secrets.token) }
        return (link, link.expiresAt - now)
    }

    func link(_ token: String) -> LoginLinks.Link? {
        let now = uptime()
        return links.withLock { $0.find(token, at: now) }
    }

    func takeLink(_ token: String) -> LoginLinks.Link? {
        let now = uptime()
        return links.withLock { $0.take(token, at: now) }
    }
}
