import Care

/// The push services to which this home sends. A phone names its own in its subscription, and whoever can subscribe could otherwise let
/// the home send to any machine.
struct PushServices: Sendable {
    /// Chrome and what is built on it; Chromium as distributions build it; Firefox; Safari.
    private static let hosts: Set<String> = [
        "fcm.googleapis.com", "jmt17.google.com", "updates.push.services.mozilla.com", "web.push.apple.com",
    ]
    /// Firefox, Safari and Edge have more than one.
    private static let domains = [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"]

    /// Origins.
    private let listed: Set<String>

    /// - Parameter list: What the home allows besides: `push.example.org`, `push.example.org:8443`, or `http://127.0.0.1:8080` on this
    ///   machine itself. Each stands for this one host and port.
    init(allowing list: String) throws(FieldProblem) {
        var listed: Set<String> = []
        for entry in ChannelField.entries(of: list) {
            guard let address = Self.address(of: entry) else {
                throw FieldProblem(
                    "settings.services",
                    "`\(entry.prefix(80))` is not a push service: write its host, such as push.example.org, or with a port, push.example.org:8443"
                )
            }
            listed.insert(address.webOrigin)
        }
        self.listed = listed
    }

    private static func address(of entry: String) -> ChannelAddress? {
        let text = entry.contains("://") ? entry : "https://" + entry
        guard let address = try? ChannelAddress(text), address.path == "/" else { return nil }
        // What is not encrypted on its way stays on this machine.
        return address.isSecure || address.host == "127.0.0.1" ? address : nil
    }

    func allow(_ address: ChannelAddress) -> Bool {
        if listed.contains(address.webOrigin) { return true }
        guard address.isSecure, address.port == 443 else { return false }
        return Self.hosts.contains(address.host) || Self.domains.contains { address.host.hasSuffix($0) }
    }
}

extension ChannelAddress {
    /// Scheme, host and port as RFC 6454 writes them, without the port if it is the scheme's own.
    var webOrigin: String { (isSecure ? "https://" : "http://") + authority }
}
