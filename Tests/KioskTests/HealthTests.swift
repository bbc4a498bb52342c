import Care
import Foundation
import HomeFiles
import Kiosk
import Scanning
import Speech
import Testing

private let key = SwitchEdge.Source(device: 1, key: 57)

extension Stage {
    /// A contact that opens and closes so often a second, for a while, without anybody's doing.
    fileprivate mutating func chatter(at seconds: Double, for length: Double, perSecond: Double) {
        for index in 0..<Int(length * perSecond) {
            press(at: seconds + Double(index) / perSecond, for: 0.4 / perSecond)
        }
    }

    fileprivate mutating func battery(at seconds: Double, percent: Int, charging: Bool = false) {
        run(to: seconds)
        send(
            .switchBattery(
                id: 1, name: "Button", BatteryReading(percent: percent, level: nil, isCharging: charging)))
    }

    fileprivate var faults: [Fault] {
        effects.compactMap { if case .report(let fault) = $0 { fault } else { nil } }
    }
    fileprivate var faultLines: [String] { lines.filter { $0.contains("FAULT") || $0.contains("switch_") } }
}

@Suite("The health of the switch") struct TheHealthOfTheSwitchTests {
    @Test("A chattering switch is told within five seconds, once, and when it is quiet again")
    func aChatteringSwitchIsToldWithinFiveSecondsOnce() throws {
        var stage = Stage(Stage.water, Stage.yes)
        stage.chatter(at: 10, for: 8, perSecond: 60)
        stage.run(to: 400)
        let faults = stage.faults
        #expect(faults.map(\.kind) == [.switchChattering, .switchChattering])
        #expect(faults.map(\.isActive) == [true, false])
        #expect(faults.first?.detail == "Button")
        let began = try #require(stage.lines.first { $0.contains("FAULT switch_chattering begins") })
        #expect(began.hasPrefix("12."))
        #expect(stage.lines.count { $0.hasSuffix("main: switch_chattering") } == 1)
    }

