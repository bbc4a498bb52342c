import Foundation
import HomeFiles
import Recurrence
import Roles
import Scanning
import Switches

/// The client's switches: whether they are there, how they are, and what the kiosk has noticed of them.
extension Examination {
    /// Older events are not reported.
    private static let recent: Int64 = 7 * 86_400

    func checkSwitches(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        let choices = (role.devices ?? settings.switches.devices).map { DeviceSelection($0) }
        guard choices.contains(where: { $0 != .nothing && $0 != .terminal }) else {
            let message =
                choices.contains(.terminal)
                ? "The terminal's keys are the switch." : "No switch is read at all."
            results.append(
                .warning(
                    "switches", message,
                    advice: "Name the client's switch in beckon.yaml under switches, or `auto`."))
            return
        }
        let useful = SwitchReader.inventory(keys: settings.switches.roles).filter { device in
            choices.contains(where: device.isChosen) && !device.keys.isEmpty
        }
        for device in useful { results += look(at: device, settings) }
        guard useful.isEmpty else { return }
        if TerminalKeys.isForegroundTerminal() {
            results.append(
                .warning(
                    "switches", "No switch is plugged in; the terminal's keys are used instead.",
                    advice: "Plug the switch in and see it with `beckon devices`."))
        } else {
            results.append(
                .error(
                    "switches", "None of the devices has the configured keys.",
                    advice:
                        "Plug the switch in, then see with `beckon devices` which key it types, and name that key "
                        + "in beckon.yaml under switches."))
        }
    }

    private func look(at device: DeviceReport, _ settings: HomeSettings) -> [CheckResult] {
        switch device.state {
        case .notPermitted(let help):
            return [.error("switches", "\(device.path) may not be read.", advice: help)]
        case .failed(let reason):
            return [
                .warning(
                    "switches", "\(device.path): \(reason)", advice: "Unplug the device and plug it in again."
                )
            ]
        case .ready, .taken: break
        }
        let name = "“\(device.name)” (\(device.path))"
        var results: [CheckResult] = []
        let battery = device.battery.flatMap { $0.isEmpty ? nil : $0 }
        let level = battery.map { ", battery \($0.readable)" } ?? ""
        results.append(.ok("switches", "\(name) is there\(level)."))
        if let battery, battery.isLow, !battery.isCharging {
            results.append(
                .warning(
                    "switches", "The battery of \(name) is low.", advice: "Change or charge it today."))
        }
        if !device.keysDown.isEmpty {
            let keys = device.keysDown.map(KernelKeyNames.readableName).joined(separator: ", ")
            results.append(
                .warning(
                    "switches", "\(name) is held down now: \(keys).",
                    advice:
                        "If nobody is pressing it, check whether something lies on it and whether it springs back. "
                        + "A press counts only when it has been up."))
        }
        return results
    }

    // MARK: - What the kiosk has noticed

    /// Reads the kiosk's own notes; they are at most five minutes old while it runs.
    func checkUse(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        switch SwitchMemoryFile.read(folder.switchMemory) {
        case .nothing:
            guard FileManager.default.fileExists(atPath: folder.settingsFile) else { return }
            results.append(.ok("use", "No presses are recorded yet."))
        case .damaged(let reason):
            results.append(
                .warning(
                    "use", "\(folder.switchMemory) cannot be read: \(reason).",
                    advice: "Nothing to do: the next start of the kiosk sets it aside and learns again."))
        case .memory(let memory): results += look(at: memory, settings)
        }
    }

    private func look(at memory: SwitchMemory, _ settings: HomeSettings) -> [CheckResult] {
        var results: [CheckResult] = []
        if let last = memory.lastPress { results.append(.ok("use", "The last press was \(when(last)).")) }
        if let since = memory.silentSince {
            results.append(
                .warning(
                    "use", "No press since \(when(since)): longer than usual at this time of day.",
                    advice:
                        "Check on the client, and that the switch is still within reach; press it once "
                        + "yourself and listen for the click."))
        }
        if let chatter = memory.lastChatter, isRecent(chatter) {
            results.append(
                .warning(
                    "use", "The switch pressed by itself, faster than a hand can, \(when(chatter)).",
                    advice:
                        "Look at its plug and cable. If it happens again, its contact is worn: try another.")
            )
        }
        if let trembling = memory.lastTrembling, isRecent(trembling) {
            results.append(
                .warning(
                    "use", "The switch was pressed as by a trembling hand \(when(trembling)).",
                    advice:
                        "It is not the switch. If unintended presses count, set acceptance_time to 100 ms in "
                        + "beckon.yaml under scanning, and try it for a day."))
        }
        if settings.tellsSilence, !memory.rhythm.isLearnt {
            let days = memory.rhythm.watched / 48
            results.append(
                .ok("use", "When the client usually presses is being learnt: \(days) of 7 days so far."))
        }
        return results
    }

    private func isRecent(_ unix: Int64) -> Bool {
        Int64(Date().timeIntervalSince1970) - unix < Self.recent
    }

    /// `today at 14:05`, or with the day.
    private func when(_ unix: Int64) -> String {
        let (local, today) = (
            ReaderLocale.local(Date(timeIntervalSince1970: Double(unix))), ReaderLocale.local(Date()).day
        )
        let time = locale.time(WallTime(clamping: local.seconds - Int64(local.second)))
        return switch today.number - local.day.number {
        case 0: "today at \(time)"
        case 1: "yesterday at \(time)"
        default: "on \(locale.day(local.day)) at \(time)"
        }
    }
}
