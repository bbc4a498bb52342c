import Care
import Foundation
import Testing

@testable import CareStore

/// What tests of messages do with a home.
extension RoutineHome {
    /// People with these ways to be reached; every channel is on.
    static func reaching(
        _ people: [Person] = [maria, anna, ben, cleo], restarts: Bool = false,
        policy: AlertPolicy = AlertPolicy()
    ) async throws -> RoutineHome {
        let home = try await RoutineHome(people, policy: policy, restarts: restarts)
        for name in ContactChannel.names {
            _ = try await home.store.save(StoredChannel(name: name, isOn: true), at: noon)
        }
        return home
    }

    /// - Parameter person: `nil` for one of the home's own.
    @discardableResult
    func reach(
        _ person: String?, _ label: String, over channel: String = "ntfy", after: Int = 0
    ) async throws -> Contact {
        try await opened().save(
            Contact(
                id: UUID(), person: person, channel: channel, label: label, address: ["topic": label],
                after: after), at: noon)
    }

    /// Lets time pass from due to due and from message to message: what is sent to whom, and after how many seconds. What is sent at
    /// the same time is in the order of the labels.
    func sent(
        until seconds: Double, _ outcome: CareStore.MessageOutcome = .sent
    ) async throws -> [String] {
        var lines: [String] = []
        for _ in 0..<1000 {
            // Nothing may hold a store that is closed next.
            let next = [try await opened().nextDue(), try await opened().nextMessage()]
                .compactMap(\.self).min()
            guard let next, next <= noon.addingTimeInterval(seconds) else { return lines }
            clock = max(clock, next)
            _ = try await opened().takeDue(now: clock)
            let messages = try await opened().pendingMessages(atMost: 100, now: clock)
            let second = Int(clock.timeIntervalSince(noon))
            lines += messages.map { "\(second) \($0.kind.rawValue) \($0.contact.label)" }.sorted()
            for message in messages { _ = try await opened().settle(message, outcome, at: clock) }
        }
        throw CancellationError()
    }

    /// The messages that may be tried.
    func pending(at seconds: Double = 0) async throws -> [OutgoingMessage] {
        try await opened().pendingMessages(atMost: 100, now: noon.addingTimeInterval(seconds))
    }

    func respond(
        _ request: UUID, _ state: RequestState, by name: String? = "Anna", reason: String? = nil,
        at seconds: Double
    ) async throws {
        let time = noon.addingTimeInterval(seconds)
        clock = max(clock, time)
        _ = try await opened().respond(
            to: request, answer(state, by: name, reason: reason), actor: .station, receivedAt: time)
    }

    func set(way steps: [(Int, [CallTarget])]) async throws {
        let path = CallPath(
            id: UUID(), name: "A way", steps: steps.map { CallPathStep(after: $0.0, who: $0.1) })
        let version = try await store.callPaths().version
        _ = try await opened().setCallPaths(NewCallPaths(paths: [path], replaces: version), at: noon)
    }

    func stored(_ contact: Contact) async throws -> Contact {
        try #require(try await opened().contact(contact.id))
    }
}
