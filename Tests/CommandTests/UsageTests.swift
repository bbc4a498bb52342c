import Foundation
import OwnFolders
import StaffFiles
import Testing

@testable import beckon

@Suite("A command line that is wrong")
struct UsageTests {
    @Test(
        "It is said what is wrong, and what was meant",
        arguments: [
            (["baord", "check"], "there is no command `beckon baord`: did you mean `beckon board`?"),
            (
                ["board", "chekc", "x.yaml"],
                "there is no command `beckon board chekc`: did you mean `beckon board check`?"
            ),
            (
                ["check", "x.yaml"],
                "there is no command `beckon check`: did you mean `beckon board check` or `beckon config check`?"
            ),
            (
                ["stat"],
                "there is no command `beckon stat`: did you mean `beckon station` or `beckon status`?"
            ),
            (["hand"], "there is no command `beckon hand`: did you mean `beckon handover`?"),
            (["frobnicate"], "there is no command `beckon frobnicate`: write one of `run`, `kiosk`,"),
            (["status", "--hmoe", "x"], "`beckon status` has no option `--hmoe`: did you mean `--home`?"),
            (["board", "check", "--xyzzy", "x.yaml"], "`beckon board check` has no option `--xyzzy`"),
            (["board", "check", "-x", "x.yaml"], "`beckon board check` has no option `-x`"),
            (["board", "check"], "`beckon board check` needs `PATH …`"),
            (["board", "show", "a.yaml", "b.yaml"], "`beckon board show` has no use for `b.yaml`"),
            (["doctor", "--home"], "`--home` needs a value behind it: write `--home DIR`"),
            (
                ["board", "check", "--format", "jsno", "x.yaml"],
                "`--format` cannot be `jsno`: did you mean `json`?"
            ),
            (
                ["board", "check", "--format", "it's", "x.yaml"],
                "`--format` cannot be `it's`: write `text` or `json`"
            ),
            (
                ["simulate", "--board", "x.yaml", "--requests", "many"],
                "`--requests` cannot be `many`: write a number"
            ),
            (["status", "--json=yes"], "`--json` takes no value: write it alone"),
            (["tune", "--approve", "--revert"], "exclude each other: keep one of them"),
            (["board", "suggest", "x.yaml", "--moves", "0"], "--moves 0: write a number from 1 to 50."),
            (
                ["simulate", "--board", "x.yaml", "--mode", "autmatic"],
                "`--mode` cannot be `autmatic`: did you mean `automatic`?"
            ),
        ])
    func told(arguments: [String], words: String) {
        let run = CommandLine(arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error.hasPrefix("Error: ") && run.error.contains(words), "\(run.error)")
        // The parser's own words.
        for foreign in [
            "Unknown option", "Missing expected", "Unexpected argument", "is invalid for", "Usage:", "<",
        ] {
            #expect(!run.error.contains(foreign), "\(run.error)")
        }
    }

    @Test("Help is no mistake") func help() {
        for arguments in [["--help"], ["board", "--help"], ["help", "board"], [], ["board"], ["--version"]] {
            let run = CommandLine(arguments)
            #expect(run.status == 0 && run.error.isEmpty && !run.output.isEmpty, "\(arguments): \(run.error)")
        }
    }

    @Test("What is typed does not steer the terminal") func escapes() {
        let run = CommandLine("status\u{1B}[2J")
        #expect(!run.error.contains("\u{1B}") && run.error.contains("\\u{1b}"), "\(run.error)")
    }

    @Test("A message fits the terminal, and its first word is red there") func fits() {
        let run = CommandLine(["frobnicate"], look: TerminalLook(columns: 40, isColoured: true))
        #expect(run.error.hasPrefix("\u{1B}[1;31mError:\u{1B}[0m there is"))
        for line in run.error.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n") {
            #expect(line.count <= 40, "\(line)")
        }
    }

    @Test("Files that are not there are told with those that were meant") func files() throws {
        let folder = try OwnFolder()
        let boards = folder.file("boards")
        try FileManager.default.createDirectory(atPath: boards, withIntermediateDirectories: true)
        for name in ["main.yaml", "phrases.en.yaml"] {
            try Data().write(to: URL(filePath: "\(boards)/\(name)"))
        }
        for (given, meant) in [
            ("\(boards)/man.yaml", "\(boards)/main.yaml"), ("\(boards)/main.yml", "\(boards)/main.yaml"),
            ("\(boards)/main", "\(boards)/main.yaml"),
            (folder.file("baords/main.yaml"), "\(boards)/main.yaml"),
        ] {
            let run = CommandLine("board", "check", given)
            #expect(run.status == 1)
            #expect(
                run.output.contains("does not exist: did you mean `\(meant)`?"), "\(run.output)\(run.error)")
        }
        let phrases = CommandLine("config", "check", "\(boards)/phrases.em.yaml")
        #expect(phrases.output.contains("did you mean `\(boards)/phrases.en.yaml`?"), "\(phrases.output)")
        let nothing = CommandLine("board", "check", "\(boards)/zebra.yaml")
        #expect(nothing.output.contains("does not exist") && !nothing.output.contains("did you mean"))
    }

    @Test("Each file that cannot be read is told in words, once") func unreadable() throws {
        let folder = try OwnFolder()
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: folder.file("latin.yaml")))
        try Data(count: 2 << 20).write(to: URL(filePath: folder.file("huge.yaml")))
        try FileManager.default.createDirectory(
            atPath: folder.file("folder.yaml"), withIntermediateDirectories: true)
        for name in ["latin.yaml", "huge.yaml", "folder.yaml", "nothing.yaml"] {
            for command in [["board", "show"], ["config", "check"], ["simulate", "--board"]] {
                let run = CommandLine(command + [folder.file(name)])
                let words = run.output + run.error
                #expect(run.status == 1, "\(command) \(name): \(words)")
                #expect(
                    words.contains("1 error") && words.components(separatedBy: "error:").count == 2,
                    "\(words)")
                #expect(!words.contains("Domain=") && !words.contains("Error Domain"), "\(words)")
            }
        }
    }
}
