public import Care
public import FoundationEssentials

/// What is known of an event that was taken over: what the store keeps by calendar and UID.
public struct KnownEvent: Codable, Sendable, Equatable {
    public enum State: String, Codable, Sendable {
        /// Its routine follows it.
        case taken
        /// Its routine was ended here by people: it does not come again.
        case declined
        /// It vanished, and its routine goes on as one of this home's own.
        case kept
        /// It vanished, and somebody ended its routine. If it comes again, it becomes a routine again.
        case ended
    }

    /// As it was taken over last.
    public var event: CalendarEvent
    /// Its routine, of a series that was split the part that goes on.
    public var routine: UUID?
    public var state: State
    /// Since when it is missing, by the readings that were whole.
    public var missingSince: Date?
    /// In how many of those in a row it was missing.
    public var missedReadings: Int

    public init(
        event: CalendarEvent, routine: UUID?, state: State = .taken, missingSince: Date? = nil,
        missedReadings: Int = 0
    ) {
        self.event = event
        self.routine = routine
        self.state = state
        self.missingSince = missingSince
        self.missedReadings = missedReadings
    }

    /// Whether somebody has to decide what becomes of its routine.
    public var isAsked: Bool { state == .taken && missedReadings >= CalendarMerge.mostMissing }
}

/// What is to be done with one event.
public enum CalendarStep: Sendable, Equatable {
    /// A new routine; the caller makes its id. An event that is known as `ended` is taken anew.
    case make(uid: String, CalendarEvent, RoutineContent)
    /// The event is kept as it is now; the routine is written only where its content differs.
    case change(uid: String, CalendarEvent, routine: UUID, RoutineContent)
    /// Its routine was ended here.
    case decline(uid: String)
    /// It was missing for the first time, or once more: noted, and nothing else.
    case miss(uid: String, since: Date)
    /// It was missing for the second time: noted, and somebody is asked.
    case ask(uid: String, since: Date)
    /// It was missing, or had vanished and was kept, and is there again: it is taken, and missing no more.
    case back(uid: String)
    /// Nothing is known of it any more: it is over, or was declined and is gone for long. Its routine stays as it is.
    case forget(uid: String)
}
