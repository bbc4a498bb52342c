import Care
import Foundation
import Testing

@testable import CareStore

@Suite("Who may log in, as it is kept")
struct AccessStoreTests {
    private static let password = StoredPassword(
        salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32), parameters: "scrypt:16:8:1")

    private func session(_ number: UInt8, at: Date = noon) -> NewSession {
        NewSession(
            id: UUID(), hash: Data(repeating: number, count: 32), csrfToken: "token \(number)", browser: "",
            at: at)
    }

    @Test("Somebody of the settings becomes the first coordinator, if it is their name")
    func setUp() async throws {
        let store = try TestHome().store()
        try await store.ensurePerson(id: "caregiver", name: "Anna", role: .caregiver, at: noon)
        let anna = try await store.setUp(name: "ANNA", password: Self.password, session(1)).person
        #expect(anna.id == "caregiver" && anna.role == .coordinator && anna.name == "Anna")
        await #expect(throws: CareStoreError.self) {
            try await store.setUp(name: "Eve", password: Self.password, session(2))
        }
        #expect(try await store.canAnybodyLogIn())
    }

    @Test("Ids of new people are made of their names")
    func ids() async throws {
        let store = try TestHome().store()
        let first = try await store.setUp(name: "Zoë O’Brien", password: Self.password, session(1)).person
        #expect(first.id == "zoe-o-brien")
    }

    @Test("One person is logged in at fifty places at most, and not for ever")
    func bounded() async throws {
        let store = try TestHome().store()
        let olga = try await store.setUp(name: "Olga", password: Self.password, session(0)).person
        for number in 1...60 {
            _ = try await store.beginSession(
                of: olga.id, checked: Self.password,
                session(UInt8(number), at: noon.addingTimeInterval(Double(number))), endingBefore: nil)
        }
        #expect(try await store.sessions(of: olga.id, asking: UUID()).count == 50)
        let last = Data(repeating: 60, count: 32)
        #expect(try await store.session(hash: last, at: noon)?.person == olga)
        let later = noon.addingTimeInterval(401 * 86_400)
        #expect(try await store.session(hash: last, at: later) == nil)
        #expect(try await store.session(hash: Data(repeating: 0, count: 32), at: noon) == nil)
    }

    @Test("Who is called otherwise logs in otherwise; a name of the settings does not take another's")
    func renamed() async throws {
        let store = try TestHome().store()
        try await store.ensurePerson(id: "caregiver", name: "Anna", role: .caregiver, at: noon)
        var olga = try await store.setUp(name: "Olga", password: Self.password, session(1)).person
        olga.name = "Olga M."
        _ = try await store.setPerson(olga, at: noon)
        #expect(try await store.password(ofName: "olga m.")?.person == "olga")
        #expect(try await store.password(ofName: "Olga") == nil)
    }

}
