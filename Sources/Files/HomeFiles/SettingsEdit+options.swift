import Care
public import StaffFiles

extension SettingsEdit {
    /// Sets any of the settings that can be changed through the service; the file's other bytes stay.
    ///
    /// The result is verified: every other value that stood in the file stands there as before, and the whole has no mistakes.
    ///
    /// - Parameter values: By the names of `SettingsCatalogue.changeable`, as people write them.
    public static func options(
        _ values: [String: String], in bytes: [UInt8], file: String
    ) throws(Problem) -> [UInt8] {
        let (before, findings) = SettingsReader.read(bytes, file: file)
        guard before != nil else {
            throw .refused(findings)
        }
        var wanted = Self.values(in: bytes, file: file)
        var changed = bytes
        var first: Value?
        for (name, text) in values.sorted(by: { $0.key < $1.key }) {
            guard let place = SettingsCatalogue.changeable.first(where: { $0.name == name }) else {
                throw .unfit("there is no `\(name)`")
            }
            let value = Value(
                section: place.path.joined(separator: "."), option: place.option.name,
                text: place.written(text))
            first = first ?? value
            wanted[(place.path + [place.option.name]).joined(separator: ".")] = place.read(text)
            changed = try set(value, in: changed, file: file)
        }
        let (after, left) = SettingsReader.read(changed, file: file)
        guard after != nil else {
            throw .wrong(faults(in: left, of: values.keys.sorted(), in: changed, file: file))
        }
        guard let first, Self.values(in: changed, file: file) != wanted else { return changed }
        let lines = FileLines(bytes)
        let top = first.section.split(separator: ".").first ?? ""
        throw .byHand(
            first, file: file,
            line: (1...lines.count).first { lines.line($0).hasPrefix("\(top):") } ?? lines.count)
    }

    /// What is wrong with one setting.
    public struct Fault: Hashable, Sendable {
        /// As in `SettingsCatalogue.changeable`, or the key of a sentence; `nil` where it belongs to none of those that are changed.
        public var name: String?
        /// In one sentence.
        public var reason: String

        public init(_ reason: String, of name: String?) {
            self.name = name
            self.reason = reason
        }
    }

    /// What is wrong with each of some settings, one sentence for each, after the errors among findings. An error belongs to the setting on
    /// its line, else to one that it names; one in another file belongs to `board`, which leads there. Where only one setting was changed,
    /// whatever is wrong belongs to it; else what belongs to none is one fault without a name, and told only where no other is.
    ///
    /// - Parameters:
    ///   - names: As in `SettingsCatalogue.changeable`.
    ///   - bytes: The file that the findings are about.
    ///   - file: Its name in the findings.
    public static func faults(
        in findings: [Finding], of names: [String], in bytes: [UInt8], file: String
    ) -> [Fault] {
        let places = SettingsCatalogue.changeable.filter { names.contains($0.name) }
        let lines = StaffFile.read(bytes, file: file).root.map(lines(of:)) ?? [:]
        func name(of finding: Finding) -> String? {
            guard finding.file == file else { return names.contains("board") ? "board" : nil }
            let onLine = places.filter { lines[$0.path + [$0.option.name]] == finding.line }
            let named = (onLine.isEmpty ? places : onLine).first { place in
                ["`", ":"].contains { finding.message.contains("`\(place.option.name)\($0)") }
            }
            return (named ?? onLine.first)?.name
        }
        let faults = findings.filter { $0.severity == .error }.map { finding in
            Fault(finding.message, of: name(of: finding) ?? (names.count == 1 ? names[0] : nil))
        }
        let own = faults.filter { $0.name != nil }
        var told: Set<String> = []
        return own.isEmpty ? Array(faults.prefix(1)) : own.filter { told.insert($0.name ?? "").inserted }
    }

