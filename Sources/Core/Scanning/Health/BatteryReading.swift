/// What a switch says of its battery, as the kernel passes it on.
public struct BatteryReading: Hashable, Sendable {
    /// `capacity_level`; devices without percentages have it. Unknown levels are left out.
    public enum Level: String, Sendable, CaseIterable {
        case critical, low, normal, high, full
    }

    /// 0–100; `nil` where the device does not say.
    public var percent: Int?
    public var level: Level?
    public var isCharging: Bool

    /// Takes the known values; a percentage out of range counts as unknown.
    public init(percent: Int?, level: Level?, isCharging: Bool) {
        self.percent = percent.flatMap { (0...100).contains($0) ? $0 : nil }
        self.level = level
        self.isCharging = isCharging
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { percent == nil && level == nil }

    /// Whether somebody should change or charge it: under 15 %, or what the device itself calls low.
    public var isLow: Bool {
        if let percent, percent < Self.lowPercent { return true }
        return level == .low || level == .critical
    }

    /// Whether it is full enough to say that it is no longer low: between 15 % and this, a reading says neither.
    public var isGood: Bool { !isEmpty && !isLow && percent ?? 100 >= Self.goodPercent }

    /// A button cell at 15 % lasts for days yet: long enough for somebody to buy one.
    public static let lowPercent = 15
    public static let goodPercent = 25
}
