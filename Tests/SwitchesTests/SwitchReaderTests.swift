import Foundation
import OwnThreads
import RealTime
import Testing
import Time

/// The reader on the real libevdev, in front of mocked devices.
@Suite(.ownThreads(2)) struct SwitchReaderTests {
    static let red = "node=event5,name=Big Red Switch,id=1234:5678,keys=57+28"
    static let pad = "node=event7,name=Number Pad,id=0a0b:0c0d,keys=28+96"
    static let keys = ["--key", "57=select", "--key", "28=step"]

    /// A probe whose devices have all been told, so that what follows is what the test does.
    private func desk(
        _ devices: [String] = [red], options: [String] = [], _ probe: [String] = ["--select", "auto"],
        begins: [String] = ["arrived /dev/input/event5 Big Red Switch"]
    ) throws -> Desk {
        let desk = try Desk(devices: devices, options: options, probe + Self.keys)
        var lines: Set<String> = []
        for _ in 0...begins.count { lines.insert(try desk.line()) }
        #expect(lines == Set(begins + ["ready"]))
        return desk
    }

    private static let event5 = "arrived /dev/input/event5 Big Red Switch"
    private static let event7 = "arrived /dev/input/event7 Number Pad"

    @Test("A press and a release are two edges, the keyboard's repetition none")
    func aPressAndAReleaseAreTwoEdgesThe() throws {
        let desk = try desk()
        try desk.tell("press 57")
        #expect(try desk.line() == "press select 57")
        for _ in 1...3 { try desk.tell("repeat 57") }
        try desk.tell("release 57")
        #expect(try desk.line() == "release select 57")
        #expect(try desk.finish() == [])
    }

    @Test("Many presses in one read all arrive, in order") func manyPressesInOneReadAllArriveInOrder() throws
    {
        let desk = try desk()
        try desk.tell("burst 57 28 30 57")
        let lines = try (1...6).map { _ in try desk.line() }
        #expect(
            lines == [
                "press select 57", "release select 57", "press step 28", "release step 28", "press select 57",
                "release select 57",
            ])
        #expect(try desk.finish() == [])
    }

    @Test("Edges carry the time of the kernel") func edgesCarryTheTimeOfTheKernel() throws {
        let desk = try desk([Self.red], ["--select", "auto", "--times"])
        let before = MonotonicClock.now.nanoseconds
        try desk.tell("press 57")
        let words = try desk.line().split(separator: " ")
        let after = MonotonicClock.now.nanoseconds
        let at = try #require(words.last.flatMap { Int64($0) })
        // The kernel counts microseconds, rounded down.
        #expect(at >= before - 1000)
        #expect(at <= after)
        #expect(at % 1000 == 0)
        _ = try desk.finish()
    }

    @Test("Where the device's clock cannot be set, the time of reading counts")
    func whereTheDevicesClockCannotBeSetTheTime() throws {
        let desk = try desk([Self.red + ",clock=no"], ["--select", "auto", "--times"])
        try desk.tell("press 57")
        let at = try #require(try desk.line().split(separator: " ").last.flatMap { Int64($0) })
        let age = MonotonicClock.now.nanoseconds - at
        #expect(age >= 0 && age < 10_000_000_000)
        _ = try desk.finish()
    }

    @Test("Lost events make no false press, and a lost release is made up for")
    func lostEventsMakeNoFalsePressAndALost() throws {
        let desk = try desk()
        try desk.tell("press 57")
        #expect(try desk.line() == "press select 57")
        try desk.tell("drop 57=0")
        #expect(try desk.line() == "release select 57")
        // Pressed while events were lost: nothing, until it has been up.
        try desk.tell("drop 57=1")
        try desk.tell("release 57")
        try desk.tell("press 57")
        #expect(try desk.line() == "press select 57")
        #expect(try desk.finish() == [])
    }

    @Test("A key that is down at the start does nothing until it has been up")
    func aKeyThatIsDownAtTheStartDoes() throws {
        let desk = try desk([Self.red + ",down=57"])
        try desk.tell("repeat 57")
        try desk.tell("release 57")
        try desk.tell("press 57")
        #expect(try desk.line() == "press select 57")
        #expect(try desk.finish() == [])
    }

    @Test("A key found down is reported separately until it is up")
    func aKeyThatIsDownAtTheStartOr()
        throws
    {
        let desk = try Desk(
            devices: [Self.red + ",down=57"], ["--health", "--select", "auto"] + Self.keys)
        let lines = Set(try (1...3).map { _ in try desk.line() })
        #expect(lines == [Self.event5, "found down select 57", "ready"])
        try desk.tell("release 57")
        #expect(try desk.line() == "found up select 57")
        try desk.tell("drop 28=1")
        #expect(try desk.line() == "found down step 28")
        try desk.tell("unplug event5")
        #expect(try desk.line() == "found up step 28")
        #expect(try desk.line() == "lost /dev/input/event5 unplugged")
        #expect(try desk.finish() == [])
    }

    @Test("A switch's battery is told when the switch comes") func aSwitchsBatteryIsToldWhenTheSwitchComes()
        throws
    {
        let desk = try Desk(
            devices: [Self.red + ",battery=12"], ["--health", "--select", "auto"] + Self.keys)
        let lines = Set(try (1...3).map { _ in try desk.line() })
        #expect(lines == [Self.event5, "battery /dev/input/event5 12 ?", "ready"])
        #expect(try desk.finish() == [])
    }

    @Test("Two devices are read at once") func twoDevicesAreReadAtOnce() throws {
        let desk = try desk([Self.red, Self.pad], begins: [Self.event5, Self.event7])
        try desk.tell("press event5 57")
        #expect(try desk.line() == "press select 57")
        try desk.tell("press event7 28")
        #expect(try desk.line() == "press step 28")
        try desk.tell("release event5 57")
        #expect(try desk.line() == "release select 57")
        #expect(try desk.finish() == [])
    }

    @Test(
        "Devices are chosen by name, ids or path",
        arguments: [
            (["big red switch"], [event5]), (["0A0B:0c0d"], [event7]), (["/dev/input/event7"], [event7]),
            (["Number Pad", "1234:5678"], [event5, event7]), (["none"], []), (["Nobody's"], []),
            (["auto", "/dev/input/event5"], [event5, event7]),
        ])
    func selection(choices: [String], arrivals: [String]) throws {
        let desk = try desk([Self.red, Self.pad], choices.flatMap { ["--select", $0] }, begins: arrivals)
        #expect(try desk.finish() == [])
    }

    @Test("A device without any configured key is left alone")
    func aDeviceWithoutAnyConfiguredKeyIsLeftAlone() throws {
        let desk = try desk([Self.red, "node=event1,name=Lid,keys=116"])
        #expect(try desk.finish() == [])
    }

    @Test("A chosen path whose device has none of the keys is reported") func aPathIsToldOfWhenItsDeviceHas()
        throws
    {
        let desk = try Desk(
            devices: ["node=event1,name=Lid,keys=116"], ["--select", "/dev/input/event1"] + Self.keys)
        let lines = Set([try desk.line(), try desk.line()])
        #expect(
            lines.contains { $0.hasPrefix("notice /dev/input/event1: “Lid” has none of the configured keys") }
        )
        #expect(try desk.finish() == [])
    }

    @Test("A device that goes away releases its keys, is reported, and is read again when it is back")
    func aDeviceThatGoesAwayReleasesItsKeysIs()
        throws
    {
        let desk = try desk()
        try desk.tell("press 57")
        #expect(try desk.line() == "press select 57")
        try desk.tell("unplug event5")
        #expect(try desk.line() == "release select 57")
        #expect(try desk.line() == "lost /dev/input/event5 unplugged")
        try desk.tell("plug \(Self.red)")
        #expect(try desk.line() == Self.event5)
        try desk.tell("press 57")
        #expect(try desk.line() == "press select 57")
        #expect(try desk.finish() == [])
    }

    @Test("A device may come after the start, even before there is a folder for it")
    func aDeviceMayComeAfterTheStartEvenBefore() throws {
        let desk = try desk([], options: ["--without-directory"], begins: [])
        try desk.tell("plug \(Self.red)")
        #expect(try desk.line() == Self.event5)
        #expect(try desk.finish() == [])
    }

    @Test("A device without access rights is reported, and read once it has them")
    func aDeviceWithoutRightsIsToldOfAndRead() throws {
        // Root may open everything: the probe has to be somebody else.
        let options = getuid() == 0 ? ["--user", "65534"] : []
        let desk = try Desk(
            devices: [Self.red + ",denied=yes"], options: options, ["--select", "auto"] + Self.keys)
        let lines = Set([try desk.line(), try desk.line()])
        #expect(
            lines.contains { $0.hasPrefix("notice /dev/input/event5: no permission to read this device.") })
        try desk.tell("allow event5")
        #expect(try desk.line() == Self.event5)
        #expect(try desk.finish() == [])
    }

    @Test("A device grabbed by another program is reported") func aDeviceThatAnotherProgramHasTakenIsTold()
        throws
    {
        let desk = try Desk(devices: [Self.red + ",taken=yes"], ["--select", "auto", "--grab"] + Self.keys)
        let lines = Set([try desk.line(), try desk.line(), try desk.line()])
        #expect(
            lines.contains {
                $0.hasPrefix("notice /dev/input/event5: “Big Red Switch” could not be grabbed for Beckon")
            })
        #expect(try desk.finish() == [])
    }

    @Test(
        "Ctrl+C interrupts from a grabbed keyboard only: elsewhere the terminal sees it",
        arguments: [(["--grab"], ["interrupt"]), ([], [])])
    func control(options: [String], lines: [String]) throws {
        let desk = try desk(
            ["node=event5,name=Big Red Switch,keys=all"], ["--select", "auto"] + options)
        try desk.tell("press 29")
        try desk.tell("press 46")
        // What follows shows that the reader is past it.
        try desk.tell("press 57")
        let told = try (0...lines.count).map { _ in try desk.line() }
        #expect(told == lines + ["press select 57"])
        _ = try desk.finish()
    }

    @Test("A link by id finds its device, now and when it comes back under another number")
    func aLinkByIdFindsItsDeviceNowAnd() throws {
        let link = ",link=by-id/usb-Red"
        let desk = try desk([Self.red + link, Self.pad], ["--select", "/dev/input/by-id/usb-Red"])
        try desk.tell("unplug event5")
        #expect(try desk.line() == "lost /dev/input/event5 unplugged")
        try desk.tell("plug node=event9,name=Big Red Switch\(link)")
        #expect(try desk.line() == "arrived /dev/input/event9 Big Red Switch")
        try desk.tell("press event9 57")
        #expect(try desk.line() == "press select 57")
        #expect(try desk.finish() == [])
    }

    @Test("A key that is held while its device is opened keeps the device from being grabbed until it is up")
    func aKeyThatIsHeldWhileItsDeviceIs()
        throws
    {
        let desk = try desk(
            ["node=event5,name=Big Red Switch,keys=all,down=28"], ["--select", "auto", "--grab"])
        // Not grabbed yet: the terminal sees Ctrl+C itself.
        for key in [29, 46] { try desk.tell("press \(key)") }
        for key in [46, 29, 28] { try desk.tell("release \(key)") }
        try desk.tell("tap 57 1")
        #expect(try [desk.line(), desk.line()] == ["press select 57", "release select 57"])
        for key in [29, 46] { try desk.tell("press \(key)") }
        #expect(try desk.line() == "interrupt")
        #expect(try desk.finish() == [])
    }

    @Test("The list of devices says what each is and what keeps it from being used")
    func theListOfDevicesSaysWhatEachIsAnd() throws {
        let options = getuid() == 0 ? ["--user", "65534"] : []
        let desk = try Desk(
            devices: [
                Self.red, Self.pad + ",taken=yes", "node=event8,name=Keyboard,keys=all",
                "node=event9,name=Hidden,denied=yes",
            ], options: options, Self.keys + ["--inventory"])
        #expect(
            desk.rest() == [
                "/dev/input/event5 Big Red Switch 1234:5678 [28, 57] ready",
                "/dev/input/event7 Number Pad 0a0b:0c0d [28] taken",
                "/dev/input/event8 Keyboard 1234:5678 [28, 57] ready",
                "/dev/input/event9  0000:0000 [] not permitted: "
                    + "Add the user to the group that owns input devices (`sudo usermod -aG input \"$USER\"`), "
                    + "then log out and in again.",
            ])
    }
}
