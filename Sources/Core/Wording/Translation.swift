public import Recurrence

/// All texts in one language, and how it writes numbers, times and lists.
public struct Translation: Sendable {
    /// BCP 47, e.g. `de`.
    public let language: String
    public let plurals: PluralRules
    /// Whether it has words for everything, or lets its fallback say some of it.
    public let isWhole: Bool
    private var texts: [String: TextPattern]
    /// What is written in the language of the program; `nil` where this is it.
    private let written: WrittenTexts?
    private let root: [String: TextPattern]
    /// What becomes of texts before they are shown.
    private var change: (@Sendable (String) -> String)?

    /// - Parameter fallback: says what this one has no words for.
    public init(
        language: String, texts: [String: TextPattern], fallback: Translation? = nil, isWhole: Bool = true
    ) {
        self.language = language
        self.isWhole = isWhole
        plurals = PluralRules(language: language)
        self.texts = fallback?.texts.merging(texts) { _, own in own } ?? texts
        root = fallback?.root ?? texts
        written = fallback.map { WrittenTexts($0.root, groups: ["problem.", "finding.", "command."]) }
    }

    /// The same with other words, such as commands that are typed otherwise on this machine.
    public func rewritten(_ change: @escaping @Sendable (String) -> String) -> Translation {
        var other = self
        other.texts = texts.mapValues { $0.mapText(change) }
        other.change = change
        return other
    }

    public var names: Set<String> { Set(texts.keys) }

    /// Whether it is written from right to left: `dir` of HTML.
    public var isRightToLeft: Bool {
        Self.rightToLeft.contains { $0 == language.lowercased().prefix { $0 != "-" } }
    }

    /// Languages that are written from right to left, BCP 47.
    public static let rightToLeft = [
        "ar", "arc", "dv", "fa", "he", "ks", "ku", "ps", "sd", "ug", "ur", "yi",
    ]

    public func pattern(_ name: String) -> TextPattern? { texts[name] }

    /// A text in this language; the name of one that is not there.
    public func callAsFunction(_ text: Text) -> String {
        switch text {
        case .verbatim(let text): text
        case .joined(let texts, let separator): texts.map(callAsFunction).joined(separator: separator)
        case .list(let texts): list(texts.map { filled(.text($0)) })
        case .capitalized(let text): capitalized(self(text))
        case .sentence(let text): sentence(self(text))
        case .written(let words): said(words)
        case .named(let name, let values): named(name, values)
        }
    }

    private func capitalized(_ text: String) -> String {
        guard let first = text.first else { return text }
        // Turkic languages have an i with a dot and one without.
        let isDotted = first == "i" && ["az", "tr"].contains(language.lowercased().prefix { $0 != "-" })
        return (isDotted ? "İ" : first.uppercased()) + text.dropFirst()
    }

    private func sentence(_ text: String) -> String {
        guard let last = text.last else { return text }
        return capitalized(text) + ([".", "!", "?", ":", "…"].contains(last) ? "" : ".")
    }

    /// What the program has written in its own language.
    private func said(_ words: String) -> String {
        if let several = several(words) { return several }
        guard let (name, values) = written?.find(words) else {
            return sentences(words) ?? change?(words) ?? words
        }
        return named(
            name,
            Dictionary(
                uniqueKeysWithValues: values.map { placeholder, value -> (String, Text.Value) in
                    if WrittenTexts.isOfProgram(placeholder) { return (placeholder, .text(.written(value))) }
                    return (
                        placeholder, .verbatim(WrittenTexts.isMoney(placeholder) ? money(value) : value)
                    )
                }))
    }

