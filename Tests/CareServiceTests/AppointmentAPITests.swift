import AsyncHTTPClient
import Care
import Foundation
import HTTPTypes
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Appointments and moods, asked of the real service")
struct AppointmentAPITests {
    struct House: Sendable {
        let home: TwoClients
        /// Comes to see both.
        let pauli: Asker
        /// Comes to see Maria.
        let petra: Asker
        let caregiver: Asker

        var coordinator: Asker {
            Asker(role: .coordinator, credential: .person(home.coordinator), service: home.service)
        }

        func phone(of client: String) throws -> Asker {
            try #require(home.others.first { $0.role == .client && $0.client == client })
        }

        /// An appointment of Pauli's.
        func plan(_ client: String = "maria", by asker: Asker? = nil) async throws -> Appointment {
            let provider = try #require((asker ?? pauli).person?.id)
            let new = NewAppointment(
                id: UUID(),
                content: AppointmentContent(
                    provider: provider, client: client, at: noon, minutes: 45, title: "Breathing"))
            return try await (asker ?? pauli).send(.POST, "appointments", new).decode()
        }
    }

    static func with(_ body: @escaping @Sendable (House) async throws -> Void) async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let providers = home.others.filter { $0.role == .provider }
            try await body(
                House(
                    home: home, pauli: try #require(providers.first { $0.client == nil }),
                    petra: try #require(providers.first { $0.client == "maria" }),
                    caregiver: try #require(home.others.first { $0.role == .caregiver })))
        }
    }

    static func line(
        _ kind: AppointmentLine.Kind, _ text: String? = nil, answer: AppointmentLine.Answer? = nil,
        about: UUID? = nil
    ) -> NewAppointmentLine {
        NewAppointmentLine(id: UUID(), kind: kind, text: text, answer: answer, about: about)
    }

    @Test("The client and the provider hear each other at once, and nobody else hears what is said")
    func live() async throws {
        try await Self.with { house in
            let made = try await house.plan()
            let path = "appointments/\(made.id)/lines"
            let kiosk = house.home.maria
            #expect(try await house.pauli.send(.POST, path, Self.line(.said, "Hello")).status == 409)
            try await house.home.service.events(try kiosk.message(.GET, "events")) { client in
                try await client.untilReady()
                try await house.home.service.events(try house.pauli.message(.GET, "events")) { provider in
                    try await provider.untilReady()
                    #expect(try await kiosk.send(.POST, path, Self.line(.clientCame)).status == 201)
                    var told = try await provider.nextNews()
                    #expect(told.line.kind == .clientCame && told.appointment.state == .clientWaits)
                    #expect(try await house.pauli.send(.POST, path, Self.line(.providerCame)).status == 201)
                    told = try await provider.nextNews()
                    #expect(told.appointment.state == .bothIn)
                    let sentence = Self.line(.said, "Shall we begin, Maria?")
                    #expect(try await house.pauli.send(.POST, path, sentence).status == 201)
                    for kind in [AppointmentLine.Kind.clientCame, .providerCame] {
                        told = try await client.nextNews()
                        #expect(told.line.kind == kind)
                    }
                    told = try await client.nextNews()
                    #expect(told.line.text == sentence.text && told.line.by == "Pauli")
                    #expect(try await provider.nextNews().line.id == sentence.id)
                    for answer in AppointmentLine.Answer.allCases {
                        let status = try await kiosk.send(.POST, path, Self.line(.answered, answer: answer))
                            .status
                        #expect(status == 201)
                        told = try await provider.nextNews()
                        #expect(told.line.answer == answer)
                    }
                }
            }
            for asker in house.home.all where asker.role != .display {
                let isOne =
                    asker.client == "maria" && asker.role != .provider
                    || asker.person?.id == house.pauli.person?.id
                let told = try await asker.eventsBefore()
                #expect(told.contains("Shall we begin") == isOne, "\(asker.role) of \(asker.client ?? "all")")
                #expect(told.contains("want_to_say") == isOne)
            }
        }
    }

