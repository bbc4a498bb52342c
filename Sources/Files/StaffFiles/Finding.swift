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

    public init(
        file: String, range: SourceRange, severity: Severity, message: String, excerpt: String = ""
    ) {
        self.file = file
        self.range = range
        self.severity = severity
        self.message = message
        self.excerpt = excerpt
    }

    public var line: Int { range.line }
    public var column: Int { range.column }
}

extension Finding: CustomStringConvertible {
    /// `file:line:column: error: message`, as compilers write it and editors read it.
    public var description: String { "\(file):\(line):\(column): \(severity.rawValue): \(message)" }

    /// The description, the line itself, and a mark below the place.
    public var rendered: String {
        guard !excerpt.isEmpty else { return description }
        let (shown, mark) = MarkedLine.render(excerpt, column: column, length: range.length)
        return "\(description)\n  \(shown)\n  \(mark)"
    }
}

extension [Finding] {
    /// Whether a file with these findings is refused.
    public var hasErrors: Bool { contains { $0.severity == .error } }

    /// By file as they came, then by place; each said once.
    public var sorted: [Finding] {
        var files: [String: Int] = [:]
        for finding in self where files[finding.file] == nil { files[finding.file] = files.count }
        var seen: Set<Finding> = []
        return filter { seen.insert($0).inserted }
            .enumerated()
            .sorted { left, right in
                let first = (files[left.element.file, default: 0], left.element.line, left.element.column)
                let second = (files[right.element.file, default: 0], right.element.line, right.element.column)
                return first == second ? left.offset < right.offset : first < second
            }
            .map(\.element)
    }
}
