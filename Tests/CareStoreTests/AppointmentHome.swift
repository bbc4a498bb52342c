import Care
import Foundation
import Testing

@testable import CareStore

/// A home of Maria and Otto, whom Kim comes to see; Lee comes to see Maria. Cleo coordinates.
struct AppointmentHome {
    static let otto = Person(id: "otto", name: "Otto", role: .client)
    static let kim = Person(id: "kim", name: "Dr Kim", role: .provider, clients: ["maria", "otto"])
    static let lee = Person(id: "lee", name: "Dr Lee", role: .provider, clients: ["maria"])

    let home: RoutineHome

    init() async throws {
        home = try await RoutineHome([maria, Self.otto, anna, cleo, Self.kim, Self.lee])
    }

    var store: CareStore { home.store }

    static let kims = AppointmentActor(
        reader: .provider("kim", of: .only(["maria", "otto"])), name: "Dr Kim", id: "kim")
    static let lees = AppointmentActor(
        reader: .provider("lee", of: .only(["maria"])), name: "Dr Lee", id: "lee")
    static let kiosk = AppointmentActor(reader: .client("maria"))
    static let cleos = AppointmentActor(reader: .coordinator, name: "Cleo", id: "cleo")

    static func content(
        of client: String = "maria", with provider: String = "kim", in hours: Double = 24
    ) -> AppointmentContent {
        AppointmentContent(
            provider: provider, client: client, at: noon.addingTimeInterval(hours * 3600), minutes: 45,
            title: "Breathing")
    }

    func plan(
        _ content: AppointmentContent = content(), by actor: AppointmentActor = cleos
    ) async throws -> Appointment {
        try await store.addAppointment(
            NewAppointment(id: UUID(), content: content), by: actor, receivedAt: home.clock
        ).0
    }

    @discardableResult
    func add(
        _ kind: AppointmentLine.Kind, to appointment: Appointment, by actor: AppointmentActor,
        text: String? = nil, answer: AppointmentLine.Answer? = nil, about: UUID? = nil, id: UUID = UUID()
    ) async throws -> Appointment {
        let new = NewAppointmentLine(id: id, kind: kind, text: text, answer: answer, about: about)
        return try await store.addAppointmentLine(
            appointment.id, new, by: actor, receivedAt: home.clock
        ).0
    }

    func news(after sequence: Int64 = 0) async throws -> [AppointmentNews] {
        try await store.events(after: sequence, limit: 1000).compactMap(\.appointment)
    }

    static let kiosksMood = MoodActor(
        actor: .kiosk, sender: "maria", isLoggedIn: false, whose: .only(["maria"]),
        appointments: .client("maria"))
    static let annasMood = MoodActor(
        actor: .person, sender: "anna", isLoggedIn: true, whose: .everything, appointments: .caregiver)

    /// Maria's own exercise, daily at two in the afternoon.
    func exercise(_ change: (inout RoutineContent) -> Void = { _ in }) async throws -> Routine {
        var content = try medicine(by: .fixed(person: "maria"), isClientsOwn: true)
        (content.title, content.exercise) = ("Breathing", "calm")
        change(&content)
        return try await home.add(content)
    }

    static let today = "2026-03-28T14:00:00"

    func mood(
        _ value: MoodValue = .level(4), after routine: Routine? = nil, of client: String = "maria",
        scale: MoodScale = .faces5, corrects: UUID? = nil, id: UUID = UUID(), at: Date? = nil
    ) throws -> NewMood {
        NewMood(
            id: id, client: client, scale: scale, value: value, corrects: corrects, routine: routine?.id,
            key: try routine.map { _ in try home.key(Self.today) }, at: at ?? home.clock)
    }

    @discardableResult
    func log(_ mood: NewMood, by actor: MoodActor = kiosksMood) async throws -> Mood {
        try await store.addMood(mood, by: actor, receivedAt: home.clock).0
    }
}
