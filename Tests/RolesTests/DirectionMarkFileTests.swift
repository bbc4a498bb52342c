import Boards
import Care
import Foundation
import HomeFiles
import StaffFiles
import Testing

@testable import Roles

@Suite("Marks of direction in the files that staff write")
struct DirectionMarkFileTests {
    private let place: OwnHome
    private var home: HomeFolder { place.home }
    private var share: SharedFiles { place.share }

    init() throws { place = try OwnHome() }

    private static let board = """
        board: home
        name: Home
        language: en
        items:
          - { label: Water, request: urgent }  # comment
          - { label: Tea }

        """

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func reader() -> StaffFileReader { StaffFileReader(home: home, share: share) }

    @Test(
        "Each line with one is an error at its place, in every kind of file",
        arguments: ["\u{202E}", "\u{200F}"])
    func places(mark: String) throws {
        let path = "\(home.boardsFolder)/home.yaml"
        let code = mark == "\u{202E}" ? "U+202E" : "U+200F"
        func errors(_ text: String, in file: String) throws -> [Finding] {
            try write(text, to: file)
            return try reader().readAll().refused.filter { $0.file == file }
        }
        for (written, line, column) in [
            (Self.board.replacing("Water", with: "Wa\(mark)ter"), 5, 16),
            (Self.board.replacing("Home", with: "\(mark)Home"), 2, 7),
            (Self.board.replacing("comment", with: "com\(mark)ment"), 5, 45),
        ] {
            let found = try errors(written, in: path)
            #expect(found.map(\.line) == [line] && found.map(\.column) == [column], "\(found)")
            #expect(found.first?.message.contains(code) == true)
            #expect(
                found.first?.excerpt.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x200F }
                    == false)
        }
        // Also as an escape, which nothing shows before it is read.
        let escape = mark == "\u{202E}" ? #"\u202E"# : #"\u200f"#
        let escaped = try errors(Self.board.replacing("Tea", with: "\"T\(escape)ea\""), in: path)
        #expect(escaped.map(\.line) == [6] && escaped.first?.message.contains(code) == true)
        try write(Self.board, to: path)

        let settings = try errors("client:\n  name: Ma\(mark)ria\n", in: home.settingsFile)
        #expect(settings.map(\.line) == [2])
        try write("client:\n  name: Maria\n", to: home.settingsFile)
        #expect(try reader().readAll().refused.isEmpty)

        for name in ["phrases.en.yaml", "suggestions.en.yaml", "spelling.en.yaml", "words.en.yaml"] {
            let shipped = try String(contentsOfFile: "\(share.boardsFolder)/\(name)", encoding: .utf8)
            let place = "\(home.boardsFolder)/\(name)"
            try write(shipped + "# \(mark)\n", to: place)
            let keeper = HomeFileKeeper(home: home, share: share)
            let file = try keeper.read(name)
            #expect(file.findings.contains { $0.severity == .error && $0.message.contains(code) }, "\(name)")
            try write(shipped, to: place)
        }
    }

    @Test("A home of before keeps its board, settings and phrases, without the marks, and is told")
    func before() throws {
        let path = "\(home.boardsFolder)/home.yaml"
        let phrases = "\(home.boardsFolder)/phrases.en.yaml"
        let old = Self.board.replacing("Water", with: "\u{202E}Water\u{202C}").replacing(
            "Tea", with: #""\u2066Tea""#)
        try write(old, to: path)
        try write("client:\n  name: \u{200F}Maria\n", to: home.settingsFile)
        let ours = try String(contentsOfFile: phrases, encoding: .utf8) + "# ours \u{202E}\n"
        try write(ours, to: phrases)
        // With the copies that the older version has kept of them, and without.
        for hasCopies in [true, false] {
            let copies = "\(home.lastGoodFolder)/boards"
            if hasCopies {
                try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
                try write(old, to: "\(copies)/home.yaml")
                try write("client:\n  name: \u{200F}Maria\n", to: "\(home.lastGoodFolder)/beckon.yaml")
                try write(ours, to: "\(copies)/phrases.en.yaml")
            } else {
                try FileManager.default.removeItem(atPath: home.lastGoodFolder)
            }
            let files = try reader().readAll()
            #expect(Set(files.refused.map(\.file)) == [path, home.settingsFile, phrases])
            #expect(files.settings.client.name == "Maria")
            #expect(files.boards.boards[files.boards.start]?.items.map(\.label) == ["Water", "Tea"])
        }
    }

    @Test("A new file's name that looks or reads like another's is refused")
    func names() throws {
        let keeper = HomeFileKeeper(home: home, share: share)
        func status(_ name: String) -> Int? {
            do {
                _ = try keeper.write(
                    name, .init(text: Self.board.replacing("board: home", with: "board: b"), version: nil))
                return nil
            } catch { return error.status }
        }
        #expect(status("room-1.yaml") == nil)
        for name in ["Room-1.yaml", "room-l.yaml", "room-I.yaml", "r0om-1.yaml", "Beckon.yaml"] {
            #expect(status(name) == 422, "\(name)")
        }
        #expect(status("room\u{202E}-2.yaml") == 404)
        #expect(status("room-2.yaml") == nil)
    }

    @Test(
        "Labels and boards' names that look alike are warned of with their lines; so are two people of the settings"
    )
    func alike() throws {
        let path = "\(home.boardsFolder)/home.yaml"
        try write(
            """
            board: home
            name: Home
            language: en
            items:
              - { label: Tea, request: normal }
              - { label: T\u{435}a, id: other, cue: Something else }
              - { label: More, open: more.yaml }

            """, to: path)
        try write(
            "board: more\nname: H\u{43E}me\nlanguage: en\nitems:\n  - { label: Yes }\n  - { label: No }\n  - { label: Tea, id: tea-2 }\n",
            to: "\(home.boardsFolder)/more.yaml")
        try write(
            "client:\n  id: maria\n  name: Maria\ncaregiver:\n  id: m\n  name: M\u{430}ria\n",
            to: home.settingsFile)
        let files = try reader().readAll()
        #expect(files.refused.isEmpty)
        let told = files.findings.filter { $0.message.contains("look") && $0.severity == .warning }.map {
            "\(URL(fileURLWithPath: $0.file).lastPathComponent):\($0.line)"
        }
        #expect(Set(told) == ["beckon.yaml:4", "home.yaml:6", "more.yaml:2"])
    }
}
