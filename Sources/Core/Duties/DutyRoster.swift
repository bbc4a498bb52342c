public import Care
public import FoundationEssentials
import Recurrence

/// Who is there when: the home's duties, its people with their absences, and its zones.
///
/// A value without a clock: each question names its moment. What it costs depends on the duties and on the span that is asked for, not
/// on how long they have been going on.
///
/// Somebody is on duty while a time of theirs runs, they are not away, and they can be called (`Person.canBeCalled`). Whoever is assigned to
/// a client is there for this client alone: they close no gap of a zone.
public struct DutyRoster: Sendable {
    public let places: [String: Place]
    public let people: [String: Person]
    public let plans: [DutyPlan]

    /// - Parameter plans: Those of the duties that were not ended.
    public init(places: [Place], people: [Person], plans: [DutyPlan]) {
        self.places = Dictionary(places.map { ($0.id, $0) }) { first, _ in first }
        self.people = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        self.plans = plans
    }

    /// The zone in which a place lies, which may be that zone itself; `nil` for one that lies in no zone, or is not known.
    public func zone(of place: String?) -> String? {
        guard let found = place.flatMap({ places[$0] }) else { return nil }
        switch found.kind {
        case .zone: return found.id
        case .room: return found.parent.flatMap { places[$0] }?.id
        }
    }

    // MARK: - Who is there

    /// Who is on duty at a moment where somebody in this place would be helped, each with the time that runs: in its zone, or for the whole
    /// home. Without a place, or in one that lies in no zone, everybody who is on duty anywhere: nobody is left out for not having been
    /// placed.
    public func onDuty(at moment: Date, in place: String? = nil) -> [DutyTime] {
        let zone = zone(of: place)
        return there(at: moment) { $0.client == nil && (zone == nil || $0.zone == nil || $0.zone == zone) }
    }

    /// Who is assigned to a client at a moment, each with the time that runs.
    public func assigned(to client: String, at moment: Date) -> [DutyTime] {
        there(at: moment) { $0.client == client }
    }

    /// Everybody who is on duty anywhere or assigned to anybody at a moment, each with the time that runs.
    public func everybodyThere(at moment: Date) -> [DutyTime] { there(at: moment) { _ in true } }

    private func there(at moment: Date, where isMeant: (DutyContent) -> Bool) -> [DutyTime] {
        times(from: moment, until: moment.addingTimeInterval(0.001), isClipped: false, where: isMeant)
            .filter { time in
                time.from <= moment && moment < time.until && isThere(time.holder, at: moment)
            }
    }

    private func isThere(_ person: String?, at moment: Date) -> Bool {
        guard let person = person.flatMap({ people[$0] }) else { return false }
        return person.canBeCalled && person.isThere(at: moment)
    }

    // MARK: - Times

    /// All times that are not over before one moment and begin before another, by their beginnings. What is always lasts from one to the
    /// other.
    ///
    /// - Parameter limit: How many of each duty at most.
    public func times(
        from start: Date, until end: Date, limit: Int = DutyTimePage.limit,
        where isMeant: (DutyContent) -> Bool = { _ in true }
    ) -> [DutyTime] {
        times(from: start, until: end, limit: limit, isClipped: true, where: isMeant)
    }

    /// - Parameter isClipped: Whether what is always ends with the span; otherwise it lasts for ever.
    private func times(
        from start: Date, until end: Date, limit: Int = DutyTimePage.limit, isClipped: Bool,
        where isMeant: (DutyContent) -> Bool
    ) -> [DutyTime] {
        plans.filter { isMeant($0.duty.content) }.flatMap { plan in
            spans(of: plan, from: start, until: end, limit: limit).map { span in
                let content = plan.duty.content
                let holder = span.key.map { plan.duty.holder(of: $0) } ?? content.person
                return DutyTime(
                    duty: plan.duty.id, key: span.key, person: content.person, holder: holder,
                    role: content.role, zone: content.zone, client: content.client, from: span.from,
                    until: span.key == nil && !isClipped ? .distantFuture : span.until,
                    isAway: holder.map { isAway($0, from: span.from, until: span.until) } ?? false,
                    offer: span.key.flatMap { key in plan.duty.offers.first { $0.of == key } })
            }
        }.sorted {
            ($0.from, $0.until, $0.duty.uuidString) < ($1.from, $1.until, $1.duty.uuidString)
        }
    }

    /// The service refuses schedules that take too long to work out. Should one be there all the same, nobody relies on it: then there is a gap,
    /// which people are told of.
    private func spans(of plan: DutyPlan, from start: Date, until end: Date, limit: Int) -> [DutyPlan.Span] {
        do { return try plan.spans(from: start, until: end, limit: limit) } catch { return [] }
    }

    private func isAway(_ id: String, from start: Date, until end: Date) -> Bool {
        guard let person = people[id], person.canBeCalled else { return true }
        return person.absences.contains { $0.from < end && $0.until.map { start < $0 } ?? true }
    }

    // MARK: - Gaps

    /// The times in which nobody is on duty in a zone that needs somebody, between two moments, by their beginnings. What goes on beyond one
    /// of these has no beginning, or no end.
    public func gaps(from start: Date, until end: Date) -> [DutyGap] {
        guard start < end else { return [] }
        let zones = places.values.filter { $0.kind == .zone && $0.needsDuty }
        guard !zones.isEmpty else { return [] }
        var covered: [String?: [Range<Date>]] = [:]
        for time in times(from: start, until: end, where: { $0.client == nil }) {
            covered[time.zone, default: []] += present(time, from: start, until: end)
        }
        let everywhere = covered[nil] ?? []
        return zones.flatMap { zone in
            Self.holes(in: everywhere + (covered[zone.id] ?? []), from: start, until: end).map { hole in
                DutyGap(
                    zone: zone.id, from: hole.lowerBound > start ? hole.lowerBound : nil,
                    until: hole.upperBound < end ? hole.upperBound : nil)
            }
        }.sorted {
            ($0.from ?? start, $0.until ?? end, $0.zone) < ($1.from ?? start, $1.until ?? end, $1.zone)
        }
    }

    /// When the holder of a time is there.
    private func present(_ time: DutyTime, from start: Date, until end: Date) -> [Range<Date>] {
        guard let person = time.holder.flatMap({ people[$0] }), person.canBeCalled else { return [] }
        let (from, until) = (max(start, time.from), min(end, time.until))
        guard from < until else { return [] }
        return Self.holes(
            in: person.absences.compactMap { absence in
                let last = absence.until ?? .distantFuture
                return absence.from < last ? absence.from..<last : nil
            }, from: from, until: until)
    }

    /// What of a span is in none of the ranges, in order.
    private static func holes(in ranges: [Range<Date>], from start: Date, until end: Date) -> [Range<Date>] {
        var holes: [Range<Date>] = []
        var reached = start
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > reached {
            if range.lowerBound > reached {
                guard range.lowerBound < end else { break }
                holes.append(reached..<range.lowerBound)
            }
            reached = range.upperBound
            guard reached < end else { return holes }
        }
        if reached < end { holes.append(reached..<end) }
        return holes
    }
}
