/// Collects all findings of one file while it is read; made and used by one reading.
public final class FindingLog {
    /// More would not be read by anybody.
    static let limit = 100

    private let source: SourceText
    /// The path as it was given.
    public var file: String { source.file }
    /// In the order in which they were found.
    public private(set) var findings: [Finding] = []

    init(source: SourceText) { self.source = source }

    /// A log for a file that could not be read: its findings have no lines to show.
    public init(file: String) { source = SourceText(file: file, text: "") }

    public func error(_ message: String, at range: SourceRange) { add(.error, message, range) }

    public func warning(_ message: String, at range: SourceRange) { add(.warning, message, range) }

    private func add(_ severity: Finding.Severity, _ message: String, _ range: SourceRange) {
        guard findings.count <= Self.limit else { return }
        var finding = Finding(
            file: file, range: range, severity: severity, message: message, excerpt: source.line(range.line))
        if findings.count == Self.limit {
            finding.severity = .error
            finding.message = "more than \(Self.limit) findings: the rest is left out until these are mended"
        }
        findings.append(finding)
    }
}
