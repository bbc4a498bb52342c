import FoundationEssentials
import Scanning
import Time

/// The service's clock as a station knows it. The plan follows that one, because this machine's own may be
/// wrong.
///
/// | the service's clock | the service tells its time | this machine's clock is set |
/// |---|---|---|
/// | not told: taken for this machine's | → told | stays |
/// | told, and less than 30 s from this machine's: the same clock | told anew | it was set as well |
/// | told, and 30 s or more from this machine's | told anew | it was not: the difference is another one |
struct HomeClock: Sendable {
    /// A smaller difference may be the time that an agenda is on the way: it is the same clock. Seconds.
    static let smallestDifference: TimeInterval = 30

    private var steps = ClockSteps()
    /// When the event being handled came.
    private(set) var now = Instant(nanoseconds: 0)
    /// The service's clock minus this machine's, seconds, as last told.
    private var difference: TimeInterval = 0

    /// This machine's clock at the event being handled.
    var wall: Date { steps.wall }

    /// An event is being handled, at the same moment by both of this machine's clocks.
    mutating func advance(to wall: Date, at now: Instant) {
        self.now = now
        guard let step = steps.advance(to: wall, at: now), abs(difference) >= Self.smallestDifference else {
            return
        }
        difference -= step
    }

    /// The service tells its clock's present time.
    mutating func told(_ time: Date) { difference = time.timeIntervalSince(wall) }

    /// The service's clock at a moment.
    func homeTime(at moment: Instant) -> Date {
        wall.addingTimeInterval(difference + now.duration(to: moment) / .seconds(1))
    }
}
