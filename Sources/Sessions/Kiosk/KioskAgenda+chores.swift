import Care
import FoundationEssentials

/// The client's chores, as their list has them.
struct ClientChores: Sendable, Equatable {
    /// What others have and ask the client to do, by deadline.
    var offered: [RoutineOccurrence] = []
    /// By deadline.
    var mine: [RoutineOccurrence] = []
    /// What the client has done and somebody else has to approve.
    var waiting: [RoutineOccurrence] = []
    /// What the client may take, by deadline.
    var free: [RoutineOccurrence] = []
    /// What the client has done lately: it can be taken back.
    var done: [RoutineOccurrence] = []

    var all: [RoutineOccurrence] { offered + mine + waiting + free + done }
}

/// Somebody of the household who has chores.
struct Housemate: Sendable, Equatable {
    /// By id.
    var person: String
    var name: String
    /// By deadline.
    var chores: [RoutineOccurrence]
}

extension KioskAgenda {
    /// What the client has to do, has done, and may take; with the client's marks, and the latest left out.
    func chores(of client: String, at now: Date) -> ClientChores {
        guard let feed = household.known?.chores else { return ClientChores() }
        let all = feed.all.map { standing($0, of: .chores, at: now) }
        func first(_ most: Int, _ isIt: (RoutineOccurrence) -> Bool) -> [RoutineOccurrence] {
            Array(all.filter(isIt).sorted(by: RoutineOccurrence.isEarlier).prefix(most))
        }
        func isMine(_ one: RoutineOccurrence) -> Bool { one.assignment.person == client }
        return ClientChores(
            offered: first(KioskHousehold.mostOthers) { $0.openOffer?.to == client },
            mine: first(KioskHousehold.mostChores) { $0.state.isOpen && isMine($0) },
            waiting: first(KioskHousehold.mostOthers) { $0.chore?.approval == .waiting && isMine($0) },
            free: first(KioskHousehold.mostOthers) { $0.state.isOpen && $0.assignment.person == nil },
            done: first(KioskHousehold.mostOthers) {
                $0.state == .done && $0.chore?.approval != .waiting && isMine($0)
            })
    }

    /// A chore as it stands.
    func chore(_ id: String, at now: Date) -> RoutineOccurrence? {
        household.known?.chores.all.first { $0.id == id }.map { standing($0, of: .chores, at: now) }
    }

    /// Those who can be reminded of a chore, in the order of their names.
    func housemates(at now: Date) -> [Housemate] {
        let open = (household.known?.chores.others ?? [])
            .map { standing($0, of: .chores, at: now) }
            .filter(\.state.isOpen)
        return Dictionary(grouping: open.filter { $0.assignment.person != nil }) {
            $0.assignment.person ?? ""
        }
        .map { person, chores in
            let chores = chores.sorted(by: RoutineOccurrence.isEarlier)
            return Housemate(
                person: person, name: chores.first?.assignment.name ?? person,
                chores: Array(chores.prefix(KioskHousehold.mostOthers)))
        }
        .sorted { ($0.name.lowercased(), $0.person) < ($1.name.lowercased(), $1.person) }
    }
}

extension RoutineOccurrence {
    /// By deadline, as `ChoreFeed` has them.
    static func isEarlier(_ one: RoutineOccurrence, _ other: RoutineOccurrence) -> Bool {
        (one.missedAt, one.at, one.title, one.id) < (other.missedAt, other.at, other.title, other.id)
    }

    /// What so many more parts of it pay, where those before them were paid as they come.
    func pay(for parts: Int) -> Int {
        guard let points = chore?.points else { return 0 }
        let before = count - partsLeft
        return PointShares.share(
            of: points, parts: min(parts, partsLeft), count: count, after: before,
            paid: points * before / count)
    }

    /// How many parts of it are not done.
    var partsLeft: Int { count - (chore?.parts ?? 0) }
}
