public import FoundationEssentials
public import Recurrence

/// What a kiosk or a station has to know besides requests and faults: the answer to `GET /agenda`.
///
/// A kiosk gets what is its client's; a station all.
public struct Agenda: Codable, Sendable, Equatable {
    /// What can be asked besides the boards, in the order of their labels.
    public var needs: [Need]
    /// What waits for a caregiver's decision.
    public var proposals: [NeedProposal]
    /// The local day that `today` means.
    public var day: CalendarDay
    /// The home's zone.
    public var zone: String
    /// What is due on that day, by time, whatever became of it. Without `details`, as everywhere in an
    /// agenda, where the answer would be too long.
    public var today: [RoutineOccurrence]
    /// What is outstanding from earlier days, the oldest first.
    public var outstanding: [RoutineOccurrence]
    /// The reminders that still have to be told here, in the order of their times.
    public var reminders: [Reminder]
    /// What was told at the stations, with the time that it was told for, and is still due, or was missed within the last day:
    /// it sounds on until somebody deals with it, also where nobody was before, and with these it is put off. Empty for a kiosk.
    public var told: [Reminder]
    /// For a station that stands in a zone: the clients who live there, whose calls it sounds first. Empty for every other device.
    public var zoneClients: [String]
    /// For a kiosk: when its client has quiet hours within the next days, as the client's reminders have them. Empty for every other
    /// device.
    public var quiet: [QuietTime]
    /// For a kiosk: what it only shows its client and does not say, as the client's reminders have it. Empty for every other device.
    public var unsaid: Set<ClientNews>
    /// For a kiosk: the exercises that its client was given for two weeks before today and for the week after it, by time, with how the client was
    /// after them. Empty for every other device.
    public var assignments: [RoutineOccurrence]
    /// For a kiosk: how its client was on each of the last seven days on which a face was said, the oldest first. Empty for every other device.
    public var moods: [DayMood]
    /// For a kiosk: what its client's providers have written for them about appointments of the last four weeks and those that come, the latest
    /// first: at most 5 of each provider and 20 in all. Empty for every other device.
    public var notes: [AppointmentNote]
    /// For a kiosk: its client's goals that are open, and those that were done or skipped within a day, by the time until which each is to be
    /// done. They are in no other list. Empty for every other device.
    public var goals: [Goal]
    /// For a kiosk: how many seconds the home's clocks are ahead of UTC at `now`. Absent for every other device.
    public var offset: Int?
    /// How many there are of each. Where a list is shorter, the rest was left out, the least important first.
    public var totals: AgendaTotals
    /// The journal's last sequence number when it was read.
    public var sequence: Int64
    /// When it was read, by the service's clock: a kiosk's own may be wrong. Absent in what is kept for later.
    public var now: Date?
    /// What of the answer could not be read; in no JSON.
    public var unreadable: [UnreadableItem] = []

    public init(
        needs: [Need] = [], proposals: [NeedProposal] = [], day: CalendarDay, zone: String,
        today: [RoutineOccurrence] = [], outstanding: [RoutineOccurrence] = [], reminders: [Reminder] = [],
        told: [Reminder] = [], zoneClients: [String] = [], quiet: [QuietTime] = [],
        unsaid: Set<ClientNews> = [], assignments: [RoutineOccurrence] = [], moods: [DayMood] = [],
        notes: [AppointmentNote] = [], goals: [Goal] = [], offset: Int? = nil, totals: AgendaTotals? = nil,
        sequence: Int64, now: Date? = nil
    ) {
        self.needs = needs
        self.proposals = proposals
        self.day = day
        self.zone = zone
        self.today = today
        self.outstanding = outstanding
        self.reminders = reminders
        self.told = told
        self.zoneClients = zoneClients
        self.quiet = quiet
        self.unsaid = unsaid
        self.assignments = assignments
        self.moods = moods
        self.notes = notes
        self.goals = goals
        self.offset = offset
        self.totals =
            totals
            ?? AgendaTotals(
                needs: needs.count, proposals: proposals.count, today: today.count,
                outstanding: outstanding.count, reminders: reminders.count)
        self.sequence = sequence
        self.now = now
    }

    enum CodingKeys: String, CodingKey {
        case needs, proposals, day, zone, today, outstanding, reminders, told, quiet, unsaid, assignments,
            moods, notes, goals, offset, totals, sequence, now
        case zoneClients = "zone_clients"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var unreadable: [UnreadableItem] = []
        func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
            try container.decodeReadable([Element].self, forKey: key, &unreadable)
        }
        needs = try list(.needs)
        proposals = try list(.proposals)
        today = try list(.today)
        outstanding = try list(.outstanding)
        reminders = try list(.reminders)
        told = try list(.told)
        // A service of an earlier version says nothing of zones.
        zoneClients = try container.decodeIfPresent([String].self, forKey: .zoneClients) ?? []
        quiet = try container.decodeIfPresent([QuietTime].self, forKey: .quiet) ?? []
        // A service of a later version may know more of them.
        unsaid = Set(
            (try container.decodeIfPresent([String].self, forKey: .unsaid) ?? []).compactMap(ClientNews.init))
        // A service of an earlier version has none.
        assignments = container.contains(.assignments) ? try list(.assignments) : []
        moods = container.contains(.moods) ? try list(.moods) : []
        notes = container.contains(.notes) ? try list(.notes) : []
        goals = container.contains(.goals) ? try list(.goals) : []
        offset = try container.decodeIfPresent(Int.self, forKey: .offset)
        day = try container.decode(CalendarDay.self, forKey: .day)
        zone = try container.decode(String.self, forKey: .zone)
        totals = try container.decode(AgendaTotals.self, forKey: .totals)
        sequence = try container.decode(Int64.self, forKey: .sequence)
        now = try container.decodeIfPresent(Date.self, forKey: .now)
        self.unreadable = unreadable
    }
}

/// How many there are of what an agenda lists.
public struct AgendaTotals: Codable, Sendable, Equatable {
    public var needs: Int
    public var proposals: Int
    public var today: Int
    public var outstanding: Int
    public var reminders: Int

    public init(needs: Int, proposals: Int, today: Int, outstanding: Int, reminders: Int) {
        self.needs = needs
        self.proposals = proposals
        self.today = today
        self.outstanding = outstanding
        self.reminders = reminders
    }
}
