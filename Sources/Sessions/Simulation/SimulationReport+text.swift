public import Foundation
import StaffFiles

extension SimulationReport {
    /// For programs, in snake_case.
    public func json() throws -> Data { try ProgramJSON.data(self) }

    /// A table for people, and the verdict.
    public var text: String { text(columns: nil) }

    /// - Parameter columns: Where the sentences of the verdict are broken; the table is as wide as it is.
    public func text(columns: Int?) -> String {
        let titles = [
            "mode", "pattern", "time", "right", "clean", "seconds", "steps", "presses", "wrong", "given up",
            "false/h",
        ]
        let units = [
            "", "", "", "of 100", "of 100", "mean med 95%", "mean 95%", "mean 95%", "(undone)", "of 100",
            "(undone)",
        ]
        let rows = [titles, units] + results.map(cells)
        let widths = titles.indices.map { column in rows.map { TerminalText.width(of: $0[column]) }.max() ?? 0
        }
        let lines = rows.map { row in
            row.indices.map { column in
                let pad = String(repeating: " ", count: widths[column] - TerminalText.width(of: row[column]))
                return column < 2 ? row[column] + pad : pad + row[column]
            }.joined(separator: "  ")
        }
        let verdict = verdict.sentences.map { TerminalText.wrapped($0, to: columns) }
        return ([heading, "", lines.joined(separator: "\n"), "", Self.legend] + verdict + [""])
            .joined(separator: "\n")
    }

    private var heading: String {
        "Board \(board), person \(model)\(isTuned ? ", tuned by 50 needs first" : ""), \(requests) needs each, seed \(seed)"
    }

    private static let legend = """
        right: the wanted thing was asked or said, and stands. clean: and nothing else that was not wanted.
        seconds, steps, presses: of those that were right, from the first try to the press that asked.
        wrong: asked or said something else, of 100 needs (of these taken back at once).
        false/h: asked while nothing was wanted, in an hour of such time (of these taken back at once).

        """

    private func cells(_ result: Result) -> [String] {
        [
            result.mode, result.pattern, time(result),
            Self.tenths(result.rightPer100), Self.tenths(result.cleanPer100),
            "\(Self.tenths(result.seconds.mean)) \(Self.tenths(result.seconds.median)) \(Self.tenths(result.seconds.p95))",
            "\(Self.tenths(result.steps.mean)) \(Self.tenths(result.steps.p95))",
            "\(Self.tenths(result.presses.mean)) \(Self.tenths(result.presses.p95))",
            "\(Self.tenths(result.wrongPer100)) (\(Self.tenths(result.wrongPer100 - result.wrongAfterUndoPer100)))",
            Self.tenths(result.abandonedPer100),
            "\(Self.tenths(result.falseRequestsPerHour)) "
                + "(\(Self.tenths(result.falseRequestsPerHour - result.falseRequestsAfterUndoPerHour)))",
        ]
    }

    /// The setting that decides the speed, if any.
    private func time(_ result: Result) -> String {
        switch result.mode {
        case "automatic", "inverse": StaffDuration.text(.milliseconds(result.scanTimeMilliseconds))
        case "step_dwell": StaffDuration.text(.milliseconds(result.dwellTimeMilliseconds))
        default: "–"
        }
    }

    private static func tenths(_ value: Double) -> String {
        let rounded = Int((abs(value) * 10).rounded())
        return "\(rounded / 10).\(rounded % 10)"
    }
}
