import Care
import Wording

/// A board whose cards can be changed: in the order of its file, level by level, each with what it costs.
struct CardBoard {
    /// Names differ from all names of the page: a missing value is looked up in the enclosing context.
    struct Card: TemplateRow {
        let href: String
        let anchor: String
        let place: String?
        let sign: String?
        let photo: String?
        let caption: String
        let doing: Text
        let tone: String
        let shape: String
        let price: Text?
        let remarks: [Remark]

        var fields: [Field] {
            [
                ("href", href), ("anchor", anchor), ("place", place), ("sign", sign), ("photo", photo),
                ("caption", caption), ("doing", doing), ("tone", tone), ("shape", shape), ("price", price),
                ("remarks", remarks),
            ]
        }
    }

    /// What is wrong with a card, or should be looked at.
    struct Remark {
        let tone: String
        let sentence: Text
    }

    struct Level {
        let anchor: String
        let title: String
        let cards: [Card]
        let addItem: String
    }

    struct Step {
        let action: String
        let seen: String
        let what: Text
    }

    let how: Text?
    let total: Text?
    let levels: [Level]
    let undoing: Step?
    let redoing: Step?
    let addGroup: String
    let addBoard: String
    var about: BoardAbout

    /// - Parameter pictures: What stands before the path of a picture; `nil` where none can be shown.
    init(_ board: HomeBoard, pictures: String?) {
        let base = Self.path(board.name)
        let drawn = board.drawing.map(DrawnBoard.init)
        let groups = CardGroups(board)
        how = drawn?.how
        total = drawn?.total
        let findings = Dictionary(grouping: board.findings.filter { $0.card != nil }) { $0.card ?? "" }
        func card(_ card: BoardCard) -> Card {
            let symbol = ShownSymbol(card.fields["symbol"], at: pictures)
            let priority = card.fields["request"].flatMap(Priority.init)
            return Card(
                href: "\(base)/items/\(card.path)", anchor: Self.anchor(card.path), place: card.number,
                sign: symbol.sign, photo: symbol.photo,
                caption: card.label, doing: CardWords.does(card, in: board, groups),
                tone: priority.map { $0 == .normal ? "" : "word \($0.rawValue)" } ?? "",
                shape: card.isGroup || card.fields["open"] != nil ? "group" : "",
                price: card.steps.map {
                    Text("boards.cost", count: $0, ["seconds": DrawnBoard.tenths(card.seconds ?? 0)])
                },
                remarks: (findings[card.path] ?? []).map {
                    Remark(
                        tone: $0.severity == .error ? "urgent" : "soon",
                        sentence: .sentence(.written($0.message)))
                })
        }
        let byGroup = Dictionary(grouping: board.cards) { CardGroups.group(of: $0.path) }
        func level(_ group: BoardCard?) -> Level {
            let inside = byGroup[group?.path ?? ""] ?? []
            return Level(
                anchor: "level-" + (group.map { Self.anchor($0.path) } ?? "start"),
                title: group?.label ?? board.title, cards: inside.map(card),
                addItem: "\(base)/items/new?kind=item"
                    + (group.map { "&in=" + PageText.escaped(groups.key(of: $0.path)) } ?? ""))
        }
        levels = [level(nil)] + board.cards.filter(\.isGroup).map { level($0) }
        func step(_ step: BoardStep?, _ direction: BoardStepping.Direction) -> Step? {
            step.map {
                Step(
                    action: "\(base)/steps?step=\(direction.rawValue)", seen: board.version,
                    what: CardWords.step($0))
            }
        }
        undoing = step(board.undo, .undo)
        redoing = step(board.redo, .redo)
        addGroup = "\(base)/items/new?kind=group"
        addBoard = "\(base)/items/new?kind=board"
        about = BoardAbout(board)
    }

    static func path(_ name: String) -> String { "/boards/" + PageText.escaped(name) }

    static func anchor(_ path: String) -> String {
        "card-" + path.split(separator: ".").joined(separator: "-")
    }

    private static func step(_ name: String, _ icon: Icon, _ words: String) -> String {
        """
        {{#\(name)}}\(Form.post("{{action}}", sends: ["version": "{{seen}}"]))<button>\(icon.html)<span>\(words) \
        <span class="quiet">{{what}}</span></span></button></form>{{/\(name)}}
        """
    }

    static let template = """
        <div class="row steps">\(step("undoing", .undo, "[[cards.undo]]"))\(step("redoing", .redo, "[[cards.redo]]"))</div>
        <p class="quiet">[[cards.tap_to_change]] {{how}} {{total}}</p>
        {{#levels}}<section aria-labelledby="{{anchor}}"><h2 id="{{anchor}}">{{title}}</h2>
        <ol class="board">
        {{#cards}}<li class="{{shape}}"><span class="number">{{place}}</span>
        {{#photo}}<img src="{{.}}" alt="" loading="lazy">{{/photo}}
        {{#sign}}<span class="symbol" aria-hidden="true">{{.}}</span>{{/sign}}
        <strong><a href="{{href}}" id="{{anchor}}" data-sheet>{{caption}}</a></strong>
        <span class="{{tone}}">{{doing}}</span>
        {{#price}}<span class="cost">{{.}}</span>{{/price}}
        {{#remarks}}<span class="word {{tone}}">{{sentence}}</span>{{/remarks}}</li>{{/cards}}
        <li class="more"><strong><a href="{{addItem}}" data-sheet>\(Icon.add.html) [[cards.add_item]]</a></strong></li>
        </ol></section>{{/levels}}
        <p class="row"><a class="button" href="{{addGroup}}" data-sheet>[[cards.add_group]]</a>
        <a class="button" href="{{addBoard}}" data-sheet>[[cards.add_board]]</a></p>
        {{#about}}\(BoardAbout.template){{/about}}
        """
}