    @Test("A chattering switch is not steady by being unplugged, but by five minutes of calm presses")
    func aChatteringSwitchIsNotSteadyByBeingUnplugged() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.chatter(at: 10, for: 8, perSecond: 60)
        stage.run(to: 20)
        stage.send(.switchLost(id: 1, name: "Button"))
        stage.run(to: 1000)
        #expect(stage.faults.map(\.kind) == [.switchChattering, .switchUnplugged])
        stage.send(.switchArrived(id: 1, name: "Button"))
        stage.run(to: 2000)
        #expect(stage.faults.map(\.kind) == [.switchChattering, .switchUnplugged, .switchUnplugged])
        stage.press(at: 2000)
        stage.run(to: 2299)
        #expect(stage.faults.count == 3)
        stage.run(to: 2301)
        #expect(stage.faults.last?.kind == .switchChattering)
        #expect(stage.faults.map(\.isActive) == [true, true, false, false])
    }

    @Test("Quick presses that are meant do not cause a fault")
    func quickPressesThatMeanSomethingAreNoFault() {
        var stage = Stage(Stage.water, Stage.yes)
        for index in 0..<200 { stage.press(at: Double(index) / 4, .step) }
        for index in 0..<9 { stage.press(at: 60 + Double(index) / 3.2) }
        stage.run(to: 100)
        #expect(stage.faults.isEmpty)
    }

    @Test("A switch that is down when the kiosk starts is told as stuck if it stays so")
    func aSwitchThatIsDownWhenTheKioskStarts() {
        var stage = Stage(Stage.water)
        stage.send(.switchFoundDown(key, at: stage.now))
        stage.run(to: 30)
        stage.send(.switchFoundUp(key))
        stage.run(to: 40)
        #expect(
            stage.text == """
                20.00 FAULT switch_stuck begins
                20.00 main: switch_stuck
                30.00 FAULT switch_stuck is over
                """)
    }

    @Test("One that comes up in time is nothing, nor one that is unplugged and back")
    func oneThatComesUpInTimeIsNothingNor() {
        var stage = Stage(Stage.water)
        stage.send(.switchFoundDown(key, at: stage.now))
        stage.run(to: 15)
        stage.send(.switchFoundUp(key))
        stage.send(.switchFoundDown(key, at: stage.now))
        stage.run(to: 30)
        stage.send(.switchLost(id: 1, name: "Button"))
        stage.send(.switchArrived(id: 2, name: "Button"))
        stage.run(to: 100)
        #expect(stage.text == "")
    }

    @Test("Two keys that are stuck are one fault, until both are free")
    func twoKeysThatAreStuckAreOneFaultUntil() {
        var stage = Stage(Stage.water)
        stage.send(.switchFoundDown(key, at: stage.now))
        stage.press(at: 1, .select, for: 60)
        stage.run(to: 80)
        #expect(stage.faults.map(\.isActive) == [true])
        stage.send(.switchFoundUp(key))
        #expect(stage.faults.map(\.isActive) == [true, false])
    }

    @Test("A low battery is told to caregivers at once, to the client when awake, each once")
    func aLowBatteryIsToldToCaregiversAtOnce() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.battery(at: 1, percent: 80)
        stage.battery(at: 2, percent: 14)
        stage.battery(at: 302, percent: 13)
        stage.battery(at: 602, percent: 17)
        stage.press(at: 700)
        stage.run(to: 760)
        stage.press(at: 800)
        stage.run(to: 860)
        stage.battery(at: 900, percent: 100)
        stage.run(to: 910)
        #expect(
            stage.faultLines == [
                "2.00 FAULT switch_battery_low begins", "703.70 main: switch_battery_low",
                "900.00 FAULT switch_battery_low is over",
            ])
        #expect(stage.faults.first?.detail == "Button")
    }

    @Test("A battery changed while the client slept is not announced to the client")
    func aBatteryThatWasChangedWhileTheClientSlept() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.battery(at: 2, percent: 5)
        stage.battery(at: 500, percent: 100)
        stage.press(at: 700)
        stage.run(to: 760)
        #expect(!stage.text.contains("main: switch_battery_low"))
    }

    @Test("A wireless switch that sleeps and comes back does not report its battery again")
    func aWirelessSwitchThatSleepsAndComesBackDoes() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.battery(at: 2, percent: 5)
        for round in 2..<6 {
            stage.send(.switchLost(id: round - 1, name: "Button"))
            stage.send(.switchArrived(id: round, name: "Button"))
            stage.send(
                .switchBattery(
                    id: round, name: "Button", BatteryReading(percent: 5, level: nil, isCharging: false)))
            stage.run(to: Double(round) * 10)
        }
        #expect(stage.faults.map(\.isActive) == [true])
    }

    @Test("Silence that is longer than usual is told to caregivers alone, and over at the next press")
    func silenceThatIsLongerThanUsualIsToldTo() {
        var stage = Stage(Stage.water)
        stage.live(days: 9)
        #expect(stage.faults.isEmpty)
        // The tenth day: the last press at ten in the morning.
        stage.press(at: 9 * 86_400 + Stage.tenOClock)
        stage.run(to: 10 * 86_400)
        #expect(stage.faults.map(\.kind) == [.switchSilent])
        #expect(stage.faults.first?.detail == "10:00")
        #expect(stage.session.switchMemory.silentSince != nil)
        stage.press(at: 10 * 86_400 + Stage.tenOClock)
        #expect(stage.faults.map(\.isActive) == [true, false])
        #expect(stage.session.switchMemory.silentSince == nil)
        #expect(!stage.text.contains("main: switch"))
    }

    @Test("While the switch is unplugged silence is no news") func whileTheSwitchIsUnpluggedSilenceIsNoNews()
    {
        var stage = Stage(Stage.water)
        stage.live(days: 9)
        stage.press(at: 9 * 86_400 + Stage.tenOClock)
        stage.send(.switchLost(id: 1, name: "Button"))
        stage.run(to: 10 * 86_400)
        #expect(stage.faults.map(\.kind) == [.switchUnplugged])
    }

    @Test("What was learnt goes on after a start") func whatWasLearntGoesOnAfterAStart() {
        var stage = Stage(Stage.water)
        stage.live(days: 9)
        let memory = stage.session.switchMemory
        var next = Stage(Stage.water)
        next.session.recall(memory) { _ in 0 }
        next.send(.wake)
        next.press(at: Stage.tenOClock)
        next.run(to: 86_400)
        #expect(next.faults.map(\.kind) == [.switchSilent])
    }

    @Test("What an earlier run has told goes on until it ends, and nobody is told that it is over before")
    func whatAnEarlierRunHasToldGoesOnUntil() {
        var stage = Stage(Stage.water, Stage.yes)
        let told = [(FaultKind.switchSilent, "10:00"), (.switchBatteryLow, "Button"), (.switchStuck, "held")]
            .map {
                Fault(
                    id: UUID(), source: "kiosk", kind: $0, isActive: true, clientName: "Maria", detail: $1,
                    at: Date(timeIntervalSince1970: 0))
            }
        stage.send(.care(.connected(openRequests: [], openFaults: told, sequence: 1)))
        #expect(stage.faults.map(\.kind) == [.switchStuck])
        stage.battery(at: 1, percent: 9)
        stage.battery(at: 2, percent: 60)
        stage.press(at: 3)
        #expect(stage.faults.map(\.kind) == [.switchStuck, .switchBatteryLow, .switchSilent])
        #expect(stage.faults.allSatisfy { !$0.isActive })
    }
}

extension Stage {
    /// The stage begins at 08:00 UTC on a Friday; so long after that it is ten.
    fileprivate static let tenOClock = 7200.0

    /// Days with a press every twenty minutes for twelve hours.
    fileprivate mutating func live(days: Int) {
        for day in 0..<days {
            for press in 0..<36 { self.press(at: Double(day) * 86_400 + Double(press) * 1200) }
        }
        run(to: Double(days) * 86_400)
        lines = []
        effects = []
    }
}
