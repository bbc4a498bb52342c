import Foundation
import OwnFolders
import StaffFiles
import Testing

@testable import beckon

@Suite("beckon simulate")
struct SimulateTests {
    private static let board = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../boards/home.yaml").standardized.path

    private func simulate(_ arguments: [String]) -> CommandLine {
        CommandLine(["simulate", "--board", Self.board] + arguments)
    }

    private func results(_ run: CommandLine) throws -> [NSDictionary] {
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? NSDictionary)
        return try #require(report["results"] as? [NSDictionary])
    }

    @Test("The same seed gives the same bytes") func sameSeed() throws {
        let arguments = ["--model", "harder", "--requests", "20", "--tune", "--format", "json"]
        let first = simulate(arguments)
        #expect(first.status == 0, "\(first.error)")
        #expect(simulate(arguments).output == first.output)
        #expect(try results(simulate(arguments + ["--seed", "2"])) != results(first))
    }

    @Test("A way of scanning by itself gives what it gives among all") func oneWay() throws {
        let arguments = ["--model", "harder", "--requests", "20", "--format", "json"]
        let all = try results(simulate(arguments))
        func name(_ result: NSDictionary) throws -> [String] {
            [
                "--mode", try #require(result["mode"] as? String), "--pattern",
                try #require(result["pattern"] as? String),
            ]
        }
        #expect(Set(try all.map(name)).count == 15)
        for index in stride(from: 0, to: all.count, by: 7) {
            #expect(try results(simulate(arguments + name(all[index]))) == [all[index]])
        }
    }

    @Test(
        "A mistake in a model says where it is",
        arguments: [
            ("reaction: { mean: 1 s }\nmised: 0.1\n", "model.yaml:2:1: error:"),
            ("", "model.yaml:1:1: error:"),
        ])
    func mistakeInModel(text: String, place: String) throws {
        let folder = try OwnFolder()
        try text.write(toFile: folder.file("model.yaml"), atomically: false, encoding: .utf8)
        let run = simulate(["--model", folder.file("model.yaml")])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error.contains(place), "\(run.error)")
    }

    @Test("A need that is not on the board is told with what was meant") func mistakeInUse() throws {
        let folder = try OwnFolder()
        try "watter: 3\n".write(toFile: folder.file("use.yaml"), atomically: false, encoding: .utf8)
        let run = simulate(["--use", folder.file("use.yaml")])
        #expect(run.status == 1)
        #expect(
            run.error.contains("use.yaml:1:1: warning: no item has the id `watter`: did you mean `water`?"),
            "\(run.error)")
    }

    @Test(
        "Options that cannot be simulated are refused",
        arguments: [
            ["--model", "exat"], ["--missed", "2"], ["--requests", "0"], ["--model", "/nowhere.yaml"],
        ])
    func refused(arguments: [String]) {
        let run = simulate(arguments)
        #expect(run.status != 0 && !run.error.isEmpty)
    }

    @Test("On a terminal it shows how far it is, in one line that is gone at the end") func progress() throws
    {
        let look = TerminalLook(columns: 60, isColoured: false)
        let run = CommandLine(["simulate", "--board", Self.board, "--requests", "200"], look: look)
        #expect(run.status == 0, "\(run.error)")
        let lines = run.error.split(separator: "\r", omittingEmptySubsequences: true)
        #expect(
            lines.count > 2 && lines.contains { $0.hasPrefix("Simulating: ") && $0.contains(" ways done") },
            "\(run.error)")
        for line in lines.dropLast() { #expect(line.count < 60 && !line.contains("\n"), "\(line)") }
        #expect(lines.last?.contains("Simulating") == false, "\(run.error)")
        let piped = simulate(["--requests", "20"])
        #expect(!piped.error.contains("\r") && !piped.error.contains("Simulating"))
    }

    @Test("A way of scanning is named in words, and in its reader's language") func words() {
        let one = ["--requests", "20", "--mode", "automatic", "--pattern", "row_column"]
        let english = simulate(one).output
        #expect(english.hasPrefix("Board home, person exact, 20 needs each, seed 1\n\nmode"), "\(english)")
        #expect(
            english.contains(
                "\nBest for this person: automatic scanning, row by row, 1.5 s each. A need takes "),
            "\(english)")
        #expect(english.hasSuffix("It is the only way that was simulated.\n"), "\(english)")
        let german = CommandLine(
            ["simulate", "--board", Self.board] + one, environment: ["LANG": "de_DE.UTF-8"])
        #expect(
            german.output.contains(
                "\nAm besten für diese Person: Scannen von selbst, Zeile für Zeile, je 1,5 s. Ein Anliegen braucht "
            ), "\(german.output)")
        for word in ["Best for", "automatic scanning", "needs", "presses", "selections"] {
            #expect(!(german.output + german.error).contains(word), "\(german.output)\(german.error)")
        }
        let all = simulate(["--requests", "20"]).output
        for words in [
            "With two switches, ", ": stepping with two switches, ", "With a keypad, ", ": a keypad, ",
        ] {
            #expect(all.contains(words), "\(all)")
        }
        let verdict = all.suffix(from: all.range(of: "Best for this person")?.lowerBound ?? all.startIndex)
        #expect(!verdict.contains("_"), "\(verdict)")
    }

    @Test("On a narrow terminal the table fits", arguments: [40, 60, 80]) func narrow(columns: Int) {
        for language in ["C", "de_DE.UTF-8", "fr_FR.UTF-8"] {
            let run = CommandLine(
                ["simulate", "--board", Self.board, "--requests", "10"],
                look: TerminalLook(columns: columns, isColoured: false), environment: ["LC_ALL": language])
            for line in run.output.split(separator: "\n") {
                #expect(TerminalText.width(of: String(line)) <= columns, "\(line)")
            }
        }
    }

    @Test("It ends with a verdict, which programs get as well") func verdict() throws {
        let text = simulate(["--requests", "50"]).output
        #expect(text.contains("\n\nBest for this person: "), "\(text)")
        let json = try #require(
            try JSONSerialization.jsonObject(
                with: Data(simulate(["--requests", "50", "--format", "json"]).output.utf8))
                as? NSDictionary)
        let verdict = try #require(json["verdict"] as? NSDictionary)
        #expect((verdict["sentence"] as? String).map { text.replacing("\n", with: " ").contains($0) } == true)
        let best = try #require((verdict["best"] as? [NSDictionary])?.first)
        #expect(best["hands"] as? String == "one_switch" && best["seconds"] is Double)
        #expect((best["next"] as? NSDictionary)?["within_chance"] is Bool)
    }
}
