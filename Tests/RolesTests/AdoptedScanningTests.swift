import HomeFiles
import Logging
import OwnFolders
import Scanning
import Testing

@testable import Roles

@Suite("Scanning that a running kiosk takes over")
struct AdoptedScanningTests {
    private static func settings(_ change: (inout HomeSettings) -> Void) -> HomeSettings {
        var settings = HomeSettings.standard
        settings.switches.roles = [57: .select]
        change(&settings)
        return settings
    }

    private static let started = settings { _ in }

    private let folder: OwnFolder
    private let desk: TuningDesk

    init() throws {
        folder = try OwnFolder()
        desk = TuningDesk(
            home: folder.path, settings: Self.started, logger: Logger(label: "test"))
    }

    @Test("Scan time and tuning count although other settings of the switches wait for the next start")
    func others() {
        let changed = Self.settings { settings in
            settings.stuckAfter = .seconds(40)
            settings.tellsSilence = false
            settings.switches.roles = [28: .select, 57: .back]
            settings.scanning.scanTime = .milliseconds(900)
            settings.tuning.keep = false
        }
        let adopted = desk.adopt(changed)
        #expect(adopted.scanning == changed.scanning && adopted.tuning == changed.tuning)
    }

    @Test("A way of scanning waits for keys that are not read yet, and tuning does not wait with it")
    func keys() {
        var changed = Self.settings { settings in
            settings.switches.roles = [57: .select, 28: .step]
            settings.scanning.mode = .step
            settings.scanning.scanTime = .milliseconds(900)
            settings.tuning.automatic = true
        }
        var adopted = desk.adopt(changed)
        #expect(adopted.scanning == Self.started.scanning && adopted.tuning == changed.tuning)
        // Back to what one key can do: from then on it counts again.
        changed.scanning.mode = .inverse
        adopted = desk.adopt(changed)
        #expect(adopted.scanning == changed.scanning)
        changed.scanning.mode = .direct
        #expect(desk.adopt(changed).scanning.mode == .inverse)
    }

    @Test(
        "A way of scanning needs its keys and no others",
        arguments: [
            ([.select], [.automatic, .inverse, .stepDwell]),
            ([.select, .step], [.automatic, .inverse, .stepDwell, .step]), ([.digit(1)], [.direct]),
            ([.back, .help], []),
        ] as [([SwitchRole], [ScanParameters.Mode])])
    func needed(roles: [SwitchRole], modes: [ScanParameters.Mode]) {
        let keys = HomeSettings.Keys(
            devices: ["auto"], grab: false,
            roles: Dictionary(uniqueKeysWithValues: roles.enumerated().map { (UInt16($0), $1) }))
        #expect(
            ScanParameters.Mode.allCases.filter(keys.suffice)
                == modes.sorted { a, b in
                    ScanParameters.Mode.allCases.firstIndex(of: a) ?? 0 < ScanParameters.Mode.allCases
                        .firstIndex(of: b) ?? 0
                })
    }
}
