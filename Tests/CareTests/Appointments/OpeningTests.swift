import Care
import Foundation
import Testing

@Suite("When a client may begin what they were given to do") struct OpeningTests {
    private static let start = Date(timeIntervalSince1970: 1_774_699_200)

    private static func appointment(_ standing: AppointmentStanding = AppointmentStanding()) -> Appointment {
        Appointment(
            id: UUID(),
            content: AppointmentContent(provider: "kim", client: "maria", at: start, minutes: 30),
            providerName: "Dr Kim", clientName: "Maria", standing: standing, changedAt: start)
    }

    @Test(
        "On its day, so many days before as the setting says, and never afterwards",
        arguments: [
            (1, 0, Opening.past), (1, 7, .past), (0, 0, .open), (-1, 0, .locked), (-1, 1, .open),
            (-2, 1, .locked), (-7, 7, .open), (-8, 7, .locked),
        ])
    func days(ago: Int, ahead: Int, expected: Opening) {
        #expect(Opening(daysAgo: ago, daysAhead: ahead) == expected)
    }

    @Test("An appointment is near from a quarter of an hour before to an hour after its planned end")
    func near() {
        let one = Self.appointment()
        for (minutes, isNear) in [(-16.0, false), (-15, true), (0, true), (90, true), (91, false)] {
            #expect(one.isNear(at: Self.start.addingTimeInterval(minutes * 60)) == isNear, "\(minutes)")
        }
    }

    @Test("It has begun once somebody is in, and not where it is over") func begun() {
        #expect(!Self.appointment().isBegun)
        #expect(!Self.appointment(AppointmentStanding(provider: .busy)).isBegun)
        #expect(Self.appointment(AppointmentStanding(provider: .in)).isBegun)
        #expect(Self.appointment(AppointmentStanding(isClientIn: true)).isBegun)
        #expect(!Self.appointment(AppointmentStanding(provider: .in, ending: .ended)).isBegun)
    }
}
