public import Foundation
public import Recurrence
import Testing

/// Short words for tests about recurrences.
public enum Routines {
    /// A zone that this machine does not have, or a text that is no time.
    struct Unusable: Error {
        var text: String
    }

    public static let newYork = "America/New_York"
    public static let berlin = "Europe/Berlin"

    /// The machine's own file, as the kiosk would read it.
    public static func zone(_ id: String) throws -> ZoneRules {
        if id == "UTC" { return .utc }
        guard let bytes = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(id)") else {
            throw Unusable(text: id)
        }
        return try ZoneRules(id: id, tzif: Array(bytes))
    }

    public static func time(_ text: String) throws -> WallTime {
        guard let time = WallTime(text) else { throw Unusable(text: text) }
        return time
    }

    public static func recurrence(
        _ rules: String, from start: String, in zone: String = newYork, also: [String] = [],
        except: [String] = [],
        changes: [(of: String, to: String?)] = []
    ) throws -> Recurrence {
        let set = RecurrenceSet(
            start: try time(start), zone: zone,
            repetition: .rules(try rules.split(separator: " ").map { try RecurrenceRule(String($0)) }),
            also: try also.map(time), except: try except.map { OccurrenceKey(try time($0), zone: zone) },
            changes: try changes.map { change in
                .init(of: OccurrenceKey(try time(change.of), zone: zone), to: try change.to.map(time))
            })
        return try Recurrence(set, zone: try Self.zone(zone))
    }

    /// The first local times.
    public static func first(_ count: Int, of recurrence: Recurrence) throws -> [String] {
        try recurrence.occurrences(from: .first, to: .last, limit: count).map(\.local.description)
    }

    /// A time in UTC.
    public static func instant(_ text: String) throws -> Date {
        Date(timeIntervalSince1970: Double(try time(text).seconds))
    }
}
