import Care
import Foundation
import Recurrence
import Testing

@testable import CareStore

@Suite("A client asks somebody else to do a chore")
struct ChoreOfferTests {
    private static let local = "2026-03-28T14:00"
    private static let tom = Person(id: "tom", name: "Tom", role: .client)
    private static let otto = Person(id: "otto", name: "Otto", role: .client)
    private static let pauli = Person(id: "pauli", name: "Pauli", role: .provider, clients: ["maria"])

    /// Maria's bins, due at two; Tom has a chore of his own, Otto none.
    private struct Play {
        let home: RoutineHome
        let routine: Routine

        init() async throws {
            home = try await RoutineHome([
                maria, anna, ben, cleo, ChoreOfferTests.tom, ChoreOfferTests.otto, ChoreOfferTests.pauli,
            ])
            routine = try await home.add(bins(by: .fixed(person: "maria")) { $0.points = 5 })
            try await home.add(
                bins(by: .fixed(person: "tom"), at: "2026-03-28T16:00") { $0.title = "Table" })
            _ = try await home.score(until: berlin(ChoreOfferTests.local))
        }

        /// At a client's kiosk, or on their own phone.
        @discardableResult
        func client(
            _ kind: OccurrenceEntry.Kind, by client: String = "maria", to person: String? = nil,
            undoes: UUID? = nil, id: UUID = UUID()
        ) async throws -> RoutineOccurrence {
            let entry = OccurrenceEntry(
                id: id, routine: routine.id, key: try home.key(ChoreOfferTests.local), kind: kind,
                undoes: undoes,
                person: person, at: home.clock)
            return try await home.store.mark(entry, actor: .kiosk, sender: client, receivedAt: home.clock).0
        }

        func feed(of client: String) async throws -> ChoreFeed {
            try await home.store.chores(ofClient: client, now: home.clock)
        }

        /// What somebody is asked to do, as every page of theirs says it.
        func asked(_ person: String) async throws -> [String] {
            try await home.store.choreReminders(of: person, now: home.clock).offered.map(\.title)
        }
    }

