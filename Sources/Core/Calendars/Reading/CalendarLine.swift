/// A content line of a calendar: `DTSTART;TZID=Europe/Berlin:20260330T235900` (RFC 5545, 3.1).
public struct CalendarLine: Sendable, Equatable {
    /// In capitals.
    public let name: String
    /// By their names in capitals; quotes are taken off.
    public let parameters: [String: String]
    /// As it stands.
    public let value: String

    /// - Parameter line: Unfolded, as `CalendarLines` gives it; `nil` for what is no content line.
    public init?(_ line: String) {
        // By bytes: a letter's accent must not hide the sign before it.
        let bytes = line.utf8
        var parts: [Substring] = []
        var (isQuoted, begin, end): (Bool, String.Index, String.Index?) = (false, line.startIndex, nil)
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                parts.append(line[begin..<index])
                begin = bytes.index(after: index)
            // Outlook writes `TZID=tzone://Microsoft/Utc`, without the quotes that it needs.
            case UInt8(ascii: ":")
            where !isQuoted && (parts.isEmpty || !bytes[index...].dropFirst().starts(with: [0x2F, 0x2F])):
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
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = part[part.utf8.index(after: equals)...].unicodeScalars.filter { $0 != "\"" }
            found[part[..<equals].uppercased()] = String(String.UnicodeScalarView(value))
        }
        parameters = found
        value = String(line[bytes.index(after: end)...])
    }

    /// Its value as a text (RFC 5545, 3.3.11).
    public var text: String {
        var (text, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in value.unicodeScalars {
            if isEscaped {
                text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// Its value as a time; `nil` for what is none.
    public var time: CalendarTime? { CalendarTime(value) }
}
