import Foundation
import OwnFolders
import Recurrence
import Roles
import Scanning
import Synchronization
import Testing
import Wording

@testable import beckon

@Suite("What commands say to people, in their language")
struct ReaderLanguageTests {
    private static let german = ["LC_ALL": "de_DE.UTF-8"]

    private func words(_ environment: [String: String]) throws -> Translation {
        ReaderLocale(environment, try SharedFiles.find().translations()).words
    }

    @Test("The first lines name the client's keys in each language", arguments: ScanParameters.Mode.allCases)
    func keys(mode: ScanParameters.Mode) throws {
        for usesTerminal in [true, false] {
            let text = Welcome.client(mode, usesTerminal: usesTerminal)
            let said = try [[:], Self.german, ["LANG": "fr_FR"]].map { try words($0)(text) }
            #expect(Set(said).count == 3 && said.allSatisfy { $0.hasSuffix(".") }, "\(said)")
        }
        #expect(
            try words([:])(Welcome.client(.automatic, usesTerminal: false))
                == "press the switch to start, press again to choose what was said last.")
    }

    @Test("Both names are asked for in the language of whoever sits there")
    func names() throws {
        let folder = try OwnFolder()
        let home = HomeFolder(path: folder.file("home"))
        let share = try SharedFiles.find()
        try home.prepare(from: share)
        let written = Mutex("")
        let terminal = Terminal(
            output: { text in written.withLock { $0 += text } }, error: { _ in }, environment: Self.german)
        var lines = ["a\u{7}b", "Maria", "Anna"][...]
        Terminal.$current.withValue(terminal) {
            FirstStart(home: home, share: share).askNames { lines.popFirst() }
        }
        let said = written.withLock { $0 }
        #expect(said.contains("Wer ruft mit dem Taster?") && said.contains("Und wie heißen Sie?"))
        #expect(said.contains("Bitte schreiben Sie es anders") && !said.contains("name"), "\(said)")
    }

    @Test("Findings are said in the reader's language, and to programs in English")
    func findings() throws {
        let folder = try OwnFolder()
        let path = folder.file("a.yaml")
        try Data("board: a\nname: A\nlanguage: en\nitems: []\n".utf8).write(to: URL(filePath: path))
        let english = CommandLine(["board", "check", path])
        #expect(english.output.contains("this board has no items: give it some"), "\(english.output)")
        #expect(english.output.contains("error\n") || english.output.contains("errors"))
        let german = CommandLine(["board", "check", path], environment: Self.german)
        #expect(german.status == 1)
        #expect(german.output.contains("diese Tafel hat keine Einträge"), "\(german.output)")
        #expect(german.output.contains(" Fehler"))
        let json = CommandLine(["board", "check", path, "--format", "json"], environment: Self.german)
        #expect(json.output.contains("this board has no items: give it some"))
        let shown = CommandLine(["board", "show", path], environment: Self.german)
        #expect(shown.error.contains("diese Tafel hat keine Einträge"), "\(shown.error)")
        let good = try SharedFiles.find().boardsFolder + "/home.yaml"
        #expect(
            CommandLine(["board", "check", good], environment: Self.german).output
                == "Keine Fehler gefunden.\n")
    }

    @Test("A board and its quicker order are shown in the reader's language, and to programs in English")
    func boards() throws {
        let folder = try OwnFolder()
        let path = folder.file("a.yaml")
        let items = (1...4).map { "  - { label: Wort \($0), request: normal }\n" }.joined()
        let board = "board: a\nname: A\nlanguage: de\nitems:\n\(items)"
        try Data(board.utf8).write(to: URL(filePath: path))
        let use = folder.file("use.yaml")
        try Data("wort-4: 90\n".utf8).write(to: URL(filePath: use))
        let shown = CommandLine(["board", "show", path, "--use", use], environment: Self.german)
        #expect(shown.output.contains("4 Sachen stehen zur Wahl. Im Mittel 2,5 Schritte"), "\(shown.output)")
        #expect(shown.output.contains("So oft, wie jedes verlangt wurde (90 Mal: \(use))"), "\(shown.output)")
        let moved = CommandLine(["board", "suggest", path, "--use", use], environment: Self.german)
        #expect(moved.output.contains("1. `Wort 4` (Zeile 8) an den Anfang verschieben."), "\(moved.output)")
        for word in ["steps", "average", "Move", "need", "press"] {
            #expect(!(shown.output + moved.output).contains(word), "\(shown.output)\(moved.output)")
        }
        let french = CommandLine(["board", "suggest", path, "--use", use], environment: ["LANG": "fr_FR"])
        #expect(french.output.contains("1. Déplacez `Wort 4` (ligne 8) au début."), "\(french.output)")
        let json = CommandLine(
            ["board", "suggest", path, "--use", use, "--format", "json"], environment: Self.german)
        #expect(json.output.contains("Move `Wort 4` (line 8) to the beginning."), "\(json.output)")
    }

    @Test("A home's own language is spoken where the reader's locale says none")
    func home() throws {
        let folder = try OwnFolder()
        try Data("home: { language: de }\n".utf8).write(to: URL(filePath: folder.file("beckon.yaml")))
        let refused = CommandLine("coordinator", "--home", folder.path).error
        #expect(
            refused.hasPrefix("Fehler: \(folder.path) hat keinen eigenen Dienst: Geben Sie dies"),
            "\(refused)")
        let english = CommandLine(
            ["coordinator", "--home", folder.path], environment: ["LANG": "en_GB.UTF-8"]
        ).error
        #expect(english.hasPrefix("Error: \(folder.path) has no service of its own"), "\(english)")
    }

    @Test("What is due when is said in the reader's language, also where the clocks change")
    func preview() {
        let arguments = [
            "routine", "preview", "--rule", "FREQ=DAILY", "--start", "2026-03-28T02:30", "--limit", "3",
            "--zone",
            "Europe/Berlin",
        ]
        let said = CommandLine(arguments, environment: Self.german).output
        #expect(said.contains("Hier werden die Uhren vorgestellt: 02:30 gibt es nicht am Sonntag"), "\(said)")
        #expect(said.hasSuffix("Und so weiter.\n") && !said.contains("Clocks"))
        let never = CommandLine(arguments + ["--until", "2026-01-01"], environment: ["LANG": "fr_FR"]).output
        #expect(never == "Jamais prévu dans cette période.\n")
    }

    @Test(
        "What is wrong is said in the reader's language, and begins the same way everywhere",
        arguments: [
            (
                ["baord"],
                "Fehler: den Befehl `beckon baord` gibt es nicht: Meinten Sie `beckon board`?\n"
            ),
            (
                ["stat"],
                "Fehler: den Befehl `beckon stat` gibt es nicht: Meinten Sie `beckon station` oder `beckon status`?"
            ),
            (
                ["board", "check"],
                "Fehler: `beckon board check` braucht `PATH …`.\n`beckon board check --help` zeigt, wie es geschrieben wird.\n"
            ),
            (
                ["board", "suggest", "x.yaml", "--moves", "0"],
                "Fehler: --moves 0: Schreiben Sie eine Zahl von 1 bis 50.\n"
            ),
            (
                ["board", "check", "--format", "xml", "x.yaml"],
                "Fehler: `--format` kann nicht `xml` sein: Schreiben Sie `text` oder `json`."
            ),
            (
                ["simulate", "--board", "x.yaml", "--model", "exat"],
                "Fehler: `exat` ist kein Modell: Meinten Sie `exact`?"
            ),
            (
                ["simulate", "--board", "x.yaml", "--missed", "2"],
                "Fehler: --missed ist 2.0, muss aber von 0.0 bis 0.9 sein."
            ),
            (
                ["routine", "preview", "--start", "tomorrow"],
                "Fehler: --start: `tomorrow` ist keine Ortszeit"
            ),
            (
                ["routine", "preview", "--start", "2026-03-28T02:30", "--rule", "FREQ=OFTEN"],
                "Fehler: --rule FREQ=OFTEN: "
            ),
            (["tune", "--approve"], "Fehler: Sagen Sie, wer es ist"),
        ])
    func errors(arguments: [String], words: String) {
        let german = CommandLine(arguments, environment: Self.german)
        #expect(german.status != 0 && german.error.hasPrefix(words), "\(german.error)")
        for word in [" write ", " did you mean", " shows ", " must ", "Error"] {
            #expect(!german.error.contains(word), "\(german.error)")
        }
        let english = CommandLine(arguments)
        #expect(english.status == german.status && english.error.hasPrefix("Error: "), "\(english.error)")
        let french = CommandLine(arguments, environment: ["LANG": "fr_FR.UTF-8"])
        #expect(french.error.hasPrefix("Erreur\u{202F}: "), "\(french.error)")
    }

    @Test(
        "A sentence in English has an English date",
        arguments: [
            ("", "2026-11-25"), ("de_DE.UTF-8", "Wednesday 25 November 2026"),
            ("en_GB.UTF-8", "Wednesday 25 November 2026"), ("en_US", "Wednesday, November 25, 2026"),
        ])
    func dates(locale: String, day: String) throws {
        let found = ReaderLocale.inEnglish(["LANG": locale])
        #expect(found.day(try #require(CalendarDay("2026-11-25"))) == day)
    }
}
