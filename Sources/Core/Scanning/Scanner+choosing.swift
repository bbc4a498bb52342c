public import Time

/// A level and the item of it that is meant.
public struct ScanStep: Hashable, Sendable {
    public var level: ScanLevel
    /// The item's id.
    public var item: String

    public init(level: ScanLevel, item: String) {
        self.level = level
        self.item = item
    }
}

extension Scanner {
    /// The id of the level that scanning starts with.
    public var topLevel: String { top.id }

    /// A finger on a visible item: it is chosen at once, as by a key of a keypad, wherever scanning is.
    ///
    /// - Parameters:
    ///   - path: The levels from the top to the item's own, each with the item that leads on. What is open below is left.
    ///   - acted: When the person did it.
    public mutating func choose(_ path: [ScanStep], at acted: Instant) -> [ScanEffect] {
        var target: [Place] = []
        for step in path {
            guard let index = step.level.items.firstIndex(where: { $0.id == step.item }) else { return [] }
            target.append(Place(level: step.level, index: index))
        }
        // A choice is being acted on.
        guard phase != .selecting, !target.isEmpty else { return [] }
        let woke: [ScanEffect] = isResting ? [.woke] : []
        forgetBefore()
        lastPress = max(lastPress, acted)
        return woke + select(target, Hearing(), at: acted)
    }

    /// The id of the current item of an open level, the top being 0.
    public func item(inLevel depth: Int) -> String? {
        places.indices.contains(depth) ? places[depth].item.id : nil
    }

    /// Whether nothing is offered until a press moves it, or a key chooses.
    public var isStandingStill: Bool {
        switch phase {
        case .standing, .paused(standing: true): true
        case .gap(nil): parameters.mode == .direct
        case .rest, .delay, .cue, .gap, .paused, .selecting: false
        }
    }
}
