public import Time

/// Makes presses out of edges: contact bounce, touches that were too short, and repeats are taken out.
///
/// Each physical key goes through these states; times are those of the edges, never of their arrival.
///
/// | state | press edge | release edge | time |
/// |---|---|---|---|
/// | up | → down; the press is **judged** | nothing: it was down before anything was read | |
/// | down | nothing (a lost release) | → releasing | what its stage waits for; `stuck` after `stuckAfter` |
/// | releasing | sooner than `electricalDebounce`: bounce, → down | nothing (bounce goes on) | after `electricalDebounce` → up |
///
/// A press is judged once: too soon after another it is **spent** (it does nothing until it is up); otherwise it
/// **waits** for its acceptance time, if there is one, and then counts. What counts either acts at once and is
/// **done**, or is **armed** and acts when it is let go (`activate_on: release`, a long press), or **holds** (inverse
/// scanning). The press edge is never delayed by the debounce, because the person waits for its click; the release
/// edge is.
public struct SwitchFilter: Sendable {
    private enum Contact {
        case down
        case releasing(since: Instant)
    }

    /// What a press has come to.
    private enum Stage: Equatable {
        /// For its acceptance time; `counts` is false for a repeat, which can only be part of a call for help.
        case waits(until: Instant, counts: Bool)
        case armed
        case holds
        /// Has acted; the switch is still down.
        case done
        case spent
    }

    private struct Key {
        var press: SwitchPress
        var contact: Contact = .down
        var stage: Stage = .spent
        var nextMove: Instant?
        var isStuck = false
    }

    private let parameters: ScanParameters
    private let stuckAfter: Duration
    private var burst: PressBurst
    private var keys: [SwitchEdge.Source: Key] = [:]
    private var lastActed: [SwitchRole: Instant] = [:]
    private var lastReleased: [SwitchRole: Instant] = [:]

    /// A filter with a person's parameters; a switch held for `stuckAfter` or longer seems stuck.
    public init(parameters: ScanParameters, stuckAfter: Duration) {
        self.parameters = parameters
        self.stuckAfter = stuckAfter
        burst = PressBurst(needed: parameters.helpPresses)
    }

    /// When `advance(to:)` has something to do; `nil` while all switches are up.
    public var nextWake: Instant? { keys.values.compactMap(deadline).min() }

    /// Whether a press has begun that may yet count, or act.
    public var isUndecided: Bool { keys.values.contains { isUndecided($0) } }

    /// Whether one that began then or later has.
    public func isWaiting(since instant: Instant) -> Bool {
        keys.values.contains { isUndecided($0) && $0.press.began >= instant }
    }

    /// Whether every switch is up.
    public var isIdle: Bool { keys.isEmpty }

    /// Takes one edge. Everything that was due before it happens first, in the order of time.
    public mutating func handle(_ edge: SwitchEdge) -> [FilteredPress] {
        var output = advance(to: edge.at)
        switch (edge.direction, keys[edge.source]) {
        case (.press, nil):
            output += press(edge)
        case (.press, .some(var key)):
            guard case .releasing = key.contact else { break }
            key.contact = .down
            keys[edge.source] = key
            // Inverse scanning waited to see whether the switch was really released.
            if key.stage == .holds { output.append(.decided(key.press.role)) }
        case (.release, .some(var key)):
            guard case .down = key.contact else { break }
            key.contact = .releasing(since: edge.at)
            keys[edge.source] = key
            if key.stage == .holds { output.append(.undecided(key.press.role)) }
        case (.release, nil):
            break
        }
        return output
    }

    /// Does what is due at or before `now`.
    public mutating func advance(to now: Instant) -> [FilteredPress] {
        var output: [FilteredPress] = []
        while let (source, due) = earliestDeadline(), due <= now {
            output += expire(source, at: due)
        }
        return output
    }

    // MARK: - Judging

    private mutating func press(_ edge: SwitchEdge) -> [FilteredPress] {
        var key = Key(press: SwitchPress(role: edge.role, began: edge.at))
        defer { keys[edge.source] = key }
        let isWaiting = parameters.acceptanceTime > .zero
        let until = edge.at.advanced(by: parameters.acceptanceTime)
        if let reason = tooSoon(edge) {
            let ignored = FilteredPress.ignored(key.press, reason)
            guard countsForHelp(edge.role) else { return [ignored] }
            if isWaiting {
                key.stage = .waits(until: until, counts: false)
                return [ignored]
            }
            return [ignored] + (call(key.press, at: edge.at) ?? [])
        }
        guard isWaiting else { return accept(&key, at: edge.at) }
        key.stage = .waits(until: until, counts: true)
        return [.undecided(edge.role)]
    }

    /// Why the press comes too soon after the last one, if it does.
    private func tooSoon(_ edge: SwitchEdge) -> PressRecord.Ignored.Reason? {
        if let last = lastActed[edge.role], last.duration(to: edge.at) < parameters.ignoreRepeat {
            return .ignoreRepeat
        }
        if let last = lastReleased[edge.role], last.duration(to: edge.at) < parameters.releaseTime {
            return .releaseTime
        }
        return nil
    }

    private func countsForHelp(_ role: SwitchRole) -> Bool {
        guard parameters.helpPresses != nil else { return false }
        switch role {
        case .select: return true
        // Elsewhere the two do the same; with two switches, quick steps are how one moves on.
        case .step: return parameters.mode == .automatic || parameters.mode == .inverse
        case .back, .help, .digit, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo:
            return false
        }
    }

