import Boards
public import Care
import HomeFiles
import StaffFiles

extension HomeFileKeeper {
    /// What calls on the board that a client's scanning begins with, and on those that it opens, in their order; a board with mistakes has
    /// what it had last without. Those of the home's own client where the home has no board of theirs: they must be able to call.
    ///
    /// - Parameter language: In which somebody reads labels and groups of cards that are lent, as far as the home has that board in it:
    ///   `home.de.yaml` beside `home.yaml`. What is said of a call stays in the home's language.
    public func callCards(of client: String, in language: String? = nil) -> CallCardPage {
        let settings = settings
        if client == settings.client.id { return CallCardPage(cards: callCards(by: settings)) }
        if let written = clientSettings(client) { return CallCardPage(cards: callCards(by: written)) }
        // Who shares the kiosk of this machine has boards in a folder of their own.
        let folder = KioskMember.folders(in: home, settings).first { $0.settingsInUse.client.id == client }
        guard let folder else {
            let lent = withHelp(read(callCards(by: settings), in: language), in: language)
            return CallCardPage(cards: lent, isLent: true)
        }
        let keeper = HomeFileKeeper(home: folder, share: share)
        return CallCardPage(cards: keeper.callCards(by: keeper.settings))
    }

    /// What somebody in this home can ask for with a card, by its label and as sentences name it: on the boards with which scanning begins,
    /// and on those that they open.
    public func cardWords() -> [String] {
        let members = KioskMember.folders(in: home, settings).map { HomeFileKeeper(home: $0, share: share) }
        let cards =
            ([settings] + clientsSettings).flatMap { callCards(by: $0) }
            + members.flatMap { $0.callCards(by: $0.settings) }
        return Set(cards.flatMap { [$0.label, $0.called] }).sorted()
    }

    /// With help first: whoever has no switch has no help key, and the board that is lent need not have a card for it.
    ///
    /// - Parameter language: In which it is read.
    private func withHelp(_ cards: [CallCard], in language: String?) -> [CallCard] {
        let known = cards.first { $0.need == CallCard.helpNeed }
        let rest = cards.filter { $0.need != CallCard.helpNeed }
        guard var help = known ?? ownHelp() else { return rest }
        help.group = nil
        if known == nil, let tag = language?.lowercased().split(separator: "-").first,
            let words = share?.phrases(like: "phrases.\(tag).yaml"), words.language.hasPrefix(tag)
        {
            help.label = words[.helpLabel]
        }
        return [help] + rest
    }

    /// A call for help in the home's words; `nil` where these cannot be read.
    private func ownHelp() -> CallCard? {
        let said = (try? phrases())?.phrases ?? []
        func words(_ key: PhraseKey) -> String? {
            said.first { $0.key == key.rawValue }.map { $0.text ?? $0.standard }.flatMap {
                $0.isEmpty ? nil : $0
            }
        }
        guard let label = words(.helpLabel), let called = words(.helpCalled), let say = words(.helpSay) else {
            return nil
        }
        return CallCard(
            need: CallCard.helpNeed, label: label, called: called, say: say, symbol: "🆘", priority: .urgent)
    }

    /// The same cards with the words of the board in another language that has them too.
    private func read(_ cards: [CallCard], in language: String?) -> [CallCard] {
        guard let language = language?.lowercased().split(separator: "-").first.map(String.init),
            let start = otherBoards(nil).first(where: { $0.path == settings.startBoard(in: home) })
        else { return cards }
        let parts = start.name.split(separator: ".")
        guard (2...3).contains(parts.count), let base = parts.first else { return cards }
        let names = ["\(base).\(language).yaml", "\(base).yaml"]
        let there = names.compactMap { name in otherBoards(start).first { $0.name == name } }.first { place in
            let tag = goodBoards(place, settings)?.boards[place.path]?.language.lowercased()
            return tag == language || tag?.hasPrefix(language + "-") == true
        }
        guard let there else { return cards }
        let words = Dictionary(callCards(from: there, settings).map { ($0.need, $0) }) { first, _ in first }
        return cards.map { card in
            guard let other = words[card.need] else { return card }
            var card = card
            (card.label, card.group) = (other.label, other.group)
            return card
        }
    }

    /// What the pages have written for a client besides the home's own.
    func clientSettings(_ client: String) -> HomeSettings? {
        let scope = SettingsScope.client(client)
        guard SettingsScope(fileName: scope.fileName) == scope,
            let place = try? HomeFilePlace(scope.fileName, in: home), let bytes = try? bytes(of: place)
        else { return nil }
        return SettingsReader.readable(bytes, file: place.path)
    }

    /// The same of every client whom they are written for.
    var clientsSettings: [HomeSettings] {
        scopedNames.compactMap { name in
            guard case .client(let id) = SettingsScope(fileName: name) else { return nil }
            return clientSettings(id)
        }
    }

    private func callCards(by settings: HomeSettings) -> [CallCard] {
        let start = settings.startBoard(in: home)
        guard let place = otherBoards(nil).first(where: { $0.path == start }) else { return [] }
        return callCards(from: place, settings)
    }

    private func callCards(from place: HomeFilePlace, _ settings: HomeSettings) -> [CallCard] {
        guard let set = goodBoards(place, settings) else { return [] }
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
