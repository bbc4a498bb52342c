import Care
import Foundation
import HomeFiles
import Roles
import Testing
import Wording

@testable import Pages

/// The settings by question, and what Beckon says.
struct SettingsTests {
    private let api = FileAPI()

    /// All that can be changed, as the service tells it of a new home of Maria's.
    static func all(_ values: [String: String] = [:], version: String = "v1") -> HomeOptions {
        HomeOptions(
            version: version, client: "Maria",
            options: SettingsCatalogue.changeable.map { place in
                .init(
                    name: place.name, value: values[place.name],
                    standard: place.option.standard.filter { !"[]".contains($0) }, range: place.option.range,
                    meaning: place.option.meaning, effect: place.effect,
                    proposed: place.name == "scan_time" ? "1.8 s" : nil)
            },
            machine: [.init(name: "alerts.command", value: "set", meaning: "What is started.")])
    }

    @Test("Every setting that can be changed is in exactly one question, and each question has an address")
    func everySettingOnce() {
        let asked = SettingQuestion.all.flatMap(\.settings)
        #expect(Set(asked).count == asked.count)
        #expect(Set(asked) == Set(SettingsCatalogue.changeable.map(\.name)))
        #expect(Set(SettingQuestion.all.map(\.id)).count == SettingQuestion.all.count)
    }

    @Test("What is changed on the machine only is explained in each language")
    func everyFixedOneIsExplained() throws {
        for translation in try SharedFiles.find().translations() where translation.isWhole {
            for setting in MachineSettings.values(of: .standard) {
                let name = "machine.\(setting.name.replacing(".", with: "_"))"
                #expect(translation.pattern(name) != nil, "\(translation.language): \(name)")
            }
        }
    }

    @Test("Every setting and every word that can be chosen has a name in each language")
    func everyNameIsThere() throws {
        for translation in try SharedFiles.find().translations() where translation.isWhole {
            // Names of people have labels of their own.
            for place in SettingsCatalogue.changeable
            where !SettingsCatalogue.namesOfPeople.contains(place.name) {
                let key = SettingWords(place.name, client: "").key
                for name in ["option.\(key)", "option_help.\(key)"] {
                    #expect(translation.pattern(name) != nil, "\(translation.language): \(name)")
                }
                guard case .words(let words) = place.form else { continue }
                for word in words {
                    let name = "option_word.\(key)_\(word)"
                    #expect(translation.pattern(name) != nil, "\(translation.language): \(name)")
                }
            }
        }
    }

    @Test(
        "What may stand in a setting follows from its range",
        arguments: [
            ("on or off", .flag(yes: "on", no: "off")), ("true or false", .flag(yes: "true", no: "false")),
            ("dark, light or contrast", .words(["dark", "light", "contrast"])),
            ("300 ms to 10 s", .time(0.3...10, or: nil)), ("0 to 24 h", .time(0...86_400, or: nil)),
            ("off, or 500 ms to 5 s", .time(0.5...5, or: "off")), ("80 to 450", .number(80...450, or: nil)),
            ("auto, or 1 to 6", .number(1...6, or: "auto")), ("a time of day", .timeOfDay),
            ("names of keys", .list), ("times from 1 s to 24 h", .list), ("any text", .text),
            ("auto, or an ALSA device such as plughw:CARD=Headset,DEV=0", .text),
            ("such as en-GB or de", .text), ("letters, digits and -", .text),
        ] as [(String, OptionForm)])
    func forms(range: String, form: OptionForm) {
        #expect(OptionForm(range: range) == form)
    }

