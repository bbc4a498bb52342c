import Scanning
import Time

/// Turns characters into presses and releases: a terminal reports neither how long a key is down nor when it
/// goes up.
///
/// A character is a press at the time of its reading, and a release `holdTime` later. From a terminal, the
/// same character within that time is the keyboard's autorepeat and prolongs the hold. From a pipe,
/// characters come from a script: early ones wait, so that each becomes a press with its own hold and an
/// equally long pause.
struct TypedKeys {
    enum Origin {
        case terminal
        case pipe
    }

    struct Edge: Equatable {
        var character: Character
        var direction: SwitchEdge.Direction
        var at: Instant
    }

    let origin: Origin
    let holdTime: Duration
    private var held: [(character: Character, until: Instant)] = []
    private var waiting: [Character] = []
    private var pauseEnd = Instant(nanoseconds: .min)

    init(origin: Origin, holdTime: Duration) {
        self.origin = origin
        self.holdTime = holdTime
    }

    /// When `wake` is to be called; `nil` at rest.
    var nextWake: Instant? {
        if let release = held.map(\.until).min() { return release }
        return waiting.isEmpty ? nil : pauseEnd
    }

    mutating func type(_ character: Character, at now: Instant) -> [Edge] {
        let before = wake(at: now)
        switch origin {
        case .pipe:
            waiting.append(character)
            return before + startWaiting(at: now)
        case .terminal:
            if let index = held.firstIndex(where: { $0.character == character }) {
                held[index].until = now.advanced(by: holdTime)
                return before
            }
            return before + [press(character, at: now)]
        }
    }

    /// The edges due by now. Each has the time at which it was due, never later than now.
    mutating func wake(at now: Instant) -> [Edge] {
        var edges: [Edge] = []
        while let due = held.filter({ $0.until <= now }).min(by: { $0.until < $1.until }) {
            held.removeAll { $0.character == due.character }
            edges.append(Edge(character: due.character, direction: .release, at: due.until))
            pauseEnd = due.until.advanced(by: holdTime)
        }
        return edges + startWaiting(at: now)
    }

    private mutating func startWaiting(at now: Instant) -> [Edge] {
        guard held.isEmpty, now >= pauseEnd, !waiting.isEmpty else { return [] }
        return [press(waiting.removeFirst(), at: now)]
    }

    private mutating func press(_ character: Character, at now: Instant) -> Edge {
        held.append((character, now.advanced(by: holdTime)))
        return Edge(character: character, direction: .press, at: now)
    }
}
