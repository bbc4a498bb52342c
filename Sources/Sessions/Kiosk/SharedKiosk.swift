import Boards
import Care
public import FoundationEssentials
import HomeFiles
import Scanning
public import Speech
public import Time

/// A kiosk, and the clients whom it serves: a session for each, of which one at a time has the kiosk.
///
/// With one client, every event goes to their session. With several there is one session more, the door, which asks
/// "Who is it?" and whose items are the clients.
///
/// | the kiosk | a shared switch is pressed | a client's own key is pressed | something is to be told | what it does ends |
/// |---|---|---|---|---|
/// | rests | → the door | → that client | → tells that client | – |
/// | tells a client | → the door; told again later | → that client; what another was told is told again later | waits | → the next, or rests |
/// | asks who it is | the door's | that client is next | waits | → the chosen, the next, or rests |
/// | is used by a client | that client's | theirs, or they are next | waits | → the next, or rests |
///
/// Help waits for nobody: a client's own key takes the kiosk from whoever has it, and who hammers the shared switch while
/// nobody has a board open calls for all.
public struct SharedKiosk: Sendable {
    /// A client of this kiosk.
    public struct Member: Sendable {
        var session: KioskSession
        /// Keys that are theirs alone, by their codes; presses of other keys are anybody's.
        var keys: Set<Int>

        public init(session: KioskSession, keys: Set<Int> = []) {
            self.session = session
            self.keys = keys
        }
    }

    enum Phase: Equatable {
        case rests
        /// Nobody has a board open, and this session says what waited.
        case tells(Int)
        case isUsed(by: Int)
    }

    /// How long a board stays open at rest where its client has to begin scanning by hand.
    static let lingers: Duration = .seconds(30)

    /// Those of the clients, and behind them the door, where there is one.
    var sessions: [KioskSession]
    private let keys: [Set<Int>]
    var phase = Phase.rests
    /// Who pressed while somebody else had the kiosk, in order.
    var line: [Int] = []
    /// When the present client's board was opened.
    private var openedAt = Instant(nanoseconds: 0)
    /// Until when a resting board stays open.
    private var closesAt: Instant?
    /// Which session has the release of a press.
    private var holders: [SwitchEdge.Source: Int] = [:]
    /// Who is told how their words go on.
    private var speakers: [UtteranceID: Int] = [:]
    private var screens = SharedScreens()
    /// How each client is asked, as their files say now: the door has the help of all.
    var ways: [ScanParameters]

    /// A kiosk of one client.
    public init(_ session: KioskSession) {
        (sessions, keys, ways) = ([session], [[]], [])
        phase = .isUsed(by: 0)
    }

    /// - Parameters:
    ///   - members: At least two; the first is the client of the home's own settings, by which the names are scanned.
    ///   - utterances: Counts what the door says.
    public init(_ members: [Member], utterances: UtteranceCounter) {
        precondition(members.count > 1)
        sessions = members.map(\.session)
        keys = members.map(\.keys)
        ways = sessions.map(\.scanning)
        sessions.append(
            KioskSession(
                doorOf: sessions[0], to: Self.doors(sessions[...]), scanning: Self.door(of: ways),
                utterances: utterances))
        for index in sessions.indices { sessions[index].share(isDoor: index == members.count) }
    }

    /// The clients' sessions, in the order of the members.
    public var members: ArraySlice<KioskSession> { sessions.prefix(keys.count) }
    private var isShared: Bool { sessions.count > 1 }
    var door: Int { sessions.count - 1 }

    /// When `wake` is due.
    public var nextWake: Instant? { (sessions.map(\.nextWake) + [closesAt]).compactMap { $0 }.min() }

    /// Takes one event; `now` is when it is handled, `wall` the same moment by the wall's clock.
    public mutating func handle(_ event: SharedKioskEvent, at now: Instant, wall: Date) -> [SharedKioskEffect]
    {
        var moment = Moment(now: now, wall: wall)
        switch event {
        case .client(let index, let event):
            if case .tap(let tap) = event, isShared {
                take(tap, of: index, &moment)
            } else {
                send(event, to: index, &moment)
            }
            if isShared { tellDoor(event, of: index, &moment) }
        case .machine(.edge(let edge)) where isShared: take(edge, &moment)
        case .machine(.voice(let event)): take(event, &moment)
        case .machine(let event): for index in sessions.indices { send(event, to: index, &moment) }
        }
        if isShared { settle(&moment) }
        return moment.effects
    }

    /// One event's time, and what came of it so far.
    struct Moment {
        let now: Instant
        let wall: Date
        var effects: [SharedKioskEffect] = []
    }

    // MARK: - To the sessions

