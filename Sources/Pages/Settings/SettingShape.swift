import Care
import Wording

/// How a setting is filled in, and how what is typed there is written in the file.
struct SettingShape {
    enum Kind {
        /// A few short words side by side.
        case segments
        /// Sentences to choose from.
        case radios
        case select
        /// A number with a slider.
        case measured
        case time, line
        /// A number and its unit, for what may be seconds or hours.
        case span
        /// One of what this machine or home has.
        case offered
        case keys
    }

    let form: OptionForm
    let kind: Kind
    private let name: String
    private let standard: String
    private let offers: [HomeOptions.Choice]
    private let range: (least: Double, most: Double)?

    init(_ option: HomeOptions.Option) {
        name = option.name
        standard = option.standard
        offers = option.choices ?? []
        form = OptionForm(range: option.range)
        switch form {
        case .flag: (kind, range) = (.segments, nil)
        case .words(let words):
            kind = option.name == "mode" ? .radios : words.count <= 3 ? .segments : .select
            range = nil
        case .time(let range, nil) where range.upperBound <= 60:
            (kind, self.range) = (.measured, (range.lowerBound, range.upperBound))
        case .number(let range, nil): (kind, self.range) = (.measured, (range.lowerBound, range.upperBound))
        case .time(let range, .some), .number(let range, .some):
            (kind, self.range) = (.select, (range.lowerBound, range.upperBound))
        case .time(let range, nil): (kind, self.range) = (.span, (range.lowerBound, range.upperBound))
        case .timeOfDay: (kind, range) = (.time, nil)
        case .list: (kind, range) = (option.range == "names of keys" ? .keys : .line, nil)
        case .text: (kind, range) = (offers.isEmpty ? .line : .offered, nil)
        }
    }

    /// The unit in which a slider counts: in seconds, or in what the file has.
    private var scale: (unit: String, seconds: Double) {
        if case .time = form { return (range?.most ?? 0) <= 0.2 ? ("ms", 0.001) : ("s", 1) }
        return Self.percent(of: SettingWords(name, client: "").key).map { ("%", $0) } ?? ("", 1)
    }

    /// What one percent is in the file, where pages count in percent.
    ///
    /// - Parameter key: Of the setting's texts.
    static func percent(of key: String) -> Double? {
        if key == "voice_volume" || key == "voices_pulses_volume" { return 0.01 }
        return key.hasPrefix("display_brightness_") ? 1 : nil
    }

    var measure: SettingField.Measure? {
        guard kind == .measured, let range else { return nil }
        let (least, most) = (range.least / scale.seconds, range.most / scale.seconds)
        let step =
            most - least <= 12 && most <= 10 && !isWhole ? 0.05 : most > 20 && scale.unit == "s" ? 0.5 : 1
        return SettingField.Measure(
            least: Self.text(least), most: Self.text(most), step: Self.text(step), unit: unit,
            lowest: SettingWords.amount(least, end), highest: SettingWords.amount(most, end))
    }

    /// What is wrong with a typed number, in the field's own unit; `nil` where that is something else.
    func outOfRange(_ typed: String) -> Text? {
        guard kind == .measured, let measure, let range else { return nil }
        let text = Self.plain(typed.trimmed())
        let plain = Double(text).map { $0 * scale.seconds }
        guard let value = plain ?? Self.seconds(text) else { return nil }
        // A time without a unit is one of the slider's.
        guard value < range.least || value > range.most else { return nil }
        func said(_ bound: String) -> Text.Value { .text(SettingWords.number(bound)) }
        return .sentence(
            Text(
                "question.out_of_range",
                ["least": said(measure.least), "most": said(measure.most), "unit": .text(measure.unit)]))
    }

    /// Whether it counts things.
    private var isWhole: Bool { name == "loops" }

    private var unit: Text {
        if name.hasSuffix(".rate") { return Text("question.unit_words") }
        return scale.unit == "%" ? Text("question.unit_percent") : .verbatim(scale.unit)
    }

    /// Behind the ends of a slider; `nil` for what only counts.
    private var end: Text? { unit == .empty ? nil : unit }

