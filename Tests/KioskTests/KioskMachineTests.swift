import Boards
import Care
import Foundation
import HomeFiles
import Playing
import PrintedParts
import Scanning
import Speech
import Testing
import Time

@testable import Kiosk

/// The machines of which the kiosk's session is made, each played through all of its cases.
@Suite("Machines of the kiosk's session")
struct KioskMachineTests {

    private func check<Machine>(_ table: CaseTable<Machine>) throws {
        #expect(table.wrongStates == [])
        let part = PrintedPart("docs/ARCHITECTURE.md", after: ["\n\(table.head)\n"], before: "\n\n")
        #expect(try part.has(table.rows), "\(part) should have:\n\(table.rows.joined(separator: "\n"))")
    }

    @Test("A session has 15 stored variables at most") func storedVariables() {
        #expect(Mirror(reflecting: Stage().session).children.count <= 15)
    }

    // MARK: - Floor

    private static let now = Instant(nanoseconds: 5_000_000_000)
    private static let later = Instant(nanoseconds: 9_000_000_000)
    private static let words = Script.Words(
        voice: .main, kind: .announcement, precedence: .announcement, parts: [.text("words")])
    private static let id = UUID(uuid: (1, 1, 1, 1, 1, 1, 0x41, 1, 0x81, 1, 1, 1, 1, 1, 1, 1))
    private static let utterance = UtteranceID(rawValue: 1)

    private static func floor(_ wait: ScriptWait, sequence: Int64? = nil) -> Floor {
        var floor = Floor()
        _ = floor.act(on: Script(steps: [.say(words), .say(words)], sequence: sequence))
        _ = floor.next()
        floor.says(words, isForAgain: true)
        floor.wait(for: wait)
        return floor
    }

    private static func countdown(opened: Instant?) -> Floor {
        var floor = Floor()
        floor.countDown(Script(steps: [.countdown(words, .stopHelp), .callHelp]))
        _ = floor.next()
        floor.wait(for: .countdown(utterance, .stopHelp, opened: opened, limit: later))
        return floor
    }

    @Test(
        "An answer that was part of a choice which was not meant is acknowledged, so that no later one waits for it"
    )
    func droppedChoice() {
        var floor = Floor()
        _ = floor.act(
            on: Script(request: Self.id, steps: [.say(Self.words), .say(Self.words), .acknowledge(7)]))
        _ = floor.next()
        floor.wait(for: .utterance(Self.utterance, limit: Self.later))
        #expect(floor.dropChoice(of: UUID()).told == [] && !floor.isFree)
        let dropped = floor.dropChoice(of: Self.id)
        #expect(dropped.cut == Self.utterance && dropped.told == [7] && floor.isFree)
    }

    private static func standing(_ floor: Floor) -> String {
        if floor.isFree { return "scanner" }
        let holder = floor.isCountdown ? "countdown" : "script"
        return switch floor.waiting {
        case nil: "\(holder) between steps"
        case .utterance:
            floor.running?.mustBeHeard == true ? "script says what must be heard" : "script speaks"
        case .recorded: "\(holder) waits for the disk"
        case .opening: "\(holder) opens a window"
        case .window: "\(holder) with an open window"
        case .countdown(_, _, nil, _): "countdown begins"
        case .countdown: "countdown is heard"
        }
    }

    private static func text(_ action: Floor.Action) -> String {
        switch action {
        case .nothing: ""
        case .goOn: "goes on"
        case .cueStarted: "the cue began"
        case .cueEnded: "the cue ended"
        case .cueLost: "the cue is said again"
        case .notHeard(_, let isGivenUp):
            "waits in the queue again" + (isGivenUp ? ", until a voice is heard" : "")
        case .notStored: "was not stored"
        }
    }

