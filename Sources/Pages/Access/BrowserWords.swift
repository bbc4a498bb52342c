/// What a browser says of itself, as people call it.
enum BrowserWords {
    /// The first that is found counts: most say of themselves that they are also what came before them.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"), ("Chrom", "Chrome"), ("Safari", "Safari"),
    ]
    private static let machines = [
        ("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("CrOS", "a Chromebook"),
        ("Windows", "Windows"),
        ("Macintosh", "a Mac"), ("Linux", "Linux"),
    ]

    /// `Chrome on Android`; unchanged for a browser that few people use.
    static func words(_ agent: String) -> String {
        guard !agent.isEmpty else { return "A browser" }
        let machine = machines.first { agent.contains($0.0) }.map { " on \($0.1)" } ?? ""
        guard let browser = browsers.first(where: { agent.contains($0.0) }) else { return agent }
        return browser.1 + machine
    }
}
