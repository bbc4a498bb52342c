import Care
import Foundation
import Testing

@Suite("What calendars and their changes may be")
struct CalendarCheckTests {
    private let link = NewCalendarLink(
        id: UUID(), client: "maria", kind: .link, name: "Physiotherapy",
        address: "https://calendar.example/secret.ics",
        taking: CalendarLink.Taking(tellsDue: true, person: "anna"), by: "Anna", at: Date())
    private let file = NewCalendarLink(
        id: UUID(), client: nil, kind: .file, text: "BEGIN:VCALENDAR", at: Date())
    private let dav = NewCalendarLink(
        id: UUID(), client: "maria", kind: .davOut, address: "https://dav.example/maria/", user: "maria",
        password: "a secret, with blanks", at: Date())

    private func field(of new: NewCalendarLink, _ change: (inout NewCalendarLink) -> Void) -> String? {
        var changed = new
        change(&changed)
        return problem { () throws(FieldProblem) in try changed.check() }?.field
    }

    private func problem(_ body: () throws(FieldProblem) -> Void) -> FieldProblem? {
        do throws(FieldProblem) { try body() } catch { return error }
        return nil
    }

    @Test("Each kind has what opens it, and nothing else; what is wrong is named by its field")
    func adding() {
        for new in [link, file, dav] { #expect(field(of: new) { _ in } == nil, "\(new)") }
        #expect(field(of: link) { $0.address = nil } == "address")
        #expect(field(of: link) { $0.address = " " } == "address")
        #expect(field(of: link) { $0.address = String(repeating: "x", count: 2001) } == "address")
        #expect(field(of: link) { $0.address = "https://a.example/\u{202E}b" } == "address")
        #expect(field(of: link) { $0.text = "BEGIN" } == "text")
        #expect(field(of: link) { $0.user = "maria" } == "user")
        #expect(field(of: link) { $0.password = "x" } == "password")
        #expect(field(of: link) { $0.client = "ma ria" } == "client")
        #expect(field(of: link) { $0.name = "Physio\u{2066}" } == "name")
        #expect(field(of: link) { $0.name = String(repeating: "x", count: 121) } == "name")
        #expect(field(of: link) { $0.by = "\u{7}" } == "by")
        #expect(field(of: file) { $0.text = nil } == "text")
        #expect(field(of: file) { $0.text = "" } == "text")
        #expect(
            field(of: file) { $0.text = String(repeating: "x", count: CalendarLink.longestText + 1) }
                == "text")
        #expect(field(of: file) { $0.address = "https://a.example" } == "address")
        #expect(field(of: dav) { $0.user = nil } == "user")
        #expect(field(of: dav) { $0.user = "a:b" } == "user")
        #expect(field(of: dav) { $0.user = "a\r\nb" } == "user")
        #expect(field(of: dav) { $0.password = nil } == "password")
        #expect(field(of: dav) { $0.password = "" } == "password")
        #expect(field(of: dav) { $0.password = "a\nb" } == "password")
        #expect(field(of: dav) { $0.password = String(repeating: "x", count: 501) } == "password")
        #expect(field(of: dav) { $0.taking = CalendarLink.Taking() } == "taking")
    }

    @Test("What is taken over names a person by id, a time of the day, and a client only where there is one")
    func taking() {
        #expect(field(of: link) { $0.taking?.person = "nobody here" } == "taking.person")
        #expect(field(of: link) { $0.taking?.allDayAt = 1440 } == "taking.all_day_at")
        #expect(field(of: link) { $0.taking?.allDayAt = -1 } == "taking.all_day_at")
        #expect(field(of: link) { $0.taking?.isClientsOwn = true } == nil)
        #expect(
            field(of: file) { $0.taking = CalendarLink.Taking(isClientsOwn: true) } == "taking.clients_own")
    }

    @Test("No password and no address stands in what is said to be wrong with it")
    func secrets() {
        let search = CalendarSearch(address: "https://dav.example", user: "maria", password: "hunter2\n")
        let found = problem { () throws(FieldProblem) in try search.check() }
        #expect(found?.field == "password")
        #expect(found?.message.contains("hunter2") == false)
        let good = CalendarSearch(address: "https://dav.example", user: "maria", password: "hunter2")
        #expect(problem { () throws(FieldProblem) in try good.check() } == nil)
    }

    private func field(_ change: CalendarChange, of kind: CalendarLink.Kind) -> String? {
        let link = CalendarLink(id: UUID(), client: "maria", kind: kind, name: "Physio", addedAt: Date())
        return problem { () throws(FieldProblem) in try change.check(of: link) }?.field
    }

    @Test("A change has what its kind needs, and nothing else")
    func changes() {
        for kind in CalendarLink.Kind.allCases {
            for change in [CalendarChange(.pause), CalendarChange(.resume), CalendarChange(.remove)] {
                #expect(field(change, of: kind) == nil)
            }
            #expect(field(CalendarChange(.now), of: kind) == (kind == .file ? "kind" : nil))
            #expect(field(CalendarChange(.set), of: kind) == "name")
            #expect(field(CalendarChange(.set, name: "Physio"), of: kind) == nil)
            let taking = CalendarChange(.set, taking: CalendarLink.Taking())
            #expect(field(taking, of: kind) == (kind == .davOut ? "taking" : nil))
            #expect(field(CalendarChange(.keep), of: kind) == (kind == .davOut ? "kind" : "event"))
            #expect(
                field(CalendarChange(.end, event: "1@x"), of: kind) == (kind == .davOut ? "kind" : nil))
            #expect(field(CalendarChange(.pause, event: "1@x"), of: kind) == "event")
            #expect(field(CalendarChange(.pause, keepsEvents: true), of: kind) == "keep_events")
            #expect(field(CalendarChange(.remove, keepsEvents: true), of: kind) == nil)
            #expect(field(CalendarChange(.pause, name: "x"), of: kind) == "name")
            #expect(field(CalendarChange(.set, name: "x", password: "x"), of: kind) == "kind")
        }
        #expect(field(CalendarChange(.renew), of: .link) == "address")
        #expect(field(CalendarChange(.renew, address: "https://a.example/b"), of: .link) == nil)
        #expect(field(CalendarChange(.renew), of: .file) == "text")
        #expect(field(CalendarChange(.renew, text: "BEGIN:VCALENDAR"), of: .file) == nil)
        #expect(field(CalendarChange(.renew), of: .dav) == "password")
        #expect(field(CalendarChange(.renew, password: "new"), of: .dav) == nil)
        #expect(field(CalendarChange(.renew, text: "x", password: "new"), of: .dav) == "text")
    }

    @Test("A feed names a client by id, or none")
    func feeds() {
        for (client, field) in [(nil, nil), ("maria", nil), ("ma/ria", "client")] as [(String?, String?)] {
            let new = NewFeed(id: UUID(), client: client)
            #expect(problem { () throws(FieldProblem) in try new.check() }?.field == field)
        }
    }
}
