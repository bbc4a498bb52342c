import Care
import Encouragement
import Foundation
import HomeFiles
import StaffFiles
import Testing

@testable import Roles

@Suite("Encouragement of a home") struct HomeEncouragementTests {
    private let place: OwnHome
    private let keeper: HomeFileKeeper

    init() throws {
        place = try OwnHome()
        keeper = HomeFileKeeper(home: place.home, share: place.share)
    }

    private static let own = """
        # Of this house.
        encouragement: quotes
        language: en-GB
        items:
          # The first one.
          - id: sea
            text: "The sea has time."
            categories: [rest]

          # The second one.
          - id: press
            text: "One press."
            author: "Maria"
            categories: [courage, own-word]

        """

    private func write(_ text: String, _ name: String = "quotes.en.yaml") throws {
        try text.write(
            toFile: "\(place.home.encouragementFolder)/\(name)", atomically: true, encoding: .utf8)
    }

    private func shelf(_ language: String = "en-GB") -> (items: [Encouragement], findings: [String]) {
        var findings: [Finding] = []
        let reader = StaffFileReader(home: place.home, share: place.share, keepsCopies: false)
        let shelf = reader.encouragementShelf(language, &findings)
        return (shelf.items, findings.map { "\($0.line):\($0.column): \($0.message)" })
    }

    @Test("A new home hears what ships, in English and German, and has a folder for its own")
    func shipped() throws {
        for language in ["en-GB", "de", "de-AT"] {
            let (items, findings) = shelf(language)
            #expect(items.count == 120 && findings == [])
        }
        #expect(shelf("fr").items == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: place.home.encouragementFolder)
        #expect(names == ["encouragement.schema.json"])
    }

    @Test("A file of the same name takes the place of what ships, one of another name is added")
    func own() throws {
        try write(Self.own)
        let quotes = shelf().items.filter { $0.kind == .quotes }
        #expect(quotes.map(\.id) == ["sea", "press"])
        #expect(shelf().items.filter { $0.kind == .tips }.count == 60)
        try FileManager.default.moveItem(
            atPath: "\(place.home.encouragementFolder)/quotes.en.yaml",
            toPath: "\(place.home.encouragementFolder)/quotes-house.en.yaml")
        #expect(shelf().items.filter { $0.kind == .quotes }.count == 62)
    }

    @Test("A file with a mistake is left out and told, and no shipped one takes its place")
    func mistakes() throws {
        try write(Self.own.replacing("[rest]", with: "[]"))
        let (items, findings) = shelf()
        #expect(items.allSatisfy { $0.kind == .tips } && items.count == 60)
        #expect(findings.count == 1 && findings[0].hasPrefix("8:5: an item has from 1 to 5"), "\(findings)")
        #expect(StaffFileReader.findings(inHome: place.home).contains { $0.file.hasSuffix("quotes.en.yaml") })
    }

