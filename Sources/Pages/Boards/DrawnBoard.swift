import Care

/// A board in the order in which it is scanned.
struct DrawnBoard {
    struct Row {
        let number: String
        let level: Int
        let symbol: String?
        let label: String
        let does: String
        let style: String
        let cost: String?
        let path: String?
    }

    let how: String
    let total: String?
    let rows: [Row]

    init(_ drawing: BoardDrawing) {
        let words: (String) -> String = { String($0.map { $0 == "_" ? " " : $0 }) }
        how = "\(words(drawing.mode)), \(words(drawing.pattern))"
        total = drawing.meanSeconds.map { mean in
            let worst = drawing.worstSeconds.map { ", at worst \(Self.tenths($0)) s" } ?? ""
            return
                "On average \(Self.tenths(drawing.meanSteps ?? 0)) steps and \(Self.tenths(mean)) s to choose something\(worst)."
        }
        rows = drawing.items.map { item in
            let isEmoji = item.symbol.map { $0.count <= 4 } ?? false
            return Row(
                number: item.number, level: min(item.number.split(separator: ".").count, 8),
                symbol: isEmoji ? item.symbol : item.symbol.map { _ in "🖼️" }, label: item.label ?? "Go back",
                does: item.does, style: item.priority.flatMap(HistoryWords.priority) ?? "",
                cost: item.steps.map {
                    "\($0) step\($0 == 1 ? "" : "s"), \(Self.tenths(item.seconds ?? 0)) s"
                },
                path: item.opens.map { "/boards/" + PageText.escaped($0) })
        }
    }

    static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    static let template = """
        <p class="quiet">Scanned {{how}}. {{total}}</p>
        <ol class="board">
        {{#rows}}<li class="level-{{level}}"><span class="quiet">{{number}}</span>
        <span class="symbol" aria-hidden="true">{{symbol}}</span>
        <span class="what"><strong>{{#path}}<a href="{{.}}">{{label}}</a>{{/path}}{{^path}}{{label}}{{/path}}</strong>
        <span class="word {{style}}">{{does}}</span></span>
        <span class="cost">{{#cost}}{{.}}{{/cost}}{{^cost}}no key{{/cost}}</span></li>{{/rows}}
        </ol>
        """
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
        /// Whether it is in the file that is shown, so that its line can be gone to.
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
