/// How the machine of a kiosk, station or browser is: the body of `PUT /machine`, and what *Devices* shows of it.
public struct MachineState: Codable, Sendable, Equatable {
    /// Beckon's version there; `nil` for a browser, which has none of its own.
    public var version: String?
    /// The machine's own; `nil` where it has none, or does not say how full it is.
    public var battery: MachineBattery?
    /// Of the switches and keypads that are there now and say how full they are.
    @MayBeAbsent public var batteries: [SwitchBattery]

    public init(
        version: String? = nil, battery: MachineBattery? = nil, batteries: [SwitchBattery] = []
    ) {
        self.version = version
        self.battery = battery
        self.batteries = batteries
    }

    /// More are never at one machine.
    public static let mostBatteries = 20

    public func check() throws(FieldProblem) {
        if let version { try FieldChecks.text(version, "version", limit: 64) }
        if let battery, !(0...100).contains(battery.percent) {
            throw FieldProblem("battery", "`percent` is from 0 to 100")
        }
        guard batteries.count <= Self.mostBatteries else {
            throw FieldProblem("batteries", "a machine has at most \(Self.mostBatteries)")
        }
        for battery in batteries {
            try FieldChecks.text(battery.name, "batteries", limit: SwitchBattery.longestName)
            if let percent = battery.percent, !(0...100).contains(percent) {
                throw FieldProblem("batteries", "`percent` is from 0 to 100")
            }
        }
    }
}

/// The battery of a laptop, tablet or phone itself, as it was told last.
public struct MachineBattery: Codable, Sendable, Equatable {
    /// 0–100.
    public var percent: Int
    public var isCharging: Bool

    public init(percent: Int, isCharging: Bool = false) {
        self.percent = percent
        self.isCharging = isCharging
    }

    /// Whether it is worth a message after what was told before: another step of 5 %, or charging has begun or ended.
    public func isNews(after told: MachineBattery?) -> Bool {
        guard let told else { return true }
        return percent / Self.step != told.percent / Self.step || isCharging != told.isCharging
    }

    /// In percent.
    private static let step = 5

    enum CodingKeys: String, CodingKey {
        case percent
        case isCharging = "is_charging"
    }
}

/// What a switch or keypad said last of its battery.
public struct SwitchBattery: Codable, Sendable, Equatable {
    /// As devices without percentages have it.
    public enum Level: String, Codable, Sendable, CaseIterable {
        case critical, low, normal, high, full
    }

    /// Longer ones are cut.
    public static let longestName = 100

    /// As the switch calls itself.
    public var name: String
    /// 0–100; `nil` where it does not say.
    public var percent: Int?
    public var level: Level?
    public var isCharging: Bool

    public init(name: String, percent: Int? = nil, level: Level? = nil, isCharging: Bool = false) {
        self.name = name
        self.percent = percent
        self.level = level
        self.isCharging = isCharging
    }

    enum CodingKeys: String, CodingKey {
        case name, percent, level
        case isCharging = "is_charging"
    }
}
