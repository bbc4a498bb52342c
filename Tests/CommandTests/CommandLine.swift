import ArgumentParser
import StaffFiles
import Synchronization

@testable import beckon

/// What a command line gave, run in this process.
struct CommandLine {
    /// The program's exit status.
    var status: Int32
    /// What it wrote to standard output.
    var output: String
    /// What it wrote to standard error, with what the program says as it ends.
    var error: String

    /// Parses and runs `beckon` with these arguments.
    init(_ arguments: String...) { self.init(arguments) }

    /// - Parameters:
    ///   - look: Of both outputs.
    ///   - environment: The variables of the locale.
    init(_ arguments: [String], look: TerminalLook = .plain, environment: [String: String] = [:]) {
        let written = Mutex((output: "", error: ""))
        let terminal = Terminal(
            output: { text in written.withLock { $0.output += text } },
            error: { text in written.withLock { $0.error += text } }, outputLook: look, errorLook: look,
            environment: environment)
        var (status, end): (Int32, String) = (0, "")
        do {
            if let words = CommandTree(arguments).unknownWords { throw ValidationError(words) }
            var command = try Beckon.parseAsRoot(arguments)
            try Terminal.$current.withValue(terminal) { try command.run() }
        } catch {
            let how = Terminal.$current.withValue(terminal) { CommandEnd(error, arguments, look: look) }
            (status, end) = (how.status, how.error)
            written.withLock { $0.output += how.output }
        }
        self.status = status
        (output, error) = written.withLock { ($0.output, $0.error + end) }
    }
}
