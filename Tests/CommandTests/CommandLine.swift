import ArgumentParser
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

    init(_ arguments: [String]) {
        let written = Mutex((output: "", error: ""))
        let terminal = Terminal(
            output: { text in written.withLock { $0.output += text } },
            error: { text in written.withLock { $0.error += text } })
        var (status, end): (Int32, String) = (0, "")
        do {
            var command = try Beckon.parseAsRoot(arguments)
            try Terminal.$current.withValue(terminal) { try command.run() }
        } catch {
            status = Beckon.exitCode(for: error).rawValue
            end = Beckon.fullMessage(for: error)
        }
        self.status = status
        (output, error) = written.withLock { ($0.output, $0.error + end) }
    }
}
