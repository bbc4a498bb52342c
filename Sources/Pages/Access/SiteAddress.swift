/// The address at which others find this site: in links that are sent, and in what is typed at another machine.
struct SiteAddress {
    /// `http://192.168.1.20:4280`; `nil` if it is not known.
    let text: String?
    /// The browser runs on the service's own machine, and this address does not work from elsewhere.
    let isOfThisMachine: Bool
    /// The browser runs on the service's own machine: what is typed there can be typed by whoever reads.
    let isReadThere: Bool

    /// - Parameter network: Where the service says that other machines find it.
    init(_ call: PageCall, network: String? = nil) {
        let own = call.request.address
        let isOwn = own.map(Self.isOfOneMachine) ?? false
        // What has brought this browser here brings others here, too.
        text = isOwn ? network ?? own : own
        isOfThisMachine = isOwn && network == nil
        isReadThere = isOwn
    }

    /// One that the home has set for links.
    init(_ set: String) {
        text = set
        isOfThisMachine = Self.isOfOneMachine(set)
        isReadThere = false
    }

    /// Whether an address such as `http://localhost:4280/x` leads each machine to itself.
    static func isOfOneMachine(_ address: String) -> Bool {
        let parts = address.lowercased().split(separator: "/")
        guard parts.count > 1 else { return false }
        let host = parts[1]
        let isNumber = host.prefix { $0 != ":" }.allSatisfy { $0.isNumber || $0 == "." }
        return host.hasPrefix("127.") && isNumber
            || ["localhost", "[::1]"].contains { name in host == name || host.hasPrefix(name + ":") }
    }

    /// Whether its host is a name by which other machines find it, and no number.
    static func hasName(_ address: String) -> Bool {
        let parts = address.split(separator: "/")
        guard parts.count > 1, !isOfOneMachine(address), !parts[1].hasPrefix("[") else { return false }
        return !parts[1].prefix { $0 != ":" }.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// For coordinators, who can let other machines in.
    static let warning = """
        {{#isOfThisMachine}}<p class="problem">[[access.own_machine]] \(howToOpen)</p>{{/isOfThisMachine}}
        """

    /// Leads to what is to be done so that other machines find this site.
    static let howToOpen = #"<a href="/welcome/phone">[[channels.lead_how]]</a>"#
}
