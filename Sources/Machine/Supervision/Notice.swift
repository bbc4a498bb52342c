/// What a program reports to its supervisor: a line of sd_notify(3).
public enum Notice: Equatable, Sendable {
    /// The program can do its whole job now.
    case ready
    /// Still alive; must be sent more often than the watchdog's time.
    case alive
    case stopping
    /// Its state, as a sentence for people: `systemctl status` shows it.
    case status(String)

    /// As it goes over the socket.
    var line: String {
        switch self {
        case .ready: "READY=1"
        case .alive: "WATCHDOG=1"
        case .stopping: "STOPPING=1"
        // A newline would begin another notice.
        case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
        }
    }
}
