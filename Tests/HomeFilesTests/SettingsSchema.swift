import HomeFiles
import StaffFiles

/// The JSON Schema of `beckon.yaml`, with which editors complete and check. It follows from the catalogue and the
/// reader.
///
/// It checks each value alone. `beckon config check` also knows what must go together, and which keys and zones
/// exist.
enum SettingsSchema {
    typealias Section = SettingsCatalogue.Section
    typealias Option = SettingsCatalogue.Option

    /// A range of which this file does not know how to write it as a schema.
    struct UnknownRange: Error {
        var option: String
        var range: String
    }

    static func document() throws -> OrderedJSON {
        .object([
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("title", .text("Beckon settings")),
            ("description", .text("How Beckon works in this home. docs/configuration.md explains it.")),
            // Everything may be commented out.
            ("type", .texts(["object", "null"])),
            ("properties", .object(try properties(of: []))),
            ("additionalProperties", .flag(false)),
        ])
    }

    /// What stands under a path, in the order of the template.
    private static func properties(of path: [String]) throws -> [OrderedJSON.Member] {
        var members: [OrderedJSON.Member] = []
        for section in SettingsCatalogue.sections where section.path.starts(with: path) {
            if section.path == path {
                for option in section.options {
                    members.append((option.name, .object(try property(option, in: section))))
                }
            } else if section.path.count == path.count + 1, let name = section.path.last {
                members.append(
                    (
                        name,
                        .object([
                            ("description", .text(section.meaning)), ("type", .texts(["object", "null"])),
                            ("properties", .object(try properties(of: section.path))),
                            ("additionalProperties", .flag(false)),
                        ])
                    ))
            }
        }
        return members
    }

    private static func property(_ option: Option, in section: Section) throws -> [OrderedJSON.Member] {
        let words = "\(option.meaning) (\(option.range); default \(option.standard))"
        var members: [OrderedJSON.Member] = [("description", .text(words))]
        members += try form(option, in: section)
        members.append(("default", standard(option.standard)))
        return members
    }

    /// A default as YAML reads it.
    private static func standard(_ text: String) -> OrderedJSON {
        if text.hasPrefix("[") {
            let entries = text.dropFirst().dropLast().split(separator: ",")
            return .list(entries.map { standard(String($0.trimmingPrefix(" "))) })
        }
        if text == "true" || text == "false" { return .flag(text == "true") }
        if let whole = Int(text) { return .whole(whole) }
        if let number = Double(text) { return .number(number) }
        return .text(text)
    }

    private static func form(_ option: Option, in section: Section) throws -> [OrderedJSON.Member] {
        if let form = freeForm(option.range) { return form }
        if let limits = Limits(option, in: section) { return limits.form }
        let words = option.range.replacing(" or ", with: ",").split(separator: ",")
            .map { String($0.trimmingPrefix(" ")) }
        guard words.count > 1, words.allSatisfy({ $0.allSatisfy { $0.isLetter || $0 == "_" } }) else {
            throw UnknownRange(option: option.name, range: option.range)
        }
        switch Set(words) {
        case ["on", "off"]:
            return [("enum", .list([.text("on"), .text("off"), .flag(true), .flag(false)]))]
        case ["true", "false"]:
            return [("enum", .list([.flag(true), .flag(false), .text("on"), .text("off")]))]
        default: return [("enum", .texts(words))]
        }
    }

    // MARK: - Texts

    /// What may stand where the catalogue says it in words.
    private static func freeForm(_ range: String) -> [OrderedJSON.Member]? {
        switch range {
        case "any text", "none, or a PEM file": text("\\S", range)
        case "none, or an https address": text("^(none|https://[!-~]+)$", range)
        case "such as en-GB or de": text("^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", range)
        case "letters, digits and -": text("^[A-Za-z0-9-]{1,64}$", range, orNumber: true)
        case "auto, or a time zone such as Europe/Berlin":
            text("^[A-Za-z0-9_][A-Za-z0-9_+-]*(/[A-Za-z0-9_][A-Za-z0-9_+-]*)*$", range)
        case "a path in this folder": text("^(?![/~])(?!(.*/)?\\.\\.(/|$)).*$", range)
        case "auto, or an ALSA device such as plughw:CARD=Headset,DEV=0":
            text(
                "^([A-Za-z0-9_-]{1,64}|(hw|plughw|sysdefault|dmix):[A-Za-z0-9_=]+(,[A-Za-z0-9_=]+)?)$",
                range, orNumber: true)
        case "auto, or an eSpeak NG voice such as en-gb or de+f3": text("^[^/\\\\.]{1,64}$", range)
        case "a time of day": text("^([01][0-9]|2[0-3]):[0-5][0-9]$", range)
        case "off, or a time of day": text("^(off|([01]?[0-9]|2[0-3]):[0-5][0-9])$", range)
        case "names of categories, or none":
            list("^[^!-,./:-@\\[-`{-~]{1,30}$", range, extra: [("maxItems", .whole(50))])
        case "address:port":
            text("^(\\[[0-9A-Fa-f:.%]+\\]|[A-Za-z0-9.-]+):\(RangePattern.whole(0...65_535))$", range)
        case "names, such as beckon.example.org":
            list(
                "^(\\[[A-Za-z0-9._:-]+\\]|[A-Za-z0-9_-][A-Za-z0-9._-]*)$", range,
                extra: [("maxItems", .whole(20))])
        case "auto, terminal, none, or names, paths or vendor:product of devices":
            list("\\S", range, extra: [("minItems", .whole(1))])
        case "times of day":
            list(
                "^([01]?[0-9]|2[0-3]):[0-5][0-9]$", range,
                extra: [("minItems", .whole(1)), ("maxItems", .whole(6))])
        case "folders in the folder of this file":
            list("^(?!/|~)(?!(.*/)?\\.{0,2}(/|$)).+$", range, extra: [("maxItems", .whole(7))])
        // The keys of a digit row are numbers to YAML.
        case "names of keys": list("^([A-Za-z0-9_]+|[Cc][Oo][Dd][Ee]:[0-9]{1,3})$", range, orNumber: true)
        case "a program and its arguments":
            [
                ("type", .text("array")),
                ("items", .object([("type", .texts(["string", "number", "boolean"]))])),
            ]
        default: nil
        }
    }

