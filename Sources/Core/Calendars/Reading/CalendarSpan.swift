/// A length of time as calendars write it (RFC 5545, 3.3.6): `PT1H30M`, `-P1DT2H`, `P2W`.
enum CalendarSpan {
    /// In seconds, a day taken as 24 hours; `nil` for what is none, or longer than ten years.
    static func seconds(_ text: String) -> Int? {
        var rest = Substring(text.filter { !$0.isWhitespace }.uppercased())
        let isNegative = rest.hasPrefix("-")
        if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
        guard rest.hasPrefix("P") else { return nil }
        rest.removeFirst()
        var (total, isTime, parts) = (0, false, 0)
        while let first = rest.first {
            if first == "T", !isTime {
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard (1...9).contains(digits.count), let number = Int(digits), let unit = rest.popFirst() else {
                return nil
            }
            switch (unit, isTime) {
            case ("W", false): total += number * 604_800
            case ("D", false): total += number * 86_400
            case ("H", true): total += number * 3600
            case ("M", true): total += number * 60
            case ("S", true): total += number
            default: return nil
            }
            parts += 1
            guard parts <= 5 else { return nil }
        }
        guard parts > 0, total <= 3660 * 86_400 else { return nil }
        return isNegative ? -total : total
    }
}
