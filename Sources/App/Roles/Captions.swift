import Foundation
import Glibc
import Speech
import StaffFiles
import Synchronization

/// What is said, as lines on the terminal.
final class Captions: Sendable {
    private let queue = DispatchQueue(label: "captions")
    private let wanted = Atomic(false)
    /// What stands there for the sound that says when to press.
    private let pressNow: String

    init(pressNow: String) { self.pressNow = pressNow }

    var isWanted: Bool {
        get { wanted.load(ordering: .relaxed) }
        set { wanted.store(newValue, ordering: .relaxed) }
    }

    /// Whether a person may read them: only at a terminal. A file or the system's journal is nobody's.
    static var haveReader: Bool { isatty(STDOUT_FILENO) == 1 }

    func show(_ utterance: Utterance, role: Transcript.Role) {
        guard isWanted else { return }
        queue.async { [pressNow] in
            // Asked each time: a window changes its size.
            let look = TerminalLook(of: STDOUT_FILENO, ProcessInfo.processInfo.environment)
            guard let line = Self.line(utterance, role: role, pressNow: pressNow, columns: look.columns)
            else { return }
            line.withCString { _ = write(STDOUT_FILENO, $0, strlen($0)) }
        }
    }

    /// One line, or as many as it needs on a terminal of so many columns, below its beginning; `nil` for the sounds that only
    /// accompany words.
    static func line(
        _ utterance: Utterance, role: Transcript.Role, pressNow: String, columns: Int? = nil
    ) -> String? {
        if utterance.kind == .earcon {
            return utterance.caption == Earcon.window.rawValue ? "  ♪ (\(pressNow))\n" : nil
        }
        let mark =
            switch (role, utterance.kind) {
            case (.kiosk, .cue): "    …"
            case (.kiosk, .fault), (.station, .fault): "  ⚠"
            case (.kiosk, .say): "  »"
            case (.kiosk, .announcement), (.kiosk, .alert), (.kiosk, .earcon): "  ·"
            case (.station, _): "  🔔"
            }
        let indent = TerminalText.width(of: mark) + 1
        return TerminalText.wrapped("\(mark) \(utterance.caption)", to: columns, indent: indent) + "\n"
    }
}
