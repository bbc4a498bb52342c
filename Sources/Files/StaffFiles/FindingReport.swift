public import FoundationEssentials

/// All findings of a check, as people and as programs read them.
public struct FindingReport: Sendable {
    public var findings: [Finding]

    /// Sorts them by place.
    public init(_ findings: [Finding]) { self.findings = findings.sorted }

    /// Every finding with its line and mark, and how many there are; empty without findings.
    public var text: String { text(for: .plain) }

    /// The same, as wide and as coloured as what it is shown on.
    ///
    /// - Parameter summary: How many there are, in another language.
    public func text(for look: TerminalLook, summary: String? = nil) -> String {
        guard !findings.isEmpty else { return "" }
        return findings.map { $0.rendered(for: look) + "\n" }.joined() + (summary ?? self.summary) + "\n"
    }

    public var counts: (errors: Int, warnings: Int) {
        let errors = findings.count { $0.severity == .error }
        return (errors, findings.count - errors)
    }

    /// `2 errors, 1 warning`.
    public var summary: String {
        let (errors, warnings) = counts
        let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
    }

    /// Where it is and what is wrong, one line for each error.
    public var lines: [String] {
        findings.filter { $0.severity == .error }.map { "\($0.file):\($0.line):\($0.column): \($0.message)" }
    }

    private struct Row: Encodable {
        var file: String
        var line: Int
        var column: Int
        var severity: Finding.Severity
        var message: String
    }

    /// `[{"column", "file", "line", "message", "severity"}]`, keys in alphabetical order.
    public func json() throws -> Data {
        try ProgramJSON.data(
            findings.map {
                Row(
                    file: $0.file, line: $0.line, column: $0.column, severity: $0.severity,
                    message: $0.message)
            })
    }
}
