public import Boards
import Care
import Chance
import Foundation
public import HomeFiles
public import Kiosk
import Scanning
import Speech
public import Station
public import Time

/// A home in virtual time: the real sessions of kiosk and station with their speech queues, and a client, caregivers, a
/// service and mishaps made of chance.
public struct Week {
    /// How often somebody presses by day and by night, how often a caregiver touches the keypad, how often something
    /// goes wrong: means in seconds.
    private enum Every {
        static let pressByDay = 6.0
        static let pressByNight = 600.0
        static let caregiver = 45.0
        static let mishap = 900.0
    }
    /// A page's user clears what has been open for so long.
    private static let longestOpen: Duration = .seconds(2400)
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    let boards: [BoardSet]
    let phrases: Phrases
    var settings: HomeSettings
    var kiosk: KioskSession
    var station: StationSession
    var queues = [SpeechQueue(), SpeechQueue()]
    var agenda = Agenda()
    var chance: SeededGenerator
    public internal(set) var now = Instant(nanoseconds: 0)
    public internal(set) var tally = Tally()
    /// Who wants to know of every effect, in the order in which they come.
    public var witness: (_ kiosk: [KioskEffect], _ station: [StationEffect], _ at: Instant) -> Void = {
        _, _, _ in
    }
    var service = Service()

    struct Service {
        var open: [UUID: Request] = [:]
        var faults: [String: Fault] = [:]
        var sequence: Int64 = 0
        var isAway = false
        /// What was sent to it while it was away, in order.
        var waiting: [Agenda.Happening] = []
        let journal = UUID()
    }

    /// What has happened so far, counted.
    public struct Tally: Sendable {
        public internal(set) var events = 0, presses = 0, requests = 0, answers = 0, announcements = 0
        public internal(set) var faults = 0, boards = 0, outages = 0
    }

    /// How many requests are open, and how much is going to happen.
    public var open: Int { service.open.count }
    public var planned: Int { agenda.count }

    /// - Parameter boards: Taken in turns.
    public init(boards: [BoardSet], phrases: Phrases, seed: UInt64) {
        self.boards = boards
        self.phrases = phrases
        settings = .standard
        chance = SeededGenerator(seed: seed)
        kiosk = KioskSession(
            settings: settings, boards: boards[0], phrases: phrases,
            utterances: UtteranceCounter(start: 1, stride: 2),
            generator: SeededGenerator(seed: seed, stream: "kiosk"))
        station = StationSession(
            settings: settings, phrases: phrases, utterances: UtteranceCounter(start: 2, stride: 2),
            generator: SeededGenerator(seed: seed, stream: "station"))
    }

    var wall: Date { Self.start.addingTimeInterval(seconds) }
    /// Since the beginning, in virtual time.
    public var seconds: Double { Double(now.nanoseconds) / 1e9 }

    /// The first events; once, before `advance`.
    public mutating func begin() {
        tell(kiosk: .switchArrived(id: 1, name: "Big Red"))
        tell(kiosk: .started(expectsSwitch: true))
        connect()
        plan(.personPresses, every: Every.pressByDay)
        plan(.caregiverActs, every: Every.caregiver)
        plan(.mishap, every: Every.mishap)
    }

    /// Lets the next thing happen.
    public mutating func advance() {
        let wakes = [kiosk.nextWake, station.nextWake].compactMap { $0 }.min()
        if let due = agenda.nextDue, wakes.map({ due <= $0 }) ?? true, let next = agenda.take() {
            now = max(now, next.at)
            happen(next.happening)
        } else if let wakes {
            now = max(now, wakes)
            if let due = kiosk.nextWake, due <= now { tell(kiosk: .wake) }
            if let due = station.nextWake, due <= now { tell(station: .wake) }
        }
    }

    private mutating func plan(_ happening: Agenda.Happening, every mean: Double) {
        agenda.add(happening, at: now.advanced(by: .seconds(chance.exponential(rate: 1 / mean))))
    }

    func after(_ milliseconds: Int) -> Instant { now.advanced(by: .milliseconds(milliseconds)) }

    private mutating func happen(_ happening: Agenda.Happening) {
        switch happening {
        case .soundEnded(let id, let side): apply(queues[side.rawValue].handle(.soundEnded(id)), side)
        case .wordsEnded(let id, let side): apply(queues[side.rawValue].handle(.wordsEnded(id)), side)
        case .kiosk(let event): tell(kiosk: event)
        case .station(let event): tell(station: event)
        case .arrives(let new): arrive(new)
        case .answered(let id, let response, let side): answered(id, response, side)
        case .reminds(let id, let news): remind(id, news)
        case .personPresses:
            press()
            let hour = Int(seconds / 3600) % 24
            plan(.personPresses, every: (7..<22).contains(hour) ? Every.pressByDay : Every.pressByNight)
        case .caregiverActs:
            touchKeypad()
            plan(.caregiverActs, every: Every.caregiver)
        case .mishap:
            mishap()
            plan(.mishap, every: Every.mishap)
        case .serviceReturns: serviceReturns()
        }
    }

    // MARK: - Hands

    private mutating func press() {
        tally.presses += 1
        let source = SwitchEdge.Source(device: 1, key: 57)
        tell(kiosk: .edge(SwitchEdge(role: .select, source: source, direction: .press, at: now)))
        let up = after(60 + Int(chance.unit() * 200))
        agenda.add(
            .kiosk(.edge(SwitchEdge(role: .select, source: source, direction: .release, at: up))), at: up)
    }

    private mutating func touchKeypad() {
        let roles: [SwitchRole] = [.onTheWay, .met, .met, .declined, .next, .digit(1)]
        let role = roles[Int(chance.unit() * Double(roles.count))]
        let source = SwitchEdge.Source(device: 2, key: 30)
        tell(station: .edge(SwitchEdge(role: role, source: source, direction: .press, at: now)))
        let up = after(80)
        agenda.add(
            .station(.edge(SwitchEdge(role: role, source: source, direction: .release, at: up))), at: up)
        guard let oldest = service.open.values.min(by: { $0.askedAt < $1.askedAt }),
            wall.timeIntervalSince(oldest.askedAt) > Self.longestOpen / .seconds(1)
        else { return }
        answered(oldest.id, NewResponse(id: id(), state: .met, by: "Anna", at: wall), .station)
    }

    mutating func id() -> UUID { .version7(at: wall, using: &chance) }
}