    /// On which line each value begins, by its path.
    private static func lines(of root: StaffNode) -> [[String]: Int] {
        var lines: [[String]: Int] = [:]
        func walk(_ node: StaffNode, _ path: [String]) {
            guard case .mapping(let entries) = node.content else { return }
            for entry in entries {
                let own = path + [entry.key.value]
                lines[own] = entry.key.range.line
                walk(entry.value, own)
            }
        }
        walk(root, [])
        return lines
    }

    /// Why a value is invalid whatever the others are, as one sentence; `nil` if it is valid.
    public static func problem(with text: String, of name: String) -> String? {
        guard let place = SettingsCatalogue.changeable.first(where: { $0.name == name }) else {
            let names = SettingsCatalogue.changeable.map(\.name)
            return "there is no `\(name)`\(DidYouMean.suffix(for: name, among: names))"
        }
        guard !SettingsCatalogue.namesOfPeople.contains(name) else {
            return "a person's name is changed with the person, under `people`"
        }
        guard place.path != ["scanning"] else { return problem(withScanning: text, of: name) }
        guard text.count <= longestText else {
            return "it has more than \(longestText) characters: shorten it"
        }
        guard isOneLine(text), place.isSafe(text) else { return place.option.advice }
        let yaml = place.path.enumerated().map { String(repeating: "  ", count: $0) + "\($1):\n" }.joined()
        let indent = String(repeating: "  ", count: place.path.count)
        let line = "\(indent)\(place.option.name): \(place.written(text))\n"
        let (_, findings) = SettingsReader.read(Array((yaml + line).utf8), file: "beckon.yaml")
        // What only conflicts with the default of another setting is checked with the whole file.
        let own = findings.filter { $0.severity == .error && $0.line == place.path.count + 1 }
        return own.first.map { "\($0.message)" }
    }

    /// Of a value, in characters.
    private static let longestText = 200

    /// Whether something stands there, on a line that YAML does not end within it (YAML 1.1, 4.2).
    static func isOneLine(_ text: String) -> Bool {
        text.contains { $0 != " " }
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }

    /// Every single value of the file by its path, lists as one text: `voices.main.rate`.
    public static func values(in bytes: [UInt8], file: String) -> [String: String] {
        guard let root = StaffFile.read(bytes, file: file).root else { return [:] }
        var values: [String: String] = [:]
        collect(root, at: "", into: &values)
        return values
    }

    private static func collect(_ node: StaffNode, at path: String, into values: inout [String: String]) {
        switch node.content {
        case .empty: break
        case .scalar(let text, _): values[path] = text
        case .sequence(let nodes):
            values[path] = nodes.map { node in
                if case .scalar(let text, _) = node.content { text } else { "?" }
            }.joined(separator: ", ")
        case .mapping(let entries):
            for entry in entries {
                collect(
                    entry.value, at: path.isEmpty ? entry.key.value : "\(path).\(entry.key.value)",
                    into: &values)
            }
        }
    }
}

extension SettingsCatalogue.Changeable {
    /// As the file has it.
    fileprivate func written(_ text: String) -> String {
        switch form {
        case .list: "[\(items(text).joined(separator: ", "))]"
        case .text: "\"\(text[...].trimmed.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        case .flag, .words, .time, .number, .timeOfDay: text[...].trimmed
        }
    }

    /// As it is read again: spaces around it are nobody's.
    fileprivate func read(_ text: String) -> String {
        if case .list = form { items(text).joined(separator: ", ") } else { text[...].trimmed }
    }

    private func items(_ text: String) -> [String] {
        text.split { ",[]".contains($0) }.map { $0.trimmed }.filter { !$0.isEmpty }
    }

    /// Whether what is written without quotes is one plain value, and nothing else to YAML.
    fileprivate func isSafe(_ text: String) -> Bool {
        switch form {
        case .text: true
        case .list: items(text).allSatisfy { $0.unicodeScalars.allSatisfy(Self.isPlain) }
        case .flag, .words, .time, .number, .timeOfDay: text.unicodeScalars.allSatisfy(Self.isPlain)
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            || " ._:+-".unicodeScalars.contains(scalar)
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
