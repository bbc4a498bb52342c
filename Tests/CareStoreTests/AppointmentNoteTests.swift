import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("What providers write for a client to hear")
struct AppointmentNoteTests {
    private typealias Home = AppointmentHome
    private let home: AppointmentHome

    init() async throws { home = try await AppointmentHome() }

    private func notes(
        of client: String = "maria", for actor: Actor = .kiosk, after days: Double = 0, atMost: Int? = nil
    ) async throws -> [AppointmentNote] {
        try await home.store.agenda(
            for: actor, client: client, now: noon.addingTimeInterval(days * 86_400), atMost: atMost
        ).notes
    }

    @Test(
        "Their own client's kiosk alone gets it, the latest first, and never a kept note or what the client wrote"
    )
    func whose() async throws {
        let appointment = try await home.plan()
        let othersAppointment = try await home.plan(Home.content(of: "otto"))
        for kind in [AppointmentLine.Kind.note, .keptNote, .talkingPoint, .remark] {
            try await home.add(kind, to: appointment, by: Home.kims, text: "Kim: \(kind.rawValue)")
        }
        try await home.add(.talkingPoint, to: appointment, by: Home.kiosk, text: "Maria's own")
        try await home.add(.note, to: othersAppointment, by: Home.kims, text: "Otto's")
        let hers = try await notes()
        #expect(hers.map(\.text) == ["Kim: talking_point", "Kim: note"])
        #expect(hers.map(\.isToTalkAbout) == [true, false])
        #expect(hers.allSatisfy { $0.client == "maria" && $0.appointment == appointment.id })
        #expect(hers.allSatisfy { $0.provider == "kim" && $0.providerName == "Dr Kim" })
        #expect(try await notes(of: "otto").map(\.text) == ["Otto's"])
        #expect(try await notes(for: .station).isEmpty)
        #expect(try await notes(for: .person).isEmpty)
        #expect(try await notes(atMost: 1).map(\.text) == ["Kim: talking_point"])
    }

    @Test("Of each provider the latest five can be heard, until four weeks after the appointment")
    func most() async throws {
        let kims = try await home.plan(Home.content(in: 0))
        let lees = try await home.plan(Home.content(with: "lee", in: 24))
        try await home.add(.note, to: lees, by: Home.lees, text: "Lee")
        for number in 1...7 { try await home.add(.note, to: kims, by: Home.kims, text: "Kim \(number)") }
        let texts = try await notes().map(\.text)
        #expect(texts == ["Kim 7", "Kim 6", "Kim 5", "Kim 4", "Kim 3", "Lee"])
        #expect(try await notes(after: 28).count == 6)
        #expect(try await notes(after: 28.5).map(\.text) == ["Lee"])
        #expect(try await notes(after: 30).isEmpty)
    }

    @Test("A line that cannot be read hides no other one")
    func unreadable() async throws {
        let appointment = try await home.plan()
        try await home.add(.note, to: appointment, by: Home.kims, text: "Breathe out longer")
        let queue = try DatabaseQueue(path: home.home.home.path)
        try await queue.write { db in
            try db.execute(
                literal: """
                    INSERT INTO appointment_line (id, appointment, kind, content)
                    VALUES (\(UUID().uuidString), \(appointment.id.uuidString), 'note', '{"side": "provider"}')
                    """)
        }
        #expect(try await notes().map(\.text) == ["Breathe out longer"])
    }

    @Test("They are found by the client's appointments, whatever else there is")
    func plan() async throws {
        let queue = try DatabaseQueue(path: home.home.home.path)
        let plan: [String] = try await queue.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + AppointmentLines.sqlToHear, arguments: ["maria", 1, 1, 1]
            ).map { $0["detail"] }
        }
        #expect(plan.contains { $0.contains("INDEX appointment_of_client (client=? AND at>?)") }, "\(plan)")
        #expect(plan.contains { $0.contains("INDEX appointment_line_of (appointment=?)") }, "\(plan)")
    }
}
