import Glibc

/// A host and a port as addresses write them, `host`, `host:port`, `[address]` or `[address]:port`; read so strictly that no two
/// readers understand it differently.
public struct Authority: Sendable, Equatable {
    /// A name or an address in small letters; an IPv6 address without its brackets.
    public let host: String
    /// 1 to 65535.
    public let port: Int

    /// - Parameters:
    ///   - text: What stands between `//` and the path.
    ///   - usualPort: The port that is meant where none is written.
    /// - Returns: `nil` where it is none.
    public init?(_ text: some StringProtocol, usualPort: Int) {
        let after: Substring
        let text = Substring(text)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[..<end].dropFirst().lowercased()
            guard Self.bytes(of: host, AF_INET6, count: 16) != nil else { return nil }
            after = text[text.index(after: end)...]
        } else {
            let name = text.prefix { $0 != ":" }
            host = name.lowercased()
            guard Self.isHost(host) else { return nil }
            after = text[name.endIndex...]
        }
        guard !after.isEmpty else {
            port = usualPort
            return
        }
        // As it is said: no sign, no zero before it.
        guard after.hasPrefix(":"), let written = UInt16(after.dropFirst()), written > 0,
            ":\(written)" == String(after)
        else { return nil }
        port = Int(written)
    }

    /// `host:port`, an IPv6 address in brackets.
    public var text: String { "\(bracketedHost):\(port)" }

    /// The host as it stands in an address: one of IPv6 in brackets.
    public var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    /// Whether its host is a name that somebody has to look up.
    public var isNamed: Bool {
        Self.bytes(of: host, AF_INET, count: 4) == nil && Self.bytes(of: host, AF_INET6, count: 16) == nil
    }

    /// Whether its host is this machine or in the home's own network: what goes there need not be encrypted. Names are not looked up
    /// here: one without a dot, or below `.local` (RFC 6762), is no name of the internet. Where it leads is looked at before it is asked.
    public var isInHome: Bool { Self.isInHome(host) }

    /// The same of a host alone, in small letters and without brackets.
    public static func isInHome(_ host: String) -> Bool {
        isNear(host) ?? (host.hasSuffix(".local") || !host.contains("."))
    }

    /// Whether an address is this machine's or of the home's own network (RFC 1918, 3927, 4193, 4291); `nil` where it is a name. One of
    /// IPv6 may say for which interface it holds (`fe80::1%eth0`).
    public static func isNear(_ address: String) -> Bool? {
        if let four = bytes(of: address, AF_INET, count: 4) { return isNear(four) }
        guard let all = bytes(of: String(address.prefix { $0 != "%" }), AF_INET6, count: 16) else {
            return nil
        }
        // An IPv4 address inside IPv6 (RFC 4291, 2.5.5.2).
        if all.prefix(10).allSatisfy({ $0 == 0 }), all[10] == 0xff, all[11] == 0xff {
            return isNear(Array(all.suffix(4)))
        }
        let isLoopback = all.dropLast().allSatisfy { $0 == 0 } && all[15] == 1
        return isLoopback || all[0] & 0xfe == 0xfc || all[0] == 0xfe && all[1] & 0xc0 == 0x80
    }

    private static func isNear(_ four: [UInt8]) -> Bool {
        switch (four[0], four[1]) {
        case (10, _), (127, _), (172, 16...31), (192, 168), (169, 254): true
        default: false
        }
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

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
