import Care
import CareClient
import CareStore
import Foundation
import Logging
import Recurrence
import Synchronization

/// Writes requests into an outbox or a service's store and says of each that it is recorded, as soon as it is.
/// `scripts/kill-test` kills it in the middle.
///
/// ```
/// store-probe outbox|store write FILE COUNT    prints "recorded ID" lines
/// store-probe outbox|store retry FILE COUNT    the same, and tries again what fails
/// store-probe outbox|store list FILE           prints "kept ID" lines
/// store-probe routines write FILE COUNT        so many routines, each made, told, acknowledged, and marked done
/// store-probe routines list FILE               tells what was not told, then prints "kept ID" lines
/// store-probe points write FILE COUNT          so many chores, each made, done, and its points spent and given back
/// store-probe points list FILE                 prints "kept ID" lines, and what does not fit together
/// store-probe chores write FILE COUNT          so many chores, each made, claimed, done, and approved
/// store-probe chores list FILE                 prints "kept ID" lines, and what does not fit together
/// store-probe moods write FILE COUNT           so many exercises, each planned, and its mood logged
/// store-probe moods list FILE                  prints "kept ID" lines, and what does not fit together
/// store-probe store view FILE COUNT            counts and times one month's view of so many ten-year-old routines, half of them chores
/// store-probe store chores FILE COUNT          the same, where all of them are chores
/// ```
@main
struct StoreProbe {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch (arguments.first, arguments.dropFirst().first, arguments.count) {
            case ("outbox", "write", 4): try await writeOutbox(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("outbox", "retry", 4): try await retryOutbox(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("store", "retry", 4): try await retryStore(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("outbox", "list", 3): try await listOutbox(arguments[2])
            case ("store", "write", 4): try await writeStore(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("routines", "write", 4):
                try await writeRoutines(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("routines", "list", 3): try await listRoutines(arguments[2])
            case ("points", "write", 4):
                try await writePoints(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("points", "list", 3): try await listPoints(arguments[2])
            case ("chores", "write", 4):
                try await writeChores(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("chores", "list", 3): try await listChores(arguments[2])
            case ("moods", "write", 4):
                try await writeMoods(arguments[2], count: Int(arguments[3]) ?? 0)
            case ("moods", "list", 3): try await listMoods(arguments[2])
            case ("store", "view", 4):
                try await timeView(arguments[2], count: Int(arguments[3]) ?? 0, isOfChores: false)
            case ("store", "chores", 4):
                try await timeView(arguments[2], count: Int(arguments[3]) ?? 0, isOfChores: true)
            case ("store", "list", 3): try await listStore(arguments[2])
            default:
                say(
                    """
                    usage: store-probe outbox|store write|retry|list FILE [COUNT]
                           store-probe routines|points|chores|moods write|list FILE [COUNT]
                           store-probe store view|chores FILE COUNT
                    """
                )
                exit(64)
            }
        } catch {
            say("error \(error)")
            exit(1)
        }
    }

    /// How often something that fails is tried; one fault at a time fails once.
    private static let mostTries = 5

    private static func request(_ number: Int) -> NewRequest {
        var generator = SystemRandomNumberGenerator()
        let now = Date()
        return NewRequest(
            id: .version7(at: now, using: &generator), client: "maria", clientName: "Maria", need: "water",
            label: "Water \(number)", called: "water", say: "I would like some water, please.",
            priority: .normal, askedAt: now)
    }

    /// What kiosks and stations have to tell: one of each kind in turn.
    private static func command(_ number: Int) -> CareCommand {
        let request = request(number)
        switch number % 5 {
        case 1:
            return .mark(
                OccurrenceEntry(
                    id: request.id, routine: UUID(), key: OccurrenceKey(.first, zone: ZoneRules.utc.id),
                    kind: .done, at: request.askedAt))
        case 2:
            return .receipt(
                reminder: UUID(), ReminderReceipt(id: request.id, outcome: .told, at: request.askedAt))
        case 3:
            return .propose(
                NewNeedProposal(
                    id: request.id, client: "maria", clientName: "Maria", label: request.label,
                    say: request.say, proposedAt: request.askedAt))
        case 4:
            return .household(
                .ask(NewGrant(id: request.id, reward: UUID(), person: "maria", at: request.askedAt)))
        default: return .ask(request)
        }
    }

    /// Opens the outbox as a kiosk does; its events come as lines.
    private static func client(_ path: String) throws -> (CareClient, AsyncStream<CareClientEvent>) {
        let (events, continuation) = AsyncStream<CareClientEvent>.makeStream()
        // Nobody serves at this port, and nobody runs the client: only the outbox works.
        guard let url = URL(string: "http://127.0.0.1:9") else { throw CocoaError(.fileReadInvalidFileName) }
        let client = CareClient(
            serviceURL: url, token: "none", storePath: path, role: .kiosk,
            logger: Logger(label: "probe") { _ in SwiftLogNoOpLogHandler() }
        ) { event in
            switch event {
            case .recorded(let id): say("recorded \(id)")
            case .restored(let commands): for command in commands { say("kept \(command.id)") }
            case .storeFailed(let detail): say("error \(detail)")
            case .notRecorded, .delivered, .rejected, .storeRestored, .connected, .journal, .caughtUp,
                .agenda, .household, .appointments, .encouragement, .notTold, .tap, .speaks, .trial,
                .serviceLost,
                .serviceBack:
                break
            }
            continuation.yield(event)
        }
        return (client, events)
    }

    private static func writeOutbox(_ path: String, count: Int) async throws {
        let (client, events) = try client(path)
        for number in 0..<count { client.post(command(number)) }
        var recorded = 0
        if count == 0 { return }
        for await event in events {
            if case .recorded = event { recorded += 1 }
            if case .storeFailed = event { exit(1) }
            if recorded == count { break }
        }
    }

    private static func retryOutbox(_ path: String, count: Int) async throws {
        let (client, events) = try client(path)
        var rest = (0..<count).map(command)[...]
        if let first = rest.first { client.post(first) }
        for await event in events {
            switch event {
            case .recorded(let id):
                guard id == rest.first?.id else { break }
                rest.removeFirst()
                guard let next = rest.first else { return }
                client.post(next)
            case .storeFailed:
                // Told once until it works again, whatever fails meanwhile.
                if let again = rest.first { for _ in 0..<mostTries { client.post(again) } }
            case .restored, .notRecorded, .delivered, .rejected, .storeRestored, .connected, .journal,
                .caughtUp, .tap, .speaks, .trial,
                .agenda, .household, .appointments, .encouragement, .notTold,
                .serviceLost, .serviceBack:
                break
            }
        }
    }

    private static func listOutbox(_ path: String) async throws {
        let (client, events) = try client(path)
        let marker = request(0)
        client.post(.ask(marker))
        // What was kept is told before anything new is recorded.
        for await event in events {
            if case .recorded(marker.id) = event { break }
            if case .storeFailed = event { exit(1) }
        }
    }

    private static func writeStore(_ path: String, count: Int) async throws {
        let store = try CareStore(path: path)
        for number in 0..<count {
            let (request, _) = try await store.record(request(number), receivedAt: Date())
            say("recorded \(request.id)")
        }
    }

    private static func retryStore(_ path: String, count: Int) async throws {
        var opened: CareStore?
        for number in 0..<count {
            let request = request(number)
            for _ in 0..<mostTries {
                do {
                    let store = try opened ?? CareStore(path: path)
                    opened = store
                    let (stored, _) = try await store.record(request, receivedAt: Date())
                    say("recorded \(stored.id)")
                    break
                } catch {
                    say("error \(error)")
                }
            }
        }
    }

    private static func listStore(_ path: String) async throws {
        let store = try CareStore(path: path)
        let events = try await store.events(after: 0, limit: .max)
        let asked = events.filter { $0.kind == .asked }.compactMap(\.request?.id)
        var cursor: Int64? = 0
        while let after = cursor {
            let page = try await store.requests(onlyOpen: false, after: after, limit: 200)
            for request in page.requests {
                let isTold = asked.count { $0 == request.id } == 1
                say(isTold ? "kept \(request.id)" : "error \(request.id) is not in the journal once")
            }
            cursor = page.next.flatMap(Int64.init)
        }
    }

    /// At once and unbuffered: what was said stays said when the process is killed.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
