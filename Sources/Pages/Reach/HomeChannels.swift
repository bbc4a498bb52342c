import Care

extension ChannelPage {
    /// Those that the home has switched on.
    var inUse: [HomeChannel] { channels.filter { $0.isOn && $0.name != HomeChannel.links } }

    func named(_ name: String) -> HomeChannel? { channels.first { $0.name == name } }
}

extension HomeChannel {
    /// The subscription of a browser, which the browser makes itself.
    static let push = "web_push"
    /// No channel: where links in messages lead.
    static let links = "links"
}
