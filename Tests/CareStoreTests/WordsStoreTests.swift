import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("What is said to clients, in the store")
struct WordsStoreTests {
    private let home: AppointmentHome

    init() async throws { home = try await AppointmentHome() }

    private var store: CareStore { home.store }
    private var now: Date { home.home.clock }

    private func words(
        _ text: String = "The doctor comes at four.", to client: String = "maria", after seconds: Double = 0
    ) -> ClientWords {
        ClientWords(
            id: UUID(), client: client, text: text, by: "Anna", at: now.addingTimeInterval(seconds))
    }

    private func events(after sequence: Int64) async throws -> [JournalEvent] {
        try await store.events(after: sequence, limit: 100)
    }

    @Test("The same words once more change nothing; other words under their id are refused")
    func once() async throws {
        let before = try await store.latestSequence()
        let new = words()
        let made = try await store.say(new)
        #expect(made.isNew && made.0 == new)
        var later = new
        later.at = now.addingTimeInterval(60)
        let again = try await store.say(later)
        #expect(!again.isNew && again.0 == new)
        for change: (inout ClientWords) -> Void in [
            { $0.text = "The doctor comes at five." }, { $0.client = "otto" }, { $0.by = "Ben" },
        ] {
            var other = new
            change(&other)
            await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: nil)) {
                try await store.say(other)
            }
        }
        let told = try await events(after: before)
        #expect(told.map(\.content) == [.words(new)])
    }

    @Test("The first receipt counts, from the client's own kiosk, within the time in which it can have been")
    func receipts() async throws {
        let new = words()
        _ = try await store.say(new)
        let before = try await store.latestSequence()
        let end = now.addingTimeInterval(10)
        await #expect(throws: CareStoreError.notFound("words \(new.id)")) {
            try await store.receive(
                words: new.id, WordsReceipt(id: UUID(), at: end), from: "otto", receivedAt: end)
        }
        // A kiosk whose clock stands in 1970.
        let early = WordsReceipt(id: UUID(), at: Date(timeIntervalSince1970: 5))
        let first = try await store.receive(words: new.id, early, from: "maria", receivedAt: end)
        #expect(first.isNew && first.0.saidAt == new.at)
        let second = try await store.receive(
            words: new.id, WordsReceipt(id: UUID(), at: end), from: "maria", receivedAt: end)
        #expect(!second.isNew && second.0 == first.0)
        // Saying them again answers how they stand.
        let again = try await store.say(new)
        #expect(!again.isNew && again.0 == first.0)
        let told = try await events(after: before)
        #expect(told.map(\.content) == [.words(first.0)])
        let late = words("Tea.")
        _ = try await store.say(late)
        let ahead = WordsReceipt(id: UUID(), at: end.addingTimeInterval(86_400))
        let said = try await store.receive(words: late.id, ahead, from: "maria", receivedAt: end)
        #expect(said.0.saidAt == end)
    }

    @Test("What waits is taken back once, and nothing that was heard or is too old; events say how it is")
    func takenBack() async throws {
        let (new, heard) = (words(), words("Tea."))
        let before = try await store.latestSequence()
        _ = try await store.say(new)
        _ = try await store.say(heard)
        let then = now.addingTimeInterval(60)
        let taken = try await store.takeBack(words: new.id, at: then)
        #expect(taken.isNew && taken.0.takenBackAt == then && taken.0.standing(at: then) == .takenBack)
        let again = try await store.takeBack(words: new.id, at: now.addingTimeInterval(90))
        #expect(!again.isNew && again.0 == taken.0)
        let said = try await store.receive(
            words: heard.id, WordsReceipt(id: UUID(), at: then), from: "maria", receivedAt: then)
        // Whoever reads the journal later finds them as they stand.
        let told = try await events(after: before)
        #expect(
            told.map(\.content) == [
                .words(taken.0), .words(said.0), .words(taken.0), .words(said.0),
            ])
        for (id, late) in [(heard.id, 70), (try await store.say(words("Cake.")).0.id, 1801)] {
            let error = await #expect(throws: CareStoreError.self) {
                try await store.takeBack(words: id, at: now.addingTimeInterval(Double(late)))
            }
            guard case .conflict("id", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        let nobody = UUID()
        await #expect(throws: CareStoreError.notFound("words \(nobody)")) {
            try await store.takeBack(words: nobody, at: then)
        }
        // A kiosk that did not know of it has said it all the same.
        let late = try await store.receive(
            words: new.id, WordsReceipt(id: UUID(), at: then), from: "maria", receivedAt: then)
        #expect(late.isNew && late.0.takenBackAt == then && late.0.standing(at: then) == .said)
        let listed = try await store.words(to: "maria", limit: 200)
        #expect(listed.count == 3 && listed.contains(late.0))
    }

    @Test("Each client's are listed by themselves, the latest first, as they stand now")
    func lists() async throws {
        let all = [words("One."), words("Two.", after: 10), words("Three.", after: 20)]
        for one in all { _ = try await store.say(one) }
        _ = try await store.say(words("His.", to: "otto", after: 5))
        let end = now.addingTimeInterval(30)
        let said = try await store.receive(
            words: all[0].id, WordsReceipt(id: UUID(), at: end), from: "maria", receivedAt: end)
        #expect(try await store.words(to: "maria", limit: 200) == [all[2], all[1], said.0])
        #expect(try await store.words(to: "maria", limit: 1) == [all[2]])
        #expect(try await store.words(to: "otto", limit: 200).map(\.text) == ["His."])
        await #expect(throws: CareStoreError.notFound("client nobody")) {
            try await store.words(to: "nobody", limit: 1)
        }
    }

    @Test("Nobody is told who is no client, and a machine that has gone wild is held back")
    func refusals() async throws {
        for who in ["anna", "nobody"] {
            await #expect(throws: CareStoreError.notFound("client \(who)")) {
                try await store.say(words(to: who))
            }
        }
        for number in 0..<ClientWords.mostAnHour { _ = try await store.say(words("\(number)")) }
        let error = await #expect(throws: CareStoreError.self) {
            try await store.say(words("One more.", after: 3600))
        }
        guard case .tooOften("text", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Another client has room, and so has this one once the hour is over.
        _ = try await store.say(words(to: "otto"))
        // A machine may be given less, which others' words take up, too.
        await #expect(throws: CareStoreError.self) { try await store.say(words("Tea.", to: "otto"), most: 1) }
        _ = try await store.say(words("Tea.", to: "otto"), most: 2)
        _ = try await store.say(words("One more.", after: 3601))
    }

    @Test("However much is said to others, a client's are counted and listed") func others() async throws {
        for number in 0..<ClientWords.mostAnHour { _ = try await store.say(words("\(number)")) }
        let end = now.addingTimeInterval(5)
        let first = try #require(try await store.words(to: "maria", limit: 200).last)
        _ = try await store.receive(
            words: first.id, WordsReceipt(id: UUID(), at: end), from: "maria", receivedAt: end)
        for number in 0..<1001 {
            _ = try await store.say(words("\(number)", to: "otto", after: 10), most: .max)
        }
        #expect(try await store.words(to: "maria", limit: 200).count == ClientWords.mostAnHour)
        await #expect(throws: CareStoreError.self) { try await store.say(words("One more.", after: 20)) }
        // What was said of them is none more of them.
        _ = try await store.say(words("One more.", after: 20), most: ClientWords.mostAnHour + 1)
    }

    @Test("Words that cannot be read hide no others")
    func damaged() async throws {
        let whole = words()
        _ = try await store.say(whole)
        try await store.write { db in
            try db.execute(
                literal: """
                    INSERT INTO journal (at, kind, late, subject, content)
                    VALUES (0, 'words', 0, \(UUID().uuidString), '{}')
                    """)
        }
        #expect(try await store.words(to: "maria", limit: 10) == [whole])
        let last = try await store.events(after: try await store.latestSequence() - 1, limit: 1)
        #expect(last.map(\.content) == [.unreadable(.words)])
    }
}
