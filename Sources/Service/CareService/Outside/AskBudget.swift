import Care

/// How often people may have something outside read, so that nobody searches a network with it.
struct AskBudget: Sendable {
    private static let most = 20
    private static let within: Duration = .seconds(600)
    /// Where there were too many.
    static let spent = CareProblem(.tooMany, "it was read very often just now: try again in ten minutes")

    /// When each has asked lately, by the steady clock.
    private var asked: [String: [Duration]] = [:]

    /// Counts one more; `false`: there were too many.
    ///
    /// - Parameter uptime: Now, by the steady clock.
    mutating func take(of key: String, at uptime: Duration) -> Bool {
        let lately = (asked[key] ?? []).filter { $0 + Self.within > uptime }
        let mayAsk = lately.count < Self.most
        asked[key] = lately + (mayAsk ? [uptime] : [])
        return mayAsk
    }
}
