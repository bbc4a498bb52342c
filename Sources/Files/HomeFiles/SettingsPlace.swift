import StaffFiles

/// Where a value is to be written.
enum SettingsPlace: Hashable {
    /// In place of these characters of a line; both counted from 1.
    case value(line: Int, columns: Range<Int>)
    /// On a new line below this one.
    case below(line: Int, indent: String)
    /// In a mapping in braces, at this column of this line.
    case first(line: Int, column: Int)
    /// In a section that is not there yet.
    case newSection
    /// In sections that are not there yet, below this line of the section around them, so many spaces from the left.
    case newInner(line: Int, indent: Int, missing: [String])

    static func find(
        _ value: SettingsEdit.Value, in bytes: [UInt8], lines: FileLines, file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        guard let root = StaffFile.read(bytes, file: file).root else { return .newSection }
        let top: [StaffNode.Entry]
        switch root.content {
        case .empty: return .newSection
        case .mapping(let entries): top = entries
        case .scalar, .sequence: throw .byHand(value, file: file, line: root.range.line)
        }
        let path = value.section.split(separator: ".").map(String.init)
        guard !path.isEmpty else { return try atTop(value, top, lines: lines, file: file) }
        // Where each section ends: the line of what follows it at any level around it.
        var (entries, end) = (top, lines.count + 1)
        for (depth, name) in path.enumerated() {
            guard let index = entries.firstIndex(where: { $0.key.value == name }) else {
                guard depth > 0, let around = section(path.prefix(depth), in: top) else {
                    return .newSection
                }
                return try newInner(value, around, Array(path.dropFirst(depth)), lines: lines, file: file)
            }
            let section = entries[index]
            let begin = section.key.range.line
            end = entries.map(\.key.range.line).filter { $0 > begin }.min() ?? end
            guard depth < path.count - 1 else {
                return try inSection(value, section, until: end, lines: lines, file: file)
            }
            switch section.value.content {
            case .mapping(let inner): entries = inner
            case .empty: entries = []
            case .scalar, .sequence: throw .byHand(value, file: file, line: begin)
            }
        }
        return .newSection
    }

    private static func section(_ path: ArraySlice<String>, in top: [StaffNode.Entry]) -> StaffNode.Entry? {
        guard let name = path.first, let found = top.first(where: { $0.key.value == name }) else {
            return nil
        }
        guard path.count > 1 else { return found }
        guard case .mapping(let inner) = found.value.content else { return nil }
        return section(path.dropFirst(), in: inner)
    }

    private static func inSection(
        _ value: SettingsEdit.Value, _ section: StaffNode.Entry, until end: Int, lines: FileLines,
        file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        let here = section.key.range.line
        switch section.value.content {
        case .empty: return try inBlock(value, section, until: end, [], lines: lines, file: file)
        case .scalar, .sequence: throw .byHand(value, file: file, line: here)
        case .mapping(let options):
            guard let option = options.first(where: { $0.key.value == value.option }) else {
                let line = section.value.range.line
                if isBrace(lines.line(line), at: section.value.range.column) {
                    return .first(line: line, column: section.value.range.column + 1)
                }
                return try inBlock(value, section, until: end, options, lines: lines, file: file)
            }
            return try standing(value, option, lines: lines, file: file)
        }
    }

    /// A value of the file's top: in its place, below the line that shows its default, else at the end.
    private static func atTop(
        _ value: SettingsEdit.Value, _ top: [StaffNode.Entry], lines: FileLines, file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        if let option = top.first(where: { $0.key.value == value.option }) {
            return try standing(value, option, lines: lines, file: file)
        }
        let shown = (1...lines.count).first { line in
            let text = lines.line(line)
            return text.first == "#" && isShown(value.option, in: text)
        }
        return shown.map { .below(line: $0, indent: "") } ?? .newSection
    }

