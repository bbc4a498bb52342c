public import Boards
import Care
public import FoundationEssentials
public import HomeFiles
public import Scanning
public import Speech
public import Time

/// The client's side of Beckon: takes what happens, in order, and says what is to be done.
///
/// Three things run here, and only one of them has the floor: the **scanner** while nothing else is to be said; a
/// **script** that acts on a choice; a script that **announces** something. Announcements wait in a queue: at
/// rest they are said at once, during a scan at the end of a step (an urgent one interrupts it), during a choice
/// when that is done. A press that counts always clicks, whatever has the floor, so that there is no silence after it.
public struct KioskSession: Sendable {
    var settings: HomeSettings
    /// The settings' own with the client's pace: what is in force.
    var scanning: ScanParameters
    var pace: Pace
    /// Whether the board's items for it may have become idle, or be of use again.
    var hasPaceMoved = false
    var recorder: PressRecorder
    var maker: LevelMaker
    var filter: SwitchFilter
    var scanner: Scanner
    var levels: [String: KioskLevel] = [:]
    var ledger = RequestLedger()
    var utterances: UtteranceCounter
    var generator: any RandomNumberGenerator & Sendable

    /// The script that has the floor, what is left of it, and what it waits for.
    var running: Script?
    var wait: ScriptWait?
    var announcements: [Script] = []
    /// What the running script is saying, to be said again if a call for help interrupts it.
    var saying: Script.Words?
    /// What was last told the client, for those who want to hear it again.
    var lastSaid: Script.Words?
    /// When the person made the present choice.
    var chosenAt = Instant(nanoseconds: 0)
    /// The press that the scanner was given last, and the one that made the present choice.
    var pressed: SwitchRole?
    var chosenBy: SwitchRole?
    /// The last request, and when its press was: a burst of presses that means help takes it back.
    var lastAsked: (id: UUID, chosenAt: Instant)?
    /// The same of what was marked last.
    var lastMarked: (entry: OccurrenceEntry, occurrence: RoutineOccurrence, chosenAt: Instant)?
    /// The cue that is spoken for the scanner.
    var cue: (id: UtteranceID, token: CueToken)?
    /// How many cues in a row the voices have cut.
    var cuesCut = 0

    /// What a script is going to wait for until it is on disk, and what came of it.
    var stored: [UUID: Stored] = [:]
    /// What the journal told and is not acknowledged yet, and the highest number seen.
    var untold: Set<Int64> = []
    var seen: Int64 = 0
    var acknowledged: Int64 = 0

    var isServiceAway = false
    /// Why no caregiver would hear a call, as the service tells: no station is connected, or its speaker is dead.
    var deafness: Set<FaultKind> = []
    /// Whether the client was told of this outage.
    var saidKeepTrying = false
    /// Requests of which the client knows that they wait: their delivery is told.
    var promised: Set<UUID> = []
    var faults = KioskFaults()
    var health: KioskHealth
    /// What the client's screen shows.
    var display = KioskDisplay()
    /// The switch is held longer than it should be, but scanning still goes by it (`inverse`).
    var isStuckWhileScanning = false
    /// Changed settings that wait for rest.
    var waitingScanning: (ScanParameters, HomeSettings.Tuning)?
    /// A fitted scan time that waits for rest, and the day of the fitting.
    var waitingFit: (scanTime: Duration, day: Int)?
    /// A press that has answered when it went down: what it does later is over.
    var answeredBy: SwitchPress?
    /// New boards that wait for the end of a step.
    var waitingBoards: BoardSet?
    /// Needs and the plan, as far as they are known.
    var agenda = KioskAgenda()
    /// Whether they have changed since the levels were made.
    var hasAgendaChanged = false
    var reminders = KioskReminders()
    /// What the client is about to propose.
    var proposing: Proposing
    /// Whether the board's items for it may have become of use, or useless.
    var haveMeansChanged = false
    /// What caregivers have agreed to, until it is known whether it is on the board.
    var agreed: [AgreedProposal] = []
    /// What is wrong in the files of boards and phrases, and in those for proposing; the fault names both.
    var mistakes: (boards: String?, proposing: String?) = (nil, nil)
    /// The time of the wall's clock that belongs to the event being handled.
    var wall = Date(timeIntervalSince1970: 0)
    /// The same moment by the service's clock, as far as it is known: the plan goes by that.
    var planTime: Date { agenda.time(wall) }
    /// The wall's clock minus the one that never jumps, seconds.
    private var clockOffset: TimeInterval?
    /// Smaller differences are a clock's being slowed or hurried, not set. Seconds.
    private static let smallestClockStep: TimeInterval = 2

