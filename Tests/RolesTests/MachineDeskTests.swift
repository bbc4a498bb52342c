import Care
import Scanning
import Switches
import Synchronization
import Testing

@testable import Roles

@Suite("What a machine says of itself")
struct MachineDeskTests {
    private final class Told: Sendable {
        private let all = Mutex<[MachineState]>([])
        func take(_ state: MachineState) { all.withLock { $0.append(state) } }
        var states: [MachineState] { all.withLock { $0 } }
    }

    private func device(_ id: Int, _ name: String) -> SwitchDevice {
        SwitchDevice(id: id, name: name, path: "/dev/input/event\(id)", roles: [.select])
    }

    private func reading(_ percent: Int?, _ level: BatteryReading.Level? = nil) -> BatteryReading {
        BatteryReading(percent: percent, level: level, isCharging: false)
    }

    @Test("Its version, and the batteries of the switches that are there; told when it changes")
    func batteries() {
        let (desk, told) = (MachineDesk(version: "1.2.3"), Told())
        desk.take(reading(80), of: device(2, "Pal Pad"))
        desk.listen { told.take($0) }
        desk.take(reading(nil, .low), of: device(1, "Buddy"))
        // The same again is no news.
        desk.take(reading(80), of: device(2, "Pal Pad"))
        desk.lost(device(2, "Pal Pad"))
        desk.take(reading(nil), of: device(1, "Buddy"))
        let (pal, buddy) = (
            SwitchBattery(name: "Pal Pad", percent: 80), SwitchBattery(name: "Buddy", level: .low)
        )
        #expect(told.states.map(\.version).allSatisfy { $0 == "1.2.3" })
        #expect(told.states.map(\.batteries) == [[pal], [buddy, pal], [buddy], []])
    }

    @Test("Its own battery is told with what else it is, at each step and when it is taken out")
    func ownBattery() {
        let (desk, told) = (MachineDesk(version: "1"), Told())
        desk.take(reading(52))
        desk.listen { told.take($0) }
        for percent in [51, 50, 49, 46, nil] { desk.take(reading(percent)) }
        desk.take(BatteryReading(percent: 46, level: nil, isCharging: true))
        desk.take(BatteryReading?.none)
        #expect(told.states.map(\.battery?.percent) == [52, 49, nil, 46, nil])
        #expect(told.states.map { $0.battery?.isCharging ?? false } == [false, false, false, true, false])
    }

    @Test("A switch may call itself anything: the service is sent what it takes")
    func names() throws {
        let (desk, told) = (MachineDesk(version: "1"), Told())
        desk.listen { told.take($0) }
        desk.take(reading(80), of: device(1, " \u{7}"))
        desk.take(reading(80), of: device(2, String(repeating: "é", count: 300)))
        for state in told.states { try state.check() }
        #expect(told.states.last?.batteries.map(\.name.count).max() == SwitchBattery.longestName)
        #expect(told.states.last?.batteries.first?.name == "/dev/input/event1")
    }
}
