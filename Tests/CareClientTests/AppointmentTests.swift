import Care
import CareStore
import Foundation
import Recurrence
import Synchronization
import Testing

@testable import CareClient

@Suite("A kiosk knows its client's sessions, however long it stays connected", .timeLimit(.minutes(30)))
struct AppointmentTests {
    private static let day = 86_400.0
    /// Noon of a day.
    private static let noon = Date(timeIntervalSince1970: 20_000 * day + day / 2)
    private static let connected = CareClientEvent.connected(openRequests: [], openFaults: [], sequence: 1)

    private static func appointment(_ id: UUID = UUID(), days: Double) -> Appointment {
        Appointment(
            id: id,
            content: AppointmentContent(
                provider: "kim", client: "maria", at: noon.addingTimeInterval(days * day), minutes: 30),
            providerName: "Dr Kim", clientName: "Maria", changedAt: noon)
    }

    /// What a service in a home with UTC says so many days after `noon`, which names these of the next week.
    private static func agenda(_ days: Double, _ given: [Appointment] = []) -> CareClientEvent {
        let now = noon.addingTimeInterval(days * day)
        let today = Int((now.timeIntervalSince1970 / day).rounded(.down))
        return .agenda(
            Agenda(
                day: CalendarDay(clamping: today), zone: "UTC", assignments: given.map(exercise), sequence: 1,
                now: now))
    }

    private static func exercise(for appointment: Appointment) -> RoutineOccurrence {
        let at = appointment.content.at
        let local = WallTime(clamping: Int64(at.timeIntervalSince1970))
        return RoutineOccurrence(
            routine: UUID(), key: OccurrenceKey(local, zone: "UTC"), title: "Breathing", client: "maria",
            clientName: "Maria", priority: .normal, at: at, local: local,
            missedAt: at.addingTimeInterval(day), state: .upcoming,
            assignment: Assignment(person: "maria", name: "Maria", reason: "always"), isClientsOwn: true,
            exercise: "calm", appointment: appointment.id)
    }

    // MARK: - When

    @Test("In sixty days without another connection they are read each day, once, and each in time")
    func sixtyDays() {
        let planned = (0..<60).map { Self.appointment(days: Double($0) + 0.2) }
        var appointments = KnownAppointments()
        var (wall, known, readings) = (Self.noon, [Appointment](), 0)
        func read() {
            let time = appointments.begin(at: wall)
            known = planned.filter { time.contains($0.content.at) }
            readings += 1
            #expect(appointments.handle(.appointments(known), at: wall) == false)
        }
        #expect(appointments.handle(Self.connected, at: wall) == false)
        read()
        for hour in 0..<60 * 24 {
            let days = Double(hour) / 24
            wall = Self.noon.addingTimeInterval(days * Self.day)
            let next = DateInterval(start: wall, duration: 7 * Self.day)
            let week = planned.filter { next.contains($0.content.at) }
            if appointments.handle(Self.agenda(days, week), at: wall) { read() }
            #expect(Set(week.map(\.id)).isSubset(of: known.map(\.id)))
        }
        // The first, and one for each midnight.
        #expect(readings == 61)
    }

    @Test("An agenda that names an unknown one has them read, and not a second time for nothing on that day")
    func unknown() {
        var appointments = KnownAppointments()
        let (first, second) = (Self.appointment(days: 2), Self.appointment(days: 3))
        _ = appointments.handle(Self.connected, at: Self.noon)
        // While they are read, the end of that decides.
        _ = appointments.begin(at: Self.noon)
        #expect(appointments.handle(Self.agenda(0, [first]), at: Self.noon) == false)
        #expect(appointments.handle(.appointments([]), at: Self.noon) == true)
        _ = appointments.begin(at: Self.noon)
        #expect(appointments.handle(.appointments([]), at: Self.noon) == false)
        #expect(appointments.handle(Self.agenda(0, [first]), at: Self.noon) == false)
        #expect(appointments.handle(Self.agenda(0, [first, second]), at: Self.noon) == true)
        _ = appointments.begin(at: Self.noon)
        #expect(appointments.handle(.appointments([second]), at: Self.noon) == false)
        #expect(appointments.handle(Self.agenda(0.1, [first, second]), at: Self.noon) == false)
        let tomorrow = Self.noon.addingTimeInterval(Self.day)
        #expect(appointments.handle(Self.agenda(1, [first, second]), at: tomorrow) == true)
    }

    @Test("What the journal has told is known, and what is long past is not looked for")
    func told() {
        var appointments = KnownAppointments()
        let (planned, past) = (Self.appointment(days: 2), Self.appointment(days: -5))
        _ = appointments.handle(Self.connected, at: Self.noon)
        _ = appointments.begin(at: Self.noon)
        #expect(appointments.handle(.appointments([]), at: Self.noon) == false)
        let line = AppointmentLine(id: UUID(), kind: .planned, side: .provider, at: Self.noon)
        let news = JournalEvent(
            sequence: 2, at: Self.noon,
            content: .appointmentChanged(AppointmentNews(appointment: planned, line: line)))
        #expect(appointments.handle(.journal(news), at: Self.noon) == false)
        #expect(appointments.handle(Self.agenda(0, [planned, past]), at: Self.noon) == false)
    }