    private static var floorTable: CaseTable<Floor> {
        CaseTable(
            "Floor",
            states: [
                ("scanner", Floor()), ("script speaks", floor(.utterance(utterance, limit: later))),
                ("script says what must be heard", floor(.utterance(utterance, limit: later), sequence: 3)),
                ("script waits for the disk", floor(.recorded(id, limit: later))),
                (
                    "script opens a window",
                    floor(.opening(utterance, .stopHelp, length: .seconds(4), limit: later))
                ),
                ("script with an open window", floor(.window(.stopHelp, opened: now, until: later))),
                ("countdown begins", countdown(opened: nil)), ("countdown is heard", countdown(opened: now)),
            ],
            events: [
                (
                    "a choice is acted on",
                    { floor in floor.act(on: Script(steps: [.say(words)])) ? "begins" : "waits in the queue" }
                ),
                (
                    "an announcement's turn",
                    { floor in
                        _ = floor.announce(Script(steps: [.say(words)]))
                        return floor.beginNext(isMute: false, isCalm: true) ? "begins" : "waits in the queue"
                    }
                ),
                ("its words begin", { floor in text(floor.started(utterance, at: now)) }),
                (
                    "its words end",
                    { floor in text(floor.finished(utterance, at: later, isAnswering: { _ in false })) }
                ),
                (
                    "its words end, and a press is held",
                    { floor in text(floor.finished(utterance, at: later, isAnswering: { _ in true })) }
                ),
                (
                    "its words are cut",
                    { floor in text(floor.cut(utterance, at: later, isAnswering: { _ in false })) }
                ),
                ("it is on disk", { floor in floor.settled(id) ? "goes on" : "" }),
                ("its time has passed", { floor in text(floor.expire(at: later)) }),
                (
                    "a press answers",
                    { floor in
                        _ = floor.answered()
                        return ""
                    }
                ),
                (
                    "help interrupts it",
                    { floor in
                        let cut = floor.interrupt() == nil ? [] : ["its words are cut"]
                        return (cut + (floor.queue.isEmpty ? [] : ["put back"])).joined(separator: ", ")
                    }
                ),
                ("it is dropped", { floor in floor.drop() == nil ? "" : "its words are cut" }),
            ], standing: standing)
    }

    @Test("The floor does what its table says") func floor() throws { try check(Self.floorTable) }

    @Test("What cannot be is told as a fault of the program") func impossible() {
        var floor = Floor()
        floor.wait(for: .recorded(Self.id, limit: Self.later))
        #expect(floor.isFree)
        floor.change { $0.steps = [] }
        #expect(floor.takeFaults().count == 2)
        _ = floor.act(on: Script(steps: []))
        floor.wait(for: .countdown(Self.utterance, .stopHelp, opened: nil, limit: Self.later))
        floor.countDown(Script(steps: []))
        #expect(floor.takeFaults().count == 2)
        #expect(floor.takeFaults() == [])
    }

    @Test("A countdown ends in a call, which is a script like any other") func countdownCalls() {
        var floor = Self.countdown(opened: Self.now)
        guard case .begin(.callHelp) = floor.next() else {
            Issue.record("no call")
            return
        }
        #expect(Self.standing(floor) == "script between steps")
        guard case .ended(.goOn) = floor.next() else {
            Issue.record("no end")
            return
        }
        #expect(floor.isFree)
    }

    @Test("Of what waits, choices go first, then what is urgent, then the oldest") func queue() {
        var queue = AnnouncementQueue()
        _ = queue.add(Script(steps: [], ending: .goOn, sequence: 1))
        _ = queue.add(Script(isUrgent: true, steps: [], sequence: 2))
        _ = queue.add(Script(request: Self.id, isPassing: true, steps: [], sequence: 3))
        #expect(queue.add(Script(request: Self.id, isAnswer: true, steps: [], sequence: 4)) == [3])
        queue.add(choice: Script(isChoice: true, steps: []))
        #expect(queue.takeNext(isMute: true, isCalm: true)?.isChoice == true)
        #expect(queue.takeNext(isMute: true, isCalm: true) == nil)
        #expect(queue.takeNext(isMute: false, isCalm: true)?.sequence == 2)
        #expect(queue.takeNext(isMute: false, isCalm: true)?.sequence == 1)
        #expect(queue.takeNext(isMute: false, isCalm: true)?.sequence == 4)
        #expect(queue.isEmpty)
    }

