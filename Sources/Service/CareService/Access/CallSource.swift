import Care
import HTTPTypes
import Hummingbird
import NIOCore

/// From where a message came.
struct CallSource: Sendable {
    /// The other end's address; empty where it is not known.
    var address = ""
    /// Whether it came through TLS.
    var isSecure = false
    /// The connection on which it came; `nil` for the local socket, which only the home's own devices use.
    var connection: ConnectionPlace?
    /// What the answer is written to; `nil` for what the service asks itself.
    var channel: (any Channel)?
    /// Where a stream shows that it is alive.
    var line: StreamLine? { channel.map(StreamLine.init) }
    /// This machine's end of the connection; empty where it is not known.
    var localAddress = ""
    var localPort = 0
    /// The host, and the port where one is named, to which it was sent, as it names it; `nil` where it names none.
    var authority: String?
    /// What is wrong with the host name in the message; `nil` if it is allowed.
    var misnamed: CareProblem?

    /// What browsers call the origin of the pages here: `https://home.example:4280`; `nil` where the message names no host.
    var origin: String? { authority.map { "\(isSecure ? "https" : "http")://\($0.lowercased())" } }

    /// Whether a browser calls where it came from trustworthy (W3C Secure Contexts, 3.1). It ignores the policy of openers elsewhere,
    /// and says so in its console for every page.
    var isTrustedByBrowsers: Bool { isSecure || NetworkAddress(address)?.isLoopback == true }
}

extension HTTPFields {
    /// The browser's `User-Agent`, shortened for people.
    var browser: String {
        String(DirectionMarks.removed(from: self[.userAgent] ?? "").filter { !$0.isNewline }.prefix(200))
    }
}

extension HTTPRequest {
    /// Whether a browser says that another site's page has sent this. Other programs do not say so, and hold
    /// nobody's session that could be misused.
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
    /// The first is the message's authority; these are the others.
    static let furtherHost = named("Host")

    static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .cacheControl }
}
