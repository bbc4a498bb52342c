import Scanning
import Testing
import Time

@testable import Switches

@Suite struct DeviceListingTests {
    static let reports = [
        DeviceReport(
            path: "/dev/input/event5", name: "Big Red Switch", vendor: 0x1234, product: 0xA,
            port: "usb-1/input0",
            keys: [57], isFullKeyboard: false, state: .ready),
        DeviceReport(
            path: "/dev/input/event12", name: "Pad", vendor: 0, product: 0, port: "", keys: [2, 3, 4, 5, 6],
            isFullKeyboard: true, state: .notPermitted(help: "Ask for the rights.")),
        DeviceReport(
            path: "/dev/input/event13", name: "", vendor: 0, product: 0, port: "", keys: [],
            isFullKeyboard: false,
            state: .taken),
    ]

    @Test("The table names each device, its keys and its state") func theTableNamesEachDeviceItsKeysAndIts() {
        #expect(
            DeviceListing.rows(Self.reports) == [
                ["device", "name", "ids", "configured keys", "state"],
                ["/dev/input/event5", "Big Red Switch", "1234:000a", "space", "ready"],
                ["/dev/input/event12", "Pad", "0000:0000", "1, 2, 3 + 2", "no permission"],
                [
                    "/dev/input/event13", "?", "0000:0000", "none",
                    "taken by another program, or by Beckon itself",
                ],
            ])
        #expect(DeviceListing.advice(Self.reports) == ["Ask for the rights."])
        #expect(DeviceListing.advice([]).first?.hasPrefix("No input device found.") == true)
    }

    @Test("Programs get the same as JSON") func programsGetTheSameAsJSON() throws {
        #expect(
            try DeviceListing.json([Self.reports[1]]) == """
                [
                  {
                    "configured_keys" : [
                      "KEY_1",
                      "KEY_2",
                      "KEY_3",
                      "KEY_4",
                      "KEY_5"
                    ],
                    "detail" : "Ask for the rights.",
                    "full_keyboard" : true,
                    "ids" : "0000:0000",
                    "keys_down" : [

                    ],
                    "name" : "Pad",
                    "path" : "/dev/input/event12",
                    "port" : "",
                    "state" : "not_permitted"
                  }
                ]

                """)
    }

    @Test("Live lines name device, key and the time since the last")
    func liveLinesNameDeviceKeyAndTheTimeSince() {
        var listing = LiveListing()
        let device = SwitchDevice(id: 3, name: "Big Red Switch", path: "/dev/input/event5", roles: [])
        func edge(_ direction: SwitchEdge.Direction, _ milliseconds: Int64) -> SwitchEvent {
            .edge(
                SwitchEdge(
                    role: .select, source: .init(device: 3, key: 57), direction: direction,
                    at: Instant(nanoseconds: milliseconds * 1_000_000)))
        }
        let events: [SwitchEvent] = [
            .arrived(device), edge(.press, 1000), edge(.release, 1180), .lost(device, reason: "unplugged"),
        ]
        #expect(
            events.map { listing.line(for: $0) } == [
                "+ Big Red Switch (/dev/input/event5): press it",
                "  press    space = select  Big Red Switch",
                "  release  space = select  Big Red Switch  +0.180 s",
                "- Big Red Switch (/dev/input/event5): unplugged",
            ])
    }

    @Test("Every code has a name") func everyCodeHasAName() {
        #expect(KernelKeyNames.linuxName(57) == "KEY_SPACE")
        #expect(KernelKeyNames.readableName(272) == "left button")
        #expect(KernelKeyNames.readableName(57) == "space")
        #expect(KernelKeyNames.readableName(84) == "key 84")
    }

    @Test(
        "A choice is read from its text",
        arguments: [
            ("auto", .auto), ("terminal", .terminal), ("none", .nothing),
            ("/dev/input/by-id/usb-x", .path("/dev/input/by-id/usb-x")), ("Big Red", .name("Big Red")),
            ("046D:c52b", .ids(vendor: 0x46D, product: 0xC52B)), ("a:b", .name("a:b")),
            ("+123:1234", .name("+123:1234")),
        ] as [(String, DeviceSelection)])
    func selection(text: String, choice: DeviceSelection) { #expect(DeviceSelection(text) == choice) }
}
