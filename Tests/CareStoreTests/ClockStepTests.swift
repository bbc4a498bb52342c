import Care
import CareStore
import Foundation
import Testing

@Suite("A wall clock that is set")
struct ClockStepTests {
    private static let year = 365.0 * 86_400

    let home: TestHome

    init() throws { home = try TestHome() }

    /// Takes what is due once a second by the steady clock, while the wall clock is off by `offset(second)`; gives what
    /// was told and at which second.
    private func score(
        _ store: CareStore, from start: Int, to end: Int, offset: (Int) -> Double
    ) async throws -> [String] {
        var lines: [String] = []
        for second in start...end {
            let wall = noon.addingTimeInterval(Double(second) + offset(second))
            for event in try await store.takeDue(now: wall, uptime: .seconds(second)) {
                lines.append(
                    "\(second) \(event.kind.rawValue) \(event.minutes ?? -1)m\(event.isLate ? " late" : "")")
            }
        }
        return lines
    }

    @Test(
        "Forward or back, by an hour, a day or a year: everything is told when it would have been, once",
        arguments: [3600, -3600, 86_400, -86_400, year, -year, -56 * year, 80 * year])
    func steps(by step: Double) async throws {
        let store = try home.store()
        _ = try await store.takeDue(now: noon, uptime: .zero)
        _ = try await store.record(water(), receivedAt: noon, uptime: .zero)
        let told = try await score(store, from: 0, to: 1000) { $0 < 100 ? 0 : step }
        #expect(
            told == [
                "300 escalated 5m", "300 still_waiting 5m", "600 escalated 10m", "900 escalated 15m",
                "900 still_waiting 15m",
            ])
    }

    @Test(
        "What is due in the very moment at which a step is noticed is told with the minutes that somebody has waited",
        arguments: [year, -year, 56 * year])
    func dueAsTheStepIsNoticed(step: Double) async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: noon, uptime: .zero)
        let told = try await score(store, from: 300, to: 310) { _ in step }
        #expect(told == ["300 escalated 5m", "300 still_waiting 5m"])
    }

    @Test("A request that comes just after the clock was set is not moved along with the others")
    func requestAfterStep() async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: noon, uptime: .zero)
        let wall = noon.addingTimeInterval(3600 + 10)
        let late = water(priority: .urgent, askedAt: wall)
        _ = try await store.record(late, receivedAt: wall, uptime: .seconds(10))
        let told = try await score(store, from: 11, to: 130) { _ in 3600 }
        #expect(told == ["70 escalated 1m", "130 escalated 2m"])
    }

    @Test("Set again and again, as between two clocks that disagree")
    func toAndFro() async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: noon, uptime: .zero)
        let told = try await score(store, from: 0, to: 700) { $0 / 7 % 2 == 0 ? 0 : -7200 }
        #expect(told == ["300 escalated 5m", "300 still_waiting 5m", "600 escalated 10m"])
    }

    @Test(
        "A clock that was set back by a year while nothing ran puts nothing off for longer than it was planned"
    )
    func backWhileOff() async throws {
        do {
            let store = try home.store()
            _ = try await store.record(water(), receivedAt: noon, uptime: .zero)
        }
        let store = try home.store()
        let told = try await score(store, from: 0, to: 1800) { _ in -Self.year }
        #expect(told.contains { $0.hasPrefix("300 escalated") })
        #expect(told.contains { $0.hasPrefix("1800 ask_again") })
    }

    @Test("A clock that creeps is not one that was set")
    func creeping() async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: noon, uptime: .zero)
        let told = try await score(store, from: 0, to: 310) { Double($0) * 0.0005 }
        #expect(told == ["300 escalated 5m", "300 still_waiting 5m"])
    }
}
