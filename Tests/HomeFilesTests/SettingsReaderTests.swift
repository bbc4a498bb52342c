import Care
import Exercises
import HomeFiles
import Scanning
import Speech
import StaffFiles
import Testing

private func read(_ text: String) -> (settings: HomeSettings?, findings: [Finding]) {
    SettingsReader.read(Array(text.utf8), file: "beckon.yaml")
}

private func findings(_ text: String) -> [String] { read(text).findings.map(\.description) }

@Suite struct SettingsReaderTests {
    @Test("A home's language that no voice speaks is warned of where it chooses a voice, and stays")
    func unspoken() {
        let set = "voices: { main: { voice: de }, cue: { voice: de }, alert: { voice: de } }\n"
        for (text, language, count) in [
            ("home: { language: gsw }\n", "gsw", 1), ("home: { language: gsw }\n" + set, "gsw", 0),
            ("home: { language: gsw }\nvoices: { main: { voice: de } }\n", "gsw", 1),
            ("home: { language: de }\n", "de", 0), ("home: { name: Lindenhof }\n", "en-GB", 0),
        ] {
            let (settings, findings) = SettingsReader.read(
                Array(text.utf8), file: "beckon.yaml", languages: LanguageCheck { $0 == "de" })
            #expect(settings?.language == language)
            #expect(
                findings.map(\.description)
                    == Array(
                        repeating:
                            "beckon.yaml:1:19: warning: no voice of eSpeak NG on this machine speaks `gsw`, so an English one says it all: write a language that `espeak-ng --voices` lists",
                        count: count))
        }
    }

    @Test(
        "A file that says nothing means the defaults",
        arguments: ["", "# nothing\n", "scanning:\n", "switches:\n  keys:\nvoices:\n  main:\n"])
    func aFileThatSaysNothingMeansTheDefaults(text: String) {
        #expect(read(text).settings == .standard)
        #expect(findings(text) == [])
    }

    @Test("Client and caregiver are two people")
    func twoPeople() {
        let found =
            "`client.id` and `caregiver.id` are both `anna`, but a person is one or the other: change one"
        for text in [
            "client: { id: anna, name: Maria }\ncaregiver: { id: anna, name: Anna }\n",
            "client: { id: anna }\ncaregiver: { id: anna }\n",
        ] { #expect(findings(text).contains { $0.contains("error: " + found) }, "\(findings(text))") }
    }

    @Test("Every option is read") func everyOptionIsRead() throws {
        let (settings, findings) = read(
            """
            home: { name: Lindenhof, language: de }
            client: { id: maria, name: Maria }
            caregiver: { id: anna-2, name: Anna }
            zone: Europe/Berlin
            board: boards/home.de.yaml
            scanning:
              mode: automatic
              pattern: row_column
              scan_time: 2 s
              first_item_extra: 0
              level_entry_pause: 100 ms
              initial_delay: 1 s
              loops: 2
              after_loops: top
              resume_after_select: same
              back_item: start
              skip_empty: off
              electrical_debounce: 20 ms
              acceptance_time: 200 ms
              ignore_repeat: off
              release_time: 700 ms
              activate_on: release
              long_press_time: 3 s
              long_press_action: help
              help_presses: 4
              undo_window: 5 s
              late_press_window: 100 ms
              max_cue_time: 20 s
              preview: 1.5
              speak_position: on
              speak_count: off
              speak_group_content: true
              step_sound: on
              wrap_sound: on
              inactivity_rest: 1 h
            switches:
              devices: [Big Button, /dev/input/event5, 1234:abcd]
              grab: false
              stuck_after: 1 min
              silence_notice: off
              keys: { select: [kp1, BTN_LEFT], step: kp2, back: code:200, help: [esc], digits: false }
            station:
              devices: [terminal]
              grab: false
              keys: { on_the_way: f1, met: f2, declined: f3, next: f4, say_again: f5, snooze: f6, open: f7, undo: f8, digits: true }
            voices:
              keep_awake: false
              mixer: keep
              main: { device: hw:1, voice: de+f3, rate: 120, pitch: 60, volume: 0.8 }
              cue: { volume: 0.25 }
            alerts:
              repeat_urgent: 5 s
              repeat_reminder: 10 min
              repeat: 1 min
              escalate_urgent: 30 s
              escalate: 2 min
              still_waiting: [10 min, 2 min]
              ask_again: 0
              command: [/usr/bin/notify, "a  b", ""]
            service: { listen: "[::1]:0", names: [Beckon.Example.org, "[fd00::5]"] }
            """)
        #expect(findings == [])
        let home = try #require(settings)
        var scanning = ScanParameters()
        scanning.pattern = .rowColumn
        scanning.scanTime = .seconds(2)
        scanning.firstItemExtra = .zero
        scanning.levelEntryPause = .milliseconds(100)
        scanning.initialDelay = .seconds(1)
        scanning.loops = 2
        scanning.afterLoops = .top
        scanning.resumeAfterSelect = .same
        scanning.backItem = .start
        scanning.skipEmpty = false
        scanning.electricalDebounce = .milliseconds(20)
        scanning.acceptanceTime = .milliseconds(200)
        scanning.ignoreRepeat = .zero
        scanning.releaseTime = .milliseconds(700)
        scanning.activateOn = .release
        scanning.longPressTime = .seconds(3)
        scanning.longPressAction = .help
        scanning.helpPresses = 4
        scanning.preview = 1.5
        scanning.speakPosition = true
        scanning.speakCount = false
        scanning.speakGroupContent = true
        scanning.stepSound = true
        scanning.wrapSound = true
        scanning.undoWindow = .seconds(5)
        scanning.latePressWindow = .milliseconds(100)
        scanning.maxCueTime = .seconds(20)
        scanning.inactivityRest = .seconds(3600)
        #expect(home.scanning == scanning)
        #expect(home.name == "Lindenhof" && home.language == "de" && home.board == "boards/home.de.yaml")
        #expect(home.zone == "Europe/Berlin")
        #expect(home.client == .init(id: "maria", name: "Maria"))
        #expect(home.caregiver == .init(id: "anna-2", name: "Anna"))
        #expect(
            home.switches
                == .init(
                    devices: ["Big Button", "/dev/input/event5", "1234:abcd"], grab: false,
                    roles: [79: .select, 0x110: .select, 80: .step, 200: .back, 1: .help]))
        #expect(home.stuckAfter == .seconds(60))
        #expect(!home.tellsSilence)
        #expect(home.station.devices == ["terminal"])
        #expect(home.station.roles[59] == .onTheWay && home.station.roles[63] == .sayAgain)
        #expect(home.station.roles[64] == .snooze && home.station.roles[65] == .open)
        #expect(home.station.roles[66] == .undo)
        #expect(home.station.roles[30] == nil, "a key that was replaced does nothing")
        #expect(home.station.roles[10] == .digit(9) && home.station.roles[82] == .digit(0))
        #expect(!home.keepAwake && home.mixer == .keep)
        var main = VoiceSettings(volume: 0.8)
        main.device = "hw:1"
        main.voice = "de+f3"
        main.rate = 120
        main.pitch = 60
        #expect(home.mainVoice == main)
        #expect(home.cueVoice == VoiceSettings(volume: 0.25))
        #expect(home.alertVoice == VoiceSettings(volume: 1))
        #expect(home.alerts.repeatReminder == .seconds(600))
        #expect(home.alerts.repeatUrgent == .seconds(5) && home.alerts.policy.escalateOther == .seconds(120))
        #expect(home.alerts.policy.stillWaiting == [.seconds(120), .seconds(600)])
        #expect(home.alerts.policy.askAgain == .zero)
        #expect(home.alerts.policy.command == ["/usr/bin/notify", "a  b", ""])
        #expect(home.service.host == "::1" && home.service.port == 0)
        #expect(home.service.names == ["beckon.example.org", "fd00::5"])
    }

    @Test(
        "A mistake is told with its place and what to write",
        arguments: [
            ("scaning:\n  loops: 1\n", "1:1: error: unknown key `scaning`: did you mean `scanning`?"),
            ("scanning:\n  scan_tim: 2 s\n", "2:3: error: unknown key `scan_tim`: did you mean `scan_time`?"),
            (
                "scanning:\n  scan_time: 2\n",
                "2:14: error: `scan_time`: `2` has no unit: write `2 s`, `2 ms` or `2 min`"
            ),
            (
                "scanning:\n  scan_time: 1,5 s\n",
                "2:14: error: `scan_time`: `1,5 s` has a comma: write a point, `1.5 s`"
            ),
            (
                "scanning:\n  scan_time: 20 s\n",
                "2:14: error: `scan_time` is 20 s, but must be from 300 ms to 10 s"
            ),
            (
                "scanning:\n  scan_time: off\n",
                "2:14: error: `scan_time`: `off` is not a duration: write a number and its unit, such as `1.5 s`, `300 ms` or `2 min`"
            ),
            (
                "scanning:\n  mode: auto\n",
                "2:9: error: `mode` cannot be `auto`: write one of `automatic`, `inverse`, `step_dwell`, `step`, `direct`"
            ),
            (
                "client:\n  id: Maria M\n",
                "2:7: error: an id is a short word of the letters a to z, digits and `-`"
            ),
            (
                "home:\n  language: mb-de6\n",
                "2:13: error: `mb-de6` is not a language tag, such as `en-GB`: it is a voice's name"
            ),
            (
                "home:\n  language: en_GB\n",
                "2:13: error: `en_GB` is not a language tag, such as `en-GB`: write `en-GB`"
            ),
            (
                "service:\n  names: [\"https://beckon.lan:4280\"]\n",
                "2:11: error: `https://beckon.lan:4280` is not a host name: write it as `beckon.example.org`, without `https://`, port or `*`, and one with other letters than a to z as browsers send it, `xn--…`"
            ),
            (
                "board: ../x.yaml\n",
                "1:8: error: the board must be in the folder of this file: write its path from there, such as `boards/home.yaml`"
            ),
            (
                "switches:\n  shared_with: [../otto]\n",
                "2:17: error: the folder must be in the folder of this file: write its path from there, such as `clients/otto`"
            ),
            (
                "switches:\n  shared_with: [otto, otto]\n",
                "2:23: error: `otto` is written twice: delete one"
            ),
            (
                "switches:\n  keys: { select: [spce] }\n",
                "2:20: error: no key is called `spce`: did you mean `space`?"
            ),
            (
                "switches:\n  keys: { select: [return] }\n",
                "2:20: error: no key is called `return`: did you mean `enter`?"
            ),
            (
                "switches:\n  keys: { select: [the big one] }\n",
                "2:20: error: no key is called `the big one`: `beckon devices` shows the name of a key that you press"
            ),
            (
                "switches:\n  keys: { select: [a, b], step: [b] }\n",
                "2:34: error: the key `b` cannot be `step`: it is `select` already (line 2)"
            ),
            (
                "switches:\n  keys: { back: [space] }\n",
                "2:18: error: the key `space` cannot be `back`: it is `select` already, as long as no other key is"
            ),
            (
                "switches:\n  keys: { back: [m] }\n",
                "2:18: error: `m` is `back` for the client and `met` for the station, on the same devices: give one of them another key, or name their `devices`"
            ),
            (
                "switches:\n  devices: atuo\n",
                "2:12: warning: this waits for a device with the name `atuo`: did you mean `auto`?"
            ),
            (
                "switches:\n  devices: [none, Button]\n",
                "2:13: error: `none` cannot be combined with other devices: delete one or the other"
            ),
            (
                "voices:\n  main: { device: \"file:'|id', raw\" }\n",
                "2:19: error: `file:'|id', raw` is not opened: only `hw`, `plughw`, `sysdefault` and `dmix` are followed by a card, such as `plughw:CARD=Headset,DEV=0`; any other device is written without `:`"
            ),
            (
                "voices:\n  cue: { device: ../x }\n",
                "2:18: error: `../x` is not a sound device: write `auto`, a name that `aplay -L` shows without `:`, or a card, such as `plughw:CARD=Headset,DEV=0`"
            ),
            (
                "voices:\n  alert: { device: \"hw:'0'\" }\n",
                "2:20: error: `hw:'0'` names no card: write its name and device with letters, digits and `_`, such as `hw:CARD=Headset,DEV=0` or `hw:0,0`"
            ),
            (
                "voices:\n  main: { voice: ../../tmp/x }\n",
                "2:18: error: `voice` is a name that `espeak-ng --voices` shows, such as `en-gb`, with a variant perhaps, such as `de+f3`"
            ),
            ("voices:\n  main: { volume: 2 }\n", "2:19: error: `volume` is 2, but must be from 0 to 1"),
            (
                "voices:\n  main: { volume: 0 }\n",
                "2:19: warning: `volume: 0` is silent: nobody will hear the main voice"
            ),
            (
                "service: { listen: 4280 }\n",
                "1:20: error: `listen` is an address and a port from 0 to 65535, such as `127.0.0.1:4280` or `[::1]:4280`"
            ),
            (
                "alerts: { command: notify }\n",
                "1:20: error: `command` is a list, but this is a single value: begin each of its entries with `- ` on a new line"
            ),
            ("- a\n", "1:1: error: beckon.yaml is written as keys with values, but this is a list"),
        ])
    func aMistakeIsToldWithItsPlaceAndWhatToWrite(text: String, message: String) {
        #expect(findings(text) == ["beckon.yaml:" + message])
    }

    @Test(
        "Settings that do not fit together are told",
        arguments: [
            (
                "ignore_repeat: 1 s",
                "2:3: warning: `ignore_repeat` (1 s) is more than half of `scan_time` (1.5 s): a press that is meant may be ignored"
            ),
            (
                "scan_time: 300 ms",
                "2:3: warning: `ignore_repeat` (300 ms) is more than half of `scan_time` (300 ms): a press that is meant may be ignored"
            ),
            (
                "acceptance_time: 800 ms",
                "2:3: warning: `acceptance_time` and `late_press_window` together (950 ms) take more than half of `scan_time` (1.5 s): little time is left to press"
            ),
            (
                "acceptance_time: 2 s",
                "2:3: error: `acceptance_time` and `late_press_window` together (2.15 s) leave nothing of `scan_time` (1.5 s) to press in: make them shorter, or `scan_time` longer"
            ),
            (
                "loops: 0",
                "2:3: warning: `loops: 0` scans without end, until 2 min have passed without a press (`inactivity_rest`)"
            ),
            (
                "back_item: none",
                "2:3: warning: `back_item: none` leaves a group only after 3 passes without a press: a wrong group costs that long"
            ),
        ])
    func settingsThatDoNotFitTogetherAreTold(line: String, message: String) {
        #expect(findings("scanning:\n  \(line)\n") == ["beckon.yaml:" + message])
    }

    @Test("What leaves no way out is refused") func whatLeavesNoWayOutIsRefused() {
        #expect(
            findings("scanning: { back_item: none, loops: 0, inactivity_rest: 0 }\n") == [
                "beckon.yaml:1:13: error: `back_item: none` with `loops: 0` leaves no way out of a group: write `back_item: end`, or `loops: 3`",
                "beckon.yaml:1:30: warning: `loops: 0` scans without end, and with `inactivity_rest: 0` nothing ends it: it speaks all night if nobody presses",
            ])
    }

    @Test("A press that would seem stuck before it counts is refused") func stuckBeforeItCounts() {
        #expect(
            findings(
                "scanning: { acceptance_time: 500 ms, long_press_time: 2 s }\nswitches: { stuck_after: 2 s }\n"
            )
                == [
                    "beckon.yaml:2:13: error: `stuck_after` (2 s) is not longer than `long_press_time` (2 s): such a press would seem stuck before it counts"
                ])
    }

    @Test("A way of scanning without its keys is refused") func aWayOfScanningWithoutItsKeysIsRefused() {
        #expect(
            findings("scanning: { mode: step }\nswitches: { keys: { step: [] } }\n") == [
                "beckon.yaml:2:19: error: `mode: step` needs two keys: write `select: [space]` and `step: [enter]`"
            ])
        #expect(
            findings("switches: { keys: { select: [] } }\n") == [
                "beckon.yaml:1:19: error: no key selects, so nobody could choose anything: write `select: [space]`"
            ])
        #expect(
            findings("scanning: { mode: direct }\nswitches: { keys: { digits: false } }\n") == [
                "beckon.yaml:2:19: error: `mode: direct` needs the digits of a keypad: write `digits: true`"
            ])
    }

    @Test("Devices of their own let client and station use the same keys")
    func devicesOfTheirOwnLetClientAndStationUseTheSameKeys() {
        #expect(
            findings(
                "switches: { devices: [Big Button], keys: { back: [m] } }\nstation: { devices: [Keypad] }\n")
                == [])
    }

    @Test("The keys for reminders give way to keys that a home has given away before there were any")
    func theKeysForRemindersGiveWay() throws {
        let file = "switches: { keys: { back: [s] } }\nstation: { keys: { next: [o], met: [m] } }\n"
        let (settings, findings) = SettingsReader.read(Array(file.utf8), file: "b")
        #expect(findings == [])
        let home = try #require(settings)
        #expect(home.switches.roles[31] == .back && home.station.roles[31] == nil)
        #expect(home.station.roles[24] == .next && home.station.roles[22] == .undo)
    }

    @Test(
        "Where they are written, they are keys as any other",
        arguments: [
            "switches: { keys: { back: [s] } }\nstation: { keys: { snooze: [s] } }\n",
            "station: { keys: { next: [o], open: [o] } }\n",
        ])
    func whereTheyAreWritten(file: String) {
        #expect(SettingsReader.read(Array(file.utf8), file: "b").settings == nil)
    }

    @Test("Keys have the names that Linux gives them") func keysHaveTheNamesThatLinuxGivesThem() {
        #expect(KeyNames.code(of: "space") == 57 && KeyNames.code(of: "KEY_SPACE") == 57)
        #expect(KeyNames.code(of: "btn_trigger") == 0x120 && KeyNames.code(of: "kpenter") == 96)
        #expect(KeyNames.code(of: "code:767") == 767 && KeyNames.code(of: "code:768") == nil)
        #expect(KeyNames.code(of: "code:0") == nil && KeyNames.code(of: "key_") == nil)
        #expect(KeyNames.name(of: 57) == "space" && KeyNames.name(of: 0x110) == "btn_left")
        #expect(KeyNames.name(of: 700) == "code:700" || KeyNames.code(of: KeyNames.name(of: 700)) == 700)
    }

    @Test(
        "Addresses are a host and a port",
        arguments: [
            ("127.0.0.1:4280", "127.0.0.1", 4280), ("localhost:0", "localhost", 0),
            ("[::1]:65535", "::1", 65535),
            ("::1:80", nil, nil), ("host", nil, nil), ("host:65536", nil, nil), (":80", nil, nil),
            ("a b:1", nil, nil),
            ("[zz]:1", nil, nil), ("host:-1", nil, nil),
        ] as [(String, String?, Int?)])
    func addressesAreAHostAndAPort(text: String, host: String?, port: Int?) {
        #expect(ListenAddress(text)?.host == host)
        #expect(ListenAddress(text)?.port == port)
    }

    @Test("A home says when its shifts begin, in any order") func shifts() throws {
        #expect(try #require(read("home: { shifts: [19:30, 7:00] }").settings).shifts == [420, 1170])
        #expect(HomeSettings.standard.shifts == [360, 840, 1320])
        #expect(
            findings("home:\n  shifts: [7:00, 25:00]\n") == [
                "beckon.yaml:2:18: error: `25:00` is not a time of day, such as `21:00`"
            ])
        for wrong in ["[7:00, 24:00]", "[7]", "[\"07.00\"]", "[+7:00]", "[7:0]"] {
            let found = findings("home:\n  shifts: \(wrong)\n")
            #expect(found.count == 1 && found[0].hasSuffix("not a time of day, such as `21:00`"), "\(found)")
        }
        for wrong in ["[]", "[1:00, 2:00, 3:00, 4:00, 5:00, 6:00, 7:00]"] {
            let found = findings("home:\n  shifts: \(wrong)\n")
            #expect(found.count == 1 && found[0].contains("a day has 1 to 6 shifts"), "\(found)")
        }
    }

    @Test("What the client's breathing needs, and how often they breathe at rest") func care() throws {
        let text = "care: { breathing: no_holds, breaths_per_minute: 18.5 }\n"
        let settings = try #require(read(text).settings)
        #expect(findings(text) == [])
        #expect(settings.breathing == .noHolds && settings.breathingRate == 18.5)
        for wrong in ["3", "41", "-14", "nan", "inf", "many", "14,5"] {
            let found = findings("care: { breaths_per_minute: \(wrong == "14,5" ? "\"14,5\"" : wrong) }\n")
            #expect(found.count == 1 && found[0].contains("`breaths_per_minute`"), "\(wrong): \(found)")
        }
    }

    @Test("The client's screen has a layout, and a brightness by day and at night") func display() throws {
        let text = """
            display:
              layout: strips
              brightness_day: 90
              brightness_night: 30
              night_from: 22:30
              night_until: 06:15
            """
        let look = try #require(read(text).settings).display.look
        #expect(findings(text) == [])
        #expect(look.layout == .strips && look.dayBrightness == 90 && look.nightBrightness == 30)
        #expect(look.nightFrom == "22:30" && look.nightUntil == "06:15")
        for wrong in ["24:00", "7:00", "22.30", "22:60", "+2:00", "evening"] {
            #expect(
                findings("display:\n  night_from: \"\(wrong)\"\n")
                    == ["beckon.yaml:2:15: error: `night_from` is not a time of day, such as `21:00`"])
        }
        #expect(findings("display: { brightness_night: 5 }").count == 1)
        // Cards are not said: a service from before this does not know them.
        #expect(read("display: { layout: cards }").settings == .standard)
    }
}
