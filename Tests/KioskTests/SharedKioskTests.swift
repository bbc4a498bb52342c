import Boards
import Care
import Exercises
import Foundation
import Kiosk
import Playing
import Scanning
import Speech
import Testing
import Time

@Suite("A kiosk that several clients share") struct SharedKioskTests {
    @Test("A press asks who it is, and the chosen client's board opens") func aPressAsksWho() {
        var stage = SharedStage()
        stage.press(at: 0)
        stage.run(to: 1.5)
        // Otto's name is the second.
        stage.run(to: 4)
        #expect(stage.text.hasPrefix("0.00 main: who_is_it\n"), "\(stage.text)")
        #expect(stage.lines.dropFirst().first?.hasSuffix("cue: Maria") == true, "\(stage.text)")
        stage = choose("Otto")
        #expect(stage.text.contains("main: Otto\n"), "\(stage.text)")
        #expect(stage.lines.last?.hasSuffix("cue: Toilet") == true, "\(stage.text)")
        #expect(!stage.text.contains("cue: Water"))
    }

    @Test("What is asked is the chosen client's") func whatIsAskedIsTheirs() {
        var stage = choose("Otto")
        stage.press(at: seconds(stage) + 0.2)
        stage.run(to: seconds(stage) + 20)
        #expect(stage.requests(of: SharedStage.otto).map(\.client) == ["otto"])
        #expect(stage.requests(of: SharedStage.maria).isEmpty)
    }

    @Test("Nobody is chosen: it rests, and another press asks again") func nobodyIsChosen() {
        var stage = SharedStage()
        stage.press(at: 0)
        stage.run(to: 120)
        let asked = stage.lines.count { $0.hasSuffix("main: who_is_it") }
        #expect(asked == 1)
        stage.press(at: 120)
        stage.run(to: 122)
        #expect(stage.lines.count { $0.hasSuffix("main: who_is_it") } == 2)
    }

    @Test("An answer says whom it is for while nobody has a board open") func anAnswerSaysWhomItIsFor() {
        var stage = choose("Otto")
        stage.press(at: seconds(stage) + 0.2)
        stage.run(to: 100)
        stage.answer(at: 100, to: SharedStage.otto, 5, .onTheWay)
        stage.run(to: 105)
        #expect(stage.text.contains("100.00 main: told_to Otto on_the_way Anna"), "\(stage.text)")
    }

    @Test("What happens to one waits while the other has the board, and is told when it closes")
    func whatHappensWaits() throws {
        var stage = choose("Otto")
        stage.press(at: seconds(stage) + 0.2)
        stage.run(to: 100)
        stage.press(at: 100)
        stage = choose("Maria", in: stage, from: 100)
        let began = stage.lines.count
        stage.answer(at: seconds(stage) + 0.1, to: SharedStage.otto, 5, .onTheWay)
        stage.run(to: 300)
        let later = stage.lines.dropFirst(began)
        let told = try #require(later.firstIndex { $0.contains("told_to Otto on_the_way Anna") })
        let last = try #require(later.lastIndex { $0.contains("cue: ") })
        #expect(told > last, "\(stage.text)")
    }

    @Test("When a client is chosen, what waits for them is told at once") func whatWaitsIsToldAtOnce() throws
    {
        var stage = choose("Otto")
        stage.press(at: seconds(stage) + 0.2)
        stage.run(to: 100)
        stage.press(at: 100)
        stage.answer(at: 100.5, to: SharedStage.otto, 5, .onTheWay)
        let before = stage.lines.count
        stage = choose("Otto", in: stage, from: 100.5)
        let later = stage.lines.dropFirst(before).filter { !$0.contains("who_is_it") }
        let told = try #require(later.firstIndex { $0.contains("main: on_the_way Anna") }, "\(stage.text)")
        let board = try #require(later.firstIndex { $0.contains("cue: Toilet") }, "\(stage.text)")
        #expect(told < board)
    }

