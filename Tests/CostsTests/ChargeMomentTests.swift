import Care
import Costs
import Foundation
import Recurrence
import Testing

@Suite("When somebody is reminded of an amount")
struct ChargeMomentTests {
    private let due = CalendarDay(clamping: 20_000)

    private func instant(_ days: Int, _ hour: Int, minute: Int = 0) -> Date {
        Date(timeIntervalSince1970: Double((20_000 + days) * 86_400 + hour * 3600 + minute * 60))
    }

    @Test(
        "The next of each moment is the one after it",
        arguments: [
            (-30, 0, -1, 18, ReminderKind.before), (-1, 17, -1, 18, .before), (-1, 18, 0, 9, .due),
            (0, 8, 0, 9, .due), (0, 9, 1, 9, .missed), (1, 9, 8, 9, .missed), (2, 0, 8, 9, .missed),
            (7, 23, 8, 9, .missed), (8, 8, 8, 9, .missed), (8, 9, 15, 9, .missed), (700, 0, 701, 9, .missed),
            (701, 9, 708, 9, .missed),
        ])
    func next(days: Int, hour: Int, nextDays: Int, nextHour: Int, kind: ReminderKind) {
        let next = ChargeMoment.next(of: due, after: instant(days, hour), zone: .utc)
        #expect(next == ChargeMoment(kind: kind, at: instant(nextDays, nextHour)))
    }

    @Test("Of several that have passed the last one is told, and each moment once, however time passes")
    func last() {
        var told: [ChargeMoment] = []
        var from = instant(-3, 0)
        // Steps of 7 hours and a half do not fall on the moments.
        while from < instant(40, 0) {
            let now = from + 27_000
            if let moment = ChargeMoment.last(of: due, after: from, until: now, zone: .utc) {
                told.append(moment)
            }
            from = now
        }
        var planned: [ChargeMoment] = []
        var next = ChargeMoment.next(of: due, after: instant(-3, 0), zone: .utc)
        while let moment = next, moment.at <= from {
            planned.append(moment)
            next = ChargeMoment.next(of: due, after: moment.at, zone: .utc)
        }
        #expect(told == planned && told.count == 8)
        let late = ChargeMoment.last(of: due, after: instant(-3, 0), until: instant(20, 0), zone: .utc)
        #expect(late == ChargeMoment(kind: .missed, at: instant(15, 9)))
        #expect(ChargeMoment.last(of: due, after: instant(15, 9), until: instant(20, 0), zone: .utc) == nil)
    }
}
