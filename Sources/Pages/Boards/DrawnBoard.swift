import Care

/// A board in the order of scanning: the cards of its first level, then those behind each group, in the order of
/// scanning.
struct DrawnBoard {
    struct Card {
        let number: String
        let symbol: String?
        /// The path of a picture in the folder of the boards, for an address.
        let picture: String?
        let label: String
        let does: String
        let style: String
        /// `group`, `back`, or nothing.
        let kind: String
        let cost: String?
        /// Where what it opens is drawn. Its name must differ from all names of the page: a missing value is looked up in
        /// the enclosing context.
        let opens: String?
    }

    struct Level {
        let id: String
        let heading: String
        var cards: [Card]
    }

    let how: String
    let total: String?
    let levels: [Level]

    init(_ drawing: BoardDrawing) {
        let words: (String) -> String = { String($0.map { $0 == "_" ? " " : $0 }) }
        how = "\(words(drawing.mode)), \(words(drawing.pattern))"
        total = drawing.meanSeconds.map { mean in
            let worst = drawing.worstSeconds.map { ", at worst \(Self.tenths($0)) s" } ?? ""
            return
                "On average \(Self.tenths(drawing.meanSteps ?? 0)) steps and \(Self.tenths(mean)) s to choose something\(worst)."
        }
        let labels = Dictionary(
            drawing.items.map { ($0.number, $0.label) }, uniquingKeysWith: { one, _ in one })
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
                        heading: group.isEmpty ? drawing.name : "\(group) \((labels[group] ?? nil) ?? "")",
                        cards: []))
            }
            levels[places[group] ?? 0].cards.append(Card(item, isGroup: groups.contains(item.number)))
        }
        self.levels = levels
    }

    /// `2.3` stands in `2`; `2` in nothing.
    private static func group(of number: String) -> String {
        number.split(separator: ".").dropLast().joined(separator: ".")
    }

    /// Of the level that a group opens, in the page.
    fileprivate static func id(_ number: String) -> String { number.isEmpty ? "level" : "level-\(number)" }

    static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    static let template = """
        <p class="quiet">Scanned {{how}}. {{total}}</p>
        {{#levels}}<section id="{{id}}"><h3>{{heading}}</h3>
        <ol class="board">
        {{#cards}}<li class="{{kind}}"><span class="number">{{number}}</span>
        {{#picture}}{{#pictures}}<img src="{{pictures}}{{picture}}" alt="">{{/pictures}}{{/picture}}
        {{#symbol}}<span class="symbol" aria-hidden="true">{{.}}</span>{{/symbol}}
        <strong>{{#opens}}<a href="{{.}}">{{label}}</a>{{/opens}}{{^opens}}{{label}}{{/opens}}</strong>
        <span class="{{style}}">{{does}}</span>
        <span class="cost">{{#cost}}{{.}}{{/cost}}{{^cost}}no key{{/cost}}</span></li>{{/cards}}
        </ol></section>{{/levels}}
        """
}

extension DrawnBoard.Card {
    fileprivate init(_ item: BoardDrawing.Item, isGroup: Bool) {
        // Only a path has one of these.
        let isPicture = item.symbol.map { $0.contains("/") || $0.contains(".") } ?? false
        number = item.number
        symbol = isPicture ? nil : item.symbol
        picture = isPicture ? item.symbol.map(PageText.escaped) : nil
        label = item.label ?? "Go back"
        does = item.does
        style = item.priority.flatMap { $0 == .normal ? nil : "word \($0.rawValue)" } ?? ""
        kind = isGroup || item.opens != nil ? "group" : item.label == nil ? "back" : ""
        cost = item.steps.map {
            "\($0) step\($0 == 1 ? "" : "s"), \(DrawnBoard.tenths(item.seconds ?? 0)) s"
        }
        opens =
            item.opens.map { "/boards/" + PageText.escaped($0) }
            ?? (isGroup ? "#" + DrawnBoard.id(item.number) : nil)
    }
}

/// What is wrong with a file.
struct FoundPart {
    struct Row {
        let key: String
        let line: Int
        let place: String
        let word: String
        let style: String
        let message: String
        let excerpt: String?
        /// Whether it is in the file that is shown, so that a link can lead to its line.
        let isHere: Bool
    }

    let rows: [Row]
    let isGood: Bool

    init(_ findings: [FileFinding], in name: String) {
        rows = findings.enumerated().map { index, finding in
            let isHere = finding.file == name
            return Row(
                key: "finding-\(index)", line: finding.line,
                place:
                    "\(isHere ? "Line" : "\(finding.file), line") \(finding.line), column \(finding.column)",
                word: finding.severity == .error ? "Mistake" : "Look at this",
                style: finding.severity == .error ? "urgent" : "soon",
                message: finding.message + (finding.message.hasSuffix("?") ? "" : "."),
                excerpt: finding.excerpt, isHere: isHere)
        }
        isGood = findings.isEmpty
    }

    static let template = """
        {{#isGood}}<p class="word good">Nothing is wrong with it.</p>{{/isGood}}
        <ul class="cards">{{#rows}}<li class="card" data-key="{{key}}"{{#isHere}} data-line="{{line}}"{{/isHere}}>
        <span class="word {{style}}">{{word}}</span> · {{place}}: {{message}}
        {{#excerpt}}<pre><code>{{.}}</code></pre>{{/excerpt}}</li>{{/rows}}</ul>
        """
}
