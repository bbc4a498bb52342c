import Care
import Foundation
import Testing

@testable import CareStore

/// A home of Maria and Otto, with Anna and Ben who care for them, and Cleo who coordinates; chores are worth points there.
struct PointHome {
    let home: RoutineHome

    init(restarts: Bool = false) async throws {
        let otto = Person(id: "otto", name: "Otto", role: .client)
        home = try await RoutineHome([maria, otto, anna, ben, cleo], restarts: restarts)
        home.clock = try berlin("2026-03-28T14:30")
    }

    static let cleos = PointActor(reader: .all, id: "cleo", name: "Cleo", decides: true, isCoordinator: true)
    static let annas = PointActor(
        reader: .clients(besides: "anna"), id: "anna", name: "Anna", decides: true, isCoordinator: false)
    static let kiosk = PointActor(
        reader: .only("maria"), id: "maria", name: nil, decides: false, isCoordinator: false)

    var store: CareStore { get async throws { try home.opened() } }

    /// A chore of Maria's, daily at two in the afternoon.
    func chore(
        _ points: Int? = 10, of person: String = "maria", _ change: (inout RoutineContent) -> Void = { _ in }
    ) async throws -> Routine {
        try await home.add(
            try bins(by: .fixed(person: person)) {
                ($0.title, $0.points) = ("Table", points)
                change(&$0)
            })
    }

    static let today = "2026-03-28T14:00:00"

    func reward(
        _ way: RewardWay, _ title: String = "Cinema", id: UUID = UUID(), replaces: Int64 = 0,
        isActive: Bool = true, for people: [String] = []
    ) async throws -> Reward {
        try await store.setReward(
            id,
            RewardChange(
                content: RewardContent(title: title, people: people, way: way), isActive: isActive,
                replaces: replaces, by: "Anna"), receivedAt: home.clock
        ).0
    }

    @discardableResult
    func give(
        _ points: Int, to person: String = "maria", by actor: PointActor = cleos, id: UUID = UUID()
    ) async throws -> PointLine {
        try await store.givePoints(
            to: person, PointGift(id: id, points: points, reason: "Thanks", at: home.clock), by: actor,
            receivedAt: home.clock
        ).0
    }

    func ask(
        for reward: Reward, person: String = "maria", by actor: PointActor = kiosk, id: UUID = UUID()
    ) async throws -> RewardGrant {
        try await store.addGrant(
            NewGrant(id: id, reward: reward.id, person: person, at: home.clock), by: actor,
            receivedAt: home.clock
        ).0
    }

    func answer(
        _ grant: RewardGrant, _ state: RewardGrant.State, by actor: PointActor = annas, id: UUID = UUID(),
        because reason: String? = nil
    ) async throws -> RewardGrant {
        try await store.answerGrant(
            grant.id, GrantAnswer(id: id, state: state, reason: reason, at: home.clock), by: actor,
            receivedAt: home.clock
        ).0
    }

    func turn(_ isOn: Bool, of person: String = "maria", by actor: PointActor = kiosk) async throws {
        _ = try await store.switchPoints(
            of: person, PointSwitch(isOn: isOn), by: actor, receivedAt: home.clock)
    }

    func standing(of person: String = "maria") async throws -> PointStanding {
        try await store.points(of: person, seenBy: .all).standing
    }

    /// `earned 10`, the first one first.
    func lines(of person: String = "maria") async throws -> [String] {
        try await store.points(of: person, seenBy: .all, limit: 200).lines.reversed()
            .map { "\($0.kind.rawValue) \($0.points)" }
    }

    func grants(of person: String = "maria") async throws -> [RewardGrant] {
        try await store.grants(onlyOpen: false, of: person, seenBy: .all, limit: 200).grants.reversed()
    }
}
