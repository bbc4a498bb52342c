import StaffFiles

/// Regular expressions for numbers within a range: JSON Schema compares a text with nothing else.
///
/// They hold only what the dialects of editors and of Python have in common, and no anchors.
enum RangePattern {
    /// Ends of ranges are kept in thousandths. One between two of them makes the range a little narrower.
    private static let parts = 1000
    /// `StaffDuration` takes six digits before the point.
    private static let longest = 999_999

    /// A time, one pattern for each unit. A unit of over ten times the longest time is left out: nobody would
    /// write it.
    static func times(_ limits: ClosedRange<Duration>) -> [String] {
        let (low, high) = (milliseconds(limits.lowerBound), milliseconds(limits.upperBound))
        return StaffDuration.units.compactMap { name, nanoseconds in
            let unit = Int(nanoseconds / 1_000_000)
            let from = (low * parts + unit - 1) / unit
            let to = min(high * parts / unit, longest * parts)
            guard high * 10 >= unit, from <= to else { return nil }
            return decimal(from...to) + "\\s*" + name
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// A whole number, without zeros before it.
    static func whole(_ limits: ClosedRange<Int>) -> String {
        let (low, high) = (limits.lowerBound, limits.upperBound)
        let ways = (String(low).count...String(high).count).map { length in
            let power = (1..<length).reduce(1) { power, _ in power * 10 }
            return fixed(
                digits(max(low, length == 1 ? 0 : power))[...], digits(min(high, power * 10 - 1))[...])
        }
        return group(ways)
    }

    /// A number with a point or without, between two numbers of thousandths.
    private static func decimal(_ limits: ClosedRange<Int>) -> String {
        let (first, above) = (limits.lowerBound / parts, fraction(limits.lowerBound))
        let (last, below) = (limits.upperBound / parts, fraction(limits.upperBound))
        guard first < last else {
            return above.isEmpty
                ? "\(first)(?:\\.\(atMost(below, isFirst: true)))?" : "\(first)\\.\(between(above, below))"
        }
        var ways = above.isEmpty ? [] : ["\(first)\\.\(atLeast(above))"]
        let from = above.isEmpty ? first : first + 1
        if from < last { ways.append(whole(from...last - 1) + "(?:\\.[0-9]+)?") }
        ways.append("\(last)(?:\\.\(atMost(below, isFirst: true)))?")
        return choice(ways)
    }

    // MARK: - Digits behind the point

    /// Without zeros at the end.
    private static func fraction(_ thousandths: Int) -> ArraySlice<Int> {
        var digits = digits(thousandths % parts + parts).dropFirst()
        while digits.last == 0 { digits.removeLast() }
        return digits
    }

    private static func atLeast(_ low: ArraySlice<Int>) -> String {
        guard let first = low.first else { return any }
        guard low.count > 1 else { return digit(first, 9) + any }
        let higher = first < 9 ? [digit(first + 1, 9) + any] : []
        return choice(["\(first)\(atLeast(low.dropFirst()))"] + higher)
    }

    /// - Parameter isFirst: whether no digit stands before these, so that there must be one.
    private static func atMost(_ high: ArraySlice<Int>, isFirst: Bool) -> String {
        guard let first = high.first else { return isFirst ? "0+" : "0*" }
        let lower = first > 0 ? [digit(0, first - 1) + any] : []
        return choice(lower + ["\(first)\(atMost(high.dropFirst(), isFirst: false))"]) + (isFirst ? "" : "?")
    }

    private static func between(_ low: ArraySlice<Int>, _ high: ArraySlice<Int>) -> String {
        guard let first = low.first, let last = high.first else { return atMost(high, isFirst: false) }
        guard first < last else { return "\(first)\(between(low.dropFirst(), high.dropFirst()))" }
        var ways = ["\(first)\(atLeast(low.dropFirst()))"]
        if first + 1 < last { ways.append(digit(first + 1, last - 1) + any) }
        ways.append("\(last)\(atMost(high.dropFirst(), isFirst: false))")
        return choice(ways)
    }

    private static let any = "[0-9]*"

    // MARK: - Whole numbers

    /// Numbers of as many digits as both ends have.
    private static func fixed(_ low: ArraySlice<Int>, _ high: ArraySlice<Int>) -> String {
        guard let first = low.first, let last = high.first else { return "" }
        let (restLow, restHigh) = (low.dropFirst(), high.dropFirst())
        guard first < last else { return "\(first)\(fixed(restLow, restHigh))" }
        let (fromStart, toEnd) = (restLow.allSatisfy { $0 == 0 }, restHigh.allSatisfy { $0 == 9 })
        let count = restLow.count
        var ways: [String] = []
        if !fromStart { ways.append("\(first)\(fixed(restLow, ArraySlice(repeating: 9, count: count)))") }
        let (from, to) = (fromStart ? first : first + 1, toEnd ? last : last - 1)
        if from <= to { ways.append(digit(from, to) + anyDigits(count)) }
        if !toEnd { ways.append("\(last)\(fixed(ArraySlice(repeating: 0, count: count), restHigh))") }
        return group(ways)
    }

    private static func anyDigits(_ count: Int) -> String {
        count < 2 ? String(repeating: "[0-9]", count: count) : "[0-9]{\(count)}"
    }

    // MARK: - Parts of a pattern

    private static func digits(_ number: Int) -> [Int] { String(number).compactMap(\.wholeNumberValue) }

    private static func digit(_ low: Int, _ high: Int) -> String {
        low == high ? "\(low)" : "[\(low)-\(high)]"
    }

    private static func choice(_ ways: [String]) -> String { "(?:" + ways.joined(separator: "|") + ")" }

    private static func group(_ ways: [String]) -> String { ways.count == 1 ? ways[0] : choice(ways) }
}
