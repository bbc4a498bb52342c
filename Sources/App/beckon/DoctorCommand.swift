import ArgumentParser
import Foundation
import HomeFiles
import Roles
import StaffFiles
import Voice
import Wording

/// `beckon doctor`: everything that a set-up needs, and for each thing that is not right, what to do.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that a set-up needs; for each fault it says what to do.",
        discussion: """
            Switches and what the kiosk has noticed of their use, sound, voices, boards, phrases, settings, database,
            disk, clock and service. Exits with 1 where something would keep a client unheard.
            """)

    @OptionGroup var home: HomeOptions
    @OptionGroup var service: ServiceOption
    @OptionGroup var role: RoleOptions
    @Option(help: "text, or json for programs.") var format: OutputFormat = .text

    func run() async throws {
        let locale = ReaderLocale.current(home: home.folder.settingsInUse.language)
        // A date in an English sentence is English.
        let isEnglish = format == .json || locale.words.language.hasPrefix("en")
        let examination = Examination(
            home: home, service: service, role: role,
            locale: isEnglish ? .inEnglish(Terminal.current.environment) : locale)
        let results = await examination.all()
        let typed = TypedCommands(home: home.folder)
        switch format {
        case .text:
            let screen = DoctorScreen(
                results.map { $0.said { typed(locale.words(.written($0))) } }, locale.words)
            StandardOutput.print(screen.text(for: StandardOutput.look))
        case .json: StandardOutput.print(try ProgramJSON.text(results.map { $0.said { typed($0) } }))
        }
        if results.contains(where: { $0.status == .error }) { throw ExitCode(1) }
    }
}

/// What one check found.
struct CheckResult: Codable {
    enum Status: String, Codable {
        case ok
        /// Worth knowing.
        case warning
        /// A client would not be heard.
        case error
    }

    /// What was checked: `switches`, `use`, `sound`, `voices`, …
    var check: String
    var status: Status
    var message: String
    /// What to do, where something is to be done.
    var advice: String?

    static func ok(_ check: String, _ message: String) -> CheckResult {
        CheckResult(check: check, status: .ok, message: message)
    }

    static func warning(_ check: String, _ message: String, advice: String) -> CheckResult {
        CheckResult(check: check, status: .warning, message: message, advice: advice)
    }

    static func error(_ check: String, _ message: String, advice: String) -> CheckResult {
        CheckResult(check: check, status: .error, message: message, advice: advice)
    }

    /// With other words for the message and the advice.
    func said(_ words: (String) -> String) -> CheckResult {
        CheckResult(check: check, status: status, message: words(message), advice: advice.map(words))
    }
}

/// What `beckon doctor` shows: how each check went, what it was about, and what to do.
struct DoctorScreen {
    let results: [CheckResult]
    let words: Translation
    /// Where messages begin.
    private let margin: (mark: Int, message: Int)

    init(_ results: [CheckResult], _ words: Translation) {
        self.results = results
        self.words = words
        let marks = ["ok", "warning", "error"].map { TerminalText.width(of: words(Text("doctor.\($0)"))) }
        let names = results.map { TerminalText.width(of: words(Text("doctor.check_\($0.check)"))) }
        let mark = (marks.max() ?? 0) + 2
        margin = (mark, mark + (names.max() ?? 0) + 2)
    }

    func text(for look: TerminalLook) -> String {
        results.map { text($0, look) }.joined(separator: "\n")
    }

    private func text(_ result: CheckResult, _ look: TerminalLook) -> String {
        let (name, meaning): (String, TerminalLook.Meaning) =
            switch result.status {
            case .ok: ("ok", .good)
            case .warning: ("warning", .warning)
            case .error: ("error", .error)
            }
        let mark = words(Text("doctor.\(name)"))
        let begin = TerminalText.padded(mark, to: margin.mark) + words(Text("doctor.check_\(result.check)"))
        let text = TerminalText.padded(begin, to: margin.message) + ProgramText.visible(result.message)
        let first = TerminalText.wrapped(text, to: look.columns, indent: margin.message)
        let shown = look.painted(mark, meaning) + first.dropFirst(mark.count)
        guard let advice = result.advice else { return shown }
        let next = String(repeating: " ", count: margin.message) + "→ \(ProgramText.visible(advice))"
        return shown + "\n" + TerminalText.wrapped(next, to: look.columns, indent: margin.message + 2)
    }
}
