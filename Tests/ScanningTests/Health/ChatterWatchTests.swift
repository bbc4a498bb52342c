import Chance
import Scanning
import Testing
import Time

/// What a key did: moments at which it went down, in seconds, each held for some milliseconds.
private struct Presses {
    var edges: [SwitchEdge] = []

    mutating func press(at seconds: Double, for milliseconds: Double = 80) {
        add(.press, seconds)
        add(.release, seconds + milliseconds / 1000)
    }

    /// One touch whose contact closes so often, each so long after the one before.
    mutating func bounce(at seconds: Double, closings: Int, every milliseconds: Double) {
        for index in 0..<closings {
            press(at: seconds + Double(index) * milliseconds / 1000, for: milliseconds / 2)
        }
    }

    /// A touch whose contact bounces as sound ones do: up to two closings more at each end, within 8 ms.
    mutating func touch(at seconds: Double, for milliseconds: Double, _ generator: inout SeededGenerator) {
        let first = Int.random(in: 0...2, using: &generator), last = Int.random(in: 0...2, using: &generator)
        bounce(at: seconds, closings: first, every: generator.number(1...4))
        press(at: seconds + 0.008, for: milliseconds)
        let end = seconds + 0.008 + milliseconds / 1000
        bounce(at: end + 0.001, closings: last, every: generator.number(1...3.5))
    }

    private mutating func add(_ direction: SwitchEdge.Direction, _ seconds: Double) {
        edges.append(
            SwitchEdge(
                role: .select, source: .init(device: 1, key: 57), direction: direction,
                at: Instant(nanoseconds: Int64(seconds * 1e9))))
    }

    /// What is found, with the second at which it is.
    func found(upTo end: Double? = nil) -> [(Double, ChatterWatch.Finding)] {
        var watch = ChatterWatch()
        var found: [(Double, ChatterWatch.Finding)] = []
        for edge in edges.sorted(by: { $0.at < $1.at }) {
            found += watch.handle(edge).map { (Double(edge.at.nanoseconds) / 1e9, $0) }
        }
        while let end, let wake = watch.nextWake, wake <= Instant(nanoseconds: Int64(end * 1e9)) {
            found += watch.advance(to: wake).map { (Double(wake.nanoseconds) / 1e9, $0) }
        }
        return found
    }
}

private let key = SwitchEdge.Source(device: 1, key: 57)

extension SeededGenerator {
    fileprivate mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}

@Suite("Chatter is told from a hand") struct ChatterIsToldFromAHandTests {
    @Test(
        "A contact that runs on is told within five seconds, once, and is over after five minutes of quiet",
        arguments: [16.0, 20, 25, 30, 39, 41, 50, 100, 200, 500, 2000])
    func running(perSecond: Double) {
        var presses = Presses()
        for index in 0..<Int(10 * perSecond) {
            presses.press(at: Double(index) / perSecond, for: 400 / perSecond)
        }
        let found = presses.found(upTo: 1000)
        #expect(found.map(\.1) == [.chattering(key), .steady(key)])
        #expect(found[0].0 < 5)
        #expect(abs(found[1].0 - 310) < 1)
    }

    @Test("A plug that is pushed in, or a knock, is no chatter", arguments: [16.0, 30, 60, 200])
    func plug(perSecond: Double) {
        var presses = Presses()
        for round in 0..<3 {
            for index in 0..<Int(1.2 * perSecond) {
                presses.press(at: Double(round) * 60 + Double(index) / perSecond, for: 400 / perSecond)
            }
            for touch in 1..<9 { presses.press(at: Double(round) * 60 + 2 * Double(touch)) }
        }
        #expect(presses.found().isEmpty)
    }

    @Test("A worn contact is told at the fourth touch that bounces on, however rarely it is touched")
    func aWornContactIsToldAtTheFourthTouch() {
        var presses = Presses()
        for index in 0..<8 { presses.bounce(at: Double(index) * 250, closings: 9, every: 6) }
        let found = presses.found()
        #expect(found.map(\.1) == [.chattering(key)])
        #expect(found[0].0 > 749 && found[0].0 < 751)
    }

    @Test("Once over, chatter is reported again only if it recurs") func toldAndOverItMustChatterAnewToBe() {
        var presses = Presses()
        for index in 0..<4 { presses.bounce(at: Double(index), closings: 9, every: 6) }
        for index in 0..<3 { presses.bounce(at: 400 + Double(index), closings: 9, every: 6) }
        #expect(presses.found(upTo: 2000).map(\.1) == [.chattering(key), .steady(key)])
        presses.bounce(at: 404, closings: 9, every: 6)
        #expect(presses.found().map(\.1) == [.chattering(key), .steady(key), .chattering(key)])
    }

