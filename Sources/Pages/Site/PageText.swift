import FoundationEssentials
import Recurrence

/// Words and addresses in pages.
enum PageText {
    /// For one part of a path or a value of a query.
    static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { text, byte in
            let isPlain: Bool =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "~"):
                    true
                default: false
                }
            if isPlain {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Removes percent-encoding. Bytes that are not UTF-8 become U+FFFD; a `%` that encodes nothing stays.
    static func unescaped(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `just now`, `5 minutes ago`, `1 h 59 min ago`, `in 7 hours`, `yesterday 18:05`, `Tuesday 3 March 18:05`: in the reader's
    /// words, in the home's local time.
    ///
    /// Minutes count below six hours. What is past is rounded down, what comes is rounded up: nobody is told a time too soon.
    static func ago(_ moment: Date, now: Date, zone: ZoneRules) -> String {
        let seconds = now.timeIntervalSince(moment)
        let isPast = seconds >= 0
        let minutes = Int((abs(seconds) / 60).rounded(isPast ? .down : .up))
        func words(_ number: Int, _ unit: String) -> String {
            let text = "\(number) \(unit)\(number == 1 ? "" : "s")"
            return isPast ? "\(text) ago" : "in \(text)"
        }
        if abs(seconds) < 60 { return isPast ? "just now" : "in a moment" }
        if minutes < 60 { return words(minutes, "minute") }
        guard zone.local(of: moment).day == zone.local(of: now).day else {
            return dayAndTime(moment, now: now, zone: zone)
        }
        let hours = minutes / 60
        if hours < 6, minutes % 60 != 0 {
            let text = "\(hours) h \(minutes % 60) min"
            return isPast ? "\(text) ago" : "in \(text)"
        }
        return words(isPast ? hours : (minutes + 59) / 60, "hour")
    }

    /// `today 18:05`, `yesterday 18:05`, `tomorrow 08:00`, `Tuesday 3 March 18:05`, with the year where it is another one.
    static func dayAndTime(_ moment: Date, now: Date, zone: ZoneRules) -> String {
        let local = zone.local(of: moment)
        return "\(day(local.day, today: zone.local(of: now).day)) \(time(local))"
    }

    /// `today`, `yesterday`, `tomorrow`, `Tuesday 3 March`, with the year where it is another one.
    static func day(_ day: CalendarDay, today: CalendarDay) -> String {
        switch day.number - today.number {
        case 0: return "today"
        case -1: return "yesterday"
        case 1: return "tomorrow"
        default:
            let (year, month, number) = day.parts
            let text = "\(day.weekday.name) \(number) \(months[month - 1])"
            return year == today.year ? text : "\(text) \(year)"
        }
    }

    /// `18:05`.
    static func time(_ local: WallTime) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(two(local.hour)):\(two(local.minute))"
    }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
}
