import Care
import Foundation
import HomeFiles
import Testing

@testable import Roles

/// Settings of single clients and devices, beside those of the home.
struct ScopedSettingsTests {
    private let place: OwnHome
    private var home: HomeFolder { place.home }
    private let keeper: HomeFileKeeper

    init() throws {
        place = try OwnHome()
        try "client: { id: maria, name: Maria }\nscanning: { scan_time: 2 s }\n".write(
            toFile: place.home.settingsFile, atomically: true, encoding: .utf8)
        keeper = HomeFileKeeper(home: place.home, share: place.share)
    }

    private func text(_ scope: SettingsScope) throws -> String {
        try String(contentsOfFile: "\(home.path)/\(scope.fileName)", encoding: .utf8)
    }

    @Test("Another client's settings are written into a file of their own, and nobody else's change")
    func ofAnother() throws {
        let lukas = SettingsScope.client("lukas")
        let before = try keeper.options(of: lukas)
        #expect(!before.isWritten)
        #expect(before.options.first { $0.name == "scan_time" }?.value == nil)
        let after = try keeper.setOptions(
            .init(values: ["scan_time": "3 s", "voices.main.rate": "140"], version: before.version), of: lukas
        )
        #expect(after.isWritten)
        #expect(after.options.first { $0.name == "scan_time" }?.value == "3 s")
        #expect(try text(.home).contains("scan_time: 2 s"))
        #expect(try text(lukas).contains("scan_time: 3 s"))
        #expect(keeper.list().files.contains { $0.name == "clients/lukas.yaml" && $0.kind == .settings })
        #expect(try keeper.read("clients/lukas.yaml").text == text(lukas))
    }

    @Test("Where the home meets by video is told to the pages as the file says it now")
    func videoLink() throws {
        #expect(keeper.facts.videoLink == nil)
        let address = "https://meet.example.org/{appointment}"
        for (value, link) in [(address, VideoLink(address)), ("none", nil)] as [(String, VideoLink?)] {
            let before = try keeper.options(of: .home)
            _ = try keeper.setOptions(
                .init(values: ["sessions.video_link": value], version: before.version), of: .home)
            #expect(keeper.facts.videoLink == link)
        }
    }

    @Test("Each client's phone has the cards of their own board, and of no other's") func callCards() throws {
        func write(_ text: String, _ name: String) throws {
            let path = home.file(name)
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        func board(_ label: String) -> String {
            "board: b\nname: B\nlanguage: en-GB\nitems:\n  - { label: \(label), request: normal }\n"
        }
        try write(board("Soup"), "boards/small.yaml")
        try write(board("Radio"), "boards/lukas.yaml")
        try write(board("Window"), "clients/otto/boards/ottos.yaml")
        try write(
            "client: { id: maria, name: Maria }\nboard: boards/small.yaml\nswitches: { shared_with: [clients/otto] }\n",
            "beckon.yaml")
        try write("board: boards/lukas.yaml\n", "clients/lukas.yaml")
        try write("client: { id: otto, name: Otto }\nboard: boards/ottos.yaml\n", "clients/otto/beckon.yaml")
        func labels(_ client: String) -> [String] { keeper.callCards(of: client).cards.map(\.label) }
        #expect(labels("maria") == ["Soup"])
        #expect(labels("lukas") == ["Radio"])
        #expect(labels("otto") == ["Window"])
        #expect(keeper.cardWords() == ["Radio", "Soup", "Window", "radio", "soup", "window"])
        #expect(!keeper.callCards(of: "maria").isLent && !keeper.callCards(of: "lukas").isLent)
        #expect(!keeper.callCards(of: "otto").isLent && keeper.callCards(of: "nobody").isLent)
        // They are read in another language where the home has that board in it; what is said stays.
        try write(
            "board: b\nname: B\nlanguage: de\nitems:\n  - { id: soup, label: Suppe, request: normal }\n",
            "boards/small.de.yaml")
        for (client, language, label) in [
            ("nobody", "de-AT", "Suppe"), ("nobody", "fr", "Soup"), ("nobody", "en", "Soup"),
            ("maria", "de", "Soup"),
        ] {
            let card = try #require(keeper.callCards(of: client, in: language).cards.last)
            #expect(
                card.label == label && card.need == "soup" && card.called == "soup", "\(client) \(language)")
        }
        // Whoever has none calls with those of the home, for help first.
        #expect(labels("nobody") == ["Help", "Soup"])
        #expect(labels("../otto/beckon") == ["Help", "Soup"])
        for (language, label) in [("en", "Help"), ("de", "Hilfe"), ("fr", "À l'aide"), ("xx", "Help")] {
            let page = keeper.callCards(of: "nobody", in: language)
            let help = try #require(page.cards.first)
            #expect(help.need == CallCard.helpNeed && help.label == label && help.called == "help")
            #expect(help.priority == .urgent && page.cards.count == 2)
        }
        // A card of the board's own is the one.
        try write(
            "board: b\nname: B\nlanguage: en-GB\nitems:\n  - { label: Soup, request: normal }\n  - { id: help, label: Come, request: soon }\n",
            "boards/small.yaml")
        #expect(labels("nobody") == ["Come", "Soup"] && labels("maria") == ["Soup", "Come"])
        try write(board("Soup"), "boards/small.yaml")
        // The list says which boards somebody uses, and in which language they are.
        try write(
            "board: s\nname: S\nlanguage: en\nitems:\n  - { label: More, open: more.yaml }\n",
            "boards/small.yaml")
        try write(
            "board: m\nname: M\nlanguage: en\nitems:\n  - { label: Tea, request: normal }\n"
                + "  - { label: Mine, group: [{ label: Chores, list: chores }, { label: Day, list: today }] }\n",
            "boards/more.yaml")
        try write("items: [", "boards/broken.fr.yaml")
        let listed = keeper.list().files.filter { $0.kind == .board }
        #expect(listed.filter(\.isInUse).map(\.name) == ["lukas.yaml", "more.yaml", "small.yaml"])
        #expect(listed.first { $0.name == "more.yaml" }?.lists == ["chores", "today"])
        #expect(listed.first { $0.name == "small.yaml" }?.lists == nil)
        #expect(listed.first { $0.name == "small.de.yaml" }?.language == "de")
        #expect(listed.first { $0.name == "broken.fr.yaml" }?.language == nil)
        try write(board("Soup"), "boards/small.yaml")
        // What the pages say of him goes before the folder, as at the kiosk.
        try write("board: boards/lukas.yaml\n", "clients/otto.yaml")
        #expect(labels("otto") == ["Radio"])
    }

