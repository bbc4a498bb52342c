import Activities
import Boards
import Care
import Chance
import Exercises
import Foundation
import HomeFiles
import Kiosk
import PlayedSessions
import Playing
import Recurrence
import Scanning
import Time

/// One client at one kiosk with two assignments of today and one of tomorrow, where everything comes as chance has it: presses, what the provider does,
/// outages, full disks, other settings, power failures.
///
/// After each event: nothing that is locked was opened; no exercise was marked without being done; and how it was is asked, on the
/// disk, of whatever was done, until that is said.
struct Walk {
    /// What is made wrong on purpose, for the walk to find out.
    enum Spoiling: String {
        /// A power failure takes from the disk what the client was in, with what is owed an answer.
        case forget
        /// What comes tomorrow opens today, and no setting says so.
        case unlock
        /// "Go back" does nothing.
        case trap
    }

    /// So much happens in one; then another begins.
    static let events = 150
    /// After so many events the way back is looked for, wherever the client is.
    private static let looksEach = 25
    /// How often it is looked for in each place besides: where a walk seldom comes, too.
    private static let looksAtPlace = 5
    /// What was found to be broken, in words.
    var broken: String?
    var tally = Tally()

    private let spoiling: Spoiling?
    var kiosk: PlayedKiosk
    var home: WalkHome
    private var chance: SeededGenerator
    /// What may be opened before its day from now on.
    var opensAhead = false
    /// What is owed an answer, by the occurrence's id, and how often "not now" was said.
    var owed: [String: Int] = [:]
    var known: Set<UUID> = []
    /// How often the kiosk has marked something.
    var marks = 0
    var log: [String] = []

    struct Tally {
        var events = 0, handled = 0, presses = 0, restarts = 0, came = 0, met = 0, moods = 0, asked = 0,
            ways = 0

        mutating func add(_ other: Tally) {
            events += other.events
            handled += other.handled
            presses += other.presses
            restarts += other.restarts
            came += other.came
            met += other.met
            moods += other.moods
            asked += other.asked
            ways += other.ways
        }
    }

    init(seed: UInt64, number: Int, spoiling: Spoiling? = nil) {
        self.spoiling = spoiling
        chance = SeededGenerator(seed: seed, stream: "walk \(number)")
        let word = chance.next()
        home = WalkHome(&chance)
        let long = ScanParameters.LongPressAction.allCases.randomElement(using: &chance) ?? .cancel
        kiosk = PlayedKiosk { WalkHome.session(long, seed: word) }
        kiosk.isTrapped = spoiling == .trap
        connect()
    }

    // MARK: - What happens

    /// - Parameter looked: How often the way back was looked for in each place, in this walk and in those before.
    mutating func run(_ looked: inout [String: Int]) {
        while tally.events < Self.events, broken == nil {
            tally.events += 1
            let event = happen()
            log.append("\(Int(kiosk.seconds)) \(event)")
            serve()
            check(event)
            guard broken == nil else { break }
            let isRare = looked[place, default: 0] < Self.looksAtPlace
            if isRare || tally.events.isMultiple(of: Self.looksEach) {
                looked[place, default: 0] += 1
                checkWayOn()
            }
        }
        if broken == nil { checkQuestions() }
        tally.handled = kiosk.handled
    }

    /// Where the client is: what they do with an assignment, and the kind of list, without the number of anything in it.
    private var place: String {
        let words = kiosk.session.present?.level.split(separator: " ") ?? ["rest"]
        let stage = kiosk.kept?.activity?.stage?.rawValue ?? "nothing"
        return ([stage] + words.filter { !$0.contains(where: \.isNumber) }.map(String.init))
            .joined(separator: " ")
    }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

    private mutating func happen() -> String {
        kiosk.run(for: .milliseconds(100 + roll(roll(20) == 0 ? 900_000 : 5000)))
        switch roll(100) {
        case 0..<66:
            tally.presses += 1
            kiosk.press()
            return "press"
        case 66..<69:
            kiosk.press(for: .seconds(3))
            return "long press"
        case 69:
            kiosk.press(.help)
            return "help"
        case 70..<80: return provider()
        case 80..<83: return say()
        case 83:
            if home.isAway { return back() }
            home.isAway = true
            kiosk.send(.care(.serviceLost("away")))
            return "the service is away"
        case 84: return home.isAway ? back() : "nothing"
        case 85:
            let (line, isNew) = home.move(.clientLeft, by: .client, at: kiosk.wall)
            if isNew, !home.isAway { tell(line) }
            return "left on a phone"
        case 86:
            opensAhead = opensAhead || roll(10) == 0
            changeSettings()
            return "other settings"
        case 87: return power()
        case 88:
            kiosk.hasDisk.toggle()
            return kiosk.hasDisk ? "the disk has room" : "the disk is full"
        case 89...91:
            if !home.isAway { kiosk.send(.care(.agenda(home.agenda(at: kiosk.wall)))) }
            return "the plan comes"
        case 92: return remind()
        case 93:
            let isLess = roll(2) == 0
            kiosk.send(.exercisesChanged(isLess ? [] : WalkHome.exercises))
            return isLess ? "no exercises" : "exercises"
        case 94: return sayOnAPhone()
        case 95, 96, 97, 98: return choose()
        default:
            kiosk.run(for: .seconds(roll(120)))
            return "time"
        }
    }