    /// `12.50 EUR`, as the program writes it, with this language's decimal mark and groups; what is no such amount stays as it is.
    private func money(_ written: String) -> String {
        let number = written.prefix { $0 != " " }
        let fraction = number.firstIndex(of: ".").map { number[number.index(after: $0)...] }
        let isPlain = number.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }
        guard isPlain, let amount = Double(number), amount.magnitude < 1e12 else { return written }
        return decimal(amount, places: fraction?.count ?? 0) + written.dropFirst(number.count)
    }

    /// Two or more sentences that are each the program's own, though a placeholder of the first would take in the others.
    private func several(_ words: String) -> String? {
        guard let written, let end = words.firstRange(of: ". ") else { return nil }
        let (first, rest) = (String(words[..<end.lowerBound]), String(words[end.upperBound...]))
        let isKnown =
            written.find(rest) != nil || rest.hasSuffix(".") && written.find(String(rest.dropLast())) != nil
        return isKnown && written.find(first) != nil ? said(first) + ". " + said(rest) : nil
    }

    /// What devices report: sentences, whatever each was made of; `nil` where the first few are none of the program's.
    private func sentences(_ words: String) -> String? {
        guard let written else { return nil }
        let bare = String(words.dropLast())
        if words.hasSuffix("."), written.find(bare) != nil { return said(bare) + "." }
        // Whoever joins sentences has left out the last full stop.
        if !words.hasSuffix("."), written.find(words + ".") != nil {
            let whole = said(words + ".")
            return whole.hasSuffix(".") ? String(whole.dropLast()) : whole
        }
        var start = words.startIndex
        for _ in 0..<8 {
            guard let end = words[start...].firstRange(of: ". ") else { return nil }
            let first = String(words[..<end.lowerBound])
            if written.find(first) != nil {
                return said(first) + ". " + said(String(words[end.upperBound...]))
            }
            start = end.upperBound
        }
        return nil
    }

    private func named(_ name: String, _ values: [String: Text.Value]) -> String {
        guard let pattern = texts[name] else { return name }
        var category = PluralCategory.other
        if case .number(let count)? = values["count"] { category = plurals.category(count) }
        return pattern.parts(category).reduce(into: "") { said, part in
            switch part {
            case .text(let text): said += text
            case .placeholder(let name):
                guard let value = values[name] else { return }
                if case .text(.verbatim(UnnamedWords.name)) = value, let words = unnamed(name) {
                    said += words.words(behind: said)
                } else {
                    said += filled(value)
                }
            }
        }
    }

    private func filled(_ value: Text.Value) -> String {
        switch value {
        case .text(.verbatim(let text)):
            Isolation.around(text, rightToLeft: isRightToLeft)
        case .text(let text): self(text)
        case .number(let number): self.number(number)
        case .decimal(let number, let places): decimal(number, places: places)
        case .time(let time): self.time(time)
        case .day(let day, let today): self.day(day, today: today)
        case .weekday(let day): weekday(day)
        case .month(let day): month(of: day)
        }
    }

    /// Pieces of a number, a time or a list, which belong together: isolated from each other, `18:05` would turn around.
    private func named(_ name: String, plain values: [String: String]) -> String {
        guard let pattern = texts[name] else { return name }
        return pattern.parts(.other).map { part in
            switch part {
            case .text(let text): text
            case .placeholder(let name): values[name] ?? ""
            }
        }.joined()
    }

    // MARK: formats

    /// Digits in groups of three, from five digits on where the language writes four together.
    public func number(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        let least = Int(named("format.grouped_from", [:])) ?? 5
        let sign = number < 0 ? "\u{2212}" : ""
        guard digits.count >= least else { return sign + String(digits) }
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text += named("format.group", [:]) }
            text.append(digit)
        }
        return sign + text
    }

    /// - Parameter places: digits after the decimal mark, 0–6.
    public func decimal(_ number: Double, places: Int) -> String {
        guard number.isFinite, number.magnitude < 1e12 else { return "\(number)" }
        let places = min(max(places, 0), 6)
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((number * Double(scale)).rounded())
        let whole = self.number(scaled / scale)
        guard places > 0 else { return whole }
        let digits = String((scaled % scale).magnitude)
        let sign = scaled < 0 && scaled / scale == 0 ? "\u{2212}" : ""
        return sign + whole + named("format.decimal", [:])
            + String(repeating: "0", count: places - digits.count)
            + digits
    }

    /// `18:05`, or `6:05 pm`.
    public func time(_ time: WallTime) -> String {
        named(
            time.hour < 12 ? "format.time_morning" : "format.time_afternoon",
            plain: [
                "hour": String(time.hour), "hour2": Self.two(time.hour),
                "hour12": String((time.hour + 11) % 12 + 1),
                "minute": Self.two(time.minute),
            ])
    }

    /// `Tuesday 3 March`, with the year where it is another one than today's.
    public func day(_ day: CalendarDay, today: CalendarDay) -> String {
        let (year, month, number) = day.parts
        return named(
            year == today.parts.year ? "format.day" : "format.day_of_year",
            plain: [
                "weekday": weekday(day.weekday), "day": String(number), "day2": Self.two(number),
                "month": named("format.month_\(month)", [:]),
                "year": String(year),
            ])
    }

    public func weekday(_ day: Weekday) -> String { named("format.weekday_\(day.rawValue + 1)", [:]) }

    /// `March 2026`.
    public func month(of day: CalendarDay) -> String {
        named(
            "format.month_of_year",
            plain: ["month": named("format.month_\(day.parts.month)", [:]), "year": String(day.parts.year)])
    }

    /// The first day of its week.
    public var firstWeekday: Weekday {
        Int(named("format.first_weekday", [:])).flatMap { Weekday(rawValue: $0 - 1) } ?? .monday
    }

    /// "Ada, Ben and Carl".
    public func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        let first = words.dropLast().joined(separator: named("format.list_comma", [:]))
        return named("format.list_and", plain: ["first": first, "last": last])
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
