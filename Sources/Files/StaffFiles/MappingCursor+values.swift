extension MappingCursor {
    /// One of the words that an enumeration knows.
    public func enumeration<Word>(_ key: String, _ type: Word.Type) -> Located<Word>?
    where Word: RawRepresentable<String> & CaseIterable {
        guard let text = word(key, of: type.allCases.map(\.rawValue)), let word = Word(rawValue: text.value)
        else { return nil }
        return Located(word, at: text.range)
    }

    /// One of some words.
    public func word(_ key: String, of known: [String]) -> Located<String>? {
        guard let text = string(key) else { return nil }
        if known.contains(text.value) { return text }
        let list =
            log.guess(for: text.value, among: known).map { ": did you mean `\($0)`?" }
            ?? (known.count > 1 ? ": write one of \(Self.list(known))" : ": write \(Self.list(known))")
        log.error("`\(key)` cannot be `\(Excerpt.short(text.value))`\(list)", at: text.range)
        return nil
    }

    /// `on` or `off`, `true` or `false`.
    public func bool(_ key: String) -> Located<Bool>? {
        guard let text = string(key) else { return nil }
        switch text.value.lowercased() {
        case "true", "on": return Located(true, at: text.range)
        case "false", "off": return Located(false, at: text.range)
        case "yes", "y", "1": log.error("`\(key)` cannot be `\(text.value)`: write `on`", at: text.range)
        case "no", "n", "0": log.error("`\(key)` cannot be `\(text.value)`: write `off`", at: text.range)
        default:
            log.error(
                "`\(key)` cannot be `\(Excerpt.short(text.value))`: write `on` or `off`", at: text.range)
        }
        return nil
    }

    /// Whether `off` is written: for values that may also be absent.
    public func isOff(_ key: String) -> Bool { has(key) && string(key)?.value == "off" }

    /// A whole number in a range.
    ///
    /// - Parameter allowsOff: Whether the message offers `off`; read that with `isOff`.
    public func int(
        _ key: String, in limits: ClosedRange<Int>, allowsOff: Bool = false
    ) -> Located<Int>? {
        guard let text = string(key) else { return nil }
        let bounds = Self.bounds("\(limits.lowerBound)", "\(limits.upperBound)", allowsOff)
        guard let value = Int(text.value) else {
            log.error(
                "`\(key)` is `\(Excerpt.short(text.value))`, but must be a whole number \(bounds)",
                at: text.range)
            return nil
        }
        guard limits.contains(value) else {
            log.error("`\(key)` is \(value), but must be \(bounds)", at: text.range)
            return nil
        }
        return Located(value, at: text.range)
    }

    /// A number in a range, with a decimal point.
    ///
    /// - Parameter allowsOff: Whether the message offers `off`; read that with `isOff`.
    public func number(
        _ key: String, in limits: ClosedRange<Double>, allowsOff: Bool = false
    ) -> Located<Double>? {
        guard let text = string(key) else { return nil }
        let bounds = Self.bounds(
            Self.plain(limits.lowerBound), Self.plain(limits.upperBound), allowsOff)
        let isPlain = text.value.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        guard isPlain, let value = Double(text.value) else {
            let point = text.value.replacing(",", with: ".")
            let isComma = point != text.value && Double(point) != nil
            log.error(
                isComma
                    ? "`\(key)` has a comma: write a point, `\(point)`"
                    : "`\(key)` is `\(Excerpt.short(text.value))`, but must be a number \(bounds)",
                at: text.range)
            return nil
        }
        guard limits.contains(value) else {
            log.error("`\(key)` is \(Self.plain(value)), but must be \(bounds)", at: text.range)
            return nil
        }
        return Located(value, at: text.range)
    }

    private static func bounds(_ least: String, _ most: String, _ allowsOff: Bool) -> String {
        allowsOff ? "from \(least) to \(most), or `off`" : "from \(least) to \(most)"
    }

    private static func plain(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? String(value)
    }

    /// A duration in a range.
    ///
    /// - Parameter allowsOff: Whether `off` may be written for 0.
    public func duration(
        _ key: String, in limits: ClosedRange<Duration>, allowsOff: Bool = false
    ) -> Located<Duration>? {
        guard let text = string(key) else { return nil }
        return duration(text, name: "`\(key)`", in: limits, allowsOff: allowsOff)
    }

    /// A list of durations, each in a range; a single one counts as a list of one.
    public func durations(_ key: String, in limits: ClosedRange<Duration>) -> [Located<Duration>]? {
        strings(key)?.compactMap {
            duration($0, name: "this entry of `\(key)`", in: limits, allowsOff: false)
        }
    }

    private func duration(
        _ text: Located<String>, name: String, in limits: ClosedRange<Duration>, allowsOff: Bool
    ) -> Located<Duration>? {
        let value: Duration
        do throws(StaffDuration.Problem) {
            value = allowsOff && text.value == "off" ? .zero : try StaffDuration.parse(text.value)
        } catch {
            log.error("\(name): `\(Excerpt.short(text.value))` \(error)", at: text.range)
            return nil
        }
        guard limits.contains(value) else {
            log.error(
                "\(name) is \(StaffDuration.text(value)), but must be from \(StaffDuration.text(limits.lowerBound)) to \(StaffDuration.text(limits.upperBound))",
                at: text.range)
            return nil
        }
        return Located(value, at: text.range)
    }
}
