import FoundationEssentials
import Recurrence

/// A content line of a calendar: `DTSTART;TZID=Europe/Berlin:20260330T235900` (RFC 5545, 3.1).
struct CalendarLine {
    /// In capitals.
    let name: String
    /// By their names in capitals; quotes are taken off.
    let parameters: [String: String]
    /// As it stands.
    let value: String

    /// `nil` for what is no content line.
    init?(_ line: String) {
        var parts: [Substring] = []
        var (isQuoted, begin, end): (Bool, String.Index, String.Index?) = (false, line.startIndex, nil)
        for index in line.indices {
            switch line[index] {
            case "\"": isQuoted.toggle()
            case ";" where !isQuoted:
                parts.append(line[begin..<index])
                begin = line.index(after: index)
            case ":" where !isQuoted:
                parts.append(line[begin..<index])
                end = index
            default: break
            }
            if end != nil { break }
        }
        guard let end, let first = parts.first, !first.isEmpty else { return nil }
        name = first.uppercased()
        var found: [String: String] = [:]
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            found[part[..<equals].uppercased()] = part[part.index(after: equals)...]
                .filter { $0 != "\"" }
        }
        parameters = found
        value = String(line[line.index(after: end)...])
    }

    /// Its value as a text (RFC 5545, 3.3.11).
    var text: String {
        var (text, isEscaped) = ("", false)
        for character in value {
            if isEscaped {
                text.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// Its value as a time, to the minute; a day ends a minute before midnight in the home. `nil` for what is no time, or in a zone that
    /// nobody knows.
    func time(home: ZoneRules, zones: (String) -> ZoneRules?) -> Date? {
        let isUTC = value.hasSuffix("Z")
        let digits = isUTC ? value.dropLast() : value[...]
        let parts = digits.split(separator: "T", omittingEmptySubsequences: false)
        guard let date = parts.first, let day = Self.day(date) else { return nil }
        guard parts.count == 2 else {
            guard parts.count == 1, !isUTC, let last = WallTime(day, hour: 23, minute: 59) else { return nil }
            return PlannerTime.whole(home.instant(of: last))
        }
        guard let clock = Self.numbers(parts[1], [2, 2, 2]),
            let local = WallTime(day, hour: clock[0], minute: clock[1], second: min(clock[2], 59))
        else { return nil }
        guard !isUTC else { return PlannerTime.whole(ZoneRules.utc.instant(of: local)) }
        guard let zone = parameters["TZID"].map(zones) ?? home else { return nil }
        return PlannerTime.whole(zone.instant(of: local))
    }

    private static func day(_ text: Substring) -> CalendarDay? {
        numbers(text, [4, 2, 2]).flatMap { CalendarDay(year: $0[0], month: $0[1], day: $0[2]) }
    }

    /// Numbers of so many digits each, and nothing else.
    private static func numbers(_ text: Substring, _ lengths: [Int]) -> [Int]? {
        guard text.utf8.count == lengths.reduce(0, +), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        var rest = text
        return lengths.compactMap { length in
            defer { rest = rest.dropFirst(length) }
            return Int(rest.prefix(length))
        }
    }
}
