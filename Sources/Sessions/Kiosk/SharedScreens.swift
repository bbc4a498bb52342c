import Care

/// Which session each client's screens show at a shared kiosk: the client's own while they have the kiosk or are told
/// something, and else the door. So nobody's board stands on another's screen.
struct SharedScreens: Sendable {
    /// The number of the newest screen of any session.
    private(set) var number: Int64 = 0
    /// The session that each client's screens show, by client.
    private var sources: [Int] = []

    /// The number of the last screen before each client's showed that session: it and earlier ones are another session's.
    private var earlier: [Int64] = []

    /// Whether a screen that was touched is of the session that the client's screens show now.
    func isPresent(_ touched: Int64, at client: Int) -> Bool {
        !earlier.indices.contains(client) || earlier[client] < touched
    }

    func session(shownTo client: Int) -> Int? { sources.indices.contains(client) ? sources[client] : nil }

    /// A session has a new screen.
    ///
    /// - Returns: Whose screens show it, with whose name on it.
    mutating func take(_ screen: Screen, of session: Int, of members: ArraySlice<KioskSession>) -> [(
        Int, Screen
    )] {
        number = max(number, screen.number)
        return sources.indices.filter { sources[$0] == session }.map { client in
            var shown = screen
            shown.client = members[client].clientID
            return (client, shown)
        }
    }

    /// Somebody else may have the kiosk now.
    ///
    /// - Returns: The sessions that have to show themselves anew.
    mutating func choose(for clients: Int, of phase: SharedKiosk.Phase, door: Int) -> [Int] {
        let next = (0..<clients).map { client in
            phase == .tells(client) || phase == .isUsed(by: client) ? client : door
        }
        let changed = next.indices.filter { session(shownTo: $0) != next[$0] }
        if earlier.isEmpty { earlier = Array(repeating: 0, count: clients) }
        for client in changed { earlier[client] = number }
        sources = next
        return Set(changed.map { next[$0] }).sorted()
    }
}
