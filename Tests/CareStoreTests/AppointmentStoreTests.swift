import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("Appointments in the store")
struct AppointmentStoreTests {
    private typealias Home = AppointmentHome
    private let home: AppointmentHome

    init() async throws { home = try await AppointmentHome() }

    @Test(
        "A full appointment can still be left and ended, and a coordinator be asked for and say that they have seen it"
    )
    func full() async throws {
        let appointment = try await home.plan(by: Home.cleos)
        let queue = try DatabaseQueue(path: home.home.home.path)
        try await home.add(.clientCame, to: appointment, by: Home.kiosk)
        try await home.add(.providerCame, to: appointment, by: Home.kims)
        try await home.add(.answered, to: appointment, by: Home.kiosk, answer: .yes)
        try await queue.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 4999)
                    INSERT INTO appointment_line (id, appointment, kind, content)
                    SELECT printf('%036d', n), line.appointment, line.kind, line.content
                    FROM counted, appointment_line AS line WHERE line.kind = 'answered'
                    """)
        }
        await #expect(throws: CareStoreError.self) {
            try await home.add(.answered, to: appointment, by: Home.kiosk, answer: .no)
        }
        let wish = UUID()
        try await home.add(.coordinatorPlease, to: appointment, by: Home.kiosk, id: wish)
        try await home.add(.coordinatorSaw, to: appointment, by: Home.cleos, about: wish)
        try await home.add(.clientLeft, to: appointment, by: Home.kiosk)
        let ended = try await home.add(.ended, to: appointment, by: Home.kims)
        #expect(ended.state == .ended)
    }

    @Test("From the plan over the wait room to the end, each step once and with the service's time")
    func story() async throws {
        let new = NewAppointment(id: UUID(), content: Home.content())
        let made = try await home.store.addAppointment(new, by: Home.kims, receivedAt: noon)
        #expect(made.isNew && made.0.state == .planned && made.0.providerName == "Dr Kim")
        let again = try await home.store.addAppointment(new, by: Home.kims, receivedAt: noon)
        #expect(!again.isNew && again.0.sequence == made.0.sequence)
        var other = new
        other.content.minutes = 10
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: nil)) {
            try await home.store.addAppointment(other, by: Home.kims, receivedAt: noon)
        }
        let appointment = made.0
        #expect(try await home.add(.clientCame, to: appointment, by: Home.kiosk).state == .clientWaits)
        #expect(try await home.add(.providerBusy, to: appointment, by: Home.kims).standing.provider == .busy)
        home.home.clock = noon.addingTimeInterval(300)
        let both = try await home.add(.providerCame, to: appointment, by: Home.kims)
        #expect(both.state == .bothIn && both.standing.clientSince == noon)
        #expect(both.standing.providerSince == home.home.clock)
        try await home.add(.said, to: appointment, by: Home.kims, text: "Shall we begin?")
        try await home.add(.answered, to: appointment, by: Home.kiosk, answer: .yes)
        let ended = try await home.add(.ended, to: appointment, by: Home.kims)
        #expect(ended.state == .ended && !ended.standing.isClientIn)
        // Whoever leaves after the end has left.
        #expect(try await home.add(.clientLeft, to: appointment, by: Home.kiosk).state == .ended)
        let read = try await home.store.appointment(appointment.id, seenBy: .client("maria"))
        #expect(
            read.lines.map(\.kind) == [
                .planned, .clientCame, .providerBusy, .providerCame, .said, .answered, .ended, .clientLeft,
            ])
        #expect(read.lines.map(\.by) == ["Dr Kim", nil, "Dr Kim", "Dr Kim", "Dr Kim", nil, "Dr Kim", nil])
        let told = try await home.news()
        #expect(told.map(\.line) == read.lines)
        #expect(told.allSatisfy { $0.appointment.lines.isEmpty })
    }

    @Test("What does not fit to how it stands is refused, and leaves nothing behind")
    func refused() async throws {
        let appointment = try await home.plan()
        let count = try await home.news().count
        func refused(
            _ kind: AppointmentLine.Kind, by actor: AppointmentActor, text: String? = nil,
            answer: AppointmentLine.Answer? = nil
        ) async -> CareStoreError? {
            do {
                try await home.add(kind, to: appointment, by: actor, text: text, answer: answer)
                return nil
            } catch { return error as? CareStoreError }
        }
        func isConflict(_ error: CareStoreError?) -> Bool {
            if case .conflict(field: "kind", _) = error { true } else { false }
        }
        #expect(isConflict(await refused(.said, by: Home.kims, text: "Hello?")))
        #expect(isConflict(await refused(.answered, by: Home.kiosk, answer: .no)))
        // Whom a kind is not for.
        for (kind, actor) in [
            (AppointmentLine.Kind.providerCame, Home.kiosk), (.clientCame, Home.kims), (.ended, Home.kiosk),
            (.keptNote, Home.cleos), (.planned, Home.kims), (.clientCame, Home.cleos),
        ] {
            let error = await refused(kind, by: actor, text: kind == .keptNote ? "x" : nil)
            guard case .notAllowed = error else {
                Issue.record("\(kind): \(error.debugDescription)")
                continue
            }
        }
        #expect(try await home.news().count == count)
        try await home.add(.clientCame, to: appointment, by: Home.kiosk)
        try await home.add(.providerCame, to: appointment, by: Home.kims)
        #expect(isConflict(await refused(.cancelled, by: Home.cleos)))
        try await home.add(.ended, to: appointment, by: Home.cleos)
        #expect(isConflict(await refused(.clientCame, by: Home.kiosk)))
        #expect(isConflict(await refused(.cancelled, by: Home.cleos)))
        // Once more the same end changes nothing.
        #expect(await refused(.ended, by: Home.kims) == nil)
    }

    @Test(
        "Two kiosks at the same instant say that the client has come: it is so once, and each is known by its id"
    )
    func twoKiosks() async throws {
        let appointment = try await home.plan()
        let store = home.store
        let ids = (0..<8).map { _ in UUID() }
        // Each twice: the answer of the first may have been lost.
        try await withThrowingTaskGroup(of: AppointmentState.self) { tasks in
            for id in ids + ids {
                tasks.addTask {
                    try await store.addAppointmentLine(
                        appointment.id, NewAppointmentLine(id: id, kind: .clientCame), by: Home.kiosk,
                        receivedAt: noon
                    ).0.state
                }
            }
            for try await state in tasks { #expect(state == .clientWaits) }
        }
        let read = try await store.appointment(appointment.id, seenBy: .coordinator)
        #expect(Set(read.lines.dropFirst().map(\.id)) == Set(ids) && read.lines.count == ids.count + 1)
        #expect(read.standing.clientSince == noon)
        // Sent once more after they have left, it does not bring them back.
        try await home.add(.clientLeft, to: appointment, by: Home.kiosk)
        #expect(
            try await home.add(.clientCame, to: appointment, by: Home.kiosk, id: ids[0]).state == .planned)
        // Under another's id nothing is written.
        await #expect(throws: CareStoreError.sameIDOtherContent(ids[0], current: nil)) {
            try await home.add(.clientLeft, to: appointment, by: Home.kiosk, id: ids[0])
        }
    }

    @Test("What is not theirs is not there, whatever they ask")
    func foreign() async throws {
        let his = try await home.plan(Home.content(of: "otto"))
        let kims = try await home.plan()
        for (appointment, actor) in [(his, Home.lees), (kims, Home.lees), (his, Home.kiosk)] {
            let missing = CareStoreError.notFound("appointment \(appointment.id)")
            await #expect(throws: missing) {
                try await home.store.appointment(appointment.id, seenBy: actor.reader)
            }
            await #expect(throws: missing) {
                try await home.add(.talkingPoint, to: appointment, by: actor, text: "x")
            }
            await #expect(throws: missing) {
                try await home.store.cancelAppointment(appointment.id, by: actor, receivedAt: noon)
            }
            await #expect(throws: missing) {
                try await home.store.changeAppointment(
                    appointment.id, AppointmentChange(content: Home.content(), replaces: 0), by: actor,
                    receivedAt: noon)
            }
        }
        func found(_ reader: AppointmentReader, _ search: AppointmentSearch = .init()) async throws -> [UUID]
        {
            try await home.store.appointments(search, seenBy: reader).appointments.map(\.id)
        }
        #expect(try await found(.coordinator).count == 2)
        #expect(try await found(.caregiver).count == 2)
        #expect(try await found(Home.kims.reader).count == 2)
        #expect(try await found(Home.lees.reader).isEmpty)
        #expect(try await found(.client("maria")) == [kims.id])
        #expect(try await found(.client("maria"), .init(client: "otto")).isEmpty)
        // Whom Kim no longer comes to see.
        #expect(try await found(.provider("kim", of: .only(["otto"]))) == [his.id])
    }

    @Test("Found alone are those whose client waits for the provider, and by whom one reads")
    func waiting() async throws {
        func found(_ reader: AppointmentReader = .coordinator) async throws -> [UUID] {
            try await home.store.appointments(.init(isOnlyWaiting: true), seenBy: reader).appointments.map(
                \.id)
        }
        let (kims, lees) = (
            try await home.plan(Home.content(in: 2)), try await home.plan(Home.content(with: "lee", in: 1))
        )
        #expect(try await found().isEmpty)
        try await home.add(.clientCame, to: kims, by: Home.kiosk)
        #expect(try await found() == [kims.id])
        try await home.add(.clientCame, to: lees, by: Home.kiosk)
        #expect(try await found() == [lees.id, kims.id])
        #expect(try await found(Home.kims.reader) == [kims.id])
        #expect(try await found(Home.lees.reader) == [lees.id])
        #expect(try await found(.provider("kim", of: .only(["otto"]))).isEmpty)
        // Whoever is busy or away has not come yet.
        for (kind, waits) in [
            (.providerBusy, true), (.providerAway, true), (.providerCame, false), (.providerLeft, true),
        ] as [(AppointmentLine.Kind, Bool)] {
            try await home.add(kind, to: kims, by: Home.kims)
            #expect(try await found(Home.kims.reader) == (waits ? [kims.id] : []), "\(kind)")
        }
        try await home.add(.clientLeft, to: kims, by: Home.kiosk)
        #expect(try await found(Home.kims.reader).isEmpty)
        try await home.add(.ended, to: lees, by: Home.lees)
        #expect(try await found().isEmpty)
        // One that cannot be read any more hides no other.
        try await home.add(.clientCame, to: kims, by: Home.kiosk)
        let unreadable = try await home.plan(Home.content(in: 3))
        try await DatabaseQueue(path: home.home.home.path).write { db in
            try db.execute(
                sql: "UPDATE appointment SET standing = '{' WHERE id = '\(unreadable.id.uuidString)'")
        }
        #expect(try await found() == [kims.id])
    }

    @Test("They are found by client, provider, time, state and words, page by page")
    func search() async throws {
        var all: [UUID] = []
        for hour in [3.0, 1, 2] { all.append(try await home.plan(Home.content(in: hour)).id) }
        let lees = try await home.plan(Home.content(with: "lee", in: 4))
        try await home.add(.note, to: lees, by: Home.lees, text: "Asks for tea")
        func found(_ search: AppointmentSearch) async throws -> [UUID] {
            try await home.store.appointments(search, seenBy: .coordinator).appointments.map(\.id)
        }
        let byTime = [all[1], all[2], all[0], lees.id]
        #expect(try await found(.init()) == byTime)
        #expect(try await found(.init(provider: "lee")) == [lees.id])
        let later = noon.addingTimeInterval(2 * 3600)
        #expect(try await found(.init(from: later, to: later.addingTimeInterval(1))) == [all[2]])
        #expect(try await found(.init(text: "breath")) == byTime)
        #expect(try await found(.init(text: "dr lee")) == [lees.id])
        // What is written about one is not searched.
        #expect(try await found(.init(text: "tea")).isEmpty)
        _ = try await home.store.cancelAppointment(all[0], by: Home.cleos, receivedAt: noon)
        #expect(try await found(.init(isOnlyOpen: true)) == [all[1], all[2], lees.id])
        var (paged, after): ([UUID], Int64?) = ([], nil)
        repeat {
            let page = try await home.store.appointments(
                .init(after: after, limit: 1), seenBy: .coordinator)
            paged += page.appointments.map(\.id)
            after = page.next
        } while after != nil
        #expect(paged == byTime)
    }

    @Test("It is changed by whoever has read it last, until it is over, and never becomes another's")
    func change() async throws {
        let made = try await home.plan()
        var content = made.content
        content.at.addTimeInterval(3600)
        func change(_ content: AppointmentContent, replaces: Int64) async throws -> (Appointment, isNew: Bool)
        {
            try await home.store.changeAppointment(
                made.id, AppointmentChange(content: content, replaces: replaces), by: Home.kims,
                receivedAt: noon)
        }
        let moved = try await change(content, replaces: made.sequence)
        #expect(moved.isNew && moved.0.content == content)
        #expect(try await !change(content, replaces: 0).isNew)
        content.minutes = 10
        await #expect(throws: CareStoreError.self) { try await change(content, replaces: made.sequence) }
        var others = content
        others.client = "otto"
        await #expect(
            throws: CareStoreError.invalid(
                field: "content.client", "who meets whom does not change: cancel this one, and make another")
        ) { try await change(others, replaces: moved.0.sequence) }
        #expect(try await home.store.cancelAppointment(made.id, by: Home.kims, receivedAt: noon).isNew)
        #expect(try await !home.store.cancelAppointment(made.id, by: Home.kims, receivedAt: noon).isNew)
        let last = try await home.store.appointment(made.id, seenBy: .coordinator)
        #expect(last.standing.ending == .cancelled && last.lines.count == 3)
        await #expect(throws: CareStoreError.self) { try await change(content, replaces: last.sequence) }
    }

    @Test("Only a provider and a client of the home meet")
    func people() async throws {
        for (content, field) in [
            (Home.content(of: "anna"), "content.client"), (Home.content(of: "nobody"), "content.client"),
            (Home.content(with: "anna"), "content.provider"), (Home.content(with: "x"), "content.provider"),
        ] {
            let error = await #expect(throws: CareStoreError.self) { try await home.plan(content) }
            guard case .invalid(let named, _) = error else {
                Issue.record("\(error.debugDescription)")
                continue
            }
            #expect(named == field)
        }
    }

    @Test("Whatever one side writes, it takes no room from the other, pushes out no note, and hides no wish")
    func roomOfBoth() async throws {
        let (appointment, others) = (
            try await home.plan(), try await home.plan(Home.content(of: "otto", in: 48))
        )
        try await home.add(.note, to: appointment, by: Home.kims, text: "Breathe slowly.")
        for _ in 0..<AppointmentKeeper.mostWishesOfOne {
            try await home.add(.coordinatorPlease, to: appointment, by: Home.kims, text: "Please.")
        }
        let full = "this appointment is full: it holds \(AppointmentKeeper.mostWishesOfOne) of such lines"
        await #expect(throws: CareStoreError.invalid(field: "body", full)) {
            try await home.add(.coordinatorPlease, to: appointment, by: Home.kims, text: "Please.")
        }
        let (marias, ottos) = (UUID(), UUID())
        try await home.add(
            .coordinatorPlease, to: appointment, by: Home.kiosk, text: "I need you.", id: marias)
        try await home.add(
            .coordinatorPlease, to: others, by: AppointmentActor(reader: .client("otto")), text: "Me too.",
            id: ottos)
        let waiting = try await home.store.appointmentWishes().wishes.map(\.line.id)
        #expect(waiting.count == AppointmentKeeper.mostWishesOfOne + 2)
        #expect(Array(waiting[1...2]) == [marias, ottos], "each side's first one comes first")
        try await home.add(.providerCame, to: appointment, by: Home.kims)
        try await home.add(.clientCame, to: appointment, by: Home.kiosk)
        for _ in 0...AppointmentLines.most {
            try await home.add(.answered, to: appointment, by: Home.kiosk, answer: .yes)
        }
        let read = try await home.store.appointment(appointment.id, seenBy: Home.kims.reader).lines
        #expect(read.count { $0.kind == .answered } == AppointmentLines.most)
        #expect(read.contains { $0.text == "Breathe slowly." })
    }

    @Test("What is asked of a coordinator waits until one has seen to it, once")
    func wishes() async throws {
        let appointment = try await home.plan()
        let wish = UUID()
        let before = try await home.store.appointment(appointment.id, seenBy: Home.kims.reader)
        home.home.clock = noon.addingTimeInterval(60)
        try await home.add(
            .coordinatorPlease, to: appointment, by: Home.kiosk, text: "Please come.", id: wish)
        // The other side cannot even tell that something was written.
        let after = try await home.store.appointment(appointment.id, seenBy: Home.kims.reader)
        #expect(after == before)
        try await home.add(.tooHard, to: appointment, by: Home.kiosk)
        func waiting() async throws -> [UUID] {
            try await home.store.appointmentWishes().wishes.map(\.line.id)
        }
        #expect(try await waiting() == [wish])
        let handover = try await home.store.handover(
            since: "8h", until: nil, withWishes: true, now: home.home.clock)
        #expect(handover.wishes.map(\.line.id) == [wish])
        let others = try await home.store.handover(since: "8h", until: nil, now: home.home.clock)
        #expect(others.wishes.isEmpty)
        await #expect(throws: CareStoreError.invalid(field: "about", "this appointment has no such wish")) {
            try await home.add(.coordinatorSaw, to: appointment, by: Home.cleos, about: UUID())
        }
        try await home.add(.coordinatorSaw, to: appointment, by: Home.cleos, about: wish)
        #expect(try await waiting().isEmpty)
        await #expect(throws: CareStoreError.self) {
            try await home.add(.coordinatorSaw, to: appointment, by: Home.cleos, about: wish)
        }
    }

    @Test(
        "A provider who may not open it any more leaves it, and what they may still open goes on",
        arguments: ["client", "role", "away"])
    func rights(_ loss: String) async throws {
        let appointment = try await home.plan()
        try await home.add(.providerCame, to: appointment, by: Home.kims)
        try await home.add(.clientCame, to: appointment, by: Home.kiosk)
        let ottos = try await home.plan(Home.content(of: "otto"))
        try await home.add(.providerCame, to: ottos, by: Home.kims)
        let before = try await home.store.events(after: 0, limit: 1000).last?.sequence ?? 0
        var kim = try #require(try await home.store.people().first { $0.id == "kim" })
        switch loss {
        case "client": kim.clients = ["otto"]
        case "role": (kim.role, kim.clients) = (.caregiver, nil)
        default: kim.isActive = false
        }
        _ = try await home.store.setPerson(kim, at: home.home.clock)
        let found = try await home.store.appointment(appointment.id, seenBy: .coordinator)
        #expect(found.state == .clientWaits && found.standing.provider == .out)
        let line = try #require(found.lines.last)
        #expect(line.kind == .providerLeft && line.side == .provider && line.byID == "kim")
        // The client's kiosk is told.
        #expect(try await home.news(after: before).contains { $0.line.id == line.id })
        let others = try await home.store.appointment(ottos.id, seenBy: .coordinator)
        #expect(others.state == (loss == "client" ? .providerIn : .planned))
        // Whoever was out already, or is changed in something else, leaves nothing again.
        let last = try await home.store.events(after: 0, limit: 1000).last?.sequence ?? 0
        var again = try #require(try await home.store.people().first { $0.id == "kim" })
        again.name = "Kim Lee"
        _ = try await home.store.setPerson(again, at: home.home.clock)
        #expect(try await home.store.people().contains { $0.name == "Kim Lee" })
        #expect(try await home.news(after: last).isEmpty)
    }

    @Test("Lines are never changed or deleted, and one that cannot be read hides no other")
    func guards() async throws {
        let appointment = try await home.plan()
        try await home.add(.note, to: appointment, by: Home.kims, text: "Breathe out longer.")
        for sql in ["UPDATE appointment_line SET kind = 'note'", "DELETE FROM appointment_line"] {
            await #expect(throws: CareStoreError.self) {
                try await home.store.write { db in try db.put(sql: sql) }
            }
        }
        try await home.store.write { db in
            try db.put(
                sql:
                    "INSERT INTO appointment_line (id, appointment, kind, content) VALUES (?, ?, 'note', '{')",
                arguments: [UUID().uuidString, appointment.id.uuidString])
        }
        let read = try await home.store.appointment(appointment.id, seenBy: .client("maria"))
        #expect(read.lines.map(\.kind) == [.planned, .note])
        #expect(try await home.store.unreadableRows().map(\.kind) == [.appointmentLine])
    }
}
