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

    static func find(
        _ value: SettingsEdit.Value, in bytes: [UInt8], lines: FileLines, file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        guard let root = StaffFile.read(bytes, file: file).root else { return .newSection }
        let sections: [StaffNode.Entry]
        switch root.content {
        case .empty: return .newSection
        case .mapping(let entries): sections = entries
        case .scalar, .sequence: throw .byHand(value, file: file, line: root.range.line)
        }
        guard let section = sections.first(where: { $0.key.value == value.section }) else {
            return .newSection
        }
        let here = section.key.range.line
        switch section.value.content {
        case .empty: return try inBlock(value, section, sections, [], lines: lines, file: file)
        case .scalar, .sequence: throw .byHand(value, file: file, line: here)
        case .mapping(let options):
            guard let option = options.first(where: { $0.key.value == value.option }) else {
                let line = section.value.range.line
                if isBrace(lines.line(line), at: section.value.range.column) {
                    return .first(line: line, column: section.value.range.column + 1)
                }
                return try inBlock(value, section, sections, options, lines: lines, file: file)
            }
            return try standing(value, option, lines: lines, file: file)
        }
    }

    /// The option is there: only its value is replaced, if it is on the line of its key.
    private static func standing(
        _ value: SettingsEdit.Value, _ option: StaffNode.Entry, lines: FileLines, file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        let key = option.key.range
        let range = option.value.range
        let line = lines.line(key.line)
        let written = line.dropFirst(range.column - 1).prefix(range.length)
        guard case .scalar = option.value.content, range.line == key.line,
            range.column > key.column, let first = written.first, !"&*|>!".contains(first)
        else { throw .byHand(value, file: file, line: key.line) }
        return .value(line: key.line, columns: range.column..<range.column + range.length)
    }

    /// The option is not there: below the line that shows its default, else right below the section's name.
    private static func inBlock(
        _ value: SettingsEdit.Value, _ section: StaffNode.Entry, _ sections: [StaffNode.Entry],
        _ options: [StaffNode.Entry], lines: FileLines, file: String
    ) throws(SettingsEdit.Problem) -> SettingsPlace {
        let begin = section.key.range.line
        let next = sections.map(\.key.range.line).filter { $0 > begin }.min() ?? lines.count + 1
        // `scanning: &a`, `scanning: ~`, a key in braces: not a block that begins on the next line.
        let rest = lines.line(begin).dropFirst(section.key.range.column - 1 + section.key.range.length)
        let behind = rest.drop { $0 == " " || $0 == ":" }
        guard section.key.range.column == 1, behind.isEmpty || behind.first == "#" else {
            throw .byHand(value, file: file, line: begin)
        }
        let shown = (begin + 1..<max(next, begin + 1)).first { isShown(value.option, in: lines.line($0)) }
        let sibling = options.first.map { String(repeating: " ", count: $0.key.range.column - 1) }
        let own = shown.map { String(lines.line($0).prefix { $0 == " " }) }
        // Where a # is in the first column, its spaces follow it or are missing.
        let indent = sibling ?? own.flatMap { $0.isEmpty ? nil : $0 } ?? "  "
        return .below(line: shown ?? begin, indent: indent)
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
