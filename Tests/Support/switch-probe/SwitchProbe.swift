internal import Glibc
import Logging
import Scanning
import Switches
import Time
internal import Synchronization

/// Prints what the switches tell, one event a line, until SIGTERM, SIGINT or so many edges.
///
///     switch-probe [--select TEXT]... [--key CODE=ROLE]... [--grab] [--times] [--health] [--edges NUMBER] [--terminal] [--inventory]
///
/// With `--health` it also prints keys that are found down or up, and batteries. Roles are `select`, `step`, `back`, `help`.
@main
enum SwitchProbe {
    static func main() throws {
        var selection: [DeviceSelection] = []
        var keys: [UInt16: SwitchRole] = [:]
        var grab = false, times = false, terminal = false, health = false
        var limit = 0
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--select": selection.append(DeviceSelection(arguments.popFirst() ?? ""))
            case "--key":
                let parts = (arguments.popFirst() ?? "").split(separator: "=")
                if parts.count == 2, let code = UInt16(parts[0]), let role = roles[String(parts[1])] {
                    keys[code] = role
                }
            case "--grab": grab = true
            case "--times": times = true
            case "--health": health = true
            case "--edges": limit = arguments.popFirst().flatMap { Int($0) } ?? 0
            case "--terminal": terminal = true
            case "--inventory":
                // Last, for it ends here.
                let reports = SwitchReader.inventory(keys: keys)
                for report in reports { say(line(report)) }
                return
            default:
                say("unknown argument \(argument)")
                exit(2)
            }
        }
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        sigaddset(&mask, SIGINT)
        pthread_sigmask(SIG_BLOCK, &mask, nil)

        let showsTimes = times
        let showsHealth = health
        let lastEdge = limit
        let tell: @Sendable (SwitchEvent) -> Void = { event in
            switch event {
            case .foundDown, .foundUp, .battery: guard showsHealth else { return }
            case .edge, .arrived, .lost: break
            }
            say(line(event, showsTimes))
            guard case .edge = event, edges.add(1, ordering: .relaxed).newValue == lastEdge else { return }
            kill(getpid(), SIGTERM)
        }
        let logger = Logger(label: "probe") { _ in SwiftLogNoOpLogHandler() }
        let reader = SwitchReader(
            selection: selection, keys: keys, grab: grab, logger: logger,
            onInterrupt: { say("interrupt") }, onNotice: { say("notice \($0)") }, onEvent: tell)
        let typed = TerminalKeys(logger: logger, onEvent: tell)
        if terminal { try typed.start() } else { try reader.start() }
        say("ready")
        var received: Int32 = 0
        sigwait(&mask, &received)
        reader.stop()
        typed.stop()
        say("stopped")
    }

    private static let edges = Atomic<Int>(0)

    private static let roles: [String: SwitchRole] = [
        "select": .select, "step": .step, "back": .back, "help": .help,
    ]

    private static func line(_ report: DeviceReport) -> String {
        let state =
            switch report.state {
            case .ready: "ready"
            case .taken: "taken"
            case .notPermitted(let help): "not permitted: \(help)"
            case .failed(let reason): "failed: \(reason)"
            }
        return "\(report.path) \(report.name) \(report.ids) \(report.keys) \(state)"
    }

    private static func line(_ event: SwitchEvent, _ showsTimes: Bool) -> String {
        switch event {
        case .arrived(let device): "arrived \(device.path) \(device.name)"
        case .lost(let device, let reason): "lost \(device.path) \(reason)"
        case .foundDown(let source, let role, _): "found down \(role) \(source.key)"
        case .foundUp(let source, let role): "found up \(role) \(source.key)"
        case .battery(let device, let reading):
            "battery \(device.path) \(reading.percent.map(String.init) ?? "?") \(reading.level?.rawValue ?? "?")"
        case .edge(let edge):
            "\(edge.direction) \(edge.role) \(edge.source.key)"
                + (showsTimes ? " \(edge.at.nanoseconds)" : "")
        }
    }

    /// One write a line, so that nothing is buffered and lines of two threads stay whole.
    private static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        write(STDOUT_FILENO, bytes, bytes.count)
    }
}
