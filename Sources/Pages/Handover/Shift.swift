import FoundationEssentials
import Recurrence
import Wording

/// One of a day's shifts; other times can be typed.
struct Shift: Equatable {
    /// In an address, one for each: when it begins by the home's clocks, `06:00`; with its day where a newer one begins at the same time.
    let name: String
    /// Whether its time alone does not say which one it is.
    let needsDay: Bool
    /// As people call it, where a day has two or three.
    let word: Text?
    let begin: Date
    let end: Date

    /// How long a shift is on before its own handover is of more interest than that of the one before, in seconds; at most half of it.
    private static let settled: Double = 7200

    /// Those of the last day, and at least two, the newest first: the first one is on.
    ///
    /// - Parameter begins: In minutes since midnight, rising; not empty.
    static func all(_ begins: [Int], now: Date, zone: ZoneRules) -> [Shift] {
        let today = zone.local(of: now).day
        let words = words(begins)
        var moments: [(name: String, day: CalendarDay, word: Text?, at: Date)] = []
        for days in [-2, -1, 0, 1] {
            for index in begins.indices {
                let day = today.adding(days: days)
                let local = WallTime(startOf: day).adding(seconds: Int64(begins[index]) * 60)
                let at = zone.instant(of: local)
                // One that the clocks leave out as they are put forward is none.
                if let last = moments.last, at <= last.at { continue }
                moments.append((name(begins[index]), day, words[index], at))
            }
        }
        let begun = zip(moments, moments.dropFirst()).filter { $0.0.at <= now }
        var names: Set<String> = []
        return begun.suffix(max(begins.count, 2)).reversed().map { one, next in
            let isOnly = names.insert(one.name).inserted
            return Shift(
                name: isOnly ? one.name : "\(one.day)T\(one.name)", needsDay: !isOnly, word: one.word,
                begin: one.at, end: next.at)
        }
    }

    private static func name(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }

    /// Night is what is on at three; the others follow it.
    private static func words(_ begins: [Int]) -> [Text?] {
        let texts: [Text]
        switch begins.count {
        case 2: texts = [Text("handover.night"), Text("handover.day")]
        case 3: texts = [Text("handover.night"), Text("handover.early"), Text("handover.late")]
        default: return begins.map { _ in nil }
        }
        let night = begins.lastIndex { $0 <= 180 } ?? begins.count - 1
        return begins.indices.map { texts[($0 - night + begins.count) % begins.count] }
    }

    static func usual(_ shifts: [Shift], now: Date) -> Shift? {
        guard let on = shifts.first else { return nil }
        let isNew = now.timeIntervalSince(on.begin) < min(settled, on.end.timeIntervalSince(on.begin) / 2)
        return isNew && shifts.count > 1 ? shifts[1] : on
    }
}
