/// Which batteries are low: from when one becomes so until it was charged or changed.
public struct BatteryWatch: Sendable {
    private var low: [Int: String] = [:]
    /// Of devices that are gone. Wireless buttons come and go all day; their battery is still what it was.
    private var absent: Set<String> = []

    public init() {}

    /// The names of the devices whose battery is low, each once.
    public var names: [String] { absent.union(low.values).sorted() }

    /// Takes a reading of a device; an empty one changes nothing.
    public mutating func take(_ reading: BatteryReading, of device: Int, named name: String) {
        guard !reading.isEmpty else { return }
        let wasLow = low[device] != nil || absent.contains(name)
        absent.remove(name)
        // Charging does not begin it, and does not end it before there is something in the battery.
        low[device] = (reading.isLow && !reading.isCharging) || (wasLow && !reading.isGood) ? name : nil
    }

    /// A device is gone.
    public mutating func lost(_ device: Int) {
        if let name = low.removeValue(forKey: device) { absent.insert(name) }
    }
}
