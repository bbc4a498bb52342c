import Activities
import Chance
import Exercises
import Testing
import Time

/// Plays a game: whatever it says or sounds takes a second and a half.
private struct GameTable {
    var play: GamePlay
    var now = Instant(nanoseconds: 0)
    var said: [(at: Double, parts: [GamePlay.Part])] = []
    var hasRested = false
    private var endsAt: Instant?

    init(_ game: Exercise.Game, seed: UInt64 = 1) {
        play = GamePlay(
            game, pace: GamePlay.Pace(gap: .seconds(1), latePress: .milliseconds(300)), seed: seed)
        send(.goOn)
    }

    var seconds: Double { Double(now.nanoseconds) / 1e9 }

    mutating func send(_ event: GamePlay.Event) {
        for effect in play.handle(event, at: now) {
            switch effect {
            case .say(let parts):
                said.append((seconds, parts))
                endsAt = now.advanced(by: .milliseconds(1500))
                send(.heard(at: now))
            case .cut: endsAt = nil
            case .rest: hasRested = true
            }
        }
    }

    mutating func run(to seconds: Double) {
        let end = Instant(nanoseconds: Int64(seconds * 1e9))
        while let next = [endsAt, play.nextWake].compactMap(\.self).min(), next <= end {
            now = max(now, next)
            if endsAt == next {
                endsAt = nil
                send(.ended)
            } else {
                send(.wake)
            }
        }
        now = max(now, end)
    }

    mutating func press(at seconds: Double) {
        run(to: seconds)
        send(.press(began: now))
    }

    /// Runs until it sounds; the time at which it does.
    mutating func run(until sound: BirdRound.Sound) -> Double? {
        while seconds < 60 {
            if let found = said.first(where: { $0.parts == [.sound(sound)] }) { return found.at }
            run(to: seconds + 0.1)
        }
        return nil
    }
}

@Suite("Quiet games for one switch")
struct GamePlayTests {
    @Test(
        "In the garden each press brings something at once, from the seed to the flower, and the oldest plant gives way"
    )
    func garden() {
        var table = GameTable(.garden)
        var growths: [Garden.Growth] = []
        for number in 0..<300 {
            // Also in the middle of what is said.
            table.press(at: 2 + Double(number) * 0.7)
            guard case .growth(let growth)? = table.said.last?.parts.first,
                table.said.last?.at == table.seconds
            else { break }
            growths.append(growth)
        }
        #expect(growths.count == 300)
        #expect(growths.prefix(4) == [.grew(.seed), .grew(.sprout), .grew(.leaves), .grew(.bud)])
        let flowers = growths.compactMap { if case .bloomed(let flower) = $0 { flower } else { nil } }
        #expect(zip(flowers, flowers.dropFirst()).allSatisfy { $0 != $1 } && Set(flowers).count == 4)
        #expect(
            Set(growths.compactMap { if case .visited(let guest) = $0 { guest } else { nil } }).count == 3)
        #expect(table.play.garden.plants.count == Garden.most)
    }

    @Test("A garden without a press says once that it waits, and then rests")
    func gardenWaits() {
        var table = GameTable(.garden)
        table.press(at: 3)
        table.run(to: 120)
        #expect(table.said.map(\.parts) == [[.growth(.grew(.seed))], [.waiting]])
        #expect(table.hasRested && table.play.nextWake == nil)
        table.send(.goOn)
        table.press(at: 121)
        #expect(table.said.last?.parts == [.growth(.grew(.sprout))])
    }

    @Test(
        "A press while the bird sings, in the silence after it, or just after the next has begun finds it",
        arguments: [0.6, 2.0, 2.65])
    func found(after: Double) throws {
        let seed = try #require(
            (1...50 as ClosedRange<UInt64>).first { seed in
                var generator = SeededGenerator(seed: seed)
                return BirdRound(found: 0, using: &generator).sounds.last != .bird
            })
        var table = GameTable(.bird, seed: seed)
        let sung = table.run(until: .bird)
        let at = try #require(sung)
        table.press(at: at + after)
        #expect(table.said.last?.parts == [.sound(.bird), .found(1)] && table.play.found == 1)
    }

    @Test("A press at something else says what it was, loses nothing, and the same round comes again")
    func notFound() throws {
        let seed = try #require(
            (1...50 as ClosedRange<UInt64>).first { seed in
                var generator = SeededGenerator(seed: seed)
                return BirdRound(found: 0, using: &generator).sounds.first != .bird
            })
        var table = GameTable(.bird, seed: seed)
        let first = try #require(table.said.last?.parts.first)
        guard case .sound(let sound) = first else {
            Issue.record("no sound: \(first)")
            return
        }
        table.press(at: 1)
        #expect(table.said.last?.parts == [.notFound(sound)] && table.play.found == 0)
        table.run(to: 2.6)
        #expect(table.said.last?.parts == [.sound(sound)])
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

    @Test("Who does not press hears a round three times, and the game rests")
    func noPress() {
        var table = GameTable(.bird)
        table.run(to: 120)
        #expect(table.said.count { $0.parts == [.sound(.bird)] } == 3)
        #expect(table.hasRested && table.play.nextWake == nil)
    }
}
