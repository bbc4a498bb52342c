import Calendars
import Care
import CareStore

/// How a calendar of one kind is read to its end, or written.
protocol CalendarSource: Sendable {
    /// Looks, before anything of it is stored, whether it can be read, or written.
    func tried(
        _ record: CalendarRecord, _ secret: CalendarSecret, in core: ServiceCore
    ) async throws(PlatformTrouble) -> CalendarTrial

    /// Reads it, or writes what has to be there.
    ///
    /// - Parameter known: What is remembered of the last time; `nil` where all of it is to be read.
    func work(
        _ record: CalendarRecord, _ secret: CalendarSecret, known: PlatformKnown?, in core: ServiceCore
    ) async -> CalendarOutcome

    /// Takes away there what was written, before the calendar is forgotten.
    func takeAway(
        _ record: CalendarRecord, _ secret: CalendarSecret, in core: ServiceCore
    ) async throws(PlatformTrouble)
}

extension CalendarSource {
    /// What is only read has nothing to take away.
    func takeAway(
        _ record: CalendarRecord, _ secret: CalendarSecret, in core: ServiceCore
    ) async throws(PlatformTrouble) {}
}

/// What trying a calendar came to.
struct CalendarTrial: Sendable {
    /// As it names itself, if it does.
    var name: String?
    /// What was read on the way, to be taken over once the calendar is stored; `nil`: it is read, or written, then.
    var first: CalendarOutcome?

    init(name: String?, first: CalendarOutcome? = nil) {
        self.name = name
        self.first = first
    }
}

/// What reading or writing a calendar came to.
enum CalendarOutcome: Sendable {
    case read(CalendarReading, PlatformKnown)
    /// What was written this time; the numbers are of this time alone.
    case written(CalendarTally, PlatformKnown)
    /// It is as it was.
    case unchanged
    case failed(PlatformProblem, asked: Duration?)

    /// What of it counts for the next one.
    var end: PlatformPlaces.End {
        switch self {
        case .read(_, let known), .written(_, let known): .whole(known)
        case .unchanged: .unchanged
        case .failed(let problem, let asked): .failed(problem, asked: asked)
        }
    }
}

extension CalendarLink.Kind {
    /// How it is read or written; `nil` for what is read once, when it comes.
    var source: (any CalendarSource)? {
        switch self {
        case .link: LinkSource()
        case .dav: DAVSource()
        case .davOut: DAVWriter()
        case .file: nil
        }
    }
}
