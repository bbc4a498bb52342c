import HomeFiles
import Scanning
import StaffFiles
import Testing

/// Sets `scan_time` to 1.25 s.
private func edited(_ text: String) throws -> String {
    let bytes = try SettingsEdit.setting(
        [.init(section: "scanning", option: "scan_time", text: "1.25 s")], in: Array(text.utf8),
        file: "beckon.yaml"
    ) { $0.scanning.scanTime = .milliseconds(1250) }
    return String(decoding: bytes, as: UTF8.self)
}

@Suite struct SettingsEditTests {
    @Test(
        "One value changes, and not a byte besides",
        arguments: [
            // It stands there.
            ("scanning:\n  scan_time: 2 s\n", "scanning:\n  scan_time: 1.25 s\n"),
            (
                "scanning:\n  scan_time:   2 s   # as Maria likes it\n",
                "scanning:\n  scan_time:   1.25 s   # as Maria likes it\n"
            ),
            ("scanning:\n  scan_time: \"2 s\"\n  loops: 2", "scanning:\n  scan_time: 1.25 s\n  loops: 2"),
            ("scanning: { loops: 2, scan_time: 2 s }\n", "scanning: { loops: 2, scan_time: 1.25 s }\n"),
            (
                "home: { name: \"Ünï 🏠\" }\r\nscanning:\r\n  scan_time: 2 s # 🐢\r\n",
                "home: { name: \"Ünï 🏠\" }\r\nscanning:\r\n  scan_time: 1.25 s # 🐢\r\n"
            ),
            ("\u{FEFF}scanning:\n  scan_time: 2 s\n", "\u{FEFF}scanning:\n  scan_time: 1.25 s\n"),
            ("scanning:\n  scan_time:\n    2 s\n  loops: 2\n", "by hand"),
            // It is only shown.
            (
                "scanning:\n  # slow\n  #scan_time: 1.5 s\n  #loops: 3\n",
                "scanning:\n  # slow\n  #scan_time: 1.5 s\n  scan_time: 1.25 s\n  #loops: 3\n"
            ),
            (
                "scanning:\n    loops: 2\n    # scan_time: 1.5 s\n",
                "scanning:\n    loops: 2\n    # scan_time: 1.5 s\n    scan_time: 1.25 s\n"
            ),
            (
                "scanning:\n#  scan_time: 1.5 s\nboard: boards/home.yaml\n",
                "scanning:\n#  scan_time: 1.5 s\n  scan_time: 1.25 s\nboard: boards/home.yaml\n"
            ),
            // It is not there.
            ("scanning: # how\n   loops: 2\n", "scanning: # how\n   scan_time: 1.25 s\n   loops: 2\n"),
            ("scanning: {}\n", "scanning: { scan_time: 1.25 s,}\n"),
            ("scanning: { loops: 2 }", "scanning: { scan_time: 1.25 s, loops: 2 }"),
            ("scanning:", "scanning:\n  scan_time: 1.25 s"),
            ("# nothing", "# nothing\n\nscanning:\n  scan_time: 1.25 s\n"),
            ("", "scanning:\n  scan_time: 1.25 s\n"),
            (
                "board: boards/home.yaml\r\n",
                "board: boards/home.yaml\r\n\r\nscanning:\r\n  scan_time: 1.25 s\r\n"
            ),
            // Not for a program.
            ("home: { name: &n 2 s }\nscanning: { scan_time: *n }\n", "by hand"),
            ("scanning:\n  scan_time: &t 2 s\n  dwell_time: *t\n", "by hand"),
            ("{ scanning: { loops: 2 } }\n", "{ scanning: { scan_time: 1.25 s, loops: 2 } }\n"),
            ("{ board: boards/home.yaml }\n", "by hand"),
            ("board: boards/home.yaml\n...\n", "by hand"),
            (
                "home:\n  name: |\n    scanning:\n    #scan_time: 1\nscanning:\n",
                "home:\n  name: |\n    scanning:\n    #scan_time: 1\nscanning:\n  scan_time: 1.25 s\n"
            ),
        ])
    func oneValueChanges(before: String, after: String) throws {
        if after == "by hand" {
            let problem = #expect(throws: SettingsEdit.Problem.self) { try edited(before) }
            guard case .byHand = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            #expect(problem?.description.contains("Write `scan_time: 1.25 s` there yourself") == true)
        } else {
            #expect(try edited(before) == after)
        }
    }