    @Test(
        "No hand is taken for it, however quick, with a contact that bounces as sound ones do",
        arguments: 1...200
    )
    func hands(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var presses = Presses()
        var now = 0.0
        // From calm presses up to eight a second: the fastest tapping.
        let fastest = generator.number(0.125...1.5)
        for _ in 0..<400 {
            presses.touch(at: now, for: generator.number(30...min(120, fastest * 600)), &generator)
            now += generator.number(fastest...(fastest * 1.5))
        }
        #expect(!presses.found().contains { $0.1 == .chattering(key) })
    }

    @Test("Tremor of 4 to 12 touches a second does not count as chatter", arguments: 1...200)
    func tremor(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var presses = Presses()
        var now = 0.0
        let frequency = generator.number(4...12)
        for _ in 0..<Int(frequency * 20) {
            // Some touches are lost, and none is as long as the one before.
            if generator.number(0...1) > 0.1 {
                presses.touch(at: now, for: generator.number(5...(500 / frequency)), &generator)
            }
            now += generator.number(0.75...1.25) / frequency
        }
        #expect(!presses.found().contains { $0.1 == .chattering(key) })
    }

    @Test(
        "A trembling hand is told apart, once; calm and quick ones are not",
        arguments: [
            (5.5, true), (8, true), (12, true), (4, false), (3, false), (1, false),
        ])
    func trembling(perSecond: Double, isTrembling: Bool) {
        var presses = Presses()
        for index in 0..<Int(60 * perSecond) { presses.press(at: Double(index) / perSecond, for: 30) }
        #expect(presses.found().map(\.1) == (isTrembling ? [.trembling(key)] : []))
    }

    @Test("Presses that call for help are not taken for either", arguments: 3...9)
    func help(presses number: Int) {
        var presses = Presses()
        for burst in 0..<5 {
            for index in 0..<number {
                presses.press(at: Double(burst) * 10 + 3 * Double(index) / Double(number))
            }
        }
        #expect(presses.found().isEmpty)
    }

    @Test("Buttons that send press and release at once are no worse than others")
    func buttonsThatSendPressAndReleaseAtOnceAre() {
        var presses = Presses()
        for index in 0..<100 { presses.press(at: Double(index) * 0.3, for: 0.1) }
        // Two presses that arrive together, as from a radio that was busy.
        for index in 0..<20 { presses.bounce(at: 40 + Double(index), closings: 2, every: 2) }
        #expect(presses.found().isEmpty)
    }

    /// One whose key 57 of device 1 has chattered for two and a half seconds.
    private func chattering() -> ChatterWatch {
        var watch = ChatterWatch()
        var presses = Presses()
        presses.bounce(at: 0, closings: 250, every: 10)
        for edge in presses.edges { _ = watch.handle(edge) }
        return watch
    }

    private func press(at seconds: Int64, device: Int) -> SwitchEdge {
        SwitchEdge(
            role: .select, source: .init(device: device, key: 57), direction: .press, at: instant(seconds))
    }

    private func instant(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    @Test("A device that is gone is not steady: its successor's presses show that, over five minutes")
    func aDeviceThatIsGoneIsNotSteadyIts() {
        var watch = chattering()
        watch.forget(device: 2)
        #expect(watch.nextWake != nil)
        watch.forget(device: 1)
        #expect(watch.chattering == [key])
        #expect(watch.nextWake == nil)
        #expect(watch.advance(to: instant(5000)).isEmpty)
        #expect(watch.handle(press(at: 5000, device: 2)).isEmpty)
        #expect(watch.advance(to: instant(5299)).isEmpty)
        #expect(watch.nextWake == instant(5300))
        #expect(watch.advance(to: instant(5300)) == [.steady(key)])
        #expect(watch.chattering.isEmpty)
        #expect(watch.nextWake == nil)
    }

    @Test("A successor that is unplugged in its turn has shown nothing")
    func aSuccessorThatIsUnpluggedInItsTurnHas() {
        var watch = chattering()
        watch.forget(device: 1)
        #expect(watch.handle(press(at: 10, device: 2)).isEmpty)
        watch.forget(device: 2)
        #expect(watch.advance(to: instant(1000)).isEmpty)
        #expect(watch.chattering == [key])
    }

    @Test("Two keys are two contacts") func twoKeysAreTwoContacts() {
        var watch = ChatterWatch()
        for index in 0..<40 {
            let source = SwitchEdge.Source(device: 1, key: index % 2)
            let edge = SwitchEdge(
                role: .step, source: source, direction: .press,
                at: Instant(nanoseconds: Int64(index) * 40_000_000))
            let found = watch.handle(edge)
            #expect(found.isEmpty || found == [.trembling(source)])
        }
    }
}
