extension TuningReport {
    /// The report for a terminal.
    ///
    /// - Parameters:
    ///   - width: columns, from 60.
    ///   - period: when the presses were made, as the first lines tell it; empty if not known.
    public func text(width: Int, period: String) -> String {
        let width = max(width, 60)
        let choices = TuningWords.count(timed.count, "choice", "choices")
        let head = [choices, period, "mode \(parameters.mode.rawValue)"].filter { !$0.isEmpty }
        var lines = Self.wrapped(
            "How the switch is pressed: \(head.joined(separator: ", "))", width: width, indent: 0)
        lines.append("")
        lines += picture(width: width)
        lines += Self.wrapped(summary, width: width, indent: 2) + [""]
        lines += ["What went wrong, and what did not count"]
        let names = tally.map(\.name.count).max() ?? 0
        let counts = tally.map(\.count.count).max() ?? 0
        for row in tally {
            let start = "  \(Self.padded(row.name, names))  \(Self.padded(row.count, counts))  "
            lines += Self.wrapped(row.meaning, width: width, indent: start.count, first: start)
        }
        lines += ["", "Proposals"]
        let options = proposals.map(\.option.rawValue.count).max() ?? 0
        for proposal in proposals {
            lines.append("  \(Self.padded(proposal.option.rawValue, options))  \(proposal.headline)")
            lines += Self.wrapped(proposal.reason, width: width, indent: 6)
            if let effect = proposal.effect { lines += Self.wrapped(effect, width: width, indent: 6) }
        }
        return lines.joined(separator: "\n")
    }

    /// One row a span, with the scan time as a line between them.
    private func picture(width: Int) -> [String] {
        let histogram = histogram
        guard !histogram.spans.isEmpty || histogram.during > 0 else { return [] }
        let room = width - 22
        let highest = max(histogram.highest, 1)
        func bar(_ count: Int, _ mark: Character) -> String {
            let length = Int((Double(count) / Double(highest) * Double(room)).rounded(.up))
            return String(repeating: mark, count: count > 0 ? max(length, 1) : 0)
        }
        func row(_ name: String, _ span: PressHistogram.Span) -> String {
            let bars = bar(span.inTime, "█") + bar(span.late, "▒")
            let count = span.count > 0 ? " \(span.count)" : ""
            return span.count > 0 ? "  \(Self.padded(name, 13)) \(bars.prefix(room))\(count)" : "  \(name)"
        }
        var lines = ["  seconds after the word"]
        if histogram.during > 0 {
            lines.append(row("during it", .init(from: 0, to: 0, inTime: histogram.during, late: 0)))
        }
        var marks = [
            (parameters.scanTime / .seconds(1), "scan_time \(TuningWords.value(parameters.scanTime))")
        ]
        if let proposed = proposedScanTime {
            marks.append((proposed / .seconds(1), "proposed \(TuningWords.value(proposed))"))
        }
        marks.sort { $0.0 < $1.0 }
        for span in histogram.spans {
            lines.append(row("\(Self.plain(span.from))–\(Self.plain(span.to))", span))
            while let mark = marks.first, mark.0 <= span.to + 1e-9 {
                let text = "  ──────────── \(mark.1) "
                lines.append(text + String(repeating: "─", count: max(0, width - 4 - text.count)))
                marks.removeFirst()
            }
        }
        if histogram.beyond > 0 {
            lines.append(row("later", .init(from: 0, to: 0, inTime: histogram.beyond, late: 0)))
        }
        if histogram.spans.contains(where: { $0.late > 0 }) {
            lines.append("  ▒ counted for the word before")
        }
        return lines + [""]
    }

    /// `0.25`, in hundredths.
    static func plain(_ seconds: Double) -> String { String(TuningWords.seconds(seconds).dropLast(2)) }

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