    @Test("A celebration goes last, waits for a calm moment, and holds up nothing meanwhile")
    func celebration() {
        var queue = AnnouncementQueue()
        _ = queue.add(Script(celebrates: Self.id, steps: [], sequence: 1))
        #expect(queue.isEmpty && queue.hasCelebration)
        _ = queue.add(Script(steps: [], sequence: 2))
        #expect(queue.takeNext(isMute: false, isCalm: true)?.sequence == 2)
        #expect(queue.takeNext(isMute: false, isCalm: false) == nil)
        #expect(queue.drop(celebrationOf: UUID()) == [])
        #expect(queue.takeNext(isMute: false, isCalm: true)?.sequence == 1)
        _ = queue.add(Script(celebrates: Self.id, steps: [], sequence: 3))
        #expect(queue.drop(celebrationOf: Self.id) == [3])
        #expect(!queue.hasCelebration)
    }

    // MARK: - The journal

    private static func cursor(_ changes: (inout JournalCursor) -> Void = { _ in }) -> JournalCursor {
        var cursor = JournalCursor()
        changes(&cursor)
        return cursor
    }

    @Test("The cursor does what its table says") func journalCursor() throws {
        func seen(_ cursor: inout JournalCursor) { _ = cursor.take(5) }
        func untold(_ cursor: inout JournalCursor) {
            seen(&cursor)
            _ = cursor.mustTell(5)
        }
        try check(
            CaseTable(
                "JournalCursor",
                states: [
                    ("5 not seen", Self.cursor()), ("5 seen", Self.cursor(seen)),
                    ("5 untold", Self.cursor(untold)),
                    (
                        "5 acknowledged",
                        Self.cursor {
                            seen(&$0)
                            _ = $0.acknowledge()
                        }
                    ),
                ],
                events: [
                    ("5 comes", { cursor in cursor.take(5) ? "is new" : "is known already" }),
                    (
                        "5 comes, and has to be told",
                        { cursor in
                            guard cursor.take(5) else { return "is known already" }
                            return cursor.mustTell(5) ? "is new" : "was told"
                        }
                    ),
                    (
                        "0 comes",
                        { cursor in cursor.take(0) ? "is new" : "is known already" }
                    ),
                    (
                        "5 is told",
                        { cursor in
                            cursor.told([5])
                            return ""
                        }
                    ),
                    (
                        "all up to 5 has come",
                        { cursor in
                            cursor.caughtUp(to: 5)
                            return ""
                        }
                    ),
                    (
                        "the service connects at 4",
                        { cursor in cursor.connected(at: 4) ? "counts from 4 again" : "" }
                    ),
                    (
                        "what is done with is acknowledged",
                        { cursor in cursor.acknowledge().map { "\($0) is acknowledged" } ?? "" }
                    ),
                ],
                standing: { cursor in
                    var cursor = cursor
                    let mark = cursor.acknowledge()
                    if cursor.take(5) { return "5 not seen" }
                    cursor.told([5])
                    let rest = cursor.acknowledge()
                    return mark == 5 ? "5 seen" : rest == 5 ? "5 untold" : "5 acknowledged"
                }))
    }

