import Scanning
import Testing

@testable import Switches

@Suite struct DeviceKeysTests {
    static let space: UInt16 = 57

    @Test(
        "A key's changes give the right edges",
        arguments: [
            (false, [.press, .release], ["press", "release"]),
            (false, [.press, .repeated, .repeated, .release], ["press", "release"]),
            (false, [.press, .foundUp, .press, .release], ["press", "release", "press", "release"]),
            (false, [.foundDown, .release, .press, .release], ["down", "up", "press", "release"]),
            (false, [.foundDown, .foundUp, .press], ["down", "up", "press"]),
            (false, [.release, .foundUp, .repeated], []),
            (false, [.press, .press, .release, .release], ["press", "release"]),
            (true, [.repeated, .release], ["up"]),
            (true, [.release, .press, .release], ["up", "press", "release"]),
            (true, [.press, .release], ["up"]),
        ] as [(Bool, [DeviceKeys.Change], [String])])
    func table(isDown: Bool, changes: [DeviceKeys.Change], edges: [String]) {
        var keys = DeviceKeys(roles: [Self.space: .select], downAtOpening: isDown ? [Self.space] : [])
        let told = changes.compactMap { keys.handle($0, key: Self.space) }
        let expected = edges.map { word -> DeviceKeys.Output in
            switch word {
            case "down": .foundDown(.select, key: Self.space)
            case "up": .foundUp(.select, key: Self.space)
            default: .edge(.select, word == "press" ? .press : .release, key: Self.space)
            }
        }
        #expect(told == expected)
    }

    @Test("A key without a role tells nothing, yet counts as down")
    func aKeyWithoutARoleTellsNothingYetCounts() {
        var keys = DeviceKeys(roles: [Self.space: .select], downAtOpening: [])
        #expect(keys.handle(.press, key: 30) == nil)
        #expect(!keys.areAllUp)
        #expect(keys.handle(.release, key: 30) == nil)
        #expect(keys.areAllUp)
    }

    @Test("Ctrl+C interrupts, even where C has a role") func ctrlCInterruptsEvenWhereCHasARole() {
        var keys = DeviceKeys(roles: [LinuxKey.c: .select], downAtOpening: [])
        #expect(keys.handle(.press, key: LinuxKey.leftControl) == nil)
        #expect(keys.handle(.press, key: LinuxKey.c) == .interrupt)
    }

    @Test("A device that goes away releases what was pressed; what was unclear is only up")
    func aDeviceThatGoesAwayReleasesWhatWasPressed() {
        var keys = DeviceKeys(roles: [57: .select, 28: .step], downAtOpening: [28])
        #expect(keys.handle(.press, key: 57) == .edge(.select, .press, key: 57))
        #expect(keys.foundDown.map(\.key) == [28])
        #expect(keys.releaseAll() == [.foundUp(.step, key: 28), .edge(.select, .release, key: 57)])
        #expect(keys.areAllUp)
    }
}
