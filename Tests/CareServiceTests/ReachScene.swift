import Care
import Channels
import Foundation
import Logging
import NIOHTTP1
import Testing

@testable import CareService

/// A home of two clients in which Ben is reached on his phone, and whoever else is added.
struct ReachScene: Sendable {
    let home: TwoClients
    let phone: StandIn
    let olga: Asker
    let ben: Asker

    var service: RunningService { home.service }

    /// - Parameter others: Channels besides the phone's.
    static func with(
        others: [StandIn] = [], logger: Logger = quiet,
        adjust: @escaping @Sendable (inout CareServiceConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (ReachScene) async throws -> Void
    ) async throws {
        let phone = StandIn()
        let all = [phone] + others
        try await TwoClients.with(
            logger: logger,
            adjust: {
                $0.contactChannels = all.map(\.channel)
                adjust(&$0)
            }
        ) { home in
            let olga = try #require(home.others.first { $0.role == .coordinator })
            let ben = try #require(home.others.first { $0.role == .caregiver })
            for one in all {
                let on = ChannelChange(isOn: true)
                #expect(try await olga.send(.PUT, "channels/\(one.name)", on).status == 200)
            }
            try await body(ReachScene(home: home, phone: phone, olga: olga, ben: ben))
        }
    }

    /// A new way to reach somebody, once it was proved.
    @discardableResult
    func add(
        _ person: String? = "ben", over channel: String = "ntfy", topic: String = "ben", after: Int = 0,
        secret: [String: String]? = nil
    ) async throws -> Contact {
        let change = ContactChange(
            person: person, channel: channel, label: "Phone \(topic)", address: ["topic": topic],
            secret: secret, after: after)
        let made = try await olga.send(.PUT, "contacts/\(UUID())", change)
        #expect(made.status == 201)
        let id = try made.decode(Contact.self).id
        try await until(id) { $0.state != .new }
        return try await contact(id)
    }

    func contact(_ id: UUID) async throws -> Contact { try await olga.get("contacts/\(id)").decode() }

    /// Waits until a way is as it should be.
    func until(_ id: UUID, _ isSo: (Contact) -> Bool) async throws {
        try await home.until { isSo(try await contact(id)) }
    }

    /// By what a message is answered and confirmed.
    func token(of sent: StandIn.Sent) throws -> String {
        let seen = try #require(sent.message.seen)
        return try #require(seen.split(separator: "/").dropLast().last.map(String.init))
    }

    /// As a phone's own worker answers: without a login.
    func answer(
        _ token: String, _ word: MessageAnswer.Word = .onTheWay
    ) async throws -> RunningService.Answer {
        try await service.post("/api/v1/answers/\(token)", MessageAnswer(with: word), as: nil)
    }

    func confirm(_ token: String) async throws -> Int {
        try await service.send(service.message(.POST, "/api/v1/answers/\(token)/seen", as: nil)).status
    }

    func request(_ id: UUID) async throws -> Request {
        try await home.station.get("requests/\(id)").decode()
    }

    func pass(_ duration: Duration) {
        service.clock.pass(duration)
        service.service.clockHasMoved()
    }

    /// Lets time pass, second by second, while something is waited for.
    func passing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        let ticking = Task {
            while !Task.isCancelled {
                pass(.seconds(1))
                await Task.yield()
            }
        }
        defer { ticking.cancel() }
        return try await body()
    }
}
