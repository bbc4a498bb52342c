import ArgumentParser
import Care
import CareClient
import CareService
import CareStore
import Foundation
import HomeFiles
import LocalSockets
import Recurrence
import Roles
import StaffFiles
import StoreFiles
import Switches
import Voice
import WholeFiles
import Wording
import ZoneFiles

/// How a command ends that did not do what it was asked for, or was asked for help: its status, and what it says.
struct CommandEnd {
    /// As `sysexits.h` has it for a command line that is not understood.
    private static let usage: Int32 = 64

    var status: Int32
    /// Help, which was asked for.
    var output = ""
    /// What was wrong, and what to do.
    var error = ""

    /// - Parameters:
    ///   - error: What the command has thrown.
    ///   - arguments: The command line without the program's name.
    ///   - look: Of standard error.
    init(_ error: any Error, _ arguments: [String], look: TerminalLook = .plain) {
        status = Beckon.exitCode(for: error).rawValue
        if error is ExitCode { return }
        // As `beckon status` has it where it cannot ask.
        if error is StatusProblem { status = 2 }
        guard status != 0 else {
            output = Beckon.fullMessage(for: error)
            return
        }
        let tree = CommandTree(arguments)
        let home = Self.home(in: arguments)
        let locale = ReaderLocale.current(home: home.settingsInUse.language)
        let words = locale.words
        let typed = TypedCommands(home: home)
        if let problem = UsageWords(error, tree).problem {
            let help = words(.written("`\(tree.name) --help` shows how it is written."))
            self.error =
                Self.sentence(TypedCommands(home: nil)(words(.written(problem))), words, look)
                + TerminalText.wrapped(typed(help), to: look.columns) + "\n"
            status = Self.usage
        } else if case .filesRefused(let findings)? = error as? RolesError {
            self.error = FindingReport(findings).text(for: look, locale)
        } else {
            self.error = Self.sentence(typed(words(.written(Self.words(of: error)))), words, look)
        }
    }

    /// Which home the command was about.
    private static func home(in arguments: [String]) -> HomeFolder {
        let named = arguments.enumerated().lazy.compactMap { index, word -> String? in
            if word.hasPrefix("--home=") { return String(word.dropFirst("--home=".count)) }
            return word == "--home" && index + 1 < arguments.count ? arguments[index + 1] : nil
        }
        return HomeFolder(path: named.first ?? HomeFolder.standardPath)
    }

    private static func sentence(_ told: String, _ words: Translation, _ look: TerminalLook) -> String {
        let isWhole = told.last.map { ".?!:\n".contains($0) } ?? false
        let text = ProgramText.visible(TerminalText.unmarked(told) + (isWhole ? "" : "."))
        let begin = words(Text("terminal.error"))
        let whole = TerminalText.paragraphs("\(begin) \(text)", to: look.columns)
        return look.painted(begin, .error) + whole.dropFirst(begin.count)
            + (whole.hasSuffix("\n") ? "" : "\n")
    }

    /// Errors of this project speak for themselves; those of others are told in its words.
    static func words(of error: any Error) -> String {
        switch error {
        case let error as ValidationError: error.message
        case is RolesError, is WholeFileError, is VoiceError, is SwitchError, is StoreFileError,
            is CareServiceError, is CareStoreError, is ZoneFilesError, is CommandProblem,
            is StatusProblem, is SettingsEdit.Problem, is LocalSocketError,
            is RecurrenceError,
            is ServiceProbeError:
            "\(error)"
        case is CancellationError: "it was stopped before it was done"
        default:
            Beckon.message(for: error) == "\(error)" || !isParsers(error)
                ? foreign(error) : Beckon.message(for: error)
        }
    }

    /// What the command's own `validate` has thrown arrives in the parser's error.
    private static func isParsers(_ error: any Error) -> Bool { "\(type(of: error))" == "CommandError" }

    private static func foreign(_ error: any Error) -> String {
        let system = error as NSError
        if system.domain == NSPOSIXErrorDomain {
            return "the system refused what was asked: \(SystemWords.words(Int32(clamping: system.code)))"
        }
        if system.domain == NSCocoaErrorDomain, let path = system.userInfo[NSFilePathErrorKey] as? String {
            let code = (system.userInfo[NSUnderlyingErrorKey] as? NSError)?.code
            guard let code else {
                return "\(path) cannot be read or written. Check the path and its permissions"
            }
            return
                "\(path) cannot be read or written: \(SystemWords.words(Int32(clamping: code))). Check the path and its permissions"
        }
        return
            "something went wrong that Beckon has no words for (\(error)). `beckon doctor` looks for everything that a home needs"
    }
}
