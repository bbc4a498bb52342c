public import FoundationEssentials
public import Recurrence

/// A reminder before it has an id: who is told what, how, and when.
public struct ReminderDraft: Hashable, Sendable {
    public var kind: ReminderKind
    /// By which of the recipient's settings it is told.
    public var message: MessageKind
    public var minutesBefore: Int?
    /// The person's id, or `ReminderPlanning.everyone`.
    public var recipient: String
    public var recipientName: String
    public var channel: ReminderChannel
    public var priority: Priority
    /// When it has to be told: the moment, or the end of the recipient's quiet hours.
    public var at: Date
    /// It would come with, or after, a later one about the same due time: stored as over, and never told.
    public var isOver: Bool

    public init(
        kind: ReminderKind, message: MessageKind? = nil, minutesBefore: Int? = nil, recipient: String,
        recipientName: String, channel: ReminderChannel, priority: Priority, at: Date, isOver: Bool = false
    ) {
        self.kind = kind
        self.message = message ?? MessageKind(kind)
        self.minutesBefore = minutesBefore
        self.recipient = recipient
        self.recipientName = recipientName
        self.channel = channel
        self.priority = priority
        self.at = at
        self.isOver = isOver
    }
}

/// Who is reminded of what, through which channels.
///
/// A reminder is for the person whose turn it is; if that is nobody, stations say it for the caregivers who are there, and if none is, for
/// all of them (for coordinators where there is no caregiver), and messages go to all who can be called and have them, coordinators too.
/// What is no client's is for those who may do it instead, and for all who live or work here where nobody is named. Stations say it once, whoever it is for, since everybody there hears it; the home's program is started for each of
/// those people who has it among their channels. A client hears at the kiosk what is the client's own, and what they do themselves;
/// of goals nobody else hears.
///
/// Reminders that somebody has switched off do not come, wholly or over single channels, but for what is urgent (decision 0322). Whoever
/// has switched off all of them is still told what clients ask for. One that falls into somebody's
/// quiet hours comes at their end, unless it is urgent; of several about the same due time that would come
/// then, only the last is told, and the others are over from the start.
public enum ReminderPlanning {
    /// The recipient of what stations say where nobody in particular is meant; no person may have this id.
    public static let everyone = "everyone"
    public static let everyoneName = "Everyone"

    /// What has to be told about one moment of a routine.
    ///
    /// - Parameters:
    ///   - people: Everybody of the home.
    ///   - zone: The home's, for quiet hours.
    public static func reminders(
        for moment: RoutineMoment, of content: RoutineContent, assignment: Assignment, people: [Person],
        zone: ZoneRules
    ) -> [ReminderDraft] {
        guard moment.isTold else { return [] }
        let planner = MomentPlanner(
            moment: moment, content: content, people: people, assigned: assignment.person, zone: zone)
        // What a client wants to do is nobody else's to hear.
        var drafts =
            content.isGoal
            ? [] : [planner.draft(.station, of: planner.recipients, name: planner.stationName)]
        for person in planner.readers
        where person.reminders.channels.contains(.command) && (!content.isGoal || person.id == content.client)
        {
            drafts.append(planner.draft(.command, of: [person], name: (person.id, person.name)))
        }
        var clients = people.filter { $0.id == assignment.person && $0.role == .client }.map(\.id)
        if content.isClientsOwn, let own = content.client, !clients.contains(own) { clients.append(own) }
        for id in clients {
            let client = people.first { $0.id == id }
            drafts.append(
                planner.draft(.kiosk, of: client.map { [$0] } ?? [], name: (id, client?.name ?? id)))
        }
        return drafts.compactMap(\.self)
    }

