/// What a person wants to be told by itself, where, and when not. What is urgent is told whatever is said here.
public struct ReminderPreferences: Codable, Sendable, Equatable {
    /// Whether this person gets none at all, whatever else is said here. Neither what clients ask for nor what they are answered is a
    /// reminder: both are told all the same, unless `off`, `muted` or `unsaid` names them.
    @PresentIfTrue public var allOff: Bool
    /// Kinds that this person gets nowhere.
    public var off: Set<MessageKind>
    /// What usually says a reminder, the station or the client's kiosk, and does not say those of this person.
    @MayBeAbsent public var silent: Set<ReminderChannel>
    /// Kinds that this person does not get at single places.
    @MayBeAbsent public var muted: Set<ReminderCell>
    /// Of a client: what else the kiosk would say by itself, and only shows.
    @MayBeAbsent public var unsaid: Set<ClientNews>
    /// When only urgent ones come; the others wait until it is over.
    public var quiet: QuietHours?
    /// Through which channels, besides the station or kiosk that everybody hears.
    public var channels: Set<ReminderChannel>

    public init(
        allOff: Bool = false, off: Set<MessageKind> = [], silent: Set<ReminderChannel> = [],
        muted: Set<ReminderCell> = [], unsaid: Set<ClientNews> = [], quiet: QuietHours? = nil,
        channels: Set<ReminderChannel> = []
    ) {
        self.allOff = allOff
        self.off = off
        self.silent = silent
        self.muted = muted
        self.unsaid = unsaid
        self.quiet = quiet
        self.channels = channels
    }

    enum CodingKeys: String, CodingKey {
        case off, silent, muted, unsaid, quiet, channels
        case allOff = "all_off"
    }

    /// Whether this person is told of a kind at a place; the home's program only where they have it among their channels.
    public func tells(_ cell: ReminderCell, isUrgent: Bool = false) -> Bool {
        // Decision 0293: calls are no reminders.
        isUrgent || (cell.kind == .request || !allOff) && isTicked(cell)
    }

    /// The same but for the switch for all of them.
    public func isTicked(_ cell: ReminderCell) -> Bool {
        !off.contains(cell.kind) && !muted.contains(cell)
            && !(cell.place.channel.map(silent.contains) ?? false)
    }

    /// The same for somebody whose role has changed: what nobody of the new one can have is left out.
    public func limited(to role: Person.Role) -> ReminderPreferences {
        var new = self
        new.muted = muted.filter { $0.exists(for: role) }
        guard role != .client else { return new }
        new.silent.remove(.kiosk)
        new.channels.remove(.kiosk)
        new.unsaid = []
        return new
    }

    /// Whether a client's kiosk says such news by itself.
    public func says(_ news: ClientNews) -> Bool {
        // Decision 0322: with all reminders off, answers can be left alone.
        (news == .answers || !allOff) && !unsaid.contains(news)
    }
}

/// One kind of message at one place.
public struct ReminderCell: Codable, Hashable, Sendable {
    public var kind: MessageKind
    public var place: ReminderPlace

    public init(_ kind: MessageKind, _ place: ReminderPlace) {
        self.kind = kind
        self.place = place
    }

    /// Whether anybody of that role can be told of that kind there.
    public func exists(for role: Person.Role) -> Bool {
        switch (kind, place) {
        // Stations say every call, whoever hears it. A client's phone is no matter of the home's own program.
        case (.request, .page), (.request, .command): role.canBeCalled
        case (.request, .station), (.request, .kiosk): false
        // Whoever is asked for an amount is told at the stations and on their pages, a client, too.
        case (.charge, .station), (.charge, .page): role.canBeCalled || role == .client
        case (.charge, .command): role.canBeCalled
        case (.charge, .kiosk): false
        // A provider does no chores.
        case (.housemate, .station), (.housemate, .command): role.canBeCalled
        case (.housemate, .kiosk): role == .client
        case (.housemate, .page): role.canBeCalled || role == .client
        case (.before, .station), (.due, .station), (.missed, .station): role != .client
        case (.before, .kiosk), (.due, .kiosk), (.missed, .kiosk): role == .client
        // It makes a sound for what is due and was missed, not ahead; a provider's make none.
        case (.before, .page): false
        case (.due, .page), (.missed, .page): role.canBeCalled || role == .client
        case (.before, .command), (.due, .command), (.missed, .command): role != .client
        }
    }
}

/// Where somebody is told.
public enum ReminderPlace: String, Codable, Sendable, CaseIterable {
    /// At the caregivers' stations.
    case station
    /// At the client's kiosk.
    case kiosk
    /// By the sound of the page Now, on the phone or computer where they have logged in; of a client by that of their own pages.
    case page
    /// By the home's own program.
    case command

    public init(_ channel: ReminderChannel) {
        self =
            switch channel {
            case .station: .station
            case .kiosk: .kiosk
            case .command: .command
            }
    }

    /// How a reminder gets there; `nil` for what a page finds out by itself.
    public var channel: ReminderChannel? {
        switch self {
        case .station: .station
        case .kiosk: .kiosk
        case .page: nil
        case .command: .command
        }
    }
}

/// What a client's kiosk says by itself besides reminders and what is broken.
public enum ClientNews: String, Codable, Sendable, CaseIterable {
    /// What becomes of a call that is not urgent, and of what the client has proposed for the board.
    case answers
    /// What becomes of a reward: reached, granted or refused.
    case rewards
}

/// What a person's settings tell apart of what is told to them.
public enum MessageKind: String, Codable, Sendable, CaseIterable {
    /// So many minutes before something is due.
    case before
    case due
    /// It was not done within its grace time.
    case missed
    /// A client has asked for something that nobody had planned.
    case request
    /// Somebody asks for an amount, or reminds of that.
    case charge
    /// Somebody else reminds of a chore, or asks whether one does theirs.
    case housemate

    /// That of a reminder which follows from a plan or a call.
    public init(_ kind: ReminderKind) {
        self =
            switch kind {
            case .before: .before
            case .due: .due
            case .missed: .missed
            case .request: .request
            case .offered: .housemate
            }
    }
}

/// What a stored reminder says.
public enum ReminderKind: String, Codable, Sendable, CaseIterable {
    /// So many minutes before something is due.
    case before
    case due
    /// It was not done within its grace time.
    case missed
    /// A client has asked for something that nobody had planned.
    case request
    /// Whoever has a chore asks its recipient to do it.
    case offered
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
