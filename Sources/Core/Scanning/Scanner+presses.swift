public import Time

extension Scanner {
    /// Takes a press from the switch filter. It acts once, on what the person had heard when it began.
    public mutating func take(_ filtered: FilteredPress, at now: Instant) -> [ScanEffect] {
        switch filtered {
        case .undecided:
            undecided += 1
            return []
        case .decided:
            undecided = max(0, undecided - 1)
            return []
        case .down(let press):
            lastPress = max(lastPress, press.began)
            return parameters.mode == .inverse && press.role.walks ? hold(at: now) : []
        case .press(let press): return act(press, at: now)
        case .again(let press, let moved): return moveAgain(press, at: moved)
        case .released(let press, let released):
            guard parameters.mode == .inverse, press.role.walks else { return [] }
            lastPress = max(lastPress, released)
            return letGo(press, at: released)
        case .longPress, .call, .tooShort, .ignored, .stuck, .unstuck: return []
        }
    }

    private mutating func act(_ press: SwitchPress, at now: Instant) -> [ScanEffect] {
        lastPress = max(lastPress, press.began)
        // A press that was under way when the level opened was not meant for it.
        guard isResting || press.began >= levelOpenedAt else { return [] }
        switch press.role {
        case .digit(let digit): return pressDigit(digit, at: now)
        case .back: return goBack(at: now)
        case .select: return parameters.mode == .stepDwell ? pressStep(at: now) : pressSelect(press, at: now)
        case .step:
            switch parameters.mode {
            case .step, .stepDwell: return pressStep(at: now)
            case .automatic, .inverse, .direct: return pressSelect(press, at: now)
            }
        case .help, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: return []
        }
    }

    private mutating func pressSelect(_ press: SwitchPress, at now: Instant) -> [ScanEffect] {
        if let previewEndedAt, press.began < previewEndedAt.advanced(by: parameters.latePressWindow) {
            return []
        }
        if let late = walkBefore(press.began) {
            return select(late, heardBefore, lateBy: lateness(of: press.began), at: press.began)
        }
        switch phase {
        case .rest: return wake(at: now)
        case .selecting, .paused, .standing: return []
        case .delay, .cue, .gap:
            if places.last?.isPreview == true { return endPreview(at: now) }
        }
        switch phase {
        // Nothing of this item was heard yet. In the step mode the person moved here themselves.
        case .cue(_, _, nil):
            return parameters.mode == .step ? select(places, heard, at: press.began) : []
        case .cue, .gap:
            guard parameters.mode != .direct else { return readAgain(at: now) }
            return select(places, heard, at: press.began)
        case .rest, .selecting, .paused, .standing, .delay: return []
        }
    }

    /// Where the walk stood when the person acted, if it has moved by itself only just now.
    private func walkBefore(_ acted: Instant) -> [Place]? {
        guard let before, let movedAt else { return nil }
        switch phase {
        // Nothing new was heard yet, however late the machine is.
        case .delay, .cue(_, _, nil): return before
        case .rest, .paused, .standing, .cue, .gap:
            return movedAt.duration(to: acted) < parameters.latePressWindow ? before : nil
        case .selecting: return nil
        }
    }

    /// How long the next cue was heard when the person acted; 0 where it was not.
    private func lateness(of acted: Instant) -> Duration {
        guard case .rest = phase else {
            return heard.started.map { max(.zero, $0.duration(to: acted)) } ?? .zero
        }
        return movedAt.map { max(.zero, $0.duration(to: acted)) } ?? .zero
    }

    // MARK: - Moving by presses

    private mutating func pressStep(at now: Instant) -> [ScanEffect] {
        switch phase {
        case .rest: return wake(at: now)
        case .selecting, .paused, .delay: return []
        case .standing: return askForCue(at: now)
        case .cue(let token, _, let started):
            guard hasHeardEnough(since: started, at: now), pendingMoves == 0 else {
                pendingMoves += 1
                return []
            }
            return [.cutCue(token)] + moveByPress(at: now)
        case .gap: return moveByPress(at: now)
        }
    }

    private func hasHeardEnough(since started: Instant?, at now: Instant) -> Bool {
        guard let started else { return parameters.minimumCueTime == .zero }
        return started.duration(to: now) >= parameters.minimumCueTime
    }

    /// The switch is still held (`move_repeat`). Where the present word was not heard long enough, it waits for the
    /// next time.
    private mutating func moveAgain(_ press: SwitchPress, at now: Instant) -> [ScanEffect] {
        guard press.began >= levelOpenedAt else { return [] }
        switch phase {
        case .rest, .selecting, .paused, .delay, .standing: return []
        case .cue(let token, _, let started):
            guard hasHeardEnough(since: started, at: now) else { return [] }
            lastPress = max(lastPress, now)
            return [.cutCue(token)] + moveByPress(at: now)
        case .gap:
            lastPress = max(lastPress, now)
            return moveByPress(at: now)
        }
    }

    private mutating func moveByPress(at now: Instant) -> [ScanEffect] {
        let effects = moveOn(at: now)
        forgetBefore()
        return effects
    }

