public import Boards
import Care
import Evidence
public import Exercises
public import FoundationEssentials
public import HomeFiles
public import Scanning
public import Speech
public import Time

/// The client's side of Beckon: handles events in order, and returns effects.
///
/// Three things share the floor, one at a time: the **scanner** while nothing else is to be said; a
/// **script** that acts on a choice; a script that **announces** something. Announcements wait in a queue: at
/// rest they are said at once, during a scan at the end of a step (an urgent one interrupts it), and during a
/// choice when its script is done. A press that counts always clicks, whatever has the floor, so that there
/// is no silence after it.
public struct KioskSession: Sendable {
    var inForce: SettingsInForce
    var updates = PendingUpdates()
    var presses: PressInput
    var levels: Levels
    var scanner: Scanner
    var floor = Floor()
    var asking = Asking()
    var journal = JournalCursor()
    var faults: FaultBook
    /// The known needs and plan, and the reminders.
    var agenda = KioskAgenda()
    /// The client's proposals and their results.
    var proposing: Proposing
    /// What the client's screen shows.
    var display = KioskDisplay()
    private var clock = ClockSteps()
    var utterances: UtteranceCounter
    var generator: any RandomNumberGenerator & Sendable

    /// - Parameters:
    ///   - pace: The client's own pace as it was stored, if it was.
    ///   - means: The material for proposing.
    ///   - exercises: What the client may do, in the order of the list.
    ///   - encouragement: What can encourage them.
    public init(
        settings: HomeSettings, boards: BoardSet, phrases: Phrases, pace: Pace? = nil,
        means: ProposalMeans = ProposalMeans(), exercises: [Exercise] = [],
        encouragement: EncouragementMeans = EncouragementMeans(), utterances: UtteranceCounter,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.utterances = utterances
        self.generator = generator
        inForce = SettingsInForce(settings, pace: pace)
        presses = PressInput(
            inForce.scanning, stuckAfter: settings.stuckAfter, keepsRecords: settings.tuning.keep)
        proposing = Proposing(means)
        floor.exercises = KioskExercises(exercises)
        floor.encouragement = KioskEncouragement(encouragement)
        faults = FaultBook(health: KioskHealth(settings))
        var maker = LevelMaker(boards: boards, phrases: phrases, parameters: settings.scanning)
        maker.means = means
        maker.exercises = exercises
        maker.encouragement = encouragement.shelf
        maker.idlePaceChanges = inForce.idlePaceChanges
        levels = Levels(maker)
        scanner = Scanner(parameters: inForce.scanning, top: maker.top.scan)
    }

    var settings: HomeSettings { inForce.settings }
    /// The settings in force: the home's, with the client's pace.
    var scanning: ScanParameters { inForce.scanning }
    var phrases: Phrases { levels.maker.phrases }
    /// The wall clock's time for the event being handled.
    var wall: Date { clock.wall }
    /// The same moment by the service's clock, if known: the plan follows that.
    var planTime: Date { agenda.time(wall) }

    /// When `wake` is due.
    public var nextWake: Instant? {
        [
            presses.filter.nextWake, scanner.nextWake, waitDeadline, faults.nextWake,
            agenda.reminders.nextWake, agenda.quietWake, proposing.nextDecision, display.nextWake,
            exercises.nextWake, activities.nextWake, agenda.goals.nextWake, encouragement.nextWake,
        ]
        .compactMap { $0 }.min()
    }

    /// When the current wait is given up; a window stays open while a press is held that may still count.
    private var waitDeadline: Instant? {
        if case .window(_, let opened, _) = floor.waiting, presses.filter.isWaiting(since: opened) {
            return nil
        }
        return floor.waiting?.deadline
    }

    /// What is scanned now, and in which level: for displays and other observers.
    public var present: ScanPresence? { scanner.present }

    /// Whether nothing is scanned and nothing is said.
    public var isResting: Bool { scanner.isResting && floor.isFree }

