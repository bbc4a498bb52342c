import Care
import CareService
import CareStore
import Foundation
import OwnFolders
import StoreFiles
import Testing

@Suite("The home's own program", .timeLimit(.minutes(30)))
struct DeliveryWorkerTests {
    private static let station = RunningService.tokens.station
    private let folder: OwnFolder

    init() throws { folder = try OwnFolder() }

    /// Anna wants to be told by the program.
    private static let paged = Person(
        id: "anna", name: "Anna", role: .caregiver, reminders: ReminderPreferences(channels: [.command]),
        sequence: 1)

    /// - Parameter script: For `sh`.
    private func policy(_ script: String) -> AlertPolicy {
        var policy = AlertPolicy()
        policy.command = ["/bin/sh", "-c", script]
        return policy
    }

    /// The store, once the last task of the service that has stopped has let go of it.
    private static func opened(_ path: String, _ policy: AlertPolicy) async throws -> CareStore {
        while true {
            let opened = Result { () throws(StoreFileError) in
                var configuration = CareServiceConfiguration(
                    storePath: path, tokens: RunningService.tokens, policy: policy)
                configuration.commandTimeout = .seconds(1)
                return try CareStore(path: path, policy: policy, channels: configuration.channels)
            }
            guard case .failure(.owned) = opened else { return try opened.get() }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// The store after a service that was stopped as soon as its program had begun to tell Anna of a request.
    ///
    /// - Parameter script: Given the pipe into which the program has to write that it has begun.
    private func afterStop(_ script: (String) -> String) async throws -> CareStore {
        let (begun, path) = (try pipe("begun"), folder.file("care.sqlite"))
        let policy = policy(script(begun))
        try await RunningService.with(
            policy,
            adjust: {
                Days.settings(&$0)
                $0.storePath = path
            }
        ) { service in
            #expect(try await service.put("/api/v1/people/anna", Self.paged).status == 200)
            _ = try await service.post("/api/v1/requests", water())
            _ = try await Self.read(begun)
        }
        return try await Self.opened(path, policy)
    }

    private func pipe(_ name: String) throws -> String {
        let path = folder.file(name)
        try #require(mkfifo(path, 0o600) == 0)
        return path
    }

    /// Waits on a thread of its own until somebody writes into a pipe, and reads it to its end.
    private static func read(_ pipe: String) async throws -> Data {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Data, any Error>) in
            Thread.detachNewThread {
                done.resume(
                    with: Result {
                        try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe)).readToEnd() ?? Data()
                    })
            }
        }
    }

    @Test("Neither an urgent call nor a stop waits for a reminder at which the program hangs")
    func lanes() async throws {
        let (hangs, told) = (try pipe("hangs"), try pipe("told"))
        let policy = policy(
            """
            read -r line
            case $line in
                *'"occurrence"'*) echo > '\(hangs)'; exec sleep 600 ;;
                *'"escalation"'*) printf '%s' "$line" > '\(told)' ;;
            esac
            """)
        try await RunningService.with(policy, adjust: Days.settings) { service in
            #expect(try await service.put("/api/v1/people/anna", Self.paged).status == 200)
            _ = try await service.post("/api/v1/routines", try Days.medicine(), as: Self.station)
            service.clock.pass(.seconds(30 * 60))
            service.service.clockHasMoved()
            _ = try await Self.read(hangs)
            let new = water(priority: .urgent)
            _ = try await service.post("/api/v1/requests", new)
            service.clock.pass(.seconds(60))
            service.service.clockHasMoved()
            // What is told first is the request itself, to Anna; then that it has escalated.
            var told = try await Self.read(told)
            if let reminder = try? CareJSON.decoder().decode(Reminder.self, from: told) {
                #expect(reminder.request?.id == new.id)
                told = try await Self.read(folder.file("told"))
            }
            let text = String(decoding: told, as: UTF8.self)
            #expect(text.contains(new.id.uuidString))
        }
    }

    @Test("What the program has sent while the service was stopping is not sent again after the next start")
    func stopped() async throws {
        // It ends when the service is stopping already: half of the time that it is given.
        let store = try await afterStop { begun in "echo > '\(begun)'; sleep 0.6; exit 0" }
        #expect(try await store.nextDelivery() == nil)
    }

    @Test(
        "A program that does not end with the service is ended, and what it was given is made after the next start"
    )
    func ended() async throws {
        let store = try await afterStop { begun in "echo > '\(begun)'; exec sleep 600" }
        let waiting = try #require(try await store.pendingDelivery(now: noon.addingTimeInterval(60)))
        #expect(waiting.attempts == 0)
    }

    @Test("A program that fails is told to people after some tries, and that nothing waits for it any more")
    func failing() async throws {
        try await RunningService.with(policy("exit 7"), adjust: Days.settings) { service in
            #expect(try await service.put("/api/v1/people/anna", Self.paged).status == 200)
            let new = water()
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                _ = try await service.post("/api/v1/requests", new)
                let ticking = Task {
                    while !Task.isCancelled {
                        service.clock.pass(.seconds(1))
                        service.service.clockHasMoved()
                        await Task.yield()
                    }
                }
                defer { ticking.cancel() }
                let failed = try await Self.nextFault(&lines)
                #expect(failed.kind == .commandFailed && failed.isActive && failed.source == "service")
                #expect(failed.detail == "/bin/sh ended with status 7")
                _ = try await service.post(
                    "/api/v1/requests/\(new.id)/responses", answer(.met), as: Self.station)
                let over = try await Self.nextFault(&lines)
                #expect(over.kind == .commandFailed && !over.isActive)
            }
        }
    }

    private static func nextFault(_ lines: inout EventLines) async throws -> Fault {
        while true { if let fault = try await lines.nextEvent().fault { return fault } }
    }
}
