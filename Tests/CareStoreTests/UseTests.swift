import Care
import CareStore
import Foundation
import OwnFolders
import StoreFiles
import Testing

@Suite("How often each need was asked is read beside a running service")
struct UseTests {
    let home: TestHome
    let store: CareStore

    init() throws {
        home = try TestHome()
        store = try home.store()
    }

    private func counts(sinceDays days: Double = 1) throws -> [String: Int]? {
        try CareStore.countsOfNeeds(home.path, since: noon.addingTimeInterval(-days * 86_400))
    }

    @Test("Each need counts as often as it was asked, from the given time on")
    func eachNeedCounts() async throws {
        #expect(try counts() == [:])
        _ = try await store.record(water(), receivedAt: noon)
        _ = try await store.record(water(), receivedAt: noon)
        var tea = water(askedAt: noon.addingTimeInterval(-2 * 86_400))
        tea.need = "tea"
        _ = try await store.record(tea, receivedAt: noon)
        #expect(try counts() == ["water": 2])
        #expect(try counts(sinceDays: 3) == ["water": 2, "tea": 1])
    }

    @Test(
        "A call that only tried out whether calls arrive does not count, and no shift hears of it once it is done"
    )
    func testsDoNotCount() async throws {
        var test = water()
        test.need = Request.testNeed
        _ = try await store.record(test, receivedAt: noon)
        _ = try await store.record(water(), receivedAt: noon)
        #expect(try counts() == ["water": 1])
        func told() async throws -> [String] {
            try await store.handover(since: "1h", until: nil, now: noon.addingTimeInterval(60))
                .requests.map(\.request.need)
        }
        // While it sounds, somebody has to see to it.
        #expect(try await Set(told()) == ["water", Request.testNeed])
        _ = try await store.respond(
            to: test.id, answer(.met), actor: .station, receivedAt: noon.addingTimeInterval(30))
        #expect(try await told() == ["water"])
    }

    @Test("Asking again for what is open counts once")
    func askingAgainCountsOnce() async throws {
        let first = water()
        _ = try await store.record(first, receivedAt: noon)
        _ = try await store.record(water(asksAgain: first.id), receivedAt: noon.addingTimeInterval(60))
        #expect(try counts() == ["water": 1])
    }

    @Test("A request taken back at once does not count, one given up later does")
    func slipsDoNotCount() async throws {
        for seconds in [5.0, 300] {
            let new = water()
            _ = try await store.record(new, receivedAt: noon)
            _ = try await store.respond(
                to: new.id, answer(.cancelled), actor: .kiosk, receivedAt: noon.addingTimeInterval(seconds))
        }
        #expect(try counts() == ["water": 1])
    }

    @Test("A missing store gives no counts, and a file that is not a store is reported")
    func noStore() throws {
        #expect(try CareStore.countsOfNeeds(home.path + ".none", since: noon) == nil)
        let other = home.folder.file("other.sqlite")
        try Data(
            "not a store, but a text that is longer than a hundred bytes, so that its header can be read whole by all"
                .utf8
        )
        .write(to: URL(fileURLWithPath: other))
        #expect(throws: StoreFileError.self) { try CareStore.countsOfNeeds(other, since: noon) }
    }
}
