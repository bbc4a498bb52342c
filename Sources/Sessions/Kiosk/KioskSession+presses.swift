import Care
import Evidence
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    mutating func take(_ filtered: [FilteredPress], at now: Instant, _ effects: inout Effects) {
        for press in filtered { take(press, at: now, &effects) }
    }

    private mutating func take(_ filtered: FilteredPress, at now: Instant, _ effects: inout Effects) {
        presses.begin(filtered, acceptanceTime: scanning.acceptanceTime)
        act(on: filtered, at: now, &effects)
        switch filtered {
        // It has acted: what it was judged to be is no concern of the next.
        case .press, .longPress: presses.weighing.judged = nil
        default: break
        }
        presses.end(filtered)
    }

    private mutating func act(on filtered: FilteredPress, at now: Instant, _ effects: inout Effects) {
        if holdsBack(filtered, at: now, &effects) { return }
        if filtered.isBeginning { display.words = nil }
        switch filtered {
        case .down(let press):
            isUsed(at: now, &effects)
            judge(press)
            sound(isTaken(press) ? .press : .unsure, &effects)
            // If releasing selects, the press itself answers a question. A press that stops a call for help
            // stops it at once.
            let answers = (scanning.mode == .inverse && press.role.walks) || isCountingDown
            if answers, answersWindow(press, at: now, &effects) {
                presses.isOver(press)
                return
            }
            // Where holding scans, a press never comes as one of its own.
            if scanning.mode == .inverse, press.role.walks,
                takeForEncouragement(press, at: now, &effects) || takeForExercise(press, at: now, &effects)
            {
                presses.isOver(press)
                return
            }
            walk(filtered, at: now, &effects)
        case .press(let press) where presses.hasAnswered(press): break
        case .press(let press):
            if press.role == .help {
                if exercises.isRunning { scan(scanner.restNow(at: now), at: now, &effects) }
                askForHelp(at: now, &effects)
            } else if !answersWindow(press, at: now, &effects),
                !takeForEncouragement(press, at: now, &effects), !takeForExercise(press, at: now, &effects),
                !takesByEvidence(press, at: now, &effects)
            {
                walk(filtered, at: now, &effects)
            }
        case .longPress(let press) where presses.hasAnswered(press): break
        case .longPress(let press):
            presses.recorder.note(.other)
            takeLong(press, at: now, &effects)
        case .call(let since):
            sound(.press, &effects)
            countDownToHelp(since: since, at: now, &effects)
        case .stuck(let role):
            // If holding is scanning, a long hold is intended until scanning has given up.
            let isScanning = role.walks && scanner.isWalkingByHold
            tell(faults.stuck.held(isScanning: isScanning), at: now, &effects)
        case .unstuck(let role):
            tell(faults.stuck.released(walks: role.walks), at: now, &effects)
        case .undecided, .decided, .tooShort, .ignored, .again, .released:
            walk(filtered, at: now, &effects)
        }
    }

    /// The scanner gets the press, or the rest of it.
    mutating func walk(_ filtered: FilteredPress, at now: Instant, _ effects: inout Effects) {
        // While help is being called nothing else begins.
        if floor.isCountdown, filtered.isBeginning { return }
        if filtered.isBeginning { endCelebration(&effects) }
        let wasResting = scanner.isResting
        if case .press(let press) = filtered, press.role.goesBack {
            presses.recorder.wentBack(fromQuestion: false)
        }
        if case .press(let press) = filtered { presses.scans(press.role) }
        if let use = use(of: filtered) { presses.recorder.note(use) }
        scan(scanner.take(filtered, at: now), at: now, &effects)
        guard wasResting, filtered.isBeginning else { return }
        if !scanner.isResting { askWho(at: now, &effects) }
        goOnWithActivity(at: now, &effects)
        if !floor.isFree, !scanner.isSelecting {
            // Awake, but something is being announced: the first cue waits for its end.
            scan(scanner.pauseNow(at: now), at: now, &effects)
        } else if !scanner.hasItems, floor.isFree {
            let words = announcement(.text(phrases[.emptyBoard]))
            runChoice(Script(steps: [.say(words)]), at: now, &effects)
        }
    }

    /// What the press is for tuning if nothing is chosen by it.
    private func use(of filtered: FilteredPress) -> PressRecord.Press.Use? {
        switch filtered {
        case .down(let press):
            guard scanning.mode == .inverse, press.role.walks else { return nil }
            return scanner.isResting ? .wake : .move
        case .press(let press):
            switch press.role {
            case .select, .step:
                if scanner.isResting { return .wake }
                let moves = scanning.mode == .stepDwell || (scanning.mode == .step && press.role == .step)
                return moves ? .move : nil
            case .back, .digit, .help: return .other
            case .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: return nil
            }
        case .undecided, .decided, .tooShort, .ignored, .longPress, .again, .released, .call, .stuck,
            .unstuck:
            return nil
        }
    }

    // MARK: - Answers

    /// Whether the press belongs to an open question, and so not to the board.
    mutating func answersWindow(
        _ press: SwitchPress, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        let question: Script.Question
        switch floor.waiting {
        case .window(let open, let opened, let until) where press.began <= until:
            guard isMeant(press, since: opened) else { return true }
            question = open
        case .countdown(_, let open, let opened, _):
            guard let opened, isMeant(press, since: opened) else { return true }
            question = open
        case .utterance, .recorded, .opening, .window, nil: return false
        }
        if isNoAnswer(press) {
            presses.weighing.judge.passedOver(press.began)
            return true
        }
        presses.answers(press)
        switch press.role {
        case .select, .step:
            answer(question, at: now, &effects)
            return true
        case .back, .digit(0):
            // On a keypad it is the undo key.
            if question.takesBack, scanning.mode == .direct {
                answer(question, at: now, &effects)
            } else {
                closeQuestion(question, at: now, &effects)
            }
            return true
        case .digit where presses.wasChosen(by: press.role) && question.isAnsweredByItsDigit:
            answer(question, at: now, &effects)
            return true
        case .digit, .help, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo:
            if case .stopHelp = question { return true }
            // Meant for the board: the question is over, and the scanner gets the key, with the time of its
            // press.
            step(at: min(now, press.began), &effects)
            return false
        }
    }

    /// Whether a press is taken, as far as its time tells when it goes down; one that is not is heard softer.
    private func isTaken(_ press: SwitchPress) -> Bool { !isNotTaken(press) && !isNoAnswer(press) }

    /// Whether a press in the window of a question was hardly meant to answer it. Keys that only go back, and digits, are never
    /// pressed by the movement that chooses: they are always taken.
    private func isNoAnswer(_ press: SwitchPress) -> Bool {
        guard press.role.walks, case .window(let question, let opened, let until) = floor.waiting,
            press.began <= until, isMeant(press, since: opened)
        else { return false }
        return isNoAnswer(press, to: question, since: opened)
    }

    private var isCountingDown: Bool {
        switch floor.waiting {
        case .countdown, .window(.stopHelp, _, _): true
        case .utterance, .recorded, .opening, .window, nil: false
        }
    }

    /// A press so soon was not meant as an answer.
    private func isMeant(_ press: SwitchPress, since opened: Instant) -> Bool {
        opened.duration(to: press.began) >= scanning.latePressWindow
    }

    /// The back key, or a long press: the person dismisses it.
    private mutating func closeQuestion(
        _ question: Script.Question, at now: Instant, _ effects: inout Effects
    ) {
        switch question {
        case .takeBack, .askAgain, .markDone, .begin, .meet, .unmark, .propose, .restoreSpelling, .join,
            .come, .tellMood:
            step(at: now, &effects)
        case .stopHelp: answer(question, at: now, &effects)
        }
    }

    // MARK: - Long presses

    private mutating func takeLong(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        if scanning.longPressAction != .help, takeForEncouragement(press, at: now, &effects) { return }
        if takeLongForExercise(press, at: now, &effects) { return }
        switch scanning.longPressAction {
        case .help: countDownToHelp(since: press.began, at: now, &effects)
        case .cancel:
            if leavesQuestion(press, at: now, &effects) { return }
            scan(scanner.restNow(at: now), at: now, &effects)
        case .back:
            if leavesQuestion(press, at: now, &effects) { return }
            guard !scanner.isResting else { return }
            presses.recorder.wentBack(fromQuestion: false)
            scan(scanner.goBack(at: now), at: now, &effects)
        case .repeat:
            if !floor.isFree { return }
            if scanner.isResting, let lastSaid = floor.lastSaid {
                runChoice(Script(steps: [.say(lastSaid)]), at: now, &effects)
            } else {
                scan(scanner.repeatCue(at: now), at: now, &effects)
            }
        }
    }

    private mutating func leavesQuestion(
        _ press: SwitchPress, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        switch floor.waiting {
        case .window(let question, let opened as Instant?, _), .countdown(_, let question, let opened, _):
            // One that began before the question was not meant for it.
            guard let opened, isMeant(press, since: opened) else { return true }
            closeQuestion(question, at: now, &effects)
            return true
        case .utterance, .recorded, .opening, nil: return false
        }
    }
}

extension SwitchRole {
    fileprivate var goesBack: Bool {
        switch self {
        case .back, .digit(0): true
        case .select, .step, .digit, .help, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open,
            .undo:
            false
        }
    }
}

extension FilteredPress {
    /// Whether it is the start of an input that wakes a resting kiosk.
    fileprivate var isBeginning: Bool {
        switch self {
        case .down, .press: true
        case .undecided, .decided, .tooShort, .ignored, .longPress, .again, .released, .call, .stuck,
            .unstuck:
            false
        }
    }
}
