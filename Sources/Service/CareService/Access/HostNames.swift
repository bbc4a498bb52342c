import Care
import Glibc
import NIOSSL

/// The host names under which the service may be reached.
///
/// A foreign page can make its own name resolve to an address of the house (DNS rebinding): the browser then
/// treats that page and Beckon as one site. This is not possible with an address, nor with a name that only
/// this machine has.
struct HostNames: Sendable {
    /// The names in the home's settings and its certificate, in lower case.
    private let named: Set<String>
    /// Where it listens at this moment.
    private let listening: @Sendable () -> String
    /// What the machine calls itself at this moment.
    private let machine: @Sendable () -> String
    /// Where messages lead to, as a coordinator has set it: whoever follows them is to find something.
    private let linked: @Sendable () -> String?

    init(
        _ configuration: CareServiceConfiguration, listening: @escaping @Sendable () -> String,
        linked: @escaping @Sendable () -> String? = { nil }
    ) {
        named = Set((configuration.names + (configuration.certificate?.hostNames() ?? [])).map(Self.plain))
        self.listening = listening
        self.linked = linked
        machine = configuration.machineName
    }

    /// Whether a message that has come to `local`, an address of this machine, may name this host.
    ///
    /// A missing host is allowed: browsers never leave it out, and old HTTP/1.0 programs do.
    func allows(_ authority: String?, arrivedAt local: String) -> Bool {
        guard let authority else { return true }
        let host = Self.host(of: authority)
        let own = Self.plain(listening())
        let linked = linked().map(Self.plain)
        if let address = NetworkAddress(host) {
            return address.isLoopback || address == NetworkAddress(local)
                || named.contains { NetworkAddress($0) == address }
                || linked.flatMap { NetworkAddress($0) } == address
                // The address for all interfaces is not a name: a page that asks for 0.0.0.0 is foreign.
                || !address.isAny && address == NetworkAddress(own)
        }
        return host == "localhost" || host == own || host == linked || named.contains(host)
            // A wildcard certificate: the domain is the home's, whatever the first label is.
            || named.contains("*" + host.drop { $0 != "." }) || Self.own(machine()).contains(host)
    }

    /// Its own names: the full one, the one without its domain, and that one under the suffixes of neighbours
    /// and routers.
    private static func own(_ machine: String) -> [String] {
        let name = plain(machine)
        guard let short = name.split(separator: ".").first else { return [] }
        return [name, String(short)] + privateEnds.map { "\(short).\($0)" }
    }

    /// Networks give their machines names under these suffixes, and nobody can buy such a name. If a suffix
    /// is missing, a home adds its name to `service.names`. Decision 0185 says why each is here.
    static let privateEnds = [
        // RFC 6762, RFC 8375, and reserved by ICANN's resolution of 2024-07-29.
        "local", "home.arpa", "internal",
        // Kept from the root by ICANN's resolution of 2018-02-04 (`home`); RFC 6762, appendix G (`home`, `lan`); OpenWrt and UniFi.
        "home", "lan", "localdomain",
        // FRITZ!Box: a domain that its maker owns.
        "fritz.box",
    ]

    /// `kitchen.local` of `Kitchen.local.:4280`; `[::1]` of `[::1]:4280`.
    static func host(of authority: String) -> String {
        let end = authority.lastIndex(of: ":") ?? authority.endIndex
        // For an address in brackets, only a colon after them precedes a port.
        let isPort = authority[end...].dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        return plain(String(isPort ? authority[..<end] : authority[...]))
    }

    private static func plain(_ name: String) -> String {
        (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
    }

    /// The name that the system gives this machine; empty where it gives none.
    static func ofMachine() -> String {
        var name = utsname()
        guard uname(&name) == 0 else { return "" }
        return withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension HostNames {
    /// The answer to a message for another host.
    static func problem(_ authority: String, _ source: CallSource) -> CareProblem {
        let scheme = source.isSecure ? "https" : "http"
        let address = source.localAddress.contains(":") ? "[\(source.localAddress)]" : source.localAddress
        return CareProblem(
            .misdirected,
            "this service is not known by the name \(authority.prefix(100)). Use its address, \(scheme)://\(address):\(source.localPort). "
                + "If that name is the home’s own, ask whoever looks after the machine to add `names: [\(named(authority))]` "
                + "under `service` in beckon.yaml, and to restart Beckon",
            field: "Host")
    }

    /// The name that a message was sent to, without its port; at most 100 characters.
    static func named(_ authority: String) -> String { String(host(of: authority).prefix(100)) }
}

extension CertificateFiles {
    /// The names that the certificate is for; none if it cannot be read, which the start reports separately.
    func hostNames() -> [String] {
        guard let own = try? NIOSSLCertificate.fromPEMFile(certificate).first else { return [] }
        return own._subjectAlternativeNames().compactMap { name in
            guard name.nameType == .dnsName else { return nil }
            return name.contents.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
    }
}
