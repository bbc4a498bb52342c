import Care
import Scanning
import Switches
import Synchronization

/// Knows how this machine is, for the home's page *Devices*: Beckon's version, and the batteries of its switches.
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
        change { batteries in
            batteries[device.id] =
                reading.isEmpty
                ? nil
                : SwitchBattery(
                    name: shown, percent: reading.percent, level: level,
                    isCharging: reading.isCharging)
        }
    }

    func lost(_ device: SwitchDevice) { change { $0[device.id] = nil } }

    private func change(_ change: (inout [Int: SwitchBattery]) -> Void) {
        state.withLock { state in
            let before = state.machine
            change(&state.batteries)
            state.machine.batteries = Array(
                state.batteries.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }.map(\.value)
                    .prefix(MachineState.mostBatteries))
            if state.machine != before { state.tell?(state.machine) }
        }
    }
}
