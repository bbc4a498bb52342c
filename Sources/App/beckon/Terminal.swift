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

    /// As it is: what a program reads, or has been made for this terminal.
    static func print(_ text: String, terminator: String = "\n") {
        Terminal.current.output(text + terminator)
    }

    /// Sentences for people, on as many lines as they need; a terminal is not steered by names in them.
    static func tell(_ words: String, terminator: String = "\n") {
        let text = ProgramText.visible(TerminalText.unmarked(words))
        print(TerminalText.paragraphs(text, to: look.columns), terminator: terminator)
    }

    /// A table that fits, with a line's end behind each row.
    static func show(_ table: TerminalTable) {
        for line in table.lines(columns: look.columns) { print(line) }
    }
}

/// Standard error for what is neither a log line nor the end of the program.
enum StandardError {
    static var look: TerminalLook { Terminal.current.errorLook }

    static func write(_ text: String) { Terminal.current.error(text) }

    /// A sentence, on as many lines as it needs.
    static func tell(_ words: String) {
        let text = ProgramText.visible(TerminalText.unmarked(words))
        write(TerminalText.paragraphs(text, to: look.columns) + "\n")
    }
}

extension FileHandle {
    /// The reader may have gone, or the disk may be full: the command does its work all the same.
    func writeIfPossible(_ text: String) { try? write(contentsOf: Data(text.utf8)) }
}
