import Care

/// Which ways a client has who lives here and asks for nothing at a kiosk, as a child who does chores: chores and points first, and no way to
/// what is empty for them.
struct ClientWays {
    /// Whether there are sessions or exercises of theirs.
    let hasSessions: Bool

    /// `nil` for everybody else, and where it cannot be read: then all ways are there, in their usual order.
    static func read(_ call: PageCall, _ viewer: Viewer) async -> ClientWays? {
        guard viewer.person.role == .client,
            let cards: CallCardPage = try? await call.api.get("call-cards"), cards.isLent
        else { return nil }
        return ClientWays(hasSessions: await MineSessionList.hasAny(call, viewer))
    }

    /// What stands first, in this order.
    private static let first = [MineChores.base, MinePoints.base]

    /// - Parameter ways: In their usual order.
    func ordered(_ ways: [PageWay]) -> [PageWay] {
        let begins = Self.first.compactMap { path in ways.first { $0.path == path } }
        let rest = ways.filter { way in
            !Self.first.contains(way.path) && way.path != MinePages.base
                && (hasSessions || way.path != MineSessions.base)
        }
        // Calls stand before More.
        let calls = ways.filter { $0.path == MinePages.base }
        let near = rest.prefix { $0.group == .always && $0.path != "/more" }
        return begins + near + calls + rest.dropFirst(near.count)
    }
}
