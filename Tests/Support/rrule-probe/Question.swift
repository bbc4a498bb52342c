import Foundation
import Recurrence
import ZoneFiles

/// One line of questions.
struct Question {
    let line: String
    let zones: ZoneFiles

    struct Unreadable: Error, CustomStringConvertible {
        var description: String
    }

    var answer: String {
        do {
            return try ask(line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
        } catch {
            return "!\(error)"
        }
    }

    private func ask(_ fields: [String]) throws -> String {
        guard fields.count >= 7 else { throw Unreadable(description: "fields are missing") }
        let recurrence = try Recurrence(set(fields), zone: zones.rules(for: fields[2]))
        let rest = Array(fields[6...])
        switch fields[0] {
        case "window":
            let found = try recurrence.occurrences(
                from: try time(rest[0]), to: try time(rest[1]), limit: try Int(number(rest[2])))
            return found.map { "\($0.local)@\($0.second)" }.joined(separator: " ")
        case "instants":
            let found = try recurrence.occurrences(
                from: try date(rest[0]), to: try date(rest[1]), limit: try Int(number(rest[2])))
            return found.map { "\($0.second)" }.joined(separator: " ")
        case "previous": return try recurrence.previous(before: date(rest[0])).map { "\($0.second)" } ?? ""
        case "next": return try recurrence.next(after: date(rest[0])).map { "\($0.second)" } ?? ""
        default: throw Unreadable(description: "`\(fields[0])` is no question")
        }
    }

    private func set(_ fields: [String]) throws -> RecurrenceSet {
        let rules = try fields[3].split(separator: "|").map { try RecurrenceRule(String($0)) }
        // Written and read once more, so that what is stored is what was meant.
        let again = try rules.map { try RecurrenceRule($0.description) }
        guard again == rules else {
            throw Unreadable(description: "a rule reads otherwise when it is written")
        }
        return RecurrenceSet(
            start: try time(fields[1]), zone: fields[2], repetition: rules.isEmpty ? .once : .rules(rules),
            also: try fields[4].split(separator: ",").map { try time(String($0)) },
            except: try fields[5].split(separator: ",").map {
                OccurrenceKey(try time(String($0)), zone: fields[2])
            })
    }

    private func time(_ text: String) throws -> WallTime {
        guard let time = WallTime(text) else { throw Unreadable(description: "`\(text)` is no time") }
        return time
    }

    private func number(_ text: String) throws -> Int64 {
        guard let number = Int64(text) else { throw Unreadable(description: "`\(text)` is no number") }
        return number
    }

    private func date(_ text: String) throws -> Date { Date(timeIntervalSince1970: Double(try number(text))) }
}
