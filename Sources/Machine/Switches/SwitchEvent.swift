public import Scanning
public import Time

/// A device that switches or keys are read from.
public struct SwitchDevice: Hashable, Sendable {
    /// Given by Beckon, never used twice while it runs; `SwitchEdge.Source.device`.
    public var id: Int
    /// As the device calls itself.
    public var name: String
    /// E.g. `/dev/input/event5`; `terminal` for the terminal's keys.
    public var path: String
    /// What its keys can mean.
    public var roles: Set<SwitchRole>

    public init(id: Int, name: String, path: String, roles: Set<SwitchRole>) {
        self.id = id
        self.name = name
        self.path = path
        self.roles = roles
    }

    /// Whether the client can use it: it has a key of a switch, or digits and nothing else. A keypad with the
    /// caregivers' keys and digits is no switch.
    public var isForClient: Bool {
        var hasDigits = false, hasCaregiversKey = false
        for role in roles {
            switch role {
            case .select, .step, .back, .help: return true
            case .digit: hasDigits = true
            case .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: hasCaregiversKey = true
            }
        }
        return hasDigits && !hasCaregiversKey
    }
}

/// The events of switches, in the order in which they happened.
public enum SwitchEvent: Hashable, Sendable {
    case edge(SwitchEdge)
    case arrived(SwitchDevice)
    /// A key has been down since an unknown time: it does not choose until it has been up, but may be stuck.
    case foundDown(SwitchEdge.Source, SwitchRole, at: Instant)
    /// That key is up.
    case foundUp(SwitchEdge.Source, SwitchRole)
    /// A device's battery has changed; not in order with the other events.
    case battery(SwitchDevice, BatteryReading)
    /// Unplugged, or not readable any more.
    case lost(SwitchDevice, reason: String)
}