    private mutating func take(_ event: VoiceEvent, _ moment: inout Moment) {
        let speaker: Int?
        switch event {
        case .started(let id, _): speaker = speakers[id]
        case .finished(let id, _), .cut(let id, _): speaker = speakers.removeValue(forKey: id)
        case .outputLost, .outputRestored, .outputTearing, .outputWhole:
            for index in sessions.indices { send(.voice(event), to: index, &moment) }
            return
        }
        if let speaker { send(.voice(event), to: speaker, &moment) }
        // The voices are everybody's: what one session's words were heard by, the others' can be.
        if case .finished = event { for index in sessions.indices { sessions[index].floor.voiceWasHeard() } }
    }

    /// A touch on a client's screen. While somebody else has the kiosk the names stand there, and whoever touches them is next.
    /// What was touched when the screen showed something else was meant for that: it does nothing, and the screen says so.
    private mutating func take(_ tap: ScreenTap, of client: Int, _ moment: inout Moment) {
        let shown = screens.session(shownTo: client) ?? client
        guard screens.isPresent(tap.screen, at: client) else {
            sessions[shown].display.missed = tap.screen
            send(.wake, to: shown, &moment)
            return
        }
        if shown == door, case .isUsed(let user) = phase, user != door, sessions[door].takes(tap) {
            if !line.contains(client) { line.append(client) }
        } else {
            send(.tap(tap), to: shown, &moment)
        }
    }

    private mutating func take(_ edge: SwitchEdge, _ moment: inout Moment) {
        switch edge.direction {
        case .release:
            let holder = holders.removeValue(forKey: edge.source) ?? door
            send(.edge(edge), to: holder, &moment)
            if holder != door, owner(of: edge) == nil { send(.sharing(.overheard(edge)), to: door, &moment) }
        case .press:
            if let owner = owner(of: edge) {
                holders[edge.source] = owner
                // What is told to them now may be what they answer.
                if phase == .tells(owner) { use(owner, &moment) }
                send(.edge(edge), to: owner, &moment)
            } else if case .isUsed(let user) = phase, user != door {
                holders[edge.source] = user
                send(.edge(edge), to: user, &moment)
                // Where holding is scanning, a long hold is no hammering, and no switch that is stuck.
                if !(edge.role.walks && sessions[user].scanning.mode == .inverse) {
                    send(.sharing(.overheard(edge)), to: door, &moment)
                }
            } else {
                holders[edge.source] = door
                send(.edge(edge), to: door, &moment)
            }
        }
    }

    /// Whose key it is alone.
    private func owner(of edge: SwitchEdge) -> Int? { keys.firstIndex { $0.contains(edge.source.key) } }

    mutating func send(_ event: KioskEvent, to index: Int, _ moment: inout Moment) {
        if isShared { sessions[index].startScreens(after: screens.number) }
        for effect in sessions[index].handle(event, at: moment.now, wall: moment.wall) {
            perform(effect, of: index, &moment)
        }
    }

    // MARK: - From the sessions

    private mutating func perform(_ effect: KioskEffect, of index: Int, _ moment: inout Moment) {
        switch effect {
        case .voice(.speak(var utterance)):
            speakers[utterance.id] = index
            if phase == .tells(index), index != door { utterance.name(sessions[index].addressed) }
            moment.effects.append(.init(client: client(of: index), .voice(.speak(utterance))))
        // Whoever has the kiosk keeps it awake.
        case .voice(.keepAwake) where isShared && !has(index): break
        case .voice: moment.effects.append(.init(client: client(of: index), effect))
        case .show(let screen) where isShared:
            for (client, shown) in screens.take(screen, of: index, of: sessions[..<keys.count]) {
                moment.effects.append(.init(client: client, .show(shown)))
            }
        case .report(let fault) where isShared && index == door:
            let detail = fault.isActive ? fault.detail : nil
            for client in keys.indices {
                send(.sharing(.machineFault(fault.kind, detail: detail)), to: client, &moment)
            }
        case .log: moment.effects.append(.init(client: client(of: index), effect))
        case .ask, .respond, .propose, .mark, .mood, .tell, .household, .readHousehold, .use, .receipt, .said,
            .report, .observed,
            .keepPace, .keepExercise, .keepEncouragement,
            .acknowledge, .toldAhead, .show:
            // The door is nobody: it has nothing to keep or to send.
            guard index != door || !isShared else { break }
            moment.effects.append(.init(client: index, effect))
        }
    }

    /// Whose voices say it: the door has those of the first client, whose home it is.
    private func client(of index: Int) -> Int { index < keys.count ? index : 0 }

    private func has(_ index: Int) -> Bool { phase == .tells(index) || phase == .isUsed(by: index) }