    @Test("Each question says its present answer, what is changed and what is recommended")
    func questions() async throws {
        try await api.put("GET settings", Self.all(["scan_time": "2 s", "display.size": "huge"]))
        let (_, text) = try await api.draw("/settings")
        for part in [
            "How does Maria press?", "The board moves on by itself, and a press chooses.",
            "Maria has 2 s to press after each word.", "Cards: Huge. Colours: Dark.",
            "1 changed", "1 recommendation", #"href="/settings/pace""#, #"href="/account""#,
            #"href="/settings/phrases""#, "alerts.command",
        ] { #expect(text.contains(part), "\(part)") }
        // They are a coordinator's.
        for path in ["/settings", "/settings/press", "/settings/pace"] {
            #expect(try await api.draw(path, role: .caregiver).response.status == 403)
        }
    }

    @Test("A question's fields are named in people's words, with sliders, standards and a way back")
    func fields() async throws {
        try await api.put("GET settings", Self.all(["scan_time": "2 s"]))
        let (_, text) = try await api.draw("/settings/pace")
        for part in [
            "Time to press", #"name="option-scan_time" value="2""#, #"data-least="0.3" data-most="10""#,
            "Default: 1.5 s", #"name="back" value="scan_time""#,
            "Recommended for Maria, from how the switch was pressed: 1.8 s",
            #"name="take" value="scan_time=1.8 s""#, #"name="option-after_loops" value="rest""#,
            #"name="option-tuning.automatic" value="off" checked"#,
        ] { #expect(text.contains(part), "\(part)") }
        let hears = try await api.draw("/settings/hears").text
        #expect(hears.contains(#"data-unit="words/min""#))
        let place = try await api.draw("/settings/place").text
        #expect(place.contains("Counts from the next start"))
    }

    @Test("Only what is another is sent; an empty field is the standard, and a number has its unit")
    func onlyWhatIsAnother() async throws {
        try await api.put("GET settings", Self.all(["scan_time": "2 s"]))
        try await api.put("PUT settings", Self.all(version: "v2"))
        let form = [
            ("version", "v1"), ("option-scan_time", ""), ("option-loops", "3"), ("option-back_item", "start"),
            ("option-first_item_extra", "0,9"),
            // Of another question.
            ("option-speak_count", "off"),
        ]
        let response = try await api.draw("/settings/pace", form: form).response
        #expect(response.status == 303)
        #expect(
            response.headers.contains {
                $0.value == "/settings/pace?saved=v2&counts=at_rest&default=scan_time"
            })
        #expect(
            try await api.sent("PUT settings")
                == OptionChange(
                    values: ["scan_time": "1.5 s", "back_item": "start", "first_item_extra": "0.9 s"],
                    version: "v1"))
        let saved = try await api.draw("/settings/pace", query: "saved=v1&counts=at_rest").text
        #expect(saved.contains("It counts as soon as Maria pauses."))
        #expect(saved.contains("/boards/beckon.yaml/undo?version=v1"))
    }

