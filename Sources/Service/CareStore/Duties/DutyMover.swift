import Care
import Foundation
import GRDB
import Recurrence

/// One date of a duty goes from one person to another.
///
/// | whoever | with | may, if |
/// |---|---|---|
/// | a coordinator | assign | always |
/// | a coordinator, or whoever has the date | offer | somebody has it |
/// | anybody who can have a duty, and a coordinator for them | take | it is offered to them or to all |
/// | whoever has the date, and a coordinator | undo | it is offered |
/// | a coordinator | undo | it is swapped or left out |
struct DutyMover {
    /// How many dates of one duty can be swapped or offered at a time: more than a year of days.
    private static let most = 500

    private let move: DutyMove
    /// Who may move only what is theirs or is offered to them; `nil`: a coordinator.
    private let mover: String?
    private let db: Database

    init(_ move: DutyMove, by mover: String?, in db: Database) {
        self.move = move
        self.mover = mover
        self.db = db
    }

    /// Returns whether people have done it among themselves: an offer, or taking one.
    func apply(to duty: inout Duty) throws -> Bool {
        let holder = duty.holder(of: move.of)
        let offer = duty.offers.first { $0.of == move.of }
        switch move.kind {
        case .assign:
            try checkIsCoordinator()
            if let person = move.person { try CareStore.checkPerson(person, "person", in: db) }
            give(&duty, to: move.person)
            try checkSize(of: duty)
            return false
        case .offer:
            guard let holder else {
                throw CareStoreError.invalid(
                    field: "of", "nobody has this date: a coordinator gives it to somebody")
            }
            try checkIsOf(holder)
            if let person = move.person {
                try CareStore.checkPerson(person, "person", in: db)
                guard person != holder else {
                    throw CareStoreError.invalid(
                        field: "person", "they have this date already: ask somebody else")
                }
            }
            duty.offers.removeAll { $0.of == move.of }
            duty.offers.append(DutyOffer(of: move.of, to: move.person))
            try checkSize(of: duty)
            return true
        case .take:
            guard let taker = move.person ?? mover else {
                throw CareStoreError.invalid(field: "person", "it is missing: write who takes the date")
            }
            guard mover == nil || mover == taker else {
                throw CareStoreError.invalid(field: "person", "you can take a date only for yourself")
            }
            // Of two who take it at once, one has it; the other is told so.
            guard let offer else { throw CareStoreError.offerGone(current: duty) }
            guard offer.to == nil || offer.to == taker else {
                throw CareStoreError.notAllowed("this date was offered to somebody else")
            }
            guard taker != holder else {
                throw CareStoreError.invalid(field: "person", "they have this date already")
            }
            try CareStore.checkPerson(taker, "person", in: db)
            give(&duty, to: taker)
            try checkSize(of: duty)
            return true
        case .undo:
            if offer != nil {
                if let holder { try checkIsOf(holder) } else { try checkIsCoordinator() }
                duty.offers.removeAll { $0.of == move.of }
                return true
            }
            try checkIsCoordinator()
            duty.swaps.removeAll { $0.of == move.of }
            return false
        }
    }

    /// Whoever usually has it needs no swap.
    private func give(_ duty: inout Duty, to person: String?) {
        duty.offers.removeAll { $0.of == move.of }
        duty.swaps.removeAll { $0.of == move.of }
        if person != duty.content.person { duty.swaps.append(DutySwap(of: move.of, person: person)) }
    }

    private func checkSize(of duty: Duty) throws {
        guard duty.swaps.count <= Self.most, duty.offers.count <= Self.most else {
            throw CareStoreError.invalid(
                field: "of",
                "more than \(Self.most) dates of this duty are swapped: make it a duty of its own")
        }
    }

    private func checkIsCoordinator() throws {
        guard mover == nil else {
            throw CareStoreError.notAllowed("only a coordinator gives dates to others: offer yours")
        }
    }

    private func checkIsOf(_ holder: String) throws {
        guard mover == nil || mover == holder else {
            throw CareStoreError.notAllowed("this date is somebody else's: only they can offer it")
        }
    }
}
