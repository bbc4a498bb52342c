public import FoundationEssentials

/// The last seven days and the seven before, in the few words in which somebody would tell another: kiosks say it, pages write it above
/// their chart.
public enum MoodSummary: Sendable, Equatable {
    /// What changed from the week before.
    public enum Change: String, Sendable, CaseIterable {
        case better, worse, same
    }

    /// Nothing in either week.
    case nothing
    /// Nothing in the last seven days; what there was mostly in the week before.
    case before(usual: Int)
    /// Nothing in the week before.
    case first(usual: Int)
    /// Both weeks: what there was mostly in the last seven days, and how that is, compared.
    case compared(Change, usual: Int)

    /// In seconds.
    static let week: TimeInterval = 7 * 86_400
    /// From so much of a step on, the means of two weeks differ: less is chance with a few moods a day.
    static let leastDifference = 0.5

    /// - Parameters:
    ///   - moods: In any order; those of other scales, and those that were corrected, count for nothing.
    ///   - now: The end of the last seven days.
    public init(_ moods: [Mood], on measure: MoodMeasure, now: Date) {
        let counted = moods.compactMap { mood in
            measure.number(of: mood).map { (at: mood.countsAt, number: $0) }
        }
        func week(_ back: Double) -> [(at: Date, number: Int)] {
            let end = now.addingTimeInterval(-back * Self.week)
            let begin = end.addingTimeInterval(-Self.week)
            return counted.filter { $0.at > begin && $0.at <= end }
        }
        let (last, before) = (week(0), week(1))
        switch (Self.usual(last), Self.usual(before)) {
        case (nil, nil): self = .nothing
        case (nil, let usual?): self = .before(usual: usual)
        case (let usual?, nil): self = .first(usual: usual)
        case (let usual?, _?):
            let difference = Self.mean(last) - Self.mean(before)
            let isMore = difference >= Self.leastDifference
            guard isMore || difference <= -Self.leastDifference else {
                self = .compared(.same, usual: usual)
                return
            }
            // Of pain, less is better.
            self = .compared(isMore == (measure == .faces) ? .better : .worse, usual: usual)
        }
    }

    /// What was chosen most often; of several, what was chosen last. `nil` for nothing.
    private static func usual(_ moods: [(at: Date, number: Int)]) -> Int? {
        let groups = Dictionary(grouping: moods, by: \.number)
        return groups.max { one, other in
            (one.value.count, one.value.map(\.at).max() ?? .distantPast)
                < (other.value.count, other.value.map(\.at).max() ?? .distantPast)
        }?.key
    }

    private static func mean(_ moods: [(at: Date, number: Int)]) -> Double {
        Double(moods.reduce(0) { $0 + $1.number }) / Double(moods.count)
    }
}
