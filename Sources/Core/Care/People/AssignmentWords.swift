import FoundationEssentials
import Recurrence

/// Why somebody does something, in one line.
struct AssignmentWords {
    let moment: Date
    let people: [Person]
    let zone: ZoneRules

    func person(_ id: String) -> Person? { people.first { $0.id == id } }

    func always(_ person: Person) -> String { "Always \(person.name)." }

    /// Nobody yet.
    var free: String { "Whoever takes it first." }

    /// "Ben's turn this week."
    func turn(of person: Person, goingOnFor span: TurnSpan) -> String {
        "\(person.name)'s turn this \(span.rawValue)."
    }

    /// "Ben has had it least often in 28 days."
    func leastOften(_ person: Person, in days: Int) -> String {
        "\(person.name) has had it least often in \(days) days."
    }

    /// "Ben's turn: Anna had it on Monday, and Cleo is away until Friday."
    func turn(of person: Person, after last: (person: String, at: Date)?, passed: [String]) -> String {
        let isAgain = last?.person == person.id
        var why: [String] = []
        if let last, !isAgain {
            why.append("\(name(last.person)) had it \(day(last.at, on: "on ", at: "at "))")
        }
        why += passed.map(absence)
        guard !why.isEmpty else {
            return isAgain ? "\(person.name)'s turn again." : "\(person.name)'s turn: first in the list."
        }
        return "\(person.name)'s turn\(isAgain ? " again" : ""): \(joined(why))."
    }

    /// "Nobody: Anna is away until Friday, and Ben has left."
    func nobody(_ ids: [String]) -> String {
        ids.isEmpty ? "Nobody: the list is empty." : "Nobody: \(joined(ids.map(absence)))."
    }

    private func name(_ id: String) -> String { person(id)?.name ?? id }

    private func absence(_ id: String) -> String {
        guard let person = person(id) else { return "nobody here has the id \(id)" }
        guard person.isActive else { return "\(person.name) has left" }
        return "\(person.name) is away"
            + (person.back(after: moment).map { " until \(day($0, on: "", at: ""))" } ?? "")
    }

    private func joined(_ parts: [String]) -> String {
        guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + ", and " + last
    }

    /// As one says it on the day of the occurrence: "Monday", "08:00" of the same day, "3 March 2025"; with the little word
    /// that goes before.
    private func day(_ date: Date, on: String, at: String) -> String {
        let local = zone.local(of: date)
        let today = zone.local(of: moment).day
        let distance = local.day.number - today.number
        switch abs(distance) {
        case 0: return "\(at)\(local.hourAndMinute)"
        case 1...6: return on + local.day.weekday.name
        default:
            let (year, month, day) = local.day.parts
            return "\(on)\(day) \(Self.months[month - 1])" + (year == today.year ? "" : " \(year)")
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
}

extension Assignment {
    /// Somebody has it by an entry.
    ///
    /// - Parameters:
    ///   - person: Their id.
    ///   - before: Who had it until then, by name; `nil` for nobody.
    public init(of person: String, called name: String, by kind: OccurrenceEntry.Kind, before: String?) {
        let reason: String
        switch (kind, before) {
        case (.given, let before?), (.accepted, let before?): reason = "\(name) got it from \(before)."
        case (.swapped, let before?): reason = "\(name) swapped with \(before)."
        case (_, _): reason = "\(name) took it."
        }
        self.init(person: person, name: name, reason: reason)
    }
}

extension Person {
    /// When this person is back, if that is known: absences that touch are one.
    func back(after moment: Date) -> Date? {
        var back: Date?
        var here = moment
        while let absence = absences.first(where: { $0.contains(here) }) {
            guard let until = absence.until else { return nil }
            back = until
            here = until
        }
        return back
    }
}
