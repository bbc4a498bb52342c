import Care
import FoundationEssentials
import HomeFiles
import Time

/// What a station says of points, where the home wants it: nothing that anybody could compare.
extension StationSession {
    /// How long after a chore was ticked off here its points are told: later they would come out of the blue.
    static let pointsPatience: Duration = .seconds(30)

    /// Somebody stands otherwise: told once for each chore that was ticked off at this station. Whoever wants no points is not in it.
    mutating func take(_ standing: PointStanding, at now: Instant) {
        guard let marked = plan.paid.removeValue(forKey: standing.person), settings.alerts.tellsPoints,
            standing.isOn, marked.duration(to: now) <= Self.pointsPatience
        else { return }
        reply(
            phrases[.stationPoints, [.client: standing.name, .count: String(standing.total)]],
            rank: Alarm.urgentRank - 1)
    }

    /// For how long a reward is news, in seconds: a station that was off does not tell those of the weekend.
    private static let rewardIsNews: Double = 900

    /// A reward is somebody's from now on: the journal tells it once.
    mutating func take(_ grant: RewardGrant, at now: Instant) {
        guard grant.state == .granted, grant.isClient, settings.alerts.tellsPoints,
            homeTime(at: now).timeIntervalSince(grant.changedAt) < Self.rewardIsNews
        else { return }
        tellOver(phrases[.stationReached, [.client: grant.name, .label: grant.title]])
    }

    /// A chore that pays was ticked off here.
    mutating func expectPoints(for entry: OccurrenceEntry, of occurrence: RoutineOccurrence, at now: Instant)
    {
        guard entry.kind == .done, occurrence.chore?.points != nil, let person = occurrence.assignment.person
        else { return }
        plan.paid[person] = now
    }
}
