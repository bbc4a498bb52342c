import Care
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers all requests: `/api` goes to the API, `/feeds` to what calendar programs read, everything else to pages.
struct SiteResponder: Sendable {
    private let api: APIResponder
    private let feeds: FeedResponder
    private let pages: PageHost
    private let names: HostNames
    /// Whether browsers must use only TLS from now on (HSTS).
    private let isStrict: Bool

    init(core: ServiceCore) {
        api = APIResponder(core: core)
        feeds = FeedResponder(core: core)
        pages = PageHost(core: core, site: LazyPageSite(core.configuration), api: api)
        names = HostNames(
            core.configuration, listening: { core.certificate.reach.host },
            linked: { core.messages.linkedHost })
        isStrict = core.configuration.certificate?.isFromAuthority() ?? false
    }

    func respond(to request: Hummingbird.Request, from source: CallSource) async throws -> Response {
        var source = source
        source.authority = request.head.authority
        source.misnamed = misnamed(request, source)
        let path = (request.head.path ?? "").prefix { $0 != "?" }
        var response =
            path == "/api" || path.hasPrefix("/api/")
            ? try await api.respond(to: request, from: source)
            : FeedResponder.answers(path)
                ? try await feeds.respond(to: request, from: source)
                : await pages.respond(to: request, from: source)
        response.headers[.named("Permissions-Policy")] =
            "camera=(), microphone=(\(path.hasPrefix("/boards/") ? "self" : "")), "
            + "geolocation=(), payment=(), usb=(), display-capture=()"
        for (name, value) in Self.security where response.headers[name] == nil {
            response.headers[name] = value
        }
        if source.isTrustedByBrowsers {
            response.headers[.named("Cross-Origin-Opener-Policy")] = "same-origin"
        }
        if isStrict, source.isSecure { response.headers[.strictTransportSecurity] = Self.strict }
        return response
    }

    /// Half a year from each answer, in seconds. Only for this host name: others of its domain may be other
    /// machines.
    ///
    /// Only with an authority's certificate. With a self-signed one, a browser that trusts it today would
    /// refuse the site once the certificate is replaced.
    private static let strict = "max-age=15552000"

    /// Browsers send one host; it must be the one that was checked.
    private func misnamed(_ request: Hummingbird.Request, _ source: CallSource) -> CareProblem? {
        guard request.headers[.furtherHost] == nil else {
            return CareProblem(.badRequest, "a message is for one host: this names several", field: "Host")
        }
        guard let host = request.head.authority, !names.allows(host, arrivedAt: source.localAddress) else {
            return nil
        }
        return HostNames.problem(host, source)
    }

    /// The headers of every answer, besides what a page may do with the machine (only boards record): run only the home's own scripts, send no referrer, cache nothing, and do
    /// not show the page inside another site's.
    private static let security: [(HTTPField.Name, String)] = [
        (
            .named("Content-Security-Policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; "
                + "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        ),
        (.named("X-Content-Type-Options"), "nosniff"),
        (.named("Referrer-Policy"), "same-origin"),
        (.named("Cross-Origin-Resource-Policy"), "same-origin"),
        (.cacheControl, "no-store"),
    ]
}
