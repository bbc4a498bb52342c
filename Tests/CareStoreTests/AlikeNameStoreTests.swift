import Care
import CareStore
import Foundation
import GRDB
import Testing

@Suite("Nobody is put in, or called, so that they are taken for somebody else")
struct AlikeNameStoreTests {
    private static let password = StoredPassword(
        salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32), parameters: "scrypt:16:8:1")
    /// `Anna`, for eyes.
    private static let lookalikes = [
        "ANNA", " anna ", "\u{410}nna", "An\u{200B}na", "\u{FF21}nna", "Ann\u{430}", "A\u{AD}nna",
    ]

    private let home: TestHome
    private let store: CareStore

    init() throws {
        home = try TestHome()
        store = try home.store()
    }

    private func session(_ number: UInt8) -> NewSession {
        NewSession(
            id: UUID(), hash: Data(repeating: number, count: 32), csrfToken: "token \(number)", browser: "",
            at: noon)
    }

    /// The field that a change was refused for.
    private func field(_ change: () async throws -> Void) async throws -> String? {
        do {
            try await change()
            return nil
        } catch CareStoreError.invalid(let field, let reason) {
            #expect(reason.contains("look alike"))
            return field
        }
    }

    @Test(
        "A new person is refused, a changed name too; their own name and another's spelling of it stay theirs"
    )
    func people() async throws {
        var stored = try await store.setPerson(anna, at: noon).0
        for (index, name) in Self.lookalikes.enumerated() {
            let new = Person(id: "new-\(index)", name: name, role: .caregiver)
            #expect(try await field { _ = try await store.setPerson(new, at: noon) } == "name", "\(name)")
        }
        var other = try await store.setPerson(ben, at: noon).0
        for name in Self.lookalikes {
            other.name = name
            #expect(try await field { _ = try await store.setPerson(other, at: noon) } == "name", "\(name)")
        }
        #expect(try await store.people().map(\.name) == ["Anna", "Ben"])
        // What is Anna's she may write otherwise, and everything else of her can be changed.
        stored.name = "ANNA"
        stored = try await store.setPerson(stored, at: noon).0
        stored.absences = [Absence(from: noon)]
        #expect(try await store.setPerson(stored, at: noon).0.name == "ANNA")
    }

    @Test("Who has left gives the name free, and does not come back to it while somebody else has it")
    func left() async throws {
        var first = try await store.setPerson(anna, at: noon).0
        first.isActive = false
        first = try await store.setPerson(first, at: noon).0
        var second = try await store.setPerson(
            Person(id: "anna-2", name: "\u{410}nna", role: .caregiver), at: noon
        ).0
        first.isActive = true
        #expect(try await field { _ = try await store.setPerson(first, at: noon) } == "name")
        second.name = "Anna Berg"
        _ = try await store.setPerson(second, at: noon)
        #expect(try await store.setPerson(first, at: noon).0.isActive)
    }

    @Test("Of forty who come at once under names that look alike, one is put in")
    func race() async throws {
        let names = Self.lookalikes
        let taken = await withTaskGroup(of: Bool.self) { [store] group in
            for number in 0..<40 {
                group.addTask {
                    let person = Person(
                        id: "p-\(number)", name: names[number % names.count], role: .caregiver)
                    return (try? await store.setPerson(person, at: noon)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
        #expect(try await store.people().count == 1)
    }

    @Test("Those who look alike since before stay, can be changed, and log in each by their own name")
    func twins() async throws {
        _ = try await store.setUp(name: "Olga", password: Self.password, session(1))
        _ = try await store.setPerson(anna, at: noon)
        // As a store of before has it.
        let twin = Person(id: "twin", name: "\u{410}nna", role: .caregiver, sequence: 1)
        let text = String(decoding: try CareJSON.encoder().encode(twin), as: UTF8.self)
        try await DatabaseQueue(path: home.path).write { db in
            try db.execute(
                sql: "INSERT INTO person (id, content, is_active, changed_at) VALUES ('twin', ?, 1, 0)",
                arguments: [text])
        }
        let people = try await store.people()
        #expect(people.map(\.name).contains("\u{410}nna") && people.count == 3)
        #expect(AlikeNames.pairs(of: people).map { [$0.id, $1.id] } == [["anna", "twin"]])
        var changed = twin
        changed.absences = [Absence(from: noon)]
        changed = try await store.setPerson(changed, at: noon).0
        #expect(changed.absences.count == 1)
        for (id, code) in [("anna", "AAAAAA"), ("twin", "BBBBBB")] {
            let name = id == "twin" ? twin.name : "Anna"
            _ = try await store.addInvitation(
                NewInvitation(id: UUID(), role: .caregiver, name: name, person: id), by: "olga", at: noon,
                expiresAt: noon.addingTimeInterval(3600)
            ) { code }
            let accepted = try await store.accept(
                code: code, name: name, password: Self.password, session(code == "AAAAAA" ? 2 : 3))
            #expect(accepted?.person.id == id)
        }
        #expect(try await store.password(ofName: "anna")?.person == "anna")
        #expect(try await store.password(ofName: "\u{410}NNA")?.person == "twin")
        changed.name = "Anna Berg"
        #expect(try await store.setPerson(changed, at: noon).0.name == "Anna Berg")
        #expect(try await AlikeNames.pairs(of: store.people()).isEmpty)
    }

    @Test(
        "A log in by a lookalike of a name leads to nobody; by the name itself, however it is typed, to its owner"
    )
    func logIn() async throws {
        _ = try await store.setUp(name: "René Arnie", password: Self.password, session(1))
        for typed in ["rené arnie", " RENÉ  Arnie ", "Rene\u{301} Arnie", "\u{FF32}ené Arn\u{200B}ie"] {
            #expect(try await store.password(ofName: typed)?.person == "rene-arnie", "\(typed)")
        }
        for lookalike in ["René Amie", "Ren\u{435}\u{301} Arnie", "René \u{410}rnie", "Rene Arnie", ""] {
            #expect(try await store.password(ofName: lookalike) == nil, "\(lookalike)")
        }
    }

    @Test(
        "Neither the first coordinator nor an invitation, nor who accepts one, takes a name that looks like another's"
    )
    func invitations() async throws {
        _ = try await store.setPerson(maria, at: noon)
        let setUp = try await field {
            _ = try await store.setUp(name: "M\u{430}ria", password: Self.password, session(1))
        }
        #expect(setUp == "name")
        _ = try await store.setUp(name: "Olga", password: Self.password, session(1))
        func invite(_ name: String, _ code: String, id: UUID = UUID()) async throws {
            _ = try await store.addInvitation(
                NewInvitation(id: id, role: .caregiver, name: name), by: "olga", at: noon,
                expiresAt: noon.addingTimeInterval(3600)
            ) { code }
        }
        #expect(try await field { try await invite("0LGA", "AAAAAA") } == "name")
        #expect(try await store.invitations(at: noon).isEmpty)
        // A second one for somebody who has lost the first is no twin.
        let id = UUID()
        try await invite("Anna", "BBBBBB", id: id)
        try await invite("Anna", "CCCCCC")
        let accepted = try await store.accept(
            code: "CCCCCC", name: "Anna", password: Self.password, session(2))
        #expect(accepted?.person.id == "anna")
        try await invite("Anna", "BBBBBB", id: id)
        let late = try await field {
            _ = try await store.accept(
                code: "BBBBBB", name: "\u{410}nna", password: Self.password, session(3))
        }
        #expect(late == "name")
        // The code is still good for another name.
        let other = try await store.accept(
            code: "BBBBBB", name: "Anna B.", password: Self.password, session(4))
        #expect(other?.person.name == "Anna B.")
    }

    @Test("The settings' names are taken, unless two people would look alike by it; nobody is left out")
    func settings() async throws {
        try await store.ensurePerson(id: "client", name: Person.unnamed, role: .client, at: noon)
        try await store.ensurePerson(id: "caregiver", name: Person.unnamed, role: .caregiver, at: noon)
        #expect(try await store.people().count == 2)
        try await store.ensurePerson(id: "client", name: "Maria", role: .client, at: noon)
        try await store.ensurePerson(id: "caregiver", name: "M\u{430}ria", role: .caregiver, at: noon)
        #expect(try await store.people().map(\.name) == [Person.unnamed, "Maria"])
        try await store.ensurePerson(id: "other", name: "M\u{430}ria", role: .client, at: noon)
        let people = try await store.people()
        #expect(people.count == 3)
        #expect(AlikeNames.pairs(of: people).count == 1)
    }

    @Test(
        "Devices of one kind have names that differ; whoever comes with a good code is let in under a number")
    func devices() async throws {
        _ = try await store.setUp(name: "Olga", password: Self.password, session(1))
        func invite(_ name: String, _ code: String, _ kind: DeviceKind = .station) async throws {
            _ = try await store.addPairing(
                NewPairing(id: UUID(), kind: kind, name: name), by: "olga", at: noon,
                expiresAt: noon.addingTimeInterval(3600)
            ) { code }
        }
        try await invite("Kitchen", "AAAAAA")
        try await invite("Kitchen", "BBBBBB")
        let first = try #require(
            try await store.pair(code: "AAAAAA", hash: Data(repeating: 1, count: 32), at: noon))
        let second = try #require(
            try await store.pair(code: "BBBBBB", hash: Data(repeating: 2, count: 32), at: noon))
        #expect([first.name, second.name] == ["Kitchen", "Kitchen 2"])
        #expect(try await store.devices().map(\.name) == ["Kitchen 2", "Kitchen"])
        #expect(try await field { try await invite("K\u{456}tchen", "CCCCCC") } == "name")
        try await invite("Kitchen", "DDDDDD", .kiosk)
        try await store.revokeDevice(first.id, at: noon)
        try await invite("K\u{456}tchen", "EEEEEE")
    }

    @Test("What can be asked for has labels that differ, in one group of one client")
    func needs() async throws {
        func need(_ label: String, client: String? = "maria", group: String? = nil) -> NeedChange {
            NeedChange(client: client, label: label, group: group, by: "Anna")
        }
        _ = try await store.setNeed("tea", need("Tea"), at: noon)
        #expect(try await field { _ = try await store.setNeed("t2", need("T\u{435}a"), at: noon) } == "label")
        #expect(
            try await field { _ = try await store.setNeed("t2", need("TEA", client: nil), at: noon) }
                == "label")
        _ = try await store.setNeed("t3", need("Tea", client: "otto"), at: noon)
        _ = try await store.setNeed("t4", need("Tea", group: "Evening"), at: noon)
        // Letters and digits are cards side by side.
        for (index, letter) in ["I", "l", "1", "O", "0"].enumerated() {
            _ = try await store.setNeed("letter\(index)", need(letter, group: "Spell"), at: noon)
        }
        #expect(
            try await field { _ = try await store.setNeed("again", need("o", group: "Spell"), at: noon) }
                == "label")
        let proposal = NewNeedProposal(
            id: UUID(), client: "maria", clientName: "Maria", label: "T\u{435}a", say: "Tea.",
            proposedAt: noon)
        _ = try await store.propose(proposal, receivedAt: noon)
        let decided = try await field {
            _ = try await store.decide(
                proposal.id,
                ProposalDecision(id: UUID(), isApproved: true, needID: "t5", by: "Anna", at: noon),
                receivedAt: noon)
        }
        #expect(decided == "need.label")
        // It waits, and can be approved under another label.
        let named = ProposalDecision(
            id: UUID(), isApproved: true, needID: "t5", need: need("Green tea"), by: "Anna", at: noon)
        #expect(try await store.decide(proposal.id, named, receivedAt: noon).0.state == .approved)
    }

    @Test("What an older version has kept with marks of direction comes out without, and can be changed")
    func marks() async throws {
        let request = water()
        _ = try await store.record(request, receivedAt: noon)
        _ = try await store.setPerson(anna, at: noon)
        try await DatabaseQueue(path: home.path).write { db in
            try db.execute(
                sql: "UPDATE request SET label = ?, client_name = ?",
                arguments: ["\u{202E}Water\u{202C}", "\u{2066}Maria"])
            try db.execute(
                sql: "UPDATE person SET content = replace(content, 'Anna', ?)",
                arguments: ["\u{200F}An\u{202E}na"])
        }
        let kept = try #require(try await store.request(request.id))
        #expect(kept.label == "Water" && kept.clientName == "Maria")
        #expect(try await store.record(request, receivedAt: noon).isNew == false)
        var person = try #require(try await store.people().first)
        #expect(person.name == "Anna")
        person.absences = [Absence(from: noon)]
        #expect(try await store.setPerson(person, at: noon).0.name == "Anna")
        let note = RequestNote(id: UUID(), text: "She said \u{202E}yes", by: "Anna", at: noon)
        #expect(try await store.addNote(request: request.id, note, receivedAt: noon).0.text == "She said yes")
        #expect(try await !store.addNote(request: request.id, note, receivedAt: noon).isNew)
    }
}
