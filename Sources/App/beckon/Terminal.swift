import Foundation
import Roles
import StaffFiles

/// Where a command's output and messages go. Tests run commands in their own process, and capture both.
struct Terminal: Sendable {
    var output: @Sendable (String) -> Void
    var error: @Sendable (String) -> Void
    /// How each of them is shown.
    var outputLook = TerminalLook.plain
    var errorLook = TerminalLook.plain
    /// Variables that say in which language its reader is spoken to.
    var environment: [String: String] = [:]

    @TaskLocal static var current = Terminal(
        output: { FileHandle.standardOutput.writeIfPossible($0) },
        error: { FileHandle.standardError.writeIfPossible($0) },
        outputLook: .init(of: STDOUT_FILENO, ProcessInfo.processInfo.environment),
        errorLook: .init(of: STDERR_FILENO, ProcessInfo.processInfo.environment),
        environment: ProcessInfo.processInfo.environment)
}

/// Standard output for what a command was asked for.
enum StandardOutput {
    static var look: TerminalLook { Terminal.current.outputLook }

    static func print(_ text: String, terminator: String = "\n") {
        Terminal.current.output(text + terminator)
    }
}

/// Standard error for what is neither a log line nor the end of the program.
enum StandardError {
    static var look: TerminalLook { Terminal.current.errorLook }

    static func write(_ text: String) { Terminal.current.error(text) }

    /// A sentence, on as many lines as it needs.
    static func tell(_ words: String) { write(TerminalText.wrapped(words, to: look.columns) + "\n") }
}

extension FileHandle {
    /// The reader may have gone, or the disk may be full: the command does its work all the same.
    func writeIfPossible(_ text: String) { try? write(contentsOf: Data(text.utf8)) }
}
