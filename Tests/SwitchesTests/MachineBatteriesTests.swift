import Foundation
import OwnFolders
import RealTime
import Scanning
import Synchronization
import Testing
import Time

@testable import Switches

/// A made-up `/sys/class/power_supply`, in a folder of its own.
private struct Supplies {
    private let root: OwnFolder
    var path: String { root.path }

    init(_ supplies: [String: [String: String]] = [:]) throws {
        root = try OwnFolder()
        for (name, files) in supplies { try write(name, files) }
    }

    func write(_ supply: String, _ files: [String: String]) throws {
        let folder = URL(filePath: root.file(supply))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data("\(text)\n".utf8).write(to: folder.appending(path: name)) }
    }

    func remove(_ supply: String) throws { try FileManager.default.removeItem(atPath: root.file(supply)) }
}

@Suite("The machine's own batteries in /sys") struct MachineBatteriesTests {
    private static let mains = ["type": "Mains", "online": "1"]
    private static let mouse = [
        "type": "Battery", "scope": "Device", "capacity": "3", "status": "Discharging",
    ]

    private static func battery(
        _ capacity: String, _ status: String = "Discharging", _ more: [String: String] = [:]
    ) -> [String: String] {
        ["type": "Battery", "capacity": capacity, "status": status].merging(more) { _, new in new }
    }

    @Test(
        "A desktop has none, whatever mice, supplies against power cuts and chargers it has",
        arguments: [
            [:], ["AC": mains], ["hidpp_battery_0": mouse],
            ["ups": ["type": "UPS", "capacity": "5", "status": "Discharging"]],
            ["BAT0": battery("50", "Discharging", ["present": "0"])], ["odd": ["capacity": "50"]],
        ] as [[String: [String: String]]])
    func none(supplies: [String: [String: String]]) throws {
        let folder = try Supplies(supplies)
        #expect(MachineBatteries.read(root: folder.path) == nil)
        #expect(MachineBatteries.read(root: folder.path + "/nowhere") == nil)
    }

    @Test(
        "One is read as it is, beside a charger and a mouse",
        arguments: [
            (battery("40"), 40, false), (battery("80", "Charging"), 80, true),
            (battery("100", "Full"), 100, false),
            // At its charger, which does not charge it further: it does not get fuller.
            (battery("60", "Not charging"), 60, false), (battery("0"), 0, false),
            (battery("0", "Unknown"), nil, false), (battery("101"), nil, false), (battery("nan"), nil, false),
            (battery("30", "Discharging", ["scope": "System"]), 30, false),
        ] as [([String: String], Int?, Bool)])
    func one(files: [String: String], percent: Int?, isCharging: Bool) throws {
        let folder = try Supplies(["BAT0": files, "AC": Self.mains, "hidpp_battery_0": Self.mouse])
        #expect(
            MachineBatteries.read(root: folder.path)
                == BatteryReading(percent: percent, level: nil, isCharging: isCharging))
    }

    @Test("Two count as one, by what they hold; one of them charging is charging")
    func two() throws {
        let folder = try Supplies([
            "BAT0": Self.battery("100", "Unknown", ["energy_full": "20000000"]),
            "BAT1": Self.battery("10", "Charging", ["energy_full": "60000000"]),
        ])
        let both = BatteryReading(percent: 32, level: nil, isCharging: true)
        #expect(MachineBatteries.read(root: folder.path) == both)
        // Where they say it in different units, or not at all, each counts the same.
        try folder.write("BAT2", Self.battery("13", "Unknown", ["charge_full": "9"]))
        #expect(MachineBatteries.read(root: folder.path)?.percent == 41)
        // One that does not say how full it is counts for nothing.
        try folder.write("BAT3", ["type": "Battery", "status": "Unknown"])
        #expect(MachineBatteries.read(root: folder.path)?.percent == 41)
    }

    @Test("One that is taken out is told, as one of which nothing is known")
    func takenOut() throws {
        let folder = try Supplies(["BAT0": Self.battery("40")])
        let told = Mutex<[Int?]>([])
        let heard = WakeUp()
        let batteries = MachineBatteries(root: folder.path) { reading in
            told.withLock { $0.append(reading.percent) }
            heard.signal()
        }
        batteries.start()
        #expect(heard.wait(until: MonotonicClock.now.advanced(by: .seconds(180))))
        try folder.remove("BAT0")
        batteries.start()
        #expect(heard.wait(until: MonotonicClock.now.advanced(by: .seconds(180))))
        batteries.stop()
        #expect(told.withLock { $0 } == [40, nil])
    }
}