    /// - Parameters:
    ///   - pace: The client's own slower or faster as it was kept, if it was.
    ///   - means: What the client can propose from.
    public init(
        settings: HomeSettings, boards: BoardSet, phrases: Phrases, pace: Pace? = nil,
        means: ProposalMeans = ProposalMeans(), utterances: UtteranceCounter,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.settings = settings
        self.utterances = utterances
        self.generator = generator
        let base = settings.scanning.scanTime
        self.pace = pace?.adopting(base, automatic: settings.tuning.automatic) ?? Pace(base: base)
        scanning = settings.scanning
        scanning.scanTime = self.pace.scanTime(for: base, limits: settings.tuning.limits)
        recorder = PressRecorder(isOn: settings.tuning.keep)
        maker = LevelMaker(boards: boards, phrases: phrases, parameters: settings.scanning)
        proposing = Proposing(means)
        maker.means = means
        health = KioskHealth(settings)
        filter = SwitchFilter(parameters: scanning, stuckAfter: settings.stuckAfter)
        maker.idlePaceChanges = self.pace.idleChanges(limits: settings.tuning.limits)
        let top = maker.top
        scanner = Scanner(parameters: scanning, top: top.scan)
        levels[top.scan.id] = top
    }

    var phrases: Phrases { maker.phrases }

    /// When `wake` is due.
    public var nextWake: Instant? {
        [
            filter.nextWake, scanner.nextWake, waitDeadline, faults.nextWake, health.switches.nextWake,
            reminders.nextWake, agreed.map(\.until).min(), display.nextWake,
        ]
        .compactMap { $0 }.min()
    }

    /// When what is waited for is given up; a window stays open while a press is held that may yet count.
    var waitDeadline: Instant? {
        if case .window(_, let opened, _) = wait, filter.isWaiting(since: opened) { return nil }
        return wait?.deadline
    }

    /// Where something that must not be lost stands.
    enum Stored {
        case pending, onDisk, nowhere
    }

    /// What is scanned now, and in which level: for a display, and for whoever follows the scan.
    public var present: ScanPresence? { scanner.present }

    /// Whether nothing is scanned and nothing is said.
    public var isResting: Bool { scanner.isResting && running == nil }

    /// Takes one event; `now` is when it is handled, `wall` the same moment by the wall's clock.
    public mutating func handle(_ event: KioskEvent, at now: Instant, wall: Date) -> [KioskEffect] {
        self.wall = wall
        noticeClockStep(at: now)
        var effects = Effects()
        watchSwitches(event, at: now, &effects)
        switch event {
        case .started(let expectsSwitch): start(expectsSwitch: expectsSwitch, at: now, &effects)
        case .wake: break
        case .edge(let edge):
            if edge.direction == .press { switchWorks(edge, at: now, &effects) }
            take(filter.handle(edge), at: now, &effects)
        case .switchArrived(let id, let name): switchArrived(id, name, at: now, &effects)
        case .switchLost(let id, let name): faults.lost(id, name, at: now)
        case .voice(let event): take(event, at: now, &effects)
        case .care(let event): take(event, at: now, &effects)
        case .boardsChanged(let boards): takeOver(boards, at: now, &effects)
        case .filesRefused(let detail):
            mistakes.boards = detail
            tellMistakes(&effects)
        case .phrasesChanged(let phrases): maker.phrases = phrases
        case .namesChanged(let client, let caregiver):
            settings.client.name = client
            settings.caregiver.name = caregiver
        case .proposalMeansChanged(let means, let detail):
            takeOver(means)
            mistakes.proposing = detail
            tellMistakes(&effects)
        case .switchFoundDown, .switchFoundUp, .switchBattery: break
        case .scanningChanged(let scanning, let tuning):
            let hasChanged = scanning != settings.scanning || tuning != settings.tuning
            waitingScanning = hasChanged ? (scanning, tuning) : nil
        case .paceFitted(let scanTime, let day): waitingFit = (scanTime, day)
        case .tap(let tap): take(tap, at: now, &effects)
        }
        watchForScreen(event, at: now)
        advance(to: now, &effects)
        tellSwitchHealth(at: now, &effects)
        acknowledgeTold(&effects)
        reminders.plan(at: now, time: planTime)
        for record in recorder.collect() { effects.add(.observed(record)) }
        show(at: now, &effects)
        return effects.list
    }

