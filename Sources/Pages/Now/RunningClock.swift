import FoundationEssentials
import Wording

/// A time that runs on while its page is open: `0:12`, `59:59`, `3 h`.
struct RunningClock {
    /// Milliseconds since 1970, for the page's script.
    let since: String
    let shown: Text

    init(since: Date, now: Date) {
        self.since = String(Int64((since.timeIntervalSince1970 * 1000).rounded()))
        let seconds = max(0, Int(now.timeIntervalSince(since)))
        let (minutes, rest) = (seconds / 60, seconds % 60)
        shown =
            minutes < 60
            ? .verbatim("\(minutes):\(rest < 10 ? "0" : "")\(rest)")
            : Text("now.clock_hours", ["count": .number(minutes / 60)])
    }

    /// Whoever listens to a page hears how long ago it was in words, from beside it.
    static let template = """
        {{#clock}}<span class="clock" aria-hidden="true" data-since="{{since}}">{{shown}}</span>{{/clock}}
        """
}
