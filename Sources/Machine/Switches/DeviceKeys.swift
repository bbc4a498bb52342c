import Scanning

/// What the keys of one device do to edges, without the device.
///
/// | key is  | press            | autorepeat | release         | found down after a loss | found up after a loss |
/// |---------|------------------|------------|-----------------|-------------------------|-----------------------|
/// | up      | pressed, **press** | –        | –               | unclear, **found down** | –                     |
/// | pressed | –                | –          | up, **release** | –                       | up, **release**       |
/// | unclear | –                | –          | up, **found up** | –                      | up, **found up**      |
///
/// "Unclear" is a key that has been down since an unknown time: when the device was opened, or while events
/// were lost (`SYN_DROPPED`). It does not choose until it has been up, because it is unknown when or whether
/// it was meant; it is reported because it may be stuck.
struct DeviceKeys {
    /// One key's change, as reported by the kernel or found in its present state.
    enum Change: Equatable {
        case press
        case repeated
        case release
        case foundDown
        case foundUp
    }

    enum Output: Equatable {
        case edge(SwitchRole, SwitchEdge.Direction, key: UInt16)
        /// A key is unclear, or is so no longer.
        case foundDown(SwitchRole, key: UInt16)
        case foundUp(SwitchRole, key: UInt16)
        /// Ctrl+C was typed on this keyboard.
        case interrupt
    }

    private enum Hold {
        case pressed
        case unclear
    }

    private let roles: [UInt16: SwitchRole]
    /// Every key of the device that is not up, with or without a role.
    private var down: [UInt16: Hold]

    init(roles: [UInt16: SwitchRole], downAtOpening: Set<UInt16>) {
        self.roles = roles
        down = Dictionary(uniqueKeysWithValues: downAtOpening.map { ($0, .unclear) })
    }

    /// Whether all keys are up: only then can a device be grabbed without its other readers missing a release.
    var areAllUp: Bool { down.isEmpty }

    /// The keys that are unclear at the opening, in the order of their codes.
    var foundDown: [(role: SwitchRole, key: UInt16)] {
        down.filter { $0.value == .unclear }.keys.sorted().compactMap { key in roles[key].map { ($0, key) } }
    }

    mutating func handle(_ change: Change, key: UInt16) -> Output? {
        switch (change, down[key]) {
        case (.press, nil):
            down[key] = .pressed
            if key == LinuxKey.c, isControlDown { return .interrupt }
            return roles[key].map { .edge($0, .press, key: key) }
        case (.release, .pressed), (.foundUp, .pressed):
            down[key] = nil
            return roles[key].map { .edge($0, .release, key: key) }
        case (.release, .unclear), (.foundUp, .unclear):
            down[key] = nil
            return roles[key].map { .foundUp($0, key: key) }
        case (.foundDown, nil):
            down[key] = .unclear
            return roles[key].map { .foundDown($0, key: key) }
        case (.press, .some), (.repeated, _), (.foundDown, .some), (.release, nil), (.foundUp, nil):
            return nil
        }
    }

    /// The device has gone: pressed keys are released, so that nothing waits for a release for ever.
    mutating func releaseAll() -> [Output] {
        down.keys.sorted().compactMap { handle(.release, key: $0) }
    }

    private var isControlDown: Bool {
        down[LinuxKey.leftControl] != nil || down[LinuxKey.rightControl] != nil
    }
}

/// Codes of `linux/input-event-codes.h` that mean something beyond their role.
enum LinuxKey {
    static let leftControl: UInt16 = 29
    static let rightControl: UInt16 = 97
    static let c: UInt16 = 46
    /// `KEY_Q` to `KEY_P`: only keyboards, and switches that pass for one, have the whole row.
    static let letterRow: ClosedRange<UInt16> = 16...25
}
