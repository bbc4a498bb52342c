/// One thing that is wrong, or probably not meant, in a file that staff edit.
public struct Finding: Hashable, Sendable {
    public enum Severity: String, Codable, Hashable, Sendable {
        /// The file is refused.
        case error
        /// The file is taken, but somebody should look.
        case warning
    }

    /// The path as it was given.
    public var file: String
    public var range: SourceRange
    public var severity: Severity
    /// What is wrong and what to do, as one sentence without a full stop at the end.
    public var message: String
    /// The line of the file that it is about; empty where there is none.
    public var excerpt: String
    /// Another file that cannot be read, where that is what is wrong: however many places lead there, it is told once.
    public var cause: String?

    public init(
        file: String, range: SourceRange, severity: Severity, message: String, excerpt: String = "",
        cause: String? = nil
    ) {
        self.file = file
        self.range = range
        self.severity = severity
        self.message = message
        self.excerpt = excerpt
        self.cause = cause
    }

    public var line: Int { range.line }
    public var column: Int { range.column }
}

extension Finding: CustomStringConvertible {
    /// `file:line:column: error: message`, as compilers write it and editors read it.
    public var description: String { "\(file):\(line):\(column): \(severity.rawValue): \(message)" }

    /// The description, the line itself, and a mark below the place.
    public var rendered: String { rendered(for: .plain) }

    /// The same, as wide and as coloured as what it is shown on.
    public func rendered(for look: TerminalLook) -> String {
        // Names and values may hold what steers a terminal, also written as `\e`.
        let (place, message) = (
            ProgramText.visible("\(file):\(line):\(column):"), ProgramText.visible(message)
        )
        let kind = "\(severity.rawValue):"
        // The place may hold spaces, and is one word all the same.
        var head = TerminalText.wrapped(
            [place, kind] + message.split(separator: " ").map(String.init), to: look.columns, indent: 4)
        if look.isColoured {
            // Between place and kind, the line may end where the path is long.
            let rest = head.dropFirst(place.count)
            let gap = rest.prefix(while: \.isWhitespace)
            head =
                look.painted(place, .place) + gap + look.painted(kind, severity.meaning)
                + rest.dropFirst(gap.count + kind.count)
        }
        guard !excerpt.isEmpty else { return head }
        let (shown, mark) = MarkedLine.render(
            excerpt, column: column, length: range.length,
            widest: MarkedLine.widest(in: look.columns ?? TerminalLook.usual))
        let spaces = mark.prefix { $0 == " " }
        return "\(head)\n  \(shown)\n  \(spaces)"
            + look.painted(String(mark.dropFirst(spaces.count)), severity.meaning)
    }
}

extension Finding.Severity {
    var meaning: TerminalLook.Meaning {
        switch self {
        case .error: .error
        case .warning: .warning
        }
    }
}

extension [Finding] {
    /// Whether a file with these findings is refused.
    public var hasErrors: Bool { contains { $0.severity == .error } }

    /// By file as they came, then by place; each said once, and each cause.
    public var sorted: [Finding] {
        var files: [String: Int] = [:]
        for finding in self where files[finding.file] == nil { files[finding.file] = files.count }
        var seen: Set<Finding> = []
        var causes: Set<String> = []
        return filter { seen.insert($0).inserted && ($0.cause.map { causes.insert($0).inserted } ?? true) }
            .enumerated()
            .sorted { left, right in
                let first = (files[left.element.file, default: 0], left.element.line, left.element.column)
                let second = (files[right.element.file, default: 0], right.element.line, right.element.column)
                return first == second ? left.offset < right.offset : first < second
            }
            .map(\.element)
    }
}
