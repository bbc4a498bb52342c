import Dispatch
import Glibc

/// Where names of machines of this home lead.
enum HomeName {
    /// What a name leads to, as addresses.
    typealias Resolver = @Sendable (_ name: String) async -> [String]

    /// So many of a name's addresses are tried.
    private static let mostTried = 4

    /// Its addresses in the home, those of IPv4 first; `nil` where nobody knows the name.
    ///
    /// A name without a dot may be completed, and one below `.local` answered, by whoever runs the network or a name server: only what it leads
    /// to says where it is. Who asks these addresses, and not the name once more, cannot be led elsewhere meanwhile.
    static func addresses(of name: String, by resolve: Resolver) async -> [String]? {
        let found = await resolve(name)
        guard !found.isEmpty else { return nil }
        // One that holds for one interface alone (`fe80::1%eth0`) cannot stand in an address of HTTP.
        let near = found.filter {
            $0.contains(where: { ".:".contains($0) }) && ChannelAddress.isInHome($0) && !$0.contains("%")
        }
        var seen: Set<String> = []
        let each = near.filter { seen.insert($0).inserted }
        return Array((each.filter { !$0.contains(":") } + each.filter { $0.contains(":") }).prefix(mostTried))
    }

    /// What this machine finds. Asking blocks; whoever does not wait for the answer any more is let go.
    static let ofThisMachine: Resolver = { name in
        let (answers, answer) = AsyncStream<[String]>.makeStream()
        DispatchQueue.global(qos: .userInitiated).async {
            answer.yield(resolve(name))
            answer.finish()
        }
        for await found in answers { return found }
        return []
    }

    private static func resolve(_ name: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
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
