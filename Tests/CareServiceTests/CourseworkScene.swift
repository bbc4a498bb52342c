import Care
import Foundation
import Logging
import NIOHTTP1
import Testing

@testable import CareService

/// A home of two clients, a platform, and who asks: a coordinator and Maria's phone.
struct CourseworkScene: Sendable {
    let home: TwoClients
    let canvas: FakeCanvas
    let olga: Asker
    let phone: Asker

    func add(
        _ kind: CourseworkLink.Kind = .planner, by asker: Asker? = nil, token: String? = FakeCanvas.token,
        address: String? = nil, client: String = "maria", reminders: [Int] = [], id: UUID = UUID()
    ) async throws -> RunningService.Answer {
        let feed = canvas.address + "/feeds/calendars/user_secret.ics"
        return try await (asker ?? olga).send(
            .POST, "coursework",
            NewCourseworkLink(
                id: id, client: client, kind: kind,
                address: address ?? (kind == .feed ? feed : canvas.address),
                token: kind == .feed ? nil : token, reminders: reminders, at: noon))
    }

    func change(_ id: UUID, _ change: CourseworkChange, by asker: Asker? = nil) async throws
        -> RunningService.Answer
    {
        try await (asker ?? phone).send(.POST, "coursework/\(id)/changes", change)
    }

    @discardableResult
    func read(_ id: UUID) async throws -> CourseworkLink {
        try await change(id, CourseworkChange(.read)).decode()
    }

    func goals() async throws -> [Goal] {
        try await phone.get("goals").decode(GoalPage.self).goals
    }

    func titles() async throws -> [String] {
        try await goals().filter(\.isOpen).map(\.occurrence.title).sorted()
    }

    func faults() async throws -> [Fault] {
        let page: FaultPage = try await home.station.get("faults?state=open").decode()
        return page.faults.filter { $0.kind == .courseworkUnread }
    }

    func links() async throws -> [CourseworkLink] {
        try await phone.get("coursework").decode(CourseworkPage.self).links
    }

    /// - Parameter reads: Whether the service reads by itself, as time passes; then there is a third client, Nora.
    static func with(
        reads: Bool = false, logger: Logger = quiet,
        _ body: @escaping @Sendable (CourseworkScene) async throws -> Void
    ) async throws {
        try await FakeCanvas.with { canvas in
            try await TwoClients.with(
                logger: logger,
                adjust: {
                    ($0.platformPatience, $0.readsPlatforms) = (.seconds(1800), reads)
                    if reads { $0.people.append(Person(id: "nora", name: "Nora", role: .client)) }
                }
            ) {
                home in
                let phone = try #require(home.others.first { $0.role == .client && $0.client == "maria" })
                let olga = try #require(home.others.first { $0.role == .coordinator })
                try await body(CourseworkScene(home: home, canvas: canvas, olga: olga, phone: phone))
            }
        }
    }
}
