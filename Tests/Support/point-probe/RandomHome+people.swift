import Care
import CareStore
import Foundation

/// Who comes and goes.
extension RandomHome {
    private static let mostNewcomers = 3

    /// Somebody comes, leaves with whatever points they have, comes back, is away or back again, or is something else from now on.
    mutating func moveSomebody(_ tally: inout Tally) async throws {
        let ids = people.keys.sorted()
        switch Int.random(in: 0..<6, using: &chance) {
        case 0:
            guard people.count < 3 + Self.mostNewcomers else { return }
            let number = people.count - 2
            let person = Person(
                id: "newcomer-\(number)", name: ["Dora", "Emil", "Frieda"][number - 1],
                role: Bool.random(using: &chance) ? .client : .caregiver)
            try await set(person)
            book.come(person.id)
            tally.came += 1
        case 1, 2:
            let gone = ids.filter { !(book.holders[$0]?.isHere ?? false) }
            guard let id = gone.randomElement(using: &chance), var person = people[id] else { return }
            person.isActive = true
            try await set(person)
            book.comeBack(id)
            tally.cameBack += 1
        case 3:
            let here = ids.filter { book.holders[$0]?.isHere ?? false }
            guard here.count > 1, let id = here.randomElement(using: &chance), var person = people[id]
            else { return }
            person.isActive = false
            try await set(person)
            book.leave(id)
            tally.left += 1
        case 4:
            // The book knows nothing of it: it changes nothing.
            guard let id = ids.randomElement(using: &chance), var person = people[id] else { return }
            person.absences =
                person.absences.isEmpty
                ? [Absence(from: now, until: Bool.random(using: &chance) ? nil : now.addingTimeInterval(60))]
                : []
            try await set(person)
            tally.away += 1
        default:
            // Nor of this.
            guard let id = ids.randomElement(using: &chance), var person = people[id] else { return }
            person.role = person.role == .client ? .caregiver : .client
            try await set(person)
            tally.otherRole += 1
        }
    }

    private mutating func set(_ person: Person) async throws {
        people[person.id] = try await store.setPerson(person, at: now).0
    }
}
