import Care
import Foundation
import Kiosk
import Testing

@Suite("Whose kiosk it is, the home says") struct WhoseKioskItIsTheHomeSaysTests {
    private static func request(_ client: String, _ state: RequestState, sequence: Int64) -> Request {
        let at = Date(timeIntervalSince1970: 1_800_000_000)
        return Request(
            id: UUID(), client: client, clientName: "Otto", need: "water", label: "Water", called: "water",
            say: "Some water, please.", priority: .normal, state: state, askedAt: at, receivedAt: at,
            changedAt: at,
            changedBy: "Anna", sequence: sequence)
    }

    private static func answers(to client: String, servedAs served: String?) -> [String] {
        var stage = Stage(Stage.water)
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 1, client: served)))
        let request = request(client, .onTheWay, sequence: 2)
        stage.send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: 2, at: request.changedAt, content: .request(request, .state(.onTheWay)))))
        )
        stage.run(to: 3)
        return stage.lines.filter { $0.contains("on_the_way") }
    }

    @Test("A kiosk whose file says another id hears the answers all the same")
    func aKioskWhoseFileSaysAnotherIdHearsThe() {
        #expect(Self.answers(to: "otto", servedAs: "otto").count == 1)
        #expect(Self.answers(to: "maria", servedAs: "otto").isEmpty)
        #expect(Self.answers(to: "otto", servedAs: nil).isEmpty)
    }

    @Test("What it asks and shows from then on is that client's") func whatItAsksAndShowsFromThenOnIs() {
        var stage = Stage(Stage.water)
        stage.session.showOnScreen()
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 1, client: "otto")))
        stage.press(at: 1)
        stage.run(to: 6)
        stage.press(at: 6)
        stage.run(to: 12)
        let shown = stage.effects.compactMap { if case .show(let screen) = $0 { screen.client } else { nil } }
        #expect(shown.last == "otto")
    }

    @Test("Faults of another client's kiosk are not its own to end")
    func faultsOfAnotherClientsKioskAreNotItsOwn() {
        var stage = Stage(Stage.water)
        let hers = Fault(
            id: UUID(), source: "kiosk", kind: .switchUnplugged, client: "maria", isActive: true,
            clientName: "Maria", detail: "Buddy button", at: Date(timeIntervalSince1970: 0))
        stage.send(.care(.connected(openRequests: [], openFaults: [hers], sequence: 1, client: "otto")))
        let reports = stage.effects.filter { if case .report = $0 { true } else { false } }
        #expect(reports.isEmpty)
    }

    @Test("What was another client's is behind it once the stream has told up to there")
    func whatWasAnotherClientsIsBehindItOnceThe() {
        var stage = Stage(Stage.water)
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 40, client: "otto")))
        stage.send(.care(.caughtUp(sequence: 40)))
        let marks = stage.effects.compactMap {
            if case .acknowledge(let sequence) = $0 { sequence } else { nil }
        }
        #expect(marks.last == 40)
    }
}
