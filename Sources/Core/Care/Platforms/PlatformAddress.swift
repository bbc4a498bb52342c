public import FoundationEssentials

/// Addresses of platforms, as people write them.
public enum PlatformAddress {
    /// Why one cannot be.
    public enum Problem: Error, Equatable {
        case notAnAddress
        /// Neither https, nor on this machine.
        case notSecure
    }

    /// The platform of a planner, or a calendar's address: `school.example` is taken for `https://school.example`, `webcal` for https.
    public static func url(_ typed: String) throws(Problem) -> URL {
        var text = typed.filter { !$0.isNewline }
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        if !text.contains("://") { text = "https://" + text }
        if text.lowercased().hasPrefix("webcal://") { text = "https://" + text.dropFirst("webcal://".count) }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let url = URL(string: text), let host = url.host, !host.isEmpty, url.user == nil,
            url.password == nil, (1...65_535).contains(url.port ?? 443)
        else { throw .notAnAddress }
        switch url.scheme?.lowercased() {
        case "https": return url
        case "http" where isLoopback(host): return url
        case "http": throw .notSecure
        default: throw .notAnAddress
        }
    }

    /// `https://school.example:8443`, without anything that may be secret.
    public static func origin(of url: URL) -> String {
        let (scheme, host) = ((url.scheme ?? "https").lowercased(), host(of: url))
        // However it is written, one place is one.
        let port = url.port.flatMap { $0 == usualPort(of: scheme) ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(port)"
    }

    /// Whether two addresses are of one scheme, host and port.
    public static func isSame(_ one: URL, _ other: URL) -> Bool {
        func key(_ url: URL) -> [String] {
            let scheme = (url.scheme ?? "").lowercased()
            return [scheme, host(of: url), String(url.port ?? usualPort(of: scheme))]
        }
        return key(one) == key(other)
    }

    /// In small letters, without the dot that may end a name.
    private static func host(of url: URL) -> String {
        let host = (url.host ?? "").lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    private static func usualPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
    }
}
