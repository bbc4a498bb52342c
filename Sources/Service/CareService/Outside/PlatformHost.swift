import Care
import Dispatch
import Networking

/// To which machines an address leads, and whether it may.
enum PlatformHost {
    /// So many of a host's addresses are tried: what is away at all of them is away.
    static let mostTried = 6

    /// Its addresses, in the order in which they are to be tried. Connections are then made to these alone: a name that leads elsewhere a
    /// moment later changes nothing.
    ///
    /// - Parameters:
    ///   - mayBeInside: Whether it may be in the home's own network.
    ///   - resolve: Asked once.
    static func addresses(
        of host: String, mayBeInside: Bool, by resolve: NameLookup.Resolver
    ) async throws(PlatformProblem) -> [String] {
        let found = await resolve(host)
        guard !found.isEmpty else { throw .unreachable }
        // One that leads to both is not to be trusted.
        let networks = OwnAddress.networks()
        guard mayBeInside || found.allSatisfy({ isOutside($0, of: networks) }) else { throw .insideHome }
        var seen: Set<String> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(mostTried))
    }

    /// What this machine finds of a name.
    static let ofThisMachine: NameLookup.Resolver = {
        await NameLookup.addresses(of: $0, areUsable: true, urgency: .utility)
    }

    /// Whether all of a name's addresses are in the home's own network. One that leads to both is not inside: nobody trusts it.
    static func isInside(_ addresses: [String]) -> Bool {
        let networks = OwnAddress.networks()
        return !addresses.isEmpty && !addresses.contains { isOutside($0, of: networks) }
    }

    /// Whether an address is one of the internet, and not of this machine, this home's network, or of those that nobody has
    /// (RFC 6890). With IPv6 a home's devices have addresses of the internet, too: those in its own networks are inside.
    ///
    /// - Parameter networks: Those in which this machine is.
    static func isOutside(_ text: String, of networks: [OwnNetwork]) -> Bool {
        guard let address = NetworkAddress(text) else { return false }
        return !address.isReserved && !networks.contains { $0.contains(address) }
    }
}