    private static func text(
        _ pattern: String, _ range: String, orNumber: Bool = false
    ) -> [OrderedJSON.Member] {
        [
            ("type", orNumber ? .texts(["string", "integer"]) : .text("string")),
            ("pattern", .text(pattern)), ("patternErrorMessage", .text("What may stand here: \(range).")),
        ]
    }

    /// A list of texts; a single one counts as a list of one.
    private static func list(
        _ pattern: String, _ range: String, orNumber: Bool = false, extra: [OrderedJSON.Member] = []
    ) -> [OrderedJSON.Member] {
        var members: [OrderedJSON.Member] = [
            ("type", .texts(["array", "string"] + (orNumber ? ["integer"] : []))),
            ("items", .object(text(pattern, range, orNumber: orNumber))),
        ]
        members += extra
        members += text(pattern, range).dropFirst()
        return members
    }

    // MARK: - Ranges

    /// A range with two ends: of times, or of numbers.
    struct Limits {
        /// As the catalogue writes them: `300 ms`.
        let low: String
        let high: String
        let isTime: Bool
        private let isList: Bool
        private let isWhole: Bool
        /// A word that may stand in place of a number: `off`, `auto`.
        private let words: [String]
        private let range: String

        /// `nil` where an option has none.
        init?(_ option: Option, in section: Section) {
            let words = ["off", "auto"].filter { option.range.hasPrefix("\($0), or ") }
            let isList = option.range.hasPrefix("times from ")
            let start = isList ? "times from " : words.first.map { "\($0), or " } ?? ""
            let ends = option.range.dropFirst(start.count).split(separator: " to ").map(String.init)
            guard ends.count == 2 else { return nil }
            // The reader knows where a time of 0 may be written `off`, and where a number must be whole.
            let takesOff = SettingsSchema.takes("off", option, in: section)
            let takesHalf = SettingsSchema.takes("\(ends[0]).5", option, in: section)
            low = ends[0]
            high = ends[1]
            isTime = ends[1].contains(" ")
            self.isList = isList
            isWhole = !takesHalf
            self.words = words.isEmpty && takesOff ? ["off"] : words
            range = option.range
        }

        var form: [OrderedJSON.Member] {
            if !isTime { return number }
            guard isList else { return time(hasZero: low == "0") }
            var members: [OrderedJSON.Member] = [
                ("type", .texts(["array", "string"])), ("items", .object(time(hasZero: false))),
            ]
            members += time(hasZero: false).dropFirst()
            return members
        }

        private func time(hasZero: Bool) -> [OrderedJSON.Member] {
            var members: [OrderedJSON.Member] = [
                ("type", hasZero ? .texts(["string", "integer"]) : .text("string")),
                ("pattern", .text("^(?:\((words + times).joined(separator: "|")))$")),
                ("patternErrorMessage", .text("Write a number and its unit: \(range).")),
            ]
            // Only 0 needs no unit.
            if hasZero { members += [("minimum", .whole(0)), ("maximum", .whole(0))] }
            return members
        }

        private var times: [String] {
            guard let low = try? StaffDuration.parse(low), let high = try? StaffDuration.parse(high) else {
                return []
            }
            return RangePattern.times(low...high)
        }

        private var number: [OrderedJSON.Member] {
            let type = isWhole ? "integer" : "number"
            var members: [OrderedJSON.Member] = [
                ("type", words.isEmpty ? .text(type) : .texts([type, "string"])),
                ("minimum", SettingsSchema.standard(low)), ("maximum", SettingsSchema.standard(high)),
            ]
            if !words.isEmpty {
                members.append(("pattern", .text("^(?:\(words.joined(separator: "|")))$")))
                members.append(("patternErrorMessage", .text("What may stand here: \(range).")))
            }
            return members
        }
    }

    /// Whether the reader takes a value.
    static func takes(_ value: String, _ option: Option, in section: Section) -> Bool {
        !findings(value, option, in: section).contains { $0.severity == .error }
    }

    /// What the reader says of a file with only this value.
    static func findings(_ value: String, _ option: Option, in section: Section) -> [Finding] {
        var text = "\(option.name): \(value)"
        for key in section.path.reversed() { text = "\(key): { \(text) }" }
        return SettingsReader.read(Array(text.utf8), file: "beckon.yaml").findings
    }
}
