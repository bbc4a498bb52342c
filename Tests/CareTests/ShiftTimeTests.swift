import Care
import FoundationEssentials
import Recurrence
import Testing

/// When a shift began, as people write it.
@Suite struct ShiftTimeTests {
    /// An hour east of Greenwich: it is 10:00 there.
    private let zone = ZoneRules(id: "Test/East", fixedOffset: 3600)
    private var now: Date { zone.instant(of: WallTime("2026-11-21T10:00:00") ?? .first) }

    @Test(
        "It is the latest moment that is meant",
        arguments: [
            ("8h", "2026-11-21T02:00:00"), ("90min", "2026-11-21T08:30:00"), ("2 d", "2026-11-19T10:00:00"),
            ("6:00", "2026-11-21T06:00:00"), ("22:00", "2026-11-20T22:00:00"),
            ("10:00", "2026-11-21T10:00:00"),
            ("2026-11-21T06:00", "2026-11-21T06:00:00"), ("2026-11-21T06:00:00Z", "2026-11-21T07:00:00"),
        ])
    func itIsTheLatestMomentThatIsMeant(text: String, local: String) throws {
        let moment = try #require(ShiftTime.moment(text, before: now, in: zone))
        #expect(zone.local(of: moment).description == local)
    }

    @Test(
        "What says nothing is refused",
        arguments: [
            "", "8", "h", "8 weeks", "25:00", "6:0", "yesterday", "99999999999999999999h", "1900-01-01T00:00",
        ])
    func whatSaysNothingIsRefused(text: String) {
        #expect(ShiftTime.moment(text, before: now, in: zone) == nil)
    }

    @Test(
        "A time of day is the latest before the end of the shift",
        arguments: [
            ("22:00", "6:00", "2026-11-20T22:00:00", "2026-11-21T06:00:00"),
            ("6:00", "22:00", "2026-11-20T06:00:00", "2026-11-20T22:00:00"),
            ("8:00", "8:00", "2026-11-20T08:00:00", "2026-11-21T08:00:00"),
            ("12h", nil, "2026-11-20T22:00:00", "2026-11-21T10:00:00"),
            ("4h", "9:30", "2026-11-21T06:00:00", "2026-11-21T09:30:00"),
        ])
    func aTimeOfDayIsTheLatestBeforeThe(
        since: String, until: String?, begin: String, end: String
    ) throws {
        let shift = try ShiftTime.shift(since: since, until: until, now: now, in: zone)
        #expect(zone.local(of: shift.lowerBound).description == begin)
        #expect(zone.local(of: shift.upperBound).description == end)
    }

    @Test(
        "An invalid shift is refused with the name of the wrong field",
        arguments: [("soon", nil, "since"), ("8h", "later", "until"), ("1h", "2h", "since")])
    func whatIsNoShiftIsRefusedByTheName(
        since: String, until: String?, field: String
    ) {
        #expect {
            try ShiftTime.shift(since: since, until: until, now: now, in: zone)
        } throws: { ($0 as? FieldProblem)?.field == field }
    }
}
