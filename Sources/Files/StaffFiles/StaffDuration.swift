/// Durations as staff write them: a number and its unit, `1.5 s`.
public enum StaffDuration {
    /// The units there are, with their nanoseconds, shortest first.
    public static let units: [(name: String, nanoseconds: Int64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000), ("h", 3_600_000_000_000),
    ]

    /// What staff write instead of a unit's name.
    private static let otherNames = [
        "msec": "ms", "millisecond": "ms", "milliseconds": "ms",
        "sec": "s", "secs": "s", "second": "s", "seconds": "s", "sek": "s", "sekunde": "s", "sekunden": "s",
        "m": "min", "mins": "min", "minute": "min", "minutes": "min", "minuten": "min",
        "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "std": "h", "stunde": "h", "stunden": "h",
    ]

    /// Why a text is no duration, as the end of a sentence that begins with the text itself.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        public var description: String
    }

    /// Reads `300 ms`, `1.5 s`, `2 min`, `1 h` or `0`.
    public static func parse(_ text: String) throws(Problem) -> Duration {
        let word = text.filter { !$0.isWhitespace }
        let number = word.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let unit = String(word.dropFirst(number.count))
        guard number.first?.isNumber == true, number.last?.isNumber == true else {
            throw Problem(
                description:
                    "is not a duration: write a number and its unit, such as `1.5 s`, `300 ms` or `2 min`")
        }
        guard !number.contains(",") else {
            let point = number.replacing(",", with: ".")
            throw Problem(
                description: "has a comma: write a point, `\(point) \(unit.isEmpty ? "s" : unit)`")
        }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : ""
        guard parts.count <= 2, !parts[0].isEmpty, parts[0].count <= 6, fraction.count <= 6,
            let whole = Int64(parts[0]), let rest = fraction.isEmpty ? 0 : Int64(fraction)
        else {
            throw Problem(
                description: "is not a duration: write at most six digits before and behind the point")
        }
        if unit.isEmpty {
            guard whole != 0 || rest != 0 else { return .zero }
            throw Problem(description: "has no unit: write `\(number) s`, `\(number) ms` or `\(number) min`")
        }
        guard let scale = units.first(where: { $0.name == unit })?.nanoseconds else {
            let meant = otherNames[unit.lowercased()] ?? (units.first { $0.name == unit.lowercased() }?.name)
            throw Problem(
                description: meant.map { "has an unknown unit: write `\(number) \($0)`" }
                    ?? "has an unknown unit `\(Excerpt.short(unit))`: the units are ms, s, min and h")
        }
        let power = (0..<fraction.count).reduce(into: Int64(1)) { power, _ in power *= 10 }
        return .nanoseconds(whole * scale + rest * scale / power)
    }

    /// A duration as these files write it: `0`, `300 ms`, `1.5 s`, `2 min`, `1 h`.
    public static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        if milliseconds == 0 { return "0" }
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        if milliseconds % 3_600_000 == 0 { return "\(milliseconds / 3_600_000) h" }
        if milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000) min" }
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
        return "\(milliseconds / 1000)\(digits.isEmpty ? "" : "." + digits) s"
    }
}
