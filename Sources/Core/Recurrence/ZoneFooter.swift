/// What a TZif file's last line says about the years to come: `CET-1CEST,M3.5.0,M10.5.0/3`, as POSIX writes TZ.
struct ZoneFooter {
    /// East of Greenwich, in seconds, though POSIX counts west.
    private var standard: Int32?
    private var summer: Summer?

    private struct Summer {
        var offset: Int32
        var start: YearDate
        var end: YearDate
    }

    /// A day of every year, and a time of it in seconds, which may be outside of that day.
    private struct YearDate {
        enum Day {
            /// 1 to 365; 29 February is never counted.
            case julian(Int)
            /// 0 to 365.
            case zeroBased(Int)
            /// Which one (5: the last) of a weekday (0: Sunday) in a month.
            case weekday(month: Int, week: Int, day: Int)
        }

        var day: Day
        var time: Int64

        /// Seconds since 1970 on the wall.
        func local(in year: Int) -> Int64 {
            let number: Int
            switch day {
            case .julian(let count):
                let leap = CalendarDay.isLeap(year) && count >= 60 ? 1 : 0
                number = CalendarDay.number(year: year, month: 1, day: 1) + count - 1 + leap
            case .zeroBased(let count): number = CalendarDay.number(year: year, month: 1, day: 1) + count
            case .weekday(let month, let week, let day):
                let first = CalendarDay.number(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday, 4.
                let ahead = (day - (first + 4).remainderDown(by: 7)).remainderDown(by: 7)
                let length = CalendarDay.daysInMonth(month, of: year)
                let inMonth = ahead + (week - 1) * 7
                number = first + (inMonth < length ? inMonth : inMonth - 7)
            }
            return Int64(number) * 86_400 + time
        }
    }

    init(_ text: String) throws(ZoneRulesError) {
        guard !text.isEmpty else { return }
        guard text.utf8.count <= 200 else { throw .badFooter(text) }
        var reader = FooterReader(text)
        guard reader.name(), let west = reader.offset() else { throw .badFooter(text) }
        let standard = -west
        self.standard = standard
        guard !reader.isAtEnd else { return }
        guard reader.name() else { throw .badFooter(text) }
        var offset = standard + 3600
        if !reader.next(is: ",") {
            guard let west = reader.offset() else { throw .badFooter(text) }
            offset = -west
        }
        guard let start = Self.date(&reader), let end = Self.date(&reader), reader.isAtEnd,
            TZifReader.offsets.contains(standard), TZifReader.offsets.contains(offset)
        else { throw .badFooter(text) }
        summer = Summer(offset: offset, start: start, end: end)
    }

    private static func date(_ reader: inout FooterReader) -> YearDate? {
        guard reader.skip(",") else { return nil }
        let day: YearDate.Day
        if reader.skip("M") {
            guard let month = reader.number(in: 1...12), reader.skip("."),
                let week = reader.number(in: 1...5),
                reader.skip("."), let weekday = reader.number(in: 0...6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if reader.skip("J") {
            guard let count = reader.number(in: 1...365) else { return nil }
            day = .julian(count)
        } else {
            guard let count = reader.number(in: 0...365) else { return nil }
            day = .zeroBased(count)
        }
        guard reader.skip("/") else { return YearDate(day: day, time: 7200) }
        return reader.offset().map { YearDate(day: day, time: Int64($0)) }
    }

    /// The zone: what the file lists, then what this line says.
    func rules(id: String, after times: [Int64], _ offsets: [Int32]) throws(ZoneRulesError) -> ZoneRules {
        var times = times
        var offsets = offsets
        guard let standard else { return ZoneRules(id: id, starts: times, offsets: offsets, cycle: nil) }
        let last = times.last ?? ZoneRules.beginning
        // Clocks that are put forward again at the moment in which they are put back are in summer all year.
        let isAlwaysSummer =
            summer.map {
                $0.end.local(in: 2025) - Int64($0.offset) == $0.start.local(in: 2026) - Int64(standard)
            } ?? false
        guard let summer, !isAlwaysSummer else {
            let forever = summer?.offset ?? standard
            if offsets.last != forever, !times.isEmpty { throw .damaged("a last line that fits no offset") }
            return ZoneRules(id: id, starts: times, offsets: times.isEmpty ? [forever] : offsets, cycle: nil)
        }
        let firstYear = max(1, min(9000, CalendarDay(clamping: Int(last.dividedDown(by: 86_400))).year))
        /// One year's two changes, in their order.
        func changes(_ year: Int) -> [(at: Int64, offset: Int32)] {
            let forward = (at: summer.start.local(in: year) - Int64(standard), offset: summer.offset)
            let back = (at: summer.end.local(in: year) - Int64(summer.offset), offset: standard)
            return forward.at < back.at ? [forward, back] : [back, forward]
        }
        func add(_ year: Int) throws(ZoneRulesError) {
            for change in changes(year) where change.at > times.last ?? ZoneRules.beginning {
                times.append(change.at)
                offsets.append(change.offset)
            }
        }
        // Years that may lie partly before the last listed change, then 400 that lie wholly behind it.
        for year in firstYear..<firstYear + 2 { try add(year) }
        let cycle = times.count + 1
        for year in firstYear + 2..<firstYear + 402 { try add(year) }
        guard times.count + 1 - cycle == 800 else { throw .damaged("a last line whose changes overlap") }
        return ZoneRules(id: id, starts: times, offsets: offsets, cycle: cycle)
    }
}

/// Goes through a TZ text.
struct FooterReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    func next(is character: Character) -> Bool { rest.first == character }

    mutating func skip(_ character: Character) -> Bool {
        guard next(is: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Goes over `CET` or `<+01>`.
    mutating func name() -> Bool {
        if skip("<") {
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-") }
            rest = rest.dropFirst(name.count)
            return name.count >= 3 && skip(">")
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), let number = Int(digits), range.contains(number) else {
            return nil
        }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// `-1`, `10:30`, `+167:59:59`, in seconds: hours to 167 either way, as RFC 9636 widens POSIX.
    mutating func offset() -> Int32? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(in: 0...167) else { return nil }
        var seconds = hours * 3600
        if skip(":") {
            guard let minutes = number(in: 0...59) else { return nil }
            seconds += minutes * 60
            if skip(":") {
                guard let rest = number(in: 0...59) else { return nil }
                seconds += rest
            }
        }
        return Int32(isNegative ? -seconds : seconds)
    }
}
