public import Wording

extension TuningReport {
    /// The report as a self-contained page: no script, nothing loaded, fit to be printed.
    ///
    /// - Parameters:
    ///   - words: Of its reader's language.
    ///   - client: The client's name.
    ///   - period: When the presses were made; `nil` if not known.
    public func page(_ words: Translation, client: String, period: Text?) -> String {
        func said(_ text: Text) -> String { Self.escaped(words(text)) }
        let title = said(Text("tune.page_title", ["client": .verbatim(client)]))
        return """
            <!DOCTYPE html>
            <html lang="\(words.language)" dir="\(words.isRightToLeft ? "rtl" : "ltr")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            body { font-family: sans-serif; font-size: 1.1em; line-height: 1.5; max-width: 46em; margin: 0 auto; padding: 1em; color: #1a202c; background: #fff; }
            h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 1.6em; } h3 { font-size: 1em; margin: 0; }
            svg { width: 100%; height: auto; border: 1px solid #a0aec0; }
            table { border-collapse: collapse; width: 100%; }
            th, td { text-align: left; vertical-align: top; padding: 0.3em 0.8em 0.3em 0; border-bottom: 1px solid #cbd5e0; font-weight: normal; }
            th { font-weight: bold; white-space: nowrap; } .count { white-space: nowrap; }
            .proposal { border: 1px solid #a0aec0; padding: 0.6em 0.9em; margin: 0.8em 0; }
            .change { border-width: 3px; border-color: #1a202c; }
            .value { font-weight: bold; }
            code { font-size: 1em; }
            @media print { body { font-size: 10.5pt; padding: 0; } .proposal, svg, tr { page-break-inside: avoid; } }
            </style>
            </head>
            <body>
            <h1>\(title)</h1>
            <p>\(said(.sentence(facts(period))))</p>
            \(svg(words))<p>\(said(summary)) \(said(marksInWords))</p>
            <h2>\(said(Text("tune.went_wrong")))</h2>
            <table>
            \(tally.map { Self.row(said($0.name), said($0.count), said($0.meaning)) }.joined(separator: "\n"))
            </table>
            \(knownSection(said))<h2>\(said(Text("tune.proposals")))</h2>
            \(proposals.map { Self.section($0, said) }.joined(separator: "\n"))
            <p>\(said(Text(changes.isEmpty ? "tune.page_nothing" : "tune.page_approve")))</p>
            </body>
            </html>

            """
    }

    private func knownSection(_ said: (Text) -> String) -> String {
        guard let knownSummary else { return "" }
        let curve = histogram.spans.isEmpty ? "" : " " + said(Text("tune.known_curve"))
        return """
            <h2>\(said(Text("tune.known")))</h2>
            <table>
            \(knownRows.map { Self.row(said($0.name), said($0.count), said($0.meaning)) }.joined(separator: "\n"))
            </table>
            <p>\(said(knownSummary))\(curve)</p>

            """
    }

    /// - Parameters: What is said, fit for HTML.
    private static func row(_ name: String, _ count: String, _ meaning: String) -> String {
        "<tr><th scope=\"row\">\(name)</th><td class=\"count\">\(count)</td><td>\(meaning)</td></tr>"
    }

    private static func section(_ proposal: TuningProposal, _ said: (Text) -> String) -> String {
        let effect = proposal.effect.map { "<p>\(said($0))</p>" } ?? ""
        return
            "<div class=\"proposal\(proposal.verdict == .change ? " change" : "")\"><h3><code>\(proposal.option.rawValue)</code>: <span class=\"value\">\(said(proposal.headline))</span></h3><p>\(said(proposal.reason))</p>\(effect)</div>"
    }
}
