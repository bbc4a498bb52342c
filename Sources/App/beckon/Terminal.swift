import Foundation

/// Where a command's output and messages go. Tests run commands in their own process, and capture both.
struct Terminal: Sendable {
    var output: @Sendable (String) -> Void
    var error: @Sendable (String) -> Void

    @TaskLocal static var current = Terminal(
        output: { FileHandle.standardOutput.writeIfPossible($0) },
        error: { FileHandle.standardError.writeIfPossible($0) })
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

extension FileHandle {
    /// The reader may have gone, or the disk may be full: the command does its work all the same.
    func writeIfPossible(_ text: String) { try? write(contentsOf: Data(text.utf8)) }
}
