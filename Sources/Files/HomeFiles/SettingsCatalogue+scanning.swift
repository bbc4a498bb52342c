import Scanning
import StaffFiles

extension SettingsCatalogue {
    /// What `ScanOption` has.
    public static let scanning = Section(
        path: ["scanning"],
        meaning:
            "How the board is scanned; docs/scanning.md helps to choose. Change one thing at a time, and try it for a day.",
        options: ScanOption.all.map(Option.init))
}

extension SettingsCatalogue.Option {
    fileprivate init(_ option: ScanOption) {
        let (standard, range) = option.value.texts(ScanParameters())
        let new = option.value.texts(.ofNewHome).value
        self.init(
            name: option.name, standard: standard, range: range, meaning: option.meaning,
            new: new == standard ? nil : new)
    }
}

extension ScanOption.Value {
    /// As staff write it: the value that some parameters have, and what may stand there.
    fileprivate func texts(_ parameters: ScanParameters) -> (value: String, range: String) {
        func range<Bound>(_ limits: ClosedRange<Bound>, _ text: (Bound) -> String) -> String {
            "\(text(limits.lowerBound)) to \(text(limits.upperBound))"
        }
        func orOff<Held>(_ value: Held?, _ limits: ClosedRange<Held>, _ text: (Held) -> String)
            -> (value: String, range: String)
        {
            (value.map(text) ?? "off", "off, or \(range(limits, text))")
        }
        func factor(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? String(value) }
        switch self {
        case .time(let place, let limits):
            return (StaffDuration.text(parameters[keyPath: place]), range(limits, StaffDuration.text))
        case .timeOrOff(let place, let limits):
            return orOff(parameters[keyPath: place], limits, StaffDuration.text)
        case .count(let place, let limits):
            return (String(parameters[keyPath: place]), range(limits) { String($0) })
        case .countOrOff(let place, let limits):
            return orOff(parameters[keyPath: place], limits) { String($0) }
        case .factorOrOff(let place, let limits): return orOff(parameters[keyPath: place], limits, factor)
        case .flag(let place): return (parameters[keyPath: place] ? "on" : "off", "on or off")
        case .word(let word):
            let words = word.words.dropLast().joined(separator: ", ")
            return (word.word(in: parameters), [words, word.words.last ?? ""].joined(separator: " or "))
        }
    }
}
