import Care
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers whatever comes: what is under `/api` is the API's, everything else are pages.
struct SiteResponder: Sendable {
    private let api: APIResponder
    private let pages: PageHost

    init(desk: CareDesk) {
        api = APIResponder(desk: desk)
        pages = PageHost(desk: desk, api: api)
    }

    func respond(to request: Hummingbird.Request, from source: CallSource) async throws -> Response {
        let path = (request.head.path ?? "").prefix { $0 != "?" }
        var response =
            path == "/api" || path.hasPrefix("/api/")
            ? try await api.respond(to: request, from: source)
            : await pages.respond(to: request, from: source)
        for (name, value) in Self.security where response.headers[name] == nil {
            response.headers[name] = value
        }
        return response
    }

    /// What every answer says to browsers: run nothing that is not the home's own, tell nobody where somebody came from, keep
    /// nothing, and show it inside no other site's page.
    private static let security: [(HTTPField.Name, String)] = [
        (
            .named("Content-Security-Policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        ),
        (.named("X-Content-Type-Options"), "nosniff"),
        (.named("Referrer-Policy"), "same-origin"),
        (
            .named("Permissions-Policy"),
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()"
        ),
        (.named("Cross-Origin-Opener-Policy"), "same-origin"),
        (.named("Cross-Origin-Resource-Policy"), "same-origin"),
        (.cacheControl, "no-store"),
    ]
}
