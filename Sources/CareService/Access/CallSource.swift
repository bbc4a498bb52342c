import HTTPTypes
import Hummingbird

/// From where a message came.
struct CallSource: Sendable {
    /// The other end's address; empty where it is not known.
    var address = ""
    /// Whether it came through TLS.
    var isSecure = false
    /// The connection on which it came; `nil` for the local socket's, which are nobody's but the home's own.
    var connection: ConnectionPlace?
}

extension HTTPFields {
    /// What a browser says of itself, shortened for people.
    var browser: String { String((self[.userAgent] ?? "").filter { !$0.isNewline }.prefix(200)) }
}

extension HTTPRequest {
    /// Whether a browser says that another site's page has sent this. Whoever is no browser says nothing, and has no
    /// session of somebody else's to misuse.
    var isFromAnotherSite: Bool {
        if let site = headerFields[.secFetchSite] { return site != "same-origin" && site != "none" }
        guard let origin = headerFields[.origin] else { return false }
        guard let host = origin.split(separator: "/").dropFirst().first else { return true }
        return String(host).lowercased() != authority?.lowercased()
    }
}

extension HTTPField.Name {
    static let csrfToken = named("X-CSRF-Token")
    static let secFetchSite = named("Sec-Fetch-Site")

    static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .cacheControl }
}
