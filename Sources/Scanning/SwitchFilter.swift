/// Makes presses out of edges: contact bounce, touches that were too short, and repeats are taken out.
///
/// Each physical key goes through these states; times are those of the edges, never of their arrival.
///
/// | state | press edge | release edge | time |
/// |---|---|---|---|
/// | up | → down; the press is **judged** | nothing | |
/// | down | nothing (a lost release) | → releasing | `stuck` after `stuckAfter` |
/// | releasing | sooner than `electricalDebounce`: bounce, → down | nothing (bounce goes on) | after `electricalDebounce` → up |
///
/// A press is judged once: within `ignoreRepeat` of the last accepted press of its role it is ignored; otherwise
/// it counts at once, or with an `acceptanceTime` when it has been held for so long. The press edge is never
/// delayed by the debounce, because the person waits for its click; the release edge is.
public struct SwitchFilter: Sendable {
    /// What is left of the edges.
    public enum Output: Hashable, Sendable {
        /// A press has begun that counts only when it is held for the acceptance time.
        case holdBegan(SwitchRole, at: Instant)
        /// It was let go too early: nothing happens.
        case holdAbandoned(SwitchRole, at: Instant)
        case press(SwitchPress)
        /// Held for longer than it can be meant.
        case stuck(SwitchRole)
        /// A stuck switch was let go.
        case unstuck(SwitchRole)
    }

    private enum Contact {
        case down
        case releasing(since: Instant)
    }

    private struct Key {
        var role: SwitchRole
        var contact: Contact
        var pressedAt: Instant
        /// Set while the press waits for its acceptance time.
        var acceptedAt: Instant?
        var isStuck = false
    }

    private let debounce: Duration
    private let acceptance: Duration
    private let ignoreRepeat: Duration
    private let stuckAfter: Duration
    private var keys: [SwitchEdge.Source: Key] = [:]
    private var lastAccepted: [SwitchRole: Instant] = [:]

    /// A filter with a person's parameters; a switch held for `stuckAfter` or longer seems stuck.
    public init(parameters: ScanParameters, stuckAfter: Duration) {
        debounce = parameters.electricalDebounce
        acceptance = parameters.acceptanceTime
        ignoreRepeat = parameters.ignoreRepeat
        self.stuckAfter = stuckAfter
    }

    /// When `advance(to:)` has something to do; `nil` while all switches are up.
    public var nextWake: Instant? { keys.values.compactMap(deadline).min() }

    /// Whether a press has begun that may yet count.
    public var isHolding: Bool { keys.values.contains { $0.acceptedAt != nil } }

    /// Takes one edge. Everything that was due before it happens first, in the order of time.
    public mutating func handle(_ edge: SwitchEdge) -> [Output] {
        var output = advance(to: edge.at)
        switch (edge.direction, keys[edge.source]) {
        case (.press, nil):
            output += press(edge)
        case (.press, .some(var key)):
            if case .releasing = key.contact {
                key.contact = .down
                keys[edge.source] = key
            }
        case (.release, .some(var key)):
            if case .down = key.contact {
                key.contact = .releasing(since: edge.at)
                keys[edge.source] = key
            }
        // A press that is let go before its acceptance time is known to be too short only when the
        // release has outlasted the debounce: until then it may be bounce.
        case (.release, nil):
            // It was down before anything was read: it does nothing until it has been up.
            break
        }
        return output
    }

    /// Does what is due at or before `now`.
    public mutating func advance(to now: Instant) -> [Output] {
        var output: [Output] = []
        while let (source, due) = earliestDeadline(), due <= now {
            output += expire(source, at: due)
        }
        return output
    }

    private mutating func press(_ edge: SwitchEdge) -> [Output] {
        var key = Key(role: edge.role, contact: .down, pressedAt: edge.at)
        defer { keys[edge.source] = key }
        if let last = lastAccepted[edge.role], last.duration(to: edge.at) < ignoreRepeat { return [] }
        guard acceptance > .zero else { return [accept(edge.role, began: edge.at)] }
        key.acceptedAt = edge.at.advanced(by: acceptance)
        return [.holdBegan(edge.role, at: edge.at)]
    }

    private mutating func accept(_ role: SwitchRole, began: Instant) -> Output {
        lastAccepted[role] = began
        return .press(SwitchPress(role: role, began: began))
    }

    private func deadline(of key: Key) -> Instant? {
        switch key.contact {
        case .releasing(let since): since.advanced(by: debounce)
        case .down: key.acceptedAt ?? (key.isStuck ? nil : key.pressedAt.advanced(by: stuckAfter))
        }
    }

    private func earliestDeadline() -> (SwitchEdge.Source, Instant)? {
        keys.compactMap { source, key in deadline(of: key).map { (source, $0) } }
            .min { ($0.1, $0.0.device, $0.0.key) < ($1.1, $1.0.device, $1.0.key) }
    }

    private mutating func expire(_ source: SwitchEdge.Source, at due: Instant) -> [Output] {
        guard var key = keys[source] else { return [] }
        switch key.contact {
        case .releasing(let since):
            keys[source] = nil
            if let acceptedAt = key.acceptedAt {
                return acceptedAt <= since
                    ? [accept(key.role, began: key.pressedAt)] : [.holdAbandoned(key.role, at: since)]
            }
            return key.isStuck ? [.unstuck(key.role)] : []
        case .down:
            defer { keys[source] = key }
            if key.acceptedAt != nil {
                key.acceptedAt = nil
                return [accept(key.role, began: key.pressedAt)]
            }
            key.isStuck = true
            return [.stuck(key.role)]
        }
    }
}
