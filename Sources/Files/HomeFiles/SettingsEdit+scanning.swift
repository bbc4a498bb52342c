import Scanning
import StaffFiles

extension SettingsEdit {
    /// Sets options of `scanning` as staff write them; the file's other bytes stay.
    ///
    /// - Parameter values: By the options' names.
    public static func scanning(
        _ values: [String: String], in bytes: [UInt8], file: String
    ) throws(Problem) -> [UInt8] {
        let values = values.sorted { $0.key < $1.key }
        for (name, text) in values {
            let finding = problem(withScanning: text, of: name)
            if let finding { throw .unfit(finding) }
        }
        let lines = values.map { "  \($0.key): \($0.value)\n" }.joined()
        return try setting(
            values.map { Value(section: "scanning", option: $0.key, text: $0.value) }, in: bytes, file: file
        ) { settings in
            let (root, log) = StaffFile.read(Array("scanning:\n\(lines)".utf8), file: file)
            let top = root.flatMap {
                MappingCursor($0, what: "beckon.yaml", keys: SettingsCatalogue.keys(of: []), log: log)
            }
            if let cursor = top.flatMap({ SettingsReader.section($0, ["scanning"]) }) {
                settings.scanning = ScanParametersReader.read(cursor, defaults: settings.scanning)
            }
        }
    }

    /// Why a value is invalid whatever the others are, as one sentence; `nil` if it is valid.
    static func problem(withScanning text: String, of name: String) -> String? {
        guard let option = SettingsCatalogue.scanning.options.first(where: { $0.name == name }) else {
            let names = SettingsCatalogue.scanning.options.map(\.name)
            return "there is no `\(name)`\(DidYouMean.suffix(for: name, among: names))"
        }
        guard isOneLine(text), !text.contains("#"), text.count <= 40 else { return option.advice }
        let (root, log) = StaffFile.read(Array("\(name): \(text)\n".utf8), file: "beckon.yaml")
        guard let root, let cursor = MappingCursor(root, what: "`scanning`", keys: [name], log: log) else {
            return option.advice
        }
        let before = log.findings.count
        _ = ScanParametersReader.read(cursor)
        // What only conflicts with the default of another setting is checked with the whole file.
        let own = log.findings.dropFirst(before).filter { $0.severity == .error && $0.range.line == 1 }
        return own.first.map { "\($0.message)" }
    }

    /// The file's value of each option of `scanning` that it has.
    public static func scanningTexts(in bytes: [UInt8], file: String) -> [String: String] {
        entries(of: "scanning", in: bytes, file: file)
    }

    /// The single values of a section, as they are read.
    static func entries(of section: String, in bytes: [UInt8], file: String) -> [String: String] {
        guard let root = StaffFile.read(bytes, file: file).root, case .mapping(let sections) = root.content,
            let found = sections.first(where: { $0.key.value == section }),
            case .mapping(let options) = found.value.content
        else { return [:] }
        var texts: [String: String] = [:]
        for option in options {
            if case .scalar(let text, _) = option.value.content { texts[option.key.value] = text }
        }
        return texts
    }
}
