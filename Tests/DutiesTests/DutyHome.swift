import Care
import Duties
import Foundation
import PlainRecurrences
import Recurrence

/// Short words for tests about duties: a home with the zones `east` and `west`, and Anna, Ben and Cleo.
struct DutyHome {
    var places = [
        Place(id: "east", kind: .zone, name: "East", needsDuty: true),
        Place(id: "west", kind: .zone, name: "West"),
        Place(id: "room-7", kind: .room, name: "Room 7", parent: "east"),
        Place(id: "garden", kind: .room, name: "Garden"),
    ]
    var people = [
        Person(id: "anna", name: "Anna", role: .caregiver), Person(id: "ben", name: "Ben", role: .caregiver),
        Person(id: "cleo", name: "Cleo", role: .coordinator),
        Person(id: "maria", name: "Maria", role: .client),
    ]
    var duties: [Duty] = []

    var roster: DutyRoster {
        get throws {
            DutyRoster(
                places: places, people: people,
                plans: try duties.map { try DutyPlan($0) { try? Routines.zone($0) } })
        }
    }

    /// - Parameters:
    ///   - rule: `nil`: once, at `start`.
    ///   - hours: How long it lasts.
    @discardableResult
    mutating func add(
        _ person: String, _ rule: String?, from start: String, hours: Double, zone: String? = "east",
        client: String? = nil, in clocks: String = Routines.berlin
    ) throws -> Int {
        let repetition = try rule.map { Repetition.rules([try RecurrenceRule($0)]) } ?? .once
        duties.append(
            Self.duty(
                DutyContent(
                    person: person, zone: zone, client: client,
                    schedule: RecurrenceSet(
                        start: try Routines.time(start), zone: clocks, repetition: repetition),
                    minutes: Int(hours * 60))))
        return duties.count - 1
    }

    mutating func addAlways(_ person: String, zone: String? = "east", client: String? = nil) {
        duties.append(Self.duty(DutyContent(person: person, zone: zone, client: client)))
    }

    static func duty(_ content: DutyContent) -> Duty {
        Duty(id: UUID(), content: content, changedAt: Date(timeIntervalSince1970: 0))
    }

    /// The instant of a local time in Berlin.
    static func at(_ local: String) throws -> Date {
        try Routines.zone(Routines.berlin).instant(of: try Routines.time(local))
    }

    static func key(_ local: String) throws -> OccurrenceKey {
        OccurrenceKey(try Routines.time(local), zone: Routines.berlin)
    }

    func onDuty(_ local: String, in place: String? = "east") throws -> [String] {
        try roster.onDuty(at: try Self.at(local), in: place).compactMap(\.holder)
    }

    /// `East: 22:00–06:00`, with `…` where it goes on beyond what was asked for.
    func gaps(_ from: String, _ until: String) throws -> [String] {
        let zone = try Routines.zone(Routines.berlin)
        func text(_ date: Date?) -> String {
            date.map { String("\(zone.local(of: $0))".dropFirst(5).dropLast(3)).replacing("T", with: " ") }
                ?? "…"
        }
        return try roster.gaps(from: try Self.at(from), until: try Self.at(until)).map { gap in
            "\(gap.zone): \(text(gap.from))–\(text(gap.until))"
        }
    }
}
