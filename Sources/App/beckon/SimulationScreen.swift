import Scanning
import Simulation
import StaffFiles
import Wording

/// What `beckon simulate` says to people: a table, what its columns mean, and which way is best.
struct SimulationScreen {
    let report: SimulationReport
    let words: Translation

    /// - Parameter columns: Of the terminal; `nil` where nothing is broken.
    func text(columns: Int?) -> String {
        let rows = [titles, units] + report.results.map(cells)
        let table = TerminalTable(rows, sides: [.left, .left] + Array(repeating: .right, count: 9))
        let legend = ["legend_right", "legend_figures", "legend_wrong", "legend_false"].map {
            words(Text("simulate.\($0)"))
        }
        return [
            wrapped([heading], columns), "", table.lines(columns: columns).joined(separator: "\n"), "",
            wrapped(legend, columns), "", wrapped(verdict, columns), "",
        ].joined(separator: "\n")
    }

    private func wrapped(_ sentences: [String], _ columns: Int?) -> String {
        TerminalText.paragraphs(sentences.joined(separator: "\n"), to: columns)
    }

    private var heading: String {
        words(
            Text(
                report.isTuned ? "simulate.heading_tuned" : "simulate.heading",
                [
                    "board": .verbatim(report.board), "person": .text(.written(report.model)),
                    "requests": .number(report.requests), "seed": .verbatim("\(report.seed)"),
                ]))
    }

    // MARK: - The table

    private var titles: [String] {
        [
            "mode", "pattern", "time", "right", "clean", "seconds", "steps", "presses", "wrong", "given_up",
            "false_an_hour",
        ].map { words(Text("simulate.\($0)")) }
    }

    private var units: [String] {
        ["", "", "", "of_100", "of_100", "spread", "mean", "mean", "undone", "of_100", "undone"]
            .map { $0.isEmpty ? "" : words(Text("simulate.\($0)")) }
    }

    /// Modes and patterns stand there as they are written into beckon.yaml.
    private func cells(_ result: SimulationReport.Result) -> [String] {
        [
            result.mode, result.pattern, time(of: result) ?? "–", tenths(result.rightPer100),
            tenths(result.cleanPer100),
            "\(tenths(result.seconds.mean)) \(tenths(result.seconds.median)) \(tenths(result.seconds.p95))",
            "\(tenths(result.steps.mean)) \(tenths(result.steps.p95))",
            "\(tenths(result.presses.mean)) \(tenths(result.presses.p95))",
            "\(tenths(result.wrongPer100)) (\(tenths(result.wrongPer100 - result.wrongAfterUndoPer100)))",
            tenths(result.abandonedPer100),
            "\(tenths(result.falseRequestsPerHour)) "
                + "(\(tenths(result.falseRequestsPerHour - result.falseRequestsAfterUndoPerHour)))",
        ]
    }

    /// The setting that decides the speed; `nil` where the person does.
    private func time(of result: SimulationReport.Result) -> String? {
        switch ScanParameters.Mode(rawValue: result.mode) {
        case .automatic, .inverse: seconds(result.scanTimeMilliseconds)
        case .stepDwell: seconds(result.dwellTimeMilliseconds)
        case .step, .direct, nil: nil
        }
    }

    private func seconds(_ milliseconds: Int) -> String {
        let places = milliseconds % 100 == 0 ? (milliseconds % 1000 == 0 ? 0 : 1) : 2
        return words(
            Text("simulate.s", ["seconds": .decimal(Double(milliseconds) / 1000, places: places)]))
    }

    private func tenths(_ value: Double) -> String { words.decimal(abs(value), places: 1) }

    // MARK: - The verdict

    /// What is best, and in comparison with what; a sentence or two each.
    var verdict: [String] {
        guard let first = report.verdict.best.first else { return [words(Text("simulate.none"))] }
        var texts = [
            Text("simulate.best", ["way": .text(way(first.mode, first.pattern)), "figures": figures(first)]),
            next(to: first),
        ]
        if let set = first.set {
            let way = Text.Value.text(way(set.mode, set.pattern))
            texts.append(
                set.isWithinChance
                    ? Text("simulate.set_within_chance", ["way": way])
                    : Text("simulate.set", ["way": way, "difference": difference(set)]))
        }
        for other in report.verdict.best.dropFirst() {
            let seconds = first.seconds - other.seconds
            let name: String
            switch other.hands {
            case .oneSwitch: continue
            case .twoSwitches: name = seconds >= 0 ? "simulate.two_sooner" : "simulate.two_later"
            case .keypad: name = seconds >= 0 ? "simulate.keypad_sooner" : "simulate.keypad_later"
            }
            texts.append(
                Text(
                    name,
                    [
                        "seconds": .decimal(abs(seconds), places: 1),
                        "way": .text(way(other.mode, other.pattern)), "figures": figures(other),
                    ]))
        }
        return texts.map { words($0) }
    }

    private func figures(_ best: SimulationVerdict.Best) -> Text.Value {
        var values: [String: Text.Value] = [
            "seconds": .decimal(best.seconds, places: 1), "steps": .decimal(best.steps, places: 1),
            "presses": .decimal(best.presses, places: 1),
        ]
        guard best.wrongPer100 > 0 else { return .text(Text("simulate.figures", values)) }
        values["wrong"] = .decimal(best.wrongPer100, places: 1)
        return .text(Text("simulate.figures_wrong", values))
    }

    private func next(to best: SimulationVerdict.Best) -> Text {
        guard let next = best.next else {
            return Text(report.results.count == 1 ? "simulate.only_one" : "simulate.no_other")
        }
        let way = Text.Value.text(way(next.mode, next.pattern))
        return next.isWithinChance
            ? Text(
                "simulate.next_within_chance",
                ["way": way, "seconds": .decimal(abs(next.secondsMore), places: 1)])
            : Text("simulate.next", ["way": way, "difference": difference(next)])
    }

    private func difference(_ other: SimulationVerdict.Comparison) -> Text.Value {
        let isSlower = other.secondsMore >= 0
        var values: [String: Text.Value] = ["seconds": .decimal(abs(other.secondsMore), places: 1)]
        guard other.cleanFewerPer100 >= SimulationVerdict.leastClean else {
            return .text(Text(isSlower ? "simulate.slower" : "simulate.quicker", values))
        }
        values["wrong"] = .decimal(other.cleanFewerPer100, places: 1)
        return .text(Text(isSlower ? "simulate.slower_wrong" : "simulate.quicker_wrong", values))
    }

    /// A way of scanning in words, with the time that decides its speed.
    private func way(_ mode: String, _ pattern: String) -> Text {
        let result = report.results.first { $0.mode == mode && $0.pattern == pattern }
        var values: [String: Text.Value] = [
            "mode": .text(Text("simulate.mode_\(mode)")),
            "pattern": .text(Text("simulate.pattern_\(pattern)")),
        ]
        guard let result, let time = time(of: result) else { return Text("simulate.way", values) }
        values["time"] = .verbatim(time)
        return Text(
            mode == ScanParameters.Mode.stepDwell.rawValue ? "simulate.way_stay" : "simulate.way_each", values
        )
    }
}
