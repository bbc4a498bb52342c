import Calendars
import Care
import CareStore
import Foundation
import Hummingbird

/// Calendars outside that are read into the plan, or into which it is written. What opens one is taken, and never given.
enum APICalendars {
    static let places = [
        APIPlace(
            "calendars", APIMethod(.get, for: .staff, of: .clients, list),
            APIMethod(.post, for: .staff, of: .clients, add)),
        APIPlace("calendars/search", APIMethod(.post, for: .staff, search)),
        APIPlace("calendars/{id}/changes", APIMethod(.post, for: .staff, of: .clients, change)),
    ]

    /// Of a message with the text of a file in it, bytes: the end of each line, and other scripts, may take more there than in the file.
    static let longestMessage = 2 * CalendarLink.longestText + APIBody.limit

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let asked = try call.query.text("client")
        return try await call.answer { store throws(CareStoreError) in
            CalendarsPage(
                calendars: try await store.calendars().map(\.link)
                    .filter { asked == nil || $0.client == asked })
        }
    }

    // MARK: - What adding, changing and removing share

    /// What a first reading, or looking whether it can be read and written, comes to; throws where that fails.
    ///
    /// - Parameters:
    ///   - secret: `nil` for a file.
    ///   - text: A file's.
    static func tried(
        _ secret: CalendarSecret?, _ text: String?, _ record: CalendarRecord, _ core: ServiceCore
    ) async throws(CareProblem) -> CalendarTrial {
        let kind = record.link.kind
        do throws(PlatformTrouble) {
            if let secret, let source = kind.source {
                return try await source.tried(record, secret, in: core)
            }
            let reading = try await core.calendar(
                in: Data((text ?? "").utf8),
                allDayAt: record.link.taking?.allDayAt ?? CalendarLink.usualAllDayAt)
            return CalendarTrial(name: reading.name, first: .read(reading, PlatformKnown()))
        } catch {
            throw failed(error, kind)
        }
    }

    static func failed(_ trouble: PlatformTrouble, _ kind: CalendarLink.Kind) -> CareProblem {
        let field =
            switch kind {
            case .file: "text"
            case .dav, .davOut: trouble.problem == .refused ? "password" : "address"
            case .link: "address"
            }
        return CareProblem(.notAcceptable, words(trouble.problem, of: kind), field: field)
    }

    static func words(_ problem: PlatformProblem, of kind: CalendarLink.Kind) -> String {
        switch problem {
        case .refused where kind.isDAV:
            "the server does not accept the name and the password: some want a password made there for apps"
        case .refused: "there is no calendar for this address any more: copy all of it once more"
        case .busy: "the calendar’s server asks for more time: try again in some minutes"
        case .unreachable: PlatformRules.unreachable
        case .failing: "the calendar’s server answers that something is wrong with it: try again later"
        case .moved: "the calendar’s server leads to another address: copy that one"
        case .unreadable where kind == .file: "this file is no calendar: choose one that ends with .ics"
        case .unreadable: "what is there is no calendar: check the address"
        case .tooLarge: PlatformRules.tooLarge
        case .insideHome: PlatformRules.insideHome
        case .secretLost: PlatformRules.secretLost
        case .readOnly:
            "this user may not write there: give them the right to write at the server, or choose another calendar"
        case .gone:
            "there is no calendar at this address any more: look at the server, and connect the one that is there"
        }
    }

    static func secret(_ url: URL, _ user: String?, _ password: String?) -> CalendarSecret {
        CalendarSecret(address: url.absoluteString, user: user, password: password)
    }

    static func url(_ address: String) throws(CareProblem) -> URL {
        try PlatformRules.url(address, such: "https://calendar.example/team.ics")
    }

    static func note(
        _ kind: AuditKind, _ link: CalendarLink, _ call: APICall, _ caller: Caller
    ) async {
        await call.note(kind, about: link.name, changes: link.client.map { [.client($0)] } ?? [], by: caller)
    }

    static func gone(_ id: UUID) -> CareProblem {
        CareProblem(.notFound, "this calendar is not read or written any more", field: "id")
    }
}