    /// What the field shows of a value of the file.
    func shown(_ value: String) -> String {
        switch (kind, form) {
        case (.measured, .time):
            Self.seconds(value).map { Self.text(($0 / scale.seconds * 1000).rounded() / 1000) } ?? value
        case (.segments, .flag(let yes, let no)):
            ["on", "true", "yes"].contains(value) ? yes : ["off", "false", "no"].contains(value) ? no : value
        case (.measured, .number):
            // One that the file has in percent stays as it is written there.
            scale.seconds == 1
                ? value
                : Double(value).map { Self.text(($0 / scale.seconds * 1000).rounded() / 1000) } ?? value
        case (.span, _):
            Self.split(value).map { Double($0.number) == 0 ? "0" : "\($0.number) \($0.unit)" } ?? value
        case (.keys, _): Self.inFile(keys: value)
        case (.line, .text): value == "auto" ? "" : value
        default: value
        }
    }

    /// What somebody has filled in, as `shown` writes it; `nil` where the form has no such field.
    func typed(_ form: PageFields) -> String? {
        guard let text = form.exactly("option-" + name) else { return nil }
        switch kind {
        case .span:
            let number = text.trimmed().replacing(",", with: ".")
            guard let value = Double(number), let unit = form["unit-" + name] else { return text }
            return value == 0 ? "0" : "\(number) \(unit)"
        case .keys:
            guard text == Self.otherKey else { return text }
            // Another key that is not named is none: what there is stays.
            return form.exactly("other-" + name).flatMap { $0.trimmed().isEmpty ? nil : $0 }
        case .segments, .radios, .select, .measured, .time, .line, .offered: return text
        }
    }

    /// What is sent for a value of the file: a list without anything is written, too.
    func sent(_ value: String) -> String { kind == .keys ? Self.inFile(keys: value) : value }

    /// The number and the unit that the fields of a time span show of what `shown` says; `nil` where it names no unit.
    func amount(_ shown: String) -> (number: String, unit: String?) {
        guard let (number, unit) = Self.split(shown) else { return (shown, nil) }
        return (number, Double(number) == 0 ? nil : unit)
    }

    /// The unit of the default.
    var usualUnit: String { Self.split(standard)?.unit ?? "s" }

    /// Of a time span that is in this unit now, the units that there are.
    func units(_ chosen: String) -> [FormOption] {
        guard kind == .span else { return [] }
        let usual = ["s", "min"] + ((range?.most ?? 0) >= 3600 ? ["h"] : [])
        return (usual.contains(chosen) ? usual : [chosen] + usual).map {
            FormOption(value: $0, name: Text("question.unit_\($0)"), isChosen: $0 == chosen)
        }
    }

    /// What is written in the file for what was typed; nothing typed is the default.
    func written(_ typed: String) -> String {
        switch form {
        case .time(_, let word):
            if typed == word { return typed }
            let text = typed.replacing(",", with: ".")
            guard Double(text) != nil, text != "0" else { return text }
            return kind == .measured ? "\(text) \(scale.unit)" : text
        case .number:
            let text = Self.plain(typed)
            guard scale.seconds != 1, let number = Double(text) else { return text }
            return Self.text(number * scale.seconds, digits: 4)
        case .flag, .words, .timeOfDay, .list, .text: return typed
        }
    }

    /// Whether two ways to write a value mean the same.
    func isSame(_ one: String, _ other: String) -> Bool {
        if one == other || shown(one) == shown(other) { return true }
        guard case .time = form, let first = Self.seconds(one), let second = Self.seconds(other) else {
            return false
        }
        return abs(first - second) < 1e-9
    }

    func choices(_ words: SettingWords, chosen: String) -> [FormOption] {
        let values: [String]
        switch (kind, form) {
        case (_, .flag(let yes, let no)): values = [yes, no]
        case (_, .words(let known)): values = known
        case (.select, .time(_, let word?)): values = [word] + steps.map { Self.text($0) + " s" }
        case (.select, .number(_, let word?)): values = [word] + steps.map { Self.text($0) }
        case (.keys, _): return keys(words, chosen: chosen)
        default: return []
        }
        let all = values.contains { isSame($0, chosen) } ? values : values + [chosen]
        return all.map { value in
            let isChosen = isSame(value, chosen)
            // As the file writes it, so that a form that nobody has touched says the same.
            return FormOption(
                value: isChosen ? chosen : value, name: words.said(value, form), isChosen: isChosen)
        }
    }

