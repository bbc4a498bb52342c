import Care
import CareService
import Foundation
import OwnFolders
import Recurrence
import Synchronization
import Testing
import ZoneFiles

@Suite("A service whose clock, or zone, is set", .timeLimit(.minutes(30)))
struct ServiceClockTests {
    private static let station = RunningService.tokens.station

    /// What a machine says its zone is.
    private final class Machine: Sendable {
        let zone = Mutex("Europe/Berlin")
    }

    @Test("The machine is set to another zone: the home lives by it at once, and streams hear of it")
    func zone() async throws {
        let machine = Machine()
        try await RunningService.with(
            adjust: { configuration in
                Days.settings(&configuration)
                configuration.zone = nil
                configuration.machineZone = { machine.zone.withLock { $0 } }
            },
            { service in
                #expect(try await service.agenda(as: Self.station).zone == "Europe/Berlin")
                try await service.events(as: Self.station) { lines in
                    try await lines.untilReady()
                    machine.zone.withLock { $0 = "Pacific/Kiritimati" }
                    service.service.clockHasMoved()
                    #expect(try await lines.nextEvent().kind == .occurrenceChanged)
                }
                let agenda = try await service.agenda(as: Self.station)
                // Two in the morning of the next day.
                #expect(agenda.zone == "Pacific/Kiritimati" && agenda.day.description == "2026-03-29")
                // A zone that is not there leaves the one that was.
                machine.zone.withLock { $0 = "Nowhere/Atall" }
                service.service.clockHasMoved()
                #expect(try await service.agenda(as: Self.station).zone == "Pacific/Kiritimati")
            })
    }

    @Test("A home whose zone is installed later lives by UTC until then")
    func installedLater() async throws {
        let folder = try OwnFolder()
        let name = "Home"
        try await RunningService.with(
            adjust: { configuration in
                Days.settings(&configuration)
                configuration.zone = name
                configuration.zones = ZoneFiles(folder: folder.path)
            },
            { service in
                #expect(try await service.agenda(as: Self.station).zone == "UTC")
                let bytes = try #require(
                    FileManager.default.contents(atPath: "\(ZoneFiles.usualFolder)/Europe/Berlin"))
                try bytes.write(to: URL(fileURLWithPath: folder.file(name)), options: .atomic)
                try await service.events(as: Self.station) { lines in
                    try await lines.untilReady()
                    service.clock.pass(.seconds(3600))
                    service.service.clockHasMoved()
                    // That the zone is there again is told besides, before or after it.
                    while try await lines.nextEvent().kind != .occurrenceChanged {}
                }
                #expect(try await service.agenda(as: Self.station).zone == name)
            })
    }

    @Test("What is put off right after the clock was set is not moved along with it")
    func putOff() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let new = try Days.medicine(at: "2026-03-28T13:00:00")
            #expect(try await service.post("/api/v1/routines", new, as: Self.station).status == 201)
            var reminders: [Reminder] = []
            while reminders.isEmpty { reminders = try await service.agenda(as: Self.station).reminders }
            service.clock.set(by: 1200)
            let at = noon.addingTimeInterval(1200)
            let answer = try await service.post(
                "/api/v1/reminders/\(reminders[0].id)/receipts",
                ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 10, at: at), as: Self.station)
            #expect(answer.status == 201)
            service.service.clockHasMoved()
            // Each look is one more transaction after it.
            for _ in 0..<3 {
                let at = try await service.agenda(as: Self.station).reminders.first?.at
                #expect(at == noon.addingTimeInterval(1800))
            }
        }
    }

    @Test("Each clock step makes streams fetch the agenda; a doubted clock is reported, and its end")
    func steps() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let new = try Days.medicine()
            #expect(try await service.post("/api/v1/routines", new, as: Self.station).status == 201)
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                func set(by seconds: TimeInterval) {
                    service.clock.set(by: seconds)
                    service.service.clockHasMoved()
                }
                service.service.clockHasMoved()
                set(by: -600)
                #expect(try await lines.nextEvent().kind == .occurrenceChanged)
                // Older than Beckon: no leap of a home's first week explains it.
                set(by: 600 - 2000 * 86_400)
                var fault: Fault?
                while fault == nil { fault = try await lines.nextEvent().fault }
                #expect(fault?.kind == .clockBehind && fault?.isActive == true)
                #expect(try await service.agenda(as: Self.station).today.map(\.title) == ["Medicine"])
                set(by: 2000 * 86_400)
                fault = nil
                while fault == nil { fault = try await lines.nextEvent().fault }
                #expect(fault?.kind == .clockBehind && fault?.isActive == false)
            }
        }
    }
}
