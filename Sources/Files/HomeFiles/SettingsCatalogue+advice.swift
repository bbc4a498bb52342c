import Care

extension SettingsCatalogue.Option {
    /// What to write there, in one sentence; pages say it in their reader's language.
    var advice: String {
        switch OptionForm(range: range) {
        case .flag(let yes, let no): return "write `\(yes)` or `\(no)`"
        case .words(let words): return "write one of \(words.joined(separator: ", "))"
        case .time(_, let word), .number(_, let word):
            let bounds = word.map { String(range.dropFirst("\($0), or ".count)) } ?? range
            guard let between = bounds.firstRange(of: " to ") else { return "write \(range)" }
            let (least, most) = (bounds[..<between.lowerBound], bounds[between.upperBound...])
            return word.map { "write `\($0)`, or a value from \(least) to \(most)" }
                ?? "write a value from \(least) to \(most)"
        case .list where range == "times of day": return "write times of day, such as 6:00, 14:00, 22:00"
        case .timeOfDay, .list, .text: return "write \(range)"
        }
    }
}
