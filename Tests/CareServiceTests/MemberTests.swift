import AsyncHTTPClient
import Care
import Costs
import Foundation
import HTTPTypes
import NIOHTTP1
import Recurrence
import Testing

@testable import CareService

@Suite(
    "What others get of what is one caregiver's, asked of the real service", .timeLimit(.minutes(30)))
struct MemberTests {
    /// A home in which Cleo is a caregiver, besides those who ask.
    struct House: Sendable {
        let home: TwoClients
        let cleo: Asker
        /// Cleo's.
        let id: String
        /// A chore that is hers alone, with a note of it.
        let chore: UUID
        /// The address of a photo that she has sent of another one.
        let photo: String
        /// A way to reach her.
        let contact: UUID
        /// The address that her calendar program reads.
        let feed: UUID
    }

    /// A route, those who get or change by it what is Cleo's, and how it is asked.
    struct Row: Sendable {
        let route: String
        let those: Set<CallerRole>
        let ask: @Sendable (House, Asker) async throws -> Bool

        init(
            _ route: String, _ those: Set<CallerRole>,
            _ ask: @escaping @Sendable (House, Asker) async throws -> Bool
        ) {
            (self.route, self.those, self.ask) = (route, those, ask)
        }
    }

    /// First what is read, so that lists are short.
    private static let rows: [Row] = [
        Row("GET people", .planners) { house, asker in
            try await asker.get("people").decode(PeoplePage.self).people.contains { $0.id == house.id }
        },
        Row("GET people/{id}", .planners) { house, asker in
            try await takes(asker, .GET, "people/\(house.id)")
        },
        Row("GET pictures", .planners) { house, asker in
            try await setPicture(house)
            return try await asker.get("pictures").decode(PicturePage.self).pictures
                .contains { $0.person == house.id }
        },
        Row("GET people/{id}/picture", .planners) { house, asker in
            try await setPicture(house)
            return try await takes(asker, .GET, "people/\(house.id)/picture")
        },
        Row("GET people/{id}/payment-link", []) { house, asker in
            try await takes(asker, .GET, "people/\(house.id)/payment-link")
        },
        Row("GET routines", .caregivers) { _, asker in try await isTold(asker, "routines") },
        Row("GET routines/{id}", .caregivers) { house, asker in
            try await takes(asker, .GET, "routines/\(house.chore)")
        },
        Row("GET occurrences", .caregivers) { _, asker in
            try await isTold(asker, "occurrences?from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z")
        },
        Row("GET agenda", .caregivers) { _, asker in try await isTold(asker, "agenda") },
        Row("GET entries", .caregivers) { house, asker in
            try await takes(asker, .GET, "entries?routine=\(house.chore)&key=\(key)")
        },
        Row("GET chores", .caregivers) { house, asker in
            try await isTold(asker, WhoseTests.asksAsClient(asker) ? "chores" : "chores?person=\(house.id)")
        },
        Row("GET chores/photos", .staff) { house, asker in
            try await asker.get("chores/photos").decode(ChorePhotoPage.self).photos
                .contains { house.photo.contains("\($0.routine)") }
        },
        Row("GET chores/photo", .staff) { house, asker in try await takes(asker, .GET, house.photo) },
        Row("GET feeds", .coordinators) { house, asker in
            let page: FeedsPage = try await asker.get("feeds").decode()
            let found = page.feeds.first { $0.id == house.feed }
            #expect(found?.path == nil)
            return found != nil
        },
        Row("GET contacts", .coordinators) { house, asker in
            try await asker.get("contacts").decode(ContactPage.self).contacts
                .contains { $0.id == house.contact }
        },
        Row("GET contacts/{id}", .coordinators) { house, asker in
            try await takes(asker, .GET, "contacts/\(house.contact)")
        },
        Row("PUT contacts/{id}", .coordinators) { house, asker in
            let change = ContactChange(
                person: house.id, channel: "ntfy", label: "Phone", address: ["topic": "cleo"])
            return try await takes(asker, .PUT, "contacts/\(house.contact)", change)
        },
        Row("POST contacts/{id}/proofs", .coordinators) { house, asker in
            try await takes(asker, .POST, "contacts/\(house.contact)/proofs")
        },
        Row("DELETE contacts/{id}", .coordinators) { house, asker in
            try await takes(asker, .DELETE, "contacts/\(try await contact(of: house.cleo))")
        },
        Row("DELETE feeds/{id}", .coordinators) { house, asker in
            try await takes(asker, .DELETE, "feeds/\(try await feed(of: house.cleo))")
        },
        Row("PUT people/{id}", [.station, .coordinator]) { house, asker in
            var person: Person = try await house.home.station.get("people/\(house.id)").decode()
            // Long after everything that is planned here.
            let away = noon.addingTimeInterval(Double.random(in: 10_000_000...20_000_000).rounded())
            person.absences = [Absence(from: away)]
            return try await takes(asker, .PUT, "people/\(house.id)", person)
        },
        Row("PUT people/{id}/picture", .coordinators) { house, asker in
            try await takes(picture: "people/\(house.id)/picture", house, asker)
        },
        Row("DELETE people/{id}/picture", .coordinators) { house, asker in
            try await setPicture(house)
            return try await takes(asker, .DELETE, "people/\(house.id)/picture")
        },
        Row("PUT people/{id}/payment-link", []) { house, asker in
            let link = PaymentLinkChange(link: "https://pay.example/mine")
            return try await takes(asker, .PUT, "people/\(house.id)/payment-link", link)
        },
        Row("POST routines", .caregivers) { house, asker in
            try await takes(asker, .POST, "routines", try chore(of: house.id))
        },
        Row("POST routines/{id}/changes", .caregivers) { house, asker in
            let made: Routine = try await house.home.station.send(.POST, "routines", chore(of: house.id))
                .decode()
            var content = made.content
            content.title = "Another report"
            return try await takes(
                asker, .POST, "routines/\(made.id)/changes",
                RoutineChange(
                    id: UUID(), scope: .all, content: content, replaces: made.sequence, at: noon))
        },
        Row("POST entries", .caregivers) { house, asker in
            let made = try await planned(house.home, chore(of: house.id))
            return try await takes(
                asker, .POST, "entries",
                OccurrenceEntry(id: UUID(), routine: made, key: tonight, kind: .done, at: noon))
        },
        Row("PUT chores/photo", .staff) { house, asker in
            let made = try await planned(house.home, chore(of: house.id) { $0.proof = .photo })
            return try await takes(picture: photo(of: made), house, asker)
        },
        Row("POST chores/reminders", .caregivers) { house, asker in
            let made = try await planned(house.home, chore(of: house.id))
            return try await takes(
                asker, .POST, "chores/reminders",
                ChoreReminder(id: UUID(), routine: made, key: tonight, at: noon))
        },
    ]

