import AsyncHTTPClient
import Care
import CareStore
import Costs
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import OwnFolders
import Recurrence
import Synchronization
import Testing

@testable import CareService

@Suite("Whose things each role gets, asked of the real service", .timeLimit(.minutes(30)))
struct WhoseTests {
    /// How a route is asked whose things it gives to an asker.
    enum Probe: Sendable {
        /// What an answer names.
        case list(String)
        /// Whose is taken or given, of a thing of each client.
        case each(
            HTTPMethod,
            @Sendable (House, Asker, String) async throws -> (path: String, body: (any Encodable)?))
        case custom(@Sendable (House, Asker) async throws -> Set<String>)
    }

    /// What there is of each client.
    struct Things: Sendable {
        let request: UUID
        let routine: NewRoutine
        let dueKey: OccurrenceKey
        let kioskReminder: UUID
        let stationReminder: UUID
    }

    /// A chore of a client's, with points, that Anna or somebody else has; nobody has been reminded of it yet.
    private static func chore(
        _ client: String, _ asker: Asker, by person: String? = nil
    ) async throws -> NewRoutine {
        var new = try Days.medicine(at: "2026-03-28T20:00:00")
        (new.content.client, new.content.title, new.content.points) = (client, "Chore of \(client)", 5)
        if let person { new.content.assignment = .fixed(person: person) }
        #expect(try await asker.send(.POST, "routines", new).status == 201)
        return new
    }

    private static func contact(of person: String) -> ContactChange {
        ContactChange(
            person: person, channel: "ntfy", label: "Phone of \(person)", address: ["topic": person])
    }

    /// Addresses of calendars that an asker gets or ends: their own, and another's.
    private static func feeds(
        _ house: House, _ asker: Asker, _ ask: (UUID) async throws -> Int
    ) async throws -> Set<String> {
        let another: CallerRole = asker.role == .coordinator ? .caregiver : .coordinator
        let somebody = try #require(house.home.others.first { $0.role == another })
        var reached: Set<String> = []
        for (owner, whose) in [(asker, own), (somebody, other)] {
            let new = NewFeed(id: UUID(), client: owner.client ?? "maria")
            #expect(try await owner.send(.POST, "feeds", new).status == 201)
            let status = try await ask(new.id)
            if (200..<300).contains(status) { reached.insert(whose) } else { #expect(status == 404) }
        }
        return reached
    }

    /// A way to reach somebody; one for each.
    private static func contact(of person: String, _ house: House) async throws -> UUID {
        let coordinator = house.home.coordinator
        let page: ContactPage = try await coordinator.send(.GET, "contacts").decode()
        if let known = page.contacts.first(where: { $0.person == person }) { return known.id }
        let id = UUID()
        #expect(try await coordinator.send(.PUT, "contacts/\(id)", contact(of: person)).status == 201)
        return id
    }

    /// Whose ways to be reached an asker gets or changes: their own, and Anna's.
    private static func contacts(
        _ house: House, _ asker: Asker, _ ask: (UUID, String) async throws -> Int
    ) async throws -> Set<String> {
        var reached: Set<String> = []
        for person in [asker.person?.id, other].compactMap(\.self) {
            let status = try await ask(try await contact(of: person, house), person)
            if (200..<300).contains(status) {
                reached.insert(person == asker.person?.id ? own : person)
            } else {
                #expect(status == 404, "\(person) as \(asker.role)")
            }
        }
        return reached
    }

    /// Where a client's school tasks are read; one for each.
    @discardableResult
    private static func place(of client: String, _ house: House) async throws -> CourseworkLink {
        let core = house.home.service.service.core
        let known = try await core.read { store throws(CareStoreError) in
            try await store.coursework(of: .only([client])).first?.link
        }
        if let known { return known }
        let link = CourseworkLink(
            id: UUID(), client: client, kind: .planner, platform: "https://\(client).example",
            isActive: false, addedAt: noon)
        _ = try await core.write { store throws(CareStoreError) in
            try await store.addCoursework(CourseworkRecord(link: link, mayBeInside: false))
        }
        return link
    }

    /// A client's calendar; one for each.
    @discardableResult
    private static func calendar(of client: String, _ house: House) async throws -> CalendarLink {
        let core = house.home.service.service.core
        let known = try await core.read { store throws(CareStoreError) in
            try await store.calendars().first { $0.link.client == client }?.link
        }
        if let known { return known }
        let link = CalendarLink(
            id: UUID(), client: client, kind: .link, name: "Calendar of \(client)",
            server: "https://\(client).example", isActive: false, addedAt: noon)
        _ = try await core.write { store throws(CareStoreError) in
            try await store.addCalendar(CalendarRecord(link: link, mayBeInside: false))
        }
        return link
    }

    /// A chore of the household's that Anna has.
    private static func bins(_ client: String, _ asker: Asker) async throws -> NewRoutine {
        var new = try Days.medicine(at: "2026-03-28T20:00:00")
        (new.content.client, new.content.audience, new.content.title) = (nil, .household, "Bins")
        #expect(try await asker.send(.POST, "routines", new).status == 201)
        return new
    }

    struct House: Sendable {
        let home: TwoClients
        let things: [String: Things]

        func of(_ client: String) throws -> Things { try #require(things[client]) }
    }

    /// What stands for whoever has logged in, in place of a client.
    static let own = "self"

    @Test(
        "Each cell of docs/access.md that says whose is so, for two clients' kiosks and screens and everybody else"
    )
    func table() async throws {
        let folder = try OwnFolder()
        try PictureTests.png.write(to: URL(fileURLWithPath: folder.file("cup.png")))
        try await TwoClients.with {
            $0.picturesFolder = folder.path
            $0.contactChannels = [StandIn().channel]
            $0.loginPatience = .seconds(1800)
        } _: { (home: TwoClients) async throws in
            let house = try await Self.furnish(home)
            var asked: Set<String> = []
            // Touches are for kiosks that are there.
            try await home.service.events(try home.maria.message(.GET, "events")) {
                (lines: inout EventLines) async throws in
                try await lines.untilReady()
                try await home.service.events(try home.otto.message(.GET, "events")) {
                    (lines: inout EventLines) async throws in
                    try await lines.untilReady()
                    for place in APIPlace.all {
                        for method in place.methods {
                            guard case .these(let roles, _) = method.answer else { continue }
                            let name =
                                "\(method.method.rawValue) \(place.template.dropFirst("/api/v1/".count))"
                            for asker in home.all where roles.contains(asker.role) {
                                let whose = method.reach.whose(asker.role)
                                guard whose != .home else { continue }
                                asked.insert(name)
                                let probe = try #require(Self.probes[name], "\(name) is asked by no test")
                                let reached = try await Self.reached(probe, house, asker)
                                let expected = Self.expected(whose, method.reach, asker)
                                #expect(
                                    reached == expected,
                                    "\(name) as \(asker.role) of \(asker.client ?? "all"): \(whose.rawValue)")
                            }
                        }
                    }
                }
            }
            #expect(asked == Set(Self.probes.keys))
        }
    }

    private static func expected(_ whose: APIReach.Whose, _ reach: APIReach, _ asker: Asker) -> Set<String> {
        switch whose {
        case .home: []
        case .ownClient: Set([asker.client].compactMap(\.self))
        case .homesClient: [TwoClients.ids[0]]
        case .all where reach == .points: Set(TwoClients.ids + [own, other])
        case .all where reach == .contacts: [own, other]
        case .all: Set(TwoClients.ids)
        case .named, .plans: asker.client.map { [$0] } ?? Set(TwoClients.ids)
        case .own:
            switch reach {
            // A station reports for no client.
            case .reports: Set([asker.client].compactMap(\.self))
            case .people, .account, .links, .home, .clients, .clientsOrPlans, .contents, .points, .photos,
                .contacts:
                [own]
            }
        case .everyClient: Set(TwoClients.ids)
        case .ownAndClients: Set(TwoClients.ids + [own])
        }
    }

    private static func reached(_ probe: Probe, _ house: House, _ asker: Asker) async throws -> Set<String> {
        switch probe {
        case .list(let path):
            let answer = try await asker.get(path)
            #expect(answer.status == 200, "\(path) as \(asker.role)")
            return named(in: String(decoding: answer.body, as: UTF8.self))
        case .each(let method, let make):
            var reached: Set<String> = []
            for client in TwoClients.ids {
                let (path, body) = try await make(house, asker, client)
                let status = try await house.home.service.status(try asker.message(method, path, body))
                if (200..<300).contains(status) { reached.insert(client) }
                // What is another's is not there; only where a message names its client itself is it refused for that.
                #expect(
                    (200..<300).contains(status) || status == 404 || path == "proposals" && status == 403
                        || ["routines", "appointments", "moods", "coursework"].contains(path)
                            && status == 422,
                    "\(method) \(path) as \(asker.role): \(status)")
            }
            return reached
        case .custom(let ask): return try await ask(house, asker)
        }
    }

