import Care
import FoundationEssentials
import Testing

@testable import Pages

struct DevicesPagesTests {
    private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private let home = FakeHome {
        $0.devices = [
            Device(
                id: Self.id, kind: .kiosk, name: "Bed <b>", client: "maria",
                since: FakeHome.now.addingTimeInterval(-600), isConnected: true)
        ]
    }

    @Test("Devices, faults and the service are told in words") func devicesFaultsAndTheServiceAreToldInWords()
        async throws
    {
        home.change {
            $0.faults = [
                Fault(
                    id: UUID(), source: "kiosk", kind: .switchUnplugged, isActive: true, clientName: "Maria",
                    detail: "Buddy <Button>", at: FakeHome.now.addingTimeInterval(-300))
            ]
        }
        let text = try await home.ask("/devices", as: "anna").text
        #expect(
            text.contains("Bed &lt;b&gt;") && text.contains("Kiosk for Maria") && text.contains("connected"))
        #expect(text.contains("Maria’s switch is unplugged."))
        #expect(text.contains("Plug it in again") && text.contains("5 minutes ago"))
        #expect(text.contains("Buddy &lt;Button&gt;"))
        #expect(text.contains("Working normally.") && text.contains("Beckon 0.2.0"))
        #expect(!text.contains("/devices/pair") && !text.contains("Revoke"))
    }

    @Test("Two clients' faults are two, each with its client and which of their devices")
    func twoClientsFaultsAreTwoEachWithItsClient() async throws {
        func fault(_ kind: FaultKind, _ client: String, _ device: UUID?, _ detail: String) -> Fault {
            Fault(
                id: UUID(), source: "kiosk", kind: kind, client: client.lowercased(), device: device,
                isActive: true, clientName: client, detail: detail, at: FakeHome.now)
        }
        home.change {
            $0.faults = [
                fault(.switchUnplugged, "Maria", Self.id, "Buddy"),
                fault(.switchUnplugged, "Otto", nil, "Pad"),
                fault(.kioskAway, "Maria", Self.id, "Bed <b>"),
            ]
        }
        let text = try await home.ask("/devices", as: "anna").text
        #expect(text.contains("Maria’s switch is unplugged.") && text.contains("Bed &lt;b&gt; · Buddy"))
        #expect(text.contains("Otto’s switch is unplugged.") && text.contains(" · Pad"))
        // Its name is all the detail that there is.
        #expect(text.contains("Maria’s kiosk is not connected.") && !text.contains("Bed &lt;b&gt; · Bed"))
        #expect(text.contains("No longer used?"))
        let now = try await home.ask("/now", as: "anna").text
        #expect(now.contains("Maria’s switch is unplugged.") && now.contains("Otto’s switch is unplugged."))
    }

    @Test("What a machine has said of itself, and whom a kiosk serves when, stands at it")
    func machineAndTimes() async throws {
        let weekdays = ServedTime(days: ["MO", "TU"], from: "08:00", until: "16:00")
        home.change {
            $0.devices[0].machine = MachineState(
                version: "1.2.3",
                batteries: [
                    SwitchBattery(name: "Buddy <b>", percent: 12, isCharging: true),
                    SwitchBattery(name: "Pad", level: .low), SwitchBattery(name: "Silent"),
                ])
            $0.devices[0].clients = [
                ServedClient(client: "otto", times: [weekdays, ServedTime(from: "20:00", until: "6:00")]),
                ServedClient(client: "ida"),
            ]
        }
        let text = try await home.ask("/devices", as: "anna").text
        #expect(text.contains("Beckon 1.2.3"))
        #expect(text.contains("Battery of Buddy &lt;b&gt;: 12 %, charging"))
        #expect(text.contains("Battery of Pad: low") && !text.contains("Silent"))
        #expect(text.contains("Also for ida"))
        #expect(text.contains("Mo, Tu, 08:00–16:00; 20:00–6:00"))
    }

    @Test("A machine's own battery stands at it, and that of the reader's own phone; else nothing of it")
    func ownBatteries() async throws {
        let before = try await home.ask("/devices", as: "anna").text
        // The reader's own are all there, as in their account; none says how full it is yet.
        #expect(!before.contains("Battery") && before.contains("Where you are logged in"))
        #expect(before.contains("Firefox on Android"))
        home.change {
            $0.devices[0].machine = MachineState(battery: MachineBattery(percent: 40, isCharging: true))
            $0.otherBattery = MachineBattery(percent: 7)
        }
        let text = try await home.ask("/devices", as: "anna").text
        #expect(text.contains("Battery: 40 %, charging") && !text.contains("Beckon 1"))
        #expect(text.contains("Where you are logged in") && text.contains("Firefox on Android"))
        #expect(text.contains("Battery: 7 %"))
        #expect(try await home.ask("/account", as: "anna").text.contains("Battery: 7 %"))
        // What a computer without a battery says, too.
        home.change { $0.otherBattery = MachineBattery(percent: 100, isCharging: true) }
        let full = try await home.ask("/devices", as: "anna").text
        #expect(full.contains("Battery: plugged in") && !full.contains("100 %"))
    }

    @Test("When a client is told things at another's kiosk is written wrongly and rightly")
    func servedTimes() async throws {
        let weekdays = ServedTime(days: ["MO", "TU"], from: "8:00", until: "16:00")
        home.change {
            $0.people.append(Person(id: "otto", name: "Otto", role: .client))
            $0.devices[0].clients = [
                ServedClient(client: "otto", times: [weekdays]), ServedClient(client: "ida"),
            ]
        }
        let id = home.isNow.devices[0].id.uuidString.lowercased()
        let path = "/devices/\(id)/change"
        let text = try await home.ask(path).text
        #expect(text.contains("When is Otto told things here?"))
        #expect(text.contains(#"value="08:00""#) && text.contains("until-1-otto"), "\(text)")
        #expect(text.contains(#"name="days-0-otto" value="MO" checked"#))
        func send(_ times: [(String, String)]) async throws -> (status: Int, text: String, location: String?)
        {
            try await home.ask(path, post: [("name", "Bed"), ("serves", "otto")] + times)
        }
        let wrong = try await send([("from-0-otto", "09:00"), ("until-0-otto", ""), ("days-0-otto", "FR")])
        #expect(wrong.status == 422 && wrong.text.contains(#"value="09:00""#))
        #expect(wrong.text.contains("Write both times, such as 08:00 and 16:00, or neither."))
        #expect(home.isNow.devices[0].clients.count == 2)
        let daysAlone = try await send([
            ("from-0-otto", ""), ("until-0-otto", ""), ("from-1-otto", ""), ("days-1-otto", "FR"),
        ])
        #expect(daysAlone.status == 422)
        #expect(daysAlone.text.contains("Write the times for the days that are ticked, or tick none."))
        let right = try await send([
            ("from-0-otto", "09:00"), ("until-0-otto", "17:30"), ("days-0-otto", "FR"), ("days-0-otto", "MO"),
            ("from-1-otto", "22:00"), ("until-1-otto", "06:00"),
        ])
        #expect(right.status == 303)
        #expect(
            home.isNow.devices[0].clients == [
                ServedClient(
                    client: "otto",
                    times: [
                        ServedTime(days: ["MO", "FR"], from: "09:00", until: "17:30"),
                        ServedTime(from: "22:00", until: "06:00"),
                    ])
            ])
        // Without times, always; and a form that has none of them changes none.
        _ = try await send([])
        #expect(home.isNow.devices[0].clients[0].times.count == 2)
        _ = try await send([
            ("from-0-otto", ""), ("until-0-otto", ""), ("from-1-otto", ""), ("until-1-otto", ""),
        ])
        #expect(home.isNow.devices[0].clients == [ServedClient(client: "otto")])
    }

    @Test("Whose kiosk it is has times there, as the only client of the home, too; they are not to be ticked")
    func ownTimes() async throws {
        home.change { $0.devices[0].client = "maria" }
        let path = "/devices/\(home.isNow.devices[0].id.uuidString.lowercased())/change"
        let text = try await home.ask(path).text
        #expect(text.contains("When is Maria told things here?"))
        #expect(!text.contains(#"name="serves" value="maria""#))
        func send(_ from: String, _ until: String) async throws -> Int {
            try await home.ask(
                path, post: [("name", "Bed"), ("from-0-maria", from), ("until-0-maria", until)]
            ).status
        }
        #expect(try await send("09:00", "") == 422)
        #expect(try await send("09:00", "17:00") == 303)
        let maria = ServedClient(client: "maria", times: [ServedTime(from: "09:00", until: "17:00")])
        #expect(home.isNow.devices[0].clients == [maria])
        let page = try await home.ask("/devices").text
        #expect(page.contains("Maria is told things here: 09:00–17:00") && !page.contains("Also for Maria"))
        // Without times it is theirs as before.
        #expect(try await send("", "") == 303)
        #expect(home.isNow.devices[0].clients == [])
    }

    @Test("At this machine's own kiosk all whose it is by the settings have times; they are not to be ticked")
    func timesAtTheOwn() async throws {
        home.change {
            $0.people.append(Person(id: "otto", name: "Otto", role: .client))
            $0.people.append(Person(id: "ida", name: "Ida", role: .client))
            $0.own = [OwnDevice(kind: .kiosk, client: "maria", always: ["maria", "otto"])]
        }
        let path = "/devices/kiosk/change"
        let text = try await home.ask(path).text
        for name in ["Maria", "Otto"] { #expect(text.contains("When is \(name) told things here?")) }
        #expect(!text.contains("When is Ida told things here?"))
        let ticked = ["maria", "otto", "ida"].filter { text.contains(#"name="serves" value="\#($0)""#) }
        #expect(ticked == ["ida"])
        func send(_ from: String, _ until: String) async throws -> Int {
            try await home.ask(
                path,
                post: [
                    ("from-0-maria", from), ("until-0-maria", until), ("from-0-otto", ""),
                    ("until-0-otto", ""),
                ]
            ).status
        }
        #expect(try await send("21:00", "06:00") == 303)
        let maria = ServedClient(client: "maria", times: [ServedTime(from: "21:00", until: "06:00")])
        #expect(home.isNow.own[0].clients == [maria], "who has no times there is not named")
        let page = try await home.ask("/devices").text
        #expect(page.contains("Maria is told things here: 21:00–06:00") && !page.contains("Also for"))
        #expect(try await send("", "") == 303)
        #expect(home.isNow.own[0].clients == [])
    }

    @Test("Times of whose kiosk it is that somebody else has changed meanwhile are said as theirs, and kept")
    func ownTimesMeanwhile() async throws {
        let late = ServedClient(client: "maria", times: [ServedTime(from: "20:00", until: "22:00")])
        home.change { $0.devices[0].clients = [late] }
        let path = "/devices/\(home.isNow.devices[0].id.uuidString.lowercased())/change"
        func send() async throws -> (status: Int, text: String, location: String?) {
            try await home.ask(
                path,
                post: [
                    ("name", "Bed"), ("served", "[]"), ("from-0-maria", "09:00"), ("until-0-maria", "16:00"),
                ])
        }
        let told = try await send()
        #expect(told.status == 409)
        #expect(
            told.text.contains(
                "Somebody else has changed this meanwhile: Maria is told things here: 20:00–22:00."))
        #expect(told.text.contains(#"value="09:00""#), "what was typed stays")
        #expect(home.isNow.devices[0].clients == [late])
        // Nobody else can be ticked in this home, so no link leads to where that would be; with somebody, it does.
        #expect(!told.text.contains(##"href="#clients""##))
        home.change { $0.people.append(Person(id: "otto", name: "Otto", role: .client)) }
        #expect(try await send().text.contains(##"href="#clients""##))
    }

    @Test("That somebody else has removed the times of whose kiosk it is meanwhile is said")
    func ownTimesGone() async throws {
        home.change { $0.people.append(Person(id: "otto", name: "Otto", role: .client)) }
        let path = "/devices/\(home.isNow.devices[0].id.uuidString.lowercased())/change"
        let maria = #"{"client":"maria","times":[{"from":"20:00","until":"22:00"}]}"#
        func told(seeing seen: String, now: [ServedClient]) async throws -> String {
            home.change { $0.devices[0].clients = now }
            let answer = try await home.ask(
                path,
                post: [
                    ("name", "Bed"), ("served", seen), ("from-0-maria", "09:00"), ("until-0-maria", "16:00"),
                ])
            #expect(answer.status == 409 && home.isNow.devices[0].clients == now)
            #expect(answer.text.contains(#"value="09:00""#), "what was typed stays")
            return answer.text
        }
        func says(_ what: String) -> String {
            "Somebody else has changed this meanwhile: \(what). Save again"
        }
        let otto = ServedClient(client: "otto")
        #expect(
            try await told(seeing: "[\(maria)]", now: []).contains(says("Maria has no times here any more")))
        #expect(
            try await told(seeing: "[\(maria)]", now: [otto])
                .contains(says("Also for Otto; Maria has no times here any more")))
        #expect(
            try await told(seeing: #"[{"client":"otto"},\#(maria)]"#, now: [])
                .contains(says("Maria has no times here any more; it serves nobody else")))
        #expect(
            try await told(seeing: #"[{"client":"otto"}]"#, now: []).contains(says("it serves nobody else")))
        let late = ServedClient(client: "maria", times: [ServedTime(from: "21:00", until: "22:00")])
        #expect(
            try await told(seeing: #"[{"client":"otto"},\#(maria)]"#, now: [late])
                .contains(says("Maria is told things here: 21:00–22:00; it serves nobody else")))
    }

    @Test("What somebody else has changed of a kiosk's clients meanwhile is said, and kept")
    func servedMeanwhile() async throws {
        let early = ServedClient(client: "otto", times: [ServedTime(from: "8:00", until: "16:00")])
        home.change {
            $0.people.append(Person(id: "otto", name: "Otto", role: .client))
            $0.devices[0].clients = [early]
        }
        let path = "/devices/\(home.isNow.devices[0].id.uuidString.lowercased())/change"
        let seen = #"[{"client":"otto","times":[{"from":"8:00","until":"16:00"}]}]"#
        func send(_ from: String, seeing seen: String) async throws -> (
            status: Int, text: String, location: String?
        ) {
            try await home.ask(
                path,
                post: [
                    ("name", "Bed"), ("serves", "otto"), ("served", seen), ("from-0-otto", from),
                    ("until-0-otto", "16:00"), ("from-1-otto", ""), ("until-1-otto", ""),
                ])
        }
        // As the form has it, nothing is changed: neither what is there, nor what another has written since.
        let late = ServedClient(client: "otto", times: [ServedTime(from: "20:00", until: "22:00")])
        #expect(try await send("08:00", seeing: seen).status == 303)
        #expect(home.isNow.devices[0].clients == [early], "`8:00` is no change")
        home.change { $0.devices[0].clients = [late] }
        #expect(try await send("08:00", seeing: seen).status == 303)
        #expect(home.isNow.devices[0].clients == [late])
        let told = try await send("09:00", seeing: seen)
        #expect(told.status == 409)
        #expect(told.text.contains("Somebody else has changed this meanwhile: Also for Otto: 20:00–22:00."))
        #expect(told.text.contains(#"value="09:00""#), "what was typed stays")
        #expect(home.isNow.devices[0].clients == [late])
        // Nothing of the form is saved then, also no other name.
        let named = try await home.ask(
            path,
            post: [
                ("name", "Window"), ("serves", "otto"), ("served", "[]"), ("from-0-otto", "09:00"),
                ("until-0-otto", "16:00"),
            ])
        #expect(named.status == 409 && named.text.contains(#"value="Window""#))
        #expect(home.isNow.devices[0].name == "Bed")
        // Of whom somebody else has added, everything stays as it is in the form.
        home.change { $0.devices[0].clients = [late] }
        let none = try await home.ask(path, post: [("name", "Bed"), ("served", "[]")])
        #expect(none.status == 303)
        let added = try await home.ask(path, post: [("name", "Bed"), ("served", "[]"), ("serves", "ida")])
        #expect(added.status == 409 && added.text.contains(#"value="20:00""#))
        // Saved once more, it takes the place of what was said.
        let again = #"[{"client":"otto","times":[{"from":"20:00","until":"22:00"}]}]"#
        #expect(try await send("09:00", seeing: again).status == 303)
        #expect(home.isNow.devices[0].clients.first?.times.first?.from == "09:00")
    }

    @Test("A station's own faults are not said to be a kiosk's")
    func stationsFaults() {
        for kind in [FaultKind.boardRefused, .soundLost, .soundTearing, .switchBatteryLow] {
            let fault = Fault(
                id: UUID(), source: "station", kind: kind, isActive: true, clientName: nil, detail: "line 3.",
                at: Date(timeIntervalSince1970: 0))
            var own = fault
            own.source = "kiosk"
            #expect(FaultWords(fault) != FaultWords(own), "\(kind)")
        }
    }

    @Test("A device is paired with a code that says what to type") func aDeviceIsPairedWithACodeThatSays()
        async throws
    {
        let form = [("id", UUIDs.new()), ("name", "Kitchen"), ("client", "maria")]
        let kiosk = try await home.ask("/devices/pair", post: form + [("kind", "kiosk")])
        #expect(kiosk.text.contains("beckon pair --service URL AB2-3CD"))
        #expect(kiosk.text.contains("A Alfa – B Bravo – 2 two, then 3 three – C Charlie – D Delta"))
        let screen = try await home.ask("/devices/pair", post: form + [("kind", "display")])
        #expect(screen.text.contains("/display/pair"))
    }

    @Test("Where the site's address is known, it stands in what is to be typed")
    func whereTheSitesAddressIsKnownItStandsIn() async throws {
        let form = [("name", "Kitchen"), ("client", "maria"), ("kind", "kiosk")]
        let home = FakeHome(address: "https://beckon.local:4280")
        let far = try await home.ask("/devices/pair", post: form).text
        #expect(far.contains("beckon pair --service https://beckon.local:4280 AB2-3CD"))
        #expect(!far.contains("works only here"))
        for address in ["http://127.0.0.1:4280", "http://localhost", "http://[::1]:4280"] {
            #expect(
                try await FakeHome(address: address).ask("/devices/pair", post: form).text.contains(
                    "works only here"))
        }
    }

    @Test("A kiosk without a client comes back with what was typed")
    func aKioskWithoutAClientComesBackWithWhat() async throws {
        let id = UUIDs.new()
        let answer = try await home.ask(
            "/devices/pair", post: [("id", id), ("name", "Bed"), ("kind", "kiosk"), ("client", "")])
        #expect(answer.status == 422)
        #expect(answer.text.contains("Choose whose kiosk it is."))
        #expect(answer.text.contains(#"value="Bed""#) && answer.text.contains(id))
        #expect(home.sent.isEmpty)
    }

    @Test("Revoking asks first, and is a coordinator's") func revokingAsksFirstAndIsACoordinators()
        async throws
    {
        let path = "/devices/\(Self.id.uuidString.lowercased())/revocation"
        #expect(try await home.ask(path).text.contains("Revoke Bed &lt;b&gt;?"))
        #expect(home.sent.isEmpty)
        #expect(try await home.ask(path, as: "anna", post: []).status == 403)
        #expect(try await home.ask(path, post: []).location == "/devices?did=revoked")
        #expect(try await home.ask("/devices").text.contains("Revoked devices"))
        #expect(try await home.ask("/devices/nothing/revocation").status == 404)
    }
}