    /// What those who are not at a station are told about a request, by the home's program.
    ///
    /// - Parameters:
    ///   - moment: When it reaches them.
    ///   - people: Those whom its way has reached.
    public static func reminders(
        forRequest priority: Priority, at moment: Date, people: [Person], zone: ZoneRules
    ) -> [ReminderDraft] {
        messaged(among: people, at: moment).compactMap { person in
            guard
                let at = person.reminders.time(
                    of: .request, over: .command, at: moment, isUrgent: priority == .urgent, zone: zone)
            else { return nil }
            return ReminderDraft(
                kind: .request, recipient: person.id, recipientName: person.name, channel: .command,
                priority: priority, at: at)
        }
    }

    /// What has to be told of an amount that somebody is asked for.
    ///
    /// - Parameters:
    ///   - moment: When it has to be told, but for their quiet hours.
    ///   - zone: The home's.
    public static func reminders(
        ofCharge kind: ReminderKind, for person: Person, at moment: Date, zone: ZoneRules
    ) -> [ReminderDraft] {
        let channels: [ReminderChannel] =
            person.reminders.channels.contains(.command) ? [.station, .command] : [.station]
        return channels.compactMap { channel in
            person.reminders.time(of: .charge, over: channel, at: moment, isUrgent: false, zone: zone).map {
                ReminderDraft(
                    kind: kind, message: .charge, recipient: person.id, recipientName: person.name,
                    channel: channel,
                    priority: .normal, at: $0)
            }
        }
    }

    /// What has to be told to somebody whom another asks to do a chore: by the home's program, or at the kiosk of a client. Stations say
    /// nothing of it: there nobody can answer for themselves (decision 0510).
    ///
    /// - Parameters:
    ///   - moment: When they are asked.
    ///   - zone: The home's, for quiet hours.
    public static func reminders(
        ofOfferTo person: Person, _ priority: Priority, at moment: Date, zone: ZoneRules
    ) -> [ReminderDraft] {
        let channels: [ReminderChannel] =
            person.role == .client ? [.kiosk] : person.reminders.channels.contains(.command) ? [.command] : []
        return channels.compactMap { channel in
            person.reminders.time(
                of: .housemate, over: channel, at: moment, isUrgent: priority == .urgent, zone: zone
            ).map {
                ReminderDraft(
                    kind: .offered, recipient: person.id, recipientName: person.name, channel: channel,
                    priority: priority, at: $0)
            }
        }
    }

    /// When a reminder that waits may be told, from a moment on; `nil` if its recipient does not want that kind any more.
    ///
    /// - Parameter recipient: As `ReminderDraft` has it.
    public static func time(
        of kind: MessageKind, for recipient: String, over channel: ReminderChannel, at moment: Date,
        isUrgent: Bool, people: [Person], zone: ZoneRules
    ) -> Date? {
        let recipients =
            people.first { $0.id == recipient }.map { [$0] } ?? carers(of: people, at: moment)
        guard !recipients.isEmpty else { return moment }
        return recipients.compactMap {
            $0.reminders.time(of: kind, over: channel, at: moment, isUrgent: isUrgent, zone: zone)
        }.min()
    }

    /// Every caregiver who is there, if none is, all of them; where there is no caregiver, the same of coordinators.
    static func carers(of people: [Person], at moment: Date) -> [Person] {
        let caregivers = people.filter { $0.isActive && $0.role == .caregiver }
        return present(among: caregivers.isEmpty ? people.filter(\.canBeCalled) : caregivers, at: moment)
    }

    /// Of those who can be called and have messages, whoever is there; if none of them is, all of them: one who is there and has none
    /// keeps them from nobody.
    static func messaged(among people: [Person], at moment: Date) -> [Person] {
        present(
            among: people.filter { $0.canBeCalled && $0.reminders.channels.contains(.command) }, at: moment)
    }

    /// Those who may do what is no client's.
    static func workers(_ content: RoutineContent, of people: [Person], at moment: Date) -> [Person] {
        let named = Set(content.assignable)
        return present(
            among: people.filter {
                $0.isActive && (named.isEmpty ? $0.role != .provider : named.contains($0.id))
            }, at: moment)
    }

