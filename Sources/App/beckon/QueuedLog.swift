import Dispatch
import Foundation
import Glibc
import Logging
import Roles
import StaffFiles
import Synchronization

/// Writes log lines to standard error on a queue of its own: a terminal that is stopped (Ctrl+S) or a hung ssh never keeps
/// a press waiting. Lines beyond a bound are dropped, and counted in the next one.
struct QueuedLog: LogHandler {
    private static let queue = DispatchQueue(label: "log")
    private static let waiting = Atomic(0)
    private static let dropped = Atomic(0)
    private static let bound = 1000

    let label: String
    var logLevel: Logger.Level = .notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard Self.waiting.load(ordering: .relaxed) < Self.bound else {
            Self.dropped.add(1, ordering: .relaxed)
            return
        }
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let details = all.map { " \($0.key)=\($0.value)" }.joined()
        let moment = Date().formatted(.iso8601)
        let dropped = Self.dropped.exchange(0, ordering: .relaxed)
        let gap = dropped > 0 ? "(\(dropped) lines could not be written)\n" : ""
        let text = Self.oneLine(TypedCommands(home: nil)("\(event.message)") + details)
        let event = "\(moment) \(event.level) \(label): \(text)"
        Self.waiting.add(1, ordering: .relaxed)
        Self.queue.async {
            // What goes on below stands further in: it is no other event.
            let look = TerminalLook(of: STDERR_FILENO, ProcessInfo.processInfo.environment)
            let line = gap + TerminalText.wrapped(event, to: look.columns, indent: 4) + "\n"
            FileHandle.standardError.writeIfPossible(line)
            Self.waiting.subtract(1, ordering: .relaxed)
        }
    }

    /// One event is one line, which a terminal alone shows on several: what would end it, or steer a terminal, is written as `\u{a}`. A name that somebody has typed must
    /// not look like another event.
    private static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16))}"
            case _: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// Waits until all is written, for the end of the program.
    static func flush() { queue.sync {} }
}
