import Care
import FoundationEssentials
import Synchronization
import Testing

@testable import Pages

/// A home whose answers are written down before, and which remembers what it was sent.
final class PlanHome: Sendable {
    struct Sent: Sendable {
        let method: String
        let path: String
        let body: Data?
    }

    private struct State: Sendable {
        var answers: [String: PageAPI.Answer] = [:]
        var sent: [Sent] = []
    }

    private let state = Mutex(State())

    static let berlin: ZoneRules = {
        guard let bytes = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")),
            let zone = try? ZoneRules(id: "Europe/Berlin", tzif: Array(bytes))
        else { preconditionFailure("the machine's zones are missing: install tzdata") }
        return zone
    }()

    static let maria = Person(id: "maria", name: "Maria", role: .client)
    static let anna = Person(id: "anna", name: "Anna", role: .caregiver)
    static let ben = Person(id: "ben", name: "Ben", role: .caregiver)
    static let cleo = Person(id: "cleo", name: "Cleo", role: .coordinator)

    init(_ people: [Person] = [anna, ben, cleo, maria]) { give("people", PeoplePage(people: people)) }

    /// What is answered to a path without its query, `GET` unless it begins with another method and a space.
    func give(_ path: String, _ value: some Encodable, status: Int = 200) {
        guard let body = try? CareJSON.encoder().encode(value) else { return }
        let key = path.contains(" ") ? path : "GET \(path)"
        state.withLock { $0.answers[key] = PageAPI.Answer(status: status, body: body) }
    }

    func refuse(_ path: String, _ problem: CareProblem) { give(path, problem, status: problem.status) }

    var sent: [Sent] { state.withLock { $0.sent } }

    func sent<Value: Decodable>(_ method: String, as type: Value.Type = Value.self) throws -> Value {
        let body = try #require(sent.last { $0.method == method }?.body)
        return try CareJSON.decoder().decode(Value.self, from: body)
    }

    var api: PageAPI {
        PageAPI { [self] message in
            state.withLock { state in
                state.sent.append(Sent(method: message.method, path: message.path, body: message.body))
                let path = message.path.split(separator: "?")[0]
                if let answer = state.answers["\(message.method) \(path)"] { return answer }
                let problem = CareProblem(.notFound, "there is no \(message.method) \(path)")
                let body = (try? CareJSON.encoder().encode(problem)) ?? Data()
                return PageAPI.Answer(status: 404, body: body)
            }
        }
    }

    /// Answers a browser at `now`, a local time in Berlin, in Anna's name.
    func ask(
        _ path: String, form: [(String, String)]? = nil, at now: String = "2026-11-24T10:00",
        as person: Person = anna, zone: ZoneRules = berlin
    ) async throws -> PageResponse {
        let parts = path.split(separator: "?", maxSplits: 1)
        let request = PageRequest(
            method: form == nil ? .get : .post, path: String(parts[0]),
            query: PageFields(encoded: parts.count > 1 ? parts[1] : ""),
            form: PageFields((form ?? []).map { (name: $0.0, value: $0.1) }),
            viewer: Viewer(person: person, csrfToken: "token"),
            now: zone.instant(of: try #require(WallTime(now))), zone: zone)
        return await (try PageSite()).respond(request, api: api)
    }

    /// The page as text, without its line ends.
    func page(
        _ path: String, form: [(String, String)]? = nil, at now: String = "2026-11-24T10:00",
        status: Int = 200
    ) async throws -> String {
        let response = try await ask(path, form: form, at: now)
        #expect(response.status == status)
        return String(decoding: response.body, as: UTF8.self)
    }
}

extension PageResponse {
    var location: String? { headers.first { $0.name == "location" }?.value }
}

extension RoutineOccurrence {
    /// One of Maria's, at a local time in Berlin.
    static func sample(
        _ key: String, _ title: String = "Medicine", to: String? = nil, state: OccurrenceState = .upcoming,
        routine: UUID = UUID(), by: String? = nil
    ) throws -> RoutineOccurrence {
        let original = try #require(WallTime(key))
        let local = try to.map { try #require(WallTime($0)) } ?? original
        let at = PlanHome.berlin.instant(of: local)
        return RoutineOccurrence(
            routine: routine, key: OccurrenceKey(original, zone: "Europe/Berlin"), title: title, symbol: "💊",
            client: "maria", clientName: "Maria", priority: .soon, at: at, local: local,
            missedAt: at.addingTimeInterval(3600), state: state,
            assignment: Assignment(person: "anna", name: "Anna", reason: "Always Anna."),
            isClientsOwn: false, changedAt: by.map { _ in at }, changedBy: by)
    }
}
