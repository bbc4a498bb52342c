import Care
import Foundation
import Testing

@testable import Station

@Suite("Faults of several clients and devices") struct FaultsOfSeveralClientsAndDevicesTests {
    private static let (bed, chair) = (UUID(), UUID())

    @Test("Two clients' switches are two alarms, and the end of one leaves the other")
    func twoClientsSwitchesAreTwoAlarmsAndTheEnd() {
        var stage = StationStage()
        stage.fault(at: 0, .switchUnplugged, isActive: true, clientID: "maria")
        stage.fault(
            at: 10, .switchUnplugged, isActive: true, client: "Otto", clientID: "otto", device: Self.bed)
        stage.fault(
            at: 20, .switchUnplugged, isActive: false, client: "Otto", clientID: "otto", device: Self.bed)
        stage.run(to: 320)
        #expect(
            stage.lines == [
                "0.00 alert: fault_switch_unplugged Maria", "10.00 alert: fault_switch_unplugged Otto",
                "20.00 alert: fault_switch_unplugged_over Otto", "300.00 alert: fault_switch_unplugged Maria",
            ])
    }

    @Test("Two clients of the same name have two alarms") func twoClientsOfTheSameNameHaveTwoAlarms() {
        var stage = StationStage()
        for client in ["maria", "maria-2"] {
            stage.fault(at: 0, .switchStuck, isActive: true, clientID: client)
        }
        stage.fault(at: 10, .switchStuck, isActive: false, clientID: "maria-2")
        stage.run(to: 320)
        #expect(
            stage.lines == [
                "0.00 alert: fault_switch_stuck Maria", "1.00 alert: fault_switch_stuck Maria",
                "10.00 alert: fault_switch_stuck_over Maria", "300.00 alert: fault_switch_stuck Maria",
            ])
    }

    @Test("Two kiosks of one client have two alarms") func twoKiosksOfOneClientHaveTwoAlarms() {
        var stage = StationStage()
        for device in [Self.bed, Self.chair] {
            stage.fault(at: 0, .soundLost, isActive: true, clientID: "maria", device: device)
        }
        stage.fault(at: 10, .soundLost, isActive: false, clientID: "maria", device: Self.bed)
        stage.run(to: 302)
        #expect(stage.lines.count == 4)
        #expect(stage.lines.last?.hasSuffix("alert: fault_sound_lost Maria") == true)
    }

    @Test("A client who was given another name meanwhile has the fault that ends")
    func aClientWhoWasGivenAnotherNameMeanwhileHas() {
        var stage = StationStage()
        stage.fault(at: 0, .switchStuck, isActive: true, clientID: "maria")
        stage.fault(at: 10, .switchStuck, isActive: false, client: "Maria Meier", clientID: "maria")
        stage.run(to: 400)
        #expect(
            stage.lines == [
                "0.00 alert: fault_switch_stuck Maria", "10.00 alert: fault_switch_stuck_over Maria Meier",
            ])
    }

    @Test("One of several stations is told by its name") func oneOfSeveralStationsIsToldByItsName() {
        var stage = StationStage()
        stage.fault(
            at: 0, .stationMissing, isActive: true, detail: "Night room", source: "service", client: nil,
            device: Self.bed)
        stage.run(to: 10)
        #expect(stage.lines == ["0.00 alert: fault_station_missing Night room"])
    }
}
