import Care
import HomeFiles
import Kiosk
import Playing
import PlayedWeek
import Station
import Testing

@testable import Simulation

/// Whatever the sessions do is pinned here: who changes how they are built must not change what they do. Who means to change
/// what they do writes the new fingerprints down, and says in the commit which effects are others. A new Swift may write values or draw
/// numbers otherwise: then they are written down anew from the commit before.
@Suite("Fingerprints of what the sessions do")
struct SessionFingerprintTests {
    /// What random sessions of one kind did when it was written down.
    struct Recorded: CustomTestStringConvertible {
        let testDescription: String
        /// How many phrases were said.
        let phrases: Int
        let fingerprint: String
        let check: @Sendable (Recorded) -> Void

        init<Session: RandomSession>(_ session: Session.Type, phrases: Int, _ fingerprint: String) {
            testDescription = "\(session)"
            (self.phrases, self.fingerprint) = (phrases, fingerprint)
            check = { $0.check(session) }
        }

        private func check<Session: RandomSession>(_: Session.Type) {
            var (all, count) = (RandomSeen(), 0)
            for seed in 0..<300 {
                var session = Session(seed: UInt64(seed))
                session.play(80)
                let seen = session.world.seen
                all.fingerprint.add(seen.fingerprint.text)
                all.events.formUnion(seen.events)
                all.effects.formUnion(seen.effects)
                all.said.formUnion(seen.said)
                count += seen.fingerprint.count
            }
            #expect(Session.Event.names.subtracting(all.events) == [])
            #expect(Session.Effect.names.subtracting(all.effects) == [])
            let (said, others) = (all.said, PhraseEntry.all.map(\.name).filter { !all.said.contains($0) })
            #expect(
                PhraseEntry.all.count { said.contains($0.name) } == phrases,
                "never said: \(others.sorted().joined(separator: " "))")
            #expect("\(count) \(all.fingerprint.text)" == fingerprint)
        }
    }

    @Test(
        "300 random sessions do what they did",
        arguments: [
            Recorded(RandomKiosk.self, phrases: 208, "93799 1b689204e48fe735"),
            Recorded(RandomStation.self, phrases: 109, "87737 6853e4bb7c9e5a51"),
        ])
    func random(recorded: Recorded) { recorded.check(recorded) }

    @Test("Random sessions have faults with all the traits that stations act on") func faults() {
        func traits(_ kinds: [FaultKind]) -> Set<String> {
            Set(
                kinds.map(\.traits).flatMap { traits in
                    [
                        traits.urgency.rawValue, "names \(traits.begun.contains(.client))",
                        "has a detail \(traits.begun.contains(.detail))",
                        "is of stations \(traits.kiosks == .ownAndOfStations)",
                    ]
                })
        }
        #expect(traits(FaultKind.allCases) == traits(RandomStation.faultKinds))
    }

    @Test("Simulated people hear and ask what they did, with ten seeds and in every way of scanning")
    func simulation() {
        final class Record {
            var fingerprint = Fingerprint()
        }
        let record = Record()
        for seed in 0..<10 {
            for way in Simulation.Way.all {
                let household = Household(.exact, way)
                var simulator = Simulator(
                    settings: household.settings, boards: household.boards, phrases: .plain,
                    model: household.model, weights: nil, rhythm: .init(), seed: UInt64(seed),
                    stream: way.name,
                    wordsDuration: { _, _ in .seconds(1) })
                simulator.witness = { effects, now in record.fingerprint.add(effects, at: now) }
                _ = simulator.run(needs: 2)
            }
        }
        #expect("\(record.fingerprint.count) \(record.fingerprint.text)" == "7625 f94114f77f4abe4f")
    }

    @Test("A home in virtual time does what it did") func soak() throws {
        final class Record {
            var fingerprint = Fingerprint()
        }
        let record = Record()
        let household = Household()
        var shorter = household
        shorter.items.removeLast()
        var week = Week(boards: [household.boards, shorter.boards], phrases: .plain, seed: 2026)
        week.witness = { kiosk, station, now in
            record.fingerprint.add(kiosk, at: now)
            record.fingerprint.add(station, at: now)
        }
        week.begin()
        while week.seconds < 86_400 / 2 { week.advance() }
        #expect(week.tally.requests > 100)
        #expect(week.tally.faults > 5)
        #expect("\(record.fingerprint.count) \(record.fingerprint.text)" == "31024 9b02f6d5109d0ef5")
    }
}
