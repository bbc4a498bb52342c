import Wording

/// Times and rates in sentences about tuning.
enum TuningWords {
    /// `0.82 s`: a measured time, in seconds with two decimals.
    static func seconds(_ seconds: Double) -> Text.Value {
        .text(Text("tune.seconds", ["seconds": .decimal(bounded(seconds), places: 2)]))
    }

    /// `150 ms`, `1.5 s`: a value as its language writes it.
    static func value(_ duration: Duration) -> Text.Value {
        let milliseconds = duration.wholeMilliseconds
        if milliseconds == 0 { return .verbatim("0") }
        if milliseconds < 1000 {
            return .text(Text("tune.milliseconds", ["milliseconds": .number(milliseconds)]))
        }
        let places = milliseconds % 10 > 0 ? 3 : milliseconds % 100 > 0 ? 2 : milliseconds % 1000 > 0 ? 1 : 0
        return .text(Text("tune.seconds", ["seconds": .decimal(Double(milliseconds) / 1000, places: places)]))
    }

    /// `150 ms`, `1.5 s`: a value as staff write it into a file, and as programs read it.
    static func written(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        if milliseconds == 0 { return "0" }
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
        return "\(milliseconds / 1000)\(digits.isEmpty ? "" : "." + digits) s"
    }

    /// `4.2`; a whole number without decimals where it is one.
    static func rate(_ rate: Double) -> Text.Value {
        let tenths = tenths(rate)
        return .decimal(tenths / 10, places: tenths.truncatingRemainder(dividingBy: 10) == 0 ? 0 : 1)
    }

    /// What two rates that are shown alike have in common.
    static func tenths(_ rate: Double) -> Double { (bounded(rate) * 10).rounded() }

    /// Whatever damage is in the records, a sentence stays a sentence.
    private static func bounded(_ value: Double) -> Double { min(max(value.isFinite ? value : 0, -1e9), 1e9) }
}
