import Evidence
import HomeFiles
import Logging
import OwnFolders
import Scanning
import Synchronization
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

    @Test("What was kept of the presses is told once, and again when presses are weighed again")
    func presses() {
        let told = Mutex<[Int]>([])
        func recall() -> [Int] {
            desk.recallPresses { profile in told.withLock { $0.append(profile.count) } }
            desk.flush()
            return told.withLock { $0 }
        }
        func press(_ id: UInt64) {
            desk.keep(
                .weighed(
                    .init(
                        offers: [.init(since: .milliseconds(800), wanted: 0.5, meant: 0.9)],
                        watched: .seconds(2),
                        verdict: .chose, choice: .init(rawValue: id)))
            ) { _, _ in }
        }
        press(1)
        press(2)
        #expect(recall() == [])
        _ = desk.adopt(Self.settings { $0.scanning.pressEvidence = .cautious })
        #expect(recall() == [2])
        press(3)
        #expect(recall() == [2])
        _ = desk.adopt(Self.settings { $0.scanning.pressEvidence = .off })
        #expect(recall() == [2])
        _ = desk.adopt(Self.settings { $0.scanning.pressEvidence = .full })
        #expect(recall() == [2, 3])
        _ = desk.adopt(
            Self.settings { settings in
                settings.scanning.pressEvidence = .full
                settings.tuning.keep = false
            })
        #expect(recall() == [2, 3])
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
