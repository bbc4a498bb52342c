import Care
import Duties
import Foundation

extension DutyRoster {
    /// How far back the beginning of a gap is looked for, in seconds: a day. Of one that has lasted longer nobody asks for the minute.
    private static let behind: TimeInterval = 86_400

    /// Who is on duty at a moment, as people say it: those of zones by the zones' names, then those of the whole home, then those who are
    /// assigned to a client.
    func onDutyInWords(at moment: Date) -> [OnDuty] {
        var seen: Set<[String?]> = []
        return everybodyThere(at: moment).compactMap { time -> OnDuty? in
            // Whoever has two duties at a time in one zone is there once.
            guard let holder = time.holder,
                seen.insert([holder, time.zone, time.client]).inserted
            else { return nil }
            return OnDuty(
                person: holder, name: people[holder]?.name ?? holder, role: time.role,
                zone: time.zone.map { places[$0]?.name ?? $0 },
                client: time.client.map { people[$0]?.name ?? $0 },
                until: time.key == nil ? nil : time.until)
        }.sorted { one, other in
            (one.client == nil ? 0 : 1, one.zone == nil ? 1 : 0, one.zone ?? "", one.name, one.person)
                < (
                    other.client == nil ? 0 : 1, other.zone == nil ? 1 : 0, other.zone ?? "", other.name,
                    other.person
                )
        }
    }

    /// Of each zone that needs somebody the gap that lasts at a moment, or else the next one within a week.
    ///
    /// - Parameter gaps: What is known of them.
    func nextGaps(now: Date, from gaps: DutyGaps) -> [DutyGap] {
        var seen: Set<String> = []
        return gaps.around(
            now, behind: Self.behind, ahead: Double(DutyStanding.days) * 86_400, of: self
        ).filter { gap in
            // What is over is none any more.
            gap.until.map { now < $0 } ?? true && seen.insert(gap.zone).inserted
        }
    }
}
