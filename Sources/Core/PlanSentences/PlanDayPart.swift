/// A part of the day. Beside a time it only says which half of the day is meant; alone it stands for its usual time.
public enum PlanDayPart: String, CaseIterable, Hashable, Sendable {
    case morning, forenoon, noon, afternoon, evening, night

    /// When something is due of which no more is said. Those of the day are the times that `docs/routines.md` has for three times a day.
    public var usualTime: PlanTime {
        switch self {
        case .morning: PlanTime(hour: 8)
        case .forenoon: PlanTime(hour: 10)
        case .noon: PlanTime(hour: 12)
        case .afternoon: PlanTime(hour: 15)
        case .evening: PlanTime(hour: 18)
        case .night: PlanTime(hour: 22)
        }
    }

    /// Hours that belong to it; "3 at night" is 3:00, "11 at night" 23:00.
    func contains(hour: Int) -> Bool {
        switch self {
        case .morning, .forenoon: (1...11).contains(hour)
        case .noon: (11...14).contains(hour)
        case .afternoon: (12...18).contains(hour)
        case .evening: hour == 0 || (16...23).contains(hour)
        case .night: hour <= 5 || hour >= 18
        }
    }
}
