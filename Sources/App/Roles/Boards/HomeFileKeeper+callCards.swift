import Boards
public import Care
import HomeFiles
import StaffFiles

extension HomeFileKeeper {
    /// What calls on the board that a client's scanning begins with, and on those that it opens, in their order; a board with mistakes has
    /// what it had last without. Those of the home's own client where the home has no board of theirs: they must be able to call.
    public func callCards(of client: String) -> [CallCard] {
        let settings = settings
        if client == settings.client.id { return callCards(by: settings) }
        if let written = clientSettings(client) { return callCards(by: written) }
        // Who shares the kiosk of this machine has boards in a folder of their own.
        let folder = KioskMember.folders(in: home, settings).first { $0.settingsInUse.client.id == client }
        guard let folder else { return callCards(by: settings) }
        let keeper = HomeFileKeeper(home: folder, share: share)
        return keeper.callCards(by: keeper.settings)
    }

    /// What the pages have written for a client besides the home's own.
    private func clientSettings(_ client: String) -> HomeSettings? {
        let scope = SettingsScope.client(client)
        guard SettingsScope(fileName: scope.fileName) == scope,
            let place = try? HomeFilePlace(scope.fileName, in: home), let bytes = try? bytes(of: place)
        else { return nil }
        return SettingsReader.readable(bytes, file: place.path)
    }

    private func callCards(by settings: HomeSettings) -> [CallCard] {
        let start = settings.startBoard(in: home)
        guard let place = otherBoards(nil).first(where: { $0.path == start }),
            let set = goodBoards(place, settings)
        else { return [] }
        var cards: [CallCard] = []
        var seen: Set<String> = []
        func add(_ items: [BoardItem], in group: String?) {
            for item in items {
                switch item.action {
                case .request(let priority):
                    cards.append(
                        CallCard(
                            need: item.id, label: item.label, called: item.called, say: item.say,
                            symbol: item.symbol, priority: priority, group: group))
                case .group(let inside): add(inside, in: item.label)
                case .open(let path): open(path, as: item.label)
                case .speak, .list, .pace, .propose: continue
                }
            }
        }
        func open(_ path: String, as group: String?) {
            // Boards may open each other.
            guard seen.insert(path).inserted, let board = set.boards[path] else { return }
            add(board.items, in: group)
        }
        open(set.start, as: nil)
        return cards
    }
}
