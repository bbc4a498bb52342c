import Care
import Glibc

/// Under which address other machines of the house find this one.
enum OwnAddress {
    /// Interfaces of containers and tunnels, by which no phone comes.
    private static let inner = ["docker", "veth", "br-", "virbr", "lxc", "tun", "tap", "wg", "zt"]

    /// The address by which this machine would reach another network, or, without a way there, the first one of its own; `nil` where
    /// it is in no network.
    static func find() -> String? { outward() ?? all().first }

    /// Connecting a datagram socket sends nothing: it only asks the kernel for the way. 192.0.2.1 is nobody's (RFC 5737).
    private static func outward() -> String? {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        var other = sockaddr_in()
        other.sin_family = sa_family_t(AF_INET)
        other.sin_port = UInt16(9).bigEndian
        guard inet_pton(AF_INET, "192.0.2.1", &other.sin_addr) == 1 else { return nil }
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOnWay = withUnsafePointer(to: &other) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
        }
        guard isOnWay else { return nil }
        var own = sockaddr_in()
        var length = size
        let isKnown = withUnsafeMutablePointer(to: &own) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
        }
        return isKnown ? text(own) : nil
    }

    /// The IPv4 addresses of interfaces that are up, in the system's order.
    private static func all() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, let name = entry.ifa_name,
                address.pointee.sa_family == sa_family_t(AF_INET),
                entry.ifa_flags & UInt32(IFF_UP) != 0,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                !inner.contains(where: String(cString: name).hasPrefix)
            else { continue }
            let one = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
            if let text = text(one) { found.append(text) }
        }
        return found
    }

    /// The networks in which this machine has an address, over whatever interface that is up.
    static func networks() -> [OwnNetwork] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [OwnNetwork] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0,
                let own = numeric(address)
            else { continue }
            // Without a mask it is alone in its network.
            let mask: UnsafeMutablePointer<sockaddr>? = entry.ifa_netmask
            let bits = mask.flatMap { numeric($0) }?.ones ?? 128
            found.append(OwnNetwork(own, bits: bits))
        }
        return found
    }

    /// `nil` for what is no address of the internet protocol.
    private static func numeric(_ address: UnsafeMutablePointer<sockaddr>) -> NetworkAddress? {
        let size: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
            address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard code == 0 else { return nil }
        return NetworkAddress(
            String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    private static func text(_ address: sockaddr_in) -> String? {
        var address = address.sin_addr
        var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        guard inet_ntop(AF_INET, &address, &text, socklen_t(text.count)) != nil else { return nil }
        let found = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return found.hasPrefix("127.") || found == "0.0.0.0" ? nil : found
    }
}

/// A network in which this machine has an address.
struct OwnNetwork: Hashable, Sendable {
    private let address: NetworkAddress
    private let bits: Int

    /// - Parameters:
    ///   - address: Of this machine in it.
    ///   - bits: How many of the first ones all of its addresses have. Of IPv6 a home has 64 at most, also where this machine was given
    ///     a single address; a mask that would hold a large part of the internet says nothing.
    init(_ address: NetworkAddress, bits: Int) {
        let (widest, narrowest) = address.isIPv6 ? (32, 64) : (8, 32)
        self.address = address
        self.bits = bits < widest ? narrowest : min(bits, narrowest)
    }

    func contains(_ other: NetworkAddress) -> Bool { other.begins(like: address, bits: bits) }
}

extension ServiceCore {
    /// Where other machines find this service, `https://kitchen.home.arpa:4280`; `nil` where it listens to its own machine alone, or
    /// is in no network.
    ///
    /// - Parameter port: On which it listens.
    func networkAddress(port: Int) -> String? {
        let reach = certificate.reach
        guard !CareServiceConfiguration.isLoopback(reach.host), (1...65535).contains(port) else { return nil }
        let scheme = reach.isSecure ? "https" : "http"
        guard let host = networkHost(reach) else { return nil }
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Why no other machine finds it; `nil` where they do.
    var networkObstacle: FirstSteps.Obstacle? {
        let reach = certificate.reach
        if reach.isOwnMachine { return .certificate }
        if CareServiceConfiguration.isLoopback(reach.host) { return .closed }
        return networkHost(reach) == nil ? .noNetwork : nil
    }

    private func networkHost(_ reach: ServedCertificate.Reach) -> String? {
        // A certificate is only good for the names in it.
        if reach.isSecure,
            let name = configuration.certificate?.hostNames().first(where: { !$0.hasPrefix("*") })
        {
            return name
        }
        if NetworkAddress(reach.host)?.isAny ?? false { return configuration.ownAddress() }
        return reach.host
    }
}