    /// Takes one event; `now` is when it is handled, `wall` the same moment by the wall's clock.
    public mutating func handle(_ event: KioskEvent, at now: Instant, wall: Date) -> [KioskEffect] {
        if let step = clock.advance(to: wall, at: now) {
            asking.clockWasSet(by: step)
            agenda.clockWasSet(by: step)
        }
        var effects = Effects()
        watchSwitches(event, at: now, &effects)
        switch event {
        case .started(let expectsSwitch): start(expectsSwitch: expectsSwitch, at: now, &effects)
        case .wake: break
        case .edge(let edge):
            if edge.direction == .press { switchWorks(edge, at: now, &effects) }
            take(presses.take(edge), at: now, &effects)
        case .switchArrived(let id, let name): switchArrived(id, name, at: now, &effects)
        case .switchLost(let id, let name): faults.switches.lost(id, name, at: now)
        case .voice(let event): take(event, at: now, &effects)
        case .care(let event): take(event, at: now, &effects)
        case .boardsChanged(let boards): takeOver(boards, at: now, &effects)
        case .filesRefused(let detail):
            tellRead(.boards, mistake: detail, &effects)
        case .contentsFetched(let refused): tellRead(.fetched, mistake: refused, &effects)
        case .phrasesChanged(let phrases): levels.maker.phrases = phrases
        case .namesChanged(let client, let caregiver):
            inForce.rename(client: client, caregiver: caregiver)
        case .displayChanged(let display): inForce.show(display)
        case .guidanceChanged(let guidance): takeOver(guidance, at: now, &effects)
        case .proposalMeansChanged(let means, let detail):
            takeOver(means)
            tellRead(.proposing, mistake: detail, &effects)
        case .exercisesChanged(let changed, let detail):
            takeOver(changed, at: now, &effects)
            tellRead(.exercises, mistake: detail, &effects)
        case .encouragementChanged(let means, let detail):
            takeOver(means)
            tellRead(.encouragement, mistake: detail, &effects)
        case .switchFoundDown, .switchFoundUp, .switchBattery: break
        case .scanningChanged(let scanning, let tuning):
            updates.scanningChanged(scanning, tuning, from: settings)
        case .paceFitted(let scanTime, let day): updates.paceFitted(scanTime, on: day)
        case .pressesKnown(let profile): know(profile, at: now)
        case .tap(let tap): take(tap, at: now, &effects)
        case .trial(let trial): take(trial, at: now, &effects)
        case .sharing(let event): take(event, at: now, &effects)
        }
        watchForScreen(event, at: now)
        advance(to: now, &effects)
        tellSwitchHealth(at: now, &effects)
        if let mark = journal.acknowledge() { effects.add(.acknowledge(mark)) }
        let ahead = journal.takeToldAhead()
        if !ahead.isEmpty { effects.add(.toldAhead(ahead)) }
        agenda.reminders.plan(at: now, time: planTime, isHere: journal.tellsHere)
        let arrival = activities.nextArrival(after: planTime).map {
            agenda.quietEnd(at: $0, zone: encouragement.means.zone) ?? $0
        }
        activities.planCalls(at: now, time: planTime, isHere: journal.tellsHere, arrival: arrival)
        if let kept = exercises.toKeep(
            of: settings.client.id, activities.kept, heard: agenda.heardNotes)
        {
            effects.add(.keepExercise(kept))
        }
        if let kept = encouragement.toKeep(of: settings.client.id) {
            effects.add(.keepEncouragement(kept))
        }
        observe(&effects)
        show(at: now, &effects)
        for fault in floor.takeFaults() { effects.add(.log("a fault of this program: \(fault)")) }
        return effects.list
    }

    private mutating func start(expectsSwitch: Bool, at now: Instant, _ effects: inout Effects) {
        if expectsSwitch { faults.switches.expect(from: now) }
        activities.begin(at: now)
        guard sharing.tellsOfMachine else { return }
        announce(Script(steps: [.say(announcement(.text(phrases[.ready])))]), at: now, &effects)
    }

    private mutating func advance(to now: Instant, _ effects: inout Effects) {
        take(presses.advance(to: now), at: now, &effects)
        scan(scanner.advance(to: now), at: now, &effects)
        if let waitDeadline, waitDeadline <= now {
            if case .window(let question, _, _) = floor.waiting, let occurrence = question.reminded {
                putOff(occurrence, &effects)
            }
            act(on: floor.expire(at: now), heardAt: now, at: now, &effects)
        }
        goOn(withActivityAt: now, &effects)
        tellSwitchFaults(at: now, &effects)
        tellHeldReminders(at: now, &effects)
        remindOfGoals(at: now, &effects)
        checkWholeScreen(at: now)
        tellDaily(at: now, &effects)
        celebrate(at: now, &effects)
        tellAgreed(at: now, &effects) { $0.until <= now }
        passOverReminders(&effects)
        // After everything that may have something to tell: it gives way to that.
        goOnWithExercise(at: now, &effects)
        agePresses(at: now)
        takeOverWaitingScanning(&effects)
        takeOverWaitingBoards(at: now, &effects)
    }

    // MARK: - Boards

    private mutating func takeOver(_ boards: BoardSet, at now: Instant, _ effects: inout Effects) {
        updates.boardsRead(boards, inUse: levels.maker.files)
        tellRead(.boards, mistake: nil, &effects)
    }

    /// Only at rest or between steps, never while a choice is handled or a cue is spoken.
    private mutating func takeOverWaitingBoards(at now: Instant, _ effects: inout Effects) {
        guard floor.isFree, !floor.hasCue, !scanner.isSelecting else { return }
        switch updates.takeLevels(isStale: areLevelsStale) {
        case .of(let boards):
            levels.maker.files = boards
            effects.add(.log("the board has changed and is in use: \(boards.start)"))
        case .anew: break
        case nil: return
        }
        levels.maker.hasOpenRequests = !asking.ledger.isEmpty
        levels.maker.hasCalls = hasCalls
        adoptNeeds(&effects)
        levels.maker.plan = agenda.plan(at: planTime)
        levels.maker.household = householdLists
        levels.maker.goals = goals
        levels.maker.exercises = exercises.all
        levels.maker.encouragement = encouragement.shelf
        levels.maker.hasFavouriteEncouragement = encouragement.hasFavourites
        renewActivityLevels()
        levels.maker.idlePaceChanges = inForce.idlePaceChanges
        presses.weighing.interrupted()
        let top = levels.renew(open: scanner.openLevels, isKeypad: scanning.mode == .direct)
        let renewed = levels
        scan(scanner.replace(top: top, level: { renewed[$0]?.scan }, at: now), at: now, &effects)
    }

    /// Whether there is anything to list of the last day.
    private var hasCalls: Bool {
        let open = asking.ledger.all
        return !open.isEmpty || !asking.calls.list(besides: open, at: wall).isEmpty
    }

    /// Whether a list that was left out is no longer empty, or the other way round.
    private var areLevelsStale: Bool {
        levels.maker.hasOpenRequests == asking.ledger.isEmpty
            || levels.maker.listsCalls && levels.maker.hasCalls != hasCalls
            || levels.maker.plan.isEmpty != agenda.isPlanEmpty(at: planTime)
    }
}

/// The effects of one event, in order.
struct Effects {
    var list: [KioskEffect] = []

    mutating func add(_ effect: KioskEffect) { list.append(effect) }
}
