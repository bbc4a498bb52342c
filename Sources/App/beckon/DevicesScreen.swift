import Scanning
import StaffFiles
import Switches
import Time
import Wording

/// What `beckon devices` shows of the devices that there are.
struct DevicesScreen {
    let reports: [DeviceReport]
    let words: Translation

    /// Titles, and one device a row.
    var rows: [[String]] {
        let titles = [
            Text("device_list.device"), Text("device_list.name"), Text("device_list.ids"),
            Text("device_list.keys"), Text("device_list.state"),
        ].map { words($0) }
        return [titles]
            + reports.map { report in
                [
                    report.path, report.name.isEmpty ? "?" : report.name, report.ids,
                    report.keys.isEmpty ? words(Text("device_list.no_keys")) : shortened(report.keys),
                    words(Self.text(report.state)),
                ]
            }
    }

    /// What to do, below the table.
    var advice: [String] {
        guard !reports.isEmpty else {
            return [words(Text("device_list.none_found")) + "\n" + words(Text("device_list.elsewhere"))]
        }
        let helps = reports.compactMap { report -> String? in
            if case .notPermitted(let help) = report.state { help } else { nil }
        }
        return Set(helps).sorted().map { words(.written($0)) }
    }

    /// A keypad has many: the first few identify it.
    private func shortened(_ keys: [UInt16]) -> String {
        let names = keys.map { words(KeyWords.text($0)) }
        return names.count <= 4
            ? names.joined(separator: ", ") : names[..<3].joined(separator: ", ") + " + \(names.count - 3)"
    }

    private static func text(_ state: DeviceReport.State) -> Text {
        switch state {
        case .ready: Text("device_list.ready")
        case .taken: Text("device_list.taken")
        case .notPermitted: Text("device_list.denied")
        case .failed(let reason): .written(reason)
        }
    }
}

/// The lines that `beckon devices` shows while switches are pressed.
struct PressLines: Sendable {
    private let words: Translation
    /// Columns of the word with which a line begins.
    private let width: Int
    /// With which a line begins.
    private enum Begin {
        static let down = Text("device_list.down")
        static let up = Text("device_list.up")
        static let press = Text("device_list.press")
        static let release = Text("device_list.release")
        static let battery = Text("device_list.battery")
        static let all = [down, up, press, release, battery]
    }

    private var devices: [Int: SwitchDevice] = [:]
    private var last: Instant?

    init(_ words: Translation) {
        self.words = words
        width = Begin.all.map { TerminalText.width(of: words($0)) }.max() ?? 0
    }

    /// One line without its break: what happened, and how long after the one before.
    mutating func line(for event: SwitchEvent) -> String {
        switch event {
        case .arrived(let device):
            devices[device.id] = device
            return words(
                Text(
                    "device_list.arrived",
                    ["device": .verbatim(device.name), "path": .verbatim(device.path)]))
        case .lost(let device, let reason):
            devices[device.id] = nil
            return words(
                Text(
                    "device_list.lost",
                    [
                        "device": .verbatim(device.name), "path": .verbatim(device.path),
                        "reason": .text(.written(reason)),
                    ]))
        case .foundDown(let source, let role, _):
            let device = Text.Value.verbatim(name(of: source))
            return row(Begin.down, source, role, words(Text("device_list.let_go", ["device": device])))
        case .foundUp(let source, let role): return row(Begin.up, source, role, name(of: source))
        case .battery(let device, let reading):
            return "\(begin(Begin.battery))\(words(BatteryWords.text(reading)))  \(device.name)"
        case .edge(let edge):
            defer { last = edge.at }
            let since = last.map { last in
                let seconds = max(0, last.duration(to: edge.at) / .seconds(1))
                return "  " + words(Text("device_list.since", ["seconds": .decimal(seconds, places: 3)]))
            }
            return row(
                edge.direction == .press ? Begin.press : Begin.release, edge.source, edge.role,
                name(of: edge.source))
                + (since ?? "")
        }
    }

    private func begin(_ word: Text) -> String {
        "  \(TerminalText.padded(words(word), to: width))  "
    }

    private func row(
        _ word: Text, _ source: SwitchEdge.Source, _ role: SwitchRole, _ end: String
    ) -> String {
        "\(begin(word))\(words(key(of: source))) = \(words(SwitchRoleWords.text(role)))  \(end)"
    }

    private func name(of source: SwitchEdge.Source) -> String { devices[source.device]?.name ?? "" }

    private func key(of source: SwitchEdge.Source) -> Text {
        guard devices[source.device]?.path == "terminal" else {
            return UInt16(exactly: source.key).map(KeyWords.text) ?? KeyWords.number(source.key)
        }
        return KeyWords.text(typed: source.key)
    }
}

/// Keys as staff name them: those of a keyboard as in beckon.yaml.
enum KeyWords {
    static func text(_ code: UInt16) -> Text {
        let name = KernelKeyNames.linuxName(code)
        let shown = name.dropFirst(4).lowercased().replacing("_", with: " ")
        if name.hasPrefix("KEY_") { return .verbatim(shown) }
        if name.hasPrefix("BTN_") { return Text("device_list.button", ["name": .verbatim(shown)]) }
        return Text("device_list.key", ["number": .verbatim(name)])
    }

    /// - Parameter scalar: Of the character that was typed.
    static func text(typed scalar: Int) -> Text {
        switch scalar {
        case 32: .verbatim("space")
        case 10, 13: .verbatim("enter")
        case 8, 127: .verbatim("backspace")
        default:
            UInt32(exactly: scalar).flatMap(Unicode.Scalar.init).map { Text.verbatim(String(Character($0))) }
                ?? number(scalar)
        }
    }

    static func number(_ code: Int) -> Text { Text("device_list.key", ["number": .verbatim("\(code)")]) }
}

/// What a key does.
enum SwitchRoleWords {
    static func text(_ role: SwitchRole) -> Text {
        switch role {
        case .select: Text("device_list.selects")
        case .step: Text("device_list.steps")
        case .back: Text("device_list.goes_back")
        case .help: Text("device_list.helps")
        case .digit(let digit): Text("device_list.digit", ["digit": .verbatim("\(digit)")])
        case .onTheWay: Text("device_list.on_the_way")
        case .met: Text("device_list.done")
        case .declined: Text("device_list.cannot")
        case .next: Text("device_list.next")
        case .sayAgain: Text("device_list.say_again")
        case .snooze: Text("device_list.snooze")
        case .open: Text("device_list.open")
        case .undo: Text("device_list.undo")
        }
    }
}

/// A battery: `80 %`, or the word that the device has for it.
enum BatteryWords {
    static func text(_ reading: BatteryReading) -> Text {
        let amount = amount(reading)
        return reading.isCharging ? Text("device_list.charging", ["amount": .text(amount)]) : amount
    }

    private static func amount(_ reading: BatteryReading) -> Text {
        if let percent = reading.percent { return Text("device_list.percent", ["percent": .number(percent)]) }
        return switch reading.level {
        case .critical: Text("device_list.level_critical")
        case .low: Text("device_list.level_low")
        case .normal: Text("device_list.level_normal")
        case .high: Text("device_list.level_high")
        case .full: Text("device_list.level_full")
        case nil: Text("device_list.level_unknown")
        }
    }
}
