import Testing

@testable import Switches

@Suite struct DeviceListingTests {
    private static let report = DeviceReport(
        path: "/dev/input/event12", name: "Pad", vendor: 0, product: 0, port: "", keys: [2, 3, 4, 5, 6],
        isFullKeyboard: true, state: .notPermitted(help: "Ask for the rights."))

    @Test("Programs get a list of devices as JSON") func programsGetAListOfDevicesAsJSON() throws {
        #expect(
            try DeviceListing.json([Self.report]) == """
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

    @Test("Every code has a name") func everyCodeHasAName() {
        #expect(KernelKeyNames.linuxName(57) == "KEY_SPACE")
        #expect(KernelKeyNames.linuxName(84) == "84")
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
