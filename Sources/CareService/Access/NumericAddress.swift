import Glibc

/// An address of the internet protocol, however it was written: `10.0.0.5`, `::ffff:10.0.0.5` and `[fe80::1%eth0]` are read alike.
struct NumericAddress: Hashable, Sendable {
    /// 4 bytes of IPv4, also where it came inside IPv6; else 16 of IPv6. In the network's order.
    let bytes: [UInt8]

    /// What one machine cannot leave by choosing another address: of IPv4 the address, of IPv6 its first 64 bits, since a
    /// machine has as many addresses there as it likes.
    var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

    /// Whether only this machine itself has it.
    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// `nil` for what is no address. Brackets, and the interface behind `%`, are left out.
    init?(_ text: some StringProtocol) {
        var text = Substring(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if text.contains(":") { text = text.prefix { $0 != "%" } }
        // The system would read a text up to its first zero byte alone.
        guard (2...45).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
        if let found = Self.parsed(String(text), AF_INET, 4) {
            bytes = found
        } else if let found = Self.parsed(String(text), AF_INET6, 16) {
            bytes = found.starts(with: Self.mapped) ? Array(found.suffix(4)) : found
        } else {
            return nil
        }
    }

    /// With this, IPv6 carries an address of IPv4 (RFC 4291, 2.5.5.2).
    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private static func parsed(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
