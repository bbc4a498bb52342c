import Care
import Wording

/// Told where no board that is used opens the chores: nobody would hear them with the switch.
struct ChoreCardsMissing {
    /// The board with which scanning begins, by the name of its file.
    let chorelessBoard: String
    let words: Text
    let button: Text

    static let path = "/chores/cards"

    static let route = PageRoute(.post, path, for: [.coordinator]) { call, _ in
        let name = call.form["board"] ?? ""
        let path = CardPages.api(name)
        let board: HomeBoard = try await call.api.get(path)
        // Pressed twice, or by two: they are there.
        if !board.cards.contains(where: { $0.fields["list"] == "chores" }) {
            let _: HomeBoard = try await call.api.send(
                "POST", path + "/changes",
                BoardRevision(version: board.version, changes: [cards(in: board.language, call)]))
        }
        return .seeOther("/boards/" + PageText.escaped(name))
    }

    /// - Returns: `nil` for whoever may not change boards, and where the chores are heard already.
    static func read(_ call: PageCall, _ viewer: Viewer) async -> Self? {
        guard viewer.person.role == .coordinator, viewer.canWriteFiles else { return nil }
        // Where they cannot be read, the page goes without.
        let page: HomeFilePage? = try? await call.api.get("files")
        let used = page?.files.filter { $0.kind == .board && ($0.isStart || $0.isInUse) } ?? []
        guard let start = used.first(where: \.isStart), start.errors == 0,
            !used.contains(where: \.opensChores)
        else { return nil }
        let board = ["board": Text.Value.verbatim(start.title ?? start.name)]
        return Self(
            chorelessBoard: start.name, words: Text("chores.no_cards"),
            button: Text("chores.put_cards", board))
    }

    /// A group of what belongs to chores, in the language of the board.
    private static func cards(in language: String, _ call: PageCall) -> CardChange {
        var request = call.request
        request.languages = [language] + [request.homeLanguage].compactMap(\.self)
        let say = call.site.translation(for: request)
        let cards = zip(cardSymbols, lists).map { symbol, card in
            CardFields(["label": say(Text(card.label)), "symbol": symbol, "list": card.list])
        }
        return CardChange(
            .add, fields: ["label": say(Text("chores.card_group")), "symbol": cardSymbols[0]], group: cards,
            to: CardPlace())
    }

    private static let lists: [(label: String, list: String)] = [
        ("chores.title", "chores"), ("points.title", "points"), ("rewards.title", "rewards"),
        ("chores.card_people", "people"),
    ]
    /// Of the same cards, as the shipped board for families has them.
    private static let cardSymbols = ["🧹", "⭐", "🎁", "👪"]

    static let template = """
        {{#choreCards}}<section class="card" data-key="chore-cards"><p>{{words}}</p>
        \(Form.post(path, class: "row", sends: ["board": "{{chorelessBoard}}"]))<button>{{button}}</button></form></section>{{/choreCards}}
        """
}
