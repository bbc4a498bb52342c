import Activities
import Chance
import Testing
import Time

/// Plays a game: words take a second, sounds a second and a half.
private struct GameTable {
    var play: GamePlay
    var now = Instant(nanoseconds: 0)
    var said: [(at: Double, parts: [GamePlay.Part])] = []
    var effects: [GamePlay.Effect] = []
    private var endsAt: Instant?

    init(_ game: GamePlay.Game, seed: UInt64 = 1) {
        play = GamePlay(
            game, gap: .seconds(1), latePress: .milliseconds(300), generator: SeededGenerator(seed: seed))
    }

    var seconds: Double { Double(now.nanoseconds) / 1e9 }

    mutating func send(_ event: GamePlay.Event) {
        for effect in play.handle(event, at: now) {
            effects.append(effect)
            switch effect {
            case .say(let parts):
                said.append((seconds, parts))
                endsAt = now.advanced(by: .milliseconds(1500))
                send(.heard(at: now))
            case .cut: endsAt = nil
            case .yield, .offer, .stopped: break
            }
        }
    }

    mutating func run(to seconds: Double) {
        let end = Instant(nanoseconds: Int64(seconds * 1e9))
        while true {
            let next = [endsAt, play.nextWake].compactMap { $0 }.min()
            guard let next, next <= end else { break }
            now = max(now, next)
            if endsAt == next {
                endsAt = nil
                send(.ended)
            } else {
                send(.wake)
            }
        }
        now = end
    }

    mutating func press(at seconds: Double) {
        run(to: seconds)
        send(.press(began: now))
    }

    /// Until it sounds; the time at which it does.
    mutating func run(until part: GamePlay.Part, from: Int = 0) -> Double? {
        let limit = seconds + 60
        while seconds < limit {
            if let found = said.dropFirst(from).first(where: { $0.parts == [part] }) { return found.at }
            run(to: seconds + 0.1)
        }
        return nil
    }
}

@Suite("Quiet games for one switch")
struct GamePlayTests {
    @Test("In the garden each press brings something at once, from the seed to the flower, and the oldest plant gives way")
    func garden() {
        var table = GameTable(.garden)
        table.send(.begin)
        #expect(table.said.map(\.parts) == [[.instructions(.garden)]])
        var growths: [Garden.Growth] = []
        for number in 0..<120 {
            // Also in the middle of what is said.
            table.press(at: 2 + Double(number) * 0.7)
            guard case .growth(let growth)? = table.said.last?.parts.first else { break }
            growths.append(growth)
            #expect(table.said.last?.at == table.seconds)
        }
        #expect(growths.count == 120)
        #expect(growths.prefix(4) == [.grew(.seed), .grew(.sprout), .grew(.leaves), .grew(.bud)])
        let flowers = growths.compactMap { if case .bloomed(let flower) = $0 { flower } else { nil } }
        #expect(zip(flowers, flowers.dropFirst()).allSatisfy { $0 != $1 } && Set(flowers).count == 4)
        #expect(Set(growths.compactMap { if case .visited(let guest) = $0 { guest } else { nil } }).count == 3)
        #expect(table.play.garden.plants.count == Garden.most)
    }

