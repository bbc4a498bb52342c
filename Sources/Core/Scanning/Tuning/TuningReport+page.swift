extension TuningReport {
    /// The report as a self-contained page: no script, nothing loaded, fit to be printed.
    ///
    /// - Parameters:
    ///   - client: the client's name.
    ///   - period: when the presses were made; empty if not known.
    public func page(client: String, period: String) -> String {
        let title = Self.escaped("How \(client) presses the switch")
        let choices = TuningWords.count(timed.count, "choice", "choices")
        let head = Self.escaped(
            "\(choices)\(period.isEmpty ? "" : ", \(period)"), mode \(parameters.mode.rawValue)")
        return """
            <!DOCTYPE html>
            <html lang="en">
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
            <p>\(head).</p>
            \(svg)<p>\(Self.escaped(summary)) \(Self.escaped(marksInWords))</p>
            <h2>What went wrong, and what did not count</h2>
            <table>
            \(tally.map(Self.row).joined(separator: "\n"))
            </table>
            <h2>Proposals</h2>
            \(proposals.map(Self.section).joined(separator: "\n"))
            <p>\(Self.escaped(closing))</p>
            </body>
            </html>

            """
    }

    private var closing: String {
        changes.isEmpty
            ? "Nothing needs to be changed."
            : "Nothing has been changed. What a caregiver approves is written by `beckon tune --approve` with the names of the options, and `--by` with their own."
    }

    private static func row(_ row: (name: String, count: String, meaning: String)) -> String {
        "<tr><th scope=\"row\">\(escaped(row.name))</th><td class=\"count\">\(escaped(row.count))</td><td>\(escaped(row.meaning))</td></tr>"
    }

    private static func section(_ proposal: TuningProposal) -> String {
        let effect = proposal.effect.map { "<p>\(escaped($0))</p>" } ?? ""
        return
            "<div class=\"proposal\(proposal.verdict == .change ? " change" : "")\"><h3><code>\(proposal.option.rawValue)</code>: <span class=\"value\">\(escaped(proposal.headline))</span></h3><p>\(escaped(proposal.reason))</p>\(effect)</div>"
    }
}