    @Test("An item that another file has, too, is told, and that file is left out")
    func twice() throws {
        try write(Self.own.replacing("id: sea", with: "id: one-press"), "quotes-house.en.yaml")
        let (items, findings) = shelf()
        // `quotes-house` comes first by its name.
        #expect(
            findings.count == 1 && findings[0].contains("`one-press` stands in quotes-house.en.yaml, too"))
        #expect(items.count == 62)
        let check = try keeper.check(
            "encouragement/quotes-other.en.yaml",
            FileDraft(text: Self.own.replacing("sea", with: "one-press")))
        #expect(!check.isGood)
    }

    @Test("They are files as others: listed, checked, written, removed; then the shipped one is back")
    func files() throws {
        let name = "encouragement/quotes.en.yaml"
        let (made, isNew) = try keeper.write(name, FileChange(text: Self.own, version: nil))
        #expect(isNew && made.kind == .encouragement && made.findings.isEmpty)
        #expect(keeper.list().files.contains { $0.name == name && $0.kind == .encouragement })
        let wrong = #expect(throws: CareProblem.self) {
            try keeper.write(
                name, FileChange(text: Self.own.replacing("text:", with: "txt:"), version: made.version))
        }
        #expect(wrong?.kind == .notAcceptable)
        try keeper.remove(name, version: made.version)
        #expect(shelf().items.count == 120)
        #expect(throws: CareProblem.self) {
            try keeper.write("encouragement/../x.yaml", FileChange(text: Self.own, version: nil))
        }
    }

    @Test("One sentence is added, changed and removed; comments and all others stay")
    func edited() throws {
        try write(Self.own)
        func store() throws -> EncouragementStores.Store {
            try #require(keeper.encouragementStores().stores.first { $0.id == "quotes.en.yaml" })
        }
        let before = try store()
        #expect(before.isOwn && before.items.map(\.id) == ["sea", "press"] && before.mistake == nil)
        var item = before.items[0]
        item.text = #"The "sea" \ has time: # enough."#
        let changed = try keeper.changeEncouragement(
            "quotes.en.yaml", EncouragementChange(version: before.version, replaces: "sea", item: item))
        #expect(changed.items[0] == item && changed.items[1] == before.items[1])
        let text = try String(
            contentsOfFile: "\(place.home.encouragementFolder)/quotes.en.yaml", encoding: .utf8)
        #expect(text.contains("# Of this house.") && text.contains("# The second one."))
        let late = #expect(throws: CareProblem.self) {
            try keeper.changeEncouragement(
                "quotes.en.yaml", EncouragementChange(version: before.version, replaces: "sea", item: item))
        }
        #expect(late?.kind == .conflict)
        let new = StoredEncouragement(id: "sun", text: "The sun is up.", categories: ["joy", "yes"])
        let added = try keeper.changeEncouragement(
            "quotes.en.yaml", EncouragementChange(version: changed.version, item: new))
        #expect(added.items.map(\.id) == ["sea", "press", "sun"] && added.items[2] == new)
        let taken = #expect(throws: CareProblem.self) {
            try keeper.changeEncouragement(
                "quotes.en.yaml", EncouragementChange(version: added.version, item: new))
        }
        #expect(taken?.field == "id")
        let removed = try keeper.changeEncouragement(
            "quotes.en.yaml", EncouragementChange(version: added.version, replaces: "press"))
        #expect(removed.items.map(\.id) == ["sea", "sun"])
    }

    @Test(
        "The first change of a file that ships makes it the home's own; a new one begins with its first item")
    func copied() throws {
        let tips = try #require(keeper.encouragementStores().stores.first { $0.id == "tips.en.yaml" })
        #expect(!tips.isOwn && tips.items.count == 60)
        let changed = try keeper.changeEncouragement(
            "tips.en.yaml", EncouragementChange(version: tips.version, replaces: tips.items[3].id))
        #expect(changed.isOwn && changed.items.count == 59)
        #expect(shelf().items.count == 119)
        let item = StoredEncouragement(id: "mer", text: "La mer a le temps.", categories: ["rest"])
        let french = try keeper.changeEncouragement(
            "quotes.fr.yaml", EncouragementChange(version: nil, item: item))
        #expect(french.isOwn && french.kind == .quotes && french.language == "fr" && french.items == [item])
        #expect(shelf("fr-FR").items.map(\.id) == ["mer"])
        #expect(throws: CareProblem.self) {
            try keeper.changeEncouragement("jokes.fr.yaml", EncouragementChange(version: nil, item: item))
        }
    }

    @Test("What lies beside the files can be chosen") func beside() throws {
        for name in ["sea.webm", "b.OGG", "a.ogg", ".hidden.mp4", "notes.txt"] {
            try write("", name)
        }
        let stores = keeper.encouragementStores()
        #expect(stores.sounds == ["a.ogg", "b.OGG"] && stores.videos == ["sea.webm"])
    }

    @Test("A file with the line ends of Windows keeps them, and its comments")
    func windows() throws {
        try write(Self.own.replacing("\n", with: "\r\n"))
        let store = try #require(keeper.encouragementStores().stores.first { $0.id == "quotes.en.yaml" })
        var item = store.items[0]
        item.text = "Changed."
        let changed = try keeper.changeEncouragement(
            "quotes.en.yaml", EncouragementChange(version: store.version, replaces: "sea", item: item))
        _ = try keeper.changeEncouragement(
            "quotes.en.yaml",
            EncouragementChange(
                version: changed.version,
                item: StoredEncouragement(id: "sun", text: "The sun.", categories: ["joy"])))
        let text = try String(
            contentsOfFile: "\(place.home.encouragementFolder)/quotes.en.yaml", encoding: .utf8)
        #expect(text.contains("# Of this house.\r\n") && text.contains("# The second one.\r\n"))
        #expect(text.contains("text: \"Changed.\"\r\n") && text.contains("- id: sun\r\n"))
        #expect(text.utf8.count { $0 == 10 } == text.utf8.count { $0 == 13 })
    }

    @Test("A file in another style is written anew, and says the same")
    func styles() throws {
        try write(
            "encouragement: quotes\nlanguage: en\nitems: [{id: a, text: A, categories: [x]}, {id: b, text: B, categories: [y]}]\n"
        )
        let store = try #require(keeper.encouragementStores().stores.first { $0.id == "quotes.en.yaml" })
        let item = StoredEncouragement(id: "a", text: "Again.", categories: ["x"])
        let changed = try keeper.changeEncouragement(
            "quotes.en.yaml", EncouragementChange(version: store.version, replaces: "a", item: item))
        #expect(changed.items.map(\.text) == ["Again.", "B"])
    }

    @Test("A kiosk elsewhere fetches the home's own, and has itself what ships")
    func fetched() throws {
        let desk = ContentsDesk(home: place.home, share: place.share)
        let recipient = ClientContents.Recipient(client: place.home.settingsInUse.client.id)
        func names() throws -> [String] {
            try desk.contents(for: recipient).files.map(\.path).filter { $0.hasPrefix("encouragement/") }
        }
        #expect(try names() == [])
        try write(Self.own)
        #expect(try names() == ["encouragement/quotes.en.yaml"])
        // What is too large to be sent is left out; the file itself is not, or the one that ships would be heard.
        let video = "\(place.home.encouragementFolder)/sea.webm"
        #expect(FileManager.default.createFile(atPath: video, contents: Data([0x1A, 0x45, 0xDF, 0xA3])))
        let handle = try #require(FileHandle(forWritingAtPath: video))
        try handle.truncate(atOffset: UInt64(ClientContents.mostFileBytes) + 1)
        try handle.close()
        try write(Self.own.replacing("categories: [rest]", with: "categories: [rest]\n    video: sea.webm"))
        #expect(try names() == ["encouragement/quotes.en.yaml"])
    }
}
