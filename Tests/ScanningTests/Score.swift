import Scanning
import Time

/// Plays a timeline to a scanner and writes down what happened, one line a moment: a test reads like a score.
///
/// A score is written as `"1.20 press | 3.00 step | 4.00 open drinks: water tea"`; times are in seconds. Every
/// cue is spoken for 0.40 s from the moment that it is asked for, unless `cueDelay` or `cueLength` say otherwise.
/// `take 0` and `ask 0` are what is done with a press that meant the first item of the present level, or may have;
/// `pass-over` with one that meant nothing. A cue that asks back gets a question mark.
struct Score {
    var parameters = ScanParameters()
    var top: ScanLevel
    var cueLength: Duration = .milliseconds(400)
    var cueDelay: Duration = .zero
    /// Whether presses that count, presses that do not, and the end of all passes get a line.
    var showsClicks = false
    /// Groups that a choice opens by itself, by the item's id.
    var groups: [String: [String]] = [:]

    init(
        _ items: String..., groups: [String: [String]] = [:],
        setting: (inout ScanParameters) -> Void = { _ in }
    ) {
        setting(&parameters)
        top = ScanLevel(id: "top", items: items.map { ScanItem(id: $0) })
        self.groups = groups
    }

    /// Plays the score until `end` seconds.
    func play(_ score: String, until end: Double) -> String {
        var player = Player(score: self)
        for line in score.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
            let words = line.split(separator: " ").map(String.init)
            guard let first = words.first, let seconds = Double(first) else { continue }
            player.run(to: Instant(seconds: seconds))
            player.act(Array(words.dropFirst()))
        }
        player.run(to: Instant(seconds: end))
        return player.lines.joined(separator: "\n")
    }
}

extension Instant {
    init(seconds: Double) { self.init(nanoseconds: Int64((seconds * 1_000_000).rounded()) * 1000) }

    /// `1.25`, in seconds with two decimals (three where it is not a whole hundredth).
    var text: String {
        let milliseconds = (nanoseconds + 500_000) / 1_000_000
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(fraction.hasSuffix("0") ? fraction.dropLast() : fraction)"
    }
}

extension Duration {
    fileprivate var text: String { Instant(nanoseconds: nanoseconds).text }
}

private struct Player {
    let score: Score
    var scanner: Scanner
    var filter: SwitchFilter
    var now = Instant(nanoseconds: 0)
    var lines: [String] = []
    /// What the voice will tell.
    var voice: [(at: Instant, token: CueToken, isEnd: Bool)] = []

    init(score: Score) {
        self.score = score
        scanner = Scanner(parameters: score.parameters, top: score.top)
        filter = SwitchFilter(parameters: score.parameters, stuckAfter: .seconds(20))
    }

    mutating func run(to end: Instant) {
        while true {
            let due = [voice.map(\.at).min(), scanner.nextWake, filter.nextWake].compactMap { $0 }.min()
            guard let due, due <= end else { break }
            now = max(now, due)
            if let index = voice.firstIndex(where: { $0.at <= now }) {
                let event = voice.remove(at: index)
                if event.isEnd {
                    write(scanner.cueEnded(event.token, at: event.at))
                } else {
                    scanner.cueStarted(event.token, at: event.at)
                }
                continue
            }
            take(filter.advance(to: now))
            write(scanner.advance(to: now))
        }
        now = max(now, end)
    }

