import Care
import Wording

/// A board in the order of scanning: the cards of its first level, then those behind each group, in the order of
/// scanning.
struct DrawnBoard {
    struct Card {
        let number: String
        let symbol: String?
        /// The path of a picture in the folder of the boards, for an address.
        let picture: String?
        let label: Text
        let does: Text
        let style: String
        /// `group`, `back`, or nothing.
        let kind: String
        let cost: Text?
        /// Where what it opens is drawn. Its name must differ from all names of the page: a missing value is looked up in
        /// the enclosing context.
        let opens: String?
    }

    struct Level {
        let id: String
        let heading: Text
        var cards: [Card]
    }

    let how: Text
    let total: Text?
    let levels: [Level]

    init(_ drawing: BoardDrawing) {
        how = Text(
            "boards.scanned",
            [
                "mode": .text(Self.word(drawing.mode, Self.modes, "boards.mode_")),
                "pattern": .text(Self.word(drawing.pattern, Self.patterns, "boards.pattern_")),
            ])
        total = drawing.meanSeconds.map { mean in
            var values = ["steps": Self.tenths(drawing.meanSteps ?? 0), "seconds": Self.tenths(mean)]
            guard let worst = drawing.worstSeconds else { return Text("boards.mean", values) }
            values["worst"] = Self.tenths(worst)
            return Text("boards.mean_and_worst", values)
        }
        let labels = Dictionary(
            drawing.items.map { ($0.number, Self.label($0)) }, uniquingKeysWith: { one, _ in one })
        let groups = Set(drawing.items.map { Self.group(of: $0.number) })
        var levels: [Level] = []
        var places: [String: Int] = [:]
        for item in drawing.items {
            let group = Self.group(of: item.number)
            if places[group] == nil {
                places[group] = levels.count
                levels.append(
                    Level(
                        id: Self.id(group),
                        heading: group.isEmpty
                            ? .verbatim(drawing.name)
                            : .joined([.verbatim(group), labels[group] ?? .verbatim("")], separator: " "),
                        cards: []))
            }
            levels[places[group] ?? 0].cards.append(Card(item, isGroup: groups.contains(item.number)))
        }
        self.levels = levels
    }

    /// What is on it, in the reader's language where staff have not written it.
    fileprivate static func label(_ item: BoardDrawing.Item) -> Text {
        guard item.action == "row" else { return item.label.map(Text.verbatim) ?? Text("boards.go_back") }
        let number = item.number.split(separator: ".").last.map(String.init) ?? ""
        return Text("boards.row", ["number": .verbatim(number), "label": .verbatim(item.words ?? "")])
    }

    /// What choosing it does.
    fileprivate static func does(_ item: BoardDrawing.Item) -> Text {
        let words = Text.Value.verbatim(item.words ?? "")
        let does: Text =
            switch item.action {
            case "back": Text("boards.does_back")
            case "row": Text("boards.does_row", count: item.count ?? 0)
            case "group": Text("cards.does_group", count: item.count ?? 0)
            case "open": Text("cards.does_open", ["board": words])
            case "say": Text("boards.does_say", ["words": words])
            case "suggestion": Text("boards.does_suggestion", ["label": words])
            case let action:
                CardWords.doing.first { $0.value == action }.map { Text($0.name) } ?? .verbatim(item.does)
            }
        return item.confirm == true ? Text("boards.does_confirmed", ["does": .text(does)]) : does
    }

    /// `2.3` stands in `2`; `2` in nothing.
    private static func group(of number: String) -> String {
        number.split(separator: ".").dropLast().joined(separator: ".")
    }

    /// Of the level that a group opens, in the page.
    fileprivate static func id(_ number: String) -> String { number.isEmpty ? "level" : "level-\(number)" }

    static func tenths(_ value: Double) -> Text.Value { .decimal(value, places: 1) }

    private static let modes: Set = ["automatic", "inverse", "step_dwell", "step", "direct"]
    private static let patterns: Set = ["linear", "group_item", "row_column"]

    /// What a word of the settings means; one that is unknown here stays as it is.
    private static func word(_ word: String, _ known: Set<String>, _ prefix: String) -> Text {
        known.contains(word) ? Text(prefix + word) : .verbatim(String(word.map { $0 == "_" ? " " : $0 }))
    }

