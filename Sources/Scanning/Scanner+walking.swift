extension Scanner {
    // MARK: - Moving

    /// Asks for the cue of the present item.
    mutating func askForCue(at now: Instant) -> [ScanEffect] {
        guard let place = places.last else { return rest(at: now) }
        tokens += 1
        let token = CueToken(rawValue: tokens)
        phase = .cue(token, asked: now, started: nil)
        return [.cue(place.item, level: place.level.id, position: place.index + 1, token: token)]
    }

    /// The person's time to press, whole, from the end of the cue.
    mutating func beginGap(at ended: Instant) -> [ScanEffect] {
        guard let place = places.last else { return rest(at: ended) }
        switch parameters.mode {
        case .automatic, .inverse:
            let extra = place.index == 0 ? parameters.firstItemExtra : .zero
            phase = .gap(until: ended.advanced(by: parameters.scanTime + extra))
        case .step, .stepDwell:
            phase = .gap(until: nil)
        case .direct:
            let isLast = place.index == place.level.items.count - 1
            phase = .gap(until: isLast ? nil : ended.advanced(by: parameters.levelEntryPause))
        }
        guard pauseWanted, phase == .gap(until: nil) else { return [] }
        pauseWanted = false
        phase = .paused
        return [.paused]
    }

    /// The next item, or what follows the last pass.
    mutating func moveOn(at now: Instant) -> [ScanEffect] {
        remember(at: now)
        var effects: [ScanEffect] = []
        let last = places.count - 1
        places[last].index += 1
        if places[last].index == places[last].level.items.count {
            places[last].index = 0
            places[last].passes += 1
            if parameters.mode == .automatic, parameters.loops > 0, places[last].passes >= parameters.loops {
                return giveUp(at: now)
            }
            effects.append(.wrapped)
        }
        return effects + askForCue(at: now)
    }

    private mutating func giveUp(at now: Instant) -> [ScanEffect] {
        guard places.count > 1 else { return rest(at: now, keepingBefore: true) }
        switch parameters.afterLoops {
        case .up:
            return goUp(at: now)
        case .top:
            let from = places[places.count - 1].level.id
            places = [Place(level: top, index: 0)]
            phase = .delay(until: now.advanced(by: parameters.levelEntryPause))
            return [.wentUp(from: from)]
        case .rest:
            return rest(at: now, keepingBefore: true)
        }
    }

    /// Leaves the present level and goes on at the item that opened it; from the top, to rest.
    mutating func goUp(at now: Instant) -> [ScanEffect] {
        guard places.count > 1 else { return rest(at: now) }
        let from = places.removeLast().level.id
        places[places.count - 1].passes = 0
        phase = .delay(until: now.advanced(by: parameters.levelEntryPause))
        return [.wentUp(from: from)]
    }

    mutating func rest(at now: Instant, keepingBefore: Bool = false) -> [ScanEffect] {
        phase = .rest
        places = []
        pauseWanted = false
        if !keepingBefore {
            before = nil
            movedAt = nil
        }
        return [.rested]
    }

    /// Notes where the walk stood before it moves by itself.
    mutating func remember(at now: Instant) {
        before = places
        movedAt = now
    }

    // MARK: - Presses

    /// A press that counts. It acts once, on what the person had heard when it began.
    public mutating func press(_ press: SwitchPress, at now: Instant) -> [ScanEffect] {
        lastPress = max(lastPress, press.began)
        switch press.role {
        case .digit(let digit): return pressDigit(digit, at: now)
        case .back: return pressBack(at: now)
        case .select: return pressSelect(press, at: now)
        case .step: return parameters.mode == .step ? pressStep(at: now) : pressSelect(press, at: now)
        case .help, .onTheWay, .met, .declined, .next, .sayAgain: return []
        }
    }

    private mutating func pressSelect(_ press: SwitchPress, at now: Instant) -> [ScanEffect] {
        if let late = heardBefore(press.began) { return select(late, at: now) }
        switch phase {
        case .rest: return wake(at: now)
        case .selecting, .paused, .delay: return []
        case .cue(_, _, nil):
            // Nothing of this item was heard yet. In the step mode the person moved here themselves.
            return parameters.mode == .step ? select(places, at: now) : []
        case .cue, .gap:
            guard parameters.mode != .direct else { return readAgain(at: now) }
            return select(places, at: now)
        }
    }

    /// Where the walk stood when the person pressed, if it has moved by itself only just now.
    private func heardBefore(_ began: Instant) -> [Place]? {
        guard parameters.mode == .automatic, phase != .selecting, let before, let movedAt else { return nil }
        switch phase {
        // Nothing new was heard yet, however late the machine is.
        case .delay, .cue(_, _, nil): return before
        case .rest, .paused, .selecting, .cue, .gap:
            return movedAt.duration(to: began) < parameters.latePressWindow ? before : nil
        }
    }

    private mutating func pressStep(at now: Instant) -> [ScanEffect] {
        switch phase {
        case .rest: return wake(at: now)
        case .selecting, .paused, .delay: return []
        case .cue(let token, _, _): return [.cutCue(token)] + moveOn(at: now)
        case .gap: return moveOn(at: now)
        }
    }

    private mutating func pressBack(at now: Instant) -> [ScanEffect] {
        before = nil
        switch phase {
        case .rest: return wake(at: now)
        case .selecting, .paused: return []
        case .cue(let token, _, _): return [.cutCue(token)] + goUp(at: now)
        case .delay, .gap: return goUp(at: now)
        }
    }

    private mutating func pressDigit(_ digit: Int, at now: Instant) -> [ScanEffect] {
        guard digit > 0 else { return pressBack(at: now) }
        var effects: [ScanEffect] = []
        var target = places
        switch phase {
        case .selecting: return []
        case .rest:
            effects.append(.woke)
            target = [Place(level: top, index: 0)]
        // A key names its item whatever is being said.
        case .delay, .cue, .gap, .paused: break
        }
        // "Go back" has its own key, 0: it takes no number, wherever it stands.
        let choices = target[target.count - 1].level.items.indices.filter {
            target[target.count - 1].level.items[$0].kind == .choice
        }
        guard choices.indices.contains(digit - 1) else {
            return isResting ? wake(at: now) : []
        }
        target[target.count - 1].index = choices[digit - 1]
        return effects + select(target, at: now)
    }

    private mutating func wake(at now: Instant) -> [ScanEffect] {
        guard !top.items.isEmpty else { return [] }
        before = nil
        movedAt = nil
        places = [Place(level: top, index: 0)]
        phase = .delay(until: now.advanced(by: parameters.initialDelay))
        return [.woke]
    }

    /// `direct`: the select key reads the level from its start.
    private mutating func readAgain(at now: Instant) -> [ScanEffect] {
        var effects: [ScanEffect] = []
        if case .cue(let token, _, _) = phase { effects = [.cutCue(token)] }
        places[places.count - 1].index = 0
        return effects + askForCue(at: now)
    }

    private mutating func select(_ target: [Place], at now: Instant) -> [ScanEffect] {
        guard let place = target.last else { return [] }
        var effects: [ScanEffect] = []
        if case .cue(let token, _, _) = phase { effects.append(.cutCue(token)) }
        if isResting, before != nil { effects.append(.woke) }
        places = target
        before = nil
        movedAt = nil
        switch place.item.kind {
        case .choice:
            phase = .selecting
            return effects + [.selected(place.item, level: place.level.id)]
        case .back:
            return effects + goUp(at: now)
        }
    }
}
