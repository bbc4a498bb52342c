/// What a reading changes for whoever charges or changes batteries.
public enum BatteryNews: Hashable, Sendable {
    /// All are charged or were replaced.
    case good
    /// The names of the devices whose battery is low.
    case low(String)
}

/// Which batteries are low: from when one becomes so until it was charged or changed.
public struct BatteryWatch: Sendable {
    private var low: [Int: String] = [:]
    /// Of devices that are gone. Wireless buttons come and go all day; their battery is still what it was.
    private var absent: Set<String> = []

    public init() {}

    /// The names of the devices whose battery is low, each once.
    public var names: [String] { absent.union(low.values).sorted() }

    /// Takes a reading of a device; an empty one changes nothing.
    ///
    /// - Returns: `nil` if it is no news.
    @discardableResult
    public mutating func take(
        _ reading: BatteryReading, of device: Int, named name: String
    ) -> BatteryNews? {
        guard !reading.isEmpty else { return nil }
        let before = names
        let wasLow = low[device] != nil || absent.contains(name)
        absent.remove(name)
        // Charging does not begin it, and does not end it before there is something in the battery.
        low[device] = (reading.isLow && !reading.isCharging) || (wasLow && !reading.isGood) ? name : nil
        let low = names
        if low.isEmpty, reading.isGood { return .good }
        return low == before ? nil : .low(low.joined(separator: ", "))
    }

    /// A device is gone.
    public mutating func lost(_ device: Int) {
        if let name = low.removeValue(forKey: device) { absent.insert(name) }
    }
}
