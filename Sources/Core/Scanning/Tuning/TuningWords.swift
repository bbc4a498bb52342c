/// Times in sentences about tuning. Files are written with the same units.
enum TuningWords {
    /// `0.82 s`: a measured time, in seconds with two decimals.
    static func seconds(_ seconds: Double) -> String { "\(number(seconds, decimals: 2)) s" }

    /// `150 ms`, `1.5 s`: a value as staff write it.
    static func value(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        if milliseconds == 0 { return "0" }
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
        return "\(milliseconds / 1000)\(digits.isEmpty ? "" : "." + digits) s"
    }

    /// `4.2`; a whole number without decimals where it is one.
    static func rate(_ rate: Double) -> String {
        let text = number(rate, decimals: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// `1 press`, `2 presses`.
    static func count(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    private static func number(_ value: Double, decimals: Int) -> String {
        let power = decimals == 1 ? 10.0 : 100.0
        // Whatever damage is in the records, a sentence stays a sentence.
        let bounded = min(max(value.isFinite ? value : 0, -1e9), 1e9)
        let scaled = Int((abs(bounded) * power).rounded())
        let fraction = String(scaled % Int(power) + Int(power)).dropFirst()
        return "\(bounded < 0 && scaled != 0 ? "-" : "")\(scaled / Int(power)).\(fraction)"
    }
}
