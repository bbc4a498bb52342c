import Care
import Foundation
import GRDB

/// Whoever has a chore asks somebody else to do it, who says yes or no.
///
/// | who | enters | if | then |
/// |---|---|---|---|
/// | whoever has it | `offered` | it is open, not missed, and nobody is asked yet | `person` is told |
/// | whoever has it, or those who care for clients | `undone` of that | nobody has answered | nobody is asked any more |
/// | `person` | `accepted` | it can still be answered | they have it |
/// | `person` | `refused` | it can still be answered | it stays whose it is |
/// | the same | `undone` of their answer | it is open | they are asked again |
///
/// It is over, too, once it is done, skipped, missed or somebody else's.
extension RoutineKeeper {
    func checkOffer(_ entry: OccurrenceEntry, _ before: RoutineOccurrence, sender: String?, in db: Database)
        throws
    {
        func conflict(_ words: String) -> CareStoreError { .occurrenceConflict(words, current: before) }
        guard before.chore?.isWork == true, before.exercise == nil else {
            throw CareStoreError.invalid(
                field: "kind", "this is no chore: nobody can be asked to do it for somebody else")
        }
        guard let sender, before.assignment.person == sender else {
            throw CareStoreError.notAllowed("only whoever has it asks somebody else to do it")
        }
        if let offer = before.openOffer {
            throw conflict("\(offer.toName) is asked already: undo that first")
        }
        guard before.mayBeOffered(by: sender) else {
            throw conflict("its time is over: nobody can be asked any more")
        }
        let people = try people(in: db)
        guard let asked = entry.person, asked != sender else {
            throw CareStoreError.invalid(field: "person", "they have it already: ask somebody else")
        }
        let isThere: Bool
        if people.first(where: { $0.id == sender })?.role == .client {
            isThere = try askable(by: sender, in: db).contains { $0.id == asked }
        } else {
            isThere = people.contains { $0.id == asked && $0.isActive && $0.role != .provider }
        }
        guard isThere else {
            throw CareStoreError.invalid(
                field: "person", "\(asked) is not one of those who can be asked to do a chore")
        }
    }

    func checkOfferAnswer(_ entry: OccurrenceEntry, _ before: RoutineOccurrence, sender: String?) throws {
        guard let offer = before.openOffer else {
            throw CareStoreError.occurrenceConflict("nobody is asked to do it any more", current: before)
        }
        guard sender == offer.to, entry.person == offer.to else {
            throw CareStoreError.notAllowed("only whoever is asked to do it answers that")
        }
    }

    /// Whom a client may ask: those who live or work here and are there, and of other clients those who have a chore of the household's
    /// within the week: who else lives in a home of many clients is told to no other.
    ///
    /// - Parameter feed: All of the chores.
    func askable(by client: String, among feed: ChoreFeed, in db: Database) throws -> [ChorePerson] {
        let households = feed.all.filter { $0.audience == .household }
        let doers = Set(
            households.compactMap(\.assignment.person) + households.compactMap { $0.chore?.turn?.person })
        return try people(in: db)
            .filter { person in
                guard person.isActive, person.id != client, person.isThere(at: now) else { return false }
                switch person.role {
                case .caregiver, .coordinator: return true
                case .client: return doers.contains(person.id)
                case .provider: return false
                }
            }
            .map { ChorePerson(id: $0.id, name: $0.name) }
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// What the entries say of it.
    func offer(_ standing: OccurrenceStanding, of occurrence: RoutineOccurrence, in db: Database) throws
        -> ChoreOffer?
    {
        guard let offered = standing.offer, let to = offered.person else { return nil }
        let answer: ChoreOffer.Answer? = standing.offerAnswer.map {
            $0.kind == .accepted ? .accepted : .refused
        }
        if var known = occurrence.chore?.offer, known.entry == offered.id {
            known.answer = answer
            return known
        }
        // What was answered before something else became of it is no news.
        guard answer == nil, let by = occurrence.assignment.person else { return nil }
        let people = try people(in: db)
        func name(_ id: String) -> String { people.first { $0.id == id }?.name ?? id }
        return ChoreOffer(by: by, byName: name(by), to: to, toName: name(to), entry: offered.id)
    }

    /// Whoever is asked is told, over their own channels and after their quiet hours; once that is over, no more.
    func tellOffer(
        _ before: RoutineOccurrence, _ occurrence: RoutineOccurrence, in db: Database
    ) throws {
        let offer = occurrence.openOffer
        guard offer != before.openOffer else { return }
        try Reminders.end(of: occurrence.routine, occurrence.key, kind: .offered, in: db)
        guard let offer, let person = try people(in: db).first(where: { $0.id == offer.to }) else { return }
        let drafts = ReminderPlanning.reminders(
            ofOfferTo: person, occurrence.priority, at: now, zone: home)
        // At the end of long quiet hours there may be nothing left to answer.
        for draft in drafts where draft.at < occurrence.missedAt {
            _ = try Reminders.add(
                draft, of: occurrence, isLate: false, isAnew: true, start: .open, by: self, in: db)
        }
    }
}
