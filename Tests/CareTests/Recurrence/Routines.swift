import Care
import Foundation
import Testing

/// Short words for tests about recurrences.
enum Routines {
    static let newYork = "America/New_York"
    static let berlin = "Europe/Berlin"

    /// The machine's own file, as the kiosk would read it.
    static func zone(_ id: String) throws -> ZoneRules {
        if id == "UTC" { return .utc }
        let bytes = try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(id)"))
        return try ZoneRules(id: id, tzif: Array(bytes))
    }

    static func time(_ text: String) throws -> WallTime { try #require(WallTime(text), "\(text)") }

    static func recurrence(
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
    static func first(_ count: Int, of recurrence: Recurrence) throws -> [String] {
        try recurrence.occurrences(from: .first, to: .last, limit: count).map(\.local.description)
    }

    /// A time in UTC.
    static func instant(_ text: String) throws -> Date {
        Date(timeIntervalSince1970: Double(try time(text).seconds))
    }
}
