import Care
import Glibc
import NIOSSL

/// The host names under which the service may be reached.
///
/// A page of somebody else's can let its own name lead to an address of the house (DNS rebinding): to a browser, that page and
/// Beckon are one site then. It cannot do so with an address, nor with a name that only this machine has.
struct HostNames: Sendable {
    /// What the home's settings, its address to listen at, and its certificate call it, in small letters.
    private let named: Set<String>
    /// What the machine calls itself at this moment.
    private let machine: @Sendable () -> String

    init(_ configuration: CareServiceConfiguration) {
        // To listen at all addresses is no name: a page that asks for 0.0.0.0 is somebody else's.
        let isAny = NetworkAddress(configuration.host)?.isAny ?? false
        let names =
            configuration.names + (isAny ? [] : [configuration.host])
            + (configuration.certificate?.hostNames() ?? [])
        named = Set(names.map(Self.plain))
        machine = configuration.machineName
    }

    /// Whether a message that has come to `local`, an address of this machine, may name this host.
    ///
    /// No host at all is allowed: no browser leaves it out, and old programs of HTTP/1.0 do.
    func allows(_ authority: String?, arrivedAt local: String) -> Bool {
        guard let authority else { return true }
        let host = Self.host(of: authority)
        if let address = NetworkAddress(host) {
            return address.isLoopback || address == NetworkAddress(local)
                || named.contains { NetworkAddress($0) == address }
        }
        return host == "localhost" || named.contains(host)
            // A certificate for all names of a domain: that is the home's, whatever stands in front.
            || named.contains("*" + host.drop { $0 != "." }) || Self.own(machine()).contains(host)
    }

    /// Its own names: as it is called, without its domain, and as its neighbours and routers call it by that.
    private static func own(_ machine: String) -> [String] {
        let name = plain(machine)
        guard let short = name.split(separator: ".").first else { return [] }
        return [name, String(short)] + privateEnds.map { "\(short).\($0)" }
    }

    /// Networks name their machines under these suffixes by themselves. Nobody can buy a name under them and let it lead here;
    /// under one that is missing, a home names itself in `service.names`. Decision 0185 says why each is here.
    static let privateEnds = [
        // RFC 6762, RFC 8375, and reserved by ICANN's resolution of 2024-07-29.
        "local", "home.arpa", "internal",
        // Kept from the root by ICANN's resolution of 2018-02-04 (`home`); RFC 6762, appendix G (`home`, `lan`); OpenWrt and UniFi.
        "home", "lan", "localdomain",
        // FRITZ!Box: a domain that its maker owns.
        "fritz.box",
    ]

    /// `kitchen.local` of `Kitchen.local.:4280`; `[::1]` of `[::1]:4280`.
    private static func host(of authority: String) -> String {
        let end = authority.lastIndex(of: ":") ?? authority.endIndex
        // The last colon of an address in brackets is in front of a port only behind them.
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
    /// What is answered to a message for another host.
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
    /// The names that the certificate is for; none where it cannot be read, which the start tells by itself.
    func hostNames() -> [String] {
        guard let own = try? NIOSSLCertificate.fromPEMFile(certificate).first else { return [] }
        return own._subjectAlternativeNames().compactMap { name in
            guard name.nameType == .dnsName else { return nil }
            return name.contents.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
    }
}
