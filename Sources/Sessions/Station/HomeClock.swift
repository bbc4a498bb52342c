import FoundationEssentials
import Scanning
import Time

/// The service's clock as a station knows it. What is planned goes by that one, for this machine's own may be wrong.
///
/// | the service's clock | the service tells its time | this machine's clock is set |
/// |---|---|---|
/// | not told: taken for this machine's | → told | stays |
/// | told, and less than 30 s from this machine's: the same clock | told anew | it was set as well |
/// | told, and 30 s or more from this machine's | told anew | it was not: the difference is another one |
struct HomeClock: Sendable {
    /// A smaller difference may be the way that an agenda takes: it is the same clock. Seconds.
    static let smallestDifference: TimeInterval = 30

    private var steps = ClockSteps()
    /// When the event being handled came.
    private(set) var now = Instant(nanoseconds: 0)
    /// The service's clock minus this machine's, seconds, when it was told last.
    private var difference: TimeInterval = 0

    /// What this machine's clock shows at the event being handled.
    var wall: Date { steps.wall }

    /// An event is being handled, at the same moment by both of this machine's clocks.
    mutating func advance(to wall: Date, at now: Instant) {
        self.now = now
        guard let step = steps.advance(to: wall, at: now), abs(difference) >= Self.smallestDifference else {
            return
        }
        difference -= step
    }

    /// The service tells what its clock shows now.
    mutating func told(_ time: Date) { difference = time.timeIntervalSince(wall) }

    /// What the service's clock shows, or will show.
    func homeTime(at moment: Instant) -> Date {
        wall.addingTimeInterval(difference + now.duration(to: moment) / .seconds(1))
    }
}
