/// Walks over the items and says which one a press means.
///
/// Time is data: every input carries the instant at which it happened, `nextWake` says when the scanner wants to be
/// called again, and the same inputs always give the same effects. In each mode the walk is this:
///
/// ```
/// rest ─press─▶ delay ─▶ cue ─ended─▶ gap ─▶ cue of the next item …
///                         └──────press──────┴▶ selecting ─open / resume / rest─▶ …
/// ```
///
/// `step` stays in the gap until a key moves it; `direct` reads each level once and stays there.
public struct Scanner: Sendable {
    /// An open level and where the walk stands in it.
    struct Place: Hashable, Sendable {
        var level: ScanLevel
        var index: Int
        /// Passes that have ended.
        var passes = 0

        var item: ScanItem { level.items[index] }
    }

    enum Phase: Hashable, Sendable {
        case rest
        /// Silence before the cue of the present item.
        case delay(until: Instant)
        /// The cue was asked for; it is heard from `started` on.
        case cue(CueToken, asked: Instant, started: Instant?)
        /// The response gap; without an end where only a key moves on.
        case gap(until: Instant?)
        /// Stands still for an announcement.
        case paused
        /// The person has chosen; the session acts.
        case selecting
    }

    /// A cue that has not begun after so long will never end either; scanning goes on without it.
    static let cueStartLimit: Duration = .seconds(60)

    public let parameters: ScanParameters
    var phase: Phase = .rest
    /// The open levels, the top first; never empty outside rest.
    var places: [Place] = []
    /// The top level from which the next waking press starts.
    var top: ScanLevel
    /// Where the walk stood before it moved by itself, for a press that comes a little late.
    var before: [Place]?
    /// When it moved by itself; from the first sound of the cue that it moved to.
    var movedAt: Instant?
    var pauseWanted = false
    /// Presses that are held for their acceptance time: scanning waits for them.
    var holds = 0
    var lastPress = Instant(nanoseconds: 0)
    var tokens: UInt64 = 0

    /// A scanner at rest.
    public init(parameters: ScanParameters, top: ScanLevel) {
        self.parameters = parameters
        self.top = top
    }

    public var isResting: Bool { phase == .rest }

    /// Whether a choice was made that the session has not finished.
    public var isSelecting: Bool { phase == .selecting }

    /// The item that is scanned now, for a display.
    public var present: (item: ScanItem, level: String)? {
        guard let place = places.last, !isResting, !place.level.items.isEmpty else { return nil }
        return (place.item, place.level.id)
    }

    /// The ids of the open levels, top first.
    public var openLevels: [String] { places.map(\.level.id) }

    /// When `advance(to:)` has something to do.
    public var nextWake: Instant? {
        if holds > 0 { return nil }
        let due: Instant? =
            switch phase {
            case .rest, .paused, .selecting: nil
            case .delay(let until): until
            case .cue(_, let asked, nil): asked.advanced(by: Self.cueStartLimit)
            case .cue(_, _, .some(let started)): started.advanced(by: parameters.maxCueTime)
            case .gap(.some(let until)): until
            case .gap(nil): inactiveAt
            }
        return due
    }

    /// When the client has not pressed for so long that rest is due; `nil` where that is off.
    var inactiveAt: Instant? {
        parameters.inactivityRest > .zero ? lastPress.advanced(by: parameters.inactivityRest) : nil
    }

    /// Does what is due at or before `now`, each thing as of the moment at which it was due.
    public mutating func advance(to now: Instant) -> [ScanEffect] {
        var effects: [ScanEffect] = []
        while let due = nextWake, due <= now {
            effects += expire(at: due)
        }
        return effects
    }

    private mutating func expire(at due: Instant) -> [ScanEffect] {
        switch phase {
        case .rest, .paused, .selecting: return []
        case .delay: return askForCue(at: due)
        case .cue(let token, _, _): return [.cutCue(token)] + beginGap(at: due)
        case .gap(nil): return rest(at: due)
        case .gap(.some):
            if pauseWanted {
                pauseWanted = false
                phase = .paused
                remember(at: due)
                return [.paused]
            }
            if let inactiveAt, inactiveAt <= due {
                remember(at: due)
                return rest(at: due, keepingBefore: true)
            }
            return moveOn(at: due)
        }
    }

    // MARK: - What the voices tell

    /// The cue of `token` can be heard since `instant`.
    public mutating func cueStarted(_ token: CueToken, at instant: Instant) {
        guard case .cue(token, let asked, nil) = phase else { return }
        phase = .cue(token, asked: asked, started: instant)
        if movedAt != nil { movedAt = instant }
    }

