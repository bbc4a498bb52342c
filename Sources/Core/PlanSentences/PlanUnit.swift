/// A unit of time, as people plan in it.
public enum PlanUnit: String, CaseIterable, Hashable, Sendable {
    case minute, hour, day, week, month, year

    /// In minutes, where that is always the same.
    var minutes: Int? {
        switch self {
        case .minute: 1
        case .hour: 60
        case .day: 1440
        case .week: 10_080
        case .month, .year: nil
        }
    }
}
