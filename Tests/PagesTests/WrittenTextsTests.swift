import Foundation
import HomeFiles
import Testing

@testable import Pages
@testable import Wording

/// The groups `problem` and `finding` against the messages in the sources: neither may lack the other.
@Suite("What the program writes, in each reader's language")
struct WrittenTextsTests {
    private static let groups = ["problem.", "finding.", "command."]

    /// Where messages come about.
    private static let folders = [
        "Core/Care", "Core/Costs", "Core/Recurrence", "Core/Speech", "Service", "Pages", "Files", "App/Roles",
        "Machine/Voice",
        "Machine/ZoneFiles", "Machine/WholeFiles", "Machine/StoreFiles", "Machine/Switches",
        "Machine/MailTransfer", "Machine/MQTT",
        "Client/CareClient", "App/beckon", "Sessions/Simulation",
    ]

    /// Files in which every sentence is a message.
    private static let files = [
        "Core/Care/PlannedTimes.swift", "Core/Care/RequestState.swift",
        "Core/Care/Routines/RoutineChangeError.swift", "Core/Recurrence/RecurrenceError.swift",
        "Core/Recurrence/RecurrenceRuleError.swift", "Service/CareStore/CareStoreError.swift",
        "Machine/ZoneFiles/ZoneFilesError.swift", "Machine/WholeFiles/WholeFileError.swift",
        "Machine/StoreFiles/StoreFileError.swift",
        "Core/Speech/DeviceName.swift", "Core/Costs/TypedMoneyError.swift",
        "Files/HomeFiles/ZoneCheck.swift", "Files/StaffFiles/LanguageTag.swift",
        "Files/StaffFiles/DidYouMean.swift", "Files/StaffFiles/FileReferences.swift",
        "Machine/WholeFiles/SystemWords.swift", "Machine/Voice/SoundWords.swift",
        "Machine/Voice/VoiceError.swift", "Machine/Switches/SwitchError.swift",
        "Client/CareClient/ServiceTrouble.swift", "Service/CareService/CareServiceError.swift",
        "Service/Channels/Channel/ChannelHTTP+Failure.swift", "Service/Channels/Channel/ChannelTrouble.swift",
        "Service/Channels/WebPush/PushTrouble.swift", "Machine/MailTransfer/MailTransferError.swift",
        "Machine/MQTT/MQTTBroker.swift", "Machine/MQTT/MQTTTrouble.swift",
        "Service/Channels/SMS/Modems.swift", "Service/Channels/SMS/SMSChannel.swift",
        "Service/Channels/SIP/PhoneCall.swift", "Service/Channels/SIP/PhoneLine.swift",
        "Service/Channels/SIP/SIPChannel.swift",
        "App/beckon/UsageWords.swift", "App/beckon/Examination+files.swift",
        "App/beckon/Examination+machine.swift", "App/beckon/Examination+service.swift",
        "App/beckon/Examination+sound.swift", "App/beckon/Examination+switches.swift",
    ]