    @Test("What was told before an earlier event is noted once, and not told again after a restart")
    func toldAhead() {
        var cursor = JournalCursor()
        for number: Int64 in 1...4 { #expect(Self.isTold(number, by: &cursor)) }
        cursor.told([3, 1, 0])
        let first = (cursor.acknowledge(), cursor.takeToldAhead())
        #expect(first.0 == 1 && first.1 == [3])
        cursor.told([4])
        let second = (cursor.acknowledge(), cursor.takeToldAhead(), cursor.takeToldAhead())
        #expect(second.0 == nil && second.1 == [4] && second.2.isEmpty)
        var later = JournalCursor()
        let isAnew = later.connected(at: 5, told: [3, 4])
        #expect(!isAnew)
        for number: Int64 in 2...5 {
            #expect(Self.isTold(number, by: &later) == ![3, 4].contains(number))
        }
        later.told([2])
        let third = later.acknowledge()
        #expect(third == 4 && !later.isToldAhead(4))
        // A home that was set up again counts from the beginning.
        let isOther = cursor.connected(at: 1)
        #expect(isOther && Self.isTold(3, by: &cursor))
    }

    /// Whether an event that comes now has to be told.
    private static func isTold(_ number: Int64, by cursor: inout JournalCursor) -> Bool {
        cursor.take(number) && cursor.mustTell(number)
    }

    // MARK: - Updates

    @Test("Pending updates do what their table says") func updates() throws {
        let other = Board(id: "other", name: "Other", language: "en", items: [])
        let (old, new) = (
            BoardSet(start: "a", boards: [:]), BoardSet(start: "a", boards: ["a": other])
        )
        let settings = HomeSettings.standard
        var faster = settings.scanning
        faster.scanTime = .seconds(1)
        func pending(_ change: (inout PendingUpdates) -> Void) -> PendingUpdates {
            var updates = PendingUpdates()
            change(&updates)
            return updates
        }
        func levels(_ updates: inout PendingUpdates, isStale: Bool = false) -> String {
            switch updates.takeLevels(isStale: isStale) {
            case .of: "levels of the new boards"
            case .anew: "levels are rebuilt"
            case nil: ""
            }
        }
        try check(
            CaseTable(
                "PendingUpdates",
                states: [
                    ("nothing", PendingUpdates()), ("boards", pending { $0.boardsRead(new, inUse: old) }),
                    ("contents", pending { $0.contentsChanged() }),
                    ("scanning", pending { $0.scanningChanged(faster, settings.tuning, from: settings) }),
                    ("a fit", pending { $0.paceFitted(.seconds(1), on: 1) }),
                ],
                events: [
                    (
                        "boards that are in use are read",
                        { updates in
                            updates.boardsRead(old, inUse: old)
                            return ""
                        }
                    ),
                    (
                        "settings in force are read",
                        { updates in
                            updates.scanningChanged(settings.scanning, settings.tuning, from: settings)
                            return ""
                        }
                    ),
                    ("between two steps", { updates in levels(&updates) }),
                    (
                        "between two steps, a list is out of date",
                        { updates in levels(&updates, isStale: true) }
                    ),
                    ("rest", { updates in updates.takeFit() == nil ? "" : "the fit is in force" }),
                    (
                        "rest, every switch up",
                        { updates in updates.takeScanning() == nil ? "" : "the settings are in force" }
                    ),
                ],
                standing: { updates in
                    var updates = updates
                    switch updates.takeLevels(isStale: false) {
                    case .of: return "boards"
                    case .anew: return "contents"
                    case nil: break
                    }
                    if updates.takeScanning() != nil { return "scanning" }
                    return updates.takeFit() == nil ? "nothing" : "a fit"
                }))
    }

    // MARK: - Faults

    private func fault(_ kind: FaultKind, isActive: Bool = true, detail: String = "x") -> Fault {
        Fault(
            id: Self.id, source: "kiosk", kind: kind, isActive: isActive, clientName: nil, detail: detail,
            at: Date(timeIntervalSince1970: 0))
    }

    @Test("The book of faults does what its table says") func faultBook() throws {
        let unknown = FaultBook(health: KioskHealth(.standard))
        var told = unknown
        _ = told.begin(.soundLost, detail: "x")
        func reconcile(_ book: inout FaultBook, _ faults: [Fault]) -> String {
            book.reconcile(faults).map { $0.isActive ? "told" : "told as over" }.joined(separator: ", ")
        }
        let same = [fault(.soundLost)]
        let other = [fault(.soundLost, detail: "y")]
        try check(
            CaseTable(
                "FaultBook", states: [("not known", unknown), ("told", told)],
                events: [
                    ("begins", { book in book.begin(.soundLost, detail: "x") ? "told" : "" }),
                    (
                        "begins with another detail",
                        { book in book.begin(.soundLost, detail: "y") ? "told" : "" }
                    ),
                    ("ends", { book in book.end(.soundLost) ? "told as over" : "" }),
                    ("the service has it", { book in reconcile(&book, same) }),
                    ("the service has it with another detail", { book in reconcile(&book, other) }),
                    ("the service does not have it", { book in reconcile(&book, []) }),
                ], standing: { $0.detail(.soundLost) == nil ? "not known" : "told" }))
        var book = unknown
        #expect(book.read(.boards, mistake: "a") == "a")
        #expect(book.read(.proposing, mistake: "b") == "a b")
        #expect(book.read(.boards, mistake: nil) == "b")
        // Nobody has pressed in this run: it may be as silent as it was.
        #expect(book.reconcile([fault(.switchSilent)]) == [])
        #expect(book.detail(.switchSilent) == "x")
    }

    @Test("Voices do what their table says") func voices() throws {
        func after(_ lost: VoiceRole...) -> VoiceLosses {
            var losses = VoiceLosses()
            for voice in lost { _ = losses.lost(voice) }
            return losses
        }
        func text(_ loss: VoiceLosses.Loss) -> String {
            switch loss {
            case .known: "known already"
            case .told(let other): "told by \(other.rawValue)"
            case .mute: "told to caregivers only"
            }
        }
        func text(_ back: VoiceLosses.Return) -> String {
            switch back {
            case .known: ""
            case .one: "what waited is told"
            case .all: "over"
            }
        }
        try check(
            CaseTable(
                "VoiceLosses",
                states: [
                    ("both heard", after()), ("main lost", after(.main)), ("cue lost", after(.cue)),
                    ("mute", after(.main, .cue)),
                ],
                events: [
                    ("main is lost", { text($0.lost(.main)) }), ("cue is lost", { text($0.lost(.cue)) }),
                    ("alert is lost", { text($0.lost(.alert)) }),
                    ("main is restored", { text($0.restored(.main)) }),
                    ("cue is restored", { text($0.restored(.cue)) }),
                ],
                standing: { losses in
                    if losses.isMute { return "mute" }
                    if losses.audible(.main) == .cue { return "main lost" }
                    return losses.audible(.cue) == .main ? "cue lost" : "both heard"
                }))
    }

    @Test("Stuck switches do what their table says") func stuck() throws {
        var (held, meant) = (StuckSwitches(), StuckSwitches())
        _ = held.held(isScanning: false)
        _ = meant.held(isScanning: true)
        func text(_ change: StuckSwitches.Change?) -> String {
            switch change {
            case .began: "told"
            case .over: "over"
            case nil: ""
            }
        }
        try check(
            CaseTable(
                "StuckSwitches",
                states: [("none stuck", StuckSwitches()), ("meant", meant), ("stuck", held)],
                events: [
                    ("held too long", { text($0.held(isScanning: false)) }),
                    ("held too long, while that is scanning", { text($0.held(isScanning: true)) }),
                    ("let go", { text($0.released(walks: true)) }), ("the scan rests", { text($0.rested()) }),
                    ("another is found down", { text($0.found(isDown: true)) }),
                    ("that one is up", { text($0.found(isDown: false)) }),
                ],
                standing: { switches in
                    var switches = switches
                    if switches.isStuck { return "stuck" }
                    return switches.rested() == nil ? "none stuck" : "meant"
                }))
    }

    @Test("Reach does what its table says") func reach() throws {
        let stationAway = Fault(
            id: Self.id, source: "service", kind: .stationAway, isActive: true, clientName: nil, detail: "",
            at: Date(timeIntervalSince1970: 0))
        var over = stationAway
        over.isActive = false
        var (away, deaf) = (Reach(), Reach())
        away.serviceLost()
        deaf.take(stationAway)
        func after(_ change: @escaping (inout Reach) -> Void) -> (inout Reach) -> String {
            {
                change(&$0)
                return ""
            }
        }
        try check(
            CaseTable(
                "Reach",
                states: [("heard", Reach()), ("cannot be sent", away), ("nobody hears", deaf)],
                events: [
                    (
                        "something waits",
                        { $0.tell(isUrgent: false, isWaiting: true).map { "told: \($0.rawValue)" } ?? "" }
                    ),
                    (
                        "something waits, told before",
                        { reach in
                            _ = reach.tell(isUrgent: false, isWaiting: true)
                            return reach.tell(isUrgent: false, isWaiting: true).map(\.rawValue) ?? ""
                        }
                    ),
                    (
                        "something urgent waits, told before",
                        { reach in
                            _ = reach.tell(isUrgent: false, isWaiting: true)
                            return reach.tell(isUrgent: true, isWaiting: true).map {
                                "told: \($0.rawValue)"
                            }
                                ?? ""
                        }
                    ),
                    ("the service goes", after { $0.serviceLost() }),
                    ("the service returns", after { $0.serviceBack() }),
                    ("no station is connected", after { $0.take(stationAway) }),
                    ("a station is connected", after { $0.take(over) }),
                ],
                standing: { reach in
                    if reach.isServiceAway { return "cannot be sent" }
                    var reach = reach
                    return reach.tell(isUrgent: true, isWaiting: true) == nil ? "heard" : "nobody hears"
                }))
    }

    @Test("Switches come and go as their table says") func switches() throws {
        func after(_ change: (inout SwitchPresence) -> Void) -> SwitchPresence {
            var switches = SwitchPresence()
            change(&switches)
            return switches
        }
        func inUse(_ switches: inout SwitchPresence) {
            switches.arrived(1, "Button")
            switches.works(1, .role(.select))
        }
        func missing(_ switches: inout SwitchPresence) {
            inUse(&switches)
            switches.lost(1, "Button", at: Self.now)
        }
        func quietly(_ change: @escaping (inout SwitchPresence) -> Void) -> (inout SwitchPresence) -> String {
            {
                change(&$0)
                return ""
            }
        }
        try check(
            CaseTable(
                "SwitchPresence",
                states: [
                    ("there", after { $0.arrived(1, "Button") }),
                    ("missing for a moment", after(missing)),
                    (
                        "told as missing",
                        after {
                            missing(&$0)
                            _ = $0.tellsMissing(at: Self.later)
                        }
                    ),
                    ("none found yet", after { $0.expect(from: Self.now) }),
                ],
                events: [
                    ("it is lost", quietly { $0.lost(1, "Button", at: Self.now) }),
                    ("it arrives", quietly { $0.arrived(1, "Button") }),
                    ("another does what it did", quietly { $0.works(2, .role(.select)) }),
                    ("another does something else", quietly { $0.works(2, .role(.step)) }),
                    (
                        "its time has passed",
                        { $0.tellsMissing(at: Instant(nanoseconds: 20_000_000_000)) ? "told" : "" }
                    ),
                ],
                standing: { switches in
                    if switches.isWhole { return "there" }
                    if switches.nextWake == nil { return "told as missing" }
                    var switches = switches
                    _ = switches.tellsMissing(at: .distantFuture)
                    return switches.toldMissing == "no switch found"
                        ? "none found yet" : "missing for a moment"
                }))
    }

    // MARK: - Asking

    @Test("What is asked goes as its table says") func asking() throws {
        let new = NewRequest(
            id: Self.id, client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
            say: "Water.", priority: .normal, askedAt: Date(timeIntervalSince1970: 0))
        func asked(isPromised: Bool, _ change: (inout Asking) -> Void = { _ in }) -> Asking {
            var asking = Asking()
            asking.handOver(new, isPromised: isPromised, chosenAt: Self.now)
            change(&asking)
            return asking
        }
        func ended(_ entry: LedgerEntry?) -> String { entry == nil ? "" : "ends" }
        try check(
            CaseTable(
                "Asking",
                states: [
                    ("not open", Asking()), ("handed over", asked(isPromised: false)),
                    ("promised", asked(isPromised: true)),
                    ("delivered", asked(isPromised: false) { _ = $0.delivered(Self.id) }),
                ],
                events: [
                    ("it is on disk", { $0.settled(Self.id, as: .onDisk) ? "is confirmed" : "" }),
                    ("it could be stored nowhere", { ended($0.lost(Self.id)) }),
                    (
                        "the client hears that it waits",
                        {
                            $0.promiseUndelivered()
                            return ""
                        }
                    ),
                    ("the service has it", { $0.delivered(Self.id) == nil ? "" : "is told" }),
                    ("the service refuses it", { ended($0.refused(Self.id)) }),
                    ("the client takes it back", { ended($0.takeBack(Self.id)) }),
                    ("its press meant help", { ended($0.takeBackUnmeant(since: Self.now)) }),
                    ("a later press meant help", { ended($0.takeBackUnmeant(since: Self.later)) }),
                ],
                standing: { asking in
                    guard let entry = asking.ledger[Self.id] else { return "not open" }
                    if entry.isDelivered { return "delivered" }
                    var asking = asking
                    return asking.delivered(Self.id) == nil ? "handed over" : "promised"
                }))
        var asking = asked(isPromised: false)
        #expect(asking.takeStored(Self.id) == .pending)
        #expect(asking.settled(Self.id, as: .nowhere) == true)
        #expect(asking.takeStored(Self.id) == .nowhere)
        #expect(asking.settled(Self.id, as: .onDisk) == false)
    }

    // MARK: - Recent calls

    @Test("What became of a call stays in reach as its table says") func recentCalls() throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        func request(
            _ state: RequestState, id: UUID = Self.id, need: String = "water", after seconds: Double = 0
        ) -> Request {
            Request(
                id: id, client: "maria", clientName: "Maria", need: need, label: "Water", called: "water",
                say: "Water.", priority: .normal, state: state, askedAt: start, receivedAt: start,
                changedAt: start + seconds, changedBy: "Anna", reason: nil, asksAgain: nil, sequence: 1)
        }
        var done = RecentCalls()
        done.take(request(.met))
        func taking(_ request: Request) -> (inout RecentCalls) -> String {
            { calls in
                calls.take(request)
                return ""
            }
        }
        try check(
            CaseTable(
                "RecentCalls", states: [("not in it", RecentCalls()), ("in it", done)],
                events: [
                    ("is done", taking(request(.met))), ("cannot be met", taking(request(.declined))),
                    ("is open again", taking(request(.onTheWay))),
                    ("is taken back", taking(request(.cancelled))),
                    (
                        "a day goes by",
                        { calls in
                            calls.clockWasSet(by: -RecentCalls.lasts)
                            return ""
                        }
                    ),
                    (
                        "another for the same need ends",
                        taking(request(.met, id: UUID(), after: 60))
                    ),
                ],
                standing: { calls in
                    let isThere = calls.list(besides: [], at: start).contains { $0.new.id == Self.id }
                    return isThere ? "in it" : "not in it"
                }))
        #expect(done.list(besides: [], at: start).map(\.state) == [.met])
        done.take(request(.declined, after: 5))
        #expect(done.list(besides: [], at: start).map(\.state) == [.declined])
        // What is open again in the list above is not named twice.
        let open = LedgerEntry(
            new: NewRequest(request(.asked, id: UUID())), since: start, state: .asked, isDelivered: true)
        #expect(done.list(besides: [open], at: start).isEmpty)
        // The newest first, and no more than anybody listens to.
        for number in 0..<40 {
            done.take(request(.met, id: UUID(), need: "need \(number)", after: 100 + Double(number)))
        }
        let all = done.list(besides: [], at: start + 200).map(\.new.need)
        #expect(all.count == RecentCalls.most && all.first == "need 39")
    }

