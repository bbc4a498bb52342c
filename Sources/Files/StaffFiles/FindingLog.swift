import Care

/// Collects the findings of one file while it is read; made and used by one reading.
///
/// A file of a mebibyte can have 100,000 mistakes. The first 100 are told, and the others counted: nothing that costs is done for them.
public final class FindingLog {
    /// More would not be read by anybody.
    public static let limit = 100

    private let source: SourceText
    /// The path as it was given.
    public var file: String { source.file }
    private var told: [Finding] = []
    /// Beyond the limit.
    private var counted = 0
    /// The first of those that are only counted; an error if any of them is one.
    private var first: Finding?
    /// How often a word was compared with all that are known. Nothing else about a finding takes as long.
    private(set) var guesses = 0

    /// Mappings of which it has been told that they hold what belongs elsewhere.
    private var mixed: Set<SourceRange> = []

    init(source: SourceText) { self.source = source }

    /// What else does not belong into this mapping has the same cause, and is not told.
    func foundForeignKeys(in range: SourceRange) { mixed.insert(range) }

    func hasForeignKeys(in range: SourceRange) -> Bool { mixed.contains(range) }

    /// A log for a file that could not be read: its findings have no lines to show.
    public init(file: String) { source = SourceText(file: file, text: "") }

    /// In the order in which they were found; the last one tells how many more there are.
    public var findings: [Finding] {
        guard var last = first else { return told }
        last.message = "and \(Self.grouped(counted)) more: they are shown when these are fixed"
        return told + [last]
    }

    /// Whether further findings are only counted.
    public var isFull: Bool { told.count >= Self.limit }

    /// - Parameter cause: Another file, where its being unreadable is what is wrong.
    public func error(_ message: String, at range: SourceRange, cause: String? = nil) {
        add(.error, message, range, cause)
    }

    public func warning(_ message: String, at range: SourceRange) { add(.warning, message, range) }

    /// The known word that was probably meant, while findings are told.
    public func guess(for word: String, among known: [String]) -> String? {
        guard !isFull, guesses < Self.limit else { return nil }
        guesses += 1
        return DidYouMean.guess(for: word, among: known)
    }

    private func add(
        _ severity: Finding.Severity, _ message: String, _ range: SourceRange, _ cause: String? = nil
    ) {
        guard isFull else {
            told.append(
                Finding(
                    file: file, range: range, severity: severity, message: message,
                    excerpt: excerpt(range), cause: cause))
            return
        }
        counted += 1
        if first == nil {
            first = Finding(
                file: file, range: range, severity: severity, message: "", excerpt: excerpt(range))
        }
        if severity == .error { first?.severity = .error }
    }

    /// The line as it reads: its own marks of direction would turn what is shown around it.
    private func excerpt(_ range: SourceRange) -> String {
        DirectionMarks.removed(from: source.line(range.line))
    }

    /// `19,900`.
    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        return digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }.joined()
    }
}