    private mutating func noticeClockStep(at now: Instant) {
        let offset = wall.timeIntervalSince1970 - Double(now.nanoseconds) / 1e9
        if let clockOffset, abs(offset - clockOffset) >= Self.smallestClockStep {
            ledger.clockWasSet(by: offset - clockOffset)
            agenda.clockWasSet(by: offset - clockOffset)
        }
        clockOffset = offset
    }

    private mutating func start(expectsSwitch: Bool, at now: Instant, _ effects: inout Effects) {
        if expectsSwitch { faults.expectSwitch(from: now) }
        announce(Script(steps: [.say(announcement(.text(phrases[.ready])))]), at: now, &effects)
    }

    private mutating func advance(to now: Instant, _ effects: inout Effects) {
        take(filter.advance(to: now), at: now, &effects)
        scan(scanner.advance(to: now), at: now, &effects)
        if let wait, let waitDeadline, waitDeadline <= now { expire(wait, at: now, &effects) }
        tellSwitchFaults(at: now, &effects)
        tellHeldReminders(at: now, &effects)
        tellAgreed(at: now, &effects) { $0.until <= now }
        takeOverWaitingScanning(&effects)
        takeOverWaitingBoards(at: now, &effects)
    }

    // MARK: - Boards

    private mutating func takeOver(_ boards: BoardSet, at now: Instant, _ effects: inout Effects) {
        // Other files in the folder may have changed.
        waitingBoards = boards != maker.files ? boards : nil
        mistakes.boards = nil
        tellMistakes(&effects)
    }

    /// At rest or between steps, never while a choice is acted on or a cue is spoken.
    private mutating func takeOverWaitingBoards(at now: Instant, _ effects: inout Effects) {
        guard running == nil, cue == nil, !scanner.isSelecting else { return }
        if let boards = waitingBoards {
            waitingBoards = nil
            maker.files = boards
            effects.add(.log("the board has changed and is in use: \(boards.start)"))
        } else if !areLevelsStale {
            return
        }
        maker.hasOpenRequests = !ledger.isEmpty
        hasPaceMoved = false
        hasAgendaChanged = false
        adoptNeeds(&effects)
        maker.plan = agenda.plan(at: planTime)
        haveMeansChanged = false
        maker.idlePaceChanges = pace.idleChanges(limits: settings.tuning.limits)
        renewLevels(at: now, &effects)
    }

    /// Whether a list that was left out has something in it now, or the other way round.
    private var areLevelsStale: Bool {
        maker.hasOpenRequests == ledger.isEmpty || hasPaceMoved || hasAgendaChanged || haveMeansChanged
            || maker.plan.isEmpty != agenda.isPlanEmpty(at: planTime)
    }

    private mutating func renewLevels(at now: Instant, _ effects: inout Effects) {
        let top = maker.top
        var renewed = [top.scan.id: top]
        var parent = top
        for id in scanner.openLevels.dropFirst() {
            let (old, new) = (levels[id], maker.child(id, of: parent))
            // The first need that is added to a group makes it live.
            let isFixed = scanning.mode == .direct && (old?.isLive == true || new?.isLive == true)
            guard let level = (isFixed ? old : nil) ?? new ?? kept(id) else { break }
            renewed[id] = level
            parent = level
        }
        levels = renewed
        scan(scanner.replace(top: top.scan, level: { renewed[$0]?.scan }, at: now), at: now, &effects)
    }

    /// Questions and what was asked are not the board's: they stay as they are. On a keypad every live level does, for a
    /// digit means what was read for it.
    private func kept(_ id: String) -> KioskLevel? {
        levels[id].flatMap {
            $0.scan.isQuestion || LevelMaker.isOfRequests(id) || LevelMaker.isOfSpelling(id) ? $0 : nil
        }
    }
}

/// The effects of one event, in order.
struct Effects {
    var list: [KioskEffect] = []

    mutating func add(_ effect: KioskEffect) { list.append(effect) }
}
