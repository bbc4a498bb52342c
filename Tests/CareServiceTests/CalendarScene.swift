import Care
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

/// A home of two clients, a server with a calendar, and who asks: a coordinator and a caregiver.
struct CalendarScene: Sendable {
    static let secret = "user_secret"

    let home: TwoClients
    let server: FakeCanvas
    let olga: Asker
    let ben: Asker

    var core: ServiceCore { home.service.service.core }
    var folder: String { home.service.storePath + ".calendars" }
    var address: String { server.address + "/feeds/calendars/\(Self.secret).ics" }

    /// - Parameter start: In UTC.
    static func event(
        _ uid: String, _ title: String, _ start: String = "20260402T100000Z", _ more: [String] = []
    ) -> [String] {
        ["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:\(start)", "SUMMARY:\(title)"] + more + ["END:VEVENT"]
    }

    static func calendar(_ events: [[String]], name: String? = nil) -> String {
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + (name.map { ["X-WR-CALNAME:\($0)"] } ?? [])
        return (lines + events.flatMap(\.self) + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// What the server has from now on; with another tag.
    func put(_ events: [[String]], name: String? = nil) {
        server.state.withLock { state in
            state.calendar = Self.calendar(events, name: name)
            state.tag = "\"\(UUID())\""
        }
    }

    func add(
        by asker: Asker? = nil, client: String? = "maria", name: String? = "Physio", address: String? = nil,
        taking: CalendarLink.Taking? = nil, id: UUID = UUID()
    ) async throws -> RunningService.Answer {
        try await (asker ?? olga).send(
            .POST, "calendars",
            NewCalendarLink(
                id: id, client: client, kind: .link, name: name, address: address ?? self.address,
                taking: taking, at: noon))
    }

    func addFile(_ text: String, name: String? = "Physio") async throws -> RunningService.Answer {
        try await olga.send(
            .POST, "calendars",
            NewCalendarLink(id: UUID(), client: "maria", kind: .file, name: name, text: text, at: noon))
    }

    /// A collection of a CalDAV server that is written.
    func addWritten(id: UUID = UUID()) async throws -> RunningService.Answer {
        try await olga.send(
            .POST, "calendars",
            NewCalendarLink(
                id: id, client: "maria", kind: .davOut, name: "Plan", address: server.address + "/dav/plan/",
                user: "maria", password: "hush", at: noon))
    }

    /// What a CalDAV server answers, the next times that it is asked.
    func answer(_ replies: FakeCanvas.Reply...) { server.state.withLock { $0.replies = replies } }

    /// How a collection is.
    ///
    /// - Parameter rights: What whoever asks may do; `nil` where the server does not say it.
    static func collection(rights: String? = nil) -> FakeCanvas.Reply {
        let told = rights.map {
            "<current-user-privilege-set><privilege><\($0)/></privilege></current-user-privilege-set>"
        }
        return .init(
            status: 207,
            body: """
                <multistatus xmlns="DAV:"><response><href>/dav/plan/</href><propstat><prop><resourcetype>\
                <collection/><calendar xmlns="urn:ietf:params:xml:ns:caldav"/></resourcetype>\(told ?? "")\
                </prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
                """)
    }

    /// What is in a collection of which nothing is known: nothing.
    static let nothing = FakeCanvas.Reply(status: 207, body: #"<multistatus xmlns="DAV:"></multistatus>"#)

    func change(_ id: UUID, _ change: CalendarChange) async throws -> RunningService.Answer {
        try await olga.send(.POST, "calendars/\(id)/changes", change)
    }

    @discardableResult
    func read(_ id: UUID) async throws -> CalendarLink {
        try await change(id, CalendarChange(.now)).decode()
    }

    func links() async throws -> [CalendarLink] {
        try await olga.get("calendars").decode(CalendarsPage.self).calendars
    }

    func routines() async throws -> [Routine] {
        try await olga.get("routines?state=active&limit=200").decode(RoutinePage.self).routines
    }

    func titles() async throws -> [String] { try await routines().map(\.content.title).sorted() }

    func faults() async throws -> [Fault] {
        let page: FaultPage = try await home.station.get("faults?state=open").decode()
        return page.faults.filter { $0.kind == .calendarUnread }
    }

    /// - Parameter works: Whether the service reads by itself, as time passes.
    static func with(
        works: Bool = false, logger: Logger = quiet,
        _ body: @escaping @Sendable (CalendarScene) async throws -> Void
    ) async throws {
        try await FakeCanvas.with { server in
            try await TwoClients.with(
                logger: logger, adjust: { ($0.platformPatience, $0.readsPlatforms) = (.seconds(1800), works) }
            ) { home in
                let olga = try #require(home.others.first { $0.role == .coordinator })
                let ben = try #require(home.others.first { $0.role == .caregiver })
                try await body(CalendarScene(home: home, server: server, olga: olga, ben: ben))
            }
        }
    }
}
