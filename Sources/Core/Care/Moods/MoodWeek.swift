public import Recurrence

/// How somebody was on one day: the mean of that day's faces, where a chart of moods has its mark.
public struct DayMood: Codable, Sendable, Equatable {
    public var day: CalendarDay
    /// The number of a face: 1, the worst, to 5, the best.
    public var face: Int
    /// Of how many faces it is the mean, from 1; a service of before does not say it.
    public var count: Int

    public init(day: CalendarDay, face: Int, count: Int = 1) {
        self.day = day
        self.face = face
        self.count = count
    }

    enum CodingKeys: String, CodingKey {
        case day, face, count
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            day: try values.decode(CalendarDay.self, forKey: .day),
            face: try values.decode(Int.self, forKey: .face),
            count: try values.decodeIfPresent(Int.self, forKey: .count) ?? 1)
    }
}

/// The last seven days as somebody tells them: each day on which something was said, and what there was mostly.
public enum MoodWeek {
    /// With today.
    public static let length = 7
    /// A mean weighs no more faces than so many.
    private static let mostOfDay = 1000

    /// The days of a week on which there was something, the oldest first.
    ///
    /// - Parameters:
    ///   - moods: Faces with their days, in any order; other days are left out.
    ///   - today: The week's last day.
    public static func days(_ moods: [(day: CalendarDay, face: Int)], until today: CalendarDay) -> [DayMood] {
        merged(moods.map { DayMood(day: $0.day, face: $0.face) }, until: today)
    }

    /// The same, where what there was on a day is told as its means: each weighs as many faces as it is of.
    public static func merged(_ moods: [DayMood], until today: CalendarDay) -> [DayMood] {
        let first = today.adding(days: 1 - length)
        return Dictionary(grouping: moods.filter { first <= $0.day && $0.day <= today }, by: \.day)
            .map { day, moods in
                let weights = moods.map { min(max($0.count, 1), mostOfDay) }
                let count = weights.reduce(0, +)
                let sum = zip(moods, weights).reduce(0.0) { $0 + Double($1.0.face) * Double($1.1) }
                return DayMood(day: day, face: Int((sum / Double(count)).rounded()), count: count)
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
