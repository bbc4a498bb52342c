import Care
import CareClient
import CareService
import Foundation
import HomeFiles
import LocalSockets
import Recurrence
import Roles
import Scanning
import Switches
import Wording

/// The client's switches: whether they are there, how they are, and what the kiosk has noticed of them.
extension Examination {
    /// Older events are not reported.
    private static let recent: Int64 = 7 * 86_400

    func checkSwitches(_ settings: HomeSettings, _ results: inout [CheckResult]) async {
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
        results.append(Self.withoutSwitch(await kioskState(settings), canType: canType))
    }

    /// What the service knows of the home's own kiosk.
    enum KioskState {
        /// It takes presses, though no switch of this machine can give them.
        case pressed
        /// It has told that its switch is missing.
        case missesSwitch
        /// It does not run, or nobody can be asked.
        case unknown
    }

    /// Whether a kiosk that is started here would take the keys of a terminal; one that systemd starts has none.
    private var canType: Bool {
        folder.path != HomeFolder.installedPath && TerminalKeys.isForegroundTerminal()
    }

    /// No device has one of the keys. Whoever tries Beckon without a switch is heard, so that is no error: `beckon status`, which asks
    /// the kiosk as well, says the same. It is one where presses can come from nowhere.
    static func withoutSwitch(_ kiosk: KioskState, canType: Bool) -> CheckResult {
        switch (kiosk, canType) {
        case (.pressed, _):
            .warning(
                "switches",
                "No switch is plugged in here; the kiosk that runs takes keys typed in its terminal, or has its switch on another machine.",
                advice:
                    "That is enough to try Beckon. Whoever depends on a switch needs theirs: plug it in, and see it with `beckon devices`."
            )
        case (.unknown, true):
            .warning(
                "switches",
                "No switch is plugged in; without one, keys typed in the terminal are the switch.",
                advice:
                    "That is enough to try Beckon. Whoever depends on a switch needs theirs: plug it in, and see it with `beckon devices`."
            )
        case (.missesSwitch, _), (.unknown, false):
            .error(
                "switches", "None of the devices has the configured keys.",
                advice:
                    "Plug the switch in, then see with `beckon devices` which key it types, and name that key "
                    + "in beckon.yaml under switches.")
        }
    }

    private func kioskState(_ settings: HomeSettings) async -> KioskState {
        let certificate = CertificateFiles(named: settings.service, in: folder).flatMap { files in
            (try? files.validity()) == nil ? nil : files
        }
        guard let url = try? service.url(settings.service, certificate),
            let token = try? folder.token(of: "station")
        else { return .unknown }
        let socket =
            service.service == nil && folder.hasService ? LocalSocket(path: folder.serviceSocket) : nil
        guard
            case .success(let found) = await ServiceReader.overview(
                of: url, trust: folder.trust(settings), socket: socket, token: token)
        else { return .unknown }
        let client = settings.client.id
        guard
            found.status.devices.contains(where: {
                $0.kind == .kiosk && $0.client == client && $0.standing == .connected
            })
        else { return .unknown }
        let isMissing = found.faults.contains {
            $0.isActive && $0.kind == .switchUnplugged && $0.client ?? client == client
        }
        return isMissing ? .missesSwitch : .pressed
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
        results.append(
            .ok(
                "switches",
                battery.map { "\(name) is there, battery \(locale.words(BatteryWords.text($0)))." }
                    ?? "\(name) is there."))
        if let battery, battery.isLow, !battery.isCharging {
            results.append(
                .warning(
                    "switches", "The battery of \(name) is low.", advice: "Change or charge it today."))
        }
        if !device.keysDown.isEmpty {
            let keys = device.keysDown.map { locale.words(KeyWords.text($0)) }.joined(separator: ", ")
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