    /// What a press means for a call for help: `nil` if nothing, and the press is one like any other.
    private mutating func call(_ press: SwitchPress, at now: Instant) -> [FilteredPress]? {
        guard countsForHelp(press.role) else {
            // Who hammers on after a call does so with whatever is there.
            return press.role.followsActivation && burst.goesOn(at: press.began) ? [] : nil
        }
        switch burst.press(at: press.began) {
        case .single: return nil
        case .hammering: return []
        case .call(let since):
            forgetRepeats()
            return [.call(since: since)]
        }
    }

    /// From a call for help on, the next press is heard however soon it comes: it may be the one that stops it.
    private mutating func forgetRepeats() {
        lastActed = [:]
        lastReleased = [:]
    }

    /// A press counts.
    private mutating func accept(_ key: inout Key, at now: Instant) -> [FilteredPress] {
        let role = key.press.role
        key.stage = .spent
        if let called = call(key.press, at: now) { return called }
        if role.walks, parameters.mode == .inverse {
            key.stage = .holds
            return [.down(key.press)]
        }
        if parameters.actsOnRelease, parameters.mode != .inverse, role.followsActivation {
            key.stage = .armed
            return [.down(key.press), .undecided(role)]
        }
        key.stage = .done
        lastActed[role] = now
        if role == .step, parameters.mode == .step, let moveRepeat = parameters.moveRepeat {
            key.nextMove = now.advanced(by: moveRepeat)
        }
        return [.down(key.press), .press(key.press)]
    }

    // MARK: - Time

    private func isUndecided(_ key: Key) -> Bool {
        switch key.stage {
        case .waits(_, let counts): counts
        case .armed: true
        case .holds: if case .releasing = key.contact { true } else { false }
        case .done, .spent: false
        }
    }

    private func deadline(of key: Key) -> Instant? {
        switch key.contact {
        case .releasing(let since): since.advanced(by: parameters.electricalDebounce)
        case .down: [stageDeadline(of: key), stuckDeadline(of: key)].compactMap { $0 }.min()
        }
    }

    private func stageDeadline(of key: Key) -> Instant? {
        switch key.stage {
        case .waits(let until, _): until
        case .armed:
            key.press.role.walks ? parameters.longPressTime.map { key.press.began.advanced(by: $0) } : nil
        case .done: key.nextMove
        case .holds, .spent: nil
        }
    }

    private func stuckDeadline(of key: Key) -> Instant? {
        key.isStuck ? nil : key.press.began.advanced(by: stuckAfter)
    }

    private func earliestDeadline() -> (SwitchEdge.Source, Instant)? {
        keys.compactMap { source, key in deadline(of: key).map { (source, $0) } }
            .min { ($0.1, $0.0.device, $0.0.key) < ($1.1, $1.0.device, $1.0.key) }
    }

    private mutating func expire(_ source: SwitchEdge.Source, at due: Instant) -> [FilteredPress] {
        guard var key = keys[source] else { return [] }
        switch key.contact {
        case .releasing(let since):
            keys[source] = nil
            return letGo(key, at: since)
        case .down:
            defer { keys[source] = key }
            if stageDeadline(of: key) == due { return stageOver(&key, at: due) }
            return becomeStuck(&key)
        }
    }

    private mutating func stageOver(_ key: inout Key, at due: Instant) -> [FilteredPress] {
        switch key.stage {
        case .waits(_, let counts):
            guard counts else {
                key.stage = .spent
                return call(key.press, at: due) ?? []
            }
            return [.decided(key.press.role)] + accept(&key, at: due)
        case .armed:
            if parameters.longPressAction == .help {
                key.stage = .spent
                forgetRepeats()
            } else {
                key.stage = .done
                lastActed[key.press.role] = due
            }
            return [.decided(key.press.role), .longPress(key.press)]
        case .done:
            key.nextMove = parameters.moveRepeat.map { due.advanced(by: $0) }
            return [.again(key.press, at: due)]
        case .holds, .spent: return []
        }
    }

    /// Its press is void; inverse scanning continues, because there a long hold is intended until scanning
    /// has given up.
    private mutating func becomeStuck(_ key: inout Key) -> [FilteredPress] {
        key.isStuck = true
        key.nextMove = nil
        let wasUndecided = isUndecided(key)
        if key.stage != .holds { key.stage = .spent }
        return (wasUndecided ? [.decided(key.press.role)] : []) + [.stuck(key.press.role)]
    }

    private mutating func letGo(_ key: Key, at since: Instant) -> [FilteredPress] {
        let role = key.press.role
        var output: [FilteredPress] = []
        switch key.stage {
        case .waits(_, let counts):
            guard counts else { break }
            output = [
                .decided(role), .tooShort(key.press, held: key.press.began.duration(to: since)),
            ]
        case .armed:
            lastActed[role] = since
            output = [.decided(role), .press(key.press), .released(key.press, at: since)]
        case .holds:
            lastActed[role] = since
            output = [.decided(role), .released(key.press, at: since)]
        case .done: output = [.released(key.press, at: since)]
        case .spent: break
        }
        if key.stage == .armed || key.stage == .holds || key.stage == .done { lastReleased[role] = since }
        return output + (key.isStuck ? [.unstuck(role)] : [])
    }
}