    /// Messages that no page shows, and whose they are instead.
    private static let unsaid = [
        "a request cannot ask again for itself": "kiosks", "to ask again, make a new request": "kiosks",
        "a § cannot set §": "kiosks", "this is not a time of day such as 21:00": "kiosks",
        "it is below 0": "kiosks", "more than § cards": "kiosks", "more than §": "kiosks",
        "a machine has at most §": "kiosks", "it is from 0 to §": "kiosks",
        "only a provider has clients of their own: leave it out for others": "programs",
        "somebody is there twice: name each client once": "programs",
        "nobody of this role is told of `§` at `§`: leave it out": "programs",
        "only a client's kiosk says these: leave it out for others": "programs",
        "only somebody new gets it here: change somebody else's with PUT /people/{id}": "programs",
        "only a coordinator says whom a provider comes to see": "programs",
        "whose plans you see was just changed: look again, and send it anew": "programs",
        "a calendar has none: leave it out": "programs",
        "there is no calendar at this address": "calendar programs",
        "this calendar was read § times within an hour: ask less often, with If-None-Match":
            "calendar programs",
        "the platform stays the same: leave it out": "programs",
        "only what is removed keeps its goals: leave it out": "programs",
        "nothing is taken over of a calendar that is written: leave it out": "programs",
        "nothing vanishes of a calendar that is written: leave it out": "programs",
        "a file is read once: `renew` it with another one": "programs",
        "only what is removed keeps its events: leave it out": "programs",
        "only `set` has it: leave it out": "programs",
        "only `keep` and `end` have it: leave it out": "programs",
        "only `renew` has an address, a text, a name or a password: leave them out": "programs",
        "only a file has it: leave it out": "programs", "a file has none: leave it out": "programs",
        "only a calendar of a CalDAV server has it: leave it out": "programs",
        "write the `uid` of what has vanished": "programs",
        "write another name, or other ways of taking over as `taking`": "programs",
        "only `renew` has an address or a token: leave them out": "programs",
        "there is no such row": "kiosks", "there is no such card": "kiosks",
        "it is not a screen's number": "screens", "what was touched is no longer open": "screens",
        "this client's boards no longer have such a file: ask for the contents again": "kiosks",
        "this home has no settings and boards for §: their kiosk uses its own": "kiosks",
        "this device serves another client": "screens", "more than § clients have a screen": "kiosks",
        "it is another client's than the path says": "kiosks",
        "a kiosk proposes for its own client": "kiosks",
        "of what somebody is reminded is told to them alone": "programs",
        "a client may mark only what is their own": "kiosks",
        "a kiosk may claim a chore, mark what is done, and undo that": "kiosks",
        "a client may mark only what they do themselves": "kiosks",
        "a kiosk takes back only what its client has claimed or done": "kiosks",
        "there is no words §": "kiosks",
        "the house sets on_the_way and met, and nothing else": "the house",
        "there is no such call of §": "logs", "§ the home does not let the house say anything": "logs",
        "§ too many commands came within a minute": "logs", "§ it has come too often within a minute": "logs",
        "a kiosk takes back only what its own client has asked": "kiosks",
        "a kiosk takes back only what its own client has answered": "kiosks",
        "this reminder goes through §, not through §": "stations",
        "there are no goals at a station: log in": "stations",
        "write the number of the expense's last line, as you have read it": "programs",
        "a person ends only a request_not_stored or call_unreadable, as page, having gone to see":
            "programs", "this token is the §'s": "devices",
        "this device reports nothing for that client: leave it out": "devices",
        "this is another device's: leave it out": "devices",
        "whether a zone has somebody on duty is for the service to say: leave it out": "devices",
        "this token is not valid here: see the files in the home's tokens folder, or pair the device again":
            "devices", "log in, or send Authorization: Bearer and the token": "programs",
        "send X-CSRF-Token with the csrf_token of your session": "scripts",
        "a browser says `battery` of its machine, and nothing else": "scripts",
        "send JSON, with Content-Type: application/json": "programs", "the body is not UTF-8": "programs",
        "it is not a whole number of at most 18 digits": "programs",
        "it is missing: write who says it": "stations",
        "it is not a UUID": "programs", "there is no such field§": "programs",
        "it is not percent-encoded UTF-8": "programs",
        "it is not the `next` of an earlier page": "programs",
        "it is not the id in the path, §": "programs",
        "send the bytes of a picture, with Content-Type: one of §": "programs",
        "send the bytes of a recording, with Content-Type: one of §": "programs",
        "the query is not percent-encoded UTF-8": "programs",
        "it appears twice in the query": "programs", "only § can be asked for": "programs",
        "it is missing in the query": "programs",
        "it is not a time, such as 2026-03-28T02:30:00Z (write + as %2B)": "programs",
        "§ is not allowed here; use §": "programs",
        "there is nothing at this path; all begin with /api/v1/": "programs",
        "it is not an occurrence such as 2026-03-28T02:30:00[Europe/Berlin]": "programs",
        "it is not 1 to § characters of ASCII without spaces: a UUID, for instance": "programs",
        "this key came with another message within a day: use a new one for each message": "programs",
        "a page cannot listen: its script does": "programmers",
        "pages are read with GET, and forms are sent with POST": "programs",
        "only forms of these pages can be sent here": "programs",
        "a form inside a form cannot be sent": "programs",
        "a message is for one host: this names several": "programs",
        "it cannot be written as JSON": "programmers", "the service could not answer: §": "programmers",
        "the service's answer to § § cannot be read": "programmers",

        "connect to bus": "the bus", "not provided": "the bus", "timed out": "the bus",
        "The value '": "the parser", "' is invalid for '": "the parser",
        "Please provide one of ": "the parser", "Please provide one of the following:": "the parser",
        "it cannot be written as JSON: §": "programmers", "the system’s error §, §": "the system",
        "the system's error §, §": "the system", "ALSA’s error §, §": "ALSA",

        // Parts of others, which are said whole.
        "there is no §": "each", "it is §": "each",
        "no offset": "tzdata", "no last line": "tzdata", "§ entries": "tzdata",
        "§ changes of the clocks": "tzdata", "changes of the clocks that are out of order": "tzdata",
        "an offset of § s": "tzdata", "an offset that is not there": "tzdata",
        "a last line that fits no offset": "tzdata", "a last line whose changes overlap": "tzdata",
        "only § bytes long": "sqlite", "its beginning is not SQLite's": "sqlite",
        "it is of version §, which this Beckon does not know": "logs", "§ is damaged.": "logs",
    ]