    /// Who is there; if nobody is, all of them.
    private static func present(among all: [Person], at moment: Date) -> [Person] {
        let there = all.filter { $0.isThere(at: moment) }
        return there.isEmpty ? all : there
    }
}

/// One moment's reminders.
private struct MomentPlanner {
    let moment: RoutineMoment
    let content: RoutineContent
    let zone: ZoneRules
    /// Whom stations tell.
    let recipients: [Person]
    /// Who is told by messages, where they have them.
    let readers: [Person]
    let stationName: (id: String, name: String)

    init(moment: RoutineMoment, content: RoutineContent, people: [Person], assigned: String?, zone: ZoneRules)
    {
        self.moment = moment
        self.content = content
        self.zone = zone
        if let person = people.first(where: { $0.id == assigned }) {
            (recipients, readers) = ([person], [person])
            stationName = (person.id, person.name)
        } else {
            if content.audience == .client {
                recipients = ReminderPlanning.carers(of: people, at: moment.at)
                readers = ReminderPlanning.messaged(among: people, at: moment.at)
            } else {
                recipients = ReminderPlanning.workers(content, of: people, at: moment.at)
                readers = recipients
            }
            stationName = (ReminderPlanning.everyone, ReminderPlanning.everyoneName)
        }
    }

    /// `nil` if none of these people wants it. A home without people is told all the same.
    func draft(_ channel: ReminderChannel, of people: [Person], name: (id: String, name: String))
        -> ReminderDraft?
    {
        let message = moment.isAskedFor ? .housemate : MessageKind(moment.what.kind)
        guard let at = time(of: message, over: channel, at: moment.at, for: people) else {
            return nil
        }
        let isOver =
            at > moment.at
            && later.contains { kind, planned in
                time(of: MessageKind(kind), over: channel, at: planned, for: people).map { $0 <= at } ?? false
            }
        return ReminderDraft(
            kind: moment.what.kind, message: message, minutesBefore: moment.what.minutes,
            recipient: name.id, recipientName: name.name, channel: channel, priority: content.priority,
            at: at, isOver: isOver)
    }

    /// When the first of these people can be told.
    private func time(
        of kind: MessageKind, over channel: ReminderChannel, at planned: Date, for people: [Person]
    ) -> Date? {
        guard !people.isEmpty else { return planned }
        return people.compactMap {
            $0.reminders.time(
                of: kind, over: channel, at: planned, isUrgent: content.priority == .urgent, zone: zone)
        }.min()
    }

    /// What is told about the same due time after this.
    private var later: [(kind: ReminderKind, at: Date)] {
        var all = content.reminders.minutesBefore.map {
            (kind: ReminderKind.before, at: moment.time.at.addingTimeInterval(Double(-60 * $0)))
        }
        if content.reminders.tellsDue { all.append((.due, moment.time.at)) }
        if content.reminders.tellsMissed { all.append((.missed, moment.time.missedAt)) }
        return all.filter { $0.at > moment.at }
    }
}

extension ReminderPreferences {
    /// When a person who should be told at a moment is actually told; `nil`: never.
    func time(
        of kind: MessageKind, over channel: ReminderChannel, at moment: Date, isUrgent: Bool, zone: ZoneRules
    ) -> Date? {
        guard tells(ReminderCell(kind, ReminderPlace(channel)), isUrgent: isUrgent) else { return nil }
        guard !isUrgent, let end = quiet?.end(at: moment, zone: zone) else { return moment }
        return end
    }
}

extension RoutineMoment.What {
    public var kind: ReminderKind {
        switch self {
        case .before: .before
        case .due: .due
        case .missed: .missed
        }
    }

    /// Of `before`.
    public var minutes: Int? {
        switch self {
        case .before(let minutes): minutes
        case .due, .missed: nil
        }
    }
}
