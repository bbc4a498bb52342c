public import Wording

extension TuningReport {
    /// The report for a terminal.
    ///
    /// - Parameters:
    ///   - words: Of its reader's language.
    ///   - width: Columns, from 60.
    ///   - period: When the presses were made, as the first lines tell it; `nil` if not known.
    public func text(_ words: Translation, width: Int, period: Text?) -> String {
        let width = max(width, 60)
        var lines = Self.wrapped(
            words(Text("tune.heading", ["facts": .text(facts(period))])), width: width, indent: 0)
        lines.append("")
        lines += picture(words, width: width)
        lines += Self.wrapped(words(summary), width: width, indent: 2) + [""]
        lines += [words(Text("tune.went_wrong"))] + Self.table(tally, words, width: width)
        if let knownSummary {
            lines += ["", words(Text("tune.known"))] + Self.table(knownRows, words, width: width)
            lines += Self.wrapped(words(knownSummary), width: width, indent: 2)
        }
        lines += ["", words(Text("tune.proposals"))]
        let options = proposals.map(\.option.rawValue.count).max() ?? 0
        for proposal in proposals {
            lines.append("  \(Self.padded(proposal.option.rawValue, options))  \(words(proposal.headline))")
            lines += Self.wrapped(words(proposal.reason), width: width, indent: 6)
            if let effect = proposal.effect {
                lines += Self.wrapped(words(effect), width: width, indent: 6)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// One row a span, with the scan time as a line between them.
    private func picture(_ words: Translation, width: Int) -> [String] {
        let histogram = histogram
        guard !histogram.spans.isEmpty || histogram.during > 0 else { return [] }
        let (during, later) = (words(Text("tune.during_it")), words(Text("tune.later")))
        let names = max(13, during.count, later.count)
        let room = width - names - 9
        let highest = max(histogram.highest, 1)
        func bar(_ count: Int, _ mark: Character) -> String {
            let length = Int((Double(count) / Double(highest) * Double(room)).rounded(.up))
            return String(repeating: mark, count: count > 0 ? max(length, 1) : 0)
        }
        func plain(_ seconds: Double) -> String { words.decimal(seconds, places: 2) }
        func row(_ name: String, _ span: PressHistogram.Span) -> String {
            let bars = bar(span.inTime, "█") + bar(span.late, "▒")
            let count = span.count > 0 ? " \(words.number(span.count))" : ""
            return span.count > 0 ? "  \(Self.padded(name, names)) \(bars.prefix(room))\(count)" : "  \(name)"
        }
        var lines = ["  " + words(Text("tune.seconds_after"))]
        if histogram.during > 0 {
            lines.append(row(during, .init(from: 0, to: 0, inTime: histogram.during, late: 0)))
        }
        func mark(_ name: String, _ time: Duration) -> (Double, String) {
            (time / .seconds(1), words(Text(name, ["time": TuningWords.value(time)])))
        }
        var marks = [mark("tune.line_now", parameters.scanTime)]
        if let proposed = proposedScanTime { marks.append(mark("tune.line_proposed", proposed)) }
        marks.sort { $0.0 < $1.0 }
        for span in histogram.spans {
            lines.append(row("\(plain(span.from))–\(plain(span.to))", span))
            while let mark = marks.first, mark.0 <= span.to + 1e-9 {
                let text = "  ──────────── \(mark.1) "
                lines.append(text + String(repeating: "─", count: max(0, width - 4 - text.count)))
                marks.removeFirst()
            }
        }
        if histogram.beyond > 0 {
            lines.append(row(later, .init(from: 0, to: 0, inTime: histogram.beyond, late: 0)))
        }
        if histogram.spans.contains(where: { $0.late > 0 }) {
            lines.append("  ▒ " + words(Text("tune.late_means")))
        }
        return lines + [""]
    }

    private static func table(
        _ rows: [Row], _ words: Translation, width: Int
    ) -> [String] {
        let rows = rows.map { (name: words($0.name), count: words($0.count), meaning: words($0.meaning)) }
        let names = rows.map(\.name.count).max() ?? 0
        let counts = rows.map(\.count.count).max() ?? 0
        return rows.flatMap { row in
            let start = "  \(padded(row.name, names))  \(padded(row.count, counts))  "
            return wrapped(row.meaning, width: width, indent: start.count, first: start)
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func wrapped(_ text: String, width: Int, indent: Int, first: String? = nil) -> [String] {
        let start = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = first ?? start
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = start
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }
}
