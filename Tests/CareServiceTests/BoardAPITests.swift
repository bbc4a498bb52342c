import AsyncHTTPClient
import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Boards card by card over HTTP")
struct BoardAPITests {
    private func board(_ home: FileHome, _ name: String = "home.yaml") async throws -> HomeBoard {
        try await home.get("boards/\(name)")
    }

    private func change(
        _ home: FileHome, _ version: String, _ changes: CardChange...
    ) async throws -> RunningService.Answer {
        try await home.send(
            .POST, "boards/home.yaml/changes", BoardRevision(version: version, changes: changes))
    }

    @Test(
        "A field is changed in the file and nothing else, with the new cost, an undo and an entry in the audit log"
    )
    func oneField() async throws {
        try await FileHome.with { home in
            let seen = try await board(home)
            #expect(seen.cards.map(\.path) == ["0", "1", "2"] && seen.undo == nil)
            #expect(seen.cards.allSatisfy { $0.seconds != nil })
            let saved: HomeBoard = try await change(
                home, seen.version,
                CardChange(
                    .set, card: CardAddress(path: "0", id: "water", label: "Water"),
                    fields: ["label": "A very long label for cold water", "symbol": nil])
            ).decode()
            let wanted = FileHome.board.replacing(
                "label: Water, symbol: 💧", with: "label: A very long label for cold water")
            #expect(try home.text("boards/home.yaml") == wanted)
            #expect(saved.changed == "0" && saved.undo?.kind == .set && saved.undo?.label == "Water")
            #expect(saved.undo?.by == "Olga")
            #expect(
                saved.cards[1].seconds != seen.cards[1].seconds
                    || saved.cards[0].seconds != seen.cards[0].seconds)
            let audit = try await home.send(.GET, "audit?name=Olga").decode(AuditPage.self)
            #expect(audit.entries.first?.about == "home.yaml" && audit.entries.first?.kind == .fileWritten)
        }
    }

    @Test(
        "Steps go back and on, byte for byte, through texts that were written meanwhile by hand and in a browser"
    )
    func steps() async throws {
        try await FileHome.with { home in
            func step(_ direction: BoardStepping.Direction) async throws -> HomeBoard {
                let version = try await board(home).version
                return try await home.send(
                    .POST, "boards/home.yaml/steps", BoardStepping(direction, version: version)
                ).decode()
            }
            var texts = [FileHome.board]
            _ = try await change(
                home, try await board(home).version, CardChange(.copy, card: CardAddress(path: "0")))
            texts.append(try home.text("boards/home.yaml"))
            let byHand = texts[1] + "# by hand\n"
            try byHand.write(toFile: home.file("boards/home.yaml"), atomically: true, encoding: .utf8)
            texts.append(byHand)
            #expect(try await board(home).undo?.kind == .text)
            let file: HomeFile = try await home.get("files/home.yaml")
            _ = try await home.put(
                "files/home.yaml", FileChange(text: byHand + "# page\n", version: file.version))
            texts.append(byHand + "# page\n")
            #expect(try await board(home).undo?.by == "Olga")
            for text in texts.dropLast().reversed() {
                _ = try await step(.undo)
                #expect(try home.text("boards/home.yaml") == text)
            }
            #expect(try await board(home).undo == nil)
            for text in texts.dropFirst() {
                _ = try await step(.redo)
                #expect(try home.text("boards/home.yaml") == text)
            }
            let none = try await home.send(
                .POST, "boards/home.yaml/steps", BoardStepping(.redo, version: try await board(home).version))
            #expect(none.status == 409)
        }
    }

    @Test("Who has not seen what another changed overwrites nothing")
    func conflict() async throws {
        try await FileHome.with { home in
            let seen = try await board(home)
            let first = try await change(
                home, seen.version, CardChange(.up, card: CardAddress(path: "1", id: "toilet")))
            #expect(first.status == 200)
            let text = try home.text("boards/home.yaml")
            let second = try await change(
                home, seen.version, CardChange(.remove, card: CardAddress(path: "1")))
            #expect(second.status == 409)
            guard case .file = try second.problem.current else {
                Issue.record("what is there now is not told")
                return
            }
            // The place has another card by now.
            let other = try await change(
                home, try await board(home).version,
                CardChange(.remove, card: CardAddress(path: "0", id: "water")))
            #expect(other.status == 409)
            #expect(try home.text("boards/home.yaml") == text)
        }
    }

    @Test("A change that would make a mistake is refused at its card and key, and the file stays")
    func mistakes() async throws {
        try await FileHome.with { home in
            let refused = try await change(
                home, try await board(home).version,
                CardChange(.set, card: CardAddress(path: "1"), fields: ["label": "Water"]))
            #expect(refused.status == 422)
            guard case .findings(let findings) = try refused.problem.current else {
                Issue.record("the findings are not told")
                return
            }
            #expect(findings.contains { $0.card == "1" && $0.key == "label" && $0.severity == .error })
            for (fields, status) in [
                (["nonsense": "x"], 422), (["symbol": "../secret.png"], 422), (["label": nil], 422),
            ]
                as [([String: String?], Int)]
            {
                let answer = try await change(
                    home, try await board(home).version,
                    CardChange(.set, card: CardAddress(path: "1"), fields: fields))
                #expect(answer.status == status, "\(fields)")
            }
            for path in ["9", "0.0", "x", "-1"] {
                let answer = try await change(
                    home, try await board(home).version,
                    CardChange(.set, card: CardAddress(path: path), fields: ["label": "A"]))
                #expect([409, 422].contains(answer.status), "\(path)")
            }
            #expect(try home.text("boards/home.yaml") == FileHome.board)
        }
    }

    @Test("A board that was broken by hand is mended card by card")
    func mending() async throws {
        try await FileHome.with { home in
            let broken = FileHome.board.replacing("label: Toilet", with: "label: Water")
                .replacing("label: Feelings", with: "label: Water")
            try broken.write(toFile: home.file("boards/home.yaml"), atomically: true, encoding: .utf8)
            let seen = try await board(home)
            #expect(Set(seen.findings.compactMap(\.card)) == ["1", "2"])
            for (path, label) in [("1", "Toilet"), ("2", "Feelings")] {
                let answer = try await change(
                    home, try await board(home).version,
                    CardChange(.set, card: CardAddress(path: path), fields: ["label": label]))
                #expect(answer.status == 200)
            }
            #expect(try home.text("boards/home.yaml") == FileHome.board)
        }
    }

    @Test(
        "A group, a card in it and a board are made; a picture lies beside them without what a camera wrote")
    func additions() async throws {
        try await FileHome.with { home in
            let group: HomeBoard = try await change(
                home, try await board(home).version,
                CardChange(
                    .add, fields: ["label": "Drinks"],
                    group: [CardFields(["label": "Tea", "request": "normal"])],
                    to: CardPlace())
            ).decode()
            #expect(group.changed == "3" && group.cards.last?.path == "3.0")
            let moved: HomeBoard = try await change(
                home, group.version,
                CardChange(
                    .move, card: CardAddress(path: "0"), to: CardPlace(group: CardAddress(path: "3")))
            ).decode()
            #expect(moved.changed == "2.1" && moved.cards.last?.label == "Water")
            let made = try await home.send(
                .POST, "boards",
                NewBoard(title: "Im Garten!", cards: [CardFields(["label": "Ja", "say": "Ja."])]))
            #expect(made.status == 201)
            #expect(try made.decode(HomeBoard.self).name == "im-garten.yaml")
            let settings = try await home.send(
                .POST, "boards",
                NewBoard(title: "Beckon", cards: [CardFields(["label": "Ja", "say": "Ja."])]))
            #expect(try settings.decode(HomeBoard.self).name == "beckon-2.yaml")
            #expect(try home.text("beckon.yaml") == FileHome.settings)
        }
    }

    @Test("Emoji are found by name in two languages; caregivers read, and only coordinators change")
    func roles() async throws {
        try await FileHome.with { home in
            let found: SymbolPage = try await home.get("symbols?search=Wasser&language=de")
            #expect(found.hasNames && found.symbols.contains { $0.symbol == "💧" || $0.symbol == "🚰" })
            let english: SymbolPage = try await home.get("symbols?search=cup%20straw&language=de")
            #expect(english.symbols.first?.symbol == "🥤")
            let caregiver = try await home.service.invite(.caregiver, "Anna", by: home.writer)
            #expect(try await caregiver.send(.GET, "boards/home.yaml").status == 200)
            let version = try await board(home).version
            for (path, value) in [
                (
                    "changes",
                    BoardRevision(
                        version: version, changes: [CardChange(.copy, card: CardAddress(path: "0"))])
                        as any Encodable
                ), ("steps", BoardStepping(.undo, version: version)),
            ] {
                #expect(try await caregiver.send(.POST, "boards/home.yaml/\(path)", value).status == 403)
            }
            #expect(try await home.send(.GET, "boards/beckon.yaml").status == 404)
            #expect(try await home.send(.GET, "boards/..%2Fbeckon.yaml").status == 404)
        }
    }

    @Test(
        "A number that no field can hold is told with its field, and what it must be",
        arguments: [
            ("1.5", "it is not a whole number"), ("-0.25", "it is not a whole number"),
            ("1e400", "it is not a whole number of at most 18 digits"),
            ("9223372036854775808", "it is not a whole number of at most 18 digits"),
            ("\"1\"", "it is not a whole number"),
        ])
    func numbers(number: String, words: String) async throws {
        try await FileHome.with { home in
            let body =
                #"{"version": "x", "changes": [{"kind": "up", "card": {"path": "1", "id": null}}, {"kind": "move", "#
                + #""card": {"path": "0"}, "to": {"index": \#(number)}}]}"#
            var message = try home.writer.message(.POST, "boards/home.yaml/changes")
            message.body = .bytes(Data(body.utf8))
            message.headers.add(name: "Content-Type", value: "application/json")
            let answer = try await home.service.send(message)
            #expect(answer.status == 400)
            let problem = try answer.problem
            #expect(problem.field == "changes[1].to.index" && problem.detail == words)
        }
    }

    @Test(
        "What is no JSON is told as that, however deep it is",
        arguments: [#"{"version": "#, #"{"version": tru}"#, String(repeating: "[", count: 20_000)])
    func noJSON(body: String) async throws {
        try await FileHome.with { home in
            var message = try home.writer.message(.POST, "boards/home.yaml/changes")
            message.body = .bytes(Data(body.utf8))
            message.headers.add(name: "Content-Type", value: "application/json")
            let problem = try await home.service.send(message).problem
            #expect(problem.kind == .badRequest && problem.detail == "the body is not JSON")
        }
    }

    @Test("A path that no file can hold, and more changes than a hand makes, are refused")
    func bounds() async throws {
        try await FileHome.with { home in
            let version = try await board(home).version
            for path in ["9223372036854775807", "0.9223372036854775807", "50001"] {
                for kind in [CardChange.Kind.down, .up, .copy, .remove] {
                    let answer = try await change(
                        home, version, CardChange(kind, card: CardAddress(path: path)))
                    #expect(answer.status == 422, "\(kind) \(path)")
                }
            }
            let many = Array(repeating: CardChange(.copy, card: CardAddress(path: "0")), count: 21)
            let answer = try await home.send(
                .POST, "boards/home.yaml/changes", BoardRevision(version: version, changes: many))
            #expect(answer.status == 413)
            #expect(try home.text("boards/home.yaml") == FileHome.board)
        }
    }

    @Test("A card that gets another label keeps its id in the file, and the next reader of its records")
    func relabelled() async throws {
        try await FileHome.with { home in
            let seen = try await board(home)
            let saved: HomeBoard = try await change(
                home, seen.version,
                CardChange(
                    .set, card: CardAddress(path: "2", id: "feelings", label: "Feelings"),
                    fields: ["label": "How I feel"])
            ).decode()
            #expect(saved.cards[2].id == "feelings")
            #expect(
                try home.text("boards/home.yaml")
                    == FileHome.board.replacing(
                        "{ label: Feelings,", with: "{ id: feelings, label: How I feel,"))
        }
    }

    @Test("A new board and the card that opens it are written together, or neither is")
    func openedFrom() async throws {
        try await FileHome.with { home in
            let seen = try await board(home)
            let cards = [CardFields(["label": "Rain", "say": "Rain."])]
            func make(_ title: String, _ version: String?) async throws -> RunningService.Answer {
                try await home.send(
                    .POST, "boards",
                    NewBoard(title: title, cards: cards, openedFrom: "home.yaml", version: version))
            }
            // The card would sound like one that is there; the version is another one, or missing.
            for (title, version, status) in [
                ("Water", seen.version, 422), ("Garden", "old", 409), ("Garden", nil, 400),
            ] as [(String, String?, Int)] {
                #expect(try await make(title, version).status == status, "\(title)")
            }
            guard case .findings(let findings) = try await make("Water", seen.version).problem.current else {
                Issue.record("the findings are not told")
                return
            }
            #expect(findings.contains { $0.card == "3" && $0.key == "label" })
            #expect(!FileManager.default.fileExists(atPath: home.file("boards/garden.yaml")))
            #expect(!FileManager.default.fileExists(atPath: home.file("boards/water.yaml")))
            #expect(try home.text("boards/home.yaml") == FileHome.board)
            let made = try await make("Garden", seen.version)
            #expect(made.status == 201)
            #expect(try made.decode(HomeBoard.self).name == "garden.yaml")
            let now = try await board(home)
            #expect(now.cards.last?.fields["open"] == "garden.yaml" && now.undo?.by == "Olga")
            let audit = try await home.send(.GET, "audit?name=Olga").decode(AuditPage.self)
            #expect(Set(audit.entries.prefix(2).map(\.about)) == ["garden.yaml", "home.yaml"])
        }
    }

    @Test("A change whose history cannot be kept is made, told with a finding, and in the audit log")
    func historyCannotBeKept() async throws {
        try await FileHome.with { home in
            let version = try await board(home).version
            // A file stands where the folder of the steps would be.
            try FileManager.default.createDirectory(
                atPath: home.file("previous"), withIntermediateDirectories: true)
            try "x".write(toFile: home.file("previous/steps"), atomically: true, encoding: .utf8)
            let answer = try await change(
                home, version,
                CardChange(.set, card: CardAddress(path: "1"), fields: ["label": "Bathroom"]))
            #expect(answer.status == 200)
            let saved: HomeBoard = try answer.decode()
            #expect(saved.undo == nil)
            #expect(
                saved.findings.first?.severity == .warning
                    && saved.findings.first?.message.hasPrefix("it is saved, but cannot be undone later")
                        == true
            )
            #expect(try home.text("boards/home.yaml").contains("label: Bathroom"))
            let audit = try await home.send(.GET, "audit?name=Olga").decode(AuditPage.self)
            #expect(audit.entries.first?.about == "home.yaml")
        }
    }

    @Test("A new board has its author and no step of an earlier one of its name")
    func newNamesakes() async throws {
        try await FileHome.with { home in
            let cards = [CardFields(["label": "Rain", "say": "Rain."])]
            func make() async throws -> HomeBoard {
                try await home.send(.POST, "boards", NewBoard(title: "Garden", cards: cards)).decode()
            }
            let first = try await make()
            _ = try await home.send(
                .POST, "boards/garden.yaml/changes",
                BoardRevision(
                    version: first.version,
                    changes: [CardChange(.set, card: CardAddress(path: "0"), fields: ["label": "Secret"])]))
            try FileManager.default.removeItem(atPath: home.file("boards/garden.yaml"))
            let second = try await make()
            #expect(second.undo == nil && second.recent.isEmpty)
            let file: HomeFile = try await home.get("files/garden.yaml")
            #expect(file.previous == nil)
            let list = try String(
                contentsOfFile: home.file("previous/steps/garden.yaml/steps.json"), encoding: .utf8)
            #expect(list.contains("Olga") && !list.contains("Secret"))
            // The same for one that is written as a text.
            try FileManager.default.removeItem(atPath: home.file("boards/garden.yaml"))
            let text = FileHome.feelings.replacing("feelings", with: "garden")
            let written = try await home.put("files/garden.yaml", FileChange(text: text, version: nil))
            #expect(written.status == 201)
            #expect(try await board(home, "garden.yaml").undo == nil)
        }
    }

    @Test("A picture is put beside a board that is there, up to what a screen can draw")
    func pictures() async throws {
        #expect(BoardPicture.longestSide == 4096)
        try await FileHome.with { home in
            try Data([0x89]).write(to: URL(fileURLWithPath: home.file("boards/cup-of-tea.png")))
            let found: SymbolPage = try await home.get("symbols?search=Cup&language=en")
            #expect(found.pictures == ["cup-of-tea.png"])
            let picture = try await home.send(.POST, "boards/nowhere.yaml/pictures?name=cup")
            #expect(picture.status >= 400)
        }
    }

    /// A recording as a browser sends it: here one of the sounds that ship.
    private func send(
        _ bytes: Data, _ home: FileHome, to board: String = "home.yaml", as type: String = "audio/wav"
    ) async throws -> RunningService.Answer {
        var message = try home.writer.message(.POST, "boards/\(board)/sounds?name=Mum%20says%20tea")
        message.body = .bytes(bytes)
        message.headers.replaceOrAdd(name: "Content-Type", value: type)
        return try await home.service.send(message)
    }

    @Test(
        "A recording is put beside a board as its sound alone, and heard from there; what is none is refused")
    func sounds() async throws {
        let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../sounds/answered.wav").standardizedFileURL
        let bytes = try Data(contentsOf: shipped)
        try await FileHome.with { home in
            let added = try await send(bytes, home)
            #expect(added.status == 201)
            #expect(try added.decode(BoardSound.self).sound == "mum-says-tea.wav")
            #expect(try await send(bytes, home).decode(BoardSound.self).sound == "mum-says-tea.wav")
            let kept = try Data(contentsOf: URL(fileURLWithPath: home.file("boards/mum-says-tea.wav")))
            let heard = try await home.send(.GET, "sounds?path=mum-says-tea.wav")
            #expect(heard.status == 200 && heard.headers.first(name: "Content-Type") == "audio/wav")
            #expect(Array(heard.body) == Array(kept))
            #expect(try await board(home).sounds == ["mum-says-tea.wav"])
            for path in ["../secret.yaml", "home.yaml", "nothing.wav", "%2e%2e/secret.wav", ""] {
                #expect(try await home.send(.GET, "sounds?path=\(path)").status >= 400, "\(path)")
            }
            // What is refused leaves nothing.
            let files = try FileManager.default.contentsOfDirectory(atPath: home.file("boards")).sorted()
            #expect(try await send(bytes, home, to: "nowhere.yaml").status == 404)
            #expect(try await send(bytes, home, as: "audio/mpeg").status == 415)
            #expect(try await send(PictureTests.png, home).status == 422)
            #expect(try await send(bytes.prefix(44), home).status == 422)
            #expect(try await send(Data(count: BoardSound.mostBytes + 1), home).status == 413)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: home.file("boards")).sorted() == files)
            let audit = try await home.send(.GET, "audit?name=Olga").decode(AuditPage.self)
            #expect(audit.entries.first?.about == "mum-says-tea.wav")
        }
    }

    @Test("A text that nobody would hear to its end, and a group that nobody would wait for, are refused")
    func large() async throws {
        try await FileHome.with { home in
            let version = try await board(home).version
            let water = CardAddress(path: "0", id: "water", label: "Water")
            let long = String(repeating: "a", count: BoardRevision.longestText + 1)
            for change in [
                CardChange(.set, card: water, fields: ["say": long]),
                CardChange(.add, fields: ["label": long], to: CardPlace()),
                CardChange(
                    .add, fields: ["label": "All"],
                    group: (0...BoardRevision.mostCards).map {
                        CardFields(["label": "Card \($0)", "request": "normal"])
                    }, to: CardPlace()),
            ] {
                #expect(try await self.change(home, version, change).status == 422)
            }
            #expect(try home.text("boards/home.yaml") == FileHome.board)
        }
    }
}
