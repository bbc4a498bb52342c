/// Which reminders a person wants, and when not.
public struct ReminderPreferences: Codable, Sendable, Equatable {
    /// Whether this person gets none at all, whatever else is said here. What clients ask for, and what they are answered, is no
    /// reminder: that comes all the same, unless `off` names it.
    @PresentIfTrue public var allOff: Bool
    /// Kinds that this person does not get.
    public var off: Set<ReminderKind>
    /// What usually says a reminder, the station or the client's kiosk, and does not say those of this person.
    @MayBeAbsent public var silent: Set<ReminderChannel>
    /// When only urgent ones come; the others wait until it is over.
    public var quiet: QuietHours?
    /// Through which channels, besides the station or kiosk that everybody hears.
    public var channels: Set<ReminderChannel>

    public init(
        allOff: Bool = false, off: Set<ReminderKind> = [], silent: Set<ReminderChannel> = [],
        quiet: QuietHours? = nil, channels: Set<ReminderChannel> = []
    ) {
        self.allOff = allOff
        self.off = off
        self.silent = silent
        self.quiet = quiet
        self.channels = channels
    }

    enum CodingKeys: String, CodingKey {
        case off, silent, quiet, channels
        case allOff = "all_off"
    }

    /// Whether this person gets reminders of a kind at all.
    public func wants(_ kind: ReminderKind) -> Bool {
        // Decision 0293: calls are no reminders.
        (kind == .request || !allOff) && !off.contains(kind)
    }
}

/// What somebody is reminded of.
public enum ReminderKind: String, Codable, Sendable, CaseIterable {
    /// So many minutes before something is due.
    case before
    case due
    /// It was not done within its grace time.
    case missed
    /// A client has asked for something that nobody had planned.
    case request
}

/// The way by which a reminder reaches somebody.
public enum ReminderChannel: String, Codable, Sendable, CaseIterable {
    /// Spoken by the caregivers' stations.
    case station
    /// Spoken to the client.
    case kiosk
    /// The home's own program.
    case command
}

/// A time of each day, in the home's local time; over midnight if it ends before it begins.
public struct QuietHours: Codable, Sendable, Equatable {
    /// Minutes after midnight, 0–1439.
    public var from: Int
    /// Minutes after midnight, 0–1439: the first minute that is not quiet any more. The same as `from` is never quiet.
    public var until: Int

    public init(from: Int, until: Int) {
        self.from = from
        self.until = until
    }
}
