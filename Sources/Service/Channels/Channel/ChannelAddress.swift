import Networking

/// An address of HTTP as a channel may ask it: read so strictly that no two readers understand it differently.
struct ChannelAddress: Sendable, Equatable {
    /// Longest address, in bytes: more than push services and receivers use.
    static let longest = 2048

    let isSecure: Bool
    private let place: Authority
    /// The path and the query, beginning with `/`; it may hold what opens the other side, and is told to nobody.
    let path: String

    /// - Throws: `notAnAddress`; `readable` where it begins with `http://` and leads out of the home.
    init(_ text: String) throws(ChannelHTTP.Failure) {
        guard text.utf8.count <= Self.longest, let (isSecure, rest) = Self.scheme(of: text),
            rest.utf8.allSatisfy(Self.isPlain), Self.isEscapedWell(rest)
        else { throw .notAnAddress }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let place = Authority(authority, usualPort: isSecure ? 443 : 80) else { throw .notAnAddress }
        let tail = rest[authority.endIndex...]
        self.isSecure = isSecure
        self.place = place
        path = tail.hasPrefix("/") ? String(tail) : "/\(tail)"
        guard isSecure || place.isInHome else { throw .readable(self.authority) }
    }

    /// The address as it is asked for: put together again from its parts.
    var text: String { "\(origin)\(path)" }

    /// The same at one of the addresses to which its name leads.
    func text(at place: String) -> String {
        "\(isSecure ? "https" : "http")://\(place.contains(":") ? "[\(place)]" : place):\(port)\(path)"
    }

    /// In small letters; an IPv6 address without its brackets.
    var host: String { place.host }
    var port: Int { place.port }

    /// Whether its host is a name that somebody has to look up.
    var isNamed: Bool { place.isNamed }

    /// What people are told of it: the host, and the port where it is not the usual one.
    var authority: String { port == (isSecure ? 443 : 80) ? place.bracketedHost : place.text }

    /// The same server with another path, behind the one it has.
    ///
    /// - Parameter more: Begins with `/`; of characters that an address may have.
    func adding(_ more: String) -> String {
        let before = path.hasSuffix("/") ? String(path.dropLast()) : path
        return "\(origin)\(before)\(more)"
    }

    /// Whether it has a query: a server's own address has none.
    var hasQuery: Bool { path.contains("?") }

    private var origin: String { "\(isSecure ? "https" : "http")://\(place.text)" }

    private static func scheme(of text: String) -> (isSecure: Bool, rest: Substring)? {
        let small = text.lowercased()
        if small.hasPrefix("https://") { return (true, text.dropFirst(8)) }
        return small.hasPrefix("http://") ? (false, text.dropFirst(7)) : nil
    }

    /// Visible ASCII but for what ends an address, or what readers replace: a fragment, quotes, brackets of other kinds, `\`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte) && !#"#"<>\^`{|}"#.utf8.contains(byte)
    }

    /// Whether each `%` stands before two hexadecimal digits.
    private static func isEscapedWell(_ text: Substring) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            part.utf8.count >= 2 && part.prefix(2).allSatisfy(\.isHexDigit)
        }
    }
}