    @Test("A garden without a press says once that it waits, and then offers to stop")
    func gardenWaits() {
        var table = GameTable(.garden)
        table.send(.begin)
        table.press(at: 3)
        table.run(to: 120)
        #expect(table.said.map(\.parts) == [
            [.instructions(.garden)], [.growth(.grew(.seed))], [.waiting],
        ])
        #expect(table.effects.last == .offer && !table.play.isRunning)
        table.send(.chose(.goOn))
        table.press(at: 121)
        #expect(table.said.last?.parts == [.growth(.grew(.sprout))])
        table.send(.interrupted)
        table.send(.chose(.stop))
        #expect(table.effects.last == .stopped && table.play.isOver)
    }

    @Test("A press while the bird sings, in the silence after it, or just after the next has begun finds it", arguments: [0.6, 2.0, 2.65])
    func found(after: Double) throws {
        // A round in which the bird is not the last.
        let seed = try #require((1...50).first { seed in
            var generator = SeededGenerator(seed: seed)
            return BirdRound(found: 0, using: &generator).sounds.last != .bird
        })
        var table = GameTable(.bird, seed: seed)
        table.send(.begin)
        let at = try #require(table.run(until: .sound(.bird)))
        table.press(at: at + after)
        #expect(table.said.last?.parts == [.sound(.bird), .found(1)] && table.play.found == 1)
    }

    @Test("A press at something else says what it was, loses nothing, and the same round comes again")
    func notFound() throws {
        var table = GameTable(.bird)
        table.send(.begin)
        table.run(to: 1.6)
        let first = try #require(table.said.last?.parts.first)
        guard case .sound(let sound) = first else {
            Issue.record("no sound: \(first)")
            return
        }
        if sound == .bird {
            table.press(at: 2.2)
            #expect(table.play.found == 1)
            return
        }
        table.press(at: 2.2)
        #expect(table.said.last?.parts == [.notFound(sound)] && table.play.found == 0)
        let count = table.said.count
        table.run(to: 4)
        #expect(table.said.dropFirst(count).first?.parts == [.sound(sound)])
    }

    @Test("Rounds grow longer, never beyond six sounds, each with one bird and no sound twice")
    func rounds() {
        var generator = SeededGenerator(seed: 5)
        for found in 0..<100 {
            let sounds = BirdRound(found: found, using: &generator).sounds
            #expect(sounds.count == min(3 + found / 3, 6))
            #expect(sounds.count { $0 == .bird } == 1 && Set(sounds).count == sounds.count)
        }
    }

    @Test("Who does not press hears a round three times, and is offered to stop")
    func noPress() {
        var table = GameTable(.bird)
        table.send(.begin)
        table.run(to: 120)
        #expect(table.said.count { $0.parts == [.sound(.bird)] } == 3)
        #expect(table.effects.last == .offer)
    }

    @Test("News comes between two sounds and the game goes on after it; urgent news comes at once", arguments: GamePlay.Game.allCases)
    func news(game: GamePlay.Game) {
        for isUrgent in [false, true] {
            var table = GameTable(game)
            table.send(.begin)
            table.run(to: 0.5)
            table.send(.news(isUrgent: isUrgent))
            #expect(table.play.isYielding == isUrgent)
            table.run(to: 10)
            #expect(table.play.isYielding)
            let count = table.said.count
            table.send(.goOn)
            table.press(at: 14)
            #expect(table.said.count > count && table.play.isRunning)
            table.send(.interrupted)
            #expect(!table.play.isRunning && table.play.nextWake == nil)
        }
    }

    @Test("Random presses never leave it without a way on", arguments: GamePlay.Game.allCases)
    func random(game: GamePlay.Game) {
        var generator = SeededGenerator(seed: 3)
        for seed in 0..<100 as Range<UInt64> {
            var table = GameTable(game, seed: seed)
            table.send(.begin)
            while !table.play.isOver, table.seconds < 2000 {
                table.run(to: table.seconds + Double.random(in: 0.05...15, using: &generator))
                switch Int.random(in: 0..<9, using: &generator) {
                case 0: table.send(.news(isUrgent: Bool.random(using: &generator)))
                case 1: table.send(.interrupted)
                case 2: table.send(.lost)
                default: table.send(.press(began: table.now))
                }
                if table.play.isYielding { table.send(.goOn) }
                if !table.play.isRunning, !table.play.isOver {
                    table.send(.chose(Int.random(in: 0..<8, using: &generator) == 0 ? .stop : .goOn))
                }
                let goesOn = table.play.isOver || table.play.nextWake != nil
                #expect(goesOn)
            }
        }
    }
}
