import Care
import FoundationEssentials
import Kiosk
import Recurrence

/// What the client was given to do, and the appointment that belongs to it.
extension RandomKiosk {
    private static let appointment = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 3, 1))

    /// Of the day before, of today, and of the days after.
    mutating func assignments() -> [RoutineOccurrence] {
        (0..<world.roll(4)).map { number in
            var one = randomOccurrence(20 + number, own: true)
            let days = number - 1
            one.at += Double(days) * 86_400
            one.missedAt = one.at.addingTimeInterval(86_400)
            one.local = WallTime(clamping: Int64(one.at.timeIntervalSince1970))
            one.key = OccurrenceKey(one.local, zone: "UTC")
            one.assignment = Assignment(person: "maria", name: "Maria", reason: "always")
            one.exercise = world.one(of: ["calm", "five", "five", "unknown"])
            one.appointment = world.happens(0.7) ? Self.appointment : nil
            if days < 0, world.happens(0.7) {
                one.state = .done
                one.mood = LoggedMood(
                    id: world.id(), scale: .faces5,
                    value: world.one(of: [.level(2), .unknown, .notNow]))
            }
            return one
        }
    }

    private mutating func appointmentNow() -> Appointment {
        Appointment(
            id: Self.appointment,
            content: AppointmentContent(
                provider: "kim", client: world.happens(0.95) ? "maria" : "otto", at: world.wall, minutes: 50),
            providerName: "Dr Kim", clientName: "Maria",
            standing: AppointmentStanding(
                provider: world.one(of: [.in, .in, .out, .busy, .away]), isClientIn: world.happens(0.6),
                ending: world.one(of: [nil, nil, nil, nil, .ended, .cancelled]),
                clientSince: world.happens(0.5) ? world.wall.addingTimeInterval(-300) : nil),
            changedAt: world.wall, sequence: sequence)
    }

    /// Something happens to it, or all of them are read anew.
    mutating func appointmentNews() {
        if world.happens(0.3) {
            send(.care(.appointments([appointmentNow()])))
            return
        }
        sequence += 1
        let kind = world.one(of: [
            AppointmentLine.Kind.said, .said, .providerCame, .providerLeft, .clientLeft, .note, .ended,
        ])
        let line = AppointmentLine(
            id: world.id(), kind: kind, side: .provider, text: kind == .said ? "Hello." : nil,
            at: world.wall)
        send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: sequence, at: world.wall,
                        content: .appointmentChanged(
                            AppointmentNews(appointment: appointmentNow(), line: line))))))
    }
}
