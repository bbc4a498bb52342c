/// How the machine of a kiosk or station is: the body of `PUT /machine`, and what *Devices* shows of it.
public struct MachineState: Codable, Sendable, Equatable {
    /// Beckon's version there.
    public var version: String
    /// Of the switches and keypads that are there now and say how full they are.
    @MayBeAbsent public var batteries: [SwitchBattery]

    public init(version: String, batteries: [SwitchBattery] = []) {
        self.version = version
        self.batteries = batteries
    }

    /// More are never at one machine.
    public static let mostBatteries = 20

    public func check() throws(FieldProblem) {
        try FieldChecks.text(version, "version", limit: 64)
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
