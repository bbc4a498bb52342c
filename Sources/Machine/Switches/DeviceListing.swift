internal import FoundationEssentials
public import Scanning
import Time

/// What `beckon devices` prints.
public enum DeviceListing {
    /// A table for people: titles, and one device a row.
    public static func rows(_ reports: [DeviceReport]) -> [[String]] {
        [["device", "name", "ids", "configured keys", "state"]]
            + reports.map { report in
                [
                    report.path, report.name.isEmpty ? "?" : report.name, report.ids,
                    report.keys.isEmpty ? "none" : shortened(report.keys.map(KernelKeyNames.readableName)),
                    words(report.state),
                ]
            }
    }

    /// What to do, below the table.
    public static func advice(_ reports: [DeviceReport]) -> [String] {
        guard !reports.isEmpty else {
            return [
                """
                No input device found. Plug the switch in (or pair it), then run this again.
                Over ssh or in a container, the devices of the other machine cannot be seen.
                """
            ]
        }
        let helps = reports.compactMap { report -> String? in
            if case .notPermitted(let help) = report.state { help } else { nil }
        }
        return Set(helps).sorted()
    }

    /// An array of objects, for programs; ends with a line break.
    public static func json(_ reports: [DeviceReport]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(reports), as: UTF8.self) + "\n"
    }

    /// A keypad has many: the first few identify it.
    private static func shortened(_ names: [String]) -> String {
        names.count <= 4
            ? names.joined(separator: ", ") : names[..<3].joined(separator: ", ") + " + \(names.count - 3)"
    }

    private static func words(_ state: DeviceReport.State) -> String {
        switch state {
        case .ready: "ready"
        case .taken: "taken by another program, or by Beckon itself"
        case .notPermitted: "no permission"
        case .failed(let reason): reason
        }
    }
}

/// The lines that `beckon devices` shows while switches are pressed.
public struct LiveListing: Sendable {
    private var devices: [Int: SwitchDevice] = [:]
    private var last: Instant?

    public init() {}

    /// One line without its break: what happened, and how long after the one before.
    public mutating func line(for event: SwitchEvent) -> String {
        switch event {
        case .arrived(let device):
            devices[device.id] = device
            return "+ \(device.name) (\(device.path)): press it"
        case .lost(let device, let reason):
            devices[device.id] = nil
            return "- \(device.name) (\(device.path)): \(reason)"
        case .foundDown(let source, let role, _):
            return "  is down  \(keyName(of: source)) = \(role.readableName)  \(name(of: source)): let it go"
        case .foundUp(let source, let role):
            return "  is up    \(keyName(of: source)) = \(role.readableName)  \(name(of: source))"
        case .battery(let device, let reading): return "  battery  \(reading.readable)  \(device.name)"
        case .edge(let edge):
            defer { last = edge.at }
            let key = keyName(of: edge.source)
            let since = last.map { "  +\(seconds($0.duration(to: edge.at)))" } ?? ""
            let direction = edge.direction == .press ? "press  " : "release"
            return "  \(direction)  \(key) = \(edge.role.readableName)  \(name(of: edge.source))\(since)"
        }
    }

    private func name(of source: SwitchEdge.Source) -> String { devices[source.device]?.name ?? "" }

    private func keyName(of source: SwitchEdge.Source) -> String {
        devices[source.device]?.path == "terminal" ? typedName(source.key) : keyName(source.key)
    }

    private func keyName(_ code: Int) -> String {
        UInt16(exactly: code).map(KernelKeyNames.readableName) ?? "key \(code)"
    }

    private func typedName(_ scalar: Int) -> String {
        switch scalar {
        case 32: "space"
        case 10, 13: "enter"
        case 8, 127: "backspace"
        default:
            UInt32(exactly: scalar).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
                ?? "key \(scalar)"
        }
    }

    private func seconds(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.nanoseconds) / 1_000_000
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count) + rest) s"
    }
}

extension BatteryReading {
    /// `80 %`, or the word that the device has for it.
    public var readable: String {
        let amount = percent.map { "\($0) %" } ?? level?.rawValue ?? "unknown"
        return isCharging ? "\(amount), charging" : amount
    }
}

extension SwitchRole {
    /// For lists that staff read.
    public var readableName: String {
        switch self {
        case .select: "select"
        case .step: "step"
        case .back: "back"
        case .help: "help"
        case .digit(let digit): "digit \(digit)"
        case .onTheWay: "on the way"
        case .met: "met"
        case .declined: "declined"
        case .next: "next request"
        case .sayAgain: "say again"
        case .snooze: "remind later"
        case .open: "what is open"
        case .undo: "undo"
        }
    }
}
