import AsyncHTTPClient
import Care
import Foundation
import Logging
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import OwnFolders
import Roles
import ServiceLifecycle
import Synchronization
import Testing

@testable import CareService

/// Clocks that tests turn by hand.
final class HandClock: Sendable {
    private let passed = Mutex<Duration>(.zero)
    /// By how many seconds the wall clock was set.
    private let offset = Mutex<TimeInterval>(0)

    var clock: CareClock {
        CareClock(
            wall: { [self] in
                noon.addingTimeInterval(passed.withLock { $0 } / .seconds(1) + offset.withLock { $0 })
            },
            uptime: { [self] in passed.withLock { $0 } })
    }

    func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
    func set(by seconds: TimeInterval) { offset.withLock { $0 += seconds } }
}

/// The instant at which the tests begin.
let noon = Date(timeIntervalSince1970: 1_774_699_200)

/// A real service on a free port, with a folder of its own, and a plain HTTP client for it.
struct RunningService {
    static let tokens = AccessTokens(
        kiosk: "kiosk-kiosk-kiosk-kiosk-kiosk-kiosk", station: "station-station-station-station-stat")

    static let setupToken = "setup-setup-setup-setup-setup"

    let service: CareService
    let port: Int
    let clock: HandClock
    let storePath: String

    /// A message's answer, whole.
    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let body: Data

        func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            do { return try CareJSON.decoder().decode(type, from: body) } catch {
                Issue.record(
                    "\(status), which is no \(Value.self): \(String(decoding: body.prefix(500), as: UTF8.self))"
                )
                throw error
            }
        }

        var problem: CareProblem { get throws { try decode() } }
    }

    /// Serves while `body` runs, then stops in order.
    ///
    /// - Parameter later: How long after the tests' beginning it starts.
    static func with(
        _ policy: AlertPolicy = AlertPolicy(), logger: Logger = quiet, later: Duration = .zero,
        adjust: (inout CareServiceConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningService) async throws -> Void
    ) async throws {
        let folder = try OwnFolder()
        let path = folder.file("care.sqlite")
        let clock = HandClock()
        clock.pass(later)
        var configuration = CareServiceConfiguration(
            port: 0, storePath: path, tokens: tokens,
            translations: { try SharedFiles.find().translations() }, policy: policy, clientName: "Maria")
        configuration.busyTimeout = .milliseconds(50)
        configuration.client = "maria"
        configuration.homeName = "Sunrise House"
        configuration.expected = []
        // What a password costs is of no matter here, but that it is checked.
        configuration.passwordCost = .init(rounds: 16)
        configuration.setup = SetupToken(make: { Self.setupToken }, forget: {})
        adjust(&configuration)
        await untilUnlocked(configuration.storePath)
        let service = CareService(
            configuration: configuration, clock: clock.clock, logger: logger)
        let group = ServiceGroup(
            configuration: .init(
                services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try await service.boundPort()
            let running = RunningService(service: service, port: port, clock: clock, storePath: path)
            do { try await body(running) } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    func message(
        _ method: HTTPMethod, _ path: String, as token: String? = tokens.kiosk, body: Data? = nil,
        headers: [(String, String)] = []
    ) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        message.method = method
        if let token { message.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            message.body = .bytes(body)
            message.headers.add(name: "Content-Type", value: "application/json")
        }
        for (name, value) in headers { message.headers.replaceOrAdd(name: name, value: value) }
        return message
    }

    func send(_ message: HTTPClientRequest) async throws -> Answer {
        let response = try await HTTPClient.patient.execute(message, timeout: .minutes(5))
        let body = try await response.body.collect(upTo: 1 << 24)
        return Answer(status: Int(response.status.code), headers: response.headers, body: Data(buffer: body))
    }

    func get(_ path: String, as token: String? = tokens.kiosk) async throws -> Answer {
        try await send(message(.GET, path, as: token))
    }

    func post(
        _ path: String, _ value: some Encodable, as token: String? = tokens.kiosk
    ) async throws -> Answer {
        try await send(message(.POST, path, as: token, body: try CareJSON.encoder().encode(value)))
    }

    /// Opens an event stream and reads it line by line with `body`; the stream ends with it.
    func events(
        as token: String, after sequence: Int64? = nil,
        _ body: (inout EventLines) async throws -> Void
    ) async throws {
        let query = sequence.map { "?after=\($0)" } ?? ""
        try await events(message(.GET, "/api/v1/events\(query)", as: token), body)
    }

    func events(
        _ message: HTTPClientRequest, _ body: (inout EventLines) async throws -> Void
    ) async throws {
        let response = try await HTTPClient.patient.execute(message, timeout: .minutes(5))
        #expect(response.status == .ok)
        var lines = EventLines(body: response.body.makeAsyncIterator())
        try await body(&lines)
    }
}

extension HTTPClient {
    /// Waits as long as a machine takes that does other things too: the shared one ends whatever it has not read for 90 s.
    static let patient = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: .init(timeout: .init(connect: .minutes(5), read: .minutes(10))))
}

/// The blocks of an event stream.
struct EventLines {
    var body: HTTPClientResponse.Body.AsyncIterator
    private var text = ""
    /// The pause before one comes again, if the stream has named one, in milliseconds.
    private(set) var retry: String?

    init(body: HTTPClientResponse.Body.AsyncIterator) { self.body = body }

    /// The next block, without its empty line; `nil` at the end.
    mutating func next() async throws -> String? {
        while true {
            if let end = text.range(of: "\n\n") {
                let block = String(text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                guard block.hasPrefix("retry: ") else { return block }
                retry = String(block.dropFirst("retry: ".count))
                continue
            }
            guard let buffer = try await body.next() else { return nil }
            text += String(buffer: buffer)
        }
    }

    /// The next block that is an event of the journal.
    mutating func nextEvent() async throws -> JournalEvent {
        while let block = try await next() {
            guard !block.hasPrefix(":"), !block.hasPrefix("event: ready") else { continue }
            let data = try #require(block.split(separator: "\n").last { $0.hasPrefix("data: ") })
            return try CareJSON.decoder().decode(JournalEvent.self, from: Data(data.dropFirst(6).utf8))
        }
        throw StreamEnded()
    }

    /// The next fault of this kind, whatever is told before it: where a test lets hours pass, other things fall
    /// due, too.
    mutating func nextFault(_ kind: FaultKind) async throws -> Fault {
        while true { if let fault = try await nextEvent().fault, fault.kind == kind { return fault } }
    }

    /// Reads until the stream has told what was before.
    mutating func untilReady() async throws {
        while let block = try await next() { if block.hasPrefix("event: ready") { return } }
        throw StreamEnded()
    }

    struct StreamEnded: Error {}
}

func water(_ id: UUID = UUID(), priority: Priority = .normal, asksAgain: UUID? = nil) -> NewRequest {
    NewRequest(
        id: id, client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
        say: "I would like some water, please.", priority: priority, askedAt: noon, asksAgain: asksAgain)
}

func answer(_ state: RequestState, by name: String? = "Anna", reason: String? = nil) -> NewResponse {
    NewResponse(id: UUID(), state: state, by: name, reason: reason, at: noon)
}

/// A logger that says nothing.
let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
