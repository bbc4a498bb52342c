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

    private let listed: Set<WebOrigin>

    /// - Parameter list: What the home allows besides: `push.example.org`, `push.example.org:8443`, or `http://127.0.0.1:8080` on this
    ///   machine itself. Each stands for this one host and port.
    init(allowing list: String) throws(FieldProblem) {
        var listed: Set<WebOrigin> = []
        for entry in ChannelField.entries(of: list) {
            guard let origin = Self.origin(entry) else {
                throw FieldProblem(
                    "settings.services",
                    "`\(entry.prefix(80))` is not a push service: write its host, such as push.example.org, or with a port, push.example.org:8443"
                )
            }
            listed.insert(origin)
        }
        self.listed = listed
    }

    private static func origin(_ entry: String) -> WebOrigin? {
        guard entry.contains("://") else { return WebOrigin.place(entry[...], .https) }
        guard let (origin, rest) = WebOrigin.split(entry), rest.isEmpty || rest == "/" else { return nil }
        // What is not encrypted on its way stays on this machine.
        return origin.scheme == .https || origin.host == "127.0.0.1" ? origin : nil
    }

    func allow(_ origin: WebOrigin) -> Bool {
        if listed.contains(origin) { return true }
        guard origin.scheme == .https, origin.port == nil else { return false }
        return Self.hosts.contains(origin.host) || Self.domains.contains { origin.host.hasSuffix($0) }
    }
}
