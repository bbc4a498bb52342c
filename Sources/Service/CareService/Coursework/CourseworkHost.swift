import Care
import Dispatch
import Foundation

/// To which machines an address leads, and whether it may.
enum CourseworkHost {
    /// What a name leads to, as texts, the best first.
    typealias Resolver = @Sendable (_ host: String) async -> [String]

    /// So many of a host's addresses are tried: what is away at all of them is away.
    static let mostTried = 6

    /// Its addresses, in the order in which they are to be tried. Connections are then made to these alone: a name that leads elsewhere a
    /// moment later changes nothing.
    ///
    /// - Parameters:
    ///   - mayBeInside: Whether it may be in the home's own network.
    ///   - resolve: Asked once.
    static func addresses(
        of host: String, mayBeInside: Bool, by resolve: Resolver
    ) async throws(CourseworkProblem) -> [String] {
        let found = await resolve(host)
        guard !found.isEmpty else { throw .unreachable }
        // One that leads to both is not to be trusted.
        let networks = OwnAddress.networks()
        guard mayBeInside || found.allSatisfy({ isOutside($0, of: networks) }) else { throw .insideHome }
        var seen: Set<String> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(mostTried))
    }

    /// What this machine finds of a name.
    static let ofThisMachine: Resolver = { host in
        await withCheckedContinuation { continuation in
            // Asking for a name blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: resolve(host))
            }
        }
    }

    /// Whether an address is one of the internet, and not of this machine, this home's network, or of those that nobody has
    /// (RFC 6890). With IPv6 a home's devices have addresses of the internet, too: those in its own networks are inside.
    ///
    /// - Parameter networks: Those in which this machine is.
    static func isOutside(_ text: String, of networks: [OwnNetwork]) -> Bool {
        guard let address = NetworkAddress(text) else { return false }
        return !address.isReserved && !networks.contains { $0.contains(address) }
    }

    private static func resolve(_ host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var (found, next) = ([String](), list)
        while let one = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                one.pointee.ai_addr, one.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
                NI_NUMERICHOST)
            if code == 0 {
                found.append(
                    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
            next = one.pointee.ai_next
        }
        return found
    }
}
