import Glibc

/// An address of the internet protocol, however it was written: `10.0.0.5`, `::ffff:10.0.0.5` and `[fe80::1%eth0]` are read alike.
///
/// An IPv4 address that came inside IPv6 is the IPv4 address (RFC 4291, 2.5.5.2): a service that listens on `::` sees it so.
struct NetworkAddress: Hashable, Sendable {
    /// The first 64 bits of IPv6; zero for IPv4.
    private let high: UInt64
    /// The last 64 bits of IPv6; IPv4's 32.
    private let low: UInt64
    let isIPv6: Bool

    /// `nil` for text that is not an address, such as that of a local socket. Brackets, and the interface
    /// after `%`, are ignored.
    init?(_ text: some StringProtocol) {
        var text = Substring(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if text.contains(":") { text = text.prefix { $0 != "%" } }
        // The system would read a text up to its first zero byte alone.
        guard (2...45).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
        if let four = Self.bytes(of: String(text), AF_INET, count: 4) {
            self.init(high: 0, low: Self.number(four[...]), isIPv6: false)
        } else if let all = Self.bytes(of: String(text), AF_INET6, count: 16) {
            let (high, low) = (Self.number(all[0..<8]), Self.number(all[8..<16]))
            let isMapped = high == 0 && low >> 32 == 0xffff
            self.init(high: high, low: isMapped ? low & 0xffff_ffff : low, isIPv6: !isMapped)
        } else {
            return nil
        }
    }

    private init(high: UInt64, low: UInt64, isIPv6: Bool) {
        (self.high, self.low, self.isIPv6) = (high, low, isIPv6)
    }

    /// Whether its first bits are the same, so many of 32 or, of IPv6, of 128.
    func begins(like other: NetworkAddress, bits: Int) -> Bool {
        guard isIPv6 == other.isIPv6 else { return false }
        func isSame(_ one: UInt64, _ two: UInt64, _ bits: Int) -> Bool {
            (one ^ two) >> (64 - min(max(bits, 0), 64)) == 0
        }
        guard isIPv6 else { return isSame(low << 32, other.low << 32, bits) }
        return isSame(high, other.high, bits) && isSame(low, other.low, bits - 64)
    }

    /// What one subscriber has: an IPv4 address, or an IPv6 network of 64 bits, within which a machine can
    /// choose any address.
    var network: NetworkAddress { isIPv6 ? NetworkAddress(high: high, low: 0, isIPv6: true) : self }

    /// How many of its bits are 1; of a network's mask, how many all its addresses have in common.
    var ones: Int { high.nonzeroBitCount + low.nonzeroBitCount }

    /// Whether it is a loopback address.
    var isLoopback: Bool { isIPv6 ? high == 0 && low == 1 : low >> 24 == 127 }

    /// Whether it stands for all addresses of a machine: `0.0.0.0` and `::`.
    var isAny: Bool { high == 0 && low == 0 }

    /// Whether it is no single machine's in the internet: this machine's, a home's own network's, a link's, for many at once, or kept
    /// for other uses (RFC 6890); an IPv4 address inside one of IPv6 that leads there is such a one, too.
    var isReserved: Bool {
        guard isIPv6 else { return Self.isReserved(UInt32(truncatingIfNeeded: low)) }
        switch high >> 48 {
        // Translated to IPv4 (RFC 6052), and 6to4.
        case 0x64 where high == 0x64_ff9b << 32: return Self.isReserved(UInt32(truncatingIfNeeded: low))
        case 0x2002: return Self.isReserved(UInt32(truncatingIfNeeded: high >> 16))
        // Teredo, and for documents.
        case 0x2001: return high >> 32 == 0x2001_0000 || high >> 32 == 0x2001_0db8
        default: return high >> 61 != 1
        }
    }

    private static func isReserved(_ address: UInt32) -> Bool {
        let blocks: [(UInt32, bits: UInt32)] = [
            (0x0000_0000, 8), (0x0a00_0000, 8), (0x6440_0000, 10), (0x7f00_0000, 8), (0xa9fe_0000, 16),
            (0xac10_0000, 12), (0xc000_0000, 24), (0xc000_0200, 24), (0xc058_6300, 24), (0xc0a8_0000, 16),
            (0xc612_0000, 15), (0xc633_6400, 24), (0xcb00_7100, 24), (0xe000_0000, 3),
        ]
        return blocks.contains { block, bits in address >> (32 - bits) == block >> (32 - bits) }
    }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// The same for the same address, in hexadecimal digits: `4:a000005`, `6:fe80000000000000:1`.
    var description: String {
        isIPv6 ? "6:\(String(high, radix: 16)):\(String(low, radix: 16))" : "4:\(String(low, radix: 16))"
    }
}
