import Care
import FoundationEssentials

/// Which providers have come to an appointment before their client. The client is told of each once; whoever goes and comes again is told of no
/// more than three times.
struct ProviderArrivals: Sendable {
    private static let mostTold = 3

    /// By the appointments' ids: since when somebody was there when the client knew of it last, and how often they were told.
    private var known: [UUID: (since: Date, count: Int)] = [:]

    /// The client is in it, or is told by what they are doing: that somebody is there is no news.
    mutating func knows(_ appointment: Appointment) {
        guard let since = Self.since(appointment) else { return }
        known[appointment.id] = (since, known[appointment.id]?.count ?? 0)
    }

    /// Those of which the client is to be told now: their time is near. They count as told with that.
    ///
    /// - Parameter time: By the plan's clock.
    mutating func take(of appointments: [UUID: Appointment], at time: Date) -> [Appointment] {
        known = known.filter { appointments[$0.key] != nil }
        let due = appointments.values.filter { isNews($0) && $0.isNear(at: time) }
        for one in due {
            guard let since = Self.since(one) else { continue }
            known[one.id] = (since, (known[one.id]?.count ?? 0) + 1)
        }
        return due.sorted { ($0.content.at, "\($0.id)") < ($1.content.at, "\($1.id)") }
    }

    /// When the client is to be told next; `nil` while nobody is there of whom they do not know.
    func next(of appointments: [UUID: Appointment], after time: Date) -> Date? {
        appointments.values.filter { isNews($0) && time <= $0.lastNear }.map { max($0.firstNear, time) }.min()
    }

    private func isNews(_ appointment: Appointment) -> Bool {
        guard let since = Self.since(appointment), !appointment.standing.isClientIn else { return false }
        return known[appointment.id].map { $0.since != since && $0.count < Self.mostTold } ?? true
    }

    /// Since when the provider is there; `nil` where they are not.
    private static func since(_ appointment: Appointment) -> Date? {
        let standing = appointment.standing
        return standing.ending == nil && standing.provider == .in ? standing.providerSince : nil
    }
}
