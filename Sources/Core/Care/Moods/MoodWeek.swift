public import Recurrence

/// How somebody was on one day: the mean of that day's faces, where a chart of moods has its mark.
public struct DayMood: Codable, Sendable, Equatable {
    public var day: CalendarDay
    /// The number of a face: 1, the worst, to 5, the best.
    public var face: Int

    public init(day: CalendarDay, face: Int) {
        self.day = day
        self.face = face
    }
}

/// The last seven days as somebody tells them: each day on which something was said, and what there was mostly.
public enum MoodWeek {
    /// With today.
    public static let length = 7

    /// The days of a week on which there was something, the oldest first.
    ///
    /// - Parameters:
    ///   - moods: Faces with their days, in any order; other days are left out.
    ///   - today: The week's last day.
    public static func days(_ moods: [(day: CalendarDay, face: Int)], until today: CalendarDay) -> [DayMood] {
        let first = today.adding(days: 1 - length)
        return Dictionary(grouping: moods.filter { first <= $0.day && $0.day <= today }, by: \.day)
            .map { day, moods in
                let mean = Double(moods.reduce(0) { $0 + $1.face }) / Double(moods.count)
                return DayMood(day: day, face: Int(mean.rounded()))
            }.sorted { $0.day < $1.day }
    }

    /// The face of most days; of several, the one that was there last. `nil` for no day.
    public static func usual(_ days: [DayMood]) -> Int? {
        Dictionary(grouping: days, by: \.face).max { one, other in
            (one.value.count, one.value.map(\.day.number).max() ?? 0)
                < (other.value.count, other.value.map(\.day.number).max() ?? 0)
        }?.key
    }
}
