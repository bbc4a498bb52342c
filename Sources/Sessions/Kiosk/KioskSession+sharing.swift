import Boards
import Care
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// Its part in a kiosk that several clients share.
    var sharing: Sharing {
        get { floor.sharing }
        _modify { yield &floor.sharing }
    }

    /// Whether anything waits that can be told now, if nobody has a board open.
    var hasToTell: Bool {
        floor.queue.hasNext(isMute: faults.voices.isMute, isCalm: isCalm, takesWords: takesWords)
    }

    /// The switch may be pressed for a moment without anything being scanned: where it scans only while it is held, or by digits.
    var waitsForHand: Bool {
        switch scanning.mode {
        case .inverse, .direct: true
        case .automatic, .step, .stepDwell: false
        }
    }

    /// Makes it one of several sessions: it waits for its turn.
    ///
    /// - Parameter isDoor: Whether it is the one that asks who it is, and tells of the machine that all share.
    mutating func share(isDoor: Bool) {
        sharing.turn = .waits
        sharing.isDoor = isDoor
        sharing.tellsOfMachine = isDoor
    }

    /// The session that asks who it is, scanned as another is.
    ///
    /// - Parameter clients: A board with an item for each of them.
    ///
    /// - Parameter scanning: The first client's, with the help of all.
    init(
        doorOf first: KioskSession, to clients: BoardSet, scanning: ScanParameters,
        utterances: UtteranceCounter
    ) {
        var settings = first.settings
        settings.scanning = scanning
        // Those of each client watch for themselves.
        settings.tellsSilence = false
        settings.tuning.keep = false
        self.init(settings: settings, boards: clients, phrases: first.phrases, utterances: utterances)
        display.isOn = first.display.isOn
    }

    // MARK: - What the shared kiosk tells

    mutating func take(_ event: KioskSharing, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .turn(.waits): putBack(at: now, &effects)
        case .turn(.tells):
            sharing.turn = .tells
            if scanner.isResting { runNext(at: now, &effects) }
        case .turn(.uses): use(at: now, &effects)
        case .opened(let name): open(saying: name, at: now, &effects)
        case .overheard(let edge):
            for case .call(let since) in presses.take(edge) { sharing.wanted = .countdown(since: since) }
        case .unmeant(let since): takeBackAllUnmeant(since: since, at: now, &effects)
        case .help(let say):
            // The answer is to be heard here; where nobody knows who has called, also where the client was last.
            if say == nil { isUsed(at: now, &effects) } else { journal.tellsHere = true }
            askForHelp(saying: say, at: now, &effects)
        case .machineFault(let kind, let detail):
            if let detail { begin(kind, detail: detail, &effects) } else { end(kind, &effects) }
        case .refused(let detail): tellRead(.sharing, mistake: detail, &effects)
        case .showAnew: display.shown = nil
        }
    }

    /// Somebody else's turn: what is said now is said again later, from its beginning.
    private mutating func putBack(at now: Instant, _ effects: inout Effects) {
        (sharing.turn, sharing.wanted, sharing.chosen, sharing.putBackAt) = (.waits, nil, nil, now)
        scan(scanner.restNow(at: now), at: now, &effects)
        cut(floor.interrupt(), &effects)
        // What another client hears next is nobody's to read here; and what was not read is said, since no screen shows it.
        display.caption = nil
        for script in display.whole.takeUnread() { journal.told(floor.announce(script)) }
    }

    /// The kiosk is the client's: what they pressed for comes now.
    private mutating func use(at now: Instant, _ effects: inout Effects) {
        sharing.turn = .uses
        let wanted = sharing.wanted
        sharing.wanted = nil
        isUsed(at: now, &effects)
        if floor.isFree, scanner.isResting { runNext(at: now, &effects) }
        switch wanted {
        case .board(let press): walk(press, at: now, &effects)
        case .help: askForHelp(at: now, &effects)
        case .countdown(let since): countDownToHelp(since: since, at: now, &effects)
        case nil: break
        }
    }

    private mutating func open(saying name: String?, at now: Instant, _ effects: inout Effects) {
        if let name { _ = floor.announce(Script(isUrgent: true, steps: [.say(announcement(.text(name)))])) }
        use(at: now, &effects)
        guard !waitsForHand, scanner.isResting else { return }
        walk(.press(SwitchPress(role: .select, began: now)), at: now, &effects)
    }

    // MARK: - Presses without the kiosk

    /// Keeps what a press is for until it is the client's turn; whether it was taken.
    mutating func holdsBack(_ filtered: FilteredPress, at now: Instant, _ effects: inout Effects) -> Bool {
        guard sharing.turn != .uses else { return false }
        switch filtered {
        case .down(let press):
            sound(.press, &effects)
            if scanning.mode == .inverse, press.role.walks { sharing.wanted = .board(filtered) }
        // It was pressed for what is over.
        case .press(let press) where press.role != .help && sharing.wasPutBack(after: press.began): break
        case .press(let press): sharing.wanted = press.role == .help ? .help : .board(filtered)
        case .longPress(let press) where scanning.longPressAction == .help:
            sharing.wanted = .countdown(since: press.began)
        case .call(let since):
            sound(.press, &effects)
            sharing.wanted = .countdown(since: since)
        // The scanner counts which presses have not ended, whoever has the kiosk when they do.
        case .undecided, .decided, .stuck, .unstuck: return false
        case .tooShort, .ignored, .longPress, .again, .released: break
        }
        return true
    }

    /// A touch on a screen that shows the session although it has not the kiosk.
    mutating func holdsBack(_ tap: ScreenTap, at now: Instant, _ effects: inout Effects) -> Bool {
        guard sharing.turn != .uses else { return false }
        guard takes(tap) else {
            display.missed = tap.screen
            return true
        }
        display.lastTap = now
        sound(.press, &effects)
        sharing.wanted = .board(.press(SwitchPress(role: .select, began: now)))
        return true
    }

    // MARK: - The door

    /// Asks who it is, before the names are scanned.
    mutating func askWho(at now: Instant, _ effects: inout Effects) {
        guard sharing.isDoor else { return }
        var question = Script(isUrgent: true, steps: [.say(announcement(.text(phrases[.whoIsIt])))])
        question.isForTheMoment = true
        announce(question, at: now, &effects)
    }

    /// A client was chosen: their own session goes on.
    mutating func choseClient(_ id: String, at now: Instant, _ effects: inout Effects) {
        sharing.chosen = id
        scan(scanner.restNow(at: now), at: now, &effects)
    }
}

