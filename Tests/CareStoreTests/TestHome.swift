import Care
import Foundation
import GRDB
import OwnFolders
import Recurrence
import StoreFiles
import Synchronization

@testable import CareStore

/// A folder of its own for each test, gone afterwards; and what tests put into a store.
final class TestHome: Sendable {
    let folder: OwnFolder
    var path: String { folder.file("care.sqlite") }

    init() throws { folder = try OwnFolder() }

    func store(_ policy: AlertPolicy = AlertPolicy()) throws -> CareStore {
        try CareStore(
            path: path, policy: policy, channels: [.program(policy.command)], zone: "Europe/Berlin",
            zones: testZones)
    }
}

extension DeliveryChannel {
    /// The home's own program, as far as the store knows it.
    static func program(_ command: [String]) -> DeliveryChannel { named("command", to: command.first) }

    static func named(_ name: String, to recipient: String?) -> DeliveryChannel {
        DeliveryChannel(name: name, title: name, recipient: recipient, fault: .commandFailed) { _, _ in .sent
        }
    }
}

extension CareStore {
    /// Somebody has a login, and is logged in.
    func logIn(_ person: String, at time: Date) async throws {
        let session = NewSession(
            id: UUID(), hash: Data(person.utf8 + Array(repeating: 0, count: 32)).prefix(32),
            csrfToken: "token", browser: "", at: time)
        try await write { db in
            try db.execute(
                sql:
                    "INSERT INTO login (person_id, name_key, salt, hash, parameters, changed_at) VALUES ('\(person)', '\(person)', zeroblob(16), zeroblob(32), 'x', 0)"
            )
            _ = try Logins.begin(session, for: person, in: db)
        }
    }
}

extension LogInEnd {
    /// The sessions that have ended by it; `nil` where none has begun.
    var ended: [UUID]? {
        guard case .begun(_, _, let ended) = self else { return nil }
        return ended
    }

    var hasBegun: Bool { ended != nil }
}

/// Zones as the machine has them, each read once.
let testZones: @Sendable (String) -> ZoneRules? = { id in
    if let known = readZones.withLock({ $0[id] }) { return known }
    guard id != "UTC" else { return .utc }
    guard let bytes = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + id) else { return nil }
    do {
        let rules = try ZoneRules(id: id, tzif: Array(bytes))
        readZones.withLock { $0[id] = rules }
        return rules
    } catch {
        return nil
    }
}

private let readZones = Mutex<[String: ZoneRules]>([:])

/// The instant at which the tests' requests are asked: Saturday 28 March 2026, 13:00 in Berlin, where the clocks go forward
/// the next night.
let noon = Date(timeIntervalSince1970: 1_774_699_200)

func water(
    _ id: UUID = UUID(), priority: Priority = .normal, askedAt: Date = noon, asksAgain: UUID? = nil
) -> NewRequest {
    NewRequest(
        id: id, client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
        say: "I would like some water, please.", priority: priority, askedAt: askedAt, asksAgain: asksAgain)
}

func answer(_ state: RequestState, by name: String? = "Anna", reason: String? = nil) -> NewResponse {
    NewResponse(id: UUID(), state: state, by: name, reason: reason, at: noon)
}

func fault(
    _ kind: FaultKind, isActive: Bool, id: UUID = UUID(), source: String = "kiosk",
    detail: String = "Buddy button"
) -> Fault {
    Fault(
        id: id, source: source, kind: kind, isActive: isActive, clientName: "Maria", detail: detail, at: noon)
}

extension Database {
    /// One statement, past everything that Beckon would write.
    func put(sql: String, arguments: StatementArguments = []) throws {
        try makeStatement(sql: sql).execute(arguments: arguments)
    }
}