    @Test("It is theirs until somebody has said yes, who then has it and its points")
    func accepted() async throws {
        let play = try await Play()
        let home = play.home
        let offer = UUID()
        let offered = try await play.client(.offered, to: "anna", id: offer)
        #expect(offered.assignment.person == "maria")
        #expect(
            offered.openOffer
                == ChoreOffer(by: "maria", byName: "Maria", to: "anna", toName: "Anna", entry: offer))
        #expect(try await play.asked("anna") == ["Bins"])
        let annas = try await home.store.chores(of: "anna", now: home.clock)
        #expect(annas.offered.map(\.title) == ["Bins"])
        #expect(!annas.others.contains { $0.openOffer != nil })
        let accepted = try await home.enter(.accepted, play.routine, Self.local, by: "anna")
        #expect(accepted.assignment.person == "anna" && accepted.chore?.offer?.answer == .accepted)
        #expect(accepted.assignment.reason == "Anna got it from Maria.")
        // Her kiosk hears of it, though it is hers no more.
        let told = try #require(
            try await home.store.events(after: 0, limit: .max).last { $0.kind == .occurrenceChanged })
        #expect(told.occurrence?.chore?.offer?.isNews == true && told.isTold(toKioskOf: "maria", device: nil))
        #expect(try await play.asked("anna").isEmpty)
        #expect(try await play.feed(of: "maria").others.map(\.title).contains("Bins"))
        try await home.enter(.done, play.routine, Self.local, by: "anna")
        #expect(try await home.store.points(of: "anna", seenBy: .all).standing.total == 5)
        #expect(try await home.store.points(of: "maria", seenBy: .all).standing.total == 0)
    }

    @Test(
        "After a no it stays theirs, and they can ask somebody else; each is told, and no more once it is over"
    )
    func refused() async throws {
        let play = try await Play()
        func waiting(_ client: String) async throws -> [String] {
            try await play.home.store.agenda(for: .kiosk, client: client, now: play.home.clock).reminders
                .map { "\($0.kind.rawValue) \($0.recipient)" }
        }
        try await play.client(.offered, to: "tom")
        #expect(try await waiting("tom") == ["offered tom"])
        #expect(try await play.feed(of: "tom").offered.map(\.title) == ["Bins"])
        let no = UUID()
        let refused = try await play.client(.refused, by: "tom", id: no)
        #expect(refused.assignment.person == "maria" && refused.chore?.offer?.answer == .refused)
        #expect(try await waiting("tom").isEmpty)
        #expect(try await play.feed(of: "tom").offered.isEmpty)
        // A no by mistake is taken back, and they are asked again.
        let open = try await play.client(.undone, by: "tom", undoes: no)
        #expect(open.openOffer?.to == "tom")
        #expect(try await waiting("tom") == ["offered tom"])
        try await play.client(.refused, by: "tom")
        let again = try await play.client(.offered, to: "ben")
        #expect(again.openOffer?.to == "ben")
        #expect(try await play.asked("ben") == ["Bins"])
    }

    @Test("What is asked is taken back while nobody has answered, an answer by whoever gave it")
    func undone() async throws {
        let play = try await Play()
        let (offer, yes) = (UUID(), UUID())
        try await play.client(.offered, to: "tom", id: offer)
        #expect(
            await play.home.refusal { try await play.client(.undone, by: "tom", undoes: offer) }
                == "a kiosk takes back only what its own client has asked")
        try await play.client(.accepted, by: "tom", id: yes)
        #expect(
            await play.home.refusal { try await play.client(.undone, undoes: yes) }
                == "a kiosk takes back only what its own client has answered")
        #expect(
            await play.home.refusal {
                try await play.home.enter(.undone, play.routine, Self.local) { $0.undoes = offer }
            } == "that was answered already")
        let open = try await play.client(.undone, by: "tom", undoes: yes)
        #expect(open.assignment.person == "maria" && open.openOffer?.to == "tom")
        let over = try await play.client(.undone, undoes: offer)
        #expect(over.chore?.offer == nil)
        #expect(try await play.feed(of: "tom").offered.isEmpty)
        #expect(await play.home.refusal { try await play.client(.accepted, by: "tom") } != nil)
    }

    @Test(
        "Only whoever has it asks, one person at a time, of those who can be asked; only that person answers")
    func whose() async throws {
        let play = try await Play()
        let home = play.home
        #expect(try await play.feed(of: "maria").people.map(\.id) == ["anna", "ben", "cleo", "tom"])
        #expect(try await play.feed(of: "otto").people.isEmpty)
        func refusal(by client: String = "maria", _ person: String) async -> String? {
            await home.refusal { try await play.client(.offered, by: client, to: person) }
        }
        for person in ["otto", "pauli", "nobody"] {
            #expect(
                await refusal(person)
                    == "person: \(person) is not one of those who can be asked to do a chore")
        }
        #expect(await refusal("maria") == "person: they have it already: ask somebody else")
        #expect(
            await home.refusal {
                try await home.enter(.offered, play.routine, Self.local) { $0.person = "ben" }
            } == "only whoever has it asks somebody else to do it")
        try await play.client(.offered, to: "anna")
        #expect(await refusal("ben") == "Anna is asked already: undo that first")
        #expect(
            await home.refusal { try await home.enter(.accepted, play.routine, Self.local, by: "ben") }
                == "only whoever is asked to do it answers that")
        #expect(
            await home.refusal { try await home.enter(.accepted, play.routine, Self.local, by: nil) }
                == "only whoever is asked to do it answers that")
    }

    @Test("It is over once the chore is done, is somebody else's, or was missed")
    func over() async throws {
        let gone = "nobody is asked to do it any more"
        for isDone in [true, false] {
            let play = try await Play()
            try await play.client(.offered, to: "anna")
            if isDone {
                try await play.client(.done)
            } else {
                try await play.home.enter(.given, play.routine, Self.local) { $0.person = "ben" }
            }
            #expect(try await play.asked("anna").isEmpty)
            #expect(
                await play.home.refusal {
                    try await play.home.enter(.accepted, play.routine, Self.local, by: "anna")
                } == gone)
        }
        let play = try await Play()
        let offered = try await play.client(.offered, to: "anna")
        _ = try await play.home.score(until: offered.missedAt + 1)
        #expect(try await play.asked("anna").isEmpty)
        #expect(
            await play.home.refusal {
                try await play.home.enter(.accepted, play.routine, Self.local, by: "anna")
            } == gone)
        #expect(
            await play.home.refusal { try await play.client(.offered, to: "ben") }
                == "its time is over: nobody can be asked any more")
    }

    @Test("Whoever is asked hears it after their quiet hours, unless they hear nothing from housemates")
    func told() throws {
        let at = try berlin("2026-03-28T14:00")
        func drafts(_ change: (inout Person) -> Void) -> [ReminderDraft] {
            var person = Self.tom
            change(&person)
            return ReminderPlanning.reminders(ofOfferTo: person, .normal, at: at, zone: .utc)
        }
        #expect(drafts { _ in }.map(\.channel) == [.kiosk])
        #expect(drafts { _ in }.map(\.message) == [.housemate])
        #expect(drafts { $0.reminders.off = [.housemate] }.isEmpty)
        let quiet = drafts { $0.reminders.quiet = QuietHours(from: 12 * 60, until: 16 * 60) }
        #expect(try quiet.map(\.at) == [berlin("2026-03-28T17:00")])
        // At a station nobody could answer.
        #expect(drafts { $0.role = .caregiver }.isEmpty)
        #expect(
            drafts { ($0.role, $0.reminders.channels) = (.caregiver, [.command]) }.map(\.channel) == [
                .command
            ])
    }
}
