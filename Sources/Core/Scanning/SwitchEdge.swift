public import Time

/// What a key means: for a client's switch or keypad, or for a station's keypad.
public enum SwitchRole: Hashable, Sendable {
    // The client.
    case select
    case step
    case back
    case help
    /// 0–9. Also picks a reason or a time at the station.
    case digit(Int)
    // The caregiver.
    case onTheWay
    case met
    case declined
    /// Next open request.
    case next
    /// Say the present alert again.
    case sayAgain
    /// Be reminded later; a digit says when.
    case snooze
    /// Read aloud what is open.
    case open
    /// Take back what was noted last.
    case undo
}

extension SwitchRole {
    /// Whether it moves or selects, so that holding it can mean something.
    public var walks: Bool {
        switch self {
        case .select, .step: true
        case .back, .help, .digit, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: false
        }
    }

    /// Whether `activate_on` holds for it. The help key calls at once, and the caregivers' keys are not a client's.
    var followsActivation: Bool {
        switch self {
        case .select, .step, .back, .digit: true
        case .help, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: false
        }
    }
}

/// One press or release of one key, with the kernel's monotonic time.
public struct SwitchEdge: Hashable, Sendable {
    public enum Direction: Hashable, Sendable {
        case press
        case release
    }

    /// Tells one physical key of one device from every other while it is plugged in.
    public struct Source: Hashable, Sendable {
        public var device: Int
        public var key: Int

        public init(device: Int, key: Int) {
            self.device = device
            self.key = key
        }
    }

    public var role: SwitchRole
    public var source: Source
    public var direction: Direction
    public var at: Instant

    public init(role: SwitchRole, source: Source, direction: Direction, at: Instant) {
        self.role = role
        self.source = source
        self.direction = direction
        self.at = at
    }
}
