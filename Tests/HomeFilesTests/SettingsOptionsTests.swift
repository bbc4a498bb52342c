import Care
import StaffFiles
import Testing

@testable import HomeFiles

/// Any setting that can be changed through the service, in the bytes of a file that people write.
struct SettingsOptionsTests {
    private func edited(_ text: String, _ values: [String: String]) throws(SettingsEdit.Problem) -> String {
        String(
            decoding: try SettingsEdit.options(values, in: Array(text.utf8), file: "beckon.yaml"),
            as: UTF8.self
        )
    }

    @Test("Every setting can be set to its own default in the file that a home starts with, alone")
    func everyOne() throws {
        let template = SettingsTemplate.text
        for place in SettingsCatalogue.changeable
        where !SettingsCatalogue.namesOfPeople.contains(place.name) {
            let standard = place.option.standard.filter { !"[]".contains($0) }
            // A key that is no key: nothing to write.
            guard !standard.isEmpty else { continue }
            #expect(SettingsEdit.problem(with: standard, of: place.name) == nil, "\(place.name)")
            let text = try edited(template, [place.name: standard])
            let key = (place.path + [place.option.name]).joined(separator: ".")
            #expect(
                SettingsEdit.values(in: Array(text.utf8), file: "beckon.yaml")[key] == standard,
                "\(place.name)")
            // One line is new or another; all others are as they were.
            let (before, after) = (template.split(separator: "\n"), text.split(separator: "\n"))
            #expect(after.count - before.count <= place.path.count + 1, "\(place.name)")
            #expect(Set(before).subtracting(after).count <= 1, "\(place.name)")
        }
    }

    @Test(
        "When a change counts is what the kiosk does: the first board is in use at once",
        arguments: [
            ("board", HomeOptions.Effect.atOnce), ("client.name", .atOnce), ("scan_time", .atRest),
            ("zone", .atStart), ("home.language", .atStart), ("moods.faces", .atOnce),
            ("sessions.video_link", .atOnce),
        ])
    func effects(name: String, effect: HomeOptions.Effect) throws {
        let place = try #require(SettingsCatalogue.changeable.first { $0.name == name })
        #expect(place.effect == effect)
    }

    @Test("A setting is written in its section, whatever stands there, and comments stay")
    func places() throws {
        let text = """
            # Ours.
            voices:
              cue: # whispers
                rate: 180 # fast
              keep_awake: true
            alerts: { repeat: 20 s }
            switches:
              keys:
                select: [space, kp1] # both
            """
        #expect(
            try edited(
                text + "\n",
                [
                    "voices.cue.rate": "150", "voices.main.pitch": "60", "alerts.escalate": "2 min",
                    "switches.keys.select": "kp2", "display.theme": "light", "zone": "Europe/Berlin",
                    "home.name": "Villa \"Rosa\": 2",
                ])
                    == """
                    # Ours.
                    voices:
                      main:
                        pitch: 60
                      cue: # whispers
                        rate: 150 # fast
                      keep_awake: true
                    alerts: { escalate: 2 min, repeat: 20 s }
                    switches:
                      keys:
                        select: [kp2] # both

                    display:
                      theme: light

                    home:
                      name: "Villa \\"Rosa\\": 2"

                    zone: "Europe/Berlin"

                    """)
    }

    @Test(
        "What is no value is refused before it reaches the file",
        arguments: [
            ("display.theme", "light\nservice: { listen: 0.0.0.0:1 }"), ("display.theme", "light # x"),
            ("display.theme", "[light]"), ("display.brightness_day", "&a 50"), ("voices.main.rate", "9999"),
            ("voices.main.rate", ""), ("switches.keys.select", "space}, evil: [x"), ("alerts.repeat", "2"),
            ("service.listen", "0.0.0.0:80"), ("alerts.command", "/bin/sh"), ("client.name", "Mia"),
            ("home.language", "../x"), ("display.night_from", "25:00"), ("nothing", "1"),
        ])
    func refused(name: String, text: String) {
        #expect(SettingsEdit.problem(with: text, of: name) != nil)
    }

    @Test("Spaces around a value are nobody's, and are no reason to refuse it")
    func spaces() throws {
        let values: KeyValuePairs = [
            "voices.main.rate": "150", "scan_time": "900 ms", "home.name": "Villa",
            "switches.keys.select": "kp2", "display.theme": "light",
        ]
        for (name, value) in values {
            #expect(SettingsEdit.problem(with: "  \(value) ", of: name) == nil, "\(name)")
            #expect(
                try edited("home: { language: en }\n", [name: "  \(value) "])
                    == edited("home: { language: en }\n", [name: value]), "\(name)")
            #expect(SettingsEdit.problem(with: "   ", of: name) != nil, "\(name)")
            for end in ["\u{85}", "\u{2028}", "\u{2029}", "\u{9B}"] {
                #expect(SettingsEdit.problem(with: value + end + "x", of: name) != nil, "\(name)")
                #expect(SettingsEdit.problem(with: value + end, of: name) != nil, "\(name)")
            }
        }
    }

    @Test("Where the file has mistakes, or is written in a way that only people change, nothing is changed")
    func byHand() {
        #expect(throws: SettingsEdit.Problem.self) { try edited("nonsense: 1\n", ["zone": "auto"]) }
        #expect(throws: SettingsEdit.Problem.self) {
            try edited("voices: &a { main: { rate: 100 } }\n", ["voices.cue.rate": "100"])
        }
    }
}
