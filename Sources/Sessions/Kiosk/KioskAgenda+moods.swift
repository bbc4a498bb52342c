import Care
import FoundationEssentials
import Recurrence

/// How the client was in the last seven days, as they hear it.
extension KioskAgenda {
    /// Each day on which there was something, the oldest first: what the service tells, and what was said since.
    func week(at now: Date) -> [DayMood] {
        guard let known else { return [] }
        let today = day(of: now) ?? known.day
        let said = moods.faces.map { DayMood(day: day(of: $0.at) ?? today, face: $0.face.number) }
        return MoodWeek.merged(known.moods + said, until: today)
    }

    /// The home's day at a moment; `nil` where its clocks are not known.
    private func day(of moment: Date) -> CalendarDay? {
        known?.offset.map { offset in
            let seconds = max(-1e15, min(1e15, moment.timeIntervalSince1970.rounded(.down)))
            return WallTime(clamping: Int64(seconds) + Int64(offset)).day
        }
    }
}