    /// Somebody who knows what they want: items one after the other.
    private mutating func choose() -> String {
        let first = home.today[0].id
        let ways: [[String]] = [
            ["assignments", first], ["assignments", first], ["assignments", home.today[1].id], ["join"],
            ["join"], ["leave"],
            ["wait"], ["calm"], ["note", "spell"], ["want_to_say"], ["finish", "tell"], ["face 3"],
            ["not-now"],
            ["assignments", home.tomorrow.id],
            ["assignments", Assigned.id(ofMeeting: home.appointment.id)],
        ]
        let way = ways[roll(ways.count)]
        for wanted in way {
            guard kiosk.choose(within: .seconds(120), { $0.item.id == wanted }) else { return "no \(wanted)" }
            kiosk.run(for: .milliseconds(500 + roll(3000)))
        }
        guard way.last == first, roll(2) == 0 else { return "chosen: \(way)" }
        // The exercise, to its end.
        for seconds in [2, 36, 12] {
            kiosk.run(for: .seconds(seconds))
            kiosk.press()
        }
        return "done: \(way)"
    }

    private mutating func provider() -> String {
        let moves: [AppointmentMove] = [
            .providerCame, .providerCame, .providerCame, .providerLeft, .providerBusy, .providerAway,
            roll(4) == 0 ? .ended : .providerCame, roll(12) == 0 ? .cancelled : .providerCame,
        ]
        let move = moves[roll(moves.count)]
        let (line, isNew) = home.move(move, by: .provider, at: kiosk.wall)
        if isNew, !home.isAway { tell(line) }
        return move.rawValue
    }

    private mutating func say() -> String {
        guard home.appointment.state == .bothIn, !home.isAway else { return "nothing said" }
        tell(AppointmentLine(id: UUID(), kind: .said, side: .provider, text: "How are you?", at: kiosk.wall))
        return "the provider says something"
    }

    private mutating func sayOnAPhone() -> String {
        guard !home.isAway, roll(3) == 0 else { return "nothing" }
        let one = home.today[roll(2)]
        home.log(
            NewMood(
                id: UUID(), client: "maria", scale: .faces5, value: .level(3), routine: one.routine,
                key: one.key, at: kiosk.wall))
        owed[one.id] = nil
        kiosk.send(.care(.agenda(home.agenda(at: kiosk.wall))))
        return "how it was is said on a phone"
    }

    /// Of an exercise: of today's, or of one that is locked yet.
    private mutating func remind() -> String {
        guard !home.isAway else { return "no reminder" }
        let one = [home.today[0], home.today[1], home.tomorrow][roll(3)]
        let reminder = Reminder(
            id: UUID(), kind: .due, occurrence: one, channel: .kiosk, recipient: "maria",
            recipientName: "Maria", priority: .normal, at: kiosk.wall, isLate: false, state: .waiting)
        kiosk.send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: home.nextSequence(), at: kiosk.wall, content: .reminder(reminder)))))
        return "a reminder of \(one.title)"
    }

    private mutating func power() -> String {
        tally.restarts += 1
        // Whether what was just said is on the disk, chance decides.
        if roll(2) == 0 { kiosk.run(for: .milliseconds(20)) }
        kiosk.hasDisk = true
        note()
        kiosk.restart(forgets: spoiling == .forget)
        if !home.isAway { connect() }
        return "power fails"
    }

    private mutating func back() -> String {
        home.isAway = false
        kiosk.send(.care(.serviceBack))
        connect()
        return "the service is back"
    }

    private mutating func connect() {
        kiosk.send(
            .care(
                .connected(
                    openRequests: [], openFaults: [], sequence: home.appointment.sequence, client: "maria")))
        kiosk.send(.care(.agenda(home.agenda(at: kiosk.wall))))
        kiosk.send(.care(.appointments([home.appointment])))
        if spoiling == .unlock { changeSettings() }
    }

    private mutating func changeSettings() {
        let ahead = opensAhead || spoiling == .unlock ? 1 : 0
        kiosk.send(.guidanceChanged(WalkHome.guidance(ahead: ahead, &chance)))
    }

    private mutating func tell(_ line: AppointmentLine) {
        let news = AppointmentNews(appointment: home.appointment, line: line)
        kiosk.send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: home.nextSequence(), at: kiosk.wall, content: .appointmentChanged(news)))))
    }

    /// What the kiosk wants is done, as the service does it.
    private mutating func serve() {
        note()
        for effect in kiosk.take() {
            switch effect {
            case .tell(_, let line): take(line)
            case .mark: marks += 1
            case .ask(let request) where !home.isAway:
                tally.asked += 1
                kiosk.send(.care(.delivered(request.id)))
            default: break
            }
        }
        guard !home.isAway else { return }
        for mood in kiosk.moods {
            home.log(mood)
            kiosk.send(.care(.delivered(mood.id)))
        }
    }

    private mutating func take(_ line: NewAppointmentLine) {
        let isSpoken = line.kind.isSpoken && home.appointment.state != .bothIn
        guard !home.isAway, !isSpoken else {
            kiosk.send(.care(.notTold(line.id, detail: "away")))
            return
        }
        guard let move = line.kind.move else { return }
        if move == .clientCame { tally.came += 1 }
        let (made, isNew) = home.move(move, by: .client, id: line.id, at: kiosk.wall)
        if home.appointment.state == .bothIn { tally.met += 1 }
        if isNew { tell(made) }
    }
}
