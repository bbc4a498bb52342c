import Foundation

/// Where a command's text goes: what was asked for, and what is said beside it. Tests run commands in their own process, and take both.
struct Terminal: Sendable {
    var output: @Sendable (String) -> Void
    var error: @Sendable (String) -> Void

    @TaskLocal static var current = Terminal(
        output: { FileHandle.standardOutput.write(Data($0.utf8)) },
        error: { FileHandle.standardError.write(Data($0.utf8)) })
}

/// Standard output for what a command was asked for.
enum StandardOutput {
    static func print(_ text: String, terminator: String = "\n") {
        Terminal.current.output(text + terminator)
    }
}

/// Standard error for what is neither a log line nor the end of the program.
enum StandardError {
    static func write(_ text: String) { Terminal.current.error(text) }
}
