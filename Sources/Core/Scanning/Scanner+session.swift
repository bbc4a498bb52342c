public import Time

extension Scanner {
    /// Opens a level below the chosen item.
    public mutating func open(_ level: ScanLevel, at now: Instant) -> [ScanEffect] {
        guard phase == .selecting, !level.items.isEmpty else { return resume(at: now) }
        places.append(Place(level: level, index: 0, isPreview: hasPreview(level)))
        levelOpenedAt = now
        return settle(after: parameters.levelEntryPause, at: now)
    }

    /// Goes back to a level that is open, in its new form, and begins with its first item: what was chosen in it, or
    /// below it, has changed it. Opens it where it is not open.
    public mutating func reopen(_ level: ScanLevel, at now: Instant) -> [ScanEffect] {
        guard phase == .selecting, !level.items.isEmpty else { return resume(at: now) }
        guard let index = places.firstIndex(where: { $0.level.id == level.id }) else {
            return open(level, at: now)
        }
        // What was chosen took its own time: inactivity counts from here.
        lastPress = max(lastPress, now)
        levelOpenedAt = now
        forgetBefore()
        places.removeSubrange(index...)
        places.append(Place(level: level, index: 0, isContinued: true))
        return settle(after: parameters.levelEntryPause, at: now)
    }

    /// Goes on in a level below the top, wherever scanning is: with what the client was at, or has said yes to. What was open is left.
    public mutating func enter(_ level: ScanLevel, at now: Instant) -> [ScanEffect] {
        guard !level.items.isEmpty else { return [] }
        var effects: [ScanEffect] = []
        switch phase {
        case .rest: effects = [.woke]
        case .cue(let token, _, _): effects = [.cutCue(token)]
        case .delay, .standing, .gap, .paused, .selecting: break
        }
        lastPress = max(lastPress, now)
        levelOpenedAt = now
        forgetBefore()
        places = top.items.isEmpty ? [] : [Place(level: top, index: 0)]
        places.append(Place(level: level, index: 0, isContinued: true))
        return effects + settle(after: parameters.levelEntryPause, at: now)
    }

    /// The choice has been acted on: goes on as `resume_after_select` says.
    public mutating func resume(at now: Instant) -> [ScanEffect] {
        guard phase == .selecting else { return [] }
        // What was chosen took its own time: inactivity counts from here.
        lastPress = max(lastPress, now)
        levelOpenedAt = now
        forgetBefore()
        pauseWanted = false
        switch parameters.resumeAfterSelect {
        case .rest: return rest()
        case .same: places = places.reversed().drop { $0.level.isQuestion }.reversed()
        case .first: places = [Place(level: top, index: 0)]
        }
        guard let place = places.last, !place.level.items.isEmpty else { return rest() }
        continuePlace()
        return settle(after: parameters.levelEntryPause, at: now)
    }

    /// The choice led nowhere that scanning could go on from: leaves the level that asked and goes on above it.
    public mutating func closeLevelAndResume(at now: Instant) -> [ScanEffect] {
        guard phase == .selecting else { return [] }
        return goUp(at: now)
    }

    // MARK: - Pausing for an announcement

    /// Asks for a stop at the end of the present step (or takes that wish back).
    ///
    /// Where nothing ends by itself (a level that only keys move on), it stops at once.
    public mutating func pauseAtStepEnd(_ wanted: Bool, at now: Instant) -> [ScanEffect] {
        pauseWanted = wanted
        guard wanted else { return [] }
        switch phase {
        case .gap(nil): phase = .paused(standing: false)
        case .standing: phase = .paused(standing: true)
        case .rest, .delay, .cue, .gap, .paused, .selecting: return []
        }
        pauseWanted = false
        return [.paused]
    }

    /// Stops at once, in the middle of a cue if need be.
    public mutating func pauseNow(at now: Instant) -> [ScanEffect] {
        pauseWanted = false
        switch phase {
        case .rest, .selecting, .paused: return []
        case .cue(let token, _, _):
            phase = .paused(standing: false)
            return [.cutCue(token), .paused]
        case .delay, .gap:
            phase = .paused(standing: false)
            return [.paused]
        case .standing:
            phase = .paused(standing: true)
            return [.paused]
        }
    }

    /// Goes on after a pause: from the same item, its cue again and a fresh gap.
    public mutating func unpause(at now: Instant) -> [ScanEffect] {
        guard case .paused(let standing) = phase else { return [] }
        lastPress = max(lastPress, now)
        pendingMoves = 0
        let mustStand = parameters.mode == .inverse ? !isHeld : standing
        guard mustStand else { return askForCue(at: now) }
        phase = .standing
        return []
    }

    /// Ends scanning at once.
    public mutating func restNow(at now: Instant) -> [ScanEffect] {
        isHeld = false
        switch phase {
        case .rest:
            forgetBefore()
            return []
        case .cue(let token, _, _): return [.cutCue(token)] + rest()
        case .delay, .standing, .gap, .paused, .selecting: return rest()
        }
    }

    // MARK: - Another board

    /// Takes over a changed board. The walk keeps its place if its level and item are still there.
    ///
    /// - Parameter level: gives the new form of an open level by its id; `nil` if it is gone.
    public mutating func replace(
        top newTop: ScanLevel, level: (String) -> ScanLevel?, at now: Instant
    ) -> [ScanEffect] {
        top = newTop
        forgetBefore()
        guard !isResting else { return [] }
        var kept: [Place] = []
        for place in places {
            guard let new = place.level.id == newTop.id ? newTop : level(place.level.id), !new.items.isEmpty
            else { break }
            guard let index = new.items.firstIndex(of: place.item) else {
                kept.append(Place(level: new, index: 0))
                break
            }
            var moved = place
            moved.level = new
            moved.index = index
            kept.append(moved)
        }
        let isSame = kept.count == places.count && kept.last?.item == places.last?.item
        places = kept
        guard !places.isEmpty else { return restNow(at: now) }
        guard !isSame else { return [] }
        var effects: [ScanEffect] = []
        switch phase {
        case .rest, .selecting, .paused: return []
        case .cue(let token, _, _): effects = [.cutCue(token)]
        case .delay, .standing, .gap: break
        }
        levelOpenedAt = now
        return effects + settle(after: parameters.levelEntryPause, at: now)
    }
}
