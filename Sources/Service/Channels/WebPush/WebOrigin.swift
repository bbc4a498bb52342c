/// Scheme, host and port of an address, read as strictly as it can be: what two readers could understand differently is none.
struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    enum Scheme: String { case http, https }

    let scheme: Scheme
    /// In small letters: a name, or an IPv4 address.
    let host: String
    /// `nil` for the scheme's own.
    let port: Int?

    private init(_ scheme: Scheme, _ host: String, _ port: Int?) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// As RFC 6454 writes it, without the port if it is the scheme's own.
    var description: String { "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "") }

    /// An address and what follows the origin. `nil` for anything but `http://` or `https://`, a name of letters, digits, `-` and `.`,
    /// perhaps a port, and then nothing, a path or a query of visible ASCII: no user, no `\`, no fragment, no IPv6 address.
    static func split(_ address: String) -> (origin: WebOrigin, rest: Substring)? {
        guard address.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }),
            !address.contains("#")
        else { return nil }
        for scheme in [Scheme.https, .http] where address.hasPrefix(scheme.rawValue + "://") {
            let after = address.dropFirst(scheme.rawValue.count + 3)
            let authority = after.prefix { $0 != "/" && $0 != "?" }
            guard let origin = place(authority, scheme) else { return nil }
            return (origin, after[authority.endIndex...])
        }
        return nil
    }

    /// `push.example.org` or `push.example.org:8443`.
    static func place(_ text: Substring, _ scheme: Scheme) -> WebOrigin? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let host = host(parts[0]) else { return nil }
        guard parts.count == 2 else { return WebOrigin(scheme, host, nil) }
        // Written as it is said: no sign, no zero before it.
        guard let port = UInt16(parts[1]), port > 0, String(port) == parts[1] else { return nil }
        return WebOrigin(scheme, host, port == (scheme == .https ? 443 : 80) ? nil : Int(port))
    }

    private static func host(_ text: Substring) -> String? {
        let host = text.lowercased()
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                }
        }
        return isPlain && host.utf8.count <= 253 ? host : nil
    }
}
