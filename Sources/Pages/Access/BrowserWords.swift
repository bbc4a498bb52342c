import Wording

/// What a browser says of itself, as people call it.
enum BrowserWords {
    /// The first that is found counts: most say of themselves that they are also what came before them.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"), ("Chrom", "Chrome"), ("Safari", "Safari"),
    ]
    private static let machines = [
        ("iPhone", "browser.on_iphone"), ("iPad", "browser.on_ipad"), ("Android", "browser.on_android"),
        ("CrOS", "browser.on_chromebook"), ("Windows", "browser.on_windows"), ("Macintosh", "browser.on_mac"),
        ("Linux", "browser.on_linux"),
    ]

    /// `Chrome on Android`; unchanged for a browser that few people use.
    static func words(_ agent: String) -> Text {
        guard !agent.isEmpty else { return Text("browser.unknown") }
        guard let browser = browsers.first(where: { agent.contains($0.0) }) else { return .verbatim(agent) }
        let machine = machines.first { agent.contains($0.0) }
        return machine.map { Text($0.1, ["browser": .verbatim(browser.1)]) } ?? .verbatim(browser.1)
    }
}
