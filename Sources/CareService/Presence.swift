import Care

/// Whether the kiosk and a station are connected, and since when that is a fault.
///
/// ```
/// awaited ──connects──▶ here ──goes──▶ gone ──deadline──▶ away (told)
///    └──deadline──▶ away ◀──────────────┘ └──connects──▶ here
/// ```
struct Presence {
    private enum Place: Equatable {
        /// Has not connected since the start; `deadline` if it has to.
        case awaited(deadline: Duration?)
        case here
        case gone(deadline: Duration)
        case away
    }

    /// What people must be told.
    enum Change: Equatable {
        case away(Actor)
        /// Told at each first connection too: an earlier run of the service may have left the fault open.
        case back(Actor)
    }

    private let grace: Duration
    private var places: [Actor: Place] = [:]

    init(expected: Set<Actor>, firstWait: Duration, grace: Duration, now: Duration) {
        self.grace = grace
        for actor in Actor.devices {
            places[actor] = .awaited(deadline: expected.contains(actor) ? now + firstWait : nil)
        }
    }

    mutating func connections(of actor: Actor, are count: Int, at now: Duration) -> Change? {
        let place = places[actor] ?? .awaited(deadline: nil)
        switch (place, count > 0) {
        case (.here, true), (.awaited, false), (.gone, false), (.away, false): return nil
        case (.here, false):
            places[actor] = .gone(deadline: now + grace)
            return nil
        case (.gone, true):
            places[actor] = .here
            return nil
        case (.awaited, true), (.away, true):
            places[actor] = .here
            return .back(actor)
        }
    }

    mutating func timePassed(to now: Duration) -> [Change] {
        Actor.devices.compactMap { actor in
            guard let deadline = deadline(of: actor), deadline <= now else { return nil }
            places[actor] = .away
            return .away(actor)
        }
    }

    /// When to call `timePassed(to:)`.
    var nextDeadline: Duration? { Actor.devices.compactMap(deadline(of:)).min() }

    private func deadline(of actor: Actor) -> Duration? {
        switch places[actor] {
        case .awaited(let deadline): deadline
        case .gone(let deadline): deadline
        case .here, .away, nil: nil
        }
    }
}
