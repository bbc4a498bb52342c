/// The address at which others find this site: in links that are sent, and in what is typed at another machine.
struct SiteAddress {
    /// `http://192.168.1.20:4280`; `nil` if it is not known.
    let text: String?
    /// The browser runs on the service's own machine, and this address does not work from elsewhere.
    let isOfThisMachine: Bool

    init(_ call: PageCall) {
        text = call.request.address
        let host = text?.split(separator: "/").last.map(String.init) ?? ""
        isOfThisMachine = ["127.0.0.1", "localhost", "[::1]"].contains { name in
            host == name || host.hasPrefix(name + ":")
        }
    }

    static let warning = """
        {{#isOfThisMachine}}<p class="problem">[[access.own_machine]]</p>{{/isOfThisMachine}}
        """
}
