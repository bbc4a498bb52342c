import Boards
import Care
import Foundation
import HomeFiles
import Kiosk
import Scanning
import Testing

/// What the shipped phrases make of the plan: whole sentences, as they are heard.
@Suite("The plan in words") struct ThePlanInWordsTests {
    private static func stage(_ language: String) throws -> Stage {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../boards/phrases.\(language).yaml"
        ).standardized
        let (phrases, findings) = PhrasesReader.read(Array(try Data(contentsOf: file)), file: file.path)
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        settings.client = .init(id: "maria", name: "Maria")
        let board = Board(id: "home", name: "Home", language: language, items: [Stage.today, Stage.yes])
        return Stage(
            settings: settings, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
            phrases: try #require(phrases, "\(findings)"))
    }

    private static let plan = Stage.agenda(
        today: [
            Stage.planned("Medicine", 0, .done, by: "Anna"), Stage.planned("Walk", 10, own: true),
            Stage.planned("Chess", 390), Stage.planned("Bath", -480, .skipped),
        ], outstanding: [Stage.planned("Letter", -48 * 60, .missed)])

    @Test("The plan is read out as people say it", arguments: ["en", "de"])
    func isHeardAsPeopleSayIt(language: String) throws {
        var stage = try Self.stage(language)
        stage.agenda(at: 0, Self.plan)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 14)
        let english = """
            0.50 cue: My day
            1.30 cue: Letter 2 days ago, 8 o'clock, not done yet
            4.50 cue: Bath midnight, skipped
            7.00 cue: Medicine 8 o'clock, done by Anna
            9.50 cue: Walk 8:10, in 10 minutes
            12.00 cue: Chess 2:30
            """
        let german = """
            0.50 cue: My day
            1.30 cue: Letter vor 2 Tagen, 8 Uhr, noch nicht erledigt
            4.50 cue: Bath 0 Uhr, ausgelassen
            7.00 cue: Medicine 8 Uhr, erledigt von Anna
            9.50 cue: Walk 8 Uhr 10, in 10 Minuten
            12.00 cue: Chess 14 Uhr 30
            """
        #expect(stage.text == (language == "en" ? english : german))
    }

    @Test("Reminders are read out as people say it", arguments: ["en", "de"])
    func isRemindedOfAsPeopleSayIt(language: String) throws {
        var heard: [String] = []
        for minutes in [390, 10, 1, 0, -30, -90] {
            var stage = try Self.stage(language)
            stage.remind(at: 0, 5, Stage.reminder(1, of: Stage.planned("Chess", minutes, own: true)))
            stage.run(to: 1)
            heard += stage.lines.prefix(1).map { String($0.dropFirst("0.00 main: ".count)) }
        }
        let english = """
            At 2:30: Chess.
            In 10 minutes: Chess.
            In one minute: Chess.
            It is time: Chess. Press if you have done it.
            This was due: Chess, 7:30. Press if you have done it.
            Not done yet: Chess, 6:30. Press if you have done it.
            """
        let german = """
            Um 14 Uhr 30: Chess.
            In 10 Minuten: Chess.
            In einer Minute: Chess.
            Es ist Zeit: Chess. Drücken, wenn es erledigt ist.
            Das war dran: Chess, 7 Uhr 30. Drücken, wenn es erledigt ist.
            Noch nicht erledigt: Chess, 6 Uhr 30. Drücken, wenn es erledigt ist.
            """
        #expect(heard.joined(separator: "\n") == (language == "en" ? english : german))
    }
}
