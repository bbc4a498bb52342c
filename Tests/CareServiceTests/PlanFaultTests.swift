import Care
import CareService
import Foundation
import OwnFolders
import Recurrence
import Testing
import ZoneFiles

@Suite("Plans that cannot be kept, and days that are too full", .timeLimit(.minutes(30)))
struct PlanFaultTests {
    private static let station = RunningService.tokens.station

    @Test("A routine whose zone is gone is told by its name, and reminds again once the zone is back")
    func zoneGone() async throws {
        let folder = try OwnFolder()
        let path = folder.file("care.sqlite")
        let zones = folder.file("zoneinfo")
        try FileManager.default.createDirectory(atPath: zones + "/Europe", withIntermediateDirectories: true)
        try await RunningService.with {
            Days.settings(&$0)
            $0.storePath = path
        } _: { service in
            _ = try await service.post("/api/v1/routines", try Days.medicine(), as: Self.station)
        }
        try await RunningService.with {
            Days.settings(&$0)
            $0.storePath = path
            $0.zones = ZoneFiles(folder: zones)
        } _: { service in
            try await service.events(as: Self.station, after: 0) { lines in
                var told: [FaultKind: Fault] = [:]
                while told.count < 2 {
                    if let fault = try await lines.nextEvent().fault { told[fault.kind] = fault }
                }
                #expect(told[.routineUnplanned]?.detail == "Medicine (Maria)")
                #expect(told[.zoneMissing]?.detail == "Europe/Berlin")
                #expect(told.values.allSatisfy { $0.isActive })
                try FileManager.default.copyItem(
                    atPath: ZoneFiles.usualFolder + "/Europe/Berlin", toPath: zones + "/Europe/Berlin")
                service.clock.pass(.seconds(3600))
                service.service.clockHasMoved()
                var (over, isReminded): (Set<FaultKind>, Bool) = ([], false)
                while over.count < 2 || !isReminded {
                    let event = try await lines.nextEvent()
                    if let fault = event.fault, !fault.isActive { over.insert(fault.kind) }
                    if event.reminder?.occurrence?.title == "Medicine" { isReminded = true }
                }
            }
        }
    }

    @Test("A day with more than an answer may hold is told in part, and how much there is")
    func fullDay() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            for _ in 0..<20 {
                var new = try Days.medicine(at: "2026-03-28T14:00:00", .elapsed(everySeconds: 60))
                new.content.details = String(repeating: "Ä", count: 2000)
                #expect(try await service.post("/api/v1/routines", new, as: Self.station).status == 201)
            }
            let answer = try await service.get("/api/v1/agenda", as: Self.station)
            #expect(answer.status == 200 && answer.body.count <= 2 << 20)
            let agenda: Agenda = try answer.decode()
            // From 14:00 to midnight, each minute.
            #expect(agenda.totals.today == 20 * 600)
            #expect(agenda.today.count == 1000 && agenda.today.allSatisfy { $0.details == nil })
            #expect(agenda.today.first?.local.description.hasPrefix("2026-03-28T14:00") == true)
        }
    }

    @Test("Needs and proposals are for people of the home")
    func clients() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            func put(_ client: String?) async throws -> RunningService.Answer {
                try await service.put("/api/v1/needs/walk", NeedChange(client: client, label: "A walk"))
            }
            let refused = try await put("mariia")
            #expect(try refused.status == 422 && refused.problem.field == "client")
            #expect(try await put("maria").status == 201)
            func proposal(for client: String) -> NewNeedProposal {
                NewNeedProposal(
                    id: UUID(), client: client, clientName: "Paul", label: "Tea", say: "Tea, please.",
                    proposedAt: noon)
            }
            let kiosks = try await service.post("/api/v1/proposals", proposal(for: "paul"))
            #expect(try kiosks.status == 403 && kiosks.problem.field == "client")
            let unknown = try await service.post(
                "/api/v1/proposals", proposal(for: "paul"), as: Self.station)
            #expect(try unknown.status == 422 && unknown.problem.field == "client")
            let paul = Person(id: "paul", name: "Paul", role: .client)
            #expect(try await service.put("/api/v1/people/paul", paul).status == 201)
            let known = proposal(for: "paul")
            #expect(try await service.post("/api/v1/proposals", known, as: Self.station).status == 201)
            let decided = try await service.post(
                "/api/v1/proposals/\(known.id)/decisions",
                ProposalDecision(
                    id: UUID(), isApproved: true, needID: "tea",
                    need: NeedChange(client: "pau", label: "Tea"), by: "Anna", at: noon), as: Self.station)
            #expect(try decided.status == 422 && decided.problem.field == "need.client")
        }
    }
}
