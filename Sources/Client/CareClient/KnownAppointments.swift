import Care
public import Foundation
import Recurrence

/// Which of its client's appointments a kiosk knows, and when it has to read them anew.
///
/// One reading has those of the next days, and the journal tells what changes of them since. Neither tells that a session planned long ago
/// comes near. So a kiosk that stays connected reads them anew:
///
/// | what comes | they are read anew |
/// |---|---|
/// | a new day of the home | always |
/// | an agenda that names one that is not known | once on that day; while a reading goes on, its end decides |
/// | another connection | always, by whoever follows it |
public struct KnownAppointments: Sendable {
    /// How far around a moment they are read. Longer than a kiosk's agenda looks ahead. Seconds.
    private static let span = (before: 86_400.0, after: 9 * 86_400.0)
    /// A first reading that is further from the home's time than this was around the wrong days. Seconds.
    private static let mostDifference = 86_400.0

    /// The home's day, as the last agenda since the connection has it.
    private var today: CalendarDay?
    /// The home's day on which they were read last; `nil` where no agenda had come before that.
    private var readOn: CalendarDay?
    /// The moment around which they were read last.
    private var readAt: Date?
    /// From when they are to be read until that has been done.
    private var isReading = false
    /// The home's clock minus this machine's, which may be wrong. Seconds.
    private var ahead: TimeInterval = 0
    private var known: Set<UUID> = []
    /// What the last agenda names, apart from what is long past.
    private var named: Set<UUID> = []
    /// For these they were read anew on this day, and not for nothing once more.
    private var sought: Set<UUID> = []

    public init() {}

    /// They are read now.
    ///
    /// - Parameter wall: By this machine's clock.
    /// - Returns: Those of which time are to be read, by the home's clock.
    public mutating func begin(at wall: Date) -> DateInterval {
        let time = wall.addingTimeInterval(ahead)
        (isReading, readAt, readOn) = (true, time, today)
        return DateInterval(
            start: time.addingTimeInterval(-Self.span.before), end: time.addingTimeInterval(Self.span.after))
    }

    /// Looks at something that the kiosk is told.
    ///
    /// - Returns: Whether they are to be read anew.
    public mutating func handle(_ event: CareClientEvent, at wall: Date) -> Bool {
        switch event {
        case .connected:
            (today, readOn, readAt, isReading) = (nil, nil, nil, true)
            (known, named, sought) = ([], [], [])
        case .agenda(let agenda): return take(agenda, at: wall)
        case .journal(let event):
            if case .appointmentChanged(let news) = event.content { known.insert(news.appointment.id) }
        case .appointments(let all):
            (known, isReading) = (Set(all.map(\.id)), false)
            return isToRead(onNewDay: false)
        case .recorded, .notRecorded, .delivered, .rejected, .restored, .storeFailed, .storeRestored,
            .caughtUp, .household, .encouragement, .notTold, .tap, .speaks, .trial, .serviceLost,
            .serviceBack:
            break
        }
        return false
    }

    private mutating func take(_ agenda: Agenda, at wall: Date) -> Bool {
        if let now = agenda.now { ahead = now.timeIntervalSince(wall) }
        let time = wall.addingTimeInterval(ahead)
        today = agenda.day
        let begins = time.addingTimeInterval(-Self.span.before)
        named = Set(agenda.assignments.filter { $0.at >= begins }.compactMap(\.appointment))
        if let readOn { return isToRead(onNewDay: agenda.day != readOn) }
        // Nobody had said the home's day before: that reading was of this day, if this machine's clock is right.
        guard let readAt else { return false }
        readOn = agenda.day
        return isToRead(onNewDay: abs(time.timeIntervalSince(readAt)) > Self.mostDifference)
    }

    private mutating func isToRead(onNewDay isNewDay: Bool) -> Bool {
        if isNewDay {
            sought = []
        } else {
            let missing = named.subtracting(known).subtracting(sought)
            guard !isReading, !missing.isEmpty else { return false }
            sought.formUnion(missing)
        }
        (isReading, readOn) = (true, today)
        return true
    }
}
