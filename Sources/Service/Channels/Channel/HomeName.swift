import Dispatch
import Networking

/// Where names of machines of this home lead.
enum HomeName {
    /// So many of a name's addresses are tried.
    private static let mostTried = 4

    /// Its addresses in the home, those of IPv4 first; `nil` where nobody knows the name.
    ///
    /// A name without a dot may be completed, and one below `.local` answered, by whoever runs the network or a name server: only what it leads
    /// to says where it is. Who asks these addresses, and not the name once more, cannot be led elsewhere meanwhile.
    static func addresses(of name: String, by resolve: NameLookup.Resolver) async -> [String]? {
        let found = await resolve(name)
        guard !found.isEmpty else { return nil }
        // One that holds for one interface alone (`fe80::1%eth0`) cannot stand in an address of HTTP.
        let near = found.filter { Authority.isNear($0) == true && !$0.contains("%") }
        var seen: Set<String> = []
        let each = near.filter { seen.insert($0).inserted }
        return Array((each.filter { !$0.contains(":") } + each.filter { $0.contains(":") }).prefix(mostTried))
    }

    /// What this machine finds. A call waits for it.
    static let ofThisMachine: NameLookup.Resolver = {
        await NameLookup.addresses(of: $0, areUsable: false, urgency: .userInitiated)
    }
}
