import Care
import Scanning
import Switches
import Synchronization

/// Knows how this machine is, for the home's page *Devices*: Beckon's version, its own battery, and those of its switches.
final class MachineDesk: Sendable {
    private struct State {
        var machine: MachineState
        /// By the device that reads them.
        var batteries: [Int: SwitchBattery] = [:]
        var tell: (@Sendable (MachineState) -> Void)?
    }

    private let state: Mutex<State>

    init(version: String) {
        state = Mutex(State(machine: MachineState(version: version)))
    }

    /// Tells how it is, now and whenever that changes; `tell` must not block.
    func listen(_ tell: @escaping @Sendable (MachineState) -> Void) {
        // Within the lock, so that what is newer is told later.
        state.withLock { state in
            state.tell = tell
            tell(state.machine)
        }
    }

    func take(_ reading: BatteryReading, of device: SwitchDevice) {
        let level = reading.level.flatMap { SwitchBattery.Level(rawValue: $0.rawValue) }
        // As the device calls itself, which may be anything.
        var name = device.name.unicodeScalars.filter { $0.properties.generalCategory != .control }
        if String(name).allSatisfy(\.isWhitespace) { name = device.path.unicodeScalars.filter { _ in true } }
        let shown = String(String.UnicodeScalarView(name.prefix(SwitchBattery.longestName)))
        change { state in
            state.batteries[device.id] =
                reading.isEmpty
                ? nil
                : SwitchBattery(
                    name: shown, percent: reading.percent, level: level,
                    isCharging: reading.isCharging)
        }
    }

    func lost(_ device: SwitchDevice) { change { $0.batteries[device.id] = nil } }

    /// Takes how full the machine's own battery is; `nil`, or a reading without a percentage, is none.
    func take(_ reading: BatteryReading?) {
        change { state in
            guard let reading, let percent = reading.percent else {
                state.machine.battery = nil
                return
            }
            let battery = MachineBattery(percent: percent, isCharging: reading.isCharging)
            if battery.isNews(after: state.machine.battery) { state.machine.battery = battery }
        }
    }

    /// Reads the machine's own battery, and goes on reading it. What is told first has it already: without it, a low one would be over.
    func watchBattery() -> MachineBatteries {
        take(MachineBatteries.read())
        let batteries = MachineBatteries { [self] in take($0) }
        batteries.start()
        return batteries
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            let before = state.machine
            change(&state)
            state.machine.batteries = Array(
                state.batteries.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }.map(\.value)
                    .prefix(MachineState.mostBatteries))
            if state.machine != before { state.tell?(state.machine) }
        }
    }
}
