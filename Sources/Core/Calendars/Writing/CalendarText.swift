import FoundationEssentials
import Recurrence

/// How iCalendar writes texts, lines and times (RFC 5545, 3.1 and 3.3).
public enum CalendarText {
    /// As many octets a line has at most, its end not counted.
    public static let longestLine = 75

    /// A text as the value of a property: `\`, `;`, `,` and ends of lines are escaped, other control characters left out.
    public static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
            default:
                // By code points: an accent must not hide the sign before it.
                for scalar in character.unicodeScalars {
                    switch scalar {
                    case "\\", ";", ",":
                        escaped.unicodeScalars.append("\\")
                        escaped.unicodeScalars.append(scalar)
                    case "\t": escaped.unicodeScalars.append(scalar)
                    case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): continue
                    default: escaped.unicodeScalars.append(scalar)
                    }
                }
            }
        }
        return escaped
    }

    /// One line with its end, folded so that no piece has more than 75 octets and none ends inside a character. Only a character that is longer than a
    /// line itself is cut, between two of its code points.
    public static func fold(_ line: String) -> String {
        var folded = ""
        var room = longestLine
        func add(_ piece: some StringProtocol) {
            let size = piece.utf8.count
            if size > room {
                folded += "\r\n "
                room = longestLine - 1
            }
            folded += piece
            room -= size
        }
        for character in line {
            let piece = String(character)
            if piece.utf8.count < longestLine {
                add(piece)
            } else {
                for scalar in piece.unicodeScalars { add(String(scalar)) }
            }
        }
        return folded + "\r\n"
    }

    /// `20260328T023000`.
    static func time(_ time: WallTime) -> String { time.description.filter { $0 != "-" && $0 != ":" } }

    /// `20260328T013000Z`; parts of a second are cut off.
    static func utc(_ date: Date) -> String {
        time(WallTime(clamping: ZoneRules.second(of: date))) + "Z"
    }

    /// `+0100`, with seconds only where there are some.
    static func offset(_ seconds: Int) -> String { ZoneOffset.text(seconds).filter { $0 != ":" } }
}