    /// Files whose messages no page shows.
    private static let unshown = [
        "Files/HomeFiles/TextsReader.swift", "Service/CareService/Access/TokenFiles.swift",
        // Told to kiosks alone, which log it.
        "Service/CareService/API/APIContents.swift",
    ]

    private struct Sources {
        var all: Set<String> = []
        var messages: [String: String] = [:]
    }

    private static func read() throws -> Sources {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
            .standardized
        var sources = Sources()
        for folder in folders {
            let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            for case let name as String in names ?? .init() where name.hasSuffix(".swift") {
                let path = folder + "/" + name
                let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                let found = SourceMessages(text, isMessages: files.contains(path))
                sources.all.formUnion(found.all)
                for message in found.messages where isSentence(message) && !unshown.contains(path) {
                    sources.messages[message] = path
                }
            }
        }
        return sources
    }

    /// Not the name of a field, and no query.
    private static func isSentence(_ text: String) -> Bool {
        text.split(separator: " ").count > 1 && text.contains(where: \.isLowercase)
            && !["SELECT ", "INSERT ", "UPDATE ", "DELETE "].contains { text.hasPrefix($0) }
    }

    @Test("Every message that a page can show has a text, and every text says a message")
    func complete() throws {
        let shipped = try Translation.shipped()
        let english = try #require(shipped.first { $0.language == "en" })
        let names = english.names.filter { name in Self.groups.contains { name.hasPrefix($0) } }
        let patterns = names.compactMap { name in english.pattern(name).map { (name, $0) } }
        let written = WrittenTexts(Dictionary(uniqueKeysWithValues: patterns), groups: Self.groups)
        let sources = try Self.read()
        #expect(sources.messages.count > 400, "they are no longer found")
        var said: Set<String> = []
        for text in sources.all.union(sources.messages.keys) {
            if let name = written.find(text)?.name { said.insert(name) }
        }
        let unsaid = sources.messages.filter { text, _ in
            Self.unsaid[text] == nil && written.find(text) == nil
        }
        #expect(unsaid.map { "\($1): \($0)" }.sorted() == [], "without a text")
        #expect(names.subtracting(said).sorted() == [], "a text of no message")
        #expect(Self.unsaid.keys.filter { sources.messages[$0] == nil }.sorted() == [], "named for nothing")
    }

