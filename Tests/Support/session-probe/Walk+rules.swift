import Activities
import Boards
import Care
import Foundation
import HomeFiles
import Kiosk
import PlayedSessions
import Scanning

extension Walk {
    // MARK: - What must hold

    /// What it was said after.
    private static func occurrence(of mood: NewMood) -> String? {
        if let routine = mood.routine { return mood.key.map { "\(routine) \($0)" } }
        return mood.appointment.map(Assigned.id(ofMeeting:))
    }

    /// What was said of how it was, as soon as that is on the disk.
    mutating func note() {
        for mood in kiosk.moods where known.insert(mood.id).inserted {
            tally.moods += 1
            guard let id = Self.occurrence(of: mood) else { continue }
            if mood.value == .notNow {
                owed[id, default: 0] += 1
                // "Not now" is taken for an answer the second time.
                if owed[id] ?? 0 > 1 { owed[id] = nil }
            } else {
                owed[id] = nil
            }
        }
    }

    mutating func check(_ event: String) {
        note()
        let kept = kiosk.kept?.activity
        if let open = kept?.assignment, open.id == home.tomorrow.id, !opensAhead {
            fail("what is locked is open after: \(event)")
        }
        if kiosk.moods.contains(where: { $0.routine == home.tomorrow.routine }), !opensAhead {
            fail("how it was is said of what is locked")
        }
        if marks > 0 { fail("an exercise is marked, and nobody has done it, after: \(event)") }
        let there = Set(([kept?.assignment].compactMap(\.self) + (kept?.owed ?? [])).map(\.id))
        for (id, _) in owed where !there.contains(id) {
            // Somebody else has said it, or it was cancelled with all that belongs to it.
            if home.isLogged(id) {
                owed[id] = nil
            } else {
                fail("the question how it was is lost after: \(event)")
            }
        }
        switch kept?.stage {
        case .waiting, .mood, .later:
            if let one = kept?.assignment, owed[one.id] == nil { owed[one.id] = 0 }
        case .asked, .exercising, .meeting, .over, nil: break
        }
    }

    /// From wherever the client is, the board is reached by what is offered.
    mutating func checkWayOn() {
        tally.ways += 1
        var other = kiosk
        for _ in 0..<12 {
            if other.session.present?.level == WalkHome.top { return }
            let isFound = other.choose(within: .seconds(900)) { present in
                present.level == WalkHome.top || present.item.kind == .back
            }
            if !isFound { return fail("no way back from \(other.session.present?.level ?? "rest")", other) }
            other.run(for: .milliseconds(500))
        }
        if other.session.present?.level != WalkHome.top { fail("going back leads in circles", other) }
    }

    /// What is owed an answer is in the list, and opens there.
    mutating func checkQuestions() {
        for id in owed.keys {
            var other = kiosk
            other.hasDisk = true
            other.run(for: .seconds(2400))
            // The last press has answered it.
            if other.moods.contains(where: { $0.value != .notNow && Self.occurrence(of: $0) == id }) {
                continue
            }
            guard
                other.choose(
                    within: .seconds(900), { $0.item.id == BoardItem.LiveList.assignments.rawValue }),
                other.choose(within: .seconds(900), { $0.item.id == id })
            else { return fail("what is owed an answer is not in the list", other) }
            other.run(for: .seconds(4))
            // Who does the exercise once more while they wait is led back to it first.
            for _ in 0..<4 where other.session.present?.level.hasPrefix("activity ") != true {
                if other.session.present?.level == WalkHome.paused {
                    _ = other.choose(within: .seconds(300)) { $0.item.id == "stop" }
                } else {
                    other.press()
                }
                other.run(for: .seconds(4))
            }
            let level = other.session.present?.level ?? "rest"
            if !level.hasPrefix("activity ") {
                return fail("the list leads to \(level) instead of the question", other)
            }
        }
    }

    private mutating func fail(_ what: String, _ at: PlayedKiosk? = nil) {
        guard broken == nil else { return }
        let words = (at ?? kiosk).words.suffix(20)
        broken = """
            \(what)
            \(log.suffix(30).joined(separator: "\n"))
            \(words.joined(separator: "\n"))
            kept: \(String(describing: kiosk.kept?.activity?.stage)), owed \(owed)
            """
    }
}
