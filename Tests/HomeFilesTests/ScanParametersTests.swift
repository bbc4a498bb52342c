import HomeFiles
import Scanning
import StaffFiles
import Testing

@Suite struct ScanParametersTests {
    private func findings(_ lines: String...) -> [String] {
        findings(lines)
    }

    private func findings(_ lines: [String]) -> [String] {
        let text = "scanning:\n" + lines.map { "  \($0)\n" }.joined()
        return SettingsReader.read(Array(text.utf8), file: "beckon.yaml").findings.map {
            String("\($0)".dropFirst("beckon.yaml:".count))
        }
    }

    /// Options with a range, as the catalogue has it: `300 ms to 10 s`, `off, or 3 to 9`.
    private static let ranges: [(name: String, low: String, high: String, hasOff: Bool)] =
        SettingsCatalogue.scanning.options.compactMap { option in
            let range = option.range.replacing("off, or ", with: "")
            let parts = range.split(separator: " to ").map(String.init)
            guard parts.count == 2 else { return nil }
            return (option.name, parts[0], parts[1], option.range.hasPrefix("off"))
        }

    @Test("The catalogue names a range for every number") func theCatalogueNamesARangeForEveryNumber() {
        let numbers = ScanOption.all.filter { option in
            switch option.value {
            case .time, .timeOrOff, .count, .countOrOff, .factorOrOff: true
            case .flag, .word: false
            }
        }
        #expect(Self.ranges.map(\.name) == numbers.map(\.name))
        #expect(numbers.count >= 19)
    }

