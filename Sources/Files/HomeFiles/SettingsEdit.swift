public import StaffFiles

/// Changes single values in the bytes of `beckon.yaml` and leaves every other byte as it is: comments, order, ends
/// of lines.
///
/// - An option that is there gets another value; what follows it on its line stays.
/// - One that is only shown (`#scan_time: 1.5 s`) is written on a line below that, which goes on showing the default.
/// - One that is not there at all is written as the first of its section, and a section at the end of the file.
///
/// YAML can be written in ways that a change of one line does not fit (aliases, values over several lines). So
/// the result is verified: it is read again, and must say exactly what it said before but for the values.
public struct SettingsEdit: Sendable {
    /// A value for an option of a section.
    public struct Value: Hashable, Sendable {
        /// With the sections around it: `voices.main`; empty for the file's top.
        public var section: String
        public var option: String
        /// As staff write it: `1.25 s`.
        public var text: String

        /// As the API calls it: `voices.main.rate`, and `still_waiting.one` of the phrases.
        public var name: String {
            let path = section.split(separator: ".").map(String.init) + [option]
            return (path.first == "phrases" ? Array(path.dropFirst()) : path).joined(separator: ".")
        }

        public init(section: String, option: String, text: String) {
            self.section = section
            self.option = option
            self.text = text
        }
    }

    /// Why nothing was changed.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file has errors already.
        case refused([Finding])
        /// The values do not go with the rest of the file.
        case mistakes([Finding])
        /// A value is wrong whatever the rest of the file says; why, in one sentence.
        case unfit(String)
        /// What is wrong with each of several values, by itself or beside the rest of the file.
        case wrong([Fault])
        /// The place is written in a way that is not changed by a program.
        case byHand(Value, file: String, line: Int)

        public var description: String {
            switch self {
            case .refused(let findings):
                "The file has mistakes, so nothing was changed in it. Correct them first:\n\(FindingReport(findings.errors).text)"
            case .mistakes(let findings):
                "With the new values the file would have mistakes, so nothing was changed in it:\n\(FindingReport(findings.errors).text)"
            case .unfit(let reason):
                "With the new values the file would have mistakes, so nothing was changed in it:\n\(reason)"
            case .wrong(let faults):
                "With the new values the file would have mistakes, so nothing was changed in it:\n\(faults.map(\.reason).joined(separator: "\n"))"
            case .byHand(let value, let file, let line):
                "\(file):\(line): `\(value.section)` is written in a way that only a person can change safely. Nothing was changed. Write `\(value.option): \(value.text)` there yourself, then run `beckon config check`."
            }
        }
    }

    /// The new bytes.
    ///
    /// - Parameters:
    ///   - file: the path as findings shall name it.
    ///   - expected: puts the values into settings; the result must read as the old settings with them.
    public static func setting(
        _ values: [Value], in bytes: [UInt8], file: String, expected: (inout HomeSettings) -> Void
    ) throws(Problem) -> [UInt8] {
        let (before, findings) = SettingsReader.read(bytes, file: file)
        guard var wanted = before else { throw .refused(findings) }
        expected(&wanted)
        var changed = bytes
        for value in values { changed = try set(value, in: changed, file: file) }
        let (after, left) = SettingsReader.read(changed, file: file)
        if after == wanted { return changed }
        // Either the values do not go with the rest, or the way in which the file is written does not.
        let isAboutValues = left.errors.contains { finding in
            values.contains { finding.message.contains("`\($0.option)`") }
        }
        guard let value = values.first, !isAboutValues else {
            throw .mistakes(left)
        }
        let lines = FileLines(bytes)
        let section = (1...lines.count).first { lines.line($0).hasPrefix("\(value.section):") }
        throw .byHand(value, file: file, line: section ?? lines.count)
    }

    static func set(_ value: Value, in bytes: [UInt8], file: String) throws(Problem) -> [UInt8] {
        var lines = FileLines(bytes)
        let place = try SettingsPlace.find(value, in: bytes, lines: lines, file: file)
        switch place {
        case .value(let line, let columns):
            lines.replace(columns, ofLine: line, with: value.text)
        case .below(let line, let indent):
            lines.insert(indent + "\(value.option): \(value.text)", below: line)
        case .first(let line, let column):
            lines.replace(column..<column, ofLine: line, with: " \(value.option): \(value.text),")
        case .newSection:
            lines.append([""] + newLines(value.section.split(separator: ".").map(String.init), value, 0))
        case .newInner(let line, let indent, let missing):
            let inside = newLines(missing, value, indent)
            for (number, text) in inside.enumerated() { lines.insert(text, below: line + number) }
        }
        return lines.bytes
    }

    /// The sections that are missing, each in the one before, and the value in the last.
    private static func newLines(_ sections: [String], _ value: Value, _ indent: Int) -> [String] {
        func spaces(_ depth: Int) -> String { String(repeating: " ", count: indent + depth * 2) }
        return sections.enumerated().map { spaces($0) + "\($1):" }
            + [spaces(sections.count) + "\(value.option): \(value.text)"]
    }
}

extension [Finding] {
    fileprivate var errors: [Finding] { filter { $0.severity == .error } }
}
