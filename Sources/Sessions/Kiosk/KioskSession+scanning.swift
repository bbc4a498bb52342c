import Boards
import Care
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    // MARK: - What the scanner wants

    mutating func scan(_ scanned: [ScanEffect], at now: Instant, _ effects: inout Effects) {
        for effect in scanned {
            weigh(effect, at: now)
            switch effect {
            case .woke: keepAwake(true, &effects)
            case .rested: rested(at: now, &effects)
            case .cue(let cue): say(cue, &effects)
            case .cutCue(let token):
                cut(floor.endCue(token), &effects)
            case .selected(let choice): chose(choice, at: now, &effects)
            case .paused: runNext(at: now, &effects)
            case .wrapped: if scanning.wrapSound { sound(.wrap, &effects) }
            case .choseBack(let choice):
                presses.recorder.wentBack(fromQuestion: levels[choice.level]?.scan.isQuestion ?? false)
                record(choice, leadsOn: false)
            case .gaveUp(let passes, let steps, let wasContinued):
                if !wasContinued { recordGivingUp(passes: passes, steps: steps) }
            case .wentUp: break
            }
        }
    }

    private mutating func rested(at now: Instant, _ effects: inout Effects) {
        interruptExercise(at: now, &effects)
        leaveInstructions(&effects)
        leaveNote(&effects)
        tell(faults.stuck.rested(), at: now, &effects)
        if floor.isFree { keepAwake(false, &effects) }
        runNext(at: now, &effects)
    }

    private mutating func say(_ cue: ScanCue, _ effects: inout Effects) {
        let utterance = Utterance(
            id: utterances.next(), voice: faults.voices.audible(.cue), kind: .cue, precedence: .cue,
            parts: cue.isAskedBack ? question(of: cue) : parts(of: cue),
            language: levels.maker.boards.boards[levels.maker.boards.start]?.language, pace: cue.pace)
        floor.cues(utterance.id, cue.token)
        effects.add(.voice(.speak(utterance)))
    }

    /// The item, its open request, and its number among how many.
    private func parts(of cue: ScanCue) -> [SpeechPart] {
        let level = levels[cue.level]
        var parts: [SpeechPart] = scanning.stepSound ? [.earcon(.step)] : []
        parts += level?.cues[cue.item.id] ?? [.text(cue.item.id)]
        if case .item(let item) = level?.contents[cue.item.id], case .request = item.action,
            let entry = asking.ledger.open(need: item.id)
        {
            parts.append(.text(levels.maker.standing(of: entry, at: wall)))
        }
        if case .household(let choice) = level?.contents[cue.item.id], let standing = standing(of: choice) {
            parts.append(.text(standing))
        }
        if case .occurrence(let id) = level?.contents[cue.item.id],
            let occurrence = agenda.occurrence(id, at: planTime)
        {
            parts.append(
                .text(levels.maker.standing(of: occurrence, client: settings.client.name, at: planTime)))
        }
        if case .exercise(.open(let id)) = level?.contents[cue.item.id], exercises.isPaused(id) {
            parts.append(.text(phrases[.exerciseIsPaused]))
        }
        if case .activity(let choice) = level?.contents[cue.item.id], let standing = standing(of: choice) {
            parts.append(.text(standing))
        }
        if case .goal(let choice) = level?.contents[cue.item.id], let standing = standing(of: choice) {
            parts.append(.text(standing))
        }
        if scanning.speakPosition, let position = cue.position {
            let count = String(cue.count)
            parts.append(.text(phrases[.position, [.position: String(position), .count: count]]))
        }
        return parts
    }

    /// The item alone, as a question: a press may have meant it. It is heard at once and is over soon, so nothing is said beside it.
    private func question(of cue: ScanCue) -> [SpeechPart] {
        let level = levels[cue.level]
        var part = level?.cues[cue.item.id]?.first ?? .text(cue.item.id)
        // Without what a group holds.
        if case .item(let item) = level?.contents[cue.item.id], item.cueSound == nil {
            part = .text(item.cue)
        }
        switch part {
        case .text(let label): return [.text(askedBack(label))]
        case .recording(let path, let label): return [.recording(path: path, text: askedBack(label))]
        case .earcon, .tone, .calm: return [part]
        }
    }

    private func askedBack(_ label: String) -> String {
        label.hasSuffix("?") ? label : phrases[.meant, [.label: label]]
    }

    func keepAwake(_ isOn: Bool, _ effects: inout Effects) {
        guard settings.keepAwake else { return }
        for voice in [VoiceRole.cue, .main] { effects.add(.voice(.keepAwake(voice, isOn))) }
    }

    /// A sound that is mixed over the speech.
    mutating func sound(_ earcon: Earcon, _ effects: inout Effects) {
        let utterance = Utterance(
            id: utterances.next(), voice: faults.voices.audible(.cue), kind: .earcon, precedence: .cue,
            parts: [.earcon(earcon)])
        effects.add(.voice(.speak(utterance)))
    }

    // MARK: - Choices

    private mutating func chose(_ choice: ScanChoice, at now: Instant, _ effects: inout Effects) {
        display.spot = .init(level: choice.level, item: choice.item.id, kind: .chosen)
        presses.chose(at: choice.at)
        guard let content = levels[choice.level]?.contents[choice.item.id] else {
            finishChoice(.goOn, at: now, &effects)
            return
        }
        record(choice, leadsOn: leadsOn(content))
        switch content {
        case .item(let item):
            if case .propose(.suggestion(let suggestion)) = item.action {
                offer(suggestion, chosenIn: choice.level, at: now, &effects)
            } else {
                act(on: item, at: now, &effects)
            }
        case .proposing(let choice): act(on: choice, at: now, &effects)
        case .household(let choice): act(on: choice, at: now, &effects)
        case .exercise(let choice): act(on: choice, at: now, &effects)
        case .activity(let choice): act(on: choice, at: now, &effects)
        case .goal(let choice): act(on: choice, at: now, &effects)
        case .encouragement(let choice): act(on: choice, at: now, &effects)
        case .more(let level): finishChoice(.open(level), at: now, &effects)
        case .row(let items):
            finishChoice(.open(levels.maker.row(choice.item.id, in: choice.level, items)), at: now, &effects)
        case .confirmed(let item):
            guard case .request(let priority) = item.action else { break }
            ask(item, priority: priority, at: now, &effects)
        case .openRequest(let id):
            if let entry = asking.ledger[id] {
                finishChoice(.open(levels.maker.choices(about: entry)), at: now, &effects)
            } else {
                reply(.noLongerOpen, at: now, &effects)
            }
        case .endedCall(let entry):
            finishChoice(.open(levels.maker.choices(aboutEnded: entry)), at: now, &effects)
        case .askAgain(let request): askAgain(request, at: now, &effects)
        case .makeUrgent(let request): askAgain(request, priority: .urgent, at: now, &effects)
        case .neverMind(let id): takeBack(id, reason: nil, at: now, &effects)
        case .occurrence(let id): choseOccurrence(id, at: now, &effects)
        case .mark(let id, let change): mark(id, change, at: now, &effects)
        }
    }

    private mutating func act(on item: BoardItem, at now: Instant, _ effects: inout Effects) {
        switch item.action {
        case .group(let items):
            finishChoice(.open(levels.maker.group(item, items)), at: now, &effects)
        case .open(let path):
            finishChoice(.open(levels.maker.board(path)), at: now, &effects)
        case .pace(let change): changePace(change, at: now, &effects)
        case .propose(.by(let way)): openProposing(way, at: now, &effects)
        // Handled in the level to which it belongs.
        case .propose(.suggestion): finishChoice(.goOn, at: now, &effects)
        case .speak where sharing.isDoor: choseClient(item.id, at: now, &effects)
        case .speak:
            runChoice(Script(steps: [.say(words(of: item))]), at: now, &effects)
        case .list(.today): openPlan(at: now, &effects)
        case .list(.needs): openAddedNeeds(at: now, &effects)
        case .list(.chores): openChores(at: now, &effects)
        case .list(.points): openPoints(at: now, &effects)
        case .list(.rewards): openRewards(at: now, &effects)
        case .list(.people): openPeople(at: now, &effects)
        case .list(.exercises): openExercises(at: now, &effects)
        case .list(.assignments): openAssignments(at: now, &effects)
        case .list(.goals): openGoals(at: now, &effects)
        case .list(.encouragement): openEncouragement(at: now, &effects)
        case .list(.pain): finishChoice(.open(levels.maker.pain), at: now, &effects)
        case .list(.body): finishChoice(.open(levels.maker.bodyParts), at: now, &effects)
        case .list(.calls):
            let open = asking.ledger.all
            let ended = asking.calls.list(besides: open, at: wall)
            if open.isEmpty, ended.isEmpty {
                let words = announcement(.text(phrases[.emptyList]))
                runChoice(Script(steps: [.say(words)]), at: now, &effects)
            } else {
                let list = levels.maker.calls(open: open, ended: ended, at: wall)
                finishChoice(.open(list), at: now, &effects)
            }
        case .list(.requests):
            let open = asking.ledger.all
            if open.isEmpty {
                let words = announcement(.text(phrases[.emptyList]))
                runChoice(Script(steps: [.say(words)]), at: now, &effects)
            } else {
                finishChoice(.open(levels.maker.requests(open, at: wall)), at: now, &effects)
            }
        case .request(let priority):
            if let entry = asking.ledger.open(need: item.id) {
                let state = announcement(.text(levels.maker.words(for: entry)))
                let ending = Script.Ending.open(levels.maker.choices(about: entry))
                runChoice(
                    Script(request: entry.new.id, steps: [.say(state)], ending: ending), at: now, &effects)
            } else if isWithdrawn(item) {
                reply(.noLongerOnBoard, at: now, &effects)
            } else if item.confirm {
                finishChoice(.open(levels.maker.confirmation(of: item)), at: now, &effects)
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

    /// The choice was handled; waiting announcements come first.
    mutating func finishChoice(_ ending: Script.Ending, at now: Instant, _ effects: inout Effects) {
        switch ending {
        // The scan has left that choice: it was ended, and a press may have woken it again, while this was said.
        case .open where !scanner.isSelecting, .reopen where !scanner.isSelecting:
            runNext(at: now, &effects)
        case .open(let level), .reopen(let level), .enter(let level):
            levels.add(level)
            switch ending {
            case .reopen: scan(scanner.reopen(level.scan, at: now), at: now, &effects)
            case .enter: scan(scanner.enter(level.scan, at: now), at: now, &effects)
            case .open, .goOn, .goOnCelebrating, .exercise:
                scan(scanner.open(level.scan, at: now), at: now, &effects)
            }
            if !floor.isFree {
                // Chosen while something is being announced: the first cue waits for its end.
                scan(scanner.pauseNow(at: now), at: now, &effects)
            } else if scanner.isResting {
                runNext(at: now, &effects)
            } else if floor.queue.hasUrgent {
                scan(scanner.pauseNow(at: now), at: now, &effects)
            } else if !floor.queue.isEmpty {
                scan(scanner.pauseAtStepEnd(true, at: now), at: now, &effects)
            }
        case .goOn: runNext(at: now, &effects)
        case .goOnCelebrating: runNext(isBetweenActs: true, at: now, &effects)
        // It has ended while the choice waited for its turn.
        case .exercise where exercises.play == nil: runNext(at: now, &effects)
        case .exercise(let event): exercise(event, at: now, &effects)
        }
    }
}
