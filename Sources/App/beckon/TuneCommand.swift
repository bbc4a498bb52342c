import ArgumentParser
import Foundation
import HomeFiles
import Roles
import Scanning
import StaffFiles
import TuningFiles
import Wording

/// `beckon tune`: what the presses say about how a client should be scanned.
struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune", abstract: "Show how the client presses, and what might be set to fit it better.",
        discussion: """
            Nothing is changed by looking. What a caregiver approves is written into beckon.yaml, where every comment \
            stays, and the file as it was is kept as beckon.yaml.bak. A kiosk that runs takes it over when it \
            next rests.
            """)

    /// What to do in place of looking; one thing at a time.
    enum Action: String, EnumerableFlag {
        case approve, revert, history, forget

        static func help(for value: Action) -> ArgumentHelp? {
            switch value {
            case .approve: "Write the proposals, or those that are named, into beckon.yaml. Needs --by."
            case .revert: "Revert the last approval. Needs --by."
            case .history: "Show who approved what, and when."
            case .forget: "Erase all records of presses."
            }
        }
    }

    @OptionGroup var home: HomeOptions
    @Flag(exclusivity: .exclusive) var action: Action?
    @Argument(
        help: ArgumentHelp(
            "With --approve: which ones, as scan_time,ignore_repeat. (default: all that are proposed)",
            valueName: "option"))
    var options: [String] = []
    @Option(help: ArgumentHelp("Who approves or reverts.", valueName: "name")) var by: String?
    @Option(help: "text, or json for programs.") var format: OutputFormat = .text
    @Option(help: ArgumentHelp("Write the picture to this file.", valueName: "file")) var svg: String?
    @Option(
        help: ArgumentHelp(
            "Write a page to this file, to be shown on a tablet or printed.", valueName: "file"))
    var html: String?

    func validate() throws {
        if !options.isEmpty, action != .approve {
            throw ValidationError("`\(options[0])`: options are named with --approve only.")
        }
        switch action {
        case .approve, .revert:
            guard TuneApproval.name(by ?? "") != nil else {
                throw ValidationError("Say who it is, in one line of at most 80 characters: --by NAME.")
            }
        case .history, .forget, nil:
            if by != nil { throw ValidationError("--by goes with --approve and --revert.") }
        }
        if action != nil, svg != nil || html != nil {
            throw ValidationError("--svg and --html show the presses: not with --\(action?.rawValue ?? "").")
        }
    }

    func run() throws {
        let folder = home.folder
        guard FileManager.default.fileExists(atPath: folder.settingsFile) else {
            throw CommandProblem(
                ReaderLocale.current().words(Text("terminal.no_home", ["path": .verbatim(folder.path)])))
        }
        let approval = TuneApproval(folder: folder)
        switch action {
        case nil: try look(folder)
        case .approve: say(try approval.approve(options, by: by ?? "").text(format))
        case .revert: say(try approval.revert(by: by ?? "").text(format))
        case .history: say(try approval.history(format))
        case .forget:
            let count = try PressReading.forget(home: folder.path)
            StandardOutput.tell(
                count == 1 ? "1 record of presses is erased." : "\(count) records of presses are erased.")
        }
    }

    private func say(_ text: String) {
        switch format {
        case .text: StandardOutput.tell(text)
        case .json: StandardOutput.print(text)
        }
    }

    private func look(_ folder: HomeFolder) throws {
        let settings = try StaffFileReader.settings(at: folder.settingsFile)
        let reading = try PressReading.read(home: folder.path)
        let report = TuningReport(history: PressHistory(reading.records), parameters: settings.scanning)
        if let svg { try write(report.svg, to: svg) }
        if let html { try write(report.page(client: settings.client.name, period: reading.period), to: html) }
        if reading.unreadable > 0 {
            StandardError.tell("\(reading.unreadable) damaged records were skipped; the others count.")
        }
        switch format {
        case .json: StandardOutput.print(try ProgramJSON.text(report))
        case .text:
            StandardOutput.print(
                report.text(
                    width: min(StandardOutput.look.columns ?? TerminalLook.usual, 120), period: reading.period
                ))
            StandardOutput.tell("\n" + advice(report, settings: settings))
        }
    }

    private func advice(_ report: TuningReport, settings: HomeSettings) -> String {
        guard settings.tuning.keep || !report.history.isEmpty else {
            return "Presses are not kept: write `keep: on` in the section `tuning` of beckon.yaml."
        }
        if report.changes.isEmpty { return "Nothing to approve." }
        let names = report.changes.map(\.option.rawValue).joined(separator: ",")
        return "Nothing has been changed. To approve:\n  beckon tune --approve \(names) --by NAME"
    }

    private func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandProblem(
                "`\(path)` cannot be written: check that its folder exists and may be written.")
        }
    }
}

extension PressReading {
    /// `2026-11-01 to 2026-11-20`; empty without records.
    var period: String {
        guard let days else { return "" }
        let first = Self.date(days.lowerBound)
        let last = Self.date(days.upperBound)
        return first == last ? "on \(first)" : "\(first) to \(last)"
    }

    private static func date(_ day: Int) -> String {
        let date = Date(timeIntervalSince1970: Double(min(max(day, 0), 1_000_000)) * 86_400)
        return date.formatted(.iso8601.year().month().day())
    }
}
