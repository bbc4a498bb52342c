import ArgumentParser
import Evidence
import Foundation
import HomeFiles
import Recurrence
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
        let locale = ReaderLocale.current(home: folder.settingsInUse.language)
        let approval = TuneApproval(folder: folder, locale: locale)
        switch action {
        case nil: try look(folder, locale)
        case .approve: say(try approval.approve(options, by: by ?? "").text(format, locale.words))
        case .revert: say(try approval.revert(by: by ?? "").text(format, locale.words))
        case .history: say(try approval.history(format))
        case .forget:
            let count = try PressReading.forget(home: folder.path)
            StandardOutput.tell(locale.words(Text("tune.erased", count: count)))
        }
    }

    private func say(_ text: String) {
        switch format {
        case .text: StandardOutput.tell(text)
        case .json: StandardOutput.print(text)
        }
    }

    private func look(_ folder: HomeFolder, _ locale: ReaderLocale) throws {
        let words = locale.words
        let settings = try StaffFileReader.settings(at: folder.settingsFile)
        let reading = try PressReading.read(home: folder.path)
        let report = TuningReport(
            history: PressHistory(reading.records), parameters: settings.scanning,
            known: settings.scanning.mode == .automatic ? known(reading) : nil)
        let period = reading.period(locale)
        if let svg { try write(report.svg(words), to: svg) }
        if let html { try write(report.page(words, client: settings.client.name, period: period), to: html) }
        if reading.unreadable > 0 {
            StandardError.tell(words(Text("tune.skipped_records", count: reading.unreadable)))
        }
        switch format {
        case .json:
            StandardOutput.print(
                try ProgramJSON.text(TuningDocument(report, ReaderLocale.forPrograms.words)))
        case .text:
            let width = min(StandardOutput.look.columns ?? TerminalLook.usual, 120)
            StandardOutput.print(report.text(words, width: width, period: period))
            StandardOutput.tell("\n" + advice(report, settings, words))
        }
    }

    private func known(_ reading: PressReading) -> KnownPresses? {
        let dated = reading.dated()
        return KnownPresses(PressProfile(dated.records, today: dated.today), reading.records)
    }

    private func advice(_ report: TuningReport, _ settings: HomeSettings, _ words: Translation) -> String {
        guard settings.tuning.keep || !report.history.isEmpty else { return words(Text("tune.not_kept")) }
        if report.changes.isEmpty { return words(Text("tune.nothing_to_approve")) }
        let names = report.changes.map(\.option.rawValue).joined(separator: ",")
        return words(Text("tune.to_approve")) + "\n  beckon tune --approve \(names) --by NAME"
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
    /// `2026-11-01 to 2026-11-20`; `nil` without records.
    func period(_ locale: ReaderLocale) -> Text? {
        guard let days else { return nil }
        let first = Text.Value.verbatim(locale.day(Self.day(days.lowerBound)))
        guard days.upperBound > days.lowerBound else { return Text("tune.on_day", ["day": first]) }
        let last = Text.Value.verbatim(locale.day(Self.day(days.upperBound)))
        return Text("tune.from_to", ["first": first, "last": last])
    }

    private static func day(_ number: Int) -> CalendarDay {
        CalendarDay(clamping: min(max(number, 0), 1_000_000))
    }
}
