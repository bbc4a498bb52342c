import Boards
import Care
import Foundation
import HomeFiles
import Scanning
import Speech

extension KioskSession {
    // MARK: - Presses

    mutating func take(_ outputs: [SwitchFilter.Output], at now: Instant, _ effects: inout Effects) {
        for output in outputs {
            switch output {
            case .holdBegan: scanner.holdBegan()
            case .holdAbandoned: scanner.holdEnded()
            case .press(let press):
                scanner.holdEnded()
                take(press, at: now, &effects)
            case .stuck: stuck(true, at: now, &effects)
            case .unstuck: stuck(false, at: now, &effects)
            }
        }
    }

    private mutating func take(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        sound(.press, &effects)
        if press.role == .help {
            askForHelp(at: now, &effects)
            return
        }
        if case .window(let question, let opened, let until) = wait, press.began <= until {
            // A press so soon was not meant as an answer.
            guard opened.duration(to: press.began) >= settings.scanning.latePressWindow else { return }
            switch press.role {
            case .select, .step:
                answer(question, at: now, &effects)
                return
            case .back, .digit(0):
                step(at: now, &effects)
                return
            case .digit, .help, .onTheWay, .met, .declined, .next, .sayAgain:
                // Meant for the board: the question is over, and the key is taken below.
                step(at: now, &effects)
            }
        }
        let wasResting = scanner.isResting
        scan(scanner.press(press, at: now), at: now, &effects)
        if wasResting, running != nil, !scanner.isSelecting {
            // Awake, but something is being announced: the first cue waits for its end.
            scan(scanner.pauseNow(at: now), at: now, &effects)
        }
    }

    // MARK: - What the scanner wants

    mutating func scan(_ scanned: [ScanEffect], at now: Instant, _ effects: inout Effects) {
        for effect in scanned {
            switch effect {
            case .woke: keepAwake(true, &effects)
            case .rested: rested(at: now, &effects)
            case .cue(let item, let level, _, let token): say(item, in: level, token, &effects)
            case .cutCue(let token):
                guard let cue, cue.token == token else { break }
                effects.add(.voice(.cut(cue.id)))
                self.cue = nil
            case .selected(let item, let level): chose(item, in: level, at: now, &effects)
            case .paused: runNext(at: now, &effects)
            case .wrapped, .wentUp: break
            }
        }
    }

    private mutating func rested(at now: Instant, _ effects: inout Effects) {
        if running == nil { keepAwake(false, &effects) }
        runNext(at: now, &effects)
    }

    private mutating func say(
        _ item: ScanItem, in level: String, _ token: CueToken, _ effects: inout Effects
    ) {
        let parts = levels[level]?.cues[item.id] ?? [.text(item.id)]
        let utterance = Utterance(
            id: utterances.next(), voice: .cue, kind: .cue, precedence: .cue, parts: parts,
            language: maker.boards.boards[maker.boards.start]?.language)
        cue = (utterance.id, token)
        effects.add(.voice(.speak(utterance)))
    }

    func keepAwake(_ isOn: Bool, _ effects: inout Effects) {
        guard settings.keepAwake else { return }
        for voice in [VoiceRole.cue, .main] { effects.add(.voice(.keepAwake(voice, isOn))) }
    }

    /// A sound that is mixed over whatever is said.
    mutating func sound(_ earcon: Earcon, _ effects: inout Effects) {
        let utterance = Utterance(
            id: utterances.next(), voice: .cue, kind: .earcon, precedence: .cue, parts: [.earcon(earcon)])
        effects.add(.voice(.speak(utterance)))
    }

    // MARK: - Choices

    private mutating func chose(
        _ item: ScanItem, in level: String, at now: Instant, _ effects: inout Effects
    ) {
        guard let content = levels[level]?.contents[item.id] else {
            finishChoice(.goOn, at: now, &effects)
            return
        }
        switch content {
        case .item(let item): act(on: item, at: now, &effects)
        case .confirmed(let item):
            guard case .request(let priority) = item.action else { break }
            ask(item, priority: priority, at: now, &effects)
        case .openRequest(let id):
            if let entry = ledger[id] {
                finishChoice(.open(maker.choices(about: entry)), at: now, &effects)
            } else {
                finishChoice(.goOn, at: now, &effects)
            }
        case .askAgain(let id): askAgain(ledger[id]?.new, at: now, &effects)
        case .makeUrgent(let id): askAgain(ledger[id]?.new, priority: .urgent, at: now, &effects)
        case .neverMind(let id): takeBack(id, reason: nil, at: now, &effects)
        }
    }

    private mutating func act(on item: BoardItem, at now: Instant, _ effects: inout Effects) {
        switch item.action {
        case .group(let items):
            finishChoice(.open(maker.group(item, items)), at: now, &effects)
        case .open(let path):
            finishChoice(.open(maker.board(path)), at: now, &effects)
        case .speak, .pace:
            runChoice(Script(steps: [.say(words(of: item))]), at: now, &effects)
        case .list(.requests):
            let open = ledger.all
            if open.isEmpty {
                let words = announcement(.text(phrases[.emptyList]))
                runChoice(Script(steps: [.say(words)]), at: now, &effects)
            } else {
                finishChoice(.open(maker.requests(open)), at: now, &effects)
            }
        case .request(let priority):
            if let entry = ledger.open(need: item.id) {
                let state = announcement(.text(maker.words(for: entry)))
                let ending = Script.Ending.open(maker.choices(about: entry))
                runChoice(
                    Script(request: entry.new.id, steps: [.say(state)], ending: ending), at: now, &effects)
            } else if item.confirm {
                finishChoice(.open(maker.confirmation(of: item)), at: now, &effects)
            } else {
                ask(item, priority: priority, at: now, &effects)
            }
        }
    }

    /// What the main voice says for an item.
    func words(of item: BoardItem) -> Script.Words {
        let part: SpeechPart =
            if let sound = item.saySound { .recording(path: sound.path, text: item.say) } else {
                .text(item.say)
            }
        return Script.Words(voice: .main, kind: .say, precedence: .main, parts: [part])
    }

    /// The choice has been acted on; what waits to be announced comes first.
    mutating func finishChoice(_ ending: Script.Ending, at now: Instant, _ effects: inout Effects) {
        switch ending {
        case .open(let level):
            levels[level.scan.id] = level
            scan(scanner.open(level.scan, at: now), at: now, &effects)
            if running != nil {
                // Chosen while something is being announced: the first cue waits for its end.
                scan(scanner.pauseNow(at: now), at: now, &effects)
            } else if scanner.isResting {
                runNext(at: now, &effects)
            } else if announcements.contains(where: \.isUrgent) {
                scan(scanner.pauseNow(at: now), at: now, &effects)
            } else if !announcements.isEmpty {
                scan(scanner.pauseAtStepEnd(true, at: now), at: now, &effects)
            }
        case .goOn:
            runNext(at: now, &effects)
        }
    }
}