    @Test("Each translation says them in its own words")
    func translated() throws {
        let shipped = try Translation.shipped()
        let english = try #require(shipped.first { $0.language == "en" })
        for language in ["de", "fr"] {
            let own = try #require(shipped.first { $0.language == language })
            let same = own.names.filter { name in
                Self.groups.contains { name.hasPrefix($0) } && own.pattern(name) == english.pattern(name)
            }
            #expect(
                same.subtracting([
                    "problem.minutes", "problem.chore_points", "finding.file_failure", "finding.duration",
                    "command.place",
                    "command.output", "command.zone", "command.every", "command.rule",
                    "command.with_problem", "finding.item_kind", "problem.cost_parts",
                    "problem.way_fails",
                ]).sorted()
                    == [], "as in English: \(language)")
        }
    }

    @Test("What a device reports of a file is said in the reader's language, sentence or not")
    func reported() throws {
        let words = "clients/otto.yaml, line 3: its copy on the disk of this machine is damaged."
        let said = try Text.written(words).said(in: "de")
        #expect(said.contains("Zeile 3: ") && said.hasSuffix("dieses Rechners ist beschädigt."), "\(said)")
        // Several mistakes are one fault.
        let both = try Text.written(words + " " + words).said(in: "de")
        #expect(both == said + " " + said)
    }

    @Test("Why messages do not arrive is said in the reader's language, way by way")
    func ways() throws {
        let words = [
            "Email (Anna's mail): mail server mx.example: it refuses the user name or the password",
            // Without the full stop that its channel writes.
            "Text message (Carla) and 2 more: No mobile modem is attached to this machine",
            "ntfy (Ben's phone): no answer from ntfy.sh within 10 s",
        ].joined(separator: ". ")
        #expect(
            try Text.written(words).said(in: "de")
                == "E-Mail (Anna's mail): Mailserver mx.example: er lehnt den Benutzernamen oder das Passwort ab. "
                + "SMS (Carla) und noch 2: An diesem Rechner ist kein Mobilfunkmodem. "
                + "ntfy (Ben's phone): keine Antwort von ntfy.sh innerhalb von 10 s")
        let last = "Text message (Carla): No mobile modem is attached to this machine"
        #expect(
            try Text.written(last).said(in: "de") == "SMS (Carla): An diesem Rechner ist kein Mobilfunkmodem")
    }

    @Test("What is wrong with a setting is said in the reader's language, whatever is typed")
    func settings() throws {
        for place in SettingsCatalogue.changeable {
            for typed in [
                "", "§", "-1", "9999 h", "x: y", "[", "\u{85}", "no such thing", "0.0.0.0:80", "../x",
            ] {
                guard let problem = SettingsEdit.problem(with: typed, of: place.name) else { continue }
                for language in ["de", "fr"] {
                    let said = try Text.written(problem).said(in: language)
                    #expect(said != problem, "\(place.name): \(problem)")
                    guard problem.hasPrefix("write ") else { continue }
                    for word in ["write ", " or ", " to ", " such as "] {
                        #expect(!said.contains(word), "\(place.name): \(said)")
                    }
                }
            }
        }
    }

    /// Files of the command in which every sentence is for clients and caregivers, or for whoever sets a home up.
    private static let spoken = [
        "Welcome", "FirstStart", "CoordinatorCommand", "HandoverCommand", "RoutineListing", "StatusScreen",
        "SimulationScreen", "ProgressLine",
        "StatusRows", "DevicesCommand", "DevicesScreen",
    ]

    @Test("What commands say to a home's people stands in the files of texts", arguments: spoken)
    func commands(name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/App/beckon/\(name).swift").standardized
        var source = try String(contentsOf: file, encoding: .utf8)
        // Help is in English, and what validate() refuses is about how a command is typed.
        if let help = source.range(of: "static let configuration"),
            let start = source.range(of: "func run()")
        {
            source.removeSubrange(help.lowerBound..<start.lowerBound)
        }
        let sentences = SourceMessages(source, isMessages: true).all.filter { text in
            !text.hasPrefix("beckon ")
                && text.replacing("§", with: "").split(separator: " ").count {
                    $0.contains(where: \.isLetter)
                }
                    > 1
        }
        #expect(sentences == [])
    }

    @Test(
        "What is wrong with a time zone or a sound device is said in the reader's language",
        arguments: [
            ("Nowhere/At all", ZoneCheck.form.words(for: "Nowhere At all")),
            ("hw", DeviceCheck.form.words(for: "file:/tmp/x")),
            ("card", DeviceCheck.form.words(for: "hw:../x")),
            ("start", DeviceCheck.start.words(for: "a.b")),
        ])
    func machine(_ name: String, words: String) throws {
        for language in ["de", "fr"] {
            let said = try Text.written(words).said(in: language)
            #expect(said != words && !said.contains(" write ") && !said.contains("Until"), "\(said)")
        }
    }

    @Test(
        "A message is said whole, with what people wrote as it stands",
        arguments: [
            ("it is longer than 500 characters", "Das ist länger als 500 Zeichen."),
            (
                "that was wrong too often: try again in a second",
                "Das war zu oft falsch: Versuchen Sie es in einer Sekunde noch einmal."
            ),
            (
                "there is no phrase `hepl`: did you mean `help`?",
                "Den Satz `hepl` gibt es nicht: Meinten Sie `help`?"
            ),
            ("there is no phrase `it is empty`", "Den Satz `it is empty` gibt es nicht."),
            (
                "it has mistakes, so it was not saved; the first, in a.yaml, line 3: this board has no items: give it some",
                "Darin sind Fehler, darum wurde nicht gespeichert; der erste, in a.yaml, Zeile 3: diese Tafel hat keine Einträge: Geben Sie ihr welche."
            ),
            (
                "BYDAY: `XX` is not a weekday: MO, TU, WE, TH, FR, SA or SU.",
                "BYDAY: `XX` passt nicht (möglich: ein Wochentag: MO, TU, WE, TH, FR, SA oder SU)."
            ),
            ("nobody has written this", "Nobody has written this."),
        ])
    func said(words: String, german: String) throws {
        #expect(try Text.sentence(.written(words)).said(in: "de") == german)
    }

    @Test("Many placeholders and a long line of them take no time that somebody would notice")
    func hostile() throws {
        let words = String(repeating: "` (` and `, in `: ", count: 120)
        #expect(try Text.written(words).said(in: "de") == words)
    }

    @Test("A form's fault and a file's findings are said in the language of the page")
    func shown() async throws {
        let page = try await FakeHome().ask(
            "/people/new", post: [("name", ""), ("role", "")], languages: ["de"])
        #expect(page.text.contains("Schreiben Sie einen Namen."))
    }

    @Test(
        "Why somebody does something is said in the reader's language",
        arguments: [
            ("Always Anna.", "Immer Anna."), ("Nobody: the list is empty.", "Niemand: Die Liste ist leer."),
            ("Ben's turn again.", "Ben ist wieder an der Reihe."),
            ("Ben's turn: first in the list.", "Ben ist an der Reihe: oben auf der Liste."),
            (
                "Ben's turn: Anna had it on Monday, and Cleo is away until 3 March.",
                "Ben ist an der Reihe: Anna war dran (Montag) und Cleo ist nicht da (zurück: 3. März)."
            ),
            ("Ben's turn again: Anna has left.", "Ben ist wieder an der Reihe: Anna ist nicht mehr im Haus."),
            (
                "Nobody: Anna is away until 08:00, Ben is away, and nobody here has the id x1.",
                "Niemand: Anna ist nicht da (zurück: 08:00), Ben ist nicht da und niemand hier hat die Kennung x1."
            ),
            (
                "Ben's turn: Anna had it on 3 March 2025.",
                "Ben ist an der Reihe: Anna war dran (3. März 2025)."
            ),
            ("Because the moon is full.", "Because the moon is full."), ("", ""), ("Always .", "Always ."),
        ])
    func assigned(reason: String, german: String) throws {
        #expect(try AssignmentText.text(reason).said(in: "de") == german)
    }
}

extension ZoneCheck {
    fileprivate func words(for name: String) -> String {
        switch look(name) {
        case .good: ""
        case .unknown(let words), .unreadable(let words): words
        }
    }
}

extension DeviceCheck {
    fileprivate func words(for name: String) -> String {
        switch look(name) {
        case .good: ""
        case .refused(let words), .replaced(let words), .unsure(let words): words
        }
    }
}