    @Test("A recommended value is taken, and a changed one put back, without losing what else was typed")
    func takenAndPutBack() async throws {
        try await api.put("GET settings", Self.all(["loops": "5"]))
        try await api.put("PUT settings", Self.all())
        let typed = [
            ("version", "v1"), ("was-initial_delay", "0.5"), ("option-initial_delay", "0.6"),
            ("was-loops", "5"), ("option-loops", "5"),
        ]
        _ = try await api.draw("/settings/pace", form: typed + [("take", "scan_time=1.8 s")])
        #expect(
            try await api.sent("PUT settings")
                == OptionChange(values: ["scan_time": "1.8 s", "initial_delay": "0.6 s"], version: "v1"))
        _ = try await api.draw("/settings/pace", form: typed + [("back", "loops")])
        #expect(
            try await api.sent("PUT settings")
                == OptionChange(values: ["loops": "3", "initial_delay": "0.6 s"], version: "v1"))
    }

    @Test("What others have changed meanwhile stays, and is shown where both have written")
    func twoAtOnce() async throws {
        try await api.put("GET settings", Self.all(["scan_time": "2 s"]))
        try await api.put(
            "PUT settings", CareProblem(.conflict, "it was changed", field: "version"), status: 409)
        // Seen: 1.5 s and 3 rounds. Now the file says 2 s.
        let form = [
            ("version", "v0"), ("was-scan_time", "1.5"), ("option-scan_time", "1.5"), ("was-loops", "3"),
            ("option-loops", "4"),
        ]
        let (response, text) = try await api.draw("/settings/pace", form: form)
        #expect(response.status == 409)
        #expect(try await api.sent("PUT settings") == OptionChange(values: ["loops": "4"], version: "v0"))
        for part in [
            #"name="option-scan_time" value="2""#, #"name="was-scan_time" value="2""#,
            #"name="option-loops" value="4""#, #"name="was-loops" value="3""#, #"name="version" value="v1""#,
            "What you wrote is still here",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains("Somebody else has changed this meanwhile"))
        let both = form.map { $0.0 == "option-scan_time" ? ($0.0, "3") : $0 }
        let page = try await api.draw("/settings/pace", form: both).text
        #expect(page.contains("has changed this meanwhile: 2 s.") && page.contains(#"value="3""#))
    }

    @Test("An invalid value is shown at its field with what was typed, and named above all")
    func invalid() async throws {
        try await api.put("GET settings", Self.all())
        try await api.put(
            "PUT settings", CareProblem(.notAcceptable, "at most 10 s", field: "scan_time"), status: 422)
        let (response, text) = try await api.draw(
            "/settings/pace", form: [("version", "v1"), ("option-scan_time", "<20 s>")])
        #expect(response.status == 422)
        #expect(text.contains(#"id="option-scan_time-fault">At most 10 s."#) && text.contains("&lt;20 s&gt;"))
        #expect(text.contains(##"<a href="#option-scan_time">Time to press – At most 10 s.</a>"##))
    }

    @Test("Of several invalid values, each is shown at its field and named above")
    func severalInvalid() async throws {
        try await api.put("GET settings", Self.all())
        var problem = CareProblem(.notAcceptable, "`loops` is 0", field: "loops")
        problem.errors = [
            .init(field: "loops", detail: "`loops` is 0"), .init(field: "scan_time", detail: "at most 10 s"),
        ]
        try await api.put("PUT settings", problem, status: 422)
        let form = [("version", "v1"), ("option-scan_time", "abc"), ("option-loops", "x")]
        let text = try await api.draw("/settings/pace", form: form).text
        #expect(text.contains(#"id="option-scan_time-fault">At most 10 s."#))
        #expect(text.contains(#"id="option-loops-fault">“Rounds until it stops” is 0."#), "\(text)")
        #expect(
            text.contains(##"<a href="#option-scan_time">"##) && text.contains(##"<a href="#option-loops">"##)
        )
    }

    @Test("What is wrong at a field is said in the field's own unit and words, without names of the file")
    func ownWords() async throws {
        try await api.put("GET settings", Self.all())
        func draw(_ field: String, _ typed: String, _ detail: String, page: String) async throws -> String {
            try await api.put(
                "PUT settings", CareProblem(.notAcceptable, detail, field: field), status: 422)
            return try await api.draw(
                page, form: [("version", "v1"), ("option-" + field, typed)]
            ).text
        }
        let pace = try await draw(
            "scan_time", "900", "`scan_time` is 15 min, but must be from 300 ms to 10 s",
            page: "/settings/pace")
        #expect(pace.contains("This must be 0.3–10 s.") && !pace.contains("scan_time`"))
        let calls = try await draw(
            "alerts.escalate", "900 h", "`escalate` is 900 h, but must be from 0 to 24 h",
            page: "/settings/calls")
        #expect(!calls.contains("`") && !calls.contains("<code>escalate"))
    }

    @Test(
        "Where a kiosk or station is paired, what was saved does not count everywhere at once, and the page says so"
    )
    func pairedKiosk() async throws {
        try await api.put("GET settings", Self.all(["scan_time": "2 s"]))
        func saved() async throws -> String {
            try await api.draw("/settings/pace", query: "saved=v1&counts=at_once").text
        }
        var device = Device(id: UUID(), kind: .kiosk, name: "Bedside", client: "maria", since: Date())
        try await api.put("GET devices", DevicePage(devices: [device]))
        #expect(
            try await saved().contains("Saved. It counts from now on. A station on another machine"))
        device.revokedAt = Date()
        let screen = Device(
            id: UUID(), kind: .display, name: "Beside the bed", client: "maria", since: Date())
        try await api.put("GET devices", DevicePage(devices: [device, screen]))
        #expect(try await !saved().contains("another machine"))
        let station = Device(id: UUID(), kind: .station, name: "Kitchen", since: Date())
        try await api.put("GET devices", DevicePage(devices: [device, station]))
        #expect(try await saved().contains("another machine"))
    }

    /// What the service tells of a client or device: only their own options.
    private static func own(
        _ owner: SettingsParts.Owner, _ values: [String: String] = [:], isWritten: Bool = true
    ) -> HomeOptions {
        var options = all(values)
        options.client = "Lukas"
        options.isWritten = isWritten
        options.machine = []
        let places = SettingsCatalogue.changeable.filter {
            SettingsParts.owner(of: $0.path + [$0.option.name]) == owner && $0.path != ["client"]
        }
        options.options.removeAll { option in !places.contains { $0.name == option.name } }
        return options
    }

    @Test(
        "Another client's settings have the same questions, as far as they are theirs, and are sent as theirs"
    )
    func ofAnotherClient() async throws {
        let people = [
            Person(id: "maria", name: "Maria", role: .client),
            Person(id: "lukas", name: "Lukas", role: .client),
            Person(id: "anna", name: "Anna", role: .caregiver),
        ]
        try await api.put("GET people", PeoplePage(people: people))
        let own = OwnDevice(kind: .kiosk, client: "maria")
        try await api.put("GET devices", DevicePage(devices: [], own: [own]))
        try await api.put("GET settings", Self.all())
        let overview = try await api.draw("/settings").text
        #expect(overview.contains(#"href="/people/lukas/settings""#))
        #expect(!overview.contains("/people/maria/settings") && !overview.contains("/people/anna/settings"))
        try await api.put("GET settings?client=lukas", Self.own(.client, isWritten: false))
        let page = try await api.draw("/people/lukas/settings").text
        for part in [
            "Settings of Lukas", "Nothing is written here for Lukas yet", "How does Lukas press?",
            #"href="/people/lukas/settings/pace""#, "165 words a minute.", "With which board does it begin?",
        ] { #expect(page.contains(part), "\(part)") }
        for part in ["keys", "station", "names", "phrases", "calls"] {
            #expect(!page.contains("/lukas/settings/" + part), "\(part)")
        }
        #expect(!page.contains("clients%2F"), "there is no text yet")
        #expect(try await api.draw("/people/lukas/settings/keys").response.status == 404)
        #expect(try await api.draw("/people/anna/settings").response.status == 404)
        try await api.put("PUT settings?client=lukas", Self.own(.client))
        let form = [("version", "v1"), ("was-scan_time", "1.5"), ("option-scan_time", "3")]
        let response = try await api.draw("/people/lukas/settings/pace", form: form).response
        #expect(
            response.headers.contains { $0.value == "/people/lukas/settings/pace?saved=v1&counts=at_rest" })
        #expect(
            try await api.sent("PUT settings?client=lukas")
                == OptionChange(values: ["scan_time": "3 s"], version: "v1"))
        try await api.put("GET settings?client=lukas", Self.own(.client))
        let saved = try await api.draw("/people/lukas/settings/pace", query: "saved=v1&counts=at_rest").text
        #expect(saved.contains("Lukas has it within half a minute"))
        #expect(saved.contains("/boards/clients%2Flukas.yaml/undo?version=v1"))
    }

    @Test("A paired kiosk has its own volume and keys, and nothing of its client's")
    func ofAKiosk() async throws {
        let device = Device(id: UUID(), kind: .kiosk, name: "Kitchen", client: "lukas", since: Date())
        let screen = Device(id: UUID(), kind: .display, name: "Screen", client: "lukas", since: Date())
        try await api.put("GET devices", DevicePage(devices: [device, screen]))
        let id = device.id.uuidString.lowercased()
        for query in ["", "&choices=yes"] {
            try await api.put(
                "GET settings?device=\(id)\(query)", Self.own(.device, ["voices.cue.volume": "0.3"]))
        }
        let page = try await api.draw("/devices/\(id)/settings").text
        for part in [
            "Settings of Kitchen", "goes before what that file says", "at 30 % volume",
            #"href="/devices/\#(id)/settings/keys""#,
        ] { #expect(page.contains(part), "\(part)") }
        for part in ["settings/pace", "settings/station", "settings/calls"] {
            #expect(!page.contains("\(id)/\(part)"), "\(part)")
        }
        // Of what is not set here nobody knows how it is there.
        #expect(page.contains("This machine’s own file decides"))
        #expect(page.contains("the rest as its own file says"))
        let hears = try await api.draw("/devices/\(id)/settings/hears").text
        #expect(hears.contains("Nothing is set here: this machine’s own file decides"))
        #expect(hears.contains(#"name="take" value="voices.main.volume="#))
        #expect(!hears.contains(#"name="take" value="voices.cue.volume="#), "it is set here")
        #expect(hears.contains("option-voices.main.volume") && !hears.contains("option-voices.main.rate"))
        let other = screen.id.uuidString.lowercased()
        #expect(try await api.draw("/devices/\(other)/settings").response.status == 404)
        #expect(try await api.draw("/devices/\(id)/settings", role: .caregiver).response.status == 403)
    }

    @Test("A paired station has its own volume and keys, and nothing of a kiosk's") func ofAStation()
        async throws
    {
        let device = Device(id: UUID(), kind: .station, name: "Office", since: Date())
        try await api.put("GET devices", DevicePage(devices: [device]))
        let id = device.id.uuidString.lowercased()
        for query in ["", "&choices=yes"] {
            try await api.put(
                "GET settings?device=\(id)\(query)", Self.own(.device, ["voices.alert.volume": "0.3"]))
        }
        let page = try await api.draw("/devices/\(id)/settings").text
        for part in ["Settings of Office", "settings/station", "settings/calls"] {
            #expect(page.contains(part), "\(part)")
        }
        for part in ["settings/pace", "settings/hears", "settings/keys", "settings/press"] {
            #expect(!page.contains("\(id)/\(part)"), "\(part)")
        }
        let calls = try await api.draw("/devices/\(id)/settings/calls").text
        #expect(calls.contains("option-voices.alert.volume") && !calls.contains("option-alerts.repeat\""))
    }

    @Test("That an empty field has its default again is said, also where it had it before")
    func emptied() async throws {
        try await api.put("GET settings", Self.all(["scan_time": "2 s"]))
        try await api.put("PUT settings", Self.all(version: "v2"))
        let form = [("version", "v1"), ("was-scan_time", "2"), ("option-scan_time", "")]
        let response = try await api.draw("/settings/pace", form: form).response
        let place = try #require(response.headers.first { $0.name == "location" }).value
        #expect(place == "/settings/pace?saved=v2&counts=at_rest&default=scan_time")
        let saved = try await api.draw("/settings/pace", query: "saved=v2&default=scan_time").text
        #expect(saved.contains("“Time to press” was left empty: the default is used, 1.5 s."))
        let alone = try await api.draw("/settings/pace", query: "default=scan_time").text
        #expect(alone.contains("the default is used, 1.5 s.") && !alone.contains("Saved."))
    }

    @Test("People are renamed where they are kept, the home in its file, and neither undoes another's change")
    func names() async throws {
        let home = Self.all(["client.name": "Maria", "home.name": "Sunrise", "client.id": "maria"])
        try await api.put("GET settings", home)
        try await api.put("PUT settings", home)
        try await api.put("GET people/maria", Person(id: "maria", name: "Maria", role: .client, sequence: 3))
        try await api.put("PUT people/maria", Person(id: "maria", name: "Mia", role: .client))
        let (_, page) = try await api.draw("/settings/names")
        #expect(page.contains(#"name="option-client.name" value="Maria""#))
        // Nobody has named the caregiver: an empty field, not "Somebody".
        #expect(!page.contains(#"value="Somebody""#))
        let form = [
            ("version", "v1"), ("was-client.name", "Maria"), ("option-client.name", "Mia"),
            ("was-home.name", "Sunrise"), ("option-home.name", "Sunset"),
        ]
        #expect(try await api.draw("/settings/names", form: form).response.status == 303)
        let sent: Person? = try await api.sent("PUT people/maria")
        #expect(sent?.name == "Mia" && sent?.sequence == 3)
        #expect(
            try await api.sent("PUT settings")
                == OptionChange(values: ["home.name": "Sunset"], version: "v1"))
        let late = form.map { $0.0 == "was-client.name" ? ($0.0, "Marie") : $0 }
        let (response, text) = try await api.draw("/settings/names", form: late)
        #expect(response.status == 409)
        #expect(text.contains("has changed this meanwhile: Maria.") && text.contains(#"value="Mia""#))
        let empty = form.map { $0.0 == "option-client.name" ? ($0.0, " ") : $0 }
        #expect(try await api.draw("/settings/names", form: empty).text.contains("Write a name."))
    }

    // MARK: - Phrases

    private let phrases = HomePhrases(
        name: "phrases.en.yaml", version: "v1",
        phrases: [
            .init(
                key: "on_the_way", text: "{caregiver} comes.", standard: "{caregiver} is on the way.",
                holds: ["{caregiver}"], purpose: "A request."),
            .init(key: "asked", text: nil, standard: "Asked.", holds: [], purpose: ""),
        ])

    @Test("Each sentence is under its purpose, can be heard, and says whether it is changed")
    func sentences() async throws {
        try await api.put("GET phrases", phrases)
        try await api.put("GET settings", Self.all(["client.name": "Maria", "caregiver.name": "Anna"]))
        try await api.put("PUT phrases", phrases)
        let list = try await api.draw("/settings/phrases").text
        for part in [
            #"<h2 lang="en">A request.</h2>"#, "<h2>Other sentences</h2>",
            #"data-words="{caregiver} is on the way."><a href="?open=on_the_way" lang="en">{caregiver} comes.</a> <b>Changed</b>"#,
            #"<a href="?open=asked" lang="en">Asked.</a></li>"#,
        ] { #expect(list.contains(part), "\(part)") }
        #expect(!list.contains("<input type=\"text\"") && !list.contains("data-say-from"))
        let own = try await api.draw("/settings/phrases", query: "open=on_the_way").text
        for part in [
            "It contains {caregiver}.", "Default: {caregiver} is on the way.",
            #"name="back" value="on_the_way""#,
            #"data-say-from="option-on_the_way""#, "&quot;caregiver&quot;:&quot;Anna&quot;", " autofocus",
            #"<a href="?open=asked" lang="en">"#,
        ] { #expect(own.contains(part), "\(part)") }
        let usual = try await api.draw("/settings/phrases", query: "open=asked").text
        #expect(usual.contains(#"value="Asked.""#) && !usual.contains(#"name="back""#))
        let form = [("version", "v1"), ("option-on_the_way", ""), ("option-asked", "I have asked.")]
        #expect(try await api.draw("/settings/phrases", form: form).response.status == 303)
        #expect(
            try await api.sent("PUT phrases")
                == OptionChange(
                    values: ["on_the_way": "{caregiver} is on the way.", "asked": "I have asked."],
                    version: "v1"))
        let back = [("version", "v1"), ("back", "on_the_way")]
        _ = try await api.draw("/settings/phrases", form: back)
        #expect(
            try await api.sent("PUT phrases")
                == OptionChange(values: ["on_the_way": "{caregiver} is on the way."], version: "v1"))
    }

    @Test("Sentences are found by their words and by what they are for, also without a script")
    func search() async throws {
        try await api.put("GET phrases", phrases)
        for (words, isFound) in [
            ("COMES", true), ("request", true), ("caregiver way", true), ("nothing", false),
        ] {
            let page = try await api.draw("/settings/phrases", query: "q=\(words.replacing(" ", with: "+"))")
                .text
            #expect(page.contains(#"id="phrase-on_the_way""#) == isFound, "\(words)")
            #expect(page.contains(#"class="empty" id="none" hidden"#) == isFound, "\(words)")
        }
    }

    @Test("What was typed for a sentence that has forms meanwhile is kept, and is that of many")
    func sentenceWithNewForms() async throws {
        var now = phrases
        now.version = "v2"
        now.phrases = ["one", "other"].map {
            .init(
                key: "still_waiting.\($0)", text: nil, standard: "Still waiting (\($0)).", holds: [],
                purpose: "A wait.")
        }
        try await api.put("GET phrases", now)
        try await api.put("GET settings", Self.all([:]))
        try await api.put(
            "PUT phrases", CareProblem(.conflict, "it was changed by somebody else", field: "version"),
            status: 409)
        let form = [
            ("version", "v1"), ("was-still_waiting", "Old."), ("option-still_waiting", "Mine."),
            ("saved", "still_waiting"),
        ]
        let (response, text) = try await api.draw("/settings/phrases", form: form)
        #expect(response.status == 409)
        #expect(text.contains(#"value="Mine.""#) && text.contains(#"id="option-still_waiting.other""#))
        #expect(
            try await api.sent("PUT phrases")
                == OptionChange(values: ["still_waiting.other": "Mine."], version: "v1"))
    }

    @Test("What is wrong with a sentence is said at it, with what was typed")
    func wrongSentence() async throws {
        try await api.put("GET phrases", phrases)
        try await api.put(
            "PUT phrases", CareProblem(.notAcceptable, "`{caregiver}` is missing", field: "on_the_way"),
            status: 422)
        let form = [("version", "v1"), ("q", "asked"), ("option-on_the_way", "Comes <now>.")]
        let (response, text) = try await api.draw("/settings/phrases", form: form)
        #expect(response.status == 422)
        #expect(text.contains(#"id="option-on_the_way-fault"><code>{caregiver}</code> is missing."#))
        #expect(text.contains("Comes &lt;now&gt;.") && text.contains(##"href="#option-on_the_way""##))
    }

    @Test("Of several wrong sentences, each is open with what is wrong with it")
    func wrongSentences() async throws {
        try await api.put("GET phrases", phrases)
        var problem = CareProblem(.notAcceptable, "`{caregiver}` is missing", field: "on_the_way")
        problem.errors = [
            .init(field: "on_the_way", detail: "`{caregiver}` is missing"),
            .init(field: "asked", detail: "`{label}` is missing"),
        ]
        try await api.put("PUT phrases", problem, status: 422)
        let form = [("version", "v1"), ("option-on_the_way", "Comes."), ("option-asked", "Asked.")]
        let text = try await api.draw("/settings/phrases", form: form).text
        for key in ["on_the_way", "asked"] {
            #expect(text.contains("id=\"option-\(key)-fault\"") && text.contains("href=\"#option-\(key)\""))
        }
    }

    @Test("Changed sentences can be taken back") func changedSentencesCanBeTakenBack() async throws {
        try await api.put("GET phrases", phrases)
        try await api.put(
            "GET files/phrases.en.yaml",
            HomeFile(
                name: "phrases.en.yaml", kind: .phrases, text: "en: 2", version: "v1", findings: [],
                previous: "en: 1"))
        let undo = "/boards/phrases.en.yaml/undo?version=v1"
        let saved = try await api.draw("/settings/phrases", query: "saved=v1&open=asked").text
        #expect(saved.contains(undo) && saved.contains("It is said like this from now on."))
        #expect(try await !api.draw("/settings/phrases", query: "saved=v0").text.contains("/undo"))
        #expect(SavedWords.notice(ofFile: "phrases.de.yaml").text == SavedWords.phrases.text)
        #expect(SavedWords.notice(ofFile: "home.yaml").text == SavedWords.board.text)
    }
}
