import AsyncHTTPClient
import Care
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Pages come through the service, and forms only from its own pages")
struct PageHostTests {
    private static let security = [
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
        "Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin",
    ]

    @Test("Whoever has not logged in is led to the log in; every answer says what browsers may do with it")
    func headers() async throws {
        try await RunningService.with { service in
            for path in ["/", "/nothing", "/api/v1/health", "/api/v1/requests", "/api/nothing"] {
                let response = try await HTTPClient(configuration: .init(redirectConfiguration: .disallow))
                    .once(service.message(.GET, path, as: nil))
                for (name, value) in Self.security {
                    #expect(response.first(name: name) == value, "\(path): \(name)")
                }
                let policy = try #require(response.first(name: "Content-Security-Policy"))
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
                #expect(response.first(name: "Permissions-Policy")?.contains("camera=()") == true)
                if path == "/" { #expect(response.first(name: "Location") == "/login") }
            }
            let style = try await service.get("/assets/pages.css", as: nil)
            #expect(style.status == 200)
            #expect(style.headers.first(name: "Cache-Control") == "no-cache")
        }
    }

    @Test(
        "The policy of openers is sent where browsers do not ignore it: over TLS, and on the machine itself",
        arguments: [
            ("127.0.0.1", false, true), ("::1", false, true), ("192.168.1.7", true, true),
            ("192.168.1.7", false, false), ("fe80::1%eth0", false, false), ("", false, false),
        ])
    func openers(address: String, isSecure: Bool, isSent: Bool) {
        #expect(CallSource(address: address, isSecure: isSecure).isTrustedByBrowsers == isSent)
    }

    @Test("A form needs the token of its session")
    func csrf() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            for fields in ["", "csrf=", "csrf=x", "csrf=\(ben.session.csrfToken)"] {
                let refused = try await olga.form("/", fields)
                #expect(refused.status == 403, "\(fields)")
                #expect(refused.headers.first(name: "Content-Type") == "text/html; charset=utf-8")
            }
            // Past the guard, the page says that nothing is sent there.
            #expect(try await olga.form("/", "csrf=\(olga.session.csrfToken)").status == 405)
            #expect(
                try await olga.form(
                    "/", "csrf=\(olga.session.csrfToken)", headers: [("Sec-Fetch-Site", "cross-site")]
                ).status == 403)
        }
    }

    @Test("Without a session, a form of another site's page is refused")
    func otherSites() async throws {
        try await RunningService.with { service in
            let plain = try await service.form("/", "a=b")
            #expect(plain.status == 405)
            for header in [
                ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
                ("Origin", "http://evil.example"), ("Origin", "null"),
            ] {
                #expect(try await service.form("/", "a=b", headers: [header]).status == 403)
            }
            let own = ("Origin", "http://127.0.0.1:\(service.port)")
            #expect(try await service.form("/", "a=b", headers: [own]).status == 405)
        }
    }

    @Test("Whoever may write the home's files can send one as long as those that come with Beckon")
    func files() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let long = "csrf=\(olga.session.csrfToken)&text=" + String(repeating: "x", count: 100 * 1024)
            #expect(try await olga.form("/boards/home.yaml", long).status != 413)
            #expect(try await olga.form("/needs/new", long).status == 413)
            #expect(try await service.form("/boards/home.yaml", long).status == 413)
            // Who may not change boards is told before anything that is sent is kept.
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            ).decode()
            let ben = try Visitor(
                service, await service.accept(invitation.code, "Ben", "another quiet boat"))
            let more = "csrf=\(ben.session.csrfToken)&text=" + String(repeating: "x", count: 2 << 20)
            #expect(try await ben.form("/boards/home.yaml", more).status == 403)
        }
    }

    @Test("What is too long, or no form, or no method of pages, is answered as a page")
    func bounds() async throws {
        try await RunningService.with { service in
            let long = "a=" + String(repeating: "x", count: 64 * 1024)
            #expect(try await service.form("/", long).status == 413)
            #expect(
                try await service.form("/", "a=b", headers: [("Content-Type", "text/plain")]).status == 415)
            let put = try await service.send(service.message(.PUT, "/", as: nil))
            #expect(put.status == 405 && put.headers.first(name: "Allow") == "GET, POST")
            let head = try await service.send(service.message(.HEAD, "/assets/pages.css", as: nil))
            #expect(head.status == 200 && head.body.isEmpty)
            // Neither has the API's a body, which the next answer would be taken for.
            let refused = try await service.send(service.message(.HEAD, "/api/v1/agenda", as: nil))
            #expect(refused.status == 405 && refused.body.isEmpty)
            #expect(refused.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0 > 0)
        }
    }

    @Test("Somebody who has logged in sees pages in their name")
    func viewer() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp("<script>Olga</script>")
            let page = try await service.send(
                service.message(.GET, "/nothing", as: nil, headers: [("Cookie", olga.cookie)]))
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(text.contains("&lt;script&gt;Olga") && !text.contains("<script>Olga"))
        }
    }
}

extension HTTPClient {
    /// One message, whose answer is not followed; gives its headers.
    fileprivate func once(_ message: HTTPClientRequest) async throws -> HTTPHeaders {
        do {
            let response = try await execute(message, timeout: .minutes(5))
            _ = try await response.body.collect(upTo: 1 << 20)
            try await shutdown()
            return response.headers
        } catch {
            try await shutdown()
            throw error
        }
    }
}
