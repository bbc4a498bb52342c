import Care
import Foundation
import Scanning
import Station
import Testing

@Suite("A low battery of a station's keypad is told")
struct KeypadBatteryTests {
    private static func battery(
        _ stage: inout StationStage, at seconds: Double, percent: Int, id: Int = 1, name: String = "Keypad",
        isCharging: Bool = false
    ) {
        stage.run(to: seconds)
        let reading = BatteryReading(percent: percent, level: nil, isCharging: isCharging)
        stage.send(.keypadBattery(id: id, name: name, reading))
        stage.run(to: seconds + 5)
    }

    private static func details(_ stage: StationStage) -> [String] {
        stage.effects.compactMap { if case .report(let fault) = $0 { fault.detail } else { nil } }
    }

    @Test("Once to whoever is there, and to the service; and when it is charged or changed")
    func told() {
        var stage = StationStage()
        Self.battery(&stage, at: 1, percent: 80)
        Self.battery(&stage, at: 10, percent: 14)
        Self.battery(&stage, at: 310, percent: 13)
        // Not high enough to be over.
        Self.battery(&stage, at: 610, percent: 20)
        Self.battery(&stage, at: 910, percent: 100)
        #expect(
            stage.text == """
                10.00 FAULT switch_battery_low begins
                10.00 alert: keypad_battery_low
                910.00 FAULT switch_battery_low is over
                910.00 alert: keypad_battery_good
                """)
        #expect(Self.details(stage) == ["Keypad", ""])
    }

    @Test("One that sleeps and comes back is not told again; of two the fault names both")
    func severalKeypads() {
        var stage = StationStage()
        Self.battery(&stage, at: 1, percent: 5)
        stage.send(.keypadLost(id: 1, name: "Keypad"))
        stage.run(to: 20)
        stage.send(.keypadArrived(name: "Keypad"))
        Self.battery(&stage, at: 30, percent: 5, id: 2)
        Self.battery(&stage, at: 40, percent: 3, id: 3, name: "Remote")
        Self.battery(&stage, at: 50, percent: 90, id: 2)
        Self.battery(&stage, at: 60, percent: 3, id: 3, name: "Remote", isCharging: true)
        Self.battery(&stage, at: 70, percent: 40, id: 3, name: "Remote", isCharging: true)
        #expect(Self.details(stage) == ["Keypad", "Keypad, Remote", "Remote", ""])
        #expect(stage.lines.count { $0.contains("keypad_battery_low") } == 1, "\(stage.text)")
        #expect(stage.lines.count { $0.contains("keypad_battery_good") } == 1, "\(stage.text)")
    }

    @Test("After a restart it goes on until a battery tells otherwise", arguments: [true, false])
    func restart(isCharged: Bool) {
        let told = Fault(
            id: UUID(), source: "station", kind: .switchBatteryLow, isActive: true, clientName: nil,
            detail: "Keypad", at: Date(timeIntervalSince1970: 1_800_000_000))
        var stage = StationStage()
        stage.send(.care(.connected(openRequests: [], openFaults: [told], sequence: 1)))
        stage.run(to: 10)
        #expect(stage.text.isEmpty)
        Self.battery(&stage, at: 10, percent: isCharged ? 100 : 5)
        // It is the fault that the service has; whoever is there hears of it anew, as of every fault after a restart.
        #expect(
            stage.text
                == (isCharged
                    ? "10.00 FAULT switch_battery_low is over" : "10.00 alert: keypad_battery_low"))
        // Once a battery was read, what the service has of an earlier run is over.
        var late = StationStage()
        Self.battery(&late, at: 1, percent: 100)
        late.send(.care(.connected(openRequests: [], openFaults: [told], sequence: 1)))
        late.run(to: 10)
        #expect(late.text == "6.00 FAULT switch_battery_low is over")
    }

    @Test("A station does not say it of another one: its page does")
    func ofOther() {
        var stage = StationStage()
        stage.fault(
            at: 1, .switchBatteryLow, isActive: true, detail: "Keypad", source: "station", client: nil)
        stage.run(to: 10)
        #expect(stage.text.isEmpty)
    }
}