    @Test("The home's own client has their settings in beckon.yaml, of which only theirs are shown")
    func ofOwn() throws {
        let maria = SettingsScope.client("maria")
        let options = try keeper.options(of: maria)
        #expect(options.options.first { $0.name == "scan_time" }?.value == "2 s")
        #expect(!options.options.contains { $0.name == "home.language" || $0.name == "switches.keys.select" })
        _ = try keeper.setOptions(.init(values: ["scan_time": "4 s"], version: options.version), of: maria)
        #expect(try text(.home).contains("scan_time: 4 s"))
        #expect(!FileManager.default.fileExists(atPath: home.clientsFolder))
    }

    @Test(
        "What is not theirs is refused, and nothing is written",
        arguments: [
            (SettingsScope.client("lukas"), "voices.main.volume", "0.5"),
            (.client("lukas"), "home.language", "de"), (.client("lukas"), "client.id", "peter"),
            (.device("0b1c"), "scan_time", "2 s"), (.device("0b1c"), "switches.devices", "none"),
            (.client("lukas"), "scan_time", "2"),
        ])
    func notTheirs(_ scope: SettingsScope, _ name: String, _ value: String) throws {
        let version = try keeper.options(of: scope).version
        let problem = #expect(throws: CareProblem.self) {
            try keeper.setOptions(.init(values: [name: value], version: version), of: scope)
        }
        #expect(problem?.kind == .notAcceptable)
        #expect(problem?.field == name)
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/\(scope.fileName)"))
    }

    @Test("Somebody else's change meanwhile is not written over")
    func meanwhile() throws {
        let lukas = SettingsScope.client("lukas")
        let version = try keeper.options(of: lukas).version
        _ = try keeper.setOptions(.init(values: ["scan_time": "3 s"], version: version), of: lukas)
        let problem = #expect(throws: CareProblem.self) {
            try keeper.setOptions(.init(values: ["scan_time": "5 s"], version: version), of: lukas)
        }
        #expect(problem?.kind == .conflict)
        #expect(try text(lukas).contains("scan_time: 3 s"))
    }

    @Test(
        "A text of theirs has only their options, a board that is there, and nothing that opens the machine")
    func texts() throws {
        func problem(_ text: String) -> String {
            let check = try? keeper.check("clients/lukas.yaml", FileDraft(text: text))
            return check?.findings.first { $0.severity == .error }?.message ?? ""
        }
        #expect(problem("board: boards/home.yaml\n").isEmpty)
        #expect(problem("board: boards/none.yaml\n").contains("does not exist"))
        #expect(problem("home: { language: de }\n").contains("`home.language` is the home's"))
        #expect(problem("voices: { main: { volume: 0.2 } }\n").contains("`voices.main.volume` is a kiosk's"))
        #expect(problem("voices: { main: { voice: mb-de1 } }\n").contains("on the machine only"))
        #expect(problem("scanning: { scan_time: 2 }\n").contains("has no unit"))
    }

    @Test(
        "Nothing outside the two folders can be named",
        arguments: [
            "clients/../beckon.yaml", "clients/.yaml", "clients/a/b.yaml", "/clients/a.yaml",
            "tokens/kiosk.yaml",
            "clients/a.yml", "clients/\u{e4}.yaml", "devices/",
        ])
    func names(_ name: String) {
        #expect(SettingsScope(fileName: name) == nil)
        #expect(throws: CareProblem.self) { try keeper.read(name) }
    }
}
