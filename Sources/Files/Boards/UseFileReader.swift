public import StaffFiles

/// Reads the file in which staff have written how often each need is asked.
///
/// Either YAML, a line `water: 12` for each id, or what a spreadsheet saves as CSV: `water,12` or `water;12`, a first
/// line of titles allowed.
public enum UseFileReader {
    /// Nobody asks more often; more is a slip of the finger.
    static let maximum = 1_000_000

    /// - Parameters:
    ///   - file: The path as findings shall name it.
    ///   - boards: What the ids must be found on: others are warned of.
    /// - Returns: The counts, or `nil` if there is any error.
    public static func read(
        _ bytes: [UInt8], file: String, boards: BoardSet
    ) -> (use: BoardUse?, findings: [Finding]) {
        let ids = Set(boards.boards.values.flatMap { BoardItem.flattened($0.items).map(\.id) })
        let entries: [Entry]
        let log: FindingLog
        if let lines = TableLines(bytes) {
            log = FindingLog(file: file)
            entries = lines.entries(log)
        } else {
            let (root, found) = StaffFile.read(bytes, file: file)
            log = found
            entries = root.map { Self.entries($0, log) } ?? []
            if root == nil, log.findings.isEmpty {
                log.error("this file is empty: write a line `id: count` for each need", at: .start)
            }
        }
        var counts: [String: Int] = [:]
        for entry in entries {
            if !ids.contains(entry.id.value) {
                let guess =
                    log.isFull ? "" : DidYouMean.suffix(for: entry.id.value, among: ids.sorted())
                log.warning("no item has the id `\(entry.id.value)`\(guess)", at: entry.id.range)
            }
            guard let count = Int(entry.count.value), (0...maximum).contains(count) else {
                log.error(
                    "`\(entry.id.value)` is counted as `\(entry.count.value)`, but must be a whole number from 0 to \(maximum)",
                    at: entry.count.range)
                continue
            }
            if counts[entry.id.value] != nil {
                log.error("`\(entry.id.value)` is counted twice: delete one line", at: entry.id.range)
            }
            counts[entry.id.value] = count
        }
        if !log.findings.hasErrors, !entries.isEmpty,
            !counts.contains(where: { ids.contains($0.key) && $0.value > 0 })
        {
            log.error("nothing of this board is counted here", at: .start)
        }
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : BoardUse(source: file, counts: counts), findings)
    }

    /// One line of the file.
    struct Entry {
        var id: Located<String>
        var count: Located<String>
    }

    private static func entries(_ root: StaffNode, _ log: FindingLog) -> [Entry] {
        guard let cursor = MappingCursor(root, what: "a file of counts", log: log) else { return [] }
        return cursor.presentKeys.compactMap { key in
            cursor.string(key.value).map { Entry(id: key, count: $0) }
        }
    }
}

/// The lines of a file that a spreadsheet has saved; `nil` for any other.
private struct TableLines {
    private var lines: [(number: Int, cells: [Substring], separator: Character)] = []

    init?(_ bytes: [UInt8]) {
        let text = String(
            decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("#") else { continue }
            guard let separator = line.first(where: { ",;\t:".contains($0) }), separator != ":" else {
                return nil
            }
            let cells = line.split(separator: separator, omittingEmptySubsequences: false)
            lines.append((index + 1, cells, separator))
        }
        guard !lines.isEmpty else { return nil }
    }

    func entries(_ log: FindingLog) -> [UseFileReader.Entry] {
        var entries: [UseFileReader.Entry] = []
        for (index, line) in lines.enumerated() {
            guard line.cells.count == 2 else {
                log.error(
                    "a line holds an id and a count, but this has \(line.cells.count) columns",
                    at: SourceRange(line: line.number, column: 1))
                continue
            }
            let cells = line.cells.map(Self.value)
            // Titles have no digit in the column of the counts.
            if index == 0, !cells[1].isEmpty, !cells[1].contains(where: \.isNumber) { continue }
            let second = SourceRange(
                line: line.number, column: line.cells[0].count + 2, length: max(1, line.cells[1].count))
            entries.append(
                .init(
                    id: Located(
                        cells[0], at: .init(line: line.number, column: 1, length: max(1, line.cells[0].count))
                    ),
                    count: Located(cells[1], at: second)))
        }
        return entries
    }

    /// Without space around it, and without quotes.
    private static func value(_ cell: Substring) -> String {
        let text = cell.drop(while: \.isWhitespace)
        let end = text.lastIndex { !$0.isWhitespace }
        let trimmed = end.map { text[...$0] } ?? ""
        let isQuoted = trimmed.count > 1 && trimmed.hasPrefix("\"") && trimmed.hasSuffix("\"")
        return String(isQuoted ? trimmed.dropFirst().dropLast() : trimmed)
    }
}
