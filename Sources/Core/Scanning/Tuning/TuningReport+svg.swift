public import Wording

extension TuningReport {
    private enum Sheet {
        static let width = 720.0
        static let height = 400.0
        static let left = 52.0
        static let right = 700.0
        static let top = 64.0
        static let bottom = 340.0
    }

    /// The picture as self-contained SVG: no script, no font of its own; readable without colours too.
    ///
    /// - Parameter words: Of its reader's language.
    public func svg(_ words: Translation) -> String {
        let histogram = histogram
        let spans = histogram.spans
        let end = spans.last?.to ?? parameters.scanTime / .seconds(1)
        let width = spans.first.map { $0.to - $0.from } ?? end
        // A column of its own, left of 0, for presses during the word.
        let begin = histogram.during > 0 ? -max(2 * width, 0.13 * end) : 0
        func x(_ seconds: Double) -> Double {
            Sheet.left + (seconds - begin) / (end - begin) * (Sheet.right - Sheet.left)
        }
        let curve = curve(histogram, to: end)
        let highest = max(Double(histogram.highest), curve.map(\.presses).max() ?? 0, 1)
        func height(_ count: Int) -> Double {
            Double(count) / highest * (Sheet.bottom - Sheet.top - 20)
        }
        func bar(_ from: Double, _ to: Double, _ count: Int, above: Int = 0, _ fill: String, _ title: String)
            -> String
        {
            guard count > 0 else { return "" }
            let tall = height(count)
            return
                "<rect x=\"\(Self.f(x(from) + 1))\" y=\"\(Self.f(Sheet.bottom - height(above) - tall))\" width=\"\(Self.f(max(x(to) - x(from) - 2, 1)))\" height=\"\(Self.f(tall))\" fill=\"\(fill)\" stroke=\"#1a365d\" stroke-width=\"0.5\"><title>\(Self.escaped(title))</title></rect>\n"
        }
        var body = ""
        var inWords = [summary, marksInWords]
        body += bar(
            begin * 0.85, begin * 0.35, histogram.during, "#cbd5e0",
            words(Text("tune.bar_during", count: histogram.during)))
        for span in spans {
            let ends: [String: Text.Value] = [
                "from": .decimal(span.from, places: 2), "to": .decimal(span.to, places: 2),
            ]
            body += bar(
                span.from, span.to, span.inTime, "#2b6cb0",
                words(Text("tune.bar", count: span.inTime, ends)))
            body += bar(
                span.from, span.to, span.late, above: span.inTime, "url(#late)",
                words(Text("tune.bar_late", count: span.late, ends)))
        }
        if !curve.isEmpty {
            inWords.append(Text("tune.known_curve"))
            let points = curve.map {
                "\(Self.f(x($0.seconds))),\(Self.f(Sheet.bottom - $0.presses / highest * (Sheet.bottom - Sheet.top - 20)))"
            }
            body +=
                "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#c53030\" stroke-width=\"2.5\"><title>\(Self.escaped(words(Text("tune.known_curve"))))</title></polyline>\n"
        }
        body += axis(spans, from: begin, x: x, during: histogram.during > 0, words)
        body += countAxis(histogram.highest, height: height, words)
        body += marks(x, words)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Sheet.width)) \(Int(Sheet.height))" role="img" aria-labelledby="tune-title tune-desc" font-family="sans-serif" font-size="13" fill="#1a202c">
            <title id="tune-title">\(Self.escaped(words(Text("tune.picture_title"))))</title>
            <desc id="tune-desc">\(Self.escaped(words(.joined(inWords, separator: " "))))</desc>
            <defs><pattern id="late" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#feebc8"/><rect width="3" height="6" fill="#c05621"/></pattern></defs>
            <rect width="\(Int(Sheet.width))" height="\(Int(Sheet.height))" fill="#ffffff"/>
            \(body)</svg>

            """
    }

    /// How many presses of those in the picture the model expects in each of its spans.
    private func curve(
        _ histogram: PressHistogram, to end: Double
    ) -> [(seconds: Double, presses: Double)] {
        guard let known, let first = histogram.spans.first else { return [] }
        let shown = Double(histogram.spans.reduce(0) { $0 + $1.count })
        return known.curve.points(to: end).map { ($0.seconds, $0.density * (first.to - first.from) * shown) }
    }

    private func axis(
        _ spans: [PressHistogram.Span], from begin: Double, x: (Double) -> Double, during: Bool,
        _ words: Translation
    ) -> String {
        let y = Sheet.bottom
        var text =
            "<line x1=\"\(Self.f(Sheet.left))\" y1=\"\(Self.f(y))\" x2=\"\(Self.f(Sheet.right))\" y2=\"\(Self.f(y))\" stroke=\"#1a202c\"/>\n"
        let ends = spans.map(\.from) + (spans.last.map { [$0.to] } ?? [])
        // At most a dozen figures, so that they stay apart.
        let every = max(1, (ends.count + 11) / 12)
        for (index, seconds) in ends.enumerated() where index % every == 0 {
            text +=
                "<line x1=\"\(Self.f(x(seconds)))\" y1=\"\(Self.f(y))\" x2=\"\(Self.f(x(seconds)))\" y2=\"\(Self.f(y + 5))\" stroke=\"#1a202c\"/>"
            text += label(words.decimal(seconds, places: 2), x(seconds), y + 20)
        }
        if during { text += label(words(Text("tune.during_it")), x(begin * 0.6), y + 20, size: 11) }
        let isHatched = spans.contains { $0.late > 0 }
        text += label(
            words(Text(isHatched ? "tune.axis_hatched" : "tune.axis")), (Sheet.left + Sheet.right) / 2, y + 44
        )
        return text
    }

    private func countAxis(
        _ highest: Int, height: (Int) -> Double, _ words: Translation
    ) -> String {
        guard highest > 0 else {
            return label(words(Text("tune.no_press")), Sheet.width / 2, Sheet.height / 2)
        }
        return Set([0, highest / 2, highest]).sorted().map { count in
            label(words.number(count), Sheet.left - 8, Sheet.bottom - height(count) + 4, anchor: "end")
        }.joined()
            + label(
                words(Text("tune.axis_presses")), Sheet.left - 8, Sheet.bottom - height(highest) - 12,
                anchor: "middle")
    }

    /// The scan time now, and the proposed one, each with its words above. They stand on two lines, and on the sides
    /// on which no line runs through words, however near the two are.
    private func marks(_ x: (Double) -> Double, _ words: Translation) -> String {
        let now = parameters.scanTime
        let nowWords = words(Text("tune.mark_now", ["time": TuningWords.value(now)]))
        var marks = [(seconds: now / .seconds(1), words: nowWords, dash: "")]
        if let proposed = proposedScanTime {
            let proposedWords = words(Text("tune.mark_proposed", ["time": TuningWords.value(proposed)]))
            marks.append((proposed / .seconds(1), proposedWords, " stroke-dasharray=\"6 4\""))
        }
        marks.sort { $0.seconds < $1.seconds }
        let isRight = marks.first.map { x($0.seconds) > Sheet.width / 2 } ?? false
        return marks.enumerated().map { index, mark in
            let place = x(mark.seconds)
            let y = (index == 0) == isRight ? 44.0 : 22.0
            let anchor = isRight || place > Sheet.width * 0.75 ? "end" : "start"
            return
                "<line x1=\"\(Self.f(place))\" y1=\"\(Self.f(y + 5))\" x2=\"\(Self.f(place))\" y2=\"\(Self.f(Sheet.bottom))\" stroke=\"#1a202c\" stroke-width=\"2\"\(mark.dash)/>"
                + label(mark.words, place, y, anchor: anchor, weight: "bold")
        }.joined()
    }

    private func label(
        _ text: String, _ x: Double, _ y: Double, anchor: String = "middle", size: Int = 13,
        weight: String = "normal"
    ) -> String {
        "<text x=\"\(Self.f(x))\" y=\"\(Self.f(y))\" text-anchor=\"\(anchor)\" font-size=\"\(size)\" font-weight=\"\(weight)\">\(Self.escaped(text))</text>\n"
    }

    /// With two decimals at most; coordinates need no more.
    private static func f(_ value: Double) -> String {
        let scaled = Int((min(max(value.isFinite ? value : 0, -1e9), 1e9).magnitude * 100).rounded())
        let fraction = String(scaled % 100 + 100).dropFirst()
        return "\(value < 0 && scaled != 0 ? "-" : "")\(scaled / 100).\(fraction)"
    }

    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}
