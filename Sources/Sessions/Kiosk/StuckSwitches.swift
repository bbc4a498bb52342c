/// Keys that are held longer than intended.
///
/// | keys | one is held too long | while that is scanning (`inverse`) | one is let go | the scan comes to rest |
/// |---|---|---|---|---|
/// | none is stuck | → stuck: told | is meant until the scan has given up | – | – |
/// | one is meant | → stuck: told | stays | → none is stuck | → stuck: told |
/// | some are stuck | one more | is meant | one less; after the last → none is stuck: over | – |
///
/// Keys that were down before reading began are counted separately: `SwitchHealth` finds them.
struct StuckSwitches: Sendable {
    enum Change: Equatable {
        case began, over
    }

    /// Those that were pressed.
    private var pressed = 0
    private var found = 0
    /// Held longer than they should be, but scanning still uses the hold.
    private var isMeant = false

    var isStuck: Bool { pressed + found > 0 }

    /// - Parameter isScanning: Whether holding it scans, and scanning has not given up.
    mutating func held(isScanning: Bool) -> Change? {
        guard isScanning else { return change { $0.pressed += 1 } }
        isMeant = true
        return nil
    }

    /// - Parameter walks: Whether holding this switch can scan.
    mutating func released(walks: Bool) -> Change? {
        guard walks, isMeant else { return change { $0.pressed -= 1 } }
        isMeant = false
        return nil
    }

    /// The scan has come to rest.
    mutating func rested() -> Change? {
        guard isMeant else { return nil }
        isMeant = false
        return change { $0.pressed += 1 }
    }

    /// A key was found down, or such a key was released.
    mutating func found(isDown: Bool) -> Change? { change { $0.found += isDown ? 1 : -1 } }

    private mutating func change(_ count: (inout Self) -> Void) -> Change? {
        let wasStuck = isStuck
        count(&self)
        (pressed, found) = (max(0, pressed), max(0, found))
        guard isStuck else { return .over }
        return wasStuck ? nil : .began
    }
}
