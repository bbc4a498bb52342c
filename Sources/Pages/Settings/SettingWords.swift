import Care
import Wording

/// What settings, and what can be chosen there, are called.
struct SettingWords {
    /// Of the texts: `voices.main.rate` is `voice_rate`, whichever voice it is of.
    let key: String
    let client: String
    /// What this machine and home have, by its value, where that calls itself something.
    private let names: [String: String]

    init(_ option: HomeOptions.Option, client: String) {
        self.init(option.name, client: client, choices: option.choices ?? [])
    }

    init(_ name: String, client: String, choices: [HomeOptions.Choice] = []) {
        let parts = name.split(separator: ".")
        switch (parts.first, parts.count) {
        case ("voices", 3): key = "voice_\(parts[2])"
        case ("switches", 3): key = "keys_\(parts[2])"
        case ("station", 3): key = "station_\(parts[2])"
        default: key = name.replacing(".", with: "_")
        }
        self.client = client
        names = Dictionary(choices.map { ($0.value, $0.name ?? $0.value) }) { first, _ in first }
    }

    var title: Text { Text("option.\(key)", ["client": .verbatim(client)]) }
    var help: Text { Text("option_help.\(key)", ["client": .verbatim(client)]) }

    /// A value as people say it.
    func said(_ value: String, _ form: OptionForm) -> Text {
        switch form {
        case .flag(let yes, _):
            Text(value == yes || value == "on" || value == "true" ? "option_word.on" : "option_word.off")
        case .words(let words): words.contains(value) ? Text("option_word.\(key)_\(value)") : .verbatim(value)
        case .time(let range, let word):
            // In the unit in which it is filled in.
            value == word
                ? Text("option_word.never")
                : Self.time(value, inSeconds: (0.2...60).contains(range.upperBound) && range.upperBound > 0.2)
        case .number(_, let word):
            value == word
                ? Text(value == "auto" ? "option_word.auto" : "option_word.never") : number(value)
        case .text: value == "auto" ? Text("option_word.auto") : .verbatim(names[value] ?? value)
        case .list: isOfKeys ? Self.keys(value) : .verbatim(value)
        case .timeOfDay: .verbatim(value)
        }
    }

    /// Whether it says what keys do.
    private var isOfKeys: Bool { key.hasPrefix("keys_") || key.hasPrefix("station_") }

    /// Keys by what is printed on them.
    private static func keys(_ list: String) -> Text {
        let keys = SettingShape.items(list)
        return keys.isEmpty ? Text("option_word.no_key") : .joined(keys.map(Self.key), separator: ", ")
    }

    static func key(_ name: String) -> Text {
        if SettingShape.wordedKeys.contains(name) { return Text("option_word.key_\(name)") }
        // `a`, `7`, `f1`.
        let isPrinted = name.count == 1 || (name.first == "f" && Int(name.dropFirst()) != nil)
        return .verbatim(isPrinted ? name.uppercased() : name)
    }

    /// `1.5 s` with the reader's decimal mark.
    private static func time(_ value: String, inSeconds: Bool) -> Text {
        let parts = value.split(separator: " ")
        guard parts.count == 2, let number = Double(parts[0]) else { return .verbatim(value) }
        let isShort = inSeconds && parts[1] == "ms"
        return amount(isShort ? number / 1000 : number, isShort ? "s" : String(parts[1]))
    }

    /// `1.5 s`, or the number alone where it has no unit.
    static func amount(_ number: Double, _ unit: String) -> Text {
        amount(number, unit.isEmpty ? nil : .verbatim(unit))
    }

    static func amount(_ number: Double, _ unit: Text?) -> Text {
        guard let unit else { return Text("question.number", ["number": decimal(number)]) }
        return Text("question.amount", ["number": decimal(number), "unit": .text(unit)])
    }

    /// In the unit in which it is filled in, where that is percent.
    private func number(_ value: String) -> Text {
        guard let number = Double(value), let unit = SettingShape.percent(of: key) else {
            return Self.number(value)
        }
        return Self.amount((number / unit * 1e6).rounded() / 1e6, Text("question.unit_percent"))
    }

    static func number(_ value: String) -> Text {
        guard let number = Double(value) else { return .verbatim(value) }
        return Text("question.number", ["number": decimal(number)])
    }

    private static func decimal(_ number: Double) -> Text.Value {
        let places = (0...3).first { places in
            let scaled = number * [1, 10, 100, 1000][places]
            return abs(scaled - scaled.rounded()) < 1e-9
        }
        return .decimal(number, places: places ?? 3)
    }
}
