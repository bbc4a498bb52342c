import Care
import Foundation
import Recurrence
import Testing

@Suite("The last seven days, day by day") struct MoodWeekTests {
    private static let today = CalendarDay(clamping: 20_000)

    private static func days(_ moods: [(ago: Int, face: Int)]) -> [DayMood] {
        MoodWeek.days(moods.map { (day: today.adding(days: -$0.ago), face: $0.face) }, until: today)
    }

    @Test("Each day has its mean, and only the last seven count, today with them")
    func days() {
        #expect(Self.days([]) == [])
        #expect(
            Self.days([(0, 5), (0, 2), (6, 4), (7, 1), (-1, 1), (3, 1)]) == [
                DayMood(day: Self.today.adding(days: -6), face: 4),
                DayMood(day: Self.today.adding(days: -3), face: 1),
                DayMood(day: Self.today, face: 4, count: 2),
            ])
    }

    @Test("What was said since weighs as one of all the day's faces, and comes to what the service tells")
    func merged() throws {
        let told = Self.days([(0, 5), (0, 5), (0, 5)])
        #expect(told == [DayMood(day: Self.today, face: 5, count: 3)])
        let all = MoodWeek.merged(told + [DayMood(day: Self.today, face: 1)], until: Self.today)
        #expect(all == Self.days([(0, 5), (0, 5), (0, 5), (0, 1)]) && all.map(\.face) == [4])
        // Of a service of before, and of one that says what cannot be.
        let old = try CareJSON.decoder().decode(
            DayMood.self, from: Data(#"{"day": "\#(Self.today)", "face": 5}"#.utf8))
        #expect(old == DayMood(day: Self.today, face: 5))
        let odd = [Int.max, -1].map { DayMood(day: Self.today, face: 3, count: $0) }
        #expect(MoodWeek.merged(odd, until: Self.today).map(\.face) == [3])
    }

    @Test("What there was mostly is on most days; of several, what was there last")
    func usual() {
        #expect(MoodWeek.usual([]) == nil)
        #expect(MoodWeek.usual(Self.days([(5, 4), (4, 4), (1, 2)])) == 4)
        #expect(MoodWeek.usual(Self.days([(5, 4), (1, 2)])) == 2)
        // Many on one day are one day.
        #expect(MoodWeek.usual(Self.days([(5, 4), (4, 4), (1, 2), (1, 2), (1, 2)])) == 4)
    }

    @Test("On a smaller scale each face is the nearest one there")
    func nearest() {
        #expect((1...5).map { MoodScale.faces5.level(near: $0) } == [1, 2, 3, 4, 5])
        #expect((1...5).map { MoodScale.faces3.level(near: $0) } == [1, 2, 2, 3, 3])
        #expect((1...5).map { MoodScale.faces2.level(near: $0) } == [1, 1, 2, 2, 2])
    }
}