    static let template = """
        <p class="quiet">{{how}} {{total}}</p>
        {{#levels}}<section id="{{id}}"><h3>{{heading}}</h3>
        <ol class="board">
        {{#cards}}<li class="{{kind}}"><span class="number">{{number}}</span>
        {{#picture}}{{#pictures}}<img src="{{pictures}}{{picture}}" alt="">{{/pictures}}{{/picture}}
        {{#symbol}}<span class="symbol" aria-hidden="true">{{.}}</span>{{/symbol}}
        <strong>{{#opens}}<a href="{{.}}">{{label}}</a>{{/opens}}{{^opens}}{{label}}{{/opens}}</strong>
        <span class="{{style}}">{{does}}</span>
        <span class="cost">{{#cost}}{{.}}{{/cost}}{{^cost}}[[boards.no_key]]{{/cost}}</span></li>{{/cards}}
        </ol></section>{{/levels}}
        """
}

extension DrawnBoard.Card {
    fileprivate init(_ item: BoardDrawing.Item, isGroup: Bool) {
        number = item.number
        switch item.symbol.map(ScreenSymbol.init(written:)) {
        case nil: (symbol, picture) = (nil, nil)
        case .text(let text): (symbol, picture) = (text, nil)
        case .face(let face): (symbol, picture) = (face.emoji, nil)
        case .picture(let path): (symbol, picture) = (nil, PageText.escaped(path))
        }
        label = DrawnBoard.label(item)
        does = DrawnBoard.does(item)
        style = item.priority.map { $0 == .normal ? "" : "word \($0.rawValue)" } ?? ""
        kind = isGroup || item.opens != nil ? "group" : item.label == nil ? "back" : ""
        cost = item.steps.map {
            Text("boards.cost", count: $0, ["seconds": DrawnBoard.tenths(item.seconds ?? 0)])
        }
        opens =
            item.opens.map { "/boards/" + PageText.escaped($0) }
            ?? (isGroup ? "#" + DrawnBoard.id(item.number) : nil)
    }
}

/// What is wrong with a file.
struct FoundPart {
    /// The line of a finding, with the place that it is about.
    struct Excerpt {
        let before: String
        let place: String
        let after: String

        /// - Parameter column: From 1; behind the end, the place is there.
        init(_ line: String, column: Int) {
            before = String(line.prefix(max(0, column - 1)))
            let rest = line.dropFirst(max(0, column - 1))
            // A word is easier to see than one letter of it.
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            place = rest.isEmpty ? " " : String(word.isEmpty ? rest.prefix(1) : word)
            after = String(rest.dropFirst(place.count))
        }
    }

    struct Row {
        let key: String
        let line: Int
        let word: Text
        let style: String
        /// What it is, and where.
        let message: Text
        let excerpt: Excerpt?
        /// Whether it is in the file that is shown, so that a link can lead to its line.
        let isHere: Bool
    }

    let rows: [Row]
    let isGood: Bool

    init(_ findings: [FileFinding], in name: String) {
        rows = findings.enumerated().map { index, finding in
            let isHere = finding.file == name
            let values: [String: Text.Value] = [
                "file": .verbatim(finding.file), "line": .verbatim(String(finding.line)),
                "column": .verbatim(String(finding.column)),
                "message": .text(.sentence(.written(finding.message))),
            ]
            return Row(
                key: "finding-\(index)", line: finding.line,
                word: Text(finding.severity == .error ? "boards.mistake" : "boards.look_at_this"),
                style: finding.severity == .error ? "urgent" : "soon",
                message: Text(isHere ? "boards.found" : "boards.found_elsewhere", values),
                excerpt: finding.excerpt.map { Excerpt($0, column: finding.column) }, isHere: isHere)
        }
        isGood = findings.isEmpty
    }

    static let template = """
        {{#isGood}}<p class="word good">[[boards.nothing_wrong]]</p>{{/isGood}}
        <ul class="cards">{{#rows}}<li class="card" data-key="{{key}}"{{#isHere}} data-line="{{line}}"{{/isHere}}>
        <span class="word {{style}}">{{word}}</span> · {{message}}
        {{#excerpt}}<pre class="excerpt"><code>{{before}}<mark>{{place}}</mark>{{after}}</code></pre>{{/excerpt}}</li>{{/rows}}</ul>
        """
}