    /// Where what is one person's might be, by the first word of a path.
    private static let places: Set<String> = [
        "people", "pictures", "routines", "occurrences", "entries", "chores", "agenda", "contacts",
        "feeds",
    ]
    /// What only clients have, and what is nobody's in particular.
    private static let otherwise: Set<String> = [
        "GET people/{id}/signs", "PUT people/{id}/signs", "PUT people/{id}/breathing", "GET chores/shares",
        "POST feeds",
    ]

    @Test("Each cell of the second table of docs/access.md is so")
    func each() async throws {
        try await TwoClients.with(adjust: { $0.contactChannels = [StandIn().channel] }) { home in
            let house = try await Self.furnish(home)
            for row in Self.rows {
                let roles = try #require(Self.roles[row.route], "\(row.route) is no route")
                #expect(row.those.isSubset(of: roles), "\(row.route)")
                for asker in home.all where roles.contains(asker.role) {
                    let isReached = try await row.ask(house, asker)
                    #expect(
                        isReached == row.those.contains(asker.role),
                        "\(row.route) as \(asker.role) of \(asker.client ?? "all")")
                }
            }
        }
    }

    @Test("No route by which something of one person's might be reached is missing in that table")
    func whole() {
        let all = Self.roles.keys.filter { route in
            route.split(separator: " ").last.map { path in
                Self.places.contains(String(path.prefix { $0 != "/" }))
            } ?? false
        }
        #expect(Set(all) == Set(Self.rows.map(\.route)).union(Self.otherwise))
    }

    // MARK: - The table

    /// Who may use each route that is not everybody's.
    private static let roles: [String: Set<CallerRole>] = {
        var roles: [String: Set<CallerRole>] = [:]
        for (name, those) in routes { roles[name] = those }
        return roles
    }()

    /// In the order of the first table.
    private static var routes: [(name: String, roles: Set<CallerRole>)] {
        APIPlace.all.flatMap { place in
            place.methods.compactMap { method -> (name: String, roles: Set<CallerRole>)? in
                guard case .these(let roles, _) = method.answer else { return nil }
                return ("\(method.method.rawValue) \(place.name)", roles)
            }
        }
    }

    /// As docs/access.md has it.
    static func table() -> [String] {
        let head = [""] + CallerRole.allCases.map(\.rawValue)
        var lines = [head, head.map { _ in "---" }]
        for (name, _) in routes {
            guard let row = rows.first(where: { $0.route == name }) else { continue }
            let marks = CallerRole.allCases.map { row.those.contains($0) ? "yes" : "–" }
            lines.append(["`\(name.replacing(" ", with: " /", maxReplacements: 1))`"] + marks)
        }
        return lines.map { "| " + $0.joined(separator: " | ") + " |" }
    }

    // MARK: - The house

    private static let title = "Report of Cleo"
    private static let tonight = Days.key("2026-03-28T20:00:00")
    private static var key: String {
        tonight.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static func furnish(_ home: TwoClients) async throws -> House {
        let visitor = try await home.service.invite(.caregiver, "Cleo", by: home.coordinator)
        let cleo = Asker(role: .caregiver, credential: .person(visitor), service: home.service)
        let id = visitor.session.person.id
        let chore = try await planned(home, chore(of: id))
        let note = OccurrenceEntry(
            id: UUID(), routine: chore, key: tonight, kind: .note, text: "On the desk.", at: noon)
        #expect(try await cleo.send(.POST, "entries", note).status == 201)
        let shown = try await planned(home, Self.chore(of: id) { ($0.title, $0.proof) = ("Lamp", .photo) })
        let on = ChannelChange(isOn: true)
        #expect(try await home.coordinator.send(.PUT, "channels/ntfy", on).status == 200)
        let house = House(
            home: home, cleo: cleo, id: id, chore: chore, photo: photo(of: shown),
            contact: try await contact(of: cleo), feed: try await feed(of: cleo))
        #expect(try await takes(picture: house.photo, house, cleo))
        let link = PaymentLinkChange(link: "https://pay.example/cleo")
        #expect(try await takes(cleo, .PUT, "people/\(id)/payment-link", link))
        // What others do not get is there for her.
        #expect(try await takes(cleo, .GET, "people/\(id)/payment-link"))
        #expect(try await takes(cleo, .GET, house.photo))
        return house
    }

    /// The address that somebody's calendar program reads of the household's plan; made anew where it has ended.
    private static func feed(of asker: Asker) async throws -> UUID {
        let page: FeedsPage = try await asker.get("feeds").decode()
        if let known = page.feeds.first(where: { $0.path != nil }) { return known.id }
        let new = NewFeed(id: UUID(), client: nil)
        #expect(try await asker.send(.POST, "feeds", new).status == 201)
        return new.id
    }

    /// A chore that is one person's alone, due this evening.
    private static func chore(
        of person: String, _ change: (inout RoutineContent) -> Void = { _ in }
    ) throws -> NewRoutine {
        var new = try Days.medicine(at: "2026-03-28T20:00:00")
        (new.by, new.content.title) = (nil, title)
        (new.content.client, new.content.audience) = (nil, .person)
        new.content.assignment = .fixed(person: person)
        change(&new.content)
        return new
    }

    private static func planned(_ home: TwoClients, _ new: NewRoutine) async throws -> UUID {
        #expect(try await home.station.send(.POST, "routines", new).status == 201)
        return new.id
    }

    private static func photo(of routine: UUID) -> String { "chores/photo?routine=\(routine)&key=\(key)" }

    /// Cleo adds one more way to be reached.
    private static func contact(of cleo: Asker) async throws -> UUID {
        let id = UUID()
        let change = ContactChange(
            person: cleo.person?.id, channel: "ntfy", label: "Phone", address: ["topic": "cleo"])
        #expect(try await cleo.send(.PUT, "contacts/\(id)", change).status == 201)
        return id
    }

    /// Cleo has a picture.
    private static func setPicture(_ house: House) async throws {
        #expect(try await takes(picture: "people/\(house.id)/picture", house, house.cleo))
    }

    // MARK: - Asking

    /// Whether an asker gets or changes it.
    private static func takes(
        _ asker: Asker, _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil
    ) async throws -> Bool {
        let status = try await asker.send(method, path, body).status
        #expect([403, 404, 422].contains(status) || (200..<300).contains(status), "\(path): \(status)")
        return (200..<300).contains(status)
    }

    private static func takes(picture path: String, _ house: House, _ asker: Asker) async throws -> Bool {
        var message = try asker.message(.PUT, path)
        message.body = .bytes(PictureTests.png)
        message.headers.replaceOrAdd(name: "Content-Type", value: "image/png")
        let status = try await house.home.service.status(message)
        #expect([403, 404].contains(status) || (200..<300).contains(status), "\(path): \(status)")
        return (200..<300).contains(status)
    }

    /// Whether a list has Cleo's chore.
    private static func isTold(_ asker: Asker, _ path: String) async throws -> Bool {
        let answer = try await asker.get(path)
        #expect(answer.status == 200, "\(path) as \(asker.role)")
        return String(decoding: answer.body, as: UTF8.self).contains(title)
    }
}