    @Test("The template of a new home takes every option below the line that shows it")
    func theTemplateTakesEveryOption() throws {
        let bytes = try SettingsEdit.setting(
            [
                .init(section: "scanning", option: "scan_time", text: "2 s"),
                .init(section: "scanning", option: "late_press_window", text: "200 ms"),
                .init(section: "scanning", option: "acceptance_time", text: "100 ms"),
                .init(section: "scanning", option: "ignore_repeat", text: "450 ms"),
            ], in: Array(SettingsTemplate.text.utf8), file: "beckon.yaml"
        ) { settings in
            settings.scanning.scanTime = .seconds(2)
            settings.scanning.latePressWindow = .milliseconds(200)
            settings.scanning.acceptanceTime = .milliseconds(100)
            settings.scanning.ignoreRepeat = .milliseconds(450)
        }
        let new = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let old = SettingsTemplate.text.split(separator: "\n", omittingEmptySubsequences: false)
        let added = new.difference(from: old)
        #expect(added.removals.isEmpty)
        #expect(added.insertions.count == 4)
        #expect(new.firstIndex(of: "  #scan_time: 1.5 s").map { new[$0 + 1] } == "  scan_time: 2 s")
    }

    @Test("A file with mistakes is not touched") func aFileWithMistakesIsNotTouched() throws {
        let problem = #expect(throws: SettingsEdit.Problem.self) { try edited("scanning:\n  loop: 2\n") }
        #expect(problem?.description.contains("did you mean `loops`?") == true)
    }

    @Test("A value that does not go with the others is refused with the reason")
    func anUnfitValueIsRefused() throws {
        let problem = #expect(throws: SettingsEdit.Problem.self) {
            try SettingsEdit.setting(
                [.init(section: "scanning", option: "scan_time", text: "300 ms")],
                in: Array("scanning:\n  acceptance_time: 1 s\n".utf8), file: "beckon.yaml"
            ) { $0.scanning.scanTime = .milliseconds(300) }
        }
        guard case .mistakes = problem, let findings = problem?.description else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(findings.contains("leave nothing of `scan_time` (300 ms)"))
    }
}

@Suite struct TuningSettingsTests {
    private func findings(_ text: String) -> [String] {
        SettingsReader.read(Array(text.utf8), file: "beckon.yaml").findings.map(\.description)
    }

    @Test("The section tuning is read") func theSectionIsRead() throws {
        let text = "tuning: { keep: on, automatic: on, fastest: 1 s, slowest: 3 s }"
        let settings = try #require(SettingsReader.read(Array(text.utf8), file: "beckon.yaml").settings)
        #expect(settings.tuning.automatic)
        #expect(settings.tuning.limits == .init(fastest: .seconds(1), slowest: .seconds(3)))
    }

    @Test(
        "An invalid value is refused with its location",
        arguments: [
            ("tuning: { fastest: 7 s }", "1:11: error: `fastest` (7 s) is not shorter than `slowest` (6 s)"),
            (
                "tuning: { slowest: 500 ms }",
                "1:11: error: `fastest` (500 ms) is not shorter than `slowest` (500 ms)"
            ),
            (
                "tuning: { keep: off, automatic: on }",
                "1:22: error: `automatic: on` learns from what is kept: write `keep: on` as well"
            ),
            (
                "tuning: { fastest: 2 s }",
                "1:11: warning: `scan_time` (1.5 s) is not between `fastest` (2 s) and `slowest` (6 s): it holds all the same, and limits one side in their place"
            ),
        ])
    func whatCannotBeIsRefused(text: String, finding: String) {
        #expect(findings(text) == ["beckon.yaml:" + finding])
    }
}