    // MARK: - Presses, settings and levels

    @Test("A choice is by the press that the scanner was given, and at the moment that the scanner says")
    func pressInput() {
        var presses = PressInput(ScanParameters(), stuckAfter: .seconds(30), keepsRecords: false)
        presses.scans(.digit(3))
        #expect(!presses.wasChosen(by: .digit(3)))
        presses.chose(at: Self.now)
        #expect(presses.wasChosen(by: .digit(3)))
        #expect(presses.chosenAt == Self.now)
        // The answer to a question is another moment, but not another choice.
        let answer = SwitchPress(role: .select, began: Self.later)
        presses.answers(answer)
        #expect(presses.chosenAt == Self.later)
        #expect(presses.wasChosen(by: .digit(3)))
        #expect(!presses.hasAnswered(answer))
        presses.isOver(answer)
        #expect(presses.hasAnswered(answer))
        // A touch is by no switch.
        presses.scans(nil)
        presses.chose(at: Self.later)
        #expect(!presses.wasChosen(by: .digit(3)))
    }

    @Test("The scan time in force is the settings' own at the client's pace") func settingsInForce() {
        var settings = HomeSettings.standard
        var inForce = SettingsInForce(settings, pace: nil)
        #expect(inForce.scanning == settings.scanning)
        #expect(inForce.change(.slower) == true)
        let slower = inForce.scanning.scanTime
        #expect(slower > settings.scanning.scanTime)
        // Other settings with the same scan time keep the client's pace.
        settings.scanning.loops = 5
        inForce.adopt(settings.scanning, settings.tuning)
        #expect(inForce.scanning.loops == 5)
        #expect(inForce.scanning.scanTime == slower)
        settings.scanning.scanTime = .seconds(3)
        inForce.adopt(settings.scanning, settings.tuning)
        #expect(inForce.scanning.scanTime == .seconds(3))
        #expect(inForce.change(.usual) == false)
        #expect(SettingsInForce(settings, pace: inForce.pace).scanning == inForce.scanning)
    }

