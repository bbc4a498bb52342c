public import Care
public import Recurrence

/// In which order the faces are said one by one: who answers by switch chooses the first words more easily than the last.
public enum MoodQuestion {
    /// The faces of a scale: in one week from the best on, in the next from the worst on. Within a week it stays, so that who knows the order
    /// need not listen to all.
    ///
    /// - Parameter day: The client's day; weeks begin on Mondays.
    public static func faces(of scale: MoodScale, on day: CalendarDay) -> [Int] {
        guard let levels = scale.levels else { return [] }
        // 1970-01-01 was a Thursday.
        let week = (Double(day.number + 3) / 7).rounded(.down)
        return week.truncatingRemainder(dividingBy: 2) == 0 ? levels.reversed() : Array(levels)
    }
}
