/// How often something is done within a minute at most.
struct HouseRate: Sendable {
    private static let within: Duration = .seconds(60)

    private let most: Int
    /// When it was done within the last minute.
    private var past: [Duration] = []

    init(_ most: Int) { self.most = most }

    /// Whether it may be done now; then it counts as done.
    ///
    /// - Parameter uptime: By a clock that only goes forward.
    mutating func allows(at uptime: Duration) -> Bool {
        past.removeAll { uptime - $0 >= Self.within }
        guard past.count < most else { return false }
        past.append(uptime)
        return true
    }
}
