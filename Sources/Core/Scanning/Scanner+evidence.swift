public import Time

extension Scanner {
    /// Whether items are offered one after another, so that a press may mean one of them.
    public var isOffering: Bool {
        guard parameters.mode == .automatic, places.last?.isPreview == false else { return false }
        switch phase {
        case .cue, .gap: return true
        case .rest, .delay, .standing, .paused, .selecting: return false
        }
    }

    /// Whether a press that began then can be meant for the level that is open.
    public func isOpen(at began: Instant) -> Bool { began >= levelOpenedAt }

    /// A press was meant for this item of the present level, whichever is offered now.
    ///
    /// - Parameters:
    ///   - cueStarted: When its cue was heard first, and to its end.
    ///   - began: When the person pressed.
    public mutating func take(
        item index: Int, cueStarted: Instant?, cueEnded: Instant?, pressed began: Instant
    ) -> [ScanEffect] {
        lastPress = max(lastPress, began)
        guard isOffering, let place = places.last, place.level.items.indices.contains(index) else {
            return []
        }
        var target = places
        target[target.count - 1].index = index
        let isBefore = index != place.index
        var lateBy: Duration?
        if isBefore { lateBy = heard.started.map { max(.zero, $0.duration(to: began)) } ?? .zero }
        return select(target, Hearing(started: cueStarted, ended: cueEnded), lateBy: lateBy, at: began)
    }

    /// Offers this item of the present level once more, at once; then it goes on as if it had been its turn.
    public mutating func offerAgain(item index: Int, pressed began: Instant, at now: Instant) -> [ScanEffect]
    {
        lastPress = max(lastPress, began)
        guard isOffering, let place = places.last, place.level.items.indices.contains(index) else {
            return []
        }
        var effects: [ScanEffect] = []
        if case .cue(let token, _, _) = phase { effects = [.cutCue(token)] }
        // Its own pass is not counted twice.
        if index > place.index, places[places.count - 1].passes > 0 { places[places.count - 1].passes -= 1 }
        places[places.count - 1].index = index
        forgetBefore()
        return effects + askForCue(at: now, isAskedBack: true)
    }

    /// A press does nothing.
    public mutating func passOver(_ press: SwitchPress) { lastPress = max(lastPress, press.began) }
}