    /// The last sound of the cue was heard at `instant`: from here the person has the whole response gap.
    public mutating func cueEnded(_ token: CueToken, at instant: Instant) -> [ScanEffect] {
        guard case .cue(token, _, _) = phase else { return [] }
        return beginGap(at: instant)
    }

    // MARK: - What the session wants

    /// Opens a level below the chosen item.
    public mutating func open(_ level: ScanLevel, at now: Instant) -> [ScanEffect] {
        guard phase == .selecting, !level.items.isEmpty else { return resume(at: now) }
        places.append(Place(level: level, index: 0))
        phase = .delay(until: now.advanced(by: parameters.levelEntryPause))
        return []
    }

    /// The choice has been acted on: goes on as `resume_after_select` says.
    public mutating func resume(at now: Instant) -> [ScanEffect] {
        guard phase == .selecting else { return [] }
        // What was chosen took its own time: inactivity counts from here.
        lastPress = max(lastPress, now)
        before = nil
        movedAt = nil
        pauseWanted = false
        switch parameters.resumeAfterSelect {
        case .rest: return rest(at: now)
        case .same: places = places.reversed().drop { $0.level.isQuestion }.reversed()
        case .first: places = [Place(level: top, index: 0)]
        }
        guard let place = places.last, !place.level.items.isEmpty else { return rest(at: now) }
        places[places.count - 1].passes = 0
        phase = .delay(until: now.advanced(by: parameters.levelEntryPause))
        return []
    }

    /// The choice led nowhere that scanning could go on from: leaves the level that asked and goes on above it.
    public mutating func closeLevelAndResume(at now: Instant) -> [ScanEffect] {
        guard phase == .selecting else { return [] }
        return goUp(at: now)
    }

    /// Asks for a stop at the end of the present step (or takes that wish back).
    ///
    /// Where nothing ends by itself (a level that only keys move on), it stops at once.
    public mutating func pauseAtStepEnd(_ wanted: Bool, at now: Instant) -> [ScanEffect] {
        pauseWanted = wanted
        guard wanted, phase == .gap(until: nil) else { return [] }
        pauseWanted = false
        phase = .paused
        return [.paused]
    }

    /// Stops at once, in the middle of a cue if need be.
    public mutating func pauseNow(at now: Instant) -> [ScanEffect] {
        pauseWanted = false
        switch phase {
        case .rest, .selecting, .paused: return []
        case .cue(let token, _, _):
            phase = .paused
            return [.cutCue(token), .paused]
        case .delay, .gap:
            phase = .paused
            return [.paused]
        }
    }

    /// Goes on after a pause: from the same item, its cue again and a fresh gap.
    public mutating func unpause(at now: Instant) -> [ScanEffect] {
        guard phase == .paused else { return [] }
        lastPress = max(lastPress, now)
        return askForCue(at: now)
    }

    /// Ends scanning at once.
    public mutating func restNow(at now: Instant) -> [ScanEffect] {
        switch phase {
        case .rest: return []
        case .cue(let token, _, _): return [.cutCue(token)] + rest(at: now)
        case .delay, .gap, .paused, .selecting: return rest(at: now)
        }
    }

    /// A press has begun that counts only if it is held: nothing moves until it is decided.
    public mutating func holdBegan() { holds += 1 }

    /// That press was let go too early, or counts now.
    public mutating func holdEnded() { holds = max(0, holds - 1) }

    /// Takes over a changed board. Where the walk stands, it stays if its level and item are still there.
    ///
    /// - Parameter level: gives the new form of an open level by its id; `nil` if it is gone.
    public mutating func replace(
        top newTop: ScanLevel, level: (String) -> ScanLevel?, at now: Instant
    ) -> [ScanEffect] {
        top = newTop
        before = nil
        guard !isResting else { return [] }
        var kept: [Place] = []
        for place in places {
            guard let new = place.level.id == newTop.id ? newTop : level(place.level.id), !new.items.isEmpty
            else { break }
            guard let index = new.items.firstIndex(of: place.item) else {
                kept.append(Place(level: new, index: 0))
                break
            }
            kept.append(Place(level: new, index: index, passes: place.passes))
        }
        let isSame = kept.count == places.count && kept.last?.item == places.last?.item
        places = kept
        guard !places.isEmpty else { return restNow(at: now) }
        guard !isSame else { return [] }
        var effects: [ScanEffect] = []
        switch phase {
        case .rest, .selecting, .paused: return []
        case .cue(let token, _, _): effects = [.cutCue(token)]
        case .delay, .gap: break
        }
        phase = .delay(until: now.advanced(by: parameters.levelEntryPause))
        return effects
    }
}
