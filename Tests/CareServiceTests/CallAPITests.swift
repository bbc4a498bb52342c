import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Owning a call, and whom calls reach, over the API", .timeLimit(.minutes(30)))
struct CallAPITests {
    @Test("Of a station and a person one has it; the other is told who, and may take it over by name")
    func claims() async throws {
        try await TwoClients.with { home in
            let id = try await home.ask("maria")
            let path = "requests/\(id)/responses"
            let person = try #require(home.others.first { $0.role == .caregiver })
            let name = try #require(person.person?.name)
            #expect(try await home.station.send(.POST, path, answer(.onTheWay, by: "Anna")).status == 201)
            let refused = try await person.send(.POST, path, answer(.onTheWay, by: nil))
            #expect(refused.status == 409)
            let problem: CareProblem = try refused.decode()
            #expect(problem.field == "takes_over" && problem.detail.hasPrefix("Anna has it"))
            #expect(problem.request?.state == .onTheWay && problem.request?.claimLapsesAt != nil)
            var knowing = answer(.onTheWay, by: nil)
            knowing.takesOver = "Anna"
            let taken: Request = try await person.send(.POST, path, knowing).decode()
            #expect(taken.changedBy == name)
            #expect(try await home.station.send(.POST, path, answer(.met, by: "Anna")).status == 201)
            let late = try await person.send(.POST, path, answer(.onTheWay, by: nil))
            #expect(late.status == 409)
            #expect(try late.decode(CareProblem.self).request?.state == .met)
        }
    }

    @Test(
        "Of five who are logged in and tap at the same instant one has it, the others are told who: 1,000 rounds"
    )
    func rounds() async throws {
        try await TwoClients.with { home in
            var people = home.others.filter { $0.role == .coordinator || $0.role == .caregiver }
            for name in ["Clara", "Dora", "Emil"] {
                let visitor = try await home.service.invite(.caregiver, name, by: home.coordinator)
                people.append(
                    Asker(role: .caregiver, credential: .person(visitor), service: home.service))
            }
            try #require(people.count == 5)
            for round in 0..<1000 {
                let id = try await home.ask("maria")
                let path = "requests/\(id)/responses"
                let answers = try await withThrowingTaskGroup(of: (String?, RunningService.Answer).self) {
                    group in
                    for person in people {
                        group.addTask {
                            (
                                person.person?.name,
                                try await person.send(.POST, path, answer(.onTheWay, by: nil))
                            )
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let owners = answers.filter { $0.1.status == 201 }.map(\.0)
                let stored: Request = try await home.station.get("requests/\(id)").decode()
                #expect(owners == [stored.changedBy] && stored.state == .onTheWay, "round \(round)")
                let refused = answers.map(\.1).filter { $0.status != 201 }
                for one in refused {
                    let problem: CareProblem = try one.decode()
                    #expect(one.status == 409 && problem.field == "takes_over", "round \(round)")
                    #expect(problem.request?.changedBy == stored.changedBy)
                }
                #expect(refused.count == 4)
                #expect(try await home.station.send(.POST, path, answer(.met, by: "Anna")).status == 201)
            }
        }
    }

    @Test("A claim that lapses is told on the stream, and the call is nobody's")
    func lapse() async throws {
        try await TwoClients.with { home in
            let id = try await home.ask("maria")
            _ = try await home.station.send(.POST, "requests/\(id)/responses", answer(.onTheWay, by: "Anna"))
            home.service.clock.pass(.seconds(16 * 60))
            home.service.service.clockHasMoved()
            try await home.until {
                try await home.station.get("requests/\(id)").decode(Request.self).state == .heard
            }
            let told = try await home.station.eventsBefore()
            #expect(told.contains(#""kind":"claim_lapsed""#))
        }
    }

    @Test("Ways of calls are read by caregivers and changed by coordinators, with an entry in the audit log")
    func paths() async throws {
        try await TwoClients.with { home in
            let caregiver = try #require(home.others.first { $0.role == .caregiver })
            let coordinator = try #require(home.others.first { $0.role == .coordinator })
            let shipped: CallPaths = try await caregiver.get("call-paths").decode()
            #expect(shipped.paths.isEmpty && shipped.version == 0)
            #expect(
                shipped.usualUrgent.map(\.after) == [0, 20, 60]
                    && shipped.usualOther.map(\.after) == [0, 60, 300])
            let id = try #require(caregiver.person?.id)
            let path = CallPath(
                id: UUID(), name: "Nights", hours: QuietHours(from: 1320, until: 360),
                steps: [
                    CallPathStep(after: 0, who: [.person(id), .onDuty, .role("nurse")]),
                    CallPathStep(after: 30, who: [.everybody]),
                ])
            let new = NewCallPaths(paths: [path], replaces: 0)
            #expect(try await caregiver.send(.PUT, "call-paths", new).status == 403)
            let made: CallPaths = try await coordinator.send(.PUT, "call-paths", new).decode()
            #expect(made.paths == [path] && made.version == 1 && made.changedBy != nil)
            let stale = try await coordinator.send(.PUT, "call-paths", NewCallPaths(paths: [], replaces: 0))
            #expect(stale.status == 409)
            var wrong = path
            wrong.steps = [CallPathStep(after: 0, who: [.assigned])]
            let refused = try await coordinator.send(
                .PUT, "call-paths", NewCallPaths(paths: [wrong], replaces: 1))
            #expect(refused.status == 422)
            #expect(try refused.decode(CareProblem.self).field == "paths.0.steps.0.who")
            let audit: AuditPage = try await coordinator.get("audit?kind=call_paths_changed").decode()
            #expect(audit.entries.map(\.changes) == [["Nights"]])
        }
    }
}
