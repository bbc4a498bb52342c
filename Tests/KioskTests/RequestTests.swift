import Care
import Foundation
import Kiosk
import Scanning
import Speech
import Testing

@Suite("Requests") struct RequestsTests {
    @Test("A press in the window takes it back, one before the window does nothing")
    func aPressInTheWindowTakesItBackOne() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.press(at: 4.05)
        stage.press(at: 5)
        stage.run(to: 9)
        #expect(
            stage.text == """
                0.50 cue: Water
                1.00 ASK water normal
                1.00 main: Some water, please.
                2.00 main: asked
                3.00 main: take_back
                4.00 (window)
                5.00 CANCELLED undo
                5.01 main: taken_back water
                6.31 cue: Water
                """)
    }

    @Test("After a change of name, the client asks and takes back under the new one")
    func whoHasAnotherNameNowAsksAndTakesBack() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.send(.namesChanged(client: "Marie", caregiver: "Anne"))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 5)
        stage.run(to: 9)
        #expect(stage.requests.map(\.clientName) == ["Marie"])
        let answers = stage.effects.compactMap { effect in
            if case .respond(_, let response) = effect { response } else { nil }
        }
        #expect(answers.map(\.by) == ["Marie"])
    }

    @Test("An urgent request has no window in which a spasm could take it back")
    func anUrgentRequestHasNoWindowInWhichA() {
        var stage = Stage(Stage.pain)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.50 cue: Pain
                1.00 ASK pain urgent
                1.00 main: It hurts.
                2.00 main: asked
                3.30 cue: Pain asked_just_now state_asked
                """)
    }

    @Test("An item with confirm asks first") func anItemWithConfirmAsksFirst() {
        var stage = Stage(Stage.toilet)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2)
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.50 cue: Toilet
                1.30 cue: Toilet confirm_yes
                2.00 ASK toilet soon
                2.00 main: Toilet, please.
                3.00 main: asked
                4.00 main: take_back
                5.00 (window)
                """)
    }

    @Test("No to the question goes back to the item") func noToTheQuestionGoesBackToTheItem() {
        var stage = Stage(Stage.toilet)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 5)
        stage.run(to: 7)
        #expect(
            stage.text == """
                0.50 cue: Toilet
                1.30 cue: Toilet confirm_yes
                4.50 cue: confirm_no
                5.30 cue: Toilet
                """)
    }

    @Test(
        "A wall clock that is set makes nobody wait longer, or shorter",
        arguments: [3600.0, -3600, 31_536_000, -31_536_000])
    func aWallClockThatIsSetMakesNobodyWait(step: Double) {
        var stage = Stage(Stage.pain)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 10)
        stage.clockStep = step
        stage.press(at: 50)
        stage.run(to: 52)
        #expect(stage.text.contains("50.50 cue: Pain asked_just_now"))
    }

    @Test("Choosing what is asked already offers to ask again")
    func choosingWhatIsAskedAlreadyOffersToAskAgain() {
        var stage = Stage.afterAsking(Stage.water, Stage.yes)
        stage.press(at: 50)
        stage.press(at: 51)
        stage.press(at: 53)
        stage.run(to: 56)
        #expect(
            stage.text == """
                50.50 cue: Water asked_just_now state_asked
                51.00 main: open_request Water state_asked
                52.30 cue: choice_ask_again
                53.00 ASK water normal again
                53.00 main: Some water, please.
                54.00 main: asked_again
                55.00 main: take_back
                56.00 (window)
                """)
    }

    @Test("An urgent request is taken back from its own item") func anUrgentRequestIsTakenBackFromItsOwn() {
        var stage = Stage.afterAsking(Stage.pain, Stage.yes)
        stage.press(at: 50)
        stage.press(at: 51)
        stage.run(to: 56)
        stage.press(at: 56.2)
        stage.run(to: 60)
        #expect(
            stage.text == """
                50.50 cue: Pain asked_just_now state_asked
                51.00 main: open_request Pain state_asked
                52.30 cue: choice_ask_again
                55.50 cue: choice_never_mind
                56.20 CANCELLED 
                56.21 main: taken_back help with pain
                57.51 cue: Pain
                """)
    }

    @Test("What is done can be asked for again from the list of the last day's calls")
    func whatIsDoneCanBeAskedForAgainFromTheList() {
        var stage = Stage.afterAsking(Stage.calls, Stage.water)
        stage.journal(at: 41, 1, .met, .met, by: "Anna")
        // Long after the answer's own question.
        stage.run(to: 3000)
        stage.lines = []
        for second in 3000...3003 { stage.press(at: Double(second)) }
        stage.run(to: 3004)
        #expect(
            stage.text == """
                3000.50 cue: What I asked
                3001.30 cue: Water asked_minutes_ago 50 state_met
                3002.30 cue: choice_ask_again
                3003.00 ASK water normal again
                3003.00 main: Some water, please.
                3004.00 main: asked_again
                """)
        #expect(stage.requests.last?.asksAgain == stage.requests.first?.id)
    }

    @Test("A day later what was done is out of the list, which is then left out")
    func aDayLaterWhatWasDoneIsOutOfTheList() {
        var stage = Stage.afterAsking(Stage.calls, Stage.water)
        stage.journal(at: 41, 1, .met, .met, by: "Anna")
        stage.run(to: 3000)
        stage.lines = []
        stage.press(at: 3000)
        stage.run(to: 3060)
        #expect(stage.text.contains("cue: What I asked"), "\(stage.text)")
        stage.run(to: 90_000)
        stage.lines = []
        stage.press(at: 90_000)
        stage.run(to: 90_020)
        #expect(!stage.text.contains("What I asked") && stage.text.contains("cue: Water"), "\(stage.text)")
    }

    @Test("A kiosk that has restarted lists what it is told at its connection")
    func aKioskThatHasRestartedListsWhatItIsTold() {
        var stage = Stage(Stage.calls, Stage.water)
        let at = Date(timeIntervalSince1970: 1_799_999_000)
        let done = Request(
            id: UUID(), client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
            say: "Some water, please.", priority: .normal, state: .met, askedAt: at, receivedAt: at,
            changedAt: at, changedBy: "Anna", reason: nil, asksAgain: nil, sequence: 1)
        var others = done
        (others.id, others.client, others.need, others.label) = (UUID(), "ben", "tea", "Tea")
        stage.send(
            .care(.connected(openRequests: [], recent: [done, others], openFaults: [], sequence: 1)))
        for second in 1...2 { stage.press(at: Double(second)) }
        stage.run(to: 6)
        #expect(stage.text.contains("cue: Water asked_minutes_ago 16 state_met"), "\(stage.text)")
    }

    @Test("An empty list says so, where it is offered") func anEmptyListSaysSoWhereItIsOffered() {
        var stage = Stage(Stage.asked, Stage.water) { $0.skipEmpty = false }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 8)
        stage.press(at: 8.5)
        stage.run(to: 40)
        stage.press(at: 50)
        stage.press(at: 51)
        stage.run(to: 56)
        #expect(
            stage.text == """
                0.50 cue: What I asked
                1.00 main: empty_list
                2.30 cue: What I asked
                5.50 cue: Water
                8.00 cue: What I asked
                8.50 main: empty_list
                9.80 cue: What I asked
                13.00 cue: Water
                15.50 cue: What I asked
                18.70 cue: Water
                21.20 cue: What I asked
                24.40 cue: Water
                50.50 cue: What I asked
                51.00 main: empty_list
                52.30 cue: What I asked
                55.50 cue: Water
                """)
    }

    @Test("The help key calls from anywhere, once; pressed again, it says the call's state")
    func theHelpKeyCallsFromAnywhereOnceAgainIt() {
        var stage = Stage(Stage.water)
        stage.press(at: 1, .help)
        stage.run(to: 1.5)
        stage.press(at: 3, .help)
        stage.run(to: 8)
        #expect(
            stage.text == """
                1.00 ASK help urgent
                1.00 main: help_say
                2.00 main: asked
                3.00 main: open_request help_label state_asked
                """)
    }
}