    @Test("A machine whose clock is wrong reads them around the home's day as soon as that is known")
    func wrongClock() {
        var appointments = KnownAppointments()
        let wrong = Date(timeIntervalSince1970: 0)
        _ = appointments.handle(Self.connected, at: wrong)
        let first = appointments.begin(at: wrong)
        #expect(appointments.handle(Self.agenda(0), at: wrong) == true)
        let second = appointments.begin(at: wrong)
        #expect(!first.contains(Self.noon) && second.contains(Self.noon))
        #expect(appointments.handle(.appointments([]), at: wrong) == false)
        #expect(appointments.handle(Self.agenda(0.1), at: wrong.addingTimeInterval(8640)) == false)
    }

    @Test("A line that the client can hear has the agenda read anew, and no other")
    func lines() {
        for kind in AppointmentLine.Kind.allCases {
            for side in AppointmentSide.allCases {
                let line = AppointmentLine(id: UUID(), kind: kind, side: side, text: "x", at: Self.noon)
                let news = AppointmentNews(appointment: Self.appointment(days: 0), line: line)
                let event = JournalEvent(sequence: 2, at: Self.noon, content: .appointmentChanged(news))
                #expect(event.concernsAgenda == line.isToHear, "\(kind) of \(side)")
            }
        }
    }

    // MARK: - With those who read

    @Test("The reader reads anew for a new day, and for one that the agenda names and nobody has told")
    func reader() async throws {
        let now = Mutex(Self.noon)
        let stored = Mutex<[Appointment]>([])
        let (events, continuation) = AsyncStream<CareClientEvent>.makeStream()
        let watch = AppointmentWatch(clock: { now.withLock { $0 } })
        let emit: @Sendable (CareClientEvent) -> Void = { event in
            continuation.yield(event)
            watch.note(event)
        }
        let reader = watch.reader(
            logger: quiet,
            read: { _, time throws(ServiceConnection.Failure) in
                stored.withLock { $0.filter { time.contains($0.content.at) } }
            }, emit: emit)
        let run = Task { await reader.run() }
        defer { run.cancel() }
        var told = events.makeAsyncIterator()
        func read() async -> [Appointment]? {
            while let event = await told.next() { if case .appointments(let all) = event { return all } }
            return nil
        }
        watch.note(Self.connected)
        reader.connected(client: "maria")
        #expect(await read() == [])
        emit(Self.agenda(0))
        let (next, later) = (Self.appointment(days: 2), Self.appointment(days: 9.5))
        stored.withLock { $0 = [next, later] }
        emit(Self.agenda(0.1, [next]))
        #expect(await read() == [next])
        // The same again is no news; a day later the other one has come near.
        emit(Self.agenda(0.2, [next]))
        now.withLock { $0 += Self.day }
        emit(Self.agenda(1, [next]))
        #expect(await read() == [next, later])
    }

    @Test("A session planned long ahead is read from the service once it is near, by whoever stays connected")
    func staysConnected() async throws {
        let (home, clock) = (try Home(), HandClock())
        let planned = NewAppointment(
            id: UUID(),
            content: AppointmentContent(
                provider: "kim", client: "maria", at: clock.wall.addingTimeInterval(12.5 * Self.day),
                minutes: 30))
        try await Self.plan(planned, in: home, at: clock.wall)
        try await home.serve(clock: clock) { port in
            try await home.client(port: port, clock: clock) { (kiosk: inout ClientLog) async throws in
                var known = [try await kiosk.untilAppointments().contains(planned.id)]
                _ = try await kiosk.untilAgenda { _ in true }
                for _ in 1...5 {
                    clock.pass(.seconds(86_400))
                    known.append(try await kiosk.untilAppointments().contains(planned.id))
                }
                #expect(known == [false, false, false, false, true, true])
                #expect(kiosk.told.count { if case .connected = $0 { true } else { false } } == 1)
            }
        }
    }

    /// Puts it into the store while no service runs.
    private static func plan(_ new: NewAppointment, in home: Home, at now: Date) async throws {
        let store = try CareStore(path: home.path("care.sqlite"))
        for person in [
            Person(id: "maria", name: "Maria", role: .client),
            Person(id: "kim", name: "Dr Kim", role: .provider, clients: ["maria"]),
            Person(id: "carl", name: "Carl", role: .coordinator),
        ] { _ = try await store.setPerson(person, at: now) }
        let coordinator = AppointmentActor(reader: .coordinator, name: "Carl", id: "carl")
        _ = try await store.addAppointment(new, by: coordinator, receivedAt: now)
    }
}