    // MARK: - Whose turn it is

    /// Gives the kiosk on, as long as whoever has it is done.
    private mutating func settle(_ moment: inout Moment) {
        var isSettled = false
        while !isSettled { isSettled = !givesOn(&moment) }
        for session in screens.choose(for: keys.count, of: phase, door: door) {
            send(.sharing(.showAnew), to: session, &moment)
        }
    }

    /// - Returns: Whether anything has changed.
    private mutating func givesOn(_ moment: inout Moment) -> Bool {
        if sessions[door].takeHelp() {
            callForHelp(&moment)
            return true
        }
        if let wanting = sessions.indices.first(where: { sessions[$0].wantsKiosk }) {
            return admit(wanting, &moment)
        }
        switch phase {
        case .rests:
            if !line.isEmpty {
                let next = line.removeFirst()
                // Where nothing is scanned before a press, only the name says whose turn it is.
                open(next, name: sessions[next].waitsForHand ? sessions[next].clientName : nil, &moment)
            } else if let next = sessions.indices.reversed().first(where: { sessions[$0].hasToTell }) {
                phase = .tells(next)
                send(.sharing(.turn(.tells)), to: next, &moment)
            } else {
                return false
            }
            return true
        case .tells(let index):
            guard sessions[index].isDone(isWaitedFor: !line.isEmpty) else { return false }
            rest(&moment)
            return true
        case .isUsed(let index): return index == door ? leaveDoor(&moment) : close(index, &moment)
        }
    }

    /// A session without the kiosk was pressed.
    private mutating func admit(_ index: Int, _ moment: inout Moment) -> Bool {
        if case .isUsed(let user) = phase, user != index {
            if index == door {
                // Whoever has the board open has seen it themselves, unless it began before: then nobody knows who it is.
                guard let since = sessions[door].hammeredSince, since < openedAt else {
                    sessions[door].dropWanted()
                    return true
                }
                send(.sharing(.unmeant(since: since)), to: user, &moment)
                use(door, &moment)
                return true
            }
            guard sessions[index].wantsHelp else {
                if !line.contains(index) { line.append(index) }
                sessions[index].dropWanted()
                return true
            }
            if sessions[user].isCallingHelp {
                // Two at once: this one is not asked whether it was meant.
                sessions[index].dropWanted()
                send(.sharing(.help(say: nil)), to: index, &moment)
                return true
            }
        }
        use(index, &moment)
        return true
    }

    /// The door was answered, has called for help, or nobody has chosen.
    private mutating func leaveDoor(_ moment: inout Moment) -> Bool {
        if let index = sessions[door].takeChosen(), keys.indices.contains(index) {
            rest(&moment)
            open(index, name: sessions[index].clientName, &moment)
            return true
        }
        guard sessions[door].isResting, !sessions[door].isPressed else { return false }
        rest(&moment)
        return true
    }

    /// Help was called at the door, nobody knows by whom: for each client.
    private mutating func callForHelp(_ moment: inout Moment) {
        let names = members.map(\.clientName).joined(separator: ", ")
        let say = sessions[door].phrases[.helpSomebody, [.client: names]]
        for index in keys.indices { send(.sharing(.help(say: say)), to: index, &moment) }
    }

    private mutating func close(_ index: Int, _ moment: inout Moment) -> Bool {
        if sessions[index].isOnlyTelling {
            phase = .tells(index)
            send(.sharing(.turn(.tells)), to: index, &moment)
            return true
        }
        guard sessions[index].isDone(isWaitedFor: !line.isEmpty), !sessions[index].isPressed else {
            closesAt = nil
            return false
        }
        if sessions[index].waitsForHand, line.isEmpty {
            let until = closesAt ?? moment.now.advanced(by: Self.lingers)
            closesAt = until
            guard until <= moment.now else { return false }
        }
        rest(&moment)
        return true
    }

    private mutating func rest(_ moment: inout Moment) {
        closesAt = nil
        switch phase {
        case .rests: return
        case .tells(let index), .isUsed(let index):
            phase = .rests
            send(.sharing(.turn(.waits)), to: index, &moment)
        }
    }

    private mutating func use(_ index: Int, _ moment: inout Moment) {
        if !has(index) { rest(&moment) }
        line.removeAll { $0 == index }
        if !has(index) || phase == .tells(index) { openedAt = moment.now }
        phase = .isUsed(by: index)
        send(.sharing(.turn(.uses)), to: index, &moment)
    }

    private mutating func open(_ index: Int, name: String?, _ moment: inout Moment) {
        line.removeAll { $0 == index }
        openedAt = moment.now
        phase = .isUsed(by: index)
        send(.sharing(.opened(name: name)), to: index, &moment)
    }
}
