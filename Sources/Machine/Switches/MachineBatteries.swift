public import Scanning
import Synchronization

/// The batteries of this machine itself: a laptop or tablet has one or two, a desktop none. They count as one.
public final class MachineBatteries: Sendable {
    /// Where the kernel shows all supplies of power, a wireless mouse's and a charger's as well.
    public static let folder = "/sys/class/power_supply"

    private let keeper: BatteryKeeper

    /// - Parameter tell: called on a thread of its own with each changed reading, an empty one when there is no battery any more;
    ///   must not block.
    public init(root: String = folder, tell: @escaping @Sendable (BatteryReading) -> Void) {
        let wasThere = Mutex(false)
        keeper = BatteryKeeper(
            read: { _ in
                let reading = Self.read(root: root)
                return wasThere.withLock { wasThere in
                    wasThere = wasThere || reading != nil
                    return reading
                        ?? (wasThere ? BatteryReading(percent: nil, level: nil, isCharging: false) : nil)
                }
            }, tell: { _, reading in tell(reading) })
    }

    /// Reads now, after a minute and, where there is one, every five minutes.
    public func start() {
        keeper.add(SwitchDevice(id: 0, name: "this machine", path: Self.folder, roles: []))
    }

    /// When it returns, nothing more is told.
    public func stop() { keeper.stop() }

    /// How full they are together; `nil` without any. The kernel may ask the hardware, for seconds at worst.
    public static func read(root: String = folder) -> BatteryReading? {
        let batteries = SysfsBattery.entries(of: root).compactMap { battery("\(root)/\($0)") }
        guard !batteries.isEmpty else { return nil }
        let known = batteries.filter { $0.percent != nil }
        let weights = weights(of: known)
        let full = zip(known, weights).reduce(0.0) { sum, one in
            sum + Double(one.0.percent ?? 0) * one.1
        }
        return BatteryReading(
            percent: known.isEmpty ? nil : Int(full / weights.reduce(0, +)), level: nil,
            isCharging: batteries.contains(where: \.isCharging))
    }

    /// By what they hold, where all say it in the same unit; otherwise each counts the same.
    private static func weights(of batteries: [Battery]) -> [Double] {
        for size in [\Battery.energy, \Battery.charge] {
            let sizes = batteries.compactMap { $0[keyPath: size] }
            if sizes.count == batteries.count { return sizes }
        }
        return batteries.map { _ in 1 }
    }

    private struct Battery {
        var percent: Int?
        /// When it is full, in µWh or µAh.
        var energy: Double?
        var charge: Double?
        var isCharging: Bool
    }

    /// `nil` for what is no battery, is not there, or is that of a device of its own, such as a mouse.
    private static func battery(_ supply: String) -> Battery? {
        func line(_ name: String) -> String? { SysfsDevice.line("\(supply)/\(name)") }
        func size(_ name: String) -> Double? {
            line(name).flatMap { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        }
        guard line("type") == "Battery", line("scope") != "Device", line("present") != "0" else { return nil }
        let status = line("status")
        let percent = line("capacity").flatMap { Int($0) }.flatMap { (0...100).contains($0) ? $0 : nil }
        return Battery(
            // Before it was asked, the kernel knows no status and says 0.
            percent: percent == 0 && status ?? "Unknown" == "Unknown" ? nil : percent,
            energy: size("energy_full"), charge: size("charge_full"), isCharging: status == "Charging")
    }
}
