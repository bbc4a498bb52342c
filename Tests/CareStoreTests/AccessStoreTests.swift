import Care
import Foundation
import GRDB
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

    @Test("Whoever the settings had at the home's own kiosk is served there no more; who was added stays")
    func ownClients() async throws {
        let store = try TestHome().store()
        let times = [ServedTime(from: "08:00", until: "12:00")]
        let clients = ["anna", "maria", "otto"].map { ServedClient(client: $0, times: times) }
        func served() async throws -> [String] {
            try await store.servedClients()[UUID?.none, default: []].map(\.client)
        }
        try await store.keepOwnClients("maria", and: ["otto"])
        _ = try await store.setServedClients(
            ServedClients(clients: clients), of: nil, own: "maria", othersOwn: ["otto"])
        try await store.keepOwnClients("maria", and: ["otto"])
        #expect(try await served() == ["anna", "maria", "otto"])
        // The settings name another client, and then the first one again.
        try await store.keepOwnClients("paul", and: ["otto"])
        #expect(try await served() == ["anna", "otto"])
        try await store.keepOwnClients("maria")
        #expect(try await served() == ["anna"])
        // What an earlier version has written is marked by the next start.
        try await store.write { db in
            try db.put(sql: "INSERT INTO kiosk_client (device, client, times) VALUES ('', 'maria', '[]')")
        }
        try await store.keepOwnClients("maria")
        #expect(try await served() == ["anna", "maria"])
        try await store.keepOwnClients("paul")
        #expect(try await served() == ["anna"])
    }

    @Test("For whom a kiosk was paired has times there beside the most others, and a start loses none")
    func pairedTimes() async throws {
        let store = try TestHome().store()
        _ = try await store.setUp(name: "Olga", password: Self.password, session(1))
        _ = try await store.addPairing(
            NewPairing(id: UUID(), kind: .kiosk, name: "Bed", client: "maria"), by: "olga", at: noon,
            expiresAt: noon.addingTimeInterval(60)
        ) { "AAAAAA" }
        let hash = Data(repeating: 7, count: 32)
        let kiosk = try #require(try await store.pair(code: "AAAAAA", hash: hash, at: noon)).id
        func set(_ clients: [ServedClient]) async throws -> [String] {
            try await store.setServedClients(ServedClients(clients: clients), of: kiosk)
        }
        func served() async throws -> [ServedClient] { try await store.servedClients()[kiosk, default: []] }
        let maria = ServedClient(client: "maria", times: [ServedTime(from: "08:00", until: "12:00")])
        let others = (1...ServedClient.most).map { ServedClient(client: "client-\($0)") }
        let all = others + [maria]
        #expect(try await set(all) == [])
        #expect(try await served() == all)
        // Whom the settings have is of no matter to a paired kiosk.
        try await store.keepOwnClients("otto")
        #expect(try await served() == all)
        await #expect(
            throws: CareStoreError.invalid(
                field: "clients", "it was paired for maria: leave them out, it serves them always")
        ) { try await set([ServedClient(client: "maria")]) }
        await #expect(
            throws: CareStoreError.invalid(
                field: "clients", "a kiosk serves at most \(ServedClient.most) others")
        ) { try await set(others + [ServedClient(client: "one-more")]) }
        #expect(try await served() == all)
        // It serves her without her times, too.
        #expect(try await set([others[0]]) == others.dropFirst().map(\.client))
        #expect(try await served() == [others[0]])
    }

    @Test("A kiosk that was paired for nobody in particular is the home's own client's, whoever that is")
    func nobodysKiosk() async throws {
        let store = try TestHome().store()
        _ = try await store.setUp(name: "Olga", password: Self.password, session(1))
        _ = try await store.addPairing(
            NewPairing(id: UUID(), kind: .kiosk, name: "Hall"), by: "olga", at: noon,
            expiresAt: noon.addingTimeInterval(60)
        ) { "AAAAAA" }
        let hash = Data(repeating: 7, count: 32)
        let kiosk = try #require(try await store.pair(code: "AAAAAA", hash: hash, at: noon)).id
        func set(_ clients: [ServedClient]) async throws -> [String] {
            try await store.setServedClients(
                ServedClients(clients: clients), of: kiosk, own: "maria", othersOwn: ["otto"])
        }
        func served() async throws -> [ServedClient] { try await store.servedClients()[kiosk, default: []] }
        let maria = ServedClient(client: "maria", times: [ServedTime(from: "08:00", until: "12:00")])
        let otto = ServedClient(client: "otto")
        #expect(try await set([maria, otto]) == [])
        await #expect(
            throws: CareStoreError.invalid(
                field: "clients", "it is maria's: leave them out, it serves them always")
        ) { try await set([ServedClient(client: "maria"), otto]) }
        #expect(try await served() == [maria, otto])
        // It serves her without her times, too, and him no more.
        #expect(try await set([otto]) == [])
        #expect(try await set([maria]) == ["otto"])
        // With whom the settings share the home's own kiosk is of no matter here.
        #expect(try await set([maria, otto]) == [])
        try await store.keepOwnClients("maria", and: ["otto"])
        #expect(try await served() == [maria, otto])
        try await store.keepOwnClients("paul")
        #expect(try await served() == [otto])
    }

    @Test("Who answers at the station without a name is whoever sets up, and keeps that name")
    func unnamed() async throws {
        let store = try TestHome().store()
        try await store.ensurePerson(id: "client", name: Person.unnamed, role: .client, at: noon)
        try await store.ensurePerson(id: "caregiver", name: Person.unnamed, role: .caregiver, at: noon)
        let anna = try await store.setUp(
            name: "Anna", password: Self.password, unnamed: "caregiver", session(1)
        ).person
        #expect(anna.id == "caregiver" && anna.role == .coordinator && anna.name == "Anna")
        #expect(try await store.people().count == 2)
        // A file that names nobody takes nobody's login.
        try await store.ensurePerson(id: "caregiver", name: Person.unnamed, role: .caregiver, at: noon)
        #expect(try await store.people().first { $0.id == "caregiver" }?.name == "Anna")
        // By then the place is taken.
        let ben = try await store.setUp(
            name: "Ben", password: Self.password, isAgain: true, unnamed: "caregiver", session(2)
        ).person
        #expect(ben.id == "ben")
    }

    @Test(
        "Nobody becomes the client, or somebody who has a name", arguments: ["client", "caregiver", "nobody"])
    func namedAlready(id: String) async throws {
        let store = try TestHome().store()
        try await store.ensurePerson(id: "client", name: Person.unnamed, role: .client, at: noon)
        try await store.ensurePerson(id: "caregiver", name: "Ben", role: .caregiver, at: noon)
        let anna = try await store.setUp(name: "Anna", password: Self.password, unnamed: id, session(1))
            .person
        #expect(anna.id == "anna")
        #expect(try await store.people().map(\.name).sorted() == ["Anna", "Ben", Person.unnamed])
    }

    @Test("Ids of new people are made of their names")
    func ids() async throws {
        let store = try TestHome().store()
        let first = try await store.setUp(name: "Zoë O’Brien", password: Self.password, session(1)).person
        #expect(first.id == "zoe-o-brien")
    }

    @Test(
        "When a device was seen is kept from a clock in 1970, and put right after one in 9999",
        arguments: [60.0, 253_370_764_800])
    func seenByWrongClock(wrong: Double) async throws {
        let store = try TestHome().store()
        _ = try await store.setUp(name: "Olga", password: Self.password, session(1))
        _ = try await store.addPairing(
            NewPairing(id: UUID(), kind: .station, name: "Hall"), by: "olga", at: noon,
            expiresAt: noon.addingTimeInterval(60)
        ) { "AAAAAA" }
        let hash = Data(repeating: 7, count: 32)
        let device = try #require(try await store.pair(code: "AAAAAA", hash: hash, at: noon))
        func seen() async throws -> Date? { try await store.device(hash: hash)?.lastSeen }
        try await store.follow(noon, uptime: .seconds(10))
        try await store.sawDevices([device.id: noon])
        #expect(try await seen() == noon)
        let clock = Date(timeIntervalSince1970: wrong)
        // Before the step is noticed, and after it.
        for uptime in [nil, Duration.seconds(20)] {
            if let uptime { try await store.follow(clock, uptime: uptime) }
            try await store.sawDevices([device.id: clock])
            #expect(try await seen() == (wrong < noon.timeIntervalSince1970 ? noon : clock))
        }
        let right = noon.addingTimeInterval(30)
        try await store.follow(right, uptime: .seconds(40))
        #expect(try await seen() == (wrong < noon.timeIntervalSince1970 ? noon : right))
        // After two days in which the machine was off, it is as true as ever.
        let later = noon.addingTimeInterval(2 * 86_400)
        try await store.follow(later, uptime: .seconds(50))
        try await store.sawDevices([device.id: later])
        #expect(try await seen() == later)
    }

    @Test("One person is logged in at fifty places at most, and not for ever")
    func bounded() async throws {
        let store = try TestHome().store()
        let olga = try await store.setUp(name: "Olga", password: Self.password, session(0)).person
        for number in 1...60 {
            _ = try await store.logIn(
                olga.id, by: .password(Self.password),
                session(UInt8(number), at: noon.addingTimeInterval(Double(number))), endingBefore: nil)
        }
        #expect(try await store.sessions(of: olga.id, asking: UUID(), at: noon).count == 50)
        let last = Data(repeating: 60, count: 32)
        #expect(try await store.session(hash: last, at: noon)?.person == olga)
        let later = noon.addingTimeInterval(401 * 86_400)
        #expect(try await store.session(hash: last, at: later) == nil)
        #expect(try await store.session(hash: Data(repeating: 0, count: 32), at: noon) == nil)
    }

    @Test("A session is over 90 days after its last use, and 400 days after it began however much it is used")
    func lives() async throws {
        let store = try TestHome().store()
        let begun = session(1)
        let olga = try await store.setUp(name: "Olga", password: Self.password, begun).person
        func isThere(_ days: Double) async throws -> Bool {
            let at = noon.addingTimeInterval(days * 86_400)
            let isFound = try await store.session(hash: begun.hash, at: at) != nil
            #expect(try await store.sessions(of: olga.id, asking: begun.id, at: at).isEmpty == !isFound)
            #expect(try await store.oldSessions(listening: [], at: at).isEmpty == isFound)
            return isFound
        }
        #expect(try await isThere(90))
        #expect(try await !isThere(90.01))
        for days in stride(from: 80.0, through: 400, by: 80) {
            try await store.sawSession(begun.id, at: noon.addingTimeInterval(days * 86_400))
        }
        #expect(try await isThere(400))
        #expect(try await !isThere(400.01))
        // A clock that was wrong for a while has logged nobody out for good.
        #expect(try await isThere(1))
    }

    @Test("Whoever listens is there, however long ago the last message was")
    func listens() async throws {
        let store = try TestHome().store()
        let begun = session(1)
        _ = try await store.setUp(name: "Olga", password: Self.password, begun)
        let later = noon.addingTimeInterval(100 * 86_400)
        #expect(try await store.oldSessions(listening: [begun.id], at: later) == [])
        #expect(try await store.session(hash: begun.hash, at: later) != nil)
        let tooLate = noon.addingTimeInterval(401 * 86_400)
        #expect(try await store.oldSessions(listening: [begun.id], at: tooLate) == [begun.id])
    }

    @Test("One session ends alone, and nobody ends another's")
    func ends() async throws {
        let store = try TestHome().store()
        let (one, two) = (session(1), session(2))
        let olga = try await store.setUp(name: "Olga", password: Self.password, one).person
        _ = try await store.logIn(
            olga.id, by: .password(Self.password), two, endingBefore: nil)
        await #expect(throws: CareStoreError.self) { try await store.endSession(one.id, of: "ben") }
        try await store.endSession(one.id, of: olga.id)
        await #expect(throws: CareStoreError.self) { try await store.endSession(one.id, of: olga.id) }
        #expect(try await !store.isSession(one.id))
        #expect(try await store.isSession(two.id))
    }

    @Test("A login replaces a stored password that was hashed at a lower cost")
    func renewed() async throws {
        let store = try TestHome().store()
        let olga = try await store.setUp(name: "Olga", password: Self.password, session(1)).person
        var stronger = Self.password
        stronger.parameters = "scrypt:32:8:3"
        let wanted = stronger
        let late = try await store.logIn(
            olga.id, by: .password(wanted, renewed: wanted), session(2), endingBefore: nil)
        #expect(late == .refused)
        #expect(try await store.password(of: olga.id) == Self.password)
        _ = try await store.logIn(
            olga.id, by: .password(Self.password, renewed: wanted), session(3), endingBefore: nil)
        #expect(try await store.password(of: olga.id) == wanted)
    }

    @Test("A renamed person logs in by the new name; a name from the settings takes nobody else's")
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