    /// One level up at once: the back key, or a long press.
    public mutating func goBack(at now: Instant) -> [ScanEffect] {
        forgetBefore()
        levelOpenedAt = now
        switch phase {
        case .rest: return wake(at: now)
        case .selecting, .paused: return []
        case .cue(let token, _, _): return [.cutCue(token)] + goUp(at: now)
        case .delay, .gap, .standing: return goUp(at: now)
        }
    }

    /// The present cue once more, and a fresh gap.
    public mutating func repeatCue(at now: Instant) -> [ScanEffect] {
        switch phase {
        case .rest, .selecting, .paused, .delay, .standing: return []
        case .cue(let token, _, _): return [.cutCue(token)] + askForCue(at: now)
        case .gap: return askForCue(at: now)
        }
    }

    // MARK: - Holding

    /// The switch went down and the walk begins, or goes on.
    private mutating func hold(at now: Instant) -> [ScanEffect] {
        // A choice is being acted on: the hold was not meant for what follows it.
        guard phase != .selecting else { return [] }
        isHeld = true
        switch phase {
        case .rest: return wake(at: now)
        case .standing:
            forgetBefore()
            phase = .delay(until: now.advanced(by: parameters.levelEntryPause))
            return []
        case .delay, .cue, .gap, .paused, .selecting: return []
        }
    }

    /// The switch was let go.
    private mutating func letGo(_ press: SwitchPress, at released: Instant) -> [ScanEffect] {
        guard isHeld else { return [] }
        isHeld = false
        guard press.began >= levelOpenedAt || isResting else { return stand() }
        if let late = walkBefore(released) {
            return select(late, heardBefore, lateBy: lateness(of: released), at: released)
        }
        switch phase {
        case .rest, .standing, .selecting, .paused: return []
        // Nothing was heard that it could select.
        case .delay: return rest()
        case .cue(let token, _, nil): return [.cutCue(token)] + rest()
        case .cue, .gap: return select(places, heard, at: released)
        }
    }

    private mutating func stand() -> [ScanEffect] {
        var effects: [ScanEffect] = []
        switch phase {
        case .rest, .selecting, .paused, .standing: return []
        case .cue(let token, _, _): effects = [.cutCue(token)]
        case .delay, .gap: break
        }
        phase = .standing
        return effects
    }

    // MARK: - Choosing

    private mutating func pressDigit(_ digit: Int, at now: Instant) -> [ScanEffect] {
        guard digit > 0 else { return goBack(at: now) }
        var effects: [ScanEffect] = []
        var target = places
        switch phase {
        case .selecting: return []
        case .rest:
            effects.append(.woke)
            target = [Place(level: top, index: 0)]
        // A key names its item whatever is being said.
        case .delay, .standing, .cue, .gap, .paused: break
        }
        // "Go back" has its own key, 0: it takes no number, wherever it stands.
        let choices = target[target.count - 1].level.choices
        guard choices.indices.contains(digit - 1) else { return pressIdleDigit(at: now) }
        target[target.count - 1].index = choices[digit - 1]
        return effects + select(target, Hearing(), at: now)
    }

    /// A key without an item wakes. On a keypad on which all has been read, it reads the level again: no press is
    /// answered by silence.
    private mutating func pressIdleDigit(at now: Instant) -> [ScanEffect] {
        switch phase {
        case .rest: return wake(at: now)
        case .gap(nil): return parameters.mode == .direct ? readAgain(at: now) : []
        case .selecting, .delay, .standing, .cue, .gap, .paused: return []
        }
    }

    /// `direct`: the select key reads the level from its start.
    private mutating func readAgain(at now: Instant) -> [ScanEffect] {
        var effects: [ScanEffect] = []
        if case .cue(let token, _, _) = phase { effects = [.cutCue(token)] }
        places[places.count - 1].index = 0
        return effects + askForCue(at: now)
    }

    /// - Parameter acted: When the person did it.
    mutating func select(
        _ target: [Place], _ hearing: Hearing, lateBy: Duration? = nil, at acted: Instant
    ) -> [ScanEffect] {
        guard let place = target.last else { return [] }
        var effects: [ScanEffect] = []
        if case .cue(let token, _, _) = phase { effects.append(.cutCue(token)) }
        if isResting, before != nil { effects.append(.woke) }
        places = target
        places[places.count - 1].isPreview = false
        forgetBefore()
        pendingMoves = 0
        isHeld = false
        let choice = ScanChoice(
            item: place.item, level: place.level.id, at: acted, cueStarted: hearing.started,
            cueEnded: hearing.ended, lateBy: lateBy,
            extra: place.index == 0 && parameters.movesByItself ? parameters.firstItemExtra : .zero,
            passes: place.passes, steps: place.steps, isContinued: place.isContinued)
        switch place.item.kind {
        case .choice:
            phase = .selecting
            return effects + [.selected(choice)]
        case .back:
            levelOpenedAt = acted
            return effects + [.choseBack(choice)] + goUp(at: acted)
        }
    }
}
