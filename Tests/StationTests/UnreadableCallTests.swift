import Care
import Foundation
import Scanning
import Testing

@testable import Station

/// Calls of which a station cannot read everything.
struct UnreadableCallTests {
    /// As the event stream tells it, with nothing but the id.
    private func event(_ id: UUID, _ request: String = "") throws -> JournalEvent {
        try CareJSON.decoder().decode(
            JournalEvent.self,
            from: Data(
                """
                {"sequence":1,"at":"2027-01-15T08:00:00Z","kind":"asked","late":false,
                 "request":{"id":"\(id)"\(request)}}
                """.utf8))
    }

    @Test("A call of which only the id can be read sounds as an urgent one, and can be answered")
    func aCallOfWhichOnlyTheIdCanBe() throws {
        var stage = StationStage()
        let id = UUID()
        stage.send(.care(.journal(try event(id))))
        stage.run(to: 5)
        #expect(stage.lines.first?.contains("alert_unreadable") == true, "\(stage.text)")
        stage.key(at: 8, .onTheWay)
        stage.run(to: 20)
        #expect(stage.responses.map(\.state).contains(.onTheWay))
        #expect(
            stage.effects.contains { effect in
                if case .respond(id, let response) = effect { response.state == .onTheWay } else { false }
            })
        #expect(stage.text.contains("answered_on_the_way"), "\(stage.text)")
    }

    @Test("An unreadable call interrupts, even without a valid time, and repeats like an urgent one")
    func itCutsInAlsoWhereItsTimeIsNone() throws {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 0.4)
        let wrong = try CareJSON.decoder().decode(
            JournalEvent.self,
            from: Data(
                """
                {"sequence":2,"at":"10000-01-01T00:00:00.000Z","kind":"asked","late":false,
                 "request":{"id":"\(UUID())","client_name":"Maria","asked_at":"10000-01-01T00:00:00.000Z"}}
                """.utf8))
        stage.send(.care(.journal(wrong)))
        stage.run(to: 40)
        let told = stage.lines.filter { $0.contains("alert_unreadable") }
        #expect(told.count >= 2 && told.allSatisfy { $0.contains("Maria") }, "\(stage.text)")
    }

    @Test("A call that has not even an id is called out until somebody goes to see")
    func aCallThatHasNotEvenAnIdIs() {
        var stage = StationStage()
        stage.fault(at: 0, .callUnreadable, isActive: true, detail: "row 7", source: "service", client: nil)
        stage.run(to: 100)
        #expect(stage.lines.count { $0.contains("fault_call_unreadable") } > 2, "\(stage.text)")
        stage.key(at: 101, .onTheWay)
        stage.run(to: 300)
        #expect(stage.text.contains("FAULT call_unreadable is over"), "\(stage.text)")
        #expect(stage.lines.last?.contains("going_to_see") == true, "\(stage.text)")
    }

    @Test("A lost call that one machine tells does not silence that of another")
    func aLostCallThatOneMachineTellsDoesNot() {
        var stage = StationStage()
        stage.fault(at: 0, .callUnreadable, isActive: true, detail: "row 7", source: "service", client: nil)
        let own = "asked: without an id"
        stage.fault(at: 1, .callUnreadable, isActive: true, detail: own, source: "station", client: nil)
        stage.run(to: 60)
        // Somebody has gone to see after one of them.
        stage.fault(at: 61, .callUnreadable, isActive: false, detail: own, source: "page", client: nil)
        stage.run(to: 70)
        let before = stage.lines.count
        stage.run(to: 300)
        let after = stage.lines.dropFirst(before)
        #expect(after.count { $0.contains("fault_call_unreadable") } > 1, "\(stage.text)")
        stage.fault(at: 301, .callUnreadable, isActive: false, detail: "row 7", source: "page", client: nil)
        stage.run(to: 310)
        let silent = stage.lines.count
        stage.run(to: 600)
        #expect(stage.lines.count == silent, "\(stage.text)")
    }

    @Test("An unreadable item other than a call is announced once")
    func thatSomethingElseCannotBeReadIsToldOnce() {
        var stage = StationStage()
        stage.fault(
            at: 0, .recordUnreadable, isActive: true, detail: "need tea", source: "service", client: nil)
        stage.run(to: 2000)
        #expect(stage.lines.count == 1, "\(stage.text)")
    }
}
