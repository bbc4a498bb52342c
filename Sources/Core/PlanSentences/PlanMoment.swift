/// What a home does at a time of its own: "before school", "after dinner".
public enum PlanEvent: String, CaseIterable, Hashable, Sendable {
    case school, work, breakfast, lunch, dinner, bed
}

/// A time of day that is said by what happens then.
public struct PlanMoment: Hashable, Sendable {
    public enum Place: String, Hashable, Sendable {
        case before, at, after
    }

    public var event: PlanEvent
    public var place: Place

    public init(event: PlanEvent, place: Place) { (self.event, self.place) = (event, place) }

    /// When that is in a home.
    ///
    /// - Parameter known: When the event begins there, and how long it takes, in minutes. Without it: a usual time.
    func time(_ known: PlanEventTime?) -> PlanTime {
        let start = known?.start ?? event.usualTime
        let shift =
            switch place {
            case .before: -Self.earlier
            case .at: 0
            case .after: known?.minutes ?? Self.earlier
            }
        return PlanTime(minuteOfDay: ((start.minuteOfDay + shift) % 1440 + 1440) % 1440)
    }

    /// As long before something is "before" it, and after its beginning where nobody knows how long it takes. In minutes.
    static let earlier = 30
}

/// When something happens in a home each day.
public struct PlanEventTime: Hashable, Sendable {
    public var start: PlanTime
    /// How long it takes, 1 to 1440; `nil` where nobody knows.
    public var minutes: Int?

    public init(start: PlanTime, minutes: Int? = nil) { (self.start, self.minutes) = (start, minutes) }
}

extension PlanEvent {
    /// Those of meals are the times that `docs/routines.md` has for three times a day.
    var usualTime: PlanTime {
        switch self {
        case .school, .work, .breakfast: PlanTime(hour: 8)
        case .lunch: PlanTime(hour: 12)
        case .dinner: PlanTime(hour: 18)
        case .bed: PlanTime(hour: 21)
        }
    }
}