    @Test("Open levels that still exist are made again; the top always exists")
    func levels() {
        func boards(_ items: [BoardItem]) -> BoardSet {
            let board = Board(id: "home", name: "Home", language: "en", items: items)
            return BoardSet(start: "home.yaml", boards: ["home.yaml": board])
        }
        let maker = LevelMaker(
            boards: boards([Stage.drinks, Stage.yes]), phrases: .plain, parameters: ScanParameters())
        var levels = Levels(maker)
        let top = maker.top.scan.id
        let drinks = maker.group(Stage.drinks, [Stage.water])
        levels.add(drinks)
        #expect(levels.renew(open: [top, drinks.scan.id], isKeypad: false).id == top)
        #expect(levels[drinks.scan.id] != nil)
        levels.maker.files = boards([Stage.yes])
        _ = levels.renew(open: [top, drinks.scan.id], isKeypad: false)
        #expect(levels[drinks.scan.id] == nil)
        #expect(levels[top] != nil)
        // A question is nobody's board: it stays until it is answered.
        let question = maker.confirmation(of: Stage.toilet)
        levels.add(question)
        _ = levels.renew(open: [top, question.scan.id], isKeypad: false)
        #expect(levels[question.scan.id] != nil)
        #expect(levels.restart().id == top)
        #expect(levels[question.scan.id] == nil)
    }

    // MARK: - Clocks

    @Test("A clock that is set is told by its table") func clock() throws {
        func at(_ seconds: Double, _ steps: inout ClockSteps) -> String {
            let step = steps.advance(
                to: Date(timeIntervalSince1970: seconds), at: Instant(nanoseconds: 10_000_000_000))
            return step.map { "was set by \(Int($0)) s" } ?? ""
        }
        var known = ClockSteps()
        _ = known.advance(to: Date(timeIntervalSince1970: 1000), at: Instant(nanoseconds: 0))
        try check(
            CaseTable(
                "ClockSteps", states: [("difference not known", ClockSteps()), ("difference known", known)],
                events: [
                    ("10 s later by both", { at(1010, &$0) }),
                    ("1 s more by the wall's", { at(1011, &$0) }),
                    ("2 s more by the wall's", { at(1012, &$0) }),
                    ("an hour back by the wall's", { at(-2590, &$0) }),
                ],
                standing: { steps in
                    var steps = steps
                    let step = steps.advance(
                        to: Date(timeIntervalSince1970: 1e6), at: Instant(nanoseconds: 10_000_000_000))
                    return step == nil ? "difference not known" : "difference known"
                }))
    }
}
