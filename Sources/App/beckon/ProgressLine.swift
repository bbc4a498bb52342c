import StaffFiles
import Wording

/// One line of standard error that says how far something is, rewrites itself, and is gone at the end; only on a terminal.
final class ProgressLine {
    /// It is rewritten no more often.
    private static let pause: Duration = .milliseconds(100)
    /// Before that, nobody needs to know.
    private static let patience: Duration = .milliseconds(300)

    private let what: String
    private let words: Translation
    private let columns: Int
    private let begun = ContinuousClock.now
    private var shownAt: ContinuousClock.Instant?
    private var width = 0

    /// - Parameter what: The text that says what is done. `nil` where standard error is no terminal.
    init?(_ what: String, _ words: Translation) {
        guard let columns = StandardError.look.columns else { return nil }
        self.what = words(Text(what))
        self.words = words
        self.columns = columns
    }

    /// - Parameters:
    ///   - part: That is done, from 0 to 1.
    ///   - detail: What is done so far.
    func show(_ part: Double, _ detail: String) {
        let now = ContinuousClock.now
        guard now - begun > Self.patience, shownAt.map({ now - $0 > Self.pause }) ?? true else { return }
        shownAt = now
        var values: [String: Text.Value] = [
            "what": .verbatim(what), "part": .number(Int(part * 100)), "detail": .verbatim(detail),
        ]
        var name = "terminal.progress"
        if part > 0.02 {
            let left = Int(((now - begun) / .seconds(1) * (1 - part) / part).rounded(.up))
            name = left < 100 ? "terminal.progress_seconds" : "terminal.progress_minutes"
            values["left"] = .number(left < 100 ? left : (left + 30) / 60)
        }
        let text = words(Text(name, values))
        // The last column stays free: some terminals go to the next line behind it.
        let line = TerminalText.cut(text, to: columns - 1)
        let length = TerminalText.width(of: line)
        StandardError.write("\r" + line + String(repeating: " ", count: max(0, width - length)))
        width = length
    }

    func remove() {
        guard width > 0 else { return }
        StandardError.write("\r" + String(repeating: " ", count: width) + "\r")
        width = 0
    }
}
