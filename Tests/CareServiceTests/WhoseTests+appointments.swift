import Care
import CareStore
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

/// Appointments, moods, signs and exercises: whose each role gets.
extension WhoseTests {
    static let appointmentProbes: [String: Probe] = [
        "GET appointments": .custom { house, asker in
            for client in TwoClients.ids { _ = try await appointment(house, asker, client) }
            return named(in: String(decoding: try await asker.get("appointments").body, as: UTF8.self))
        },
        "POST appointments": .each(.POST) { house, asker, client in
            ("appointments", try await newAppointment(house, asker, client))
        },
        "GET appointments/{id}": .each(.GET) { house, asker, client in
            ("appointments/\(try await appointment(house, asker, client).id)", nil)
        },
        "PUT appointments/{id}": .each(.PUT) { house, asker, client in
            let made = try await appointment(house, asker, client)
            var content = made.content
            content.minutes = 30
            return (
                "appointments/\(made.id)", AppointmentChange(content: content, replaces: made.sequence)
            )
        },
        "DELETE appointments/{id}": .each(.DELETE) { house, asker, client in
            ("appointments/\(try await appointment(house, asker, client).id)", nil)
        },
        "POST appointments/{id}/lines": .each(.POST) { house, asker, client in
            let made = try await appointment(house, asker, client)
            let kind: AppointmentLine.Kind = asksAsClient(asker) ? .clientCame : .ended
            return ("appointments/\(made.id)/lines", NewAppointmentLine(id: UUID(), kind: kind))
        },
        "GET appointments/wishes": .custom { house, asker in
            for client in TwoClients.ids {
                let made = try await appointment(house, asker, client)
                let wish = NewAppointmentLine(id: UUID(), kind: .coordinatorPlease)
                let path = "appointments/\(made.id)/lines"
                #expect(try await house.home.kiosk(of: client).send(.POST, path, wish).status == 201)
            }
            let text = String(decoding: try await asker.get("appointments/wishes").body, as: UTF8.self)
            return named(in: text)
        },
        "GET moods": .custom { house, asker in
            for client in TwoClients.ids {
                let path = "moods"
                #expect(try await house.home.kiosk(of: client).send(.POST, path, mood(client)).status == 201)
            }
            return named(in: String(decoding: try await asker.get("moods").body, as: UTF8.self))
        },
        "POST moods": .each(.POST) { _, _, client in ("moods", mood(client)) },
        "GET people/{id}/signs": .each(.GET) { _, _, client in ("people/\(client)/signs", nil) },
        "PUT people/{id}/signs": .each(.PUT) { house, _, client in
            var list: SignList = try await house.home.coordinator.send(.GET, "people/\(client)/signs")
                .decode()
            list.signs = [.init(id: "sign-\(list.version)", label: "A sign of \(client)")]
            return ("people/\(client)/signs", list)
        },
        "GET exercises": .each(.GET) { _, _, client in ("exercises?client=\(client)", nil) },
        "GET encouragement": .each(.GET) { _, _, client in ("encouragement?client=\(client)", nil) },
        "POST encouragement": .each(.POST) { _, _, client in
            ("encouragement?client=\(client)", EncouragementWish())
        },
        "GET encouragement/media": .each(.GET) { _, _, client in
            ("encouragement/media?client=\(client)&key=quotes/\(client)&kind=video", nil)
        },
        "POST encouragement/daily": .each(.POST) { _, _, client in
            ("encouragement/daily?client=\(client)", nil)
        },
        "PUT encouragement": .each(.PUT) { _, _, client in
            ("encouragement", ClientEncouragement(client: client))
        },
        "PUT encouragement/favourites": .each(.PUT) { _, _, client in
            (
                "encouragement/favourites?client=\(client)",
                EncouragementFavourite(id: "quotes/\(client)", isFavourite: true)
            )
        },
        "PUT people/{id}/breathing": .each(.PUT) { _, _, client in
            ("people/\(client)/breathing", BreathingChange(breathing: "no_holds"))
        },
    ]

    /// One with the asker, if they are a provider, or else with the one who sees both clients; whom it names need not be theirs.
    private static func newAppointment(
        _ house: House, _ asker: Asker, _ client: String
    ) async throws -> NewAppointment {
        let both = try #require(house.home.others.first { $0.role == .provider && $0.client == nil })
        let provider = try #require(asker.role == .provider ? asker.person?.id : both.person?.id)
        return NewAppointment(
            id: UUID(),
            content: AppointmentContent(provider: provider, client: client, at: noon, minutes: 45))
    }

    private static func appointment(
        _ house: House, _ asker: Asker, _ client: String
    ) async throws -> Appointment {
        let new = try await newAppointment(house, asker, client)
        return try await house.home.coordinator.send(.POST, "appointments", new).decode()
    }

    private static func mood(_ client: String) -> NewMood {
        NewMood(id: UUID(), client: client, scale: .faces5, value: .level(4), at: noon)
    }
}