    /// The clients whom a text names.
    static func named(in text: String) -> Set<String> {
        let small = text.lowercased()
        return Set(TwoClients.ids.filter(small.contains))
    }

    // MARK: - The house

    private static func furnish(_ home: TwoClients) async throws -> House {
        let (station, service) = (home.station, home.service)
        var routines: [String: NewRoutine] = [:]
        for client in TwoClients.ids {
            var new = try Days.medicine(isClientsOwn: true)
            (new.content.client, new.content.title) = (client, "Medicine of \(client)")
            new.content.symbol = "cup.png"
            #expect(try await station.send(.POST, "routines", new).status == 201)
            routines[client] = new
            let need = NeedChange(client: client, label: "A walk of \(client)")
            #expect(try await station.send(.PUT, "needs/walk-\(client)", need).status == 201)
            #expect(try await home.kiosk(of: client).send(.POST, "proposals", proposal(client)).status == 201)
            #expect(
                try await home.kiosk(of: client).send(.POST, "faults", TwoClients.fault(.boardRefused))
                    .status == 201)
            var picture = try home.coordinator.message(.PUT, "people/\(client)/picture")
            picture.body = .bytes(PictureTests.png)
            picture.headers.replaceOrAdd(name: "Content-Type", value: "image/png")
            #expect(try await service.send(picture).status == 201)
            #expect(
                try await home.kiosk(of: client).send(.PUT, "displays/\(client)", screen(client)).status
                    == 204)
        }
        let on = ChannelChange(isOn: true)
        #expect(try await home.coordinator.send(.PUT, "channels/ntfy", on).status == 200)
        service.clock.pass(.seconds(31 * 60))
        service.service.clockHasMoved()
        // Inviting wants to know again who it is.
        let password = PasswordConfirmation(currentPassword: Visitor.password)
        #expect(try await home.coordinator.send(.POST, "session/confirmation", password).status == 204)
        var things: [String: Things] = [:]
        for client in TwoClients.ids {
            let routine = try #require(routines[client])
            let key = Days.key("2026-03-28T13:30:00")
            func reminder(_ asker: Asker) async throws -> UUID? {
                try await asker.get("agenda").decode(Agenda.self).reminders
                    .first { $0.occurrence?.routine == routine.id }?.id
            }
            try await home.until { try await reminder(home.kiosk(of: client)) != nil }
            things[client] = Things(
                request: try await home.ask(client), routine: routine, dueKey: key,
                kioskReminder: try #require(try await reminder(home.kiosk(of: client))),
                stationReminder: try #require(try await reminder(station)))
        }
        return House(home: home, things: things)
    }

    private static func proposal(_ client: String) -> NewNeedProposal {
        NewNeedProposal(
            id: UUID(), client: client, clientName: TwoClients.name(client), label: "A wish of \(client)",
            say: "I have a wish.", proposedAt: noon)
    }

    private static func screen(_ client: String) -> Screen {
        Screen(
            number: 7, client: client, language: "en-GB", state: .scanning, look: ScreenLook(),
            level: ScreenLevel(
                since: 1, columns: 1,
                rows: [.init(cells: [.init(id: "water", label: "Water of \(client)", kind: .request)])]))
    }

    /// An open request of a client, made for this one question.
    @Sendable private static func request(_ house: House, _ client: String) async throws -> UUID {
        try await house.home.ask(client)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    // MARK: - Every route that has a whose

    private static let probes = otherProbes.merging(appointmentProbes) { one, _ in one }
        .merging(loginProbes) { one, _ in one }

    private static let otherProbes: [String: Probe] = [
        "GET events": .custom { _, asker in
            let told = try await asker.eventsBefore()
            if asker.role == .provider {
                #expect(!told.contains("the words of") && !told.contains("A wish of"))
            }
            return named(in: told)
        },
        "GET requests": .list("requests"),
        "POST requests": .custom { house, asker in
            var reached: Set<String> = []
            for client in TwoClients.ids {
                let answer = try await asker.send(.POST, "requests", TwoClients.call(client))
                #expect(answer.status == 201)
                reached.insert(try answer.decode(Request.self).client)
            }
            return reached
        },
        "POST uses": .custom { house, asker in
            var reached: Set<String> = []
            for client in TwoClients.ids {
                var message = try asker.message(.POST, "uses", KioskUse(secondsAgo: 0))
                message.headers.add(name: ServedClient.header, value: client)
                let status = try await house.home.service.status(message)
                if status == 200 { reached.insert(client) }
                #expect(status == 200 || status == 403)
            }
            return reached
        },
        "GET requests/{id}": .each(.GET) { house, _, client in
            ("requests/\(try house.of(client).request)", nil)
        },
        "POST requests/{id}/responses": .each(.POST) { house, asker, client in
            (
                "requests/\(try await request(house, client))/responses",
                answer(asksAsClient(asker) ? .cancelled : .onTheWay, by: nil)
            )
        },
        "GET call-cards": .list("call-cards"),
        "POST handover/claims": .custom { house, asker in
            var reached: Set<String> = []
            for client in TwoClients.ids {
                let (id, from) = (try await request(house, client), "Going \(UUID())")
                let station = house.home.station
                #expect(
                    try await station.send(.POST, "requests/\(id)/responses", answer(.onTheWay, by: from))
                        .status
                        == 201)
                let to = house.home.coordinator.session.person.name
                let made: MovedClaims = try await asker.send(
                    .POST, "handover/claims", ClaimMove(id: UUID(), from: from, to: to, at: noon)
                ).decode()
                reached.formUnion(made.requests.map(\.client))
            }
            return reached
        },
        "GET requests/{id}/notes": .each(.GET) { house, _, client in
            ("requests/\(try house.of(client).request)/notes", nil)
        },
        "POST requests/{id}/notes": .each(.POST) { house, _, client in
            (
                "requests/\(try house.of(client).request)/notes",
                RequestNote(id: UUID(), text: "With a straw.", at: noon)
            )
        },
        "GET clients/{id}/words": .each(.GET) { _, _, client in ("clients/\(client)/words", nil) },
        "POST clients/{id}/words": .each(.POST) { _, asker, client in
            (
                "clients/\(client)/words",
                NewClientWords(id: UUID(), text: "Tea is ready.", by: asker.person == nil ? "Anna" : nil)
            )
        },
        "DELETE words/{id}": .each(.DELETE) { house, _, client in
            let words: ClientWords = try await house.home.station.send(
                .POST, "clients/\(client)/words",
                NewClientWords(id: UUID(), text: "Tea is ready.", by: "Anna")
            ).decode()
            return ("words/\(words.id)", nil)
        },
        "POST words/{id}/receipts": .each(.POST) { house, _, client in
            let words: ClientWords = try await house.home.station.send(
                .POST, "clients/\(client)/words",
                NewClientWords(id: UUID(), text: "Tea is ready.", by: "Anna")
            ).decode()
            return ("words/\(words.id)/receipts", WordsReceipt(id: UUID(), at: noon))
        },
        "GET faults": .list("faults?state=open"),
        "POST faults": .custom { house, asker in
            var reached: Set<String> = []
            for client in TwoClients.ids {
                let said: Fault
                if asker.person == nil {
                    said = TwoClients.fault(
                        .planLost, of: client, source: asker.role == .kiosk ? "kiosk" : "station")
                } else {
                    let words = "Lost words \(UUID())"
                    let lost = TwoClients.fault(.requestNotStored, detail: words)
                    let kept: Fault = try await house.home.kiosk(of: client).send(.POST, "faults", lost)
                        .decode()
                    said = TwoClients.fault(
                        .requestNotStored, isActive: false, of: kept.client, name: kept.clientName,
                        detail: words,
                        source: "page")
                }
                let status = try await asker.send(.POST, "faults", said).status
                if status == 201 { reached.insert(client) } else { #expect(status == 403) }
            }
            return reached
        },
        "GET people": .list("people"),
        "GET people/{id}": .each(.GET) { _, _, client in ("people/\(client)", nil) },
        "PUT people/{id}": .custom { house, asker in
            var reached: Set<String> = []
            for id in TwoClients.ids + [asker.person?.id].compactMap(\.self) {
                var person: Person = try await house.home.station.get("people/\(id)").decode()
                person.absences = [
                    Absence(from: noon.addingTimeInterval(Double.random(in: 1...1_000_000).rounded()))
                ]
                let status = try await asker.send(.PUT, "people/\(id)", person).status
                if status == 200 { reached.insert(id) } else { #expect(status == 403) }
            }
            return ownOrAll(reached, asker)
        },
        "GET contents": .list("contents"),
        "GET contents/{id}": .each(.GET) { _, _, client in ("contents/\(TwoClients.digest(of: client))", nil)
        },
        "GET pictures": .list("pictures"),
        "GET people/{id}/picture": .each(.GET) { _, _, client in ("people/\(client)/picture", nil) },
        "PUT people/{id}/picture": .custom { house, asker in
            var reached: Set<String> = []
            for id in TwoClients.ids + [asker.person?.id].compactMap(\.self) {
                var message = try asker.message(.PUT, "people/\(id)/picture")
                message.body = .bytes(PictureTests.png)
                message.headers.replaceOrAdd(name: "Content-Type", value: "image/png")
                let status = try await house.home.service.status(message)
                if (200..<300).contains(status) {
                    reached.insert(id)
                } else {
                    #expect(status == (isUnseen(id, asker) ? 404 : 403))
                }
            }
            return ownOrAll(reached, asker)
        },
        "DELETE people/{id}/picture": .custom { house, asker in
            var reached: Set<String> = []
            for id in TwoClients.ids + [asker.person?.id].compactMap(\.self) {
                let status = try await asker.send(.DELETE, "people/\(id)/picture").status
                if (200..<300).contains(status) {
                    reached.insert(id)
                } else {
                    #expect(status == (isUnseen(id, asker) ? 404 : 403))
                }
            }
            return ownOrAll(reached, asker)
        },
        "POST duties/{id}/swaps": .custom { house, asker in
            // A date of Anna's for each client, and one of the asker's own.
            let contents =
                TwoClients.ids.map { ($0, DutyAPITests.shift("anna", client: $0)) }
                + [asker.person?.id].compactMap(\.self).map { ($0, DutyAPITests.shift($0)) }
            var reached: Set<String> = []
            for (whose, content) in contents {
                let new = NewDuty(id: UUID(), content: content, at: noon)
                #expect(try await house.home.coordinator.send(.POST, "duties", new).status == 201)
                let offer = DutyMove(id: UUID(), kind: .offer, of: Days.key("2026-03-28T22:00:00"), at: noon)
                let status = try await asker.send(.POST, "duties/\(new.id)/swaps", offer).status
                if status == 201 { reached.insert(whose) } else { #expect(status == 403) }
            }
            return ownOrAll(reached, asker)
        },
        "GET costs": .custom { house, asker in
            let path = "costs?limit=200"
            let mine = try await expenses(house, asker)
            let seen = Set(try await asker.get(path).decode(CostLinePage.self).lines.map(\.subject))
            return ownOrAll(Set(mine.filter { seen.contains($0.value) }.map(\.key)), asker)
        },
        "GET balances": .custom { house, asker in
            _ = try await expenses(house, asker)
            let balances: Balances = try await asker.get("balances").decode()
            return ownOrAll(Set(balances.totals.map(\.person)), asker)
        },
        "POST expenses": .custom { house, asker in
            try await costs(house, asker) { person in
                ("expenses", CostAPITests.expense(300, by: other, for: [person]))
            }
        },
        "GET expenses/{id}": .custom { house, asker in
            let mine = try await expenses(house, asker)
            return try await costs(house, asker, .GET) { person in
                ("expenses/\(try #require(mine[person]))", nil)
            }
        },
        "POST expenses/{id}/corrections": .custom { house, asker in
            let mine = try await expenses(house, asker)
            return try await costs(house, asker) { person in
                let id = try #require(mine[person])
                let last: ExpenseStory = try await house.home.coordinator.send(.GET, "expenses/\(id)")
                    .decode()
                return (
                    "expenses/\(id)/corrections",
                    ExpenseCorrection(
                        id: UUID(), replaces: try #require(last.lines.last).number,
                        content: CostAPITests.expense(400, by: other, for: [person]).content, at: noon)
                )
            }
        },
        "GET expenses/{id}/receipt": .custom { house, asker in
            let mine = try await expenses(house, asker)
            for id in mine.values {
                #expect(
                    try await receipt(
                        house, try house.home.coordinator.message(.PUT, "expenses/\(id)/receipt")) < 300)
            }
            return try await costs(house, asker, .GET) { person in
                ("expenses/\(try #require(mine[person]))/receipt", nil)
            }
        },
        "PUT expenses/{id}/receipt": .custom { house, asker in
            var reached: Set<String> = []
            for (person, id) in try await expenses(house, asker) {
                let status = try await receipt(house, try asker.message(.PUT, "expenses/\(id)/receipt"))
                if status < 300 { reached.insert(person) } else { #expect(status == 404) }
            }
            return ownOrAll(reached, asker)
        },
        "DELETE expenses/{id}/receipt": .custom { house, asker in
            let mine = try await expenses(house, asker)
            return try await costs(house, asker, .DELETE) { person in
                ("expenses/\(try #require(mine[person]))/receipt", nil)
            }
        },
        "POST payments": .custom { house, asker in
            try await costs(house, asker) { person in
                // Clients pay what they are asked for.
                let asked = CostAPITests.charge(5, from: person, to: other)
                let kept = try await house.home.coordinator.send(.POST, "charges", asked)
                #expect(kept.status == 201)
                var payment = CostAPITests.payment(5, from: person, to: other)
                payment.content.charge = asked.id
                return ("payments", payment)
            }
        },
        "POST payments/{id}/withdrawals": .custom { house, asker in
            try await costs(house, asker) { person in
                let payment = CostAPITests.payment(5, from: person, to: other)
                let made = try await house.home.coordinator.send(.POST, "payments", payment)
                #expect(made.status == 201)
                return ("payments/\(payment.id)/withdrawals", CostWithdrawal(id: UUID(), at: noon))
            }
        },
        "GET charges": .custom { house, asker in
            var made: Set<UUID> = []
            for person in costPeople(asker) {
                let charge = CostAPITests.charge(5, from: other, to: person)
                #expect(try await house.home.coordinator.send(.POST, "charges", charge).status == 201)
                made.insert(charge.id)
            }
            let charges = try await asker.get("charges?limit=200").decode(ChargePage.self).charges
            return ownOrAll(Set(charges.filter { made.contains($0.id) }.map(\.content.to)), asker)
        },
        "POST charges": .custom { house, asker in
            try await costs(house, asker) { person in
                ("charges", CostAPITests.charge(5, from: other, to: person))
            }
        },
        "POST charges/{id}/withdrawals": .custom { house, asker in
            try await costs(house, asker) { person in
                let charge = CostAPITests.charge(5, from: other, to: person)
                let made = try await house.home.coordinator.send(.POST, "charges", charge)
                #expect(made.status == 201)
                return ("charges/\(charge.id)/withdrawals", CostWithdrawal(id: UUID(), at: noon))
            }
        },
        "POST charges/{id}/reminders": .custom { house, asker in
            // Somebody who has logged in, so that there is where to tell it.
            let asked = asker.person?.id == "ben" ? "olga" : "ben"
            return try await costs(house, asker) { person in
                let charge = CostAPITests.charge(5, from: asked, to: person)
                let made = try await house.home.coordinator.send(.POST, "charges", charge)
                #expect(made.status == 201)
                return ("charges/\(charge.id)/reminders", ChargeReminder(id: UUID(), at: noon))
            }
        },
        "GET people/{id}/payment-link": .custom { _, asker in try await links(asker, .GET, nil) },
        "PUT people/{id}/payment-link": .custom { _, asker in
            try await links(asker, .PUT, PaymentLinkChange(link: "https://pay.example/somebody"))
        },
        "GET points": .custom { _, asker in
            whose(try await asker.get("points").decode(PointStandings.self).people.map(\.person), asker)
        },
        "GET points/{id}": .custom { house, asker in
            try await points(house, asker, .GET) { person in ("points/\(person)", nil) }
        },
        "POST points/{id}/gifts": .custom { house, asker in
            // Coordinators besides to everybody; nobody to themselves.
            let reached = try await points(house, asker, .POST) { person in
                ("points/\(person)/gifts", PointGift(id: UUID(), points: 1, reason: "Thanks", at: noon))
            }
            #expect(reached.contains(other) == (asker.role == .coordinator) && !reached.contains(own))
            return reached.subtracting([other])
        },
        "PUT points/{id}/switch": .custom { house, asker in
            try await points(house, asker, .PUT) { person in
                ("points/\(person)/switch", PointSwitch(isOn: true))
            }
        },
        "GET rewards": .custom { house, asker in
            for client in TwoClients.ids {
                _ = try await reward(house, .reached(at: 50_000, again: false), for: client)
            }
            return named(in: String(decoding: try await asker.get("rewards").body, as: UTF8.self))
        },
        "GET grants": .custom { house, asker in
            for person in pointPeople(asker) {
                _ = try await grant(house, of: person)
            }
            let page: GrantPage = try await asker.get("grants?limit=200").decode()
            return whose(page.grants.map(\.person), asker)
        },
        "POST grants": .custom { house, asker in
            try await points(house, asker, .POST) { person in
                let reward = try await reward(house, .redeemed(cost: 1, approval: true), for: person)
                try await give(house, to: person)
                return ("grants", NewGrant(id: UUID(), reward: reward, person: person, at: noon))
            }
        },
        "POST grants/{id}/answers": .custom { house, asker in
            try await points(house, asker, .POST) { person in
                let id = try await grant(house, of: person)
                return ("grants/\(id)/answers", GrantAnswer(id: UUID(), state: .withdrawn, at: noon))
            }
        },
        "GET needs": .list("needs"),
        "PUT needs/{id}": .each(.PUT) { _, _, client in
            let number = UUID().uuidString.lowercased().prefix(8)
            return ("needs/\(client)-\(number)", NeedChange(client: client, label: "Tea \(number)"))
        },
        "GET proposals": .list("proposals"),
        "POST proposals": .each(.POST) { _, _, client in ("proposals", proposal(client)) },
        "POST proposals/{id}/decisions": .each(.POST) { house, _, client in
            let new = proposal(client)
            let made = try await house.home.kiosk(of: client).send(.POST, "proposals", new)
            #expect(made.status == 201)
            return (
                "proposals/\(new.id)/decisions",
                ProposalDecision(id: UUID(), isApproved: false, reason: "Not yet.", at: noon)
            )
        },
        "GET routines": .list("routines"),
        "POST routines": .each(.POST) { _, asker, client in
            guard !asksAsClient(asker) else { return ("routines", Days.goal(of: client)) }
            var new = try Days.medicine(at: "2027-03-28T13:30:00")
            (new.by, new.content.client) = (nil, client)
            return ("routines", new)
        },
        "GET goals": .custom { house, asker in
            for client in TwoClients.ids {
                let goal = Days.goal(of: client)
                #expect(try await house.home.kiosk(of: client).send(.POST, "routines", goal).status == 201)
            }
            return named(in: String(decoding: try await asker.get("goals").body, as: UTF8.self))
        },
        "GET coursework": .custom { house, asker in
            for client in TwoClients.ids { try await place(of: client, house) }
            return named(in: String(decoding: try await asker.get("coursework").body, as: UTF8.self))
        },
        "POST coursework": .each(.POST) { house, _, client in
            // The same as is there: nothing is read for it.
            let link = try await place(of: client, house)
            return (
                "coursework",
                NewCourseworkLink(
                    id: link.id, client: client, kind: .planner, address: link.platform, token: "token",
                    at: noon)
            )
        },
        "POST coursework/{id}/changes": .each(.POST) { house, _, client in
            let link = try await place(of: client, house)
            return ("coursework/\(link.id)/changes", CourseworkChange(.pause))
        },
        "GET calendars": .custom { house, asker in
            for client in TwoClients.ids { try await calendar(of: client, house) }
            return named(in: String(decoding: try await asker.get("calendars").body, as: UTF8.self))
        },
        "POST calendars": .each(.POST) { house, _, client in
            // The same as is there: nothing is read for it.
            let link = try await calendar(of: client, house)
            return (
                "calendars",
                NewCalendarLink(
                    id: link.id, client: client, kind: .link, address: link.server.map { $0 + "/secret.ics" },
                    at: noon)
            )
        },
        "POST calendars/{id}/changes": .each(.POST) { house, _, client in
            let link = try await calendar(of: client, house)
            return ("calendars/\(link.id)/changes", CalendarChange(.pause))
        },
        "GET contacts": .custom { house, asker in
            try await contacts(house, asker) { id, _ in
                let page: ContactPage = try await asker.get("contacts").decode()
                return page.contacts.contains { $0.id == id } ? 200 : 404
            }
        },
        "GET contacts/{id}": .custom { house, asker in
            try await contacts(house, asker) { id, _ in try await asker.get("contacts/\(id)").status }
        },
        "PUT contacts/{id}": .custom { house, asker in
            try await contacts(house, asker) { id, person in
                try await asker.send(.PUT, "contacts/\(id)", contact(of: person)).status
            }
        },
        "DELETE contacts/{id}": .custom { house, asker in
            try await contacts(house, asker) { id, _ in
                try await asker.send(.DELETE, "contacts/\(id)").status
            }
        },
        "POST contacts/{id}/proofs": .custom { house, asker in
            try await contacts(house, asker) { id, _ in
                try await asker.send(.POST, "contacts/\(id)/proofs").status
            }
        },
        "GET feeds": .custom { house, asker in
            try await feeds(house, asker) { id in
                let page: FeedsPage = try await asker.get("feeds").decode()
                return page.feeds.contains { $0.id == id } ? 200 : 404
            }
        },
        "POST feeds": .custom { _, asker in
            var reached: Set<String> = []
            for client in TwoClients.ids {
                let new = NewFeed(id: UUID(), client: client)
                let status = try await asker.send(.POST, "feeds", new).status
                if status == 201 { reached.insert(client) } else { #expect(status == 422) }
            }
            return reached
        },
        "DELETE feeds/{id}": .custom { house, asker in
            try await feeds(house, asker) { id in try await asker.send(.DELETE, "feeds/\(id)").status }
        },
        "GET coverage": .custom { house, asker in
            _ = try await contact(of: other, house)
            return named(in: String(decoding: try await asker.get("coverage").body, as: UTF8.self))
        },
        "GET routines/{id}": .each(.GET) { house, _, client in
            ("routines/\(try house.of(client).routine.id)", nil)
        },
        "POST routines/{id}/changes": .each(.POST) { house, asker, client in
            var new = try Days.medicine(at: "2027-03-28T13:30:00")
            new.content.client = client
            var maker = house.home.station
            // A station has no goals.
            if asksAsClient(asker) { (new, maker) = (Days.goal(of: client), house.home.kiosk(of: client)) }
            let made: Routine = try await maker.send(.POST, "routines", new).decode()
            var content = made.content
            content.title = "Another medicine"
            return (
                "routines/\(new.id)/changes",
                RoutineChange(id: UUID(), scope: .all, content: content, replaces: made.sequence, at: noon)
            )
        },
        "GET occurrences": .list("occurrences?from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"),
        "GET entries": .each(.GET) { house, _, client in
            let things = try house.of(client)
            return ("entries?routine=\(things.routine.id)&key=\(escaped(things.dueKey.description))", nil)
        },
        // Of today: a client marks nothing of a coming day.
        "POST entries": .each(.POST) { house, _, client in
            let made = try await evening(client, house) { _ in }
            return (
                "entries",
                OccurrenceEntry(id: UUID(), routine: made, key: Days.key(tonight), kind: .done, at: noon)
            )
        },
        "GET chores": .custom { house, asker in
            for client in TwoClients.ids {
                _ = try await chore(client, house.home.station)
                _ = try await chore(client, house.home.station, by: client)
            }
            return named(in: String(decoding: try await asker.get("chores").body, as: UTF8.self))
        },
        // Those who approve see all of them, others what they have sent themselves, even of their own chores.
        "GET chores/photos": .custom { house, asker in
            let made = try await photographed(house, asker)
            let photos = try await asker.get("chores/photos").decode(ChorePhotoPage.self).photos
            return Set(
                made.filter { one in photos.contains { one.value.contains("\($0.routine)") } }.keys)
        },
        "GET chores/photo": .custom { house, asker in
            var reached: Set<String> = []
            for (whose, path) in try await photographed(house, asker)
            where try await asker.send(.GET, path).status < 300 { reached.insert(whose) }
            return reached
        },
        "PUT chores/photo": .custom { house, asker in
            var reached: Set<String> = []
            for client in TwoClients.ids {
                let path = try await wanted(of: client, house)
                if try await receipt(house, try asker.message(.PUT, path)) < 300 { reached.insert(client) }
            }
            return reached
        },
        "POST chores/reminders": .each(.POST) { house, asker, client in
            // A kiosk has somebody reminded of what its client's household does, and of nothing else.
            let new = try await chore(client, house.home.station)
            if asksAsClient(asker) {
                let household = try await bins(client, house.home.station)
                guard client == asker.client else {
                    return (
                        "chores/reminders",
                        ChoreReminder(
                            id: UUID(), routine: new.id, key: Days.key("2026-03-28T20:00:00"), at: noon)
                    )
                }
                return (
                    "chores/reminders",
                    ChoreReminder(
                        id: UUID(), routine: household.id, key: Days.key("2026-03-28T20:00:00"), at: noon)
                )
            }
            return (
                "chores/reminders",
                ChoreReminder(id: UUID(), routine: new.id, key: Days.key("2026-03-28T20:00:00"), at: noon)
            )
        },
        "GET agenda": .custom { _, asker in
            let text = String(decoding: try await asker.get("agenda").body, as: UTF8.self)
            if asker.role == .provider { #expect(!text.contains("A wish of")) }
            return named(in: text)
        },
        "POST reminders/{id}/receipts": .each(.POST) { house, asker, client in
            let things = try house.of(client)
            return (
                "reminders/\(asker.role == .kiosk ? things.kioskReminder : things.stationReminder)/receipts",
                ReminderReceipt(id: UUID(), outcome: .told, at: noon)
            )
        },
        "GET handover": .list("handover?since=8h"),
        "GET history": .list("history"),
        "GET history/kinds": .custom { _, asker in
            var reached: Set<String> = []
            for client in TwoClients.ids {
                let counted: HistoryKinds = try await asker.get("history/kinds?client=\(client)").decode()
                if counted.kinds.contains(where: { $0.requests > 0 }) { reached.insert(client) }
            }
            return reached
        },
        "GET history/requests/{id}": .each(.GET) { house, _, client in
            ("history/requests/\(try house.of(client).request)", nil)
        },
        "GET displays": .list("displays"),
        "GET displays/{id}": .each(.GET) { _, _, client in ("displays/\(client)", nil) },
        "PUT displays/{id}": .each(.PUT) { _, _, client in ("displays/\(client)", screen(client)) },
        "GET displays/{id}/symbol": .each(.GET) { _, _, client in
            ("displays/\(client)/symbol?path=cup.png", nil)
        },
        "GET displays/{id}/video": .each(.GET) { _, _, client in
            ("displays/\(client)/video?key=quotes/\(client)", nil)
        },
        "GET displays/{id}/face": .each(.GET) { _, _, client in ("displays/\(client)/face", nil) },
        "GET displays/{id}/events": .each(.GET) { _, _, client in ("displays/\(client)/events", nil) },
        "POST displays/{id}/taps": .each(.POST) { _, _, client in
            ("displays/\(client)/taps", ScreenTap(screen: 7, cell: "water", at: noon))
        },
        "GET session": .custom { _, asker in
            let session: Session = try await asker.get("session").decode()
            return session.person.id == asker.person?.id ? [own] : [session.person.id]
        },
        "GET sessions": .custom { house, asker in
            let page: SessionPage = try await asker.get("sessions").decode()
            #expect(page.sessions.count == 1)
            return page.sessions.count == 1 ? [own] : ["others'"]
        },
        "PUT machine": .custom { house, asker in
            // A figure of its own, which then stands at one device or login alone.
            let number = house.home.all.firstIndex { $0.role == asker.role && $0.client == asker.client }
            let state = MachineState(battery: MachineBattery(percent: 40 + (try #require(number))))
            #expect(try await asker.send(.PUT, "machine", state).status == 204)
            let store = try #require(house.home.service.service.core.state.withLock { $0.store })
            let devices = try await store.devices()
            let machines = try await store.machines().filter { $0.value == state }.keys.map { key in
                let client =
                    key.device == nil && key.kind == .kiosk
                    ? TwoClients.ids[0] : devices.first { $0.id == key.device }?.client
                return "\(key.kind.rawValue) \(client ?? "")"
            }
            var people: [String] = []
            for one in house.home.all {
                guard let person = one.person else { continue }
                let sessions = try await one.get("sessions").decode(SessionPage.self).sessions
                people += sessions.filter { $0.battery == state.battery }.map { _ in person.id }
            }
            let device = "\(asker.role.rawValue) \(asker.client ?? "")"
            let mine: ([String], [String]) = asker.person.map { ([], [$0.id]) } ?? ([device], [])
            return machines == mine.0 && people == mine.1 ? [own] : ["others'"]
        },
        "POST trials": .each(.POST) { _, _, client in
            ("trials", Trial(id: UUID(), kind: .sound, device: .kiosk, client: client))
        },
        "POST login-links": .custom { _, asker in
            let link: LoginLink = try await asker.send(.POST, "login-links").decode()
            let code = String(try #require(link.path.split(separator: "/").last))
            let whom: LoginLinkView = try await asker.get("login-links/\(code)").decode()
            return whom.name == asker.person?.name ? [own] : ["others'"]
        },
        "PUT account": .custom { _, asker in
            let changed = try await asker.send(.PUT, "account", AccountChange(name: asker.person?.name))
            let session: Session = try changed.decode()
            return session.person.id == asker.person?.id ? [own] : [session.person.id]
        },
        // Everybody's password is the same here, so that only the session decides whose is confirmed.
        "POST session/confirmation": .custom { _, asker in
            let password = PasswordConfirmation(currentPassword: Visitor.password)
            return try await asker.send(.POST, "session/confirmation", password).status == 204 ? [own] : []
        },
        "DELETE sessions/{id}": .custom { house, asker in
            for other in house.home.all where other.person != nil && other.person?.id != asker.person?.id {
                let page: SessionPage = try await other.get("sessions").decode()
                let id = try #require(page.sessions.first?.id)
                guard try await asker.send(.DELETE, "sessions/\(id)").status == 404 else {
                    return ["others'"]
                }
            }
            let name = try #require(asker.person?.name)
            let again = try Visitor(house.home.service, await house.home.service.logIn(name))
            let page: SessionPage = try await again.send(.GET, "sessions").decode()
            let id = try #require(page.sessions.first { $0.isThis }?.id)
            #expect(try await asker.send(.DELETE, "sessions/\(id)").status == 204)
            #expect(try await again.send(.GET, "session").status == 401)
            return try await asker.get("session").status == 200 ? [own] : ["others'"]
        },
        // Of somebody else of that role, for it ends what is asked with; everybody else stays.
        "POST account/leaving": .custom { house, asker in
            let service = house.home.service
            let role = try #require(asker.person?.role)
            let me = try #require(asker.person?.id)
            let other = try await service.invite(role, "Yan \(me)", by: house.home.coordinator)
            #expect(
                try await other.send(.POST, "account/leaving", Leaving(password: Visitor.password)).status
                    == 204)
            let people: PeoplePage = try await house.home.station.get("people").decode()
            let gone = people.people.filter { !$0.isActive }.map(\.id)
            return gone.allSatisfy { $0.hasPrefix("yan") } && gone.contains(other.session.person.id)
                ? [own] : ["others'"]
        },
        // Of another session of the same person; theirs, and everybody else's, goes on.
        "DELETE session": .custom { house, asker in try await leave(house, asker, "session") },
        "DELETE sessions": .custom { house, asker in
            let service = house.home.service
            let role = try #require(asker.person?.role)
            // Somebody else of that role, for it ends what is asked with.
            let other = try await service.invite(
                role, ["Zoe", asker.role.rawValue, asker.client].compactMap(\.self).joined(separator: " "),
                by: house.home.coordinator)
            #expect(try await other.send(.DELETE, "sessions").status == 204)
            #expect(try await other.send(.GET, "session").status == 401)
            for one in house.home.all where one.person != nil {
                guard try await one.get("session").status == 200 else { return ["others'"] }
            }
            return [own]
        },
    ]

    // MARK: - Points

    /// The clients, whoever asks, and somebody else of the home.
    private static func pointPeople(_ asker: Asker) -> [String] {
        TwoClients.ids + [housemate(asker), other].compactMap(\.self)
    }

    /// Whoever asks, who is no client.
    private static func housemate(_ asker: Asker) -> String? {
        asker.role == .client ? nil : asker.person?.id
    }

    /// Whether it is a client whom a provider does not come to see.
    private static func isUnseen(_ id: String, _ asker: Asker) -> Bool {
        asker.role == .provider && TwoClients.ids.contains(id) && id != asker.client ?? id
    }

    static func asksAsClient(_ asker: Asker) -> Bool {
        asker.role == .kiosk || asker.role == .client
    }

    /// Whose of these are whose, for whoever asks.
    private static func whose(_ people: [String], _ asker: Asker) -> Set<String> {
        Set(people.compactMap { pointPeople(asker).contains($0) ? $0 == housemate(asker) ? own : $0 : nil })
    }

    /// Whose points an asker reaches by a message about each.
    private static func points(
        _ house: House, _ asker: Asker, _ method: HTTPMethod,
        _ make: (String) async throws -> (path: String, body: (any Encodable)?)
    ) async throws -> Set<String> {
        var reached: [String] = []
        for person in pointPeople(asker) {
            let (path, body) = try await make(person)
            let status = try await asker.send(method, path, body).status
            if (200..<300).contains(status) {
                reached.append(person)
            } else {
                #expect(status == 404 || person == asker.person?.id && status == 403, "\(path): \(status)")
            }
        }
        return whose(reached, asker)
    }

    private static let rewards = Mutex<[String: UUID]>([:])

    /// The one reward of this way for one person alone.
    private static func reward(_ house: House, _ way: RewardWay, for person: String) async throws -> UUID {
        let id = rewards.withLock { rewards in
            let id = rewards["\(person) \(way)"] ?? UUID()
            rewards["\(person) \(way)"] = id
            return id
        }
        let content = RewardContent(title: "Film for \(person)", people: [person], way: way)
        let made = try await house.home.coordinator.send(
            .PUT, "rewards/\(id)", RewardChange(content: content))
        #expect([200, 201].contains(made.status))
        return id
    }

    /// Gives a point, by somebody else than whoever gets it.
    private static func give(_ house: House, to person: String) async throws {
        let gift = PointGift(id: UUID(), points: 1, reason: "Thanks", at: noon)
        var giver = house.home.coordinator
        if giver.session.person.id == person {
            // Somebody else who coordinates.
            let password = PasswordConfirmation(currentPassword: Visitor.password)
            _ = try await giver.send(.POST, "session/confirmation", password)
            giver = try await house.home.service.invite(
                .coordinator, "Mia \(UUID().uuidString.prefix(8))", by: giver)
        }
        #expect(try await giver.send(.POST, "points/\(person)/gifts", gift).status == 201)
    }

    /// Something that is asked for anew, and waits for a yes.
    private static func grant(_ house: House, of person: String) async throws -> UUID {
        let reward = try await reward(house, .redeemed(cost: 1, approval: true), for: person)
        try await give(house, to: person)
        let new = NewGrant(id: UUID(), reward: reward, person: person, at: noon)
        #expect(try await house.home.coordinator.send(.POST, "grants", new).status == 201)
        return new.id
    }

    // MARK: - Shared costs

    /// Somebody of the home with whom costs are shared, and who asks for nothing here.
    private static let other = "anna"

    /// The clients, and whoever asks.
    private static func costPeople(_ asker: Asker) -> [String] {
        TwoClients.ids + [asker.person?.id].compactMap(\.self)
    }

    /// An expense of each of them, written down by the coordinator.
    private static func expenses(_ house: House, _ asker: Asker) async throws -> [String: UUID] {
        var made: [String: UUID] = [:]
        for person in costPeople(asker) {
            let new = CostAPITests.expense(300, by: other, for: [person])
            #expect(try await house.home.coordinator.send(.POST, "expenses", new).status == 201)
            made[person] = new.id
        }
        return made
    }

    /// Whose costs an asker reaches by a message about each.
    private static func costs(
        _ house: House, _ asker: Asker, _ method: HTTPMethod = .POST,
        _ make: (String) async throws -> (path: String, body: (any Encodable)?)
    ) async throws -> Set<String> {
        var reached: Set<String> = []
        for person in costPeople(asker) {
            let (path, body) = try await make(person)
            let status = try await asker.send(method, path, body).status
            if (200..<300).contains(status) {
                reached.insert(person)
            } else {
                #expect([403, 404].contains(status), "\(path)")
            }
        }
        return ownOrAll(reached, asker)
    }

    /// Where whose payment link is an asker reaches: nobody another caregiver's.
    private static func links(
        _ asker: Asker, _ method: HTTPMethod, _ body: (any Encodable)?
    ) async throws -> Set<String> {
        var reached: Set<String> = []
        for person in Set(costPeople(asker) + ["anna", "ben"]) {
            let status = try await asker.send(method, "people/\(person)/payment-link", body).status
            if (200..<300).contains(status) {
                reached.insert(person == asker.person?.id ? own : person)
            } else {
                #expect([403, 404].contains(status), "\(person)")
            }
        }
        return reached
    }

    /// The addresses of photos that a coordinator has sent of each client's chores, and of one of the asker's own, who does not approve.
    private static func photographed(_ house: House, _ asker: Asker) async throws -> [String: String] {
        var made: [String: String] = [:]
        for client in TwoClients.ids { made[client] = try await photographed(client, house) }
        if !Set<CallerRole>.staff.contains(asker.role) {
            let path = try await wanted(of: asker.client ?? "maria", house)
            #expect(try await receipt(house, try asker.message(.PUT, path)) == 201)
            made[own] = path
        }
        return made
    }

    /// A chore of this client's with a photo of a coordinator's, and the photo's address.
    private static func photographed(_ client: String, _ house: House) async throws -> String {
        let path = try await wanted(of: client, house)
        #expect(try await receipt(house, try house.home.coordinator.message(.PUT, path)) == 201)
        return path
    }

    /// The address of a photo that a new chore of this client's asks for.
    private static func wanted(of client: String, _ house: House) async throws -> String {
        let made = try await evening(client, house) { ($0.title, $0.proof) = ("Bins", .photo) }
        return "chores/photo?routine=\(made)&key=\(escaped(Days.key(tonight).description))"
    }

    private static let tonight = "2026-03-28T20:00:00"

    /// A new routine of a client's own, due this evening.
    private static func evening(
        _ client: String, _ house: House, _ change: (inout RoutineContent) -> Void
    ) async throws -> UUID {
        var new = try Days.medicine(at: tonight)
        (new.content.client, new.content.isClientsOwn) = (client, true)
        change(&new.content)
        #expect(try await house.home.station.send(.POST, "routines", new).status == 201)
        return new.id
    }

    private static func receipt(_ house: House, _ message: HTTPClientRequest) async throws -> Int {
        var message = message
        message.body = .bytes(PictureTests.png)
        message.headers.replaceOrAdd(name: "Content-Type", value: "image/png")
        return try await house.home.service.status(message)
    }

    private static func leave(_ house: House, _ asker: Asker, _ path: String) async throws -> Set<String> {
        let service = house.home.service
        let name = try #require(asker.person?.name)
        let again = try Visitor(service, await service.logIn(name))
        #expect(try await again.send(.DELETE, path).status == 204)
        #expect(try await again.send(.GET, "session").status == 401)
        for other in house.home.all where other.person != nil {
            #expect(try await other.get("session").status == 200)
        }
        return [own]
    }

    /// Somebody's own row counts only where it is all that they reach.
    private static func ownOrAll(_ reached: Set<String>, _ asker: Asker) -> Set<String> {
        if asker.role == .client, reached == [asker.client] { return [own] }
        let clients = reached.intersection(TwoClients.ids)
        guard clients.isEmpty, let id = asker.person?.id, reached.contains(id) else { return clients }
        return [own]
    }
}
