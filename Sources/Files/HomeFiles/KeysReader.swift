import Scanning
import StaffFiles

/// Reads the sections `switches` and `station`: which devices, and which key does what.
struct KeysReader {
    /// A key with the role that the file gives it.
    private struct Assignment {
        var role: SwitchRole
        var option: String
        var range: SourceRange
    }

    private static let clientRoles: [(option: String, role: SwitchRole)] = [
        ("select", .select), ("step", .step), ("back", .back), ("help", .help),
    ]
    private static let stationRoles: [(option: String, role: SwitchRole)] = [
        ("on_the_way", .onTheWay), ("met", .met), ("declined", .declined), ("next", .next),
        ("say_again", .sayAgain), ("snooze", .snooze), ("open", .open), ("undo", .undo),
    ]

    /// Keys that came after others had been given away: where one has another meaning in the file, theirs gives way.
    private static let givesWay: Set<SwitchRole> = [.snooze, .open, .undo]

    let top: MappingCursor
    let mode: ScanParameters.Mode

    func read(into settings: inout HomeSettings) {
        let switches = SettingsReader.section(top, ["switches"])
        if let value = switches?.duration("stuck_after", in: .seconds(1) ... .seconds(600)) {
            settings.stuckAfter = value.value
        }
        if let value = switches?.bool("silence_notice") { settings.tellsSilence = value.value }
        if let switches { settings.sharedWith = sharedWith(switches) }
        checkStuck(settings, switches)
        let before = top.log.findings.count
        let client = read(switches, name: "switches", roles: Self.clientRoles, into: &settings.switches)
        let station = read(
            SettingsReader.section(top, ["station"]), name: "station", roles: Self.stationRoles,
            into: &settings.station)
        // A key that could not be read may be the one that seems to be missing.
        guard top.log.findings.count == before else { return }
        checkMode(settings.switches, switches)
        checkShared(&settings, client, station)
    }

    /// The folders of other clients: in this one, because everything of a home is there.
    private func sharedWith(_ cursor: MappingCursor) -> [String] {
        var folders: [String] = []
        for folder in cursor.strings("shared_with") ?? [] {
            let name = folder.value
            let steps = name.split(separator: "/", omittingEmptySubsequences: false)
            if name.hasPrefix("/") || name.hasPrefix("~")
                || steps.contains(where: { ["", ".", ".."].contains($0) })
            {
                cursor.log.error(
                    "the folder must be in the folder of this file: write its path from there, such as `clients/otto`",
                    at: folder.range)
            } else if folders.contains(name) {
                cursor.log.error("`\(name)` is written twice: delete one", at: folder.range)
            } else if folders.count == Self.mostOthers {
                cursor.log.error(
                    "a kiosk has at most \(Self.mostOthers + 1) clients: they would wait too long for each other",
                    at: folder.range)
            } else {
                folders.append(name)
            }
        }
        return folders
    }

    /// With each name that is read aloud, the last one comes later.
    private static let mostOthers = 7

    /// A press that counts only when the switch seems stuck would never count.
    private func checkStuck(_ settings: HomeSettings, _ switches: MappingCursor?) {
        for (key, value) in [
            ("acceptance_time", settings.scanning.acceptanceTime),
            ("long_press_time", settings.scanning.longPressTime ?? .zero),
        ] where value >= settings.stuckAfter {
            let place =
                switches.flatMap { $0.has("stuck_after") ? $0.place(of: "stuck_after") : nil } ?? top.range
            top.log.error(
                "`stuck_after` (\(StaffDuration.text(settings.stuckAfter))) is not longer than `\(key)` (\(StaffDuration.text(value))): such a press would seem stuck before it counts",
                at: place)
        }
    }

