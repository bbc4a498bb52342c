import Care

extension ChannelPage {
    /// Those over which people are reached, of those that the home has switched on.
    var inUse: [HomeChannel] { channels.filter { $0.isOn && $0.reachesPeople } }

    func named(_ name: String) -> HomeChannel? { channels.first { $0.name == name } }
}

extension HomeChannel {
    /// The subscription of a browser, which the browser makes itself.
    static let push = "web_push"
    /// No channel: where links in messages lead.
    static let links = "links"
    /// The house's broker.
    static let house = "mqtt"

    var reachesPeople: Bool { ![Self.links, Self.house].contains(name) }
}