    @Test("A press while something is told asks who it is; it answers nothing") func aPressWhileTold() {
        var stage = choose("Otto")
        stage.press(at: seconds(stage) + 0.2)
        stage.run(to: 100)
        // Met asks whether it is needed again.
        stage.answer(at: 100, to: SharedStage.otto, 5, .met)
        stage.press(at: 102)
        stage.run(to: 103)
        #expect(stage.text.contains("102.00 main: who_is_it"), "\(stage.text)")
        #expect(stage.requests(of: SharedStage.otto).count == 1)
        // It is told again, and answered by whoever says who they are.
        stage.run(to: 200)
        let told = stage.lines.count { $0.contains("main: told_to Otto met Anna toilet") }
        #expect(told == 2, "\(stage.text)")
    }

    @Test("Hammering while nobody has a board open calls for all") func hammeringCallsForAll() {
        var stage = SharedStage { $0.helpPresses = 5 }
        for index in 0..<8 { stage.press(at: Double(index) * 0.25) }
        stage.run(to: 30)
        #expect(stage.text.contains("main: help_countdown"), "\(stage.text)")
        for client in [SharedStage.maria, SharedStage.otto] {
            let calls = stage.requests(of: client)
            #expect(calls.map(\.need) == ["help"] && calls.first?.priority == .urgent, "\(stage.text)")
            #expect(calls.first?.say == "help_somebody Maria, Otto")
            #expect(
                !stage.effects.contains { effect in
                    if effect.client == client, case .use = effect.effect { true } else { false }
                }, "nobody knows that it was they: what else is told to them stays where they are")
        }
        // Nobody is asked who it was.
        let countdown = stage.lines.firstIndex { $0.contains("help_countdown") } ?? 0
        #expect(!stage.lines.dropFirst(countdown).contains { $0.contains("who_is_it") }, "\(stage.text)")
    }

    @Test("Hammering calls for all also where only one of them is set to call by it")
    func hammeringOfOne() {
        var stage = SharedStage(ottos: { $0.helpPresses = 5 })
        for index in 0..<8 { stage.press(at: Double(index) * 0.25) }
        stage.run(to: 30)
        for client in [SharedStage.maria, SharedStage.otto] {
            #expect(stage.requests(of: client).map(\.need) == ["help"], "\(stage.text)")
        }
    }

    @Test("Help that takes the kiosk in the middle of a longer press leaves nobody waiting")
    func helpDuringAPress() {
        var stage = SharedStage(haveOwnKeys: true) {
            ($0.helpPresses, $0.acceptanceTime, $0.ignoreRepeat) = (5, .milliseconds(200), .milliseconds(50))
        }
        stage.press(at: 0, key: SharedStage.mariasKey, for: 0.3)
        for index in 0..<4 {
            stage.press(at: 0.55 + Double(index) * 0.35, key: SharedStage.ottosKey, for: 0.25)
        }
        // Otto's fifth press counts while hers has begun and does not count yet.
        stage.edge(at: 1.95, SharedStage.ottosKey, .press)
        stage.edge(at: 2.1, SharedStage.mariasKey, .press)
        stage.edge(at: 2.2, SharedStage.ottosKey, .release)
        stage.edge(at: 2.6, SharedStage.mariasKey, .release)
        stage.run(to: 60)
        #expect(stage.requests(of: SharedStage.otto).map(\.need) == ["help"], "\(stage.text)")
        let before = stage.lines.count
        stage.answer(at: 100, to: SharedStage.otto, 5, .onTheWay)
        stage.run(to: 110)
        #expect(stage.text.contains("told_to Otto on_the_way Anna"), "\(stage.text)")
        #expect(!stage.lines.dropFirst(before).contains { $0.contains("cue: ") }, "\(stage.text)")
        // And she can be asked again.
        stage.press(at: 120, key: SharedStage.mariasKey, for: 0.3)
        stage.run(to: 122)
        #expect(stage.lines.last?.contains("cue: ") == true, "\(stage.text)")
        stage.run(to: 200)
        let cues = stage.lines.count { $0.contains("cue: ") }
        stage.run(to: 300)
        #expect(stage.lines.count { $0.contains("cue: ") } == cues, "it rests")
    }

    @Test("Whoever scans by holding holds no switch that is stuck") func holdingIsScanning() {
        var stage = SharedStage(haveOwnKeys: true) { ($0.mode, $0.loops) = (.inverse, 10) }
        stage.press(at: 0, key: SharedStage.mariasKey)
        stage.edge(at: 2, SharedStage.shared, .press)
        stage.run(to: 24)
        #expect(stage.lines.last?.contains("cue: ") == true, "\(stage.text)")
        #expect(!stage.text.contains("switch_stuck"), "\(stage.text)")
    }

    @Test("A touch on one's own screen, while somebody else has the kiosk, is not lost") func touchOfAnother()
    {
        var stage = choose("Maria", in: SharedStage(hasScreens: true), from: 0)
        let shown = stage.screen(of: SharedStage.otto)
        let tap = ScreenTap(screen: shown?.number ?? 0, cell: "1", at: Date(timeIntervalSince1970: 0))
        stage.send(.client(SharedStage.otto, .tap(tap)))
        stage.run(to: 300)
        #expect(stage.lines.contains { $0.hasSuffix("cue: Toilet") }, "\(stage.text)")
    }

    @Test("A touch on what a screen no longer shows puts nobody in line") func staleTouch() throws {
        var stage = choose("Otto", in: SharedStage(hasScreens: true), from: 0)
        let board = try #require(stage.screen(of: SharedStage.otto))
        wait(&stage) { $0.screen(of: SharedStage.otto)?.level != board.level }
        stage.press(at: seconds(stage) + 30)
        stage = choose("Maria", in: stage, from: seconds(stage))
        let names = try #require(stage.screen(of: SharedStage.otto))
        #expect(names.level.rows.flatMap(\.cells).map(\.label).contains("Maria"))
        let cell = try #require(board.level.rows.first?.cells.first?.id)
        let before = stage.lines.count
        // His board, which went when he was done; and a screen that nobody has shown yet.
        for number in [board.number, names.number + 100] {
            stage.send(
                .client(
                    SharedStage.otto,
                    .tap(ScreenTap(screen: number, cell: cell, at: Date(timeIntervalSince1970: 0)))))
            #expect(stage.screen(of: SharedStage.otto)?.missed == number, "he is asked to touch again")
        }
        stage.run(to: seconds(stage) + 300)
        #expect(!stage.lines.dropFirst(before).contains { $0.hasSuffix("cue: Toilet") }, "\(stage.text)")
    }

    @Test("Hammering while a board is open calls for that client alone") func hammeringCallsForTheOpen() {
        var stage = choose("Maria", in: SharedStage { $0.helpPresses = 5 })
        let start = seconds(stage)
        for index in 0..<8 { stage.press(at: start + 0.1 + Double(index) * 0.25) }
        stage.run(to: start + 30)
        #expect(stage.requests(of: SharedStage.maria).contains { $0.need == "help" }, "\(stage.text)")
        #expect(stage.requests(of: SharedStage.otto).isEmpty)
    }

    @Test("Hammering that began before a board was opened calls for all, and takes back what it chose")
    func hammeringThroughTheDoor() throws {
        var stage = SharedStage { ($0.helpPresses, $0.scanTime) = (4, .milliseconds(600)) }
        stage.voice.wordLength = .milliseconds(100)
        for index in 0..<12 { stage.press(at: Double(index) * 0.35) }
        stage.run(to: 60)
        #expect(stage.text.contains("main: Maria"), "\(stage.text)")
        for client in [SharedStage.maria, SharedStage.otto] {
            #expect(stage.requests(of: client).map(\.need).contains("help"), "\(stage.text)")
        }
        #expect(!stage.text.contains("help_stopped"), "\(stage.text)")
    }

    @Test("A client's own key opens their board; the other is next in line") func ownKeys() throws {
        var stage = SharedStage(haveOwnKeys: true)
        stage.press(at: 0, key: SharedStage.mariasKey)
        stage.press(at: 1.5, key: SharedStage.ottosKey)
        stage.run(to: 200)
        #expect(!stage.text.contains("who_is_it"))
        let lastOfMaria = try #require(stage.lines.lastIndex { $0.hasSuffix("cue: Water") }, "\(stage.text)")
        let firstOfOtto = try #require(
            stage.lines.firstIndex { $0.hasSuffix("cue: Toilet") }, "\(stage.text)")
        #expect(lastOfMaria < firstOfOtto)
    }

    @Test("Nobody waits for the end of another's exercise: it pauses, and is offered again")
    func exercise() {
        let calm = Exercise(
            id: "calm", name: "Calm", language: "en", instructions: .init("Breathe."),
            steps: [.init(action: .pause(.seconds(300)))])
        var stage = SharedStage(haveOwnKeys: true, mariasExercises: [calm])
        for moment in [0, 1, 2.5, 6] { stage.press(at: moment, key: SharedStage.mariasKey) }
        stage.run(to: 20)
        #expect(stage.lines.last?.hasSuffix("Breathe.") == true, "\(stage.text)")
        stage.press(at: 20, key: SharedStage.ottosKey)
        stage.run(to: 22)
        #expect(stage.lines.last?.hasSuffix("cue: Toilet") == true, "\(stage.text)")
        stage.run(to: 120)
        for moment in [120.0, 121] { stage.press(at: moment, key: SharedStage.mariasKey) }
        stage.run(to: 122)
        #expect(stage.lines.last?.hasSuffix("cue: Calm exercise_is_paused") == true, "\(stage.text)")
    }

    @Test(
        "Who waits is told by name that somebody has come, also while another has the kiosk; their key joins")
    func waitRoom() {
        let calm = Exercise(
            id: "calm", name: "Calm", language: "en", instructions: .init("Breathe."),
            steps: [.init(action: .press(.init("Look.")))])
        var stage = SharedStage(
            haveOwnKeys: true, mariasExercises: [calm], mariasItems: [Stage.list(.assignments, "Tasks")])
        let id = UUID(uuid: (7, 7, 7, 7, 7, 7, 0x47, 7, 0x87, 7, 7, 7, 7, 7, 7, 7))
        var given = Stage.planned("Breathing", 30, own: true)
        given.assignment = Assignment(person: "maria", name: "Maria", reason: "always")
        (given.exercise, given.appointment) = ("calm", id)
        var agenda = Stage.agenda(today: [given])
        agenda.assignments = [given]
        func kim(_ provider: AppointmentStanding.Provider, _ sequence: Int64) -> Appointment {
            Appointment(
                id: id,
                content: AppointmentContent(
                    provider: "kim", client: "maria", at: Stage.start.addingTimeInterval(60), minutes: 45),
                providerName: "Dr Kim", clientName: "Maria",
                standing: AppointmentStanding(provider: provider, isClientIn: sequence > 1),
                changedAt: Stage.start, sequence: sequence)
        }
        stage.send(.client(SharedStage.maria, .care(.agenda(agenda))))
        stage.send(.client(SharedStage.maria, .care(.appointments([kim(.out, 1)]))))
        // Board, Tasks, Breathing; the exercise begins, and is done.
        for moment in [0, 1, 3.2, 9, 12] { stage.press(at: moment, key: SharedStage.mariasKey) }
        stage.run(to: 14)
        #expect(stage.text.contains("maria TELL client_came"), "\(stage.text)")
        stage.press(at: 15, key: SharedStage.ottosKey)
        stage.run { $0.text.contains("cue: Toilet") }
        let line = AppointmentLine(id: UUID(), kind: .providerCame, side: .provider, at: Stage.start)
        stage.send(
            .client(
                SharedStage.maria,
                .care(
                    .journal(
                        JournalEvent(
                            sequence: 2, at: Stage.start,
                            content: .appointmentChanged(
                                AppointmentNews(appointment: kim(.in, 2), line: line)))))))
        stage.run { $0.text.contains("provider_join Dr Kim") }
        #expect(stage.text.contains("told_to Maria provider_join Dr Kim"), "\(stage.text)")
        stage.run(to: stage.seconds + 2.5)
        stage.press(at: stage.seconds, key: SharedStage.mariasKey)
        stage.run(to: stage.seconds + 5)
        #expect(stage.text.contains("meeting_begins Dr Kim"), "\(stage.text)")
    }

    @Test("Help by an own key takes the kiosk from whoever has it") func helpByAnOwnKey() throws {
        var stage = SharedStage(haveOwnKeys: true) { $0.helpPresses = 5 }
        stage.press(at: 0, key: SharedStage.mariasKey)
        for index in 0..<8 { stage.press(at: 2 + Double(index) * 0.25, key: SharedStage.ottosKey) }
        stage.run(to: 12)
        #expect(stage.requests(of: SharedStage.otto).map(\.need) == ["help"], "\(stage.text)")
        #expect(stage.requests(of: SharedStage.maria).isEmpty)
    }

    @Test("A stuck shared switch is a fault of each client, and said once") func aStuckSwitch() {
        var stage = SharedStage()
        stage.edge(at: 0, SharedStage.shared, .press)
        stage.run(to: 60)
        #expect(stage.text.contains("maria FAULT switch_stuck begins"), "\(stage.text)")
        #expect(stage.text.contains("otto FAULT switch_stuck begins"))
        #expect(
            stage.lines.count { $0.contains("switch_stuck") && $0.contains(": ") && !$0.contains("FAULT") }
                == 1)
        stage.edge(at: 60, SharedStage.shared, .release)
        stage.run(to: 62)
        #expect(stage.text.contains("otto FAULT switch_stuck is over"))
    }

    @Test("Each screen shows its own client's board, and the names while another has the kiosk")
    func screens() throws {
        var stage = SharedStage(hasScreens: true)
        stage = choose("Maria", in: stage, from: 0)
        let marias = try #require(stage.screen(of: SharedStage.maria))
        let ottos = try #require(stage.screen(of: SharedStage.otto))
        #expect(marias.client == "maria" && labels(marias).contains("Water"))
        #expect(ottos.client == "otto" && labels(ottos) == ["Maria", "Otto"])
        #expect(ottos.caption == nil || ottos.caption?.text != "Water")
        stage.run(to: 300)
        let later = try #require(stage.screen(of: SharedStage.maria))
        #expect(labels(later) == ["Maria", "Otto"])
        #expect(later.number > marias.number)
    }

    // MARK: - Helpers

    private func labels(_ screen: Screen) -> [String] {
        screen.level.rows.flatMap(\.cells).map(\.label)
    }

    private func seconds(_ stage: SharedStage) -> Double { Double(stage.now.nanoseconds) / 1e9 }

    /// A stage on which somebody has said who they are, and the first item of their board is heard.
    private func choose(_ name: String, in played: SharedStage? = nil, from start: Double = 0) -> SharedStage
    {
        var stage = played ?? SharedStage()
        if start == 0 { stage.press(at: start) }
        wait(&stage) { $0.lines.last?.hasSuffix("cue: \(name)") == true }
        stage.press(at: seconds(stage) + 0.5)
        let board = name == "Maria" ? "cue: Water" : "cue: Toilet"
        let chosen = stage.lines.count
        wait(&stage) { $0.lines.dropFirst(chosen).contains { $0.contains(board) } }
        return stage
    }

    private func wait(_ stage: inout SharedStage, until holds: (SharedStage) -> Bool) {
        let end = seconds(stage) + 60
        while !holds(stage), seconds(stage) < end { stage.run(to: seconds(stage) + 0.05) }
        if !holds(stage) { Issue.record("never came:\n\(stage.text)") }
    }
}
