import Care
import Testing

@testable import CareService

@Suite("Who is there, as a timeline")
struct PresenceTests {
    /// Plays `12 kiosk 1` (connections at a second) and `20` (time passes), and writes what has to be told.
    private func play(_ score: [String], expected: Set<Actor>) -> [String] {
        var presence = Presence(
            expected: expected, firstWait: .seconds(90), grace: .seconds(5), now: .zero)
        var told: [String] = []
        for line in score {
            let words = line.split(separator: " ")
            guard let second = words.first.flatMap({ Int($0) }) else { continue }
            let now = Duration.seconds(second)
            for change in presence.timePassed(to: now) { told.append("\(second) \(change)") }
            guard words.count == 3, let actor = Actor(rawValue: String(words[1])), let count = Int(words[2])
            else { continue }
            if let change = presence.connections(of: actor, are: count, at: now) {
                told.append("\(second) \(change)")
            }
        }
        return told
    }

    @Test("A kiosk that is gone for less than the grace is not worth a word")
    func shortAbsence() {
        #expect(
            play(["1 kiosk 1", "10 kiosk 0", "14 kiosk 1", "60"], expected: [])
                == ["1 back(Care.Actor.kiosk)"])
    }

    @Test("One that stays away is told once, and once when it is back")
    func longAbsence() {
        #expect(
            play(["1 kiosk 1", "10 kiosk 0", "15", "16", "99", "100 kiosk 1", "101 kiosk 2"], expected: [])
                == ["1 back(Care.Actor.kiosk)", "15 away(Care.Actor.kiosk)", "100 back(Care.Actor.kiosk)"])
    }

    @Test("One of two stations may go")
    func oneOfTwo() {
        #expect(
            play(["1 station 1", "2 station 2", "3 station 1", "99"], expected: [])
                == ["1 back(Care.Actor.station)"])
    }

    @Test("One that is expected and never comes is told after the first wait; others never")
    func neverCame() {
        #expect(play(["89", "90", "200"], expected: [.station]) == ["90 away(Care.Actor.station)"])
    }
}