    mutating func act(_ words: [String]) {
        switch words[0] {
        case "press": edge(.select, .press)
        case "release": edge(.select, .release)
        case "tap": tap(.select)
        case "step": tap(.step)
        case "back": tap(.back)
        case "open":
            write(
                scanner.open(
                    ScanLevel(
                        id: words[1], choices: Array(words.dropFirst(2)), back: score.parameters.backItem),
                    at: now))
        case "resume": write(scanner.resume(at: now))
        case "pause": write(scanner.pauseAtStepEnd(true, at: now))
        case "pause-now": write(scanner.pauseNow(at: now))
        case "unpause": write(scanner.unpause(at: now))
        case "rest": write(scanner.restNow(at: now))
        case "say-again": write(scanner.repeatCue(at: now))
        case "take":
            write(scanner.take(item: Int(words[1]) ?? -1, cueStarted: nil, cueEnded: nil, pressed: now))
        case "ask": write(scanner.offerAgain(item: Int(words[1]) ?? -1, pressed: now, at: now))
        case "pass-over": scanner.passOver(SwitchPress(role: .select, began: now))
        case "step-down": edge(.step, .press)
        case "step-up": edge(.step, .release)
        default:
            if let digit = Int(words[0]) { tap(.digit(digit)) } else { lines.append("?? \(words)") }
        }
    }

    private mutating func tap(_ role: SwitchRole) {
        edge(role, .press)
        let pressed = now
        run(to: pressed.advanced(by: .milliseconds(80)))
        edge(role, .release)
    }

    private mutating func edge(_ role: SwitchRole, _ direction: SwitchEdge.Direction) {
        let source = SwitchEdge.Source(device: 1, key: role.hashValueForTests)
        take(filter.handle(SwitchEdge(role: role, source: source, direction: direction, at: now)))
    }

    private mutating func take(_ outputs: [FilteredPress]) {
        for output in outputs {
            switch output {
            case .undecided, .decided, .press, .released: break
            case .down: if score.showsClicks { lines.append("\(now.text) click") }
            case .again: if score.showsClicks { lines.append("\(now.text) again") }
            case .longPress: lines.append("\(now.text) long")
            case .tooShort(_, let held):
                if score.showsClicks { lines.append("\(now.text) too short: \(held.text)") }
            case .ignored(_, let reason):
                if score.showsClicks { lines.append("\(now.text) ignored: \(reason.rawValue)") }
            case .call(let since): lines.append("\(now.text) HELP since \(since.text)")
            case .stuck: lines.append("\(now.text) stuck")
            case .unstuck: lines.append("\(now.text) unstuck")
            }
            write(scanner.take(output, at: now))
        }
    }

    private mutating func write(_ effects: [ScanEffect]) {
        for effect in effects {
            switch effect {
            case .woke: lines.append("\(now.text) woke")
            case .cue(let cue):
                let fast = cue.pace == 1 ? "" : " ×\(cue.pace)"
                let asked = cue.isAskedBack ? "?" : ""
                lines.append("\(now.text) \(cue.item.kind == .back ? "back" : cue.item.id)\(asked)\(fast)")
                let start = now.advanced(by: score.cueDelay)
                voice.append((start, cue.token, false))
                voice.append((start.advanced(by: score.cueLength / cue.pace), cue.token, true))
            case .cutCue(let token):
                lines.append("\(now.text) cut")
                voice.removeAll { $0.token == token }
            case .wrapped: lines.append("\(now.text) wrap")
            case .selected(let choice):
                let id = choice.item.id
                lines.append("\(now.text) SELECTED \(id)")
                if let group = score.groups[id] {
                    let level = ScanLevel(id: id, choices: group, back: score.parameters.backItem)
                    write(scanner.open(level, at: now))
                }
            case .gaveUp(let passes, let steps, _):
                if score.showsClicks { lines.append("\(now.text) gave up: \(passes) passes, \(steps) steps") }
            case .choseBack: break
            case .wentUp(let level): lines.append("\(now.text) up from \(level)")
            case .paused: lines.append("\(now.text) paused")
            case .rested: lines.append("\(now.text) rest")
            }
        }
    }
}

extension SwitchRole {
    fileprivate var hashValueForTests: Int {
        switch self {
        case .select: 1
        case .step: 2
        case .back: 3
        case .help: 4
        case .digit(let digit): 10 + digit
        case .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: 5
        }
    }
}
