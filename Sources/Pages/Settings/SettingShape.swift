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
    }

    let form: OptionForm
    let kind: Kind
    private let name: String
    private let range: (least: Double, most: Double)?

    init(_ option: HomeOptions.Option) {
        name = option.name
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
        case .timeOfDay: (kind, range) = (.time, nil)
        case .time, .list, .text: (kind, range) = (.line, nil)
        }
    }

    /// The unit in which a slider counts, in seconds.
    private var scale: (unit: String, seconds: Double) {
        if case .time = form { (range?.most ?? 0) <= 0.2 ? ("ms", 0.001) : ("s", 1) } else { ("", 1) }
    }

    var measure: SettingField.Measure? {
        guard kind == .measured, let range else { return nil }
        let (least, most) = (range.least / scale.seconds, range.most / scale.seconds)
        let step =
            most - least <= 12 && most <= 10 && !isWhole ? 0.05 : most > 20 && scale.unit == "s" ? 0.5 : 1
        return SettingField.Measure(
            least: Self.text(least), most: Self.text(most), step: Self.text(step), unit: unit)
    }

    /// What is wrong with a typed number, in the field's own unit; `nil` where that is something else.
    func outOfRange(_ typed: String) -> Text? {
        guard kind == .measured, let measure, let range else { return nil }
        let text = typed.trimmed().replacing(",", with: ".")
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
        if name.hasPrefix("display.brightness") { return Text("question.unit_percent") }
        return .verbatim(scale.unit)
    }

    /// What the field shows of a value of the file.
    func shown(_ value: String) -> String {
        switch (kind, form) {
        case (.measured, .time):
            Self.seconds(value).map { Self.text(($0 / scale.seconds * 1000).rounded() / 1000) } ?? value
        case (.segments, .flag(let yes, let no)):
            ["on", "true", "yes"].contains(value) ? yes : ["off", "false", "no"].contains(value) ? no : value
        case (.line, .text): value == "auto" ? "" : value
        default: value
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
        case .number: return typed.replacing(",", with: ".")
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
        case (.select, .number(_, let word?)): values = [word] + steps.map(Self.text)
        default: return []
        }
        let all = values.contains { isSame($0, chosen) } ? values : values + [chosen]
        return all.map { value in
            FormOption(value: value, name: words.said(value, form), isChosen: isSame(value, chosen))
        }
    }

    /// About ten values from one end of the range to the other.
    private var steps: [Double] {
        guard let range else { return [] }
        let isCounted = if case .number = form { range.most - range.least > 2 } else { false }
        let step = isCounted ? 1 : (range.most - range.least) <= 2 ? 0.25 : 0.5
        return Array(stride(from: range.least, through: range.most, by: step))
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
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String((number * 1000).rounded() / 1000)
    }
}