    /// A section that is missing in one that is there.
    private static func newInner(
        _ value: SettingsEdit.Value, _ around: StaffNode.Entry, _ missing: [String], lines: FileLines,
        file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        let begin = around.key.range.line
        guard isBlock(around, lines: lines) else { throw .byHand(value, file: file, line: begin) }
        let inner: Int? =
            if case .mapping(let entries) = around.value.content { entries.first?.key.range.column } else {
                nil
            }
        return .newInner(
            line: begin, indent: inner.map { $0 - 1 } ?? around.key.range.column + 1, missing: missing)
    }

    /// `scanning: &a`, `scanning: ~`, a key in braces: not a block that begins on the next line.
    private static func isBlock(_ section: StaffNode.Entry, lines: FileLines) -> Bool {
        let line = lines.line(section.key.range.line)
        let before = line.prefix(section.key.range.column - 1)
        let behind = line.dropFirst(section.key.range.column - 1 + section.key.range.length)
            .drop { $0 == " " || $0 == ":" }
        return before.allSatisfy { $0 == " " } && (behind.isEmpty || behind.first == "#")
    }

    /// The option is there: only its value is replaced, if it is on the line of its key.
    private static func standing(
        _ value: SettingsEdit.Value, _ option: StaffNode.Entry, lines: FileLines, file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        let key = option.key.range
        let range = option.value.range
        let line = lines.line(key.line)
        let written = line.dropFirst(range.column - 1).prefix(range.length)
        guard range.line == key.line, range.column > key.column else {
            throw .byHand(value, file: file, line: key.line)
        }
        if case .sequence = option.value.content, let length = list(line, at: range.column) {
            return .value(line: key.line, columns: range.column..<range.column + length)
        }
        guard case .scalar = option.value.content, let first = written.first, !"&*|>!".contains(first) else {
            throw .byHand(value, file: file, line: key.line)
        }
        return .value(line: key.line, columns: range.column..<range.column + range.length)
    }

    /// The option is not there: below the line that shows its default, else right below the section's name.
    private static func inBlock(
        _ value: SettingsEdit.Value, _ section: StaffNode.Entry, until next: Int,
        _ options: [StaffNode.Entry], lines: FileLines, file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        let begin = section.key.range.line
        guard isBlock(section, lines: lines) else { throw .byHand(value, file: file, line: begin) }
        // Not in a section inside of it.
        let inner = options.filter { if case .mapping = $0.value.content { true } else { false } }
        let end = min(next, inner.map(\.key.range.line).min() ?? next)
        let shown = (begin + 1..<max(end, begin + 1)).first { isShown(value.option, in: lines.line($0)) }
        let sibling = options.first.map { String(repeating: " ", count: $0.key.range.column - 1) }
        let own = shown.map { String(lines.line($0).prefix { $0 == " " }) }
        // Where a # is in the first column, its spaces follow it or are missing.
        let usual = String(repeating: " ", count: section.key.range.column + 1)
        let indent = sibling ?? own.flatMap { $0.count < section.key.range.column ? nil : $0 } ?? usual
        return .below(line: shown ?? begin, indent: indent)
    }

    /// How many characters a plain list in brackets takes, if it ends on its line.
    private static func list(_ line: String, at column: Int) -> Int? {
        let rest = line.dropFirst(column - 1)
        guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        guard !inside.contains(where: { "[{\"'#&*".contains($0) }) else { return nil }
        return rest.distance(from: rest.startIndex, to: end) + 1
    }

    /// Whether a line shows the option's default: `#scan_time: 1.5 s`.
    private static func isShown(_ option: String, in line: String) -> Bool {
        let text = line.drop { $0 == " " }
        guard text.first == "#" else { return false }
        return text.dropFirst().drop { $0 == " " }.hasPrefix("\(option):")
    }

    private static func isBrace(_ line: String, at column: Int) -> Bool {
        line.dropFirst(column - 1).first == "{"
    }
}
