import Glibc

/// An address of HTTP as a channel may ask it: read so strictly that no two readers understand it differently.
struct ChannelAddress: Sendable, Equatable {
    /// Longest address, in bytes: more than push services and receivers use.
    static let longest = 2048

    let isSecure: Bool
    /// In small letters; an IPv6 address without its brackets.
    let host: String
    let port: Int
    /// The path and the query, beginning with `/`; it may hold what opens the other side, and is told to nobody.
    let path: String

    /// - Throws: `notAnAddress`; `readable` where it begins with `http://` and leads out of the home.
    init(_ text: String) throws(ChannelHTTP.Failure) {
        guard text.utf8.count <= Self.longest, let (isSecure, rest) = Self.scheme(of: text),
            rest.utf8.allSatisfy(Self.isPlain), Self.isEscapedWell(rest)
        else { throw .notAnAddress }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let (host, port) = Self.place(authority, isSecure: isSecure) else { throw .notAnAddress }
        let tail = rest[authority.endIndex...]
        self.isSecure = isSecure
        self.host = host
        self.port = port
        path = tail.hasPrefix("/") ? String(tail) : "/\(tail)"
        guard isSecure || Self.isInHome(host) else { throw .readable(self.authority) }
    }

    /// The address as it is asked for: put together again from its parts.
    var text: String { "\(origin)\(path)" }

    /// The same at one of the addresses to which its name leads.
    func text(at place: String) -> String {
        "\(isSecure ? "https" : "http")://\(place.contains(":") ? "[\(place)]" : place):\(port)\(path)"
    }

    /// Whether its host is a name that somebody has to look up.
    var isNamed: Bool {
        Self.bytes(of: host, AF_INET, count: 4) == nil && Self.bytes(of: host, AF_INET6, count: 16) == nil
    }

    /// What people are told of it: the host, and the port where it is not the usual one.
    var authority: String { port == (isSecure ? 443 : 80) ? bracketed : "\(bracketed):\(port)" }

    /// The same server with another path, behind the one it has.
    ///
    /// - Parameter more: Begins with `/`; of characters that an address may have.
    func adding(_ more: String) -> String {
        let before = path.hasSuffix("/") ? String(path.dropLast()) : path
        return "\(origin)\(before)\(more)"
    }

    /// Whether it has a query: a server's own address has none.
    var hasQuery: Bool { path.contains("?") }

    private var origin: String { "\(isSecure ? "https" : "http")://\(bracketed):\(port)" }

    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }

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

    /// The host and the port of `host`, `host:port`, `[address]` or `[address]:port`.
    private static func place(_ authority: Substring, isSecure: Bool) -> (host: String, port: Int)? {
        let host: String
        let after: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[..<end].dropFirst().lowercased()
            guard bytes(of: host, AF_INET6, count: 16) != nil else { return nil }
            after = authority[authority.index(after: end)...]
        } else {
            let name = authority.prefix { $0 != ":" }
            host = name.lowercased()
            guard isHost(host) else { return nil }
            after = authority[name.endIndex...]
        }
        guard !after.isEmpty else { return (host, isSecure ? 443 : 80) }
        // As it is said: no sign, no zero before it.
        guard after.hasPrefix(":"), let port = UInt16(after.dropFirst()), port > 0,
            ":\(port)" == String(after)
        else { return nil }
        return (host, Int(port))
    }

    /// A name, or an IPv4 address of four numbers. `2130706433`, `0x7f.1` and `127.1` are addresses for the system's resolver, too,
    /// and look like none: what ends in a number is one of four, or nothing.
    private static func isHost(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.allSatisfy({ isLabel($0) }), let last = labels.last else {
            return false
        }
        let isNumber = last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
        return !isNumber || bytes(of: host, AF_INET, count: 4) != nil
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    /// Whether a host is this machine or in the home's own network (RFC 1918, 3927, 4193, 4291): what goes there need not be encrypted.
    /// Names are not looked up here: one without a dot, or below `.local` (RFC 6762), is no name of the internet. Where it leads is looked at
    /// before it is asked.
    static func isInHome(_ host: String) -> Bool {
        if let four = bytes(of: host, AF_INET, count: 4) { return isInHome(four) }
        guard let all = bytes(of: host, AF_INET6, count: 16) else {
            return host.hasSuffix(".local") || !host.contains(".")
        }
        // An IPv4 address inside IPv6 (RFC 4291, 2.5.5.2).
        if all.prefix(10).allSatisfy({ $0 == 0 }), all[10] == 0xff, all[11] == 0xff {
            return isInHome(Array(all.suffix(4)))
        }
        let isLoopback = all.dropLast().allSatisfy { $0 == 0 } && all[15] == 1
        return isLoopback || all[0] & 0xfe == 0xfc || all[0] == 0xfe && all[1] & 0xc0 == 0x80
    }

    private static func isInHome(_ four: [UInt8]) -> Bool {
        switch (four[0], four[1]) {
        case (10, _), (127, _), (172, 16...31), (192, 168), (169, 254): true
        default: false
        }
    }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
