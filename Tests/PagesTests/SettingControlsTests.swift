import Care
import Chance
import Foundation
import HomeFiles
import OwnFolders
import Roles
import Testing
import Wording

@testable import Pages

/// How each kind of setting is filled in, and what the file then has.
struct SettingControlsTests {
    private let api = FileAPI()

    private static func option(
        _ name: String, _ value: String? = nil, choices: [HomeOptions.Choice]? = nil
    ) throws -> HomeOptions.Option {
        var option = try #require(
            SettingsTests.all(value.map { [name: $0] } ?? [:]).options.first { $0.name == name })
        option.choices = choices
        return option
    }

    private static func form(_ fields: [(String, String)]) -> PageFields {
        PageFields(fields.map { (name: $0.0, value: $0.1) })
    }

    // MARK: - Sliders

    @Test("A slider shows both ends with their unit, in the reader's language")
    func ends() async throws {
        try await api.put("GET settings", SettingsTests.all())
        func ends(_ least: String, _ most: String) -> String {
            #"<span class="ends" aria-hidden="true"><span>\#(least)</span><i>–</i><span>\#(most)</span></span>"#
        }
        let pace = try await api.draw("/settings/pace").text
        #expect(pace.contains(ends("0.3 s", "10 s")))
        let hears = try await api.draw("/settings/hears").text
        for (least, most) in [("80 words/min", "450 words/min"), ("0 %", "100 %"), ("0", "99")] {
            #expect(hears.contains(ends(least, most)), "\(least)–\(most)")
        }
        let measure = try #require(SettingShape(try Self.option("scan_time")).measure)
        #expect(try measure.lowest.said(in: "de") == "0,3 s" && measure.highest.said(in: "de") == "10 s")
    }

    @Test(
        "Loudness is shown in percent, and the file has it from 0 to 1",
        arguments: [
            ("0", "0", "0 %"), ("1", "100", "100 %"), ("0.5", "50", "50 %"), ("0.07", "7", "7 %"),
            ("0.29", "29", "29 %"), ("0.333", "33.3", "33.3 %"), ("0.0001", "0.01", "0.01 %"),
        ])
    func loudness(file: String, field: String, said: String) throws {
        let option = try Self.option("voices.main.volume", file)
        let shape = SettingShape(option)
        #expect(shape.shown(file) == field && shape.written(field) == file)
        #expect(try SettingWords(option, client: "Maria").said(file, shape.form).said() == said)
    }

    @Test(
        "Loudness may be typed with a comma or the sign of percent; what is no number stays as it was typed")
    func typedLoudness() throws {
        let shape = SettingShape(try Self.option("voices.cue.volume"))
        for (typed, written) in [
            ("12,5", "0.125"), ("80 %", "0.8"), ("80%", "0.8"), ("250", "2.5"), ("-5", "-0.05"),
            ("loud", "loud"), ("%", ""),
        ] { #expect(shape.written(typed) == written, "\(typed)") }
        #expect(try shape.outOfRange("250 %")?.said() == "This must be 0–100 %.")
        #expect(shape.outOfRange("loud") == nil && shape.outOfRange("nan") == nil)
        #expect(shape.isSame("0.50", "0.5") && !shape.isSame("0.5", "0.51"))
    }

    // MARK: - Times

    @Test(
        "A time that may be long is a number and its unit, as the file has them",
        arguments: [
            ("90 s", "90", "s"), ("5 min", "5", "min"), ("2 h", "2", "h"), ("1.5 min", "1.5", "min"),
            ("300s", "300", "s"), ("1500 ms", "1500", "ms"), ("0", "0", "min"), ("24 h", "24", "h"),
            // What no program reads is shown as it is.
            ("soon", "soon", "min"), ("5 min 30 s", "5 min 30 s", "min"), ("", "", "min"),
        ])
    func spans(file: String, number: String, unit: String) throws {
        let shape = SettingShape(try Self.option("alerts.escalate"))
        #expect(shape.kind == .span)
        let (shownNumber, shownUnit) = shape.amount(shape.shown(file))
        #expect(shownNumber == number && (shownUnit ?? shape.usualUnit) == unit)
        #expect(shape.units(unit).filter(\.isChosen).map(\.value) == [unit])
        // Sent as it was drawn, it is what it was.
        let sent = Self.form([("option-alerts.escalate", number), ("unit-alerts.escalate", unit)])
        #expect(shape.typed(sent) == shape.shown(file))
    }

    @Test(
        "What is typed for a time has the unit beside it, unless it names one itself",
        arguments: [
            ("7", "min", "7 min"), ("1,5", "h", "1.5 h"), (" 20 ", "s", "20 s"), ("90 s", "min", "90 s"),
            ("0", "h", "0"), ("0.0", "s", "0"), ("", "min", ""), ("a while", "min", "a while"),
            ("999999", "h", "999999 h"), ("-1", "s", "-1 s"),
        ])
    func typedSpans(number: String, unit: String, written: String) throws {
        let shape = SettingShape(try Self.option("alerts.repeat_reminder"))
        let form = Self.form([
            ("option-alerts.repeat_reminder", number), ("unit-alerts.repeat_reminder", unit),
        ])
        #expect(shape.written(shape.typed(form)?.trimmed() ?? "?") == written)
    }

    @Test("Hours are offered where a time may be that long")
    func units() throws {
        #expect(
            SettingShape(try Self.option("alerts.escalate")).units("min").map(\.value) == ["s", "min", "h"])
        #expect(
            SettingShape(try Self.option("switches.stuck_after")).units("s").map(\.value) == ["s", "min"])
        #expect(try SettingShape(Self.option("scan_time")).units("s").isEmpty)
    }

    // MARK: - Keys

    @Test("Every key that is offered has a name that Beckon reads")
    func namesOfKeys() throws {
        for name in ["switches.keys.select", "station.keys.met"] {
            let option = try Self.option(name)
            let shape = SettingShape(option)
            let keys = shape.choices(SettingWords(option, client: "Maria"), chosen: "space").map(\.value)
            #expect(keys.first == "[]" && keys.last == SettingShape.otherKey && keys.count > 20)
            for key in keys.dropFirst().dropLast() { #expect(KeyNames.code(of: key) != nil, "\(key)") }
        }
        #expect(KeyNames.code(of: SettingShape.otherKey) == nil)
        for translation in try Translation.shipped() where translation.isWhole {
            for key in SettingShape.wordedKeys {
                #expect(
                    translation.pattern("option_word.key_\(key)") != nil, "\(translation.language): \(key)")
            }
        }
        #expect(
            try ["space", "f1", "a", "kp7"].map { try SettingWords.key($0).said() } == [
                "Space", "F1", "A", "kp7",
            ])
    }

    @Test("Keys are chosen or typed; several stay as they are, and none is a choice, too")
    func keys() async throws {
        let written = ["switches.keys.select": "space, f13", "switches.keys.help": "f1"]
        try await api.put("GET settings", SettingsTests.all(written))
        try await api.put("PUT settings", SettingsTests.all(version: "v2"))
        let (_, text) = try await api.draw("/settings/keys")
        for part in [
            #"<option value="space, f13" selected>Space, F13</option>"#,
            #"<option value="f1" selected>F1</option>"#, #"<option value="[]">No key</option>"#,
            #"<option value="other">Another key …</option>"#, #"name="other-switches.keys.select""#,
            "Default: No key", "Choose with: Space, F13.",
        ] { #expect(text.contains(part), "\(part)") }
        let form = [
            ("version", "v1"), ("was-switches.keys.select", "space, f13"),
            ("option-switches.keys.select", "other"), ("other-switches.keys.select", "f14, f15"),
            ("was-switches.keys.help", "f1"), ("option-switches.keys.help", "[]"),
            // Not chosen, so it does not count.
            ("was-switches.keys.step", "enter"), ("option-switches.keys.step", "enter"),
            ("other-switches.keys.step", "f16"),
        ]
        _ = try await api.draw("/settings/keys", form: form)
        #expect(
            try await api.sent("PUT settings")
                == OptionChange(
                    values: ["switches.keys.select": "f14, f15", "switches.keys.help": "[]"], version: "v1"))
        _ = try await api.draw("/settings/keys", form: [("version", "v1"), ("back", "switches.keys.help")])
        #expect(
            try await api.sent("PUT settings")
                == OptionChange(values: ["switches.keys.help": "[]"], version: "v1"))
        // What was typed in vain is still there.
        try await api.put(
            "PUT settings",
            CareProblem(.notAcceptable, "no key is called `f99`", field: "switches.keys.select"),
            status: 422)
        let wrong = form.map { $0.0 == "other-switches.keys.select" ? ($0.0, "f99") : $0 }
        let again = try await api.draw("/settings/keys", form: wrong).text
        #expect(again.contains(#"<option value="other" selected>"#) && again.contains(#"value="f99""#))
        // The fault stands where it was typed.
        #expect(again.contains(##"<a href="#other-switches.keys.select">"##))
        #expect(again.contains(#"id="other-switches.keys.select-fault""#))
        #expect(!again.contains(#"id="option-switches.keys.select-fault""#))
    }

    // MARK: - What the machine and the home have

    private static let offers: [String: [HomeOptions.Choice]] = [
        "zone": [
            .init("America/Argentina/Buenos_Aires"), .init("Europe/Berlin"), .init("Europe/Paris"),
            .init("UTC"),
        ],
        "home.language": ["de", "en-GB", "en-US", "es", "pt"].map { .init($0) },
        "voices.main.voice": [.init("en-gb", name: "English (Great Britain)"), .init("de", name: "German")],
    ]

    private static func offered(_ values: [String: String]) -> HomeOptions {
        var options = SettingsTests.all(values)
        for index in options.options.indices {
            options.options[index].choices = offers[options.options[index].name]
        }
        return options
    }

    private static func board(_ name: String, _ title: String?) -> HomeFileSummary {
        HomeFileSummary(
            name: name, kind: .board, title: title, version: "v1", errors: 0, warnings: 0, isStart: false,
            usesLastGood: false)
    }

    @Test(
        "Languages, boards, zones and voices are chosen from what is there; a present one that is not stays")
    func offered() async throws {
        try await api.put(
            "GET settings",
            Self.offered(["zone": "Europe/Paris", "voices.main.voice": "de+f3", "board": "boards/ours.yaml"]))
        try await api.put(
            "GET files",
            HomeFilePage(files: [
                Self.board("drinks.yaml", "Drinks"), Self.board("home.yaml", "Home"),
                Self.board("ours.yaml", "Home"), Self.board("new.yaml", nil),
            ]))
        let place = try await api.draw("/settings/place").text
        for part in [
            #"<option value="auto">Automatic</option>"#, #"<optgroup label="Europe">"#,
            #"<option value="Europe/Paris" selected>Paris</option>"#,
            #"<option value="America/Argentina/Buenos_Aires">Argentina – Buenos Aires</option>"#,
            #"<option value="de">Deutsch</option>"#, #"<option value="en-GB" selected>English</option>"#,
            #"<option value="en-US">English (United States)</option>"#,
            #"<option value="es">Español</option>"#,
            #"<option value="pt">pt</option>"#, #"<option value="boards/drinks.yaml">Drinks</option>"#,
            #"<option value="boards/ours.yaml" selected>Home (ours.yaml)</option>"#,
            #"<option value="boards/new.yaml">new.yaml</option>"#,
            "Language English, first board Home (ours.yaml).",
        ] { #expect(place.contains(part), "\(part)") }
        let hears = try await api.draw("/settings/hears").text
        #expect(hears.contains(#"<option value="de+f3" selected>de+f3</option>"#))
        #expect(hears.contains(#"<option value="de">German</option>"#))
        // Where nothing is known, it is typed.
        try await api.put("GET settings", SettingsTests.all(["zone": "Europe/Paris"]))
        #expect(
            try await api.draw("/settings/place").text.contains(#"name="option-zone" value="Europe/Paris""#))
    }

    // MARK: - Untouched

    /// What a browser sends for a form as it was drawn.
    private static func untouched(_ text: String) -> [(String, String)] {
        func attribute(_ name: String, _ tag: Substring) -> String? {
            guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
            return String(tag[start...].prefix { $0 != "\"" })
        }
        let form = text[(text.firstRange(of: #"class="question""#)?.upperBound ?? text.startIndex)...]
        var fields: [(String, String)] = []
        var select: String?
        for tag in form.split(separator: "<") {
            if tag.hasPrefix("input"), let name = attribute("name", tag) {
                let isRadio = tag.contains(#"type="radio""#)
                if !isRadio || tag.contains(" checked") {
                    fields.append((name, attribute("value", tag) ?? ""))
                }
            }
            if tag.hasPrefix("select") { select = attribute("name", tag) }
            if tag.hasPrefix("option "), tag.contains(" selected"), let select {
                fields.append((select, attribute("value", tag) ?? ""))
            }
        }
        return fields
    }

    @Test("A page that is saved as it was drawn changes nothing, however the file is written")
    func nothingTouched() async throws {
        let odd = [
            "scan_time": "1500 ms", "alerts.escalate": "90 s", "alerts.escalate_urgent": "0.50 min",
            "alerts.repeat": "300s", "alerts.ask_again": "0", "switches.stuck_after": "20000 ms",
            "voices.main.volume": "0.123", "voices.cue.volume": "1.0", "voices.alert.volume": ".5",
            "voices.main.voice": "mb-de5", "zone": "US/Eastern", "board": "my boards/home.yaml",
            "home.language": "pt-BR", "switches.keys.select": "KEY_SPACE, code:300",
            "station.keys.undo": "", "inactivity_rest": "1 h", "display.brightness_day": "55",
            "alerts.still_waiting": "5 min, 0.5 h",
        ]
        try await api.put("GET settings", Self.offered(odd))
        try await api.put("GET files", HomeFilePage(files: [Self.board("home.yaml", "Home")]))
        try await api.put("PUT settings", SettingsTests.all(version: "v2"))
        for question in SettingQuestion.all.dropFirst() {
            let form = Self.untouched(try await api.draw("/settings/\(question.id)").text)
            #expect(form.count > question.settings.count, "\(question.id)")
            let response = try await api.draw("/settings/\(question.id)", form: form).response
            #expect(response.status == 303)
            let sent: OptionChange? = try await api.sent("PUT settings")
            #expect(sent == nil, "\(question.id): \(sent?.values ?? [:])")
        }
    }

    @Test(
        "A page that is shown again keeps what others have written since, in its unit, also when it is sent a second time"
    )
    func nothingTouchedAgain() async throws {
        try await api.put(
            "GET settings", Self.offered(["alerts.escalate": "5 min", "switches.keys.help": "f1"]))
        let drawn = Self.untouched(try await api.draw("/settings/calls").text)
        let typed = drawn.map { $0.0 == "option-alerts.repeat" ? ($0.0, "45") : $0 }
        try await api.put(
            "PUT settings", CareProblem(.conflict, "it was changed", field: "version"), status: 409)
        try await api.put("GET settings", Self.offered(["alerts.escalate": "90 s"]))
        let (response, again) = try await api.draw("/settings/calls", form: typed)
        #expect(response.status == 409)
        try await api.put("PUT settings", SettingsTests.all(version: "v2"))
        _ = try await api.draw("/settings/calls", form: Self.untouched(again))
        let sent: OptionChange = try #require(try await api.sent("PUT settings"))
        #expect(sent.values == ["alerts.repeat": "45 s"])
    }

    @Test("Another key that is not named leaves the key that there is")
    func unnamedKey() async throws {
        try await api.put("GET settings", Self.offered(["switches.keys.help": "f1"]))
        let form = Self.untouched(try await api.draw("/settings/keys").text).map {
            $0.0 == "option-switches.keys.help" ? ($0.0, SettingShape.otherKey) : $0
        }
        #expect(try await api.draw("/settings/keys", form: form).response.status == 303)
        let sent: OptionChange? = try await api.sent("PUT settings")
        #expect(sent == nil)
    }

    @Test("A voice that hardly anybody would hear is told of when it is saved")
    func tooQuiet() async throws {
        try await api.put("GET settings", SettingsTests.all(["voices.alert.volume": "0.008"]))
        let text = try await api.draw("/settings/calls", query: "saved=v1&counts=at_once").text
        #expect(text.contains("Saved. It counts from now on. “What caregivers hear” is below 5 %"))
    }

    // MARK: - From the presses to the file

    /// Choices of somebody who presses some 0.65 s after the word, as Beckon keeps them.
    private static func keepPresses(in folder: OwnFolder) throws {
        var chance = SeededGenerator(seed: 1)
        var lines = [#"{"beckon":"presses","format":1}"#]
        for number in 1...80 {
            let ended = Int(min(max(0.65 + 0.1 * chance.normal(), 0.05), 1.5) * 1000)
            lines.append(
                #"{"record":"choice","id":\#(number),"mode":"automatic","pattern":"group_item","scan_time":1500,"#
                    + #""ended":\#(ended),"began":\#(ended + 420),"steps":\#(number % 6),"day":\#(20760 + number / 8)}"#
            )
            lines.append(
                #"{"record":"press","use":"choice","id":\#(number),"held":350,"since":3000,"day":20760}"#)
        }
        try FileManager.default.createDirectory(
            atPath: folder.file("tuning"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(
            to: URL(filePath: folder.file("tuning/presses.jsonl")))
    }

    @Test("What fits the presses is shown at its field and taken by one button; the rest of the file stays")
    func fromPressesToFile() async throws {
        let folder = try OwnFolder()
        try Self.keepPresses(in: folder)
        let before = """
            # Ours.
            client: { id: maria, name: Maria }
            scanning:
              # Slow at first.
              scan_time: 1.5 s   # since March
              loops: 4
            voices:
              main:
                volume: 0.80
            """ + "\n"
        let path = folder.file("beckon.yaml")
        try Data(before.utf8).write(to: URL(filePath: path))
        let share = try SharedFiles.find()
        try FileManager.default.createDirectory(
            atPath: folder.file("boards"), withIntermediateDirectories: true)
        for name in ["home.yaml", "feelings.yaml"] {
            try FileManager.default.copyItem(
                atPath: "\(share.boardsFolder)/\(name)", toPath: folder.file("boards/\(name)"))
        }
        let keeper = HomeFileKeeper(home: HomeFolder(path: folder.path), share: share)
        let options = try keeper.options()
        let proposed = try #require(options.options.first { $0.name == "scan_time" }?.proposed)
        #expect(proposed != "1.5 s")

        try await api.put("GET settings", options)
        try await api.put("PUT settings", options)
        let page = try await api.draw("/settings/pace").text
        #expect(page.contains(#"name="take" value="scan_time=\#(proposed)""#))
        #expect(page.contains("Recommended for Maria, from how the switch was pressed: "))
        _ = try await api.draw(
            "/settings/pace", form: Self.untouched(page) + [("take", "scan_time=\(proposed)")])
        let change: OptionChange = try #require(try await api.sent("PUT settings"))
        #expect(change.values == ["scan_time": proposed])

        let after = try keeper.setOptions(change)
        #expect(after.options.first { $0.name == "scan_time" }?.proposed == nil)
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == before.replacing("scan_time: 1.5 s ", with: "scan_time: \(proposed) "))
        // What there is to choose comes where it is asked for: no zone under an older name, no voice that starts a program.
        #expect(after.options.allSatisfy { $0.choices == nil })
        let offered = try keeper.options(withChoices: true)
        func choices(_ name: String) -> [String] {
            offered.options.first { $0.name == name }?.choices?.map(\.value) ?? []
        }
        #expect(choices("home.language").contains("de") && choices("home.language").contains("en-GB"))
        #expect(choices("zone").contains("Europe/Berlin") && choices("zone").contains("UTC"))
        #expect(!choices("zone").contains { $0.hasPrefix("US/") || $0.hasPrefix("Etc/") })
        let voices = choices("voices.cue.voice")
        #expect(voices.first?.hasPrefix("en") == true && voices.contains("de"))
        #expect(!voices.contains { $0.contains("mb-") } && Set(voices).count == voices.count)
        #expect(offered.options.first { $0.name == "scan_time" }?.choices == nil)
        // A list can be emptied.
        let emptied = try keeper.setOptions(
            OptionChange(values: ["station.keys.undo": "[]"], version: after.version))
        #expect(emptied.options.first { $0.name == "station.keys.undo" }?.value == "")
    }
}