    @Test("Both ends of a range are taken, and nothing beyond them", arguments: ranges)
    func bothEndsOfARangeAreTakenAndNothing(
        option: (name: String, low: String, high: String, hasOff: Bool)
    ) throws {
        for value in [option.low, option.high] + (option.hasOff ? ["off"] : []) {
            let found = findings("\(option.name): \(value)")
            #expect(!found.contains { $0.contains("must be") || $0.contains("is no") }, "\(value): \(found)")
        }
        for value in try [beyond(option.low, by: -1), beyond(option.high, by: 1)].compactMap({ $0 }) {
            let found = findings("\(option.name): \(value)")
            #expect(found.contains { $0.contains("but must be from \(option.low)") }, "\(value): \(found)")
            #expect(
                found.contains { $0.hasPrefix("2:\(option.name.count + 5): error:") }, "\(value): \(found)")
        }
    }

    /// The next value outside; `nil` below zero, which cannot be written.
    private func beyond(_ end: String, by direction: Int) throws -> String? {
        let parts = end.split(separator: " ").map(String.init)
        let number = try #require(Int(parts[0]))
        guard number + direction >= 0, parts.count > 1 || number > 0 else { return nil }
        guard parts.count > 1 else { return String(number + direction) }
        guard direction < 0 else { return parts[1] == "ms" ? "\(number + 1) ms" : "\(number).1 \(parts[1])" }
        return parts[1] == "ms" ? "\(number - 1) ms" : "\(number * 1000 - 1) ms"
    }

    @Test("The longest electrical_debounce leaves more than half of the shortest scan_time to press in")
    func theLongestElectricalDebounceLeavesMoreThanHalfOf()
        throws
    {
        let debounce = try #require(Self.ranges.first { $0.name == "electrical_debounce" })
        let scanTime = try #require(Self.ranges.first { $0.name == "scan_time" })
        #expect(try StaffDuration.parse(debounce.high) * 2 < StaffDuration.parse(scanTime.low))
    }

    @Test(
        "Off is 0 for every time, and for nothing that is counted", arguments: ranges.filter { $0.low == "0" }
    )
    func offIs0ForEveryTimeAndForNothing(
        option: (name: String, low: String, high: String, hasOff: Bool)
    ) {
        let isTime = option.high.contains(" ")
        let found = findings("\(option.name): off").filter { $0.contains(": error:") }
        #expect(isTime ? found.isEmpty : found.first?.contains("but must be") == true, "\(found)")
        #expect(isTime == (option.name != "loops"))
    }

    @Test(
        "Values that cannot work together are refused or get a warning",
        arguments: [
            (
                ["release_time: 1 s"],
                [
                    "2:3: warning: `release_time` (1 s) is more than half of `scan_time` (1.5 s): a press that is meant may be ignored"
                ]
            ),
            (["mode: step", "release_time: 1 s", "acceptance_time: 1.5 s"], []),
            (
                ["mode: step", "acceptance_time: 2 s", "undo_window: 2 s"],
                [
                    "4:3: error: `undo_window` (2 s) is over before a press could count (`acceptance_time` and `late_press_window`: 2.15 s): make it longer, or write `undo_window: off`"
                ]
            ),
            (
                ["mode: inverse", "long_press_time: 1 s"],
                [
                    "3:3: error: `long_press_time` cannot be used with `mode: inverse`, where holding is scanning: write `long_press_time: off`, or another mode"
                ]
            ),
            (
                ["mode: inverse", "activate_on: release"],
                [
                    "3:3: warning: `activate_on` does nothing with `mode: inverse`, only with `automatic`, `step_dwell`, `step`, `direct`"
                ]
            ),
            (
                ["long_press_time: 500 ms", "acceptance_time: 600 ms", "scan_time: 3 s"],
                [
                    "2:3: error: `long_press_time` (500 ms) is not longer than `acceptance_time` (600 ms): every press would be a long one"
                ]
            ),
            (
                ["activate_on: press", "long_press_time: 1 s"],
                [
                    "2:3: error: `activate_on: press` cannot be used with `long_press_time`: how long a press is, is known when it is let go; write `activate_on: release`"
                ]
            ),
            (
                ["long_press_action: help"],
                [
                    "2:3: warning: `long_press_action` does nothing while `long_press_time` is off: write `long_press_time: 1.5 s`, or delete it"
                ]
            ),
            (
                ["mode: step", "long_press_time: 1 s", "move_repeat: 500 ms"],
                [
                    "3:3: error: `long_press_time` and `move_repeat` both wait for a switch that is held: write `off` for one of them"
                ]
            ),
            (
                ["mode: step", "activate_on: release", "move_repeat: 500 ms"],
                [
                    "3:3: error: `activate_on: release` and `move_repeat` cannot be used together: a held switch would have to move before it is let go"
                ]
            ),
            (
                ["mode: step", "move_repeat: 200 ms"],
                [
                    "3:3: warning: `move_repeat` (200 ms) is shorter than `minimum_cue_time` (300 ms), which then sets the pace"
                ]
            ),
            (
                ["mode: step_dwell", "help_presses: 3"],
                [
                    "3:3: error: `help_presses` cannot be used with `mode: step_dwell`, where quick presses are how one moves on: use `long_press_time` with `long_press_action: help`"
                ]
            ),
            (
                ["help_presses: 9", "acceptance_time: 400 ms"],
                [
                    "2:3: error: `help_presses: 9` takes longer than three seconds when each press must be held for `acceptance_time` (400 ms): make one of them smaller"
                ]
            ),
            (
                ["mode: step_dwell", "ignore_repeat: 2 s"],
                [
                    "3:3: error: `ignore_repeat` (2 s) is not shorter than `dwell_time` (2 s): staying would select before the next press could count"
                ]
            ),
            (
                ["mode: step", "minimum_cue_time: 3 s", "max_cue_time: 2 s"],
                ["3:3: error: `minimum_cue_time` (3 s) is longer than `max_cue_time` (2 s)"]
            ),
            (
                ["mode: step", "preview: 2"],
                ["3:3: warning: `preview` does nothing with `mode: step`, only with `automatic`"]
            ),
            (
                ["dwell_time: 3 s"],
                ["2:3: warning: `dwell_time` does nothing with `mode: automatic`, only with `step_dwell`"]
            ),
            (["dwell_time: 2 s", "move_repeat: off", "preview: off"], []),
            (
                ["mode: step_dwell", "back_item: none"],
                [
                    "3:3: warning: `back_item: none` with `mode: step_dwell` leaves a group only by a `back` key, or by rest after `inactivity_rest`: a wrong group costs that long"
                ]
            ),
            (
                ["preview: fast"],
                ["2:12: error: `preview` is `fast`, but must be a number from 1 to 3, or `off`"]
            ),
            (
                ["speak_count: yes"], ["2:16: error: `speak_count` cannot be `yes`: write `on`"]
            ),
        ])
    func whatCannotWorkTogether(lines: [String], messages: [String]) {
        #expect(findings(lines) == messages)
    }
}
