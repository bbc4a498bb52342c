import Care
import Playing
import Foundation
import HomeFiles
import Scanning
import Speech
import Station
import Testing

@Suite("A station") struct AStationTests {
    @Test("A machine that has the plan again does not end another's fault")
    func aMachineThatHasThePlanAgainDoesNot() {
        var stage = StationStage()
        for source in ["kiosk", "station"] {
            stage.fault(at: 0, .planLost, isActive: true, source: source, client: nil)
        }
        stage.run(to: 10)
        #expect(stage.lines.count == 2, "\(stage.text)")
        stage.fault(at: 20, .planLost, isActive: false, source: "station", client: nil)
        stage.run(to: 310)
        #expect(
            stage.lines.suffix(2).map { $0.contains("fault_plan_lost_over") } == [true, false],
            "\(stage.text)")
        stage.fault(at: 320, .planLost, isActive: false, source: "kiosk", client: nil)
        stage.run(to: 2000)
        #expect(
            stage.lines.count == 5 && stage.lines.last?.contains("fault_plan_lost_over") == true,
            "\(stage.text)")
    }

    @Test("An alert is repeated until somebody answers, and stays open until it is met")
    func anAlertIsRepeatedUntilSomebodyAnswersAndStays() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 5)
        stage.journal(at: 5, "water", .heard, .heard)
        stage.key(at: 40, .onTheWay)
        stage.run(to: 100)
        stage.key(at: 120, .met)
        stage.run(to: 200)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                30.00 alert: alert Maria water
                40.00 ON_THE_WAY Anna
                40.00 alert: answered_on_the_way Maria water
                120.00 MET Anna
                120.00 alert: answered_met Maria water
                """)
    }

    @Test("After a change of name, a caregiver answers under the new one")
    func whoHasAnotherNameNowAnswersUnderIt() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 5)
        stage.send(.namesChanged(client: "Marie", caregiver: "Anne"))
        stage.key(at: 10, .onTheWay)
        stage.run(to: 20)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                10.00 ON_THE_WAY Anne
                10.00 alert: answered_on_the_way Maria water
                """)
    }

    @Test("Calls are repeated as the settings say now")
    func otherTimes() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 45)
        var alerts = HomeSettings.Alerts()
        alerts.repeatOther = .seconds(10)
        stage.send(.alertsChanged(alerts))
        stage.run(to: 75)
        #expect(
            stage.lines.filter { $0.contains("alert: alert") }.map { $0.prefix { $0 != " " } }
                == ["0.00", "30.00", "60.00", "70.00"], "\(stage.text)")
    }

    @Test("Files and settings that a station cannot use are its fault until it can, and no kiosk's")
    func filesRefused() throws {
        var stage = StationStage()
        func reports() -> [Fault] {
            stage.effects.compactMap { if case .report(let fault) = $0 { fault } else { nil } }
        }
        stage.send(.filesRefused("line 3"))
        stage.send(.filesRefused("line 3"))
        stage.send(.contentsFetched(refused: "line 7"))
        stage.send(.filesRefused(nil))
        stage.send(.contentsFetched(refused: nil))
        let all = reports()
        #expect(all.allSatisfy { $0.source == "station" && $0.clientName == nil })
        #expect(
            all.map { "\($0.kind.rawValue) \($0.isActive) \($0.detail)" } == [
                "board_refused true line 3", "board_refused true line 3 line 7",
                "board_refused true line 7", "board_refused false ",
            ])
        // A station's own is for pages: its words are about clients' kiosks.
        let told = stage.lines.count
        stage.fault(at: 20, .boardRefused, isActive: true, source: "station", client: nil)
        stage.run(to: 30)
        #expect(stage.lines.count == told, "\(stage.text)")
        // What it reported before a restart is over.
        let earlier = Fault(
            id: UUID(), source: "station", kind: .boardRefused, isActive: true, clientName: nil,
            detail: "line 3", at: stage.wall)
        var again = StationStage()
        again.send(.care(.connected(openRequests: [], openFaults: [earlier], sequence: 1)))
        #expect(again.text == "0.00 FAULT board_refused is over")
    }

    @Test("What is urgent cuts in and is repeated sooner") func whatIsUrgentCutsInAndIsRepeatedSooner() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.journal(at: 0.5, "pain", .asked, .asked, .urgent)
        stage.run(to: 25)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                0.50 alert: alert Maria pain
                1.50 HEARD
                1.50 alert: alert Maria water
                2.50 HEARD
                10.50 alert: alert Maria pain
                20.50 alert: alert Maria pain
                """)
    }

    @Test("A decline asks for its reason and takes a digit") func aDeclineAsksForItsReasonAndTakesA() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 3, .declined)
        stage.key(at: 5, .digit(7))
        stage.key(at: 7, .digit(2))
        stage.run(to: 60)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                3.00 alert: reason_question reason_choice 1 dinner reason_choice 2 with somebody else
                5.00 alert: reason_unknown
                7.00 DECLINED Anna with somebody else
                7.00 alert: answered_declined Maria water
                """)
    }

    @Test("A question about the reason that nobody answers lets the alert ring again")
    func aQuestionAboutTheReasonThatNobodyAnswersLets() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 3, .declined)
        stage.run(to: 50)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                3.00 alert: reason_question reason_choice 1 dinner reason_choice 2 with somebody else
                33.00 alert: reason_abandoned
                34.00 alert: alert Maria water
                """)
    }

    @Test("A key just after another alert has begun means the one before")
    func aKeyJustAfterAnotherAlertHasBegunMeans() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.journal(at: 10, "tea", .asked, .asked)
        stage.key(at: 10.5, .onTheWay)
        stage.run(to: 15)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                10.00 alert: alert Maria tea
                10.50 ON_THE_WAY Anna
                11.00 HEARD
                11.00 alert: answered_on_the_way Maria water
                """)
    }

    @Test("Next and say again choose what the keys mean") func nextAndSayAgainChooseWhatTheKeysMean() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.journal(at: 10, "tea", .asked, .asked)
        stage.key(at: 13, .next)
        stage.key(at: 15, .sayAgain)
        stage.key(at: 17, .onTheWay)
        stage.run(to: 20)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                10.00 alert: alert Maria tea
                11.00 HEARD
                13.00 alert: alert Maria water
                15.00 alert: alert Maria water
                17.00 ON_THE_WAY Anna
                17.00 alert: answered_on_the_way Maria water
                """)
    }

    @Test("Keys with nothing open say so") func keysWithNothingOpenSaySo() {
        var stage = StationStage()
        stage.key(at: 1, .met)
        stage.key(at: 3, .next)
        stage.run(to: 10)
        #expect(
            stage.text == """
                1.00 alert: nothing_open
                3.00 alert: nothing_open
                """)
    }

    @Test("What the client takes back is told") func whatTheClientTakesBackIsTold() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 4)
        stage.journal(at: 4, "water", .cancelled, .cancelled, reason: "undo")
        stage.run(to: 60)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                4.00 alert: alert_taken_back Maria water
                """)
    }

    @Test("What was taken back before anybody heard it is not told")
    func whatWasTakenBackBeforeAnybodyHeardItIs() {
        var stage = StationStage()
        stage.journal(at: 0, "pain", .asked, .asked, .urgent)
        stage.journal(at: 0.2, "water", .asked, .asked)
        stage.journal(at: 0.4, "water", .cancelled, .cancelled, reason: "undo")
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.00 alert: alert Maria pain
                1.00 HEARD
                """)
    }

    @Test("What nobody answers for long is told as such") func whatNobodyAnswersForLongIsToldAsSuch() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.journal(at: 295, "water", .escalated, .heard, escalation: 1)
        stage.run(to: 310)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                30.00 alert: alert Maria water
                60.00 alert: alert Maria water
                90.00 alert: alert Maria water
                120.00 alert: alert_waiting Maria 2 water
                150.00 alert: alert_waiting Maria 2 water
                180.00 alert: alert_waiting Maria 3 water
                210.00 alert: alert_waiting Maria 3 water
                240.00 alert: alert_waiting Maria 4 water
                270.00 alert: alert_waiting Maria 4 water
                295.00 alert: alert_escalated Maria 4 water
                """)
    }

    @Test("An answer that came second says who was first") func anAnswerThatCameSecondSaysWhoWasFirst() throws
    {
        var stage = StationStage()
        stage.delivers = false
        let request = stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 3, .met)
        stage.run(to: 3.5)
        var answered = request
        answered.state = .declined
        answered.changedBy = "Ben"
        stage.send(.care(.rejected(try #require(stage.responses.last).id, detail: "409", answered)))
        stage.run(to: 60)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                3.00 MET Anna
                3.50 alert: answered_already Ben
                """)
    }

    @Test("A fault that ends while it is being told is told to be over")
    func aFaultThatEndsWhileItIsBeingTold() {
        var stage = StationStage()
        stage.fault(at: 0, .switchStuck, isActive: true)
        stage.fault(at: 0.5, .switchStuck, isActive: false)
        stage.run(to: 10)
        #expect(
            stage.text == """
                0.00 alert: fault_switch_stuck Maria
                1.00 alert: fault_switch_stuck_over Maria
                """)
    }

    @Test(
        "A notice about the switch is announced once, and when it is over",
        arguments: [
            FaultKind.switchChattering, .switchSilent, .switchBatteryLow, .routineUnplanned, .zoneMissing,
            .certificateUnusable,
        ])
    func notice(kind: FaultKind) {
        var stage = StationStage()
        stage.fault(at: 0, kind, isActive: true, detail: "14:05")
        stage.run(to: 4000)
        stage.fault(at: 4000, kind, isActive: false)
        stage.run(to: 4010)
        let (values, over) =
            switch kind {
            case .switchSilent: (" Maria 14:05", " Maria")
            case .routineUnplanned, .zoneMissing: (" 14:05", "")
            case .certificateUnusable: ("", "")
            case _: (" Maria", " Maria")
            }
        #expect(
            stage.text == """
                0.00 alert: fault_\(kind.rawValue)\(values)
                4000.00 alert: fault_\(kind.rawValue)_over\(over)
                """)
    }

    @Test("A notice waits for what calls for somebody now, and comes again where it was cut")
    func aNoticeWaitsForWhatCallsForSomebodyNow() {
        var stage = StationStage()
        stage.fault(at: 0, .switchBatteryLow, isActive: true)
        stage.journal(at: 0.5, "pain", .asked, .asked, .urgent)
        stage.fault(at: 0.6, .switchStuck, isActive: true)
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.00 alert: fault_switch_battery_low Maria
                0.50 alert: alert Maria pain
                1.50 HEARD
                1.50 alert: fault_switch_stuck Maria
                2.50 alert: fault_switch_battery_low Maria
                """)
    }

    @Test("A call does not wait until a fault has been told, which comes again afterwards")
    func aCallDoesNotWaitUntilAFaultHas() {
        var stage = StationStage()
        stage.fault(at: 0, .boardRefused, isActive: true)
        stage.journal(at: 0.4, "water", .asked, .asked)
        stage.run(to: 6)
        #expect(
            stage.lines == [
                "0.00 alert: fault_board_refused Maria ", "0.40 alert: alert Maria water", "1.40 HEARD",
                "1.40 alert: fault_board_refused Maria ",
            ])
    }

    @Test("A fault is told, again after five minutes, and when it is over")
    func aFaultIsToldAgainAfterFiveMinutesAnd() {
        var stage = StationStage()
        stage.fault(at: 0, .switchUnplugged, isActive: true)
        stage.run(to: 400)
        stage.fault(at: 400, .switchUnplugged, isActive: false)
        stage.run(to: 1000)
        #expect(
            stage.text == """
                0.00 alert: fault_switch_unplugged Maria
                300.00 alert: fault_switch_unplugged Maria
                400.00 alert: fault_switch_unplugged_over Maria
                """)
    }

    @Test
    func
        `another mistake is told in the place of the first, the same one is no news, and the end is told once`()
    {
        var stage = StationStage()
        stage.fault(at: 0, .boardRefused, isActive: true, detail: "one")
        stage.fault(at: 10, .boardRefused, isActive: true, detail: "two")
        stage.fault(at: 20, .boardRefused, isActive: true, detail: "two")
        stage.run(to: 320)
        stage.fault(at: 320, .boardRefused, isActive: false)
        stage.run(to: 1000)
        #expect(
            stage.text == """
                0.00 alert: fault_board_refused Maria one
                10.00 alert: fault_board_refused Maria two
                310.00 alert: fault_board_refused Maria two
                320.00 alert: fault_board_refused_over Maria
                """)
    }

    @Test
    func
        `a mistake that is replaced while it is told is cut, and its end is told though the second never was`()
    {
        var stage = StationStage()
        stage.fault(at: 0, .boardRefused, isActive: true, detail: "one")
        stage.fault(at: 0.5, .boardRefused, isActive: true, detail: "two")
        stage.fault(at: 0.7, .boardRefused, isActive: false)
        stage.run(to: 1000)
        #expect(
            stage.text == """
                0.00 alert: fault_board_refused Maria one
                0.50 alert: fault_board_refused Maria two
                1.50 alert: fault_board_refused_over Maria
                """)
    }

    @Test("What waits and becomes urgent is told as that; what was urgent already is asked again")
    func whatWaitsAndBecomesUrgentIsToldAsThat() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.askAgain(at: 4, "water", .normal)
        stage.askAgain(at: 8, "water", .urgent)
        stage.askAgain(at: 12, "water", .urgent)
        stage.run(to: 14)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                4.00 alert: alert_again Maria water
                5.00 HEARD
                8.00 alert: alert_urgent Maria water
                9.00 HEARD
                12.00 alert: alert_again Maria water
                13.00 HEARD
                """)
    }

    @Test("What became urgent while the service was away is told as that too, at every repetition")
    func whatBecameUrgentWhileTheServiceWasAwayIs() {
        var stage = StationStage()
        var request = stage.journal(at: 0, "water", .asked, .asked)
        stage.send(.care(.serviceLost("gone")))
        stage.run(to: 5)
        stage.lines = []
        request.asksAgain = request.id
        request.id = UUID()
        request.priority = .urgent
        stage.send(.care(.serviceBack))
        stage.send(.care(.connected(openRequests: [request], openFaults: [], sequence: 9)))
        stage.run(to: 20)
        #expect(
            stage.text == """
                5.00 alert: service_back
                6.00 alert: alert_urgent Maria water
                7.00 HEARD
                16.00 alert: alert_urgent Maria water
                """)
    }

    @Test("A request that could not be stored rings until somebody goes")
    func aRequestThatCouldNotBeStoredRingsUntil() {
        var stage = StationStage()
        stage.fault(at: 0, .requestNotStored, isActive: true, detail: "Some water, please.")
        stage.run(to: 15)
        stage.key(at: 15, .onTheWay)
        stage.run(to: 60)
        #expect(
            stage.text == """
                0.00 alert: fault_request_not_stored Maria Some water, please.
                10.00 alert: fault_request_not_stored Maria Some water, please.
                15.00 FAULT request_not_stored is over
                15.00 alert: going_to_see Maria
                """)
    }

    @Test("The loss of the service is told here") func theLossOfTheServiceIsToldHere() {
        var stage = StationStage()
        stage.send(.care(.serviceLost("refused")))
        stage.run(to: 310)
        stage.send(.care(.serviceBack))
        stage.run(to: 700)
        #expect(
            stage.text == """
                0.00 alert: service_lost
                300.00 alert: service_lost
                310.00 alert: service_back
                """)
    }

    @Test("Without sound nothing counts as heard") func withoutSoundNothingCountsAsHeard() {
        var stage = StationStage()
        stage.send(.voice(.outputLost(.alert, detail: "gone")))
        stage.journal(at: 1, "water", .asked, .asked)
        stage.run(to: 10)
        stage.send(.voice(.outputRestored(.alert)))
        stage.run(to: 15)
        #expect(
            stage.text == """
                0.00 FAULT sound_lost begins
                1.00 alert: alert Maria water
                10.00 FAULT sound_lost is over
                10.00 alert: alert Maria water
                11.00 HEARD
                """)
    }

    @Test("A station whose words have gaps speaks as before and reports it")
    func aStationWhoseWordsHaveGapsSpeaksAsBefore() {
        var stage = StationStage()
        for voice in VoiceRole.allCases { stage.send(.voice(.outputTearing(voice, detail: "busy"))) }
        stage.journal(at: 1, "water", .asked, .asked)
        stage.run(to: 5)
        for voice in VoiceRole.allCases { stage.send(.voice(.outputWhole(voice))) }
        stage.run(to: 10)
        #expect(
            stage.text == """
                0.00 FAULT sound_tearing begins
                1.00 alert: alert Maria water
                2.00 HEARD
                5.00 FAULT sound_tearing is over
                """)
    }

    @Test
    func
        `a station does not call out that a station speaks with gaps, and a kiosk without sound has no gaps either`()
    {
        var stage = StationStage()
        stage.fault(at: 0, .soundTearing, isActive: true, source: "station", client: nil)
        stage.fault(at: 5, .soundTearing, isActive: true)
        stage.fault(at: 10, .soundLost, isActive: true)
        stage.fault(at: 10.1, .soundTearing, isActive: false)
        stage.run(to: 15)
        #expect(
            stage.text == """
                5.00 alert: fault_sound_tearing Maria
                10.00 alert: fault_sound_lost Maria
                """)
    }

    @Test(
        "What was wrong with its sound before a restart ends when it connects, and what is wrong is told",
        arguments: [FaultKind.soundLost, .soundTearing])
    func whatWasWrongWithItsSoundBeforeARestart(
        kind: FaultKind
    ) {
        var stage = StationStage()
        let earlier = Fault(
            id: UUID(), source: "station", kind: kind, isActive: true, clientName: nil, detail: "gone",
            at: stage.wall)
        let kiosk = Fault(
            id: UUID(), source: "kiosk", kind: kind, isActive: true, clientName: "Maria", detail: "gone",
            at: stage.wall)
        stage.send(.care(.connected(openRequests: [], openFaults: [earlier], sequence: 1)))
        #expect(stage.text == "0.00 FAULT \(kind.rawValue) is over")
        // What goes on is not told a second time, and is where the service does not have it.
        let begins: VoiceEvent =
            kind == .soundLost ? .outputLost(.alert, detail: "gone") : .outputTearing(.alert, detail: "gone")
        var second = StationStage()
        second.send(.voice(begins))
        second.send(.care(.connected(openRequests: [], openFaults: [earlier], sequence: 1)))
        #expect(second.text == "0.00 FAULT \(kind.rawValue) begins")
        second.send(.care(.connected(openRequests: [], openFaults: [], sequence: 2)))
        #expect(second.lines.count == 2)
        // A kiosk's is the kiosk's to end.
        var third = StationStage()
        third.send(.care(.connected(openRequests: [], openFaults: [kiosk], sequence: 1)))
        #expect(!third.text.contains("FAULT"))
    }

    @Test("With its sound back a station does not begin with a kiosk whose sound is back as well")
    func withItsSoundBackAStationDoesNotBegin() {
        var stage = StationStage()
        stage.send(.voice(.outputLost(.alert, detail: "gone")))
        stage.fault(at: 1, .soundLost, isActive: true)
        stage.run(to: 10)
        stage.send(.voice(.outputRestored(.alert)))
        stage.fault(at: 10.2, .soundLost, isActive: false)
        stage.run(to: 15)
        #expect(
            stage.text == """
                0.00 FAULT sound_lost begins
                1.00 alert: fault_sound_lost Maria
                10.00 FAULT sound_lost is over
                10.20 alert: fault_sound_lost_over Maria
                """)
    }

    @Test("After a connection the list of the service is the truth")
    func afterAConnectionTheListOfTheServiceIs() {
        var stage = StationStage()
        let request = stage.journal(at: 0, "water", .asked, .asked)
        var open = request
        open.state = .onTheWay
        stage.run(to: 5)
        stage.send(.care(.connected(openRequests: [open], openFaults: [], sequence: 5)))
        stage.run(to: 60)
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 6)))
        stage.key(at: 61, .met)
        stage.run(to: 70)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                61.00 alert: nothing_open
                """)
    }

    @Test("Two urgent alarms that never end keep no other from being heard")
    func twoUrgentAlarmsThatNeverEndKeepNoOther() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(5)
        stage.fault(at: 0, .requestNotStored, isActive: true, detail: "one")
        stage.fault(at: 0, .requestNotStored, isActive: true, detail: "two")
        stage.fault(at: 1, .requestNotStored, isActive: true, detail: "three")
        stage.journal(at: 1, "water", .asked, .asked)
        stage.run(to: 30)
        #expect(
            stage.text == """
                0.00 alert: fault_request_not_stored Maria one
                5.00 alert: fault_request_not_stored Maria two
                10.00 alert: fault_request_not_stored Maria three
                15.00 alert: alert Maria water
                20.00 HEARD
                20.00 alert: fault_request_not_stored Maria one
                25.00 alert: fault_request_not_stored Maria two
                30.00 alert: fault_request_not_stored Maria three
                """)
    }

    @Test("The same key twice in haste answers once") func theSameKeyTwiceInHasteAnswersOnce() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 2)
        stage.journal(at: 2, "pain", .asked, .asked, .urgent)
        stage.key(at: 2.2, .met)
        stage.key(at: 2.8, .met)
        stage.run(to: 8)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                2.00 alert: alert Maria pain
                2.20 MET Anna
                3.00 HEARD
                3.00 alert: answered_met Maria water
                """)
    }

    @Test("What is taken back while it sounds is cut and told") func whatIsTakenBackWhileItSoundsIsCut() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.journal(at: 0, "water", .asked, .asked)
        stage.journal(at: 2, "water", .cancelled, .cancelled, reason: "undo")
        stage.run(to: 20)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                2.00 alert: alert_taken_back Maria water
                """)
    }

    @Test("An urgent call does not wait for the words that something was taken back")
    func anUrgentCallDoesNotWaitForTheWords() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.journal(at: 0, "water", .asked, .asked)
        stage.journal(at: 2, "water", .cancelled, .cancelled, reason: "help instead")
        stage.journal(at: 3, "help", .asked, .asked, .urgent)
        stage.run(to: 12)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                2.00 alert: alert_taken_back Maria water
                3.00 alert: alert Maria help
                7.00 HEARD
                7.00 alert: alert_taken_back Maria water
                """)
    }

    @Test("An urgent call cuts the question about a reason") func anUrgentCallCutsTheQuestionAboutAReason() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 5, .declined)
        stage.journal(at: 6, "pain", .asked, .asked, .urgent)
        stage.key(at: 8, .digit(1))
        stage.run(to: 12)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                4.00 HEARD
                5.00 alert: reason_question reason_choice 1 dinner reason_choice 2 with somebody else
                6.00 alert: alert Maria pain
                8.00 DECLINED Anna dinner
                10.00 HEARD
                10.00 alert: answered_declined Maria water
                """)
    }

    @Test("Met means the request that somebody is going to, whatever has rung since")
    func metMeansTheRequestThatSomebodyIsGoingTo() {
        var stage = StationStage()
        stage.journal(at: 0, "help", .asked, .asked, .urgent)
        stage.key(at: 3, .onTheWay)
        stage.journal(at: 10, "water", .asked, .asked)
        stage.key(at: 20, .met)
        stage.key(at: 24, .met)
        stage.run(to: 28)
        #expect(
            stage.text == """
                0.00 alert: alert Maria help
                1.00 HEARD
                3.00 ON_THE_WAY Anna
                3.00 alert: answered_on_the_way Maria help
                10.00 alert: alert Maria water
                11.00 HEARD
                20.00 MET Anna
                20.00 alert: answered_met Maria help
                24.00 MET Anna
                24.00 alert: answered_met Maria water
                """)
    }

    @Test("An answer while the service is away is not told as delivered")
    func anAnswerWhileTheServiceIsAwayIsNot() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 3)
        stage.delivers = false
        stage.send(.care(.serviceLost("refused")))
        stage.key(at: 6, .onTheWay)
        stage.run(to: 9)
        stage.send(.care(.serviceBack))
        if let answer = stage.responses.last { stage.send(.care(.delivered(answer.id))) }
        stage.run(to: 14)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                3.00 alert: service_lost
                6.00 ON_THE_WAY Anna
                6.00 alert: answer_waits
                9.00 alert: service_back
                10.00 alert: answered_on_the_way Maria water
                """)
    }
}
