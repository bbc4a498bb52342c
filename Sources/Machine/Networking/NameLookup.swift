public import Dispatch
import Glibc

/// What a host's name leads to, as this machine finds it.
public enum NameLookup {
    /// Finds the addresses of a name, as texts (`192.0.2.1`, `2001:db8::1`), the best first; none where nobody knows it.
    public typealias Resolver = @Sendable (_ name: String) async -> [String]

    /// Asks with `getaddrinfo`. Asking blocks, and Swift's own threads are too few for that; whoever is cancelled meanwhile is let go, with
    /// nothing found.
    ///
    /// - Parameters:
    ///   - name: A host's name, or an address: one of IPv6 may stand in brackets, as in a URL.
    ///   - areUsable: Whether only addresses of families that this machine has itself are wanted (`AI_ADDRCONFIG`).
    ///   - urgency: With which the thread that asks runs.
    public static func addresses(
        of name: String, areUsable: Bool, urgency: DispatchQoS.QoSClass
    ) async -> [String] {
        let (answers, answer) = AsyncStream<[String]>.makeStream()
        DispatchQueue.global(qos: urgency).async {
            answer.yield(found(of: name, areUsable: areUsable))
            answer.finish()
        }
        // An answer that is there already is given to nobody who was cancelled either.
        for await found in answers where !Task.isCancelled { return found }
        return []
    }

    private static func found(of name: String, areUsable: Bool) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        if areUsable { hints.ai_flags = AI_ADDRCONFIG }
        var list: UnsafeMutablePointer<addrinfo>?
        let plain = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        guard getaddrinfo(plain, nil, &hints, &list) == 0 else { return [] }
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
