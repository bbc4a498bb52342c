internal import Glibc
import Scanning

/// The battery of an input device in `/sys`, which the kernel links as
/// `/sys/class/input/eventN/device/device/power_supply/NAME/`, whatever the connection is.
enum SysfsBattery {
    /// `nil` if the device has no battery; empty if it has one and does not report its state.
    ///
    /// The kernel may ask the device itself and wait for its answer, for seconds at worst.
    ///
    /// - Parameter node: e.g. `/dev/input/event5`.
    static func read(node: String, root: String = "/sys/class/input") -> BatteryReading? {
        let name = node.split(separator: "/").last.map(String.init) ?? ""
        // Including the device itself, where some drivers put it.
        let places = ["\(root)/\(name)/device/device/power_supply", "\(root)/\(name)/device/power_supply"]
        let readings = places.flatMap { place in
            entries(of: place).compactMap { reading("\(place)/\($0)") }
        }
        return readings.first { !$0.isEmpty } ?? readings.first
    }

    private static func reading(_ supply: String) -> BatteryReading? {
        guard SysfsDevice.line("\(supply)/type") ?? "Battery" == "Battery",
            SysfsDevice.line("\(supply)/present") != "0"
        else { return nil }
        let status = SysfsDevice.line("\(supply)/status") ?? "Unknown"
        var percent = SysfsDevice.line("\(supply)/capacity").flatMap { Int($0) }
        // Before a device has reported, the kernel knows no status and says 0.
        if status == "Unknown", percent == 0 { percent = nil }
        let level = SysfsDevice.line("\(supply)/capacity_level").flatMap {
            BatteryReading.Level(rawValue: $0.lowercased())
        }
        return BatteryReading(percent: percent, level: level, isCharging: status == "Charging")
    }

    static func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
