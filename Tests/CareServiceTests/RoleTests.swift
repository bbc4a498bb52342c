import AsyncHTTPClient
import Care
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Pages
import Testing

@testable import CareService

@Suite("Who may do what, asked of the real service")
struct RoleTests {
    @Test("Every route × every role is answered as docs/access.md says")
    func table() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let people: [CallerRole: Visitor] = [
                .coordinator: olga,
                .caregiver: try await service.invite(.caregiver, "Ben", by: olga),
                .provider: try await service.invite(.provider, "Dr. Pauli", by: olga),
                .client: try await service.invite(.client, "Leo", by: olga),
            ]
            let display = try await service.pair(.display, client: "maria", by: olga)
            let tokens: [CallerRole: String] = [
                .kiosk: RunningService.tokens.kiosk, .station: RunningService.tokens.station,
                .display: display.token,
            ]
            for place in APIPlace.all {
                // A display serves one client, and may look at no other's screen.
                let isScreen = place.template.contains("/displays/")
                let path = place.template.replacing("{id}", with: isScreen ? "maria" : UUID().uuidString)
                for method in place.methods {
                    guard case .these(let allowed, _) = method.answer else { continue }
                    let verb = HTTPMethod(rawValue: method.method.rawValue)
                    let name = "\(verb) \(place.template)"
                    #expect(
                        try await service.status(service.message(verb, path, as: nil)) == 401, "\(name)")
                    for role in CallerRole.allCases where role != .house {
                        // These would end what the others ask with.
                        let isLeaving =
                            method.method == .delete && place.template.hasPrefix("/api/v1/session")
                        if isLeaving, allowed.contains(role) { continue }
                        let message =
                            try people[role]?.message(verb, String(path.dropFirst("/api/v1/".count)))
                            ?? service.message(verb, path, as: tokens[role])
                        let status = try await service.status(message)
                        #expect((status != 403) == allowed.contains(role), "\(name) as \(role): \(status)")
                        #expect(status < 500 && status != 401, "\(name) as \(role): \(status)")
                    }
                }
            }
        }
    }

    @Test("The house has no token: what it asks within the service is answered as docs/access.md says")
    func house() async throws {
        try await RunningService.with { service in
            let new = water()
            _ = try await service.post("/api/v1/requests", new)
            let api = InProcessAPI(
                api: APIResponder(core: service.service.core), caller: Caller(role: .house),
                source: CallSource(), browser: nil)
            for place in APIPlace.all {
                for method in place.methods {
                    guard case .these(let allowed, _) = method.answer else { continue }
                    let path = place.name.replacing("{id}", with: "\(new.id)")
                    let status = await api.answer(method.method, path, nil).status
                    #expect(
                        (status != 403) == allowed.contains(.house), "\(method.method) \(path): \(status)")
                }
            }
            func answers(_ state: RequestState) async throws -> Int {
                var response = answer(state, by: "Anna")
                if state == .declined { response.reason = "Later" }
                let body = try CareJSON.encoder().encode(response)
                return await api.answer(.post, "requests/\(new.id)/responses", body).status
            }
            for state in [RequestState.heard, .declined, .cancelled] {
                #expect(try await answers(state) == 403, "\(state)")
            }
            #expect(try await answers(.onTheWay) == 201)
            let request: Request = try await service.get("/api/v1/requests/\(new.id)").decode()
            #expect(request.state == .onTheWay && request.changedBy == CallerRole.houseName)
            #expect(try await answers(.met) == 201)
        }
    }

    @Test("What somebody does who has logged in is signed with their own name")
    func signature() async throws {
        try await RunningService.with { service in
            let ben = try await service.invite(.caregiver, "Ben", by: try await service.setUp())
            let new = water()
            _ = try await service.post("/api/v1/requests", new)
            let path = "requests/\(new.id)/responses"
            let refused = try await ben.send(.POST, path, answer(.onTheWay, by: "Anna"))
            #expect(refused.status == 403)
            #expect(try refused.problem.field == "by")
            let mine = answer(.onTheWay, by: nil)
            let taken = try await ben.send(.POST, path, mine)
            #expect(taken.status == 201)
            #expect(try taken.decode(Request.self).changedBy == "Ben")
            #expect(try await ben.send(.POST, path, mine).status == 200)
            #expect(try await ben.send(.POST, path, answer(.cancelled, by: nil)).status == 403)
            let note = RequestNote(id: UUID(), text: "With a straw.", by: "Anna", at: noon)
            #expect(try await ben.send(.POST, "requests/\(new.id)/notes", note).status == 403)
        }
    }

    @Test("A caregiver changes their own absences and reminders; the rest is a coordinator's")
    func people() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            var own = ben.session.person
            own.absences = [Absence(from: noon)]
            let changed = try await ben.send(.PUT, "people/ben", own)
            #expect(changed.status == 200)
            own = try changed.decode()
            for change in [
                { $0.role = .coordinator }, { $0.name = "Olga" }, { $0.isActive = false },
            ] as [(inout Person) -> Void] {
                var other = own
                change(&other)
                #expect(try await ben.send(.PUT, "people/ben", other).status == 403)
            }
            #expect(try await ben.send(.PUT, "people/olga", olga.session.person).status == 403)
            // Nor does the station make coordinators of those who can log in.
            own.role = .coordinator
            let message = service.message(
                .PUT, "/api/v1/people/ben", as: RunningService.tokens.station,
                body: try CareJSON.encoder().encode(own))
            #expect(try await service.send(message).status == 403)
            #expect(try await olga.send(.PUT, "people/ben", own).status == 200)
            // With another role they log in anew.
            #expect(try await ben.send(.GET, "accounts").status == 401)
            let again = try Visitor(service, await service.logIn("Ben"))
            #expect(try await again.send(.GET, "accounts").status == 200)
        }
    }

    @Test("A provider hears of plans, and of no request")
    func provider() async throws {
        try await RunningService.with { service in
            let pauli = try await service.invite(.provider, "Pauli", by: try await service.setUp())
            try await pauli.events { lines in
                try await lines.untilReady()
                _ = try await service.post("/api/v1/requests", water())
                let need = NeedChange(label: "A walk")
                let set = service.message(
                    .PUT, "/api/v1/needs/walk", as: RunningService.tokens.station,
                    body: try CareJSON.encoder().encode(need))
                #expect(try await service.send(set).status == 201)
                #expect(try await lines.nextEvent().kind == .needChanged)
            }
        }
    }
}

extension RunningService {
    /// How a message is answered; a stream is not read.
    func status(_ message: HTTPClientRequest) async throws -> Int {
        let response = try await HTTPClient.patient.execute(message, timeout: .minutes(5))
        if response.headers.first(name: "Content-Type") != "text/event-stream" {
            _ = try await response.body.collect(upTo: 1 << 20)
        }
        return Int(response.status.code)
    }
}