// MARK: - What the shared kiosk asks

extension KioskSession {
    var clientID: String { settings.client.id }
    var clientName: String { settings.client.name }

    /// What is said before something that is told to the client while nobody has a board open.
    var addressed: String { phrases[.toldTo, [.client: clientName]] }

    /// Whether its client needs the kiosk no longer. What is not said is left on their screen to be read, unless somebody waits; and whoever waits
    /// does not wait for the end of an exercise, which pauses.
    func isDone(isWaitedFor: Bool) -> Bool {
        if isWaitedFor, exercises.isRunning, floor.isFree { return true }
        return isResting && (isWaitedFor || !display.whole.hasUnread)
    }

    /// Whether it was pressed while it had not the kiosk.
    var wantsKiosk: Bool { sharing.turn != .uses && sharing.wanted != nil }

    /// Whether it was pressed for help.
    var wantsHelp: Bool {
        switch sharing.wanted {
        case .help, .countdown: true
        case .board, nil: false
        }
    }

    /// Whether the board is closed, and something is told that the client did not ask for.
    var isOnlyTelling: Bool {
        !waitsForHand && scanner.isResting && floor.running?.isChoice == false && !isPressed
    }

    /// Whether the countdown to a call for help runs.
    var isCallingHelp: Bool { floor.isCountdown }

    /// Whether a press has begun that may yet count.
    var isPressed: Bool { presses.filter.isUndecided }

    mutating func dropWanted() { sharing.wanted = nil }

    /// Since when it was hammered or held, if it was.
    var hammeredSince: Instant? {
        switch sharing.wanted {
        case .countdown(let since): since
        case .board, .help, nil: nil
        }
    }

    /// The place of the client who was chosen at the door.
    mutating func takeChosen() -> Int? {
        defer { sharing.chosen = nil }
        return sharing.chosen.flatMap { Int($0) }
    }

    mutating func takeHelp() -> Bool {
        defer { sharing.callsHelp = false }
        return sharing.callsHelp
    }

    /// Screens of several sessions are shown in turn: numbers go on from the other's.
    mutating func startScreens(after number: Int64) {
        if display.number < number { display.number = number }
    }
}

extension Utterance {
    /// Says first whom it is for, where it is said by the room's voice.
    mutating func name(_ client: String) {
        guard kind == .announcement || kind == .fault,
            let first = parts.firstIndex(where: { !$0.isSound })
        else { return }
        parts.insert(.text(client), at: first)
    }
}