    /// Fills in one section.
    ///
    /// - Returns: The keys that are written in the file, digits left out.
    private func read(
        _ cursor: MappingCursor?, name: String, roles: [(option: String, role: SwitchRole)],
        into keys: inout HomeSettings.Keys
    ) -> [UInt16: Assignment] {
        guard let cursor else { return [:] }
        if let devices = devices(cursor) { keys.devices = devices }
        if let grab = cursor.bool("grab") { keys.grab = grab.value }
        guard let cursor = SettingsReader.section(cursor, [name, "keys"]) else { return [:] }
        // An option that is left out keeps its default; one that is written replaces it.
        let written = Set(roles.filter { cursor.has($0.option) }.map(\.role))
        var assigned: [UInt16: SwitchRole] = keys.roles.filter { entry in
            if case .digit = entry.value { return false }
            return !written.contains(entry.value)
        }
        var places: [UInt16: Assignment] = [:]
        for (option, role) in roles {
            for key in cursor.strings(option) ?? [] {
                guard let code = code(key, cursor.log) else { continue }
                let other = assigned[code].flatMap { taken in roles.first { $0.role == taken }?.option }
                let givesWay =
                    assigned[code].map { Self.givesWay.contains($0) && !written.contains($0) } ?? false
                if let other, other != option, !givesWay {
                    cursor.log.error(
                        "the key `\(key.value)` cannot be `\(option)`: it is `\(other)` already"
                            + (places[code].map { " (line \($0.range.line))" }
                                ?? ", as long as no other key is"),
                        at: key.range)
                    continue
                }
                assigned[code] = role
                places[code] = Assignment(role: role, option: option, range: key.range)
            }
        }
        let hasDigits = cursor.bool("digits")?.value ?? true
        keys.roles = hasDigits ? HomeSettings.digits(under: assigned) : assigned
        return places
    }

    private func code(_ key: Located<String>, _ log: FindingLog) -> UInt16? {
        if let code = KeyNames.code(of: key.value) { return code }
        let guess = KeyNames.guess(for: key.value, log).map { ": did you mean `\($0)`?" }
        log.error(
            "no key is called `\(key.value.prefix(40))`"
                + (guess ?? ": `beckon devices` shows the name of a key that you press"), at: key.range)
        return nil
    }

    private func devices(_ cursor: MappingCursor) -> [String]? {
        guard let devices = cursor.strings("devices") else { return nil }
        let words = ["auto", "terminal", "none"]
        for device in devices where !words.contains(device.value) {
            guard let guess = cursor.log.guess(for: device.value, among: words) else { continue }
            cursor.log.warning(
                "this waits for a device with the name `\(device.value)`: did you mean `\(guess)`?",
                at: device.range)
        }
        if devices.count > 1, let none = devices.first(where: { $0.value == "none" }) {
            cursor.log.error(
                "`none` cannot be combined with other devices: delete one or the other", at: none.range)
        }
        if devices.isEmpty {
            cursor.log.error(
                "`devices` names none: write `auto`, or `none` if that is meant",
                at: cursor.place(of: "devices"))
        }
        return devices.map(\.value)
    }

    /// Whether the keys suffice for the way of scanning.
    private func checkMode(_ keys: HomeSettings.Keys, _ cursor: MappingCursor?) {
        guard let cursor else { return }
        let place = SettingsReader.section(cursor, ["switches", "keys"])?.range ?? cursor.range
        guard !keys.suffice(for: mode) else { return }
        switch mode {
        case .automatic, .inverse, .stepDwell:
            cursor.log.error(
                "no key selects, so nobody could choose anything: write `select: [space]`", at: place)
        case .step:
            cursor.log.error(
                "`mode: step` needs two keys: write `select: [space]` and `step: [enter]`", at: place)
        case .direct:
            cursor.log.error(
                "`mode: direct` needs the digits of a keypad: write `digits: true`", at: place)
        }
    }

    /// A key on a device that both read must not mean two things. The digits may: they choose an item there, a
    /// reason here.
    private func checkShared(
        _ settings: inout HomeSettings, _ client: [UInt16: Assignment], _ station: [UInt16: Assignment]
    ) {
        let devices = (Set(settings.switches.devices), Set(settings.station.devices))
        guard !devices.0.contains("none"), !devices.1.contains("none"),
            devices.0.contains("auto") || devices.1.contains("auto") || !devices.0.isDisjoint(with: devices.1)
        else { return }
        for (code, role) in settings.station.roles.sorted(by: { $0.key < $1.key }) {
            guard let other = settings.switches.roles[code] else { continue }
            if case .digit = role { continue }
            if case .digit = other { continue }
            if Self.givesWay.contains(role), station[code] == nil {
                settings.station.roles[code] = nil
                continue
            }
            let mine = Self.stationRoles.first { $0.role == role }?.option ?? ""
            let theirs = Self.clientRoles.first { $0.role == other }?.option ?? ""
            guard let place = station[code]?.range ?? client[code]?.range else { continue }
            top.log.error(
                "`\(KeyNames.name(of: code))` is `\(theirs)` for the client and `\(mine)` for the station, on the same devices: give one of them another key, or name their `devices`",
                at: place)
        }
    }
}