    /// About ten values from one end of the range to the other.
    private var steps: [Double] {
        guard let range else { return [] }
        let isCounted = if case .number = form { range.most - range.least > 2 } else { false }
        let step = isCounted ? 1 : (range.most - range.least) <= 2 ? 0.25 : 0.5
        return Array(stride(from: range.least, through: range.most, by: step))
    }

    /// What is there, in groups where it is much.
    func groups(_ words: SettingWords, chosen: String) -> [FormOptionGroup] {
        guard kind == .offered else { return [] }
        func option(_ value: String, _ name: Text? = nil) -> FormOption {
            FormOption(value: value, name: name ?? words.said(value, form), isChosen: value == chosen)
        }
        let values = offers.map(\.value)
        let automatic = standard == "auto" ? ["auto"] : []
        let own = (automatic + values).contains(chosen) ? [] : [chosen]
        guard name == "zone" else {
            return [FormOptionGroup(name: nil, options: (automatic + own + values).map { option($0) })]
        }
        let others = values.filter { value in !Self.regions.contains { value.hasPrefix($0 + "/") } }
        var groups = [FormOptionGroup(name: nil, options: (automatic + own + others).map { option($0) })]
        for region in Self.regions {
            let zones = values.filter { $0.hasPrefix(region + "/") }
            guard !zones.isEmpty else { continue }
            groups.append(
                FormOptionGroup(
                    name: Text("option_word.region_\(region.lowercased())"),
                    options: zones.map { zone in
                        let town = String(zone.dropFirst(region.count + 1)).replacing("_", with: " ")
                        return option(zone, .verbatim(town.replacing("/", with: " – ")))
                    }))
        }
        return groups
    }

    /// As the names of zones begin.
    private static let regions = [
        "Europe", "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Indian",
        "Pacific",
    ]

    /// No key, the keys that switches and keypads usually are, and another one.
    private func keys(_ words: SettingWords, chosen: String) -> [FormOption] {
        let letters = name.hasPrefix("station.") ? "abcdefghijklmnopqrstuvwxyz".map(String.init) : []
        let usual = Self.wordedKeys + (1...12).map { "f\($0)" } + letters
        let values = [Self.noKey] + usual
        let isOther = chosen == Self.otherKey
        let all = isOther || values.contains(chosen) ? values : [chosen] + values
        return all.map {
            FormOption(value: $0, name: words.said($0, form), isChosen: $0 == chosen)
        } + [FormOption(value: Self.otherKey, name: Text("option_word.key_other"), isChosen: isOther)]
    }

    /// Stands for whatever is typed beside the list of keys: no key is called so.
    static let otherKey = "other"
    /// As the file has no key at all.
    private static let noKey = "[]"

    /// Usual keys that have a word for a name.
    static let wordedKeys = [
        "space", "enter", "kpenter", "btn_left", "btn_right", "btn_middle", "left", "right", "up", "down",
        "pageup", "pagedown", "tab", "backspace", "esc",
    ]

    /// Of `[space, f1]`, with or without the brackets.
    static func items(_ list: String) -> [String] {
        list.split { ",[]".contains($0) }.map { String($0).trimmed() }.filter { !$0.isEmpty }
    }

    private static func inFile(keys: String) -> String {
        let items = items(keys)
        return items.isEmpty ? noKey : items.joined(separator: ", ")
    }

    /// A number without the sign of percent, and with a point.
    private static func plain(_ typed: String) -> String {
        (typed.hasSuffix("%") ? String(typed.dropLast()) : typed).trimmed().replacing(",", with: ".")
    }

    /// `5` and `min` of `5 min`; the unit of nothing is nobody's.
    private static func split(_ text: String) -> (number: String, unit: String)? {
        guard seconds(text) != nil, text != "off" else { return nil }
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        return (String(number), unit.isEmpty ? "s" : String(unit))
    }

    /// Seconds of `1.5 s`, `300 ms`, `2 min`, `1 h` or `0`.
    private static func seconds(_ text: String) -> Double? {
        if text == "0" || text == "off" { return 0 }
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        guard let value = Double(number), let scale = ["ms": 0.001, "s": 1, "min": 60, "h": 3600][unit] else {
            return nil
        }
        return value * scale
    }

    /// `1.5`, and `2` for 2.0.
    ///
    /// - Parameter digits: At most so many behind the point.
    private static func text(_ number: Double, digits: Int = 3) -> String {
        let scale = digits == 3 ? 1000.0 : 10_000
        let rounded = (number * scale).rounded() / scale
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}
