import Time

extension Scanner {
    /// Asks for the cue of the present item.
    mutating func askForCue(at now: Instant, isAskedBack: Bool = false) -> [ScanEffect] {
        guard let place = places.last else { return rest() }
        tokens += 1
        let token = CueToken(rawValue: tokens)
        phase = .cue(token, asked: now, started: nil)
        heard = Hearing()
        let choices = place.level.choices
        return [
            .cue(
                ScanCue(
                    item: place.item, level: place.level.id,
                    position: choices.firstIndex(of: place.index).map { $0 + 1 }, count: choices.count,
                    pace: place.isPreview ? parameters.preview ?? 1 : 1, isAskedBack: isAskedBack,
                    token: token))
        ]
    }

    /// The person's time to press, whole, from the end of the cue.
    mutating func beginGap(at ended: Instant) -> [ScanEffect] {
        guard let place = places.last else { return rest() }
        heard.ended = ended
        switch parameters.mode {
        case .automatic, .inverse:
            if place.isPreview {
                phase = .gap(until: ended.advanced(by: parameters.scanTime / (parameters.preview ?? 1)))
                break
            }
            let extra = place.index == 0 ? parameters.firstItemExtra : .zero
            phase = .gap(until: ended.advanced(by: parameters.scanTime + extra))
        case .stepDwell: phase = .gap(until: ended.advanced(by: parameters.dwellTime))
        case .step: phase = .gap(until: nil)
        case .direct:
            let isLast = place.index == place.level.items.count - 1
            phase = .gap(until: isLast ? nil : ended.advanced(by: parameters.levelEntryPause))
        }
        if pendingMoves > 0 {
            pendingMoves -= 1
            return moveOn(at: ended)
        }
        guard pauseWanted, phase == .gap(until: nil) else { return [] }
        pauseWanted = false
        phase = .paused(standing: false)
        return [.paused]
    }

    /// The next item, or what follows the last pass.
    mutating func moveOn(at now: Instant) -> [ScanEffect] {
        remember(at: now)
        var effects: [ScanEffect] = []
        let last = places.count - 1
        places[last].index += 1
        if !places[last].isPreview { places[last].steps += 1 }
        if places[last].index == places[last].level.items.count {
            places[last].index = 0
            if places[last].isPreview { return endPreview(at: now) }
            places[last].passes += 1
            if parameters.movesByItself, parameters.loops > 0, places[last].passes >= parameters.loops {
                return giveUp(at: now)
            }
            effects.append(.wrapped)
        }
        return effects + askForCue(at: now)
    }

    private mutating func giveUp(at now: Instant) -> [ScanEffect] {
        let place = places[places.count - 1]
        let from = place.level.id
        let gaveUp = ScanEffect.gaveUp(
            passes: place.passes, steps: place.steps, wasContinued: place.isContinued)
        guard places.count > 1 else { return [gaveUp] + rest(keepingBefore: true) }
        switch parameters.afterLoops {
        case .up: return [gaveUp] + goUp(at: now)
        case .top:
            places = [Place(level: top, index: 0)]
            return [gaveUp, .wentUp(from: from)]
                + settle(after: parameters.levelEntryPause, at: now)
        case .rest: return [gaveUp] + rest(keepingBefore: true)
        }
    }

    /// Leaves the present level and goes on at the item that opened it; from the top, to rest.
    mutating func goUp(at now: Instant) -> [ScanEffect] {
        guard places.count > 1 else { return rest() }
        let from = places.removeLast().level.id
        continuePlace()
        return [.wentUp(from: from)] + settle(after: parameters.levelEntryPause, at: now)
    }

    /// The passes over the present level begin again, without a press that asked for it.
    mutating func continuePlace() {
        places[places.count - 1].passes = 0
        places[places.count - 1].steps = 0
        places[places.count - 1].isContinued = true
    }

    /// Begins at the present item: by itself, or with the next press where presses move.
    mutating func settle(after pause: Duration, at now: Instant) -> [ScanEffect] {
        pendingMoves = 0
        switch parameters.mode {
        case .automatic, .step, .direct: phase = .delay(until: now.advanced(by: pause))
        case .inverse: phase = isHeld ? .delay(until: now.advanced(by: pause)) : .standing
        case .stepDwell: phase = .standing
        }
        guard pauseWanted, phase == .standing else { return [] }
        pauseWanted = false
        phase = .paused(standing: true)
        return [.paused]
    }

    mutating func wake(at now: Instant) -> [ScanEffect] {
        guard !top.items.isEmpty else { return [] }
        forgetBefore()
        places = [Place(level: top, index: 0, isPreview: hasPreview(top))]
        return [.woke] + settle(after: parameters.initialDelay, at: now)
    }

    mutating func rest(keepingBefore: Bool = false) -> [ScanEffect] {
        phase = .rest
        places = []
        pauseWanted = false
        pendingMoves = 0
        if !keepingBefore { forgetBefore() }
        return [.rested]
    }

    // MARK: - Previews

    /// Whether a level is read once before it is scanned.
    func hasPreview(_ level: ScanLevel) -> Bool {
        parameters.preview != nil && parameters.mode == .automatic && !level.isQuestion
            && level.items.count > 1
    }

    /// From here on presses count.
    mutating func endPreview(at now: Instant) -> [ScanEffect] {
        var effects: [ScanEffect] = []
        if case .cue(let token, _, _) = phase { effects = [.cutCue(token)] }
        places[places.count - 1].isPreview = false
        places[places.count - 1].index = 0
        forgetBefore()
        previewEndedAt = now
        phase = .delay(until: now.advanced(by: parameters.levelEntryPause))
        return effects
    }

    // MARK: - What was heard before

    /// Notes where the walk stood before it moves by itself.
    mutating func remember(at now: Instant) {
        guard places.last?.isPreview == false, parameters.movesByItself else { return }
        before = places
        heardBefore = heard
        movedAt = now
    }

    mutating func forgetBefore() {
        before = nil
        movedAt = nil
    }
}