    @Test("Of those who wait, a provider finds their own clients alone, until they have come")
    func waiting() async throws {
        try await Self.with { house in
            func found(_ asker: Asker) async throws -> Set<UUID> {
                let page: AppointmentPage = try await asker.get("appointments?state=waiting").decode()
                return Set(page.appointments.map(\.id))
            }
            let (paulis, petras) = (try await house.plan(), try await house.plan(by: house.petra))
            #expect(try await found(house.pauli).isEmpty)
            for made in [paulis, petras] {
                let came = try await house.home.maria.send(
                    .POST, "appointments/\(made.id)/lines", Self.line(.clientCame))
                #expect(came.status == 201)
            }
            #expect(try await found(house.pauli) == [paulis.id])
            #expect(try await found(house.petra) == [petras.id])
            #expect(try await found(house.coordinator) == [paulis.id, petras.id])
            let path = "appointments/\(paulis.id)/lines"
            #expect(try await house.pauli.send(.POST, path, Self.line(.providerCame)).status == 201)
            #expect(try await found(house.pauli).isEmpty)
            #expect(try await house.pauli.get("appointments?state=over").status == 422)
        }
    }

    @Test("A kept note is in no other's answer, event, history, handover or export, whatever they ask")
    func keptNote() async throws {
        try await Self.with { house in
            let mark = "XYZZY-\(UUID())"
            let made = try await house.plan()
            let path = "appointments/\(made.id)/lines"
            let kept = try await house.pauli.send(.POST, path, Self.line(.keptNote, "Thinks \(mark)"))
            #expect(kept.status == 201 && String(decoding: kept.body, as: UTF8.self).contains(mark))
            let shared = Self.line(.note, "Breathe out longer")
            #expect(try await house.pauli.send(.POST, path, shared).status == 201)
            let mood = NewMood(
                id: UUID(), client: "maria", scale: .faces5, value: .level(4), appointment: made.id, at: noon)
            #expect(try await house.home.maria.send(.POST, "moods", mood).status == 201)
            let wish = Self.line(.coordinatorPlease, "Please come")
            #expect(try await house.home.maria.send(.POST, path, wish).status == 201)
            #expect(try await house.pauli.send(.POST, path, Self.line(.clientCame)).status == 403)
            // Everything that can be read, with what it asks for filled in.
            let ids: [String: String] = [
                "appointments": "\(made.id)", "people": "maria", "points": "maria", "displays": "maria",
            ]
            let queries = [
                "occurrences": "from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z", "handover": "since=8h",
                "appointments": "text=\(mark)",
            ]
            var answered = 0
            for place in APIPlace.all where place.methods.contains(where: { $0.method == .get }) {
                // These never end, or are used up.
                guard !place.name.hasSuffix("events") else { continue }
                let first = String(place.name.prefix { $0 != "/" })
                var asked = [place.name.replacing("{id}", with: ids[first] ?? "\(made.id)")]
                if let query = queries[place.name] { asked.append(asked[0] + "?" + query) }
                for asker in house.home.all where asker.person?.id != house.pauli.person?.id {
                    for one in asked {
                        let answer = try await asker.get(one)
                        if answer.status == 200 { answered += 1 }
                        let text = String(decoding: answer.body, as: UTF8.self)
                        #expect(!text.contains(mark), "GET \(one) as \(asker.role)")
                    }
                }
            }
            #expect(answered > 100)
            // What is shared is heard at her kiosks, and at nobody else's.
            for asker in house.home.all where asker.role == .kiosk {
                let agenda: Agenda = try await asker.get("agenda").decode()
                #expect(agenda.notes.map(\.text) == (asker.client == "maria" ? ["Breathe out longer"] : []))
            }
            for asker in house.home.all where asker.role != .display {
                // Not even its author is told twice.
                #expect(try await !asker.eventsBefore().contains(mark), "events of \(asker.role)")
            }
            // Nor do the answers to what others write.
            for asker in house.home.all where asker.client == "maria" || asker.role == .coordinator {
                let kind: AppointmentLine.Kind = asker.role == .coordinator ? .ended : .talkingPoint
                let answer = try await asker.send(.POST, path, Self.line(kind, kind == .ended ? nil : "x"))
                let status =
                    switch asker.role {
                    case .kiosk, .client, .coordinator: 201
                    // Another provider of hers: as if there were no such appointment.
                    case .provider: 404
                    case .station, .display, .caregiver, .house: 403
                    }
                #expect(answer.status == status, "\(asker.role)")
                #expect(!String(decoding: answer.body, as: UTF8.self).contains(mark))
            }
            let staff: Set<CallerRole> = [.caregiver, .coordinator]
            let all = staff.union([.provider])
            for (page, readers) in [
                "/moods.csv": all, "/history.csv": staff, "/audit.csv": [.coordinator], "/handover": staff,
                "/history": staff, "/sessions": all, "/moods/maria": all, "/clients/maria": all,
                "/sessions/\(made.id)": all,
            ] {
                for visitor in house.home.all {
                    guard case .person(let person) = visitor.credential,
                        visitor.person?.id != house.pauli.person?.id
                    else { continue }
                    let answer = try await house.home.service.send(
                        house.home.service.message(.GET, page, as: nil, headers: [("Cookie", person.cookie)]))
                    // A colleague's appointment, and a client of others, are not there for a provider.
                    let isSeen =
                        visitor.role != .provider || ["/sessions", "/moods.csv"].contains(page)
                        || visitor.client != "otto" && !page.contains("\(made.id)")
                    #expect(
                        answer.status == (!readers.contains(visitor.role) ? 403 : isSeen ? 200 : 404),
                        "\(page) as \(visitor.role) of \(visitor.client ?? "all")")
                    #expect(!String(decoding: answer.body, as: UTF8.self).contains(mark), "\(page)")
                }
            }
            let own: Appointment = try await house.pauli.get("appointments/\(made.id)").decode()
            #expect(own.lines.contains { $0.text == "Thinks \(mark)" })
            // And what is for both is there.
            let hers: Appointment = try await house.home.maria.get("appointments/\(made.id)").decode()
            #expect(hers.lines.contains { $0.text == shared.text })
        }
    }

    @Test("A wish for the coordinator reaches coordinators alone, and never the other side")
    func wishes() async throws {
        try await Self.with { house in
            let made = try await house.plan()
            let path = "appointments/\(made.id)/lines"
            let wish = Self.line(.coordinatorPlease, "WISH of hers")
            #expect(try await house.phone(of: "maria").send(.POST, path, wish).status == 201)
            for asker in [house.pauli, house.petra, house.caregiver, house.home.station] {
                let told = try await asker.eventsBefore()
                #expect(!told.contains("WISH"), "\(asker.role)")
            }
            let handed = try await house.caregiver.get("handover?since=8h")
            #expect(!String(decoding: handed.body, as: UTF8.self).contains("WISH"))
            let seen: Appointment = try await house.pauli.get("appointments/\(made.id)").decode()
            #expect(!seen.lines.contains { $0.kind == .coordinatorPlease })
            let waiting: AppointmentWishes = try await house.coordinator.get("appointments/wishes").decode()
            #expect(waiting.wishes.map(\.line.text) == ["WISH of hers"])
            let handover: Handover = try await house.coordinator.get("handover?since=8h").decode()
            #expect(handover.wishes == waiting.wishes)
            #expect(try await house.coordinator.eventsBefore().contains("WISH"))
            #expect(try await house.caregiver.get("appointments/wishes").status == 403)
            let saw = Self.line(.coordinatorSaw, about: wish.id)
            #expect(try await house.coordinator.send(.POST, path, saw).status == 201)
            let rest: AppointmentWishes = try await house.coordinator.get("appointments/wishes").decode()
            #expect(rest.wishes.isEmpty)
        }
    }

    @Test("A provider is refused on each route that is about a client or an appointment of others")
    func foreign() async throws {
        try await Self.with { house in
            let petra = house.petra
            let his = try await house.plan("otto")
            let colleagues = try await house.plan("maria")
            let petras = try #require(petra.person?.id)
            for appointment in [his, colleagues] {
                let path = "appointments/\(appointment.id)"
                let change = AppointmentChange(
                    content: appointment.content, replaces: appointment.sequence)
                for (method, path, body) in [
                    (.GET, path, nil), (.DELETE, path, nil), (.PUT, path, change),
                    (.POST, path + "/lines", Self.line(.keptNote, "x")),
                    (.POST, path + "/lines", Self.line(.providerCame)),
                ] as [(HTTPMethod, String, (any Encodable)?)] {
                    #expect(try await petra.send(method, path, body).status == 404, "\(method) \(path)")
                }
                var content = AppointmentContent(
                    provider: petras, client: "otto", at: noon, minutes: 45)
                let refused = try await petra.send(
                    .POST, "appointments", NewAppointment(id: UUID(), content: content))
                #expect(try refused.status == 422 && refused.problem.field == "content.client")
                (content.client, content.provider) = ("maria", appointment.content.provider)
                let others = try await petra.send(
                    .POST, "appointments", NewAppointment(id: UUID(), content: content))
                #expect(try others.status == 403 && others.problem.field == "content.provider")
                // The same id tells nothing of it either.
                let again = NewAppointment(
                    id: appointment.id,
                    content: AppointmentContent(provider: petras, client: "maria", at: noon, minutes: 45))
                #expect(try await petra.send(.POST, "appointments", again).status == 404)
            }
            let listed: AppointmentPage = try await petra.get("appointments").decode()
            #expect(listed.appointments.isEmpty)
            func mood(_ client: String, _ appointment: UUID? = nil) -> NewMood {
                NewMood(
                    id: UUID(), client: client, scale: .faces3, value: .level(2), appointment: appointment,
                    at: noon)
            }
            #expect(try await petra.send(.POST, "moods", mood("otto")).status == 422)
            #expect(try await petra.send(.POST, "moods", mood("maria", colleagues.id)).status == 404)
            #expect(try await house.home.otto.send(.POST, "moods", mood("otto")).status == 201)
            #expect(try await petra.get("moods?client=otto").decode(MoodPage.self).moods.isEmpty)
            #expect(try await petra.get("moods").decode(MoodPage.self).moods.isEmpty)
            #expect(try await petra.get("people/otto/signs").status == 404)
            #expect(try await petra.send(.PUT, "people/otto/signs", SignList()).status == 404)
            #expect(try await !petra.eventsBefore().contains("mood_logged"))
            #expect(try await house.pauli.eventsBefore().contains("mood_logged"))
            // An exercise of her client's is not put into a colleague's appointment.
            var new = try Days.medicine(isClientsOwn: true)
            (new.by, new.content.exercise, new.content.appointment) = (nil, "calm", colleagues.id)
            let linked = try await petra.send(.POST, "routines", new)
            #expect(try linked.status == 422 && linked.problem.field == "content.appointment")
            new.content.appointment = try await house.plan("maria", by: petra).id
            #expect(try await petra.send(.POST, "routines", new).status == 201)
        }
    }

    @Test("Stations and screens get no appointment, mood or sign, not even in what else they read")
    func stations() async throws {
        try await Self.with { house in
            let made = try await house.plan()
            var new = try Days.medicine(isClientsOwn: true)
            new.content.exercise = "calm"
            #expect(try await house.home.station.send(.POST, "routines", new).status == 201)
            let mood = NewMood(
                id: UUID(), client: "maria", scale: .faces5, value: .level(1), routine: new.id,
                key: Days.key("2026-03-28T13:30:00"), at: noon)
            #expect(try await house.home.maria.send(.POST, "moods", mood).status == 201)
            for asker in house.home.all where asker.role == .station || asker.role == .display {
                for path in ["appointments", "appointments/\(made.id)", "moods", "people/maria/signs"] {
                    #expect(try await asker.get(path).status == 403, "\(path) as \(asker.role)")
                }
            }
            let span = "occurrences?from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let shown: OccurrencePage = try await house.home.station.get(span).decode()
            #expect(shown.occurrences.map(\.state) == [.done] && shown.occurrences[0].mood == nil)
            let told = try await house.home.station.eventsBefore()
            #expect(!told.contains("mood_logged") && !told.contains("appointment_changed"))
            let hers: OccurrencePage = try await house.caregiver.get(span).decode()
            #expect(hers.occurrences[0].mood?.value == .level(1))
            let agenda: Agenda = try await house.home.maria.get("agenda").decode()
            #expect(agenda.today[0].mood?.id == mood.id && agenda.today[0].state == .done)
        }
    }

    @Test("Clients log no observation, and nobody logs one of another's signs")
    func observations() async throws {
        try await Self.with { house in
            let list = SignList(signs: [.init(id: "hums", label: "Hums")])
            #expect(try await house.caregiver.send(.PUT, "people/maria/signs", list).status == 200)
            #expect(try await house.caregiver.send(.PUT, "people/maria/signs", SignList()).status == 409)
            func mood(_ client: String) -> NewMood {
                NewMood(id: UUID(), client: client, scale: .observation, value: .word("hums"), at: noon)
            }
            let own = try await house.home.maria.send(.POST, "moods", mood("maria"))
            #expect(try own.status == 403 && own.problem.field == "scale")
            let seen: Mood = try await house.caregiver.send(.POST, "moods", mood("maria")).decode()
            #expect(seen.words == "Hums" && seen.mood.by == house.caregiver.person?.name)
            let his = try await house.caregiver.send(.POST, "moods", mood("otto"))
            #expect(try his.status == 422 && his.problem.field == "value")
        }
    }
}

extension EventLines {
    /// The next event of an appointment.
    fileprivate mutating func nextNews() async throws -> AppointmentNews {
        while true { if let news = try await nextEvent().appointment { return news } }
    }
}
