internal import CEvdev
internal import Foundation
internal import Glibc
public import Scanning

/// The facts about one `/dev/input/event…`, for `beckon devices` and `beckon doctor`.
public struct DeviceReport: Equatable, Sendable, Encodable {
    public enum State: Equatable, Sendable {
        case ready
        /// Another program has grabbed it; perhaps a Beckon that runs already.
        case taken
        /// With what to do about it.
        case notPermitted(help: String)
        case failed(reason: String)
    }

    public var path: String
    public var name: String
    public var vendor: UInt16
    public var product: UInt16
    /// Where it is plugged in; empty if unknown.
    public var port: String
    /// The configured keys that it has, in the order of their codes.
    public var keys: [UInt16]
    /// It has letters. Many switch interfaces say so as well.
    public var isFullKeyboard: Bool
    /// The configured keys that are down now.
    public var keysDown: [UInt16] = []
    /// `nil` if it has no battery or does not report it.
    public var battery: BatteryReading? = nil
    public var state: State

    /// `1234:5678`, as it can be written in the configuration.
    public var ids: String { "\(hex(vendor)):\(hex(product))" }

    private enum CodingKeys: String, CodingKey {
        case path, name, ids, port, state, detail
        case keys = "configured_keys"
        case isFullKeyboard = "full_keyboard"
        case keysDown = "keys_down"
        case batteryPercent = "battery_percent"
        case batteryLevel = "battery_level"
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(path, forKey: .path)
        try fields.encode(name, forKey: .name)
        try fields.encode(ids, forKey: .ids)
        try fields.encode(port, forKey: .port)
        try fields.encode(keys.map(KernelKeyNames.linuxName), forKey: .keys)
        try fields.encode(isFullKeyboard, forKey: .isFullKeyboard)
        try fields.encode(keysDown.map(KernelKeyNames.linuxName), forKey: .keysDown)
        try fields.encodeIfPresent(battery?.percent, forKey: .batteryPercent)
        try fields.encodeIfPresent(battery?.level?.rawValue, forKey: .batteryLevel)
        switch state {
        case .ready: try fields.encode("ready", forKey: .state)
        case .taken: try fields.encode("taken", forKey: .state)
        case .notPermitted(let help):
            try fields.encode("not_permitted", forKey: .state)
            try fields.encode(help, forKey: .detail)
        case .failed(let reason):
            try fields.encode("failed", forKey: .state)
            try fields.encode(reason, forKey: .detail)
        }
    }

    /// Whether that choice means this device, wherever links to it are.
    public func isChosen(by choice: DeviceSelection) -> Bool {
        switch choice {
        case .auto: !keys.isEmpty
        case .terminal, .nothing: false
        case .path(let chosen):
            URL(fileURLWithPath: chosen).resolvingSymlinksInPath().path
                == URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        case .name(let chosen): chosen.lowercased() == name.lowercased()
        case .ids(let vendor, let product): vendor == self.vendor && product == self.product
        }
    }

    private func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension SwitchReader {
    /// Every input device of this machine, with what prevents its use; independent of any reader.
    ///
    /// A device that nobody has grabbed and whose keys are up is grabbed for a moment, to learn that.
    public static func inventory(
        keys: [UInt16: SwitchRole], directory: String = "/dev/input", sysfs: String = "/sys/class/input"
    ) -> [DeviceReport] {
        DeviceFolder.nodes(in: directory).map { path in
            do throws(SwitchError) {
                return report(try InputDevice(path: path), keys, sysfs)
            } catch {
                return report(error, path, keys, sysfs)
            }
        }
    }

    private static func report(
        _ device: InputDevice, _ keys: [UInt16: SwitchRole], _ sysfs: String
    ) -> DeviceReport {
        var state = DeviceReport.State.ready
        let keysDown = device.keysDown
        if keysDown.isEmpty {
            switch device.grab() {
            case .grabbed: device.ungrab()
            case .refused(EBUSY): state = .taken
            case .refused: break
            }
        }
        return DeviceReport(
            path: device.path, name: device.identity.name, vendor: device.identity.vendor,
            product: device.identity.product, port: device.port,
            keys: keys.keys.filter(device.hasKey).sorted(),
            isFullKeyboard: device.isFullKeyboard, keysDown: keysDown.filter { keys[$0] != nil }.sorted(),
            battery: SysfsBattery.read(node: device.path, root: sysfs), state: state)
    }

    private static func report(
        _ error: SwitchError, _ path: String, _ keys: [UInt16: SwitchRole], _ sysfs: String
    ) -> DeviceReport {
        let known = SysfsDevice(node: path, root: sysfs)
        let state: DeviceReport.State =
            switch error {
            case .cannotOpen(_, EACCES), .cannotOpen(_, EPERM):
                .notPermitted(help: SwitchError.permissionHelp)
            case .cannotOpen, .cannotIdentify, .cannotStart: .failed(reason: "\(error)")
            }
        return DeviceReport(
            path: path, name: known?.identity.name ?? "", vendor: known?.identity.vendor ?? 0,
            product: known?.identity.product ?? 0, port: "",
            keys: known.map { keys.keys.filter($0.hasKey).sorted() } ?? [],
            isFullKeyboard: known.map { LinuxKey.letterRow.allSatisfy($0.hasKey) } ?? false,
            keysDown: [], battery: SysfsBattery.read(node: path, root: sysfs), state: state)
    }
}
