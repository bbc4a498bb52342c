import Care
import CareClient
import CareService
import Foundation
import LocalSockets
import Logging
import OwnFolders
import ServiceLifecycle
import Synchronization

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A folder with the stores of a service and its clients.
final class Home: Sendable {
    static let tokens = AccessTokens(
        kiosk: "kiosk-kiosk-kiosk-kiosk-kiosk-kiosk", station: "station-station-station-station-stat")

    private let folder: OwnFolder

    init() throws {
        folder = try OwnFolder()
    }

    func path(_ name: String) -> String { folder.file(name) }

    /// Runs a real service while `body` runs.
    ///
    /// - Parameter clock: By which the service lives; `nil`: by the machine's.
    func serve<Value>(
        port: Int = 0, store: String = "care.sqlite", localSocket: String? = nil, clock: HandClock? = nil,
        _ body: (Int) async throws -> Value
    ) async throws -> Value {
        var configuration = CareServiceConfiguration(port: port, storePath: path(store), tokens: Self.tokens)
        configuration.expected = []
        configuration.localSocket = localSocket.map { LocalSocket(path: $0) }
        configuration.client = "maria"
        configuration.people = [
            Person(id: "maria", name: "Maria", role: .client),
            Person(id: "anna", name: "Anna", role: .caregiver),
        ]
        await untilUnlocked(path(store))
        let service = CareService(
            configuration: configuration, clock: clock?.clock ?? .system, logger: quiet)
        clock?.moves { service.clockHasMoved() }
        let group = ServiceGroup(configuration: .init(services: [service], logger: quiet))
        let run = Task { try await group.run() }
        let result = await Result { try await body(try await service.boundPort()) }
        await group.triggerGracefulShutdown()
        try await run.value
        return try result.get()
    }

    /// Runs a client while `body` runs.
    func client(
        port: Int, localSocket: String? = nil, store: String = "kiosk.sqlite", as role: Actor = .kiosk,
        token: String? = nil, client served: String? = nil,
        timing: CareClient.Timing = quick, clock: HandClock? = nil,
        _ body: (inout ClientLog) async throws -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream<CareClientEvent>.makeStream()
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { return }
        await untilUnlocked(path(store))
        let client = CareClient(
            serviceURL: url, localSocket: localSocket.map { LocalSocket(path: $0) },
            token: token ?? (role == .kiosk ? Self.tokens.kiosk : Self.tokens.station),
            client: served, storePath: path(store), role: role, timing: timing,
            clock: { clock?.wall ?? Date() }, logger: quiet
        ) { continuation.yield($0) }
        let run = Task { await client.run() }
        var log = ClientLog(client: client, events: stream.makeAsyncIterator())
        do { try await body(&log) } catch {
            run.cancel()
            await run.value
            throw error
        }
        run.cancel()
        await run.value
    }

    /// Times for tests in which the service is away.
    static let quick: CareClient.Timing = {
        var timing = CareClient.Timing()
        timing.lostAfter = .milliseconds(20)
        return timing
    }()
}

/// The clocks of a home, which a test turns by hand.
final class HandClock: Sendable {
    private static let start = Date(timeIntervalSince1970: 1_774_699_200)

    private let passed = Mutex<Duration>(.zero)
    private let onMove = Mutex<(@Sendable () -> Void)?>(nil)

    var wall: Date { Self.start.addingTimeInterval(passed.withLock { $0 } / .seconds(1)) }
    var clock: CareClock {
        CareClock(wall: { [self] in wall }, uptime: { [self] in passed.withLock { $0 } })
    }

    func pass(_ duration: Duration) {
        passed.withLock { $0 += duration }
        onMove.withLock { $0 }?()
    }

    /// Tells from now on that they have moved: whoever sleeps until a time does not see it.
    func moves(_ onMove: @escaping @Sendable () -> Void) { self.onMove.withLock { $0 = onMove } }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

/// A client and what it tells.
struct ClientLog {
    let client: CareClient
    var events: AsyncStream<CareClientEvent>.AsyncIterator
    /// All that has been told, in order.
    private(set) var told: [CareClientEvent] = []

    init(client: CareClient, events: AsyncStream<CareClientEvent>.AsyncIterator) {
        self.client = client
        self.events = events
    }

    struct Ended: Error {}

    mutating func next() async throws -> CareClientEvent {
        guard let event = await events.next() else { throw Ended() }
        told.append(event)
        return event
    }

    /// Reads on until an event for which `match` gives something.
    mutating func until<Value>(_ match: (CareClientEvent) -> Value?) async throws -> Value {
        while true { if let value = match(try await next()) { return value } }
    }

    mutating func untilConnected() async throws -> (open: [Request], sequence: Int64) {
        try await until { event in
            if case .connected(let open, _, let sequence, _, _, _) = event { (open, sequence) } else { nil }
        }
    }

    /// The numbers of what comes once more and was told already.
    mutating func untilTold() async throws -> Set<Int64> {
        try await until { event in
            if case .connected(_, _, _, _, _, let told) = event { told } else { nil }
        }
    }

    mutating func untilDelivered(_ id: UUID) async throws {
        try await until { event in if case .delivered(id, _) = event { () } else { nil } }
    }

    /// The newest agenda so far if `match` holds for it, or reads on until one for which it does.
    mutating func untilAgenda(_ match: (Agenda) -> Bool) async throws -> Agenda {
        let agendas = told.compactMap { if case .agenda(let agenda) = $0 { agenda } else { nil } }
        if let newest = agendas.last, match(newest) { return newest }
        return try await until { event in
            if case .agenda(let agenda) = event, match(agenda) { agenda } else { nil }
        }
    }

    /// The ids of the next appointments.
    mutating func untilAppointments() async throws -> Set<UUID> {
        try await until { event in
            if case .appointments(let all) = event { Set(all.map(\.id)) } else { nil }
        }
    }

    mutating func untilJournal() async throws -> JournalEvent {
        try await until { event in if case .journal(let event) = event { event } else { nil } }
    }
}

func water(_ id: UUID = UUID()) -> NewRequest {
    NewRequest(
        id: id, client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
        say: "I would like some water, please.", priority: .normal, askedAt: wholeSecond())
}

func answer(_ state: RequestState) -> NewResponse {
    NewResponse(id: UUID(), state: state, by: "Anna", at: wholeSecond())
}

/// Now, as it is after a way through JSON.
func wholeSecond() -> Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }
