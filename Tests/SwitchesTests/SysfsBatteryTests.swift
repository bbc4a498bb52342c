import Foundation
import OwnFolders
import RealTime
import Scanning
import Synchronization
import Testing
import Time

@testable import Switches

/// A made-up `/sys/class/input`, in a folder of its own.
private struct Sysfs {
    private let root: OwnFolder
    var path: String { root.path }

    init() throws { root = try OwnFolder() }

    func write(_ supply: String, _ files: [String: String]) throws {
        let folder = URL(filePath: root.file(supply))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data("\(text)\n".utf8).write(to: folder.appending(path: name)) }
    }
}

@Suite("A battery in /sys") struct ABatteryInSysTests {
    static let hid = "event5/device/device/power_supply/hid-0005:046D:B342.0003-battery"

    @Test(
        "A battery is read as the kernel reports it",
        arguments: [
            (["type": "Battery", "capacity": "12", "status": "Discharging"], 12, nil, false),
            (["type": "Battery", "capacity": "90", "status": "Charging"], 90, nil, true),
            (["capacity_level": "Low", "status": "Discharging"], nil, .low, false),
            (["capacity_level": "Critical", "capacity": "3", "status": "Discharging"], 3, .critical, false),
            (["capacity_level": "Unknown", "status": "Unknown"], nil, nil, false),
            // Not reported yet.
            (["capacity": "0", "status": "Unknown"], nil, nil, false),
            (["capacity": "0", "status": "Discharging"], 0, nil, false),
            (["capacity": "nonsense"], nil, nil, false), (["capacity": "300"], nil, nil, false),
            ([:], nil, nil, false),
        ] as [([String: String], Int?, BatteryReading.Level?, Bool)])
    func reading(files: [String: String], percent: Int?, level: BatteryReading.Level?, charging: Bool) throws
    {
        let sysfs = try Sysfs()
        try sysfs.write(Self.hid, files)
        #expect(
            SysfsBattery.read(node: "/dev/input/event5", root: sysfs.path)
                == BatteryReading(percent: percent, level: level, isCharging: charging))
    }

    @Test("A missing or removed battery, or the mains, counts as no battery")
    func isNoneWhereThereIsNoneWhereItIs() throws {
        let sysfs = try Sysfs()
        #expect(SysfsBattery.read(node: "/dev/input/event5", root: sysfs.path) == nil)
        try sysfs.write(Self.hid, ["type": "Mains", "capacity": "5"])
        #expect(SysfsBattery.read(node: "/dev/input/event5", root: sysfs.path) == nil)
        try sysfs.write(Self.hid, ["type": "Battery", "present": "0", "capacity": "5"])
        #expect(SysfsBattery.read(node: "/dev/input/event5", root: sysfs.path) == nil)
        #expect(SysfsBattery.read(node: "/dev/input/event6", root: sysfs.path) == nil)
    }

    @Test("A battery is found beside one that reports nothing")
    func isFoundBesideOneThatSaysNothing() throws {
        let sysfs = try Sysfs()
        try sysfs.write("event5/device/device/power_supply/a", ["status": "Unknown"])
        try sysfs.write("event5/device/device/power_supply/b", ["capacity": "44", "status": "Discharging"])
        #expect(SysfsBattery.read(node: "/dev/input/event5", root: sysfs.path)?.percent == 44)
    }
}

@Suite("When batteries are read") struct BatteriesAreLookedAtTests {
    @Test(
        "A known battery is read every five minutes; without one, reading stops after two tries",
        arguments: [
            ([], nil), ([(1, false)], .seconds(60)), ([(2, false)], nil), ([(2, true)], .seconds(300)),
            ([(9, true), (1, false)], .seconds(60)), ([(9, false), (7, true)], .seconds(300)),
        ] as [([(Int, Bool)], Duration?)])
    func pause(devices: [(Int, Bool)], pause: Duration?) {
        #expect(BatteryKeeper.pause(devices.map { (looks: $0.0, hasBattery: $0.1) }) == pause)
    }

    @Test("All batteries are read when a device comes, and only changes are reported")
    func atOnceWhenADeviceComesAndOnlyWhat() {
        let device = SwitchDevice(id: 1, name: "Button", path: "/dev/input/event5", roles: [])
        let looked = WakeUp(), looks = Mutex(0), told = Mutex<[Int?]>([])
        let keeper = BatteryKeeper(
            read: { _ in
                let number = looks.withLock { looks in
                    looks += 1
                    return looks
                }
                if number == 4 { looked.signal() }
                return BatteryReading(percent: number < 3 ? 50 : 40, level: nil, isCharging: false)
            },
            tell: { _, reading in told.withLock { $0.append(reading.percent) } })
        // A device that comes makes it look at all of them.
        keeper.add(device)
        for id in 2...4 {
            while looks.withLock({ $0 }) < id - 1 { sched_yield() }
            keeper.add(SwitchDevice(id: id, name: "Other", path: "none", roles: []))
            keeper.remove(id)
        }
        #expect(looked.wait(until: MonotonicClock.now.advanced(by: .seconds(10))))
        keeper.stop()
        #expect(told.withLock { $0 }.prefix(2) == [50, 40])
    }
}
