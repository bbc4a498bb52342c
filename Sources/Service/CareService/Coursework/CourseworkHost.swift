import Care
import Dispatch
import Foundation

/// To which machine an address leads, and whether it may.
enum CourseworkHost {
    /// The first of its addresses, to which the connection is then made: a name that leads elsewhere a moment later changes nothing.
    ///
    /// - Parameter mayBeInside: Whether it may be in the home's own network.
    static func address(
        of host: String, mayBeInside: Bool
    ) async throws(CourseworkProblem) -> String {
        let (found, networks): ([String], [OwnNetwork]) = await withCheckedContinuation { continuation in
            // Asking for a name blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: (resolve(host), OwnAddress.networks()))
            }
        }
        guard !found.isEmpty else { throw .unreachable }
        // One that leads to both is not to be trusted.
        guard mayBeInside || found.allSatisfy({ isOutside($0, of: networks) }) else { throw .insideHome }
        return found[0]
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
