import Scanning
import ShippedWords
import Testing
import Time

@testable import Switches
@testable import beckon

@Suite("beckon devices")
struct DevicesTests {
    private static let reports = [
        DeviceReport(
            path: "/dev/input/event5", name: "Big Red Switch", vendor: 0x1234, product: 0xA,
            port: "usb-1/input0",
            keys: [57], isFullKeyboard: false, state: .ready),
        DeviceReport(
            path: "/dev/input/event12", name: "Pad", vendor: 0, product: 0, port: "",
            keys: [2, 3, 4, 5, 0x110], isFullKeyboard: true, state: .notPermitted(help: "Ask for the rights.")
        ),
        DeviceReport(
            path: "/dev/input/event13", name: "", vendor: 0, product: 0, port: "", keys: [],
            isFullKeyboard: false,
            state: .taken),
    ]

    private func screen(_ language: String, _ reports: [DeviceReport] = DevicesTests.reports) throws
        -> DevicesScreen
    {
        DevicesScreen(reports: reports, words: try ShippedWords.translation(language))
    }

    @Test("The table names each device, its keys and its state") func table() throws {
        let screen = try screen("en")
        #expect(
            screen.rows == [
                ["device", "name", "ids", "configured keys", "state"],
                ["/dev/input/event5", "Big Red Switch", "1234:000a", "space", "ready"],
                ["/dev/input/event12", "Pad", "0000:0000", "1, 2, 3 + 2", "no permission"],
                [
                    "/dev/input/event13", "?", "0000:0000", "none",
                    "taken by another program, or by Beckon itself",
                ],
            ])
        #expect(screen.advice == ["Ask for the rights."])
        #expect(try self.screen("en", []).advice.first?.hasPrefix("No input device found.") == true)
    }

    @Test("In German it says all of that in German") func german() throws {
        let screen = try screen("de")
        #expect(screen.rows.first == ["Gerät", "Name", "Kennung", "eingestellte Tasten", "Zustand"])
        #expect(
            screen.rows.compactMap(\.last) == [
                "Zustand", "bereit", "keine Berechtigung",
                "von einem anderen Programm belegt, oder von Beckon selbst",
            ])
        let denied = DeviceReport(
            path: "/dev/input/event1", name: "A", vendor: 0, product: 0, port: "", keys: [],
            isFullKeyboard: false, state: .notPermitted(help: SwitchError.permissionHelp))
        let advice = try self.screen("de", [denied]).advice
        #expect(advice.first?.hasPrefix("Nehmen Sie den Benutzer in die Gruppe auf") == true, "\(advice)")
        #expect(try self.screen("de", []).advice.first?.hasPrefix("Kein Eingabegerät gefunden.") == true)
    }

    private static let device = SwitchDevice(
        id: 3, name: "Big Red Switch", path: "/dev/input/event5", roles: [])

    private static func edge(_ direction: SwitchEdge.Direction, _ milliseconds: Int64) -> SwitchEvent {
        .edge(
            SwitchEdge(
                role: .select, source: .init(device: 3, key: 57), direction: direction,
                at: Instant(nanoseconds: milliseconds * 1_000_000)))
    }

    private static let events: [SwitchEvent] = [
        .arrived(device), edge(.press, 1000), edge(.release, 1180),
        .foundDown(.init(device: 3, key: 57), .declined, at: Instant(nanoseconds: 0)),
        .foundUp(.init(device: 3, key: 57), .met),
        .battery(device, BatteryReading(percent: 80, level: nil, isCharging: true)),
        .lost(device, reason: "it is not there any more"),
    ]

    @Test(
        "Live lines name device, key and the time since the last",
        arguments: [
            (
                "en",
                [
                    "+ Big Red Switch (/dev/input/event5): press it",
                    "  press    space = select  Big Red Switch",
                    "  release  space = select  Big Red Switch  +0.180 s",
                    "  is down  space = can't now  Big Red Switch: let it go",
                    "  is up    space = done  Big Red Switch",
                    "  battery  80 %, charging  Big Red Switch",
                    "- Big Red Switch (/dev/input/event5): it is not there any more",
                ]
            ),
            (
                "de",
                [
                    "+ Big Red Switch (/dev/input/event5): Drücken Sie darauf",
                    "  gedrückt         space = wählt  Big Red Switch",
                    "  losgelassen      space = wählt  Big Red Switch  +0,180 s",
                    "  ist gedrückt     space = geht gerade nicht  Big Red Switch: Lassen Sie los",
                    "  ist losgelassen  space = erledigt  Big Red Switch",
                    "  Batterie         80 %, lädt  Big Red Switch",
                    "- Big Red Switch (/dev/input/event5): es ist nicht mehr da",
                ]
            ),
        ])
    func live(language: String, lines: [String]) throws {
        var listing = PressLines(try ShippedWords.translation(language))
        #expect(Self.events.map { listing.line(for: $0) } == lines)
    }
}
