import ArgumentParser
import Foundation
import Roles
import StaffFiles
import Voice

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
        let examination = Examination(home: home, service: service, role: role)
        let typed = TypedCommands(home: home.folder)
        let results = await examination.all().map { found in
            var found = found
            found.message = typed(found.message)
            found.advice = found.advice.map { typed($0) }
            return found
        }
        switch format {
        case .text:
            StandardOutput.print(results.map { $0.text(for: StandardOutput.look) }.joined(separator: "\n"))
        case .json: StandardOutput.print(try ProgramJSON.text(results))
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

    func text(for look: TerminalLook) -> String {
        let (mark, meaning): (String, TerminalLook.Meaning) =
            switch status {
            case .ok: ("ok", .good)
            case .warning: ("warning", .warning)
            case .error: ("ERROR", .error)
            }
        let (margin, name) = (19, TerminalText.padded(check, to: 9))
        let text = ProgramText.visible("\(TerminalText.padded(mark, to: 8)) \(name) \(message)")
        let first = TerminalText.wrapped(text, to: look.columns, indent: margin)
        let shown = look.painted(mark, meaning) + first.dropFirst(mark.count)
        guard let advice else { return shown }
        let next = String(repeating: " ", count: margin) + "→ \(ProgramText.visible(advice))"
        return shown + "\n" + TerminalText.wrapped(next, to: look.columns, indent: margin + 2)
    }
}
