import Care
import HomeFiles
import Speech
import Testing

@Suite("The parts of beckon.yaml that have owners")
struct SettingsPartsTests {
    private static let text = """
        home: { name: "Lindenhof: 2nd floor", language: de }
        client: { id: maria, name: "on" }
        zone: Europe/Berlin
        board: boards/maria.yaml
        scanning: { mode: step, scan_time: 2 s }
        switches:
          devices: ["Big: Switch", usb]
          stuck_after: 30 s
          keys: { select: [space, kp1], step: enter }
        voices:
          main: { voice: de+f3, rate: 120, volume: 0.4, device: auto }
        alerts: { still_waiting: [4 min, 9 min], command: [/bin/echo, "a, b"] }
        service: { listen: "127.0.0.1:0" }
        display: { columns: 3 }
        """

    private func read(_ text: String) throws -> HomeSettings {
        try #require(SettingsReader.read(Array(text.utf8), file: "beckon.yaml").settings, "\(text)")
    }

    private func part(_ owners: Set<SettingsParts.Owner>) throws -> String {
        try #require(SettingsParts.text(of: Array(Self.text.utf8), for: owners))
    }

    @Test("the parts together mean what the whole means")
    func theWhole() throws {
        let parts = try SettingsParts.Owner.allCases.map { Array(try part([$0]).utf8) }
        let merged = try #require(SettingsParts.merged(parts))
        #expect(try read(merged) == read(Self.text))
    }

    @Test("nothing that a machine has goes to another one")
    func nothingOfAMachine() throws {
        let text = try part([.home, .client])
        for name in ["devices", "listen", "volume", "echo", "select", "usb"] { #expect(!text.contains(name)) }
        let settings = try read(text)
        #expect(settings.name == "Lindenhof: 2nd floor")
        #expect(settings.client.name == "on")
        #expect(settings.stuckAfter == .seconds(30))
        #expect(settings.mainVoice.voice == "de+f3")
        #expect(settings.alerts.policy.stillWaiting == [.seconds(240), .seconds(540)])
        #expect(settings.alerts.policy.command.isEmpty)
        #expect(settings.service == HomeSettings.standard.service)
        #expect(MachineSettings.values(of: settings) == MachineSettings.values(of: .standard))
    }

    @Test("of what two texts say, the first counts")
    func theFirstCounts() throws {
        let merged = SettingsParts.merged(["client: { id: peter }", Self.text].map { Array($0.utf8) })
        let settings = try read(try #require(merged))
        #expect(settings.client == HomeSettings.Person(id: "peter", name: "on"))
    }

    @Test("a text that says nothing has no options, and one that is no YAML is none")
    func nothing() {
        #expect(SettingsParts.text(of: Array("# nothing\n".utf8), for: [.home]) == "")
        #expect(SettingsParts.text(of: Array("home: { name: ".utf8), for: [.home]) == nil)
        #expect(SettingsParts.text(of: Array("[1, 2]".utf8), for: [.home]) == nil)
    }

    @Test("settings that can be changed on the machine only belong to the machine")
    func machineOnly() {
        for section in SettingsCatalogue.sections {
            for option in section.options where option.isMachineOnly {
                #expect(SettingsParts.owner(of: section.path + [option.name]) == .device)
            }
        }
    }
}
