import Glibc

/// The other end's address, as connections are counted by it.
///
/// An IPv4 address that is written as IPv6 (`::ffff:10.0.0.5`) is the IPv4 address: a service that listens on `::` sees it so.
struct NetworkAddress: Hashable, Sendable {
    /// The first 64 bits of IPv6; zero for IPv4.
    private let high: UInt64
    /// The last 64 bits of IPv6; IPv4's 32.
    private let low: UInt64
    private let isIPv6: Bool

    /// - Parameter text: As the system writes it, with or without the interface of a link-local address (`fe80::1%eth0`). `nil`
    ///   for what is no address, as that of a local socket.
    init?(_ text: String) {
        let written = String(text.prefix { $0 != "%" })
        if let four = Self.bytes(of: written, AF_INET, count: 4) {
            self.init(high: 0, low: Self.number(four[...]), isIPv6: false)
        } else if let all = Self.bytes(of: written, AF_INET6, count: 16) {
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

    /// What one subscriber has: an IPv4 address, or an IPv6 network of 64 bits, in which a machine takes as many addresses as it
    /// likes.
    var network: NetworkAddress { isIPv6 ? NetworkAddress(high: high, low: 0, isIPv6: true) : self }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
