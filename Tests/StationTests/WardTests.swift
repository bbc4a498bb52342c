import Care
import Chance
import Foundation
import Scanning
import Station
import Testing

/// Stations over the real store.
@Suite("Stations in a ward") struct StationsInAWardTests {
    @Test("What was put off and taken away or moved meanwhile is not told before it is due")
    func whatWasPutOffAndTakenAwayOrMoved()
        async throws
    {
        for second in [nil, 10_800.0] {
            let ward = try await Ward()
            try await ward.plan("medicine", at: 10)
            try await ward.run(to: 20)
            try await ward.key(.snooze)
            try await ward.key(.digit(3))
            try await ward.run(to: 600)
            #expect(try await ward.change("medicine", to: second))
            try await ward.run(to: 10_799)
            #expect(ward.words.count == 1, "\(ward.lines)")
            try await ward.run(to: 10_810)
            #expect(ward.words.count == (second == nil ? 1 : 2), "\(ward.lines)")
        }
    }

    @Test("What was told, and what was missed, is quiet when it is moved, and told when it is due")
    func whatWasToldAndWhatWasMissedIsQuiet()
        async throws
    {
        for moved in [190.0, 4000] {
            let ward = try await Ward()
            try await ward.plan("medicine", at: 10)
            try await ward.run(to: moved)
            let before = ward.words.count
            #expect(try await ward.change("medicine", to: 10_800))
            try await ward.run(to: 10_799)
            #expect(ward.words.count == before)
            try await ward.run(to: 11_150)
            #expect(ward.words.dropFirst(before).map(\.state) == [.due, .due], "\(ward.lines)")
            #expect(ward.words[before].at.timeIntervalSince(Ward.start) == 10_800)
        }
    }

    @Test("Put off at one station, it is quiet at the other, and both tell it then")
    func putOffAtOneStationItIsQuietAt() async throws {
        let ward = try await Ward(stations: 2)
        try await ward.plan("medicine", at: 10, grace: 120)
        try await ward.run(to: 20)
        try await ward.key(.snooze, seat: 1)
        try await ward.key(.digit(4), seat: 1)
        try await ward.run(to: 3600)
        #expect(ward.words.count == 2)
        try await ward.run(to: 3640)
        #expect(ward.words.dropFirst(2).map(\.seat).sorted() == [0, 1], "\(ward.lines)")
        #expect(try await ward.agenda().reminders.isEmpty)
    }

    @Test("Put off while another station still speaks, its words do not take that back")
    func putOffWhileAnotherStationStillSpeaksItsWords() async throws {
        let ward = try await Ward(stations: 2)
        try await ward.plan("medicine", at: 10, grace: 120)
        try await ward.run(to: 10.4)
        try await ward.key(.snooze, seat: 1)
        try await ward.key(.digit(4), seat: 1)
        try await ward.run(to: 20)
        let waiting = try await ward.agenda().reminders
        #expect(waiting.count == 1, "\(ward.lines)")
        try await ward.restart(0)
        try await ward.restart(1)
        try await ward.run(to: 3600)
        #expect(ward.words.count == 2, "\(ward.lines)")
        try await ward.run(to: 3640)
        #expect(ward.words.count == 4, "\(ward.lines)")
    }

    @Test("After a start it sounds on, and can be put off over the next start")
    func afterAStartItSoundsOnAndCanBe() async throws {
        let ward = try await Ward()
        try await ward.plan("medicine", at: 10, grace: 120)
        try await ward.run(to: 60)
        try await ward.restart(0)
        try await ward.run(to: 320)
        #expect(ward.words.count == 2, "\(ward.lines)")
        try await ward.restart(0)
        try await ward.run(to: 400)
        try await ward.key(.next)
        try await ward.run(to: 405)
        try await ward.key(.snooze)
        try await ward.key(.digit(3))
        try await ward.run(to: 410)
        try await ward.restart(0)
        try await ward.run(to: 2200)
        #expect(ward.words.count == 2, "\(ward.lines)")
        try await ward.run(to: 2210)
        #expect(ward.words.count == 3, "\(ward.lines)")
    }

    @Test("What was done while the service was away stays done over a start")
    func whatWasDoneWhileTheServiceWasAwayStays() async throws {
        let ward = try await Ward()
        try await ward.plan("medicine", at: 10)
        try await ward.run(to: 20)
        try await ward.disconnect(0)
        try await ward.key(.met)
        try await ward.run(to: 30)
        try await ward.restart(0)
        try await ward.run(to: 40)
        try await ward.connect(0)
        try await ward.run(to: 5000)
        #expect(ward.words.count == 1, "\(ward.lines)")
        #expect(try await ward.occurrence("medicine")?.state == .done)
    }

    /// Whatever people press and change, wherever the service is away and stations start anew.
    @Test(
        "Nothing is told that is not so, and nothing that is due is silent",
        arguments: 0..<12 as Range<UInt64>)
    func nothingIsToldThatIsNotSoAndNothing(seed: UInt64) async throws {
        var chance = SeededGenerator(seed: seed)
        let ward = try await Ward(stations: 2)
        let keys: [SwitchRole] = [
            .met, .onTheWay, .declined, .next, .sayAgain, .snooze, .open, .undo, .digit(1), .digit(2),
            .digit(0),
        ]
        var titles: [String] = []
        for step in 0..<40 {
            try await ward.run(for: Double.random(in: 0.3...240, using: &chance))
            let seat = Int.random(in: 0..<2, using: &chance)
            let second = ward.wall.timeIntervalSince(Ward.start)
            switch Int.random(in: 0..<16, using: &chance) {
            case 0, 1, 2:
                titles.append("thing\(step)x")
                try await ward.plan(
                    "thing\(step)x", at: second + Double(Int.random(in: -30...900, using: &chance)),
                    grace: 30,
                    before: Bool.random(using: &chance) ? [5] : [],
                    Bool.random(using: &chance) ? .normal : .urgent)
            case 3, 4:
                if let title = titles.randomElement(using: &chance) {
                    try await ward.change(
                        title, to: second + Double(Int.random(in: 60...3000, using: &chance)))
                }
            case 5:
                if let title = titles.randomElement(using: &chance) { try await ward.change(title, to: nil) }
            case 6: try await ward.disconnect(seat)
            case 7, 8: try await ward.connect(seat)
            case 9: try await ward.restart(seat)
            default: if let key = keys.randomElement(using: &chance) { try await ward.key(key, seat: seat) }
            }
        }
        for seat in 0..<2 { try await ward.connect(seat) }
        let connected = ward.wall
        try await ward.run(for: 20_000)
        let text = "seed \(seed)\n" + ward.lines.joined(separator: "\n")
        // Told wrongly: a station that cannot know better apart.
        for words in ward.words where words.isInformed {
            if words.text.contains("reminder_before") {
                #expect(words.state?.isOpen == true, "\(words) \(text)")
            } else {
                #expect(words.state == .due || words.state == .missed, "\(words) \(text)")
            }
        }
        // Lost: what is open was told since it was due, at both.
        let agenda = try await ward.agenda()
        #expect(agenda.reminders.isEmpty, "\(agenda.reminders.map { ($0.kind, $0.at) }) \(text)")
        for title in titles {
            guard let occurrence = try await ward.occurrence(title), occurrence.state.isOpen else { continue }
            // What was due before, one of them may have told alone while the other was away.
            let told = (0..<2).filter { ward.hasTold(title, since: occurrence.at, at: $0) }
            #expect(told.count >= (occurrence.at > connected ? 2 : 1), "\(title) \(told) \(text)")
        }
    }
}
