import Boards
public import Care
import HomeFiles

extension HomeFileKeeper {
    /// What calls on the board that scanning begins with, and on those that it opens, in their order; a board with mistakes has what it had
    /// last without.
    public func callCards() -> [CallCard] {
        let settings = settings
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
