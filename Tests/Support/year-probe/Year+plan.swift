import Care
import Chance
import Foundation

extension Year {
    /// What people will do about what is due: of a hundred, four are done ahead of time, four left out, and ten forgotten.
    func plan(_ occurrences: [PlannedOccurrence]) {
        for occurrence in occurrences {
            let second = occurrence.second
            if Int.random(in: 0..<30, using: &chance) == 0 {
                let at = second + Int64.random(in: -7200...7200, using: &chance)
                add(.mark(occurrence, .note, at: at), at: at)
            }
            if let chore = occurrence.routine.chore {
                planWork(on: occurrence, of: chore)
                continue
            }
            let (kind, delay): (OccurrenceEntry.Kind, Int64) =
                switch Int.random(in: 0..<100, using: &chance) {
                case 0..<4: (.done, -Int64.random(in: 60...1200, using: &chance))
                case 4..<8: (.skipped, Int64.random(in: 5...1800, using: &chance))
                case 8..<18: (.note, 7200)
                default: (.done, Int64.random(in: 5...3000, using: &chance))
                }
            let at = second + delay
            add(.mark(occurrence, kind, at: at), at: at)
            guard Int.random(in: 0..<25, using: &chance) == 0 else { continue }
            let undone = at + Int64.random(in: 10...1800, using: &chance)
            add(.undo(occurrence, at: undone), at: undone)
        }
    }

    /// Every fourth routine is changed once in the year.
    func planChange(of routine: PlannedRoutine) {
        guard let one = routine.occurrences.randomElement(using: &chance) else { return }
        switch Int.random(in: 0..<16, using: &chance) {
        case 0, 1:
            // At any time from two days before; also between the reminder and the due time.
            let at = one.second - Int64.random(in: 60...172_800, using: &chance)
            let local = Int(Berlin.local(ofSecond: one.second) % 86_400 / 60)
            let later = min(1439, local + Int.random(in: 20...300, using: &chance))
            let isLeftOut = Bool.random(using: &chance) || later == local || one.day == Berlin.springDay
            add(.changeOne(one, toMinute: isLeftOut ? nil : later), at: at)
        case 2: add(.change(routine, .all), at: Int64.random(in: Self.start..<Self.end, using: &chance))
        case 3: add(.change(routine, .following), at: Int64.random(in: Self.start..<Self.end, using: &chance))
        default: break
        }
    }

    func add(_ happening: Happening, at: Int64) {
        if at > max(now, Self.start) { world.add(happening, at: at) }
    }

    /// What will fail.
    func planMishaps() {
        func sometime() -> Int64 { Int64.random(in: Self.start..<Self.end, using: &chance) }
        for number in 0..<30 {
            let seconds = Int64.random(in: 1...10_800, using: &chance)
            world.add(number % 3 == 0 ? .die(seconds: seconds) : .down(seconds: seconds), at: sometime())
        }
        for number in 0..<24 {
            // Set by seconds or minutes, forward and back; each third is a sleep of up to two hours.
            let step =
                number % 3 == 0
                ? Int64.random(in: 10...7200, using: &chance)
                : (number % 3 == 1 ? 1 : -1) * Int64.random(in: 2...300, using: &chance)
            world.add(.clock(step: step), at: sometime())
        }
        for channel in ReminderChannel.allCases {
            for _ in 0..<15 {
                world.add(
                    .dead(channel, seconds: Int64.random(in: 60...20_000, using: &chance)), at: sometime())
            }
        }
    }
}
