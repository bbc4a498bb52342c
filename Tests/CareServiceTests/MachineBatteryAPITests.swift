import AsyncHTTPClient
import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("The batteries of screens, kiosks and phones", .timeLimit(.minutes(5)))
struct MachineBatteryAPITests {
    private static func state(_ percent: Int, isCharging: Bool = false) -> MachineState {
        MachineState(battery: MachineBattery(percent: percent, isCharging: isCharging))
    }

    private static func low(_ home: TwoClients) async throws -> [Fault] {
        try await home.station.get("faults?state=open").decode(FaultPage.self).faults
            .filter { $0.kind == .deviceBatteryLow }
    }

    @Test(
        "Under 15 % it is low, unless it charges; from 25 % on it is not; between them it stays as it was",
        arguments: [
            (14, false, true), (14, true, false), (0, false, true), (15, false, nil), (24, false, nil),
            (25, false, false), (24, true, false), (100, true, false),
        ] as [(Int, Bool, Bool?)])
    func thresholds(percent: Int, isCharging: Bool, isLow: Bool?) {
        let battery = MachineBattery(percent: percent, isCharging: isCharging)
        #expect(ServiceCore.isLow(battery) == isLow)
    }

    @Test("A machine without a battery has none that is low") func none() {
        #expect(ServiceCore.isLow(nil) == false)
    }

    @Test("A screen's low battery is told once, with its name and whose it is, until it charges")
    func screen() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let screen = try #require(home.all.first { $0.role == .display && $0.client == "otto" })
            for (percent, isCharging, count) in [
                (80, false, 0), (14, false, 1), (9, false, 1), (20, false, 1), (20, true, 0), (20, false, 0),
                (12, false, 1), (30, false, 0),
            ] {
                let state = Self.state(percent, isCharging: isCharging)
                #expect(try await screen.send(.PUT, "machine", state).status == 204)
                let faults = try await Self.low(home)
                #expect(faults.count == count, "\(percent)")
                guard let fault = faults.first else { continue }
                let devices: DevicePage = try await home.coordinator.send(.GET, "devices").decode()
                let device = try #require(devices.devices.first { $0.id == fault.device })
                #expect(device.kind == .display && device.client == "otto" && device.machine == state)
                #expect(fault.detail == device.name && fault.client == "otto" && fault.source == "service")
            }
            // It was begun twice, however often it was told.
            let story = try await home.station.eventsBefore()
            #expect(story.components(separatedBy: "device_battery_low").count - 1 == 4)
        }
    }

    @Test("A kiosk's own is told too, none ends another's, and a revoked device has none")
    func several() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            var state = Self.state(5)
            state.version = "1"
            #expect(try await home.maria.send(.PUT, "machine", state).status == 204)
            #expect(try await home.otto.send(.PUT, "machine", state).status == 204)
            #expect(try await home.station.send(.PUT, "machine", state).status == 204)
            #expect(try await Self.low(home).count == 3)
            // A message of before, and of a machine without one.
            #expect(try await home.maria.send(.PUT, "machine", MachineState(version: "1")).status == 204)
            let left = try await Self.low(home)
            #expect(Set(left.map(\.device)) == [home.ottosKiosk, nil] && left.count == 2)
            let revoked = try await home.coordinator.send(.DELETE, "devices/\(home.ottosKiosk)")
            #expect(revoked.status == 204)
            #expect(try await Self.low(home).map(\.detail) == ["Station"])
        }
    }

    @Test("Somebody's phone is theirs to see, and no fault of the home")
    func phone() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            #expect(try await home.coordinator.send(.PUT, "machine", Self.state(3)).status == 204)
            let page: SessionPage = try await home.coordinator.send(.GET, "sessions").decode()
            #expect(page.sessions.map(\.battery) == [MachineBattery(percent: 3)])
            for other in home.all where other.person?.name != "Olga" && other.person != nil {
                let theirs = try await other.get("sessions").decode(SessionPage.self).sessions
                #expect(theirs.allSatisfy { $0.battery == nil })
            }
            #expect(try await Self.low(home).isEmpty)
        }
    }

    @Test("What cannot be is refused with where, and nothing is kept of it")
    func refused() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let screen = try #require(home.all.first { $0.role == .display && $0.client == "otto" })
            func send(_ state: MachineState) async throws -> (Int, String?) {
                let answer = try await screen.send(.PUT, "machine", state)
                return (answer.status, try answer.problem.field)
            }
            var versioned = Self.state(50)
            versioned.version = "1"
            var switched = Self.state(50)
            switched.batteries = [SwitchBattery(name: "Buddy", percent: 4)]
            for (state, field) in [
                (Self.state(101), "battery"), (Self.state(-1), "battery"), (MachineState(), "battery"),
                (versioned, "version"), (switched, "batteries"),
            ] {
                let (status, named) = try await send(state)
                #expect(status == 422 && named == field)
            }
            for wrong in ["NaN", "4.5", "\"5\"", "null", "1e400"] {
                let body = Data("{\"battery\": {\"percent\": \(wrong), \"is_charging\": false}}".utf8)
                var message = try screen.message(.PUT, "machine")
                message.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
                message.body = .bytes(body)
                let status = try await home.service.status(message)
                #expect(status == 400 || status == 422, "\(wrong): \(status)")
            }
            let devices: DevicePage = try await home.coordinator.send(.GET, "devices").decode()
            #expect(devices.devices.allSatisfy { $0.machine == nil })
        }
    }
}
