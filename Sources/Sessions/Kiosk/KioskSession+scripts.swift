import Activities
import Boards
import Care
import Evidence
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// Voices always report the end of their words; if one fails to, the kiosk continues after this time.
    static let utteranceLimit: Duration = .seconds(90)
    /// A disk that has not stored a request after this time counts as failed.
    static let recordLimit: Duration = .seconds(10)

    // MARK: - Words

    /// Something that Beckon itself tells the client.
    func announcement(
        _ parts: SpeechPart..., kind: UtteranceKind = .announcement
    ) -> Script.Words {
        announcement(parts, kind: kind)
    }

    func announcement(_ parts: [SpeechPart], kind: UtteranceKind = .announcement) -> Script.Words {
        Script.Words(voice: .main, kind: kind, precedence: .announcement, parts: parts)
    }

    mutating func speak(_ words: Script.Words, _ effects: inout Effects) -> UtteranceID {
        let usual =
            words.kind == .say
            ? levels.maker.boards.boards[levels.maker.boards.start]?.language : levels.maker.phrases.language
        let utterance = Utterance(
            id: utterances.next(), voice: faults.voices.audible(words.voice), kind: words.kind,
            precedence: words.precedence,
            parts: words.parts, language: words.language ?? usual)
        effects.add(.voice(.speak(utterance)))
        return utterance.id
    }

    // MARK: - Announcing

    /// Queues an announcement, and says it as soon as it may be said.
    mutating func announce(_ script: Script, at now: Instant, _ effects: inout Effects) {
        journal.told(floor.announce(script))
        guard floor.isFree, sharing.turn != .waits,
            AnnouncementQueue.canBeTold(script, isMute: faults.voices.isMute)
        else { return }
        if scanner.isResting {
            runNext(at: now, &effects)
        } else if exercises.isRunning {
            // It says when: `goOnWithExercise`.
        } else if script.waitsForCalm {
            // It waits until the scan rests.
        } else if script.isUrgent {
            scan(scanner.pauseNow(at: now), at: now, &effects)
        } else {
            scan(scanner.pauseAtStepEnd(true, at: now), at: now, &effects)
        }
    }

    /// The same for news that the client may not want to be said: then they are only shown, and count as told once they were. Said all the same is
    /// what would be lost on a screen: what is no answer to a call, and everything where none is shown. A celebration is announced
    /// nevertheless, because it waits for its moment.
    mutating func announce(
        _ script: Script, as news: ClientNews, at now: Instant, _ effects: inout Effects
    ) {
        guard !agenda.says(news), canOnlyBeShown, var answer = script.answer else {
            announce(script, at: now, &effects)
            return
        }
        // Nothing listens for a press that a sentence invites to.
        if script.asks { answer.words = "\(answer.label): \(phrases[.stateMet])" }
        display.shows(.init(script: script, answer: answer), at: now)
    }

    /// Whether there is a screen that shows this client's own: at a shared kiosk, not while another has it. Where digits choose, the cards
    /// with the digits are never covered.
    private var canOnlyBeShown: Bool { display.isOn && sharing.turn == .uses && scanning.mode != .direct }

    /// Gives the floor to the next announcement, or back to the scanner.
    ///
    /// - Parameter isBetweenActs: Whether the client has just done something that may have brought a reward, and the scan has not gone on yet.
    mutating func runNext(
        isBetweenActs: Bool = false, at now: Instant, _ effects: inout Effects
    ) {
        guard floor.isFree else { return }
        let ledger = asking.ledger
        dropOldWords()
        journal.told(floor.dropOutdated { ledger[$0]?.state })
        if sharing.turn != .waits,
            floor.beginNext(
                isMute: faults.voices.isMute, isCalm: isCalm || (isBetweenActs && mayCelebrate),
                takesWords: takesWords)
        {
            step(at: now, &effects)
        } else if exercises.isRunning {
            if exercises.isYielding { exercise(.goOn, at: now, &effects) }
        } else if scanner.isSelecting {
            scan(scanner.resume(at: now), at: now, &effects)
        } else if scanner.isResting {
            keepAwake(false, &effects)
        } else {
            scan(scanner.unpause(at: now), at: now, &effects)
        }
    }

    // MARK: - Running

    /// Acts on a choice: at once, or when the announcement that has the floor is over.
    mutating func runChoice(_ script: Script, at now: Instant, _ effects: inout Effects) {
        if sharing.turn == .waits {
            floor.queue(choice: script)
        } else if floor.act(on: script) {
            step(at: now, &effects)
        }
    }

    /// Goes on with the running script until it has to wait.
    mutating func step(at now: Instant, _ effects: inout Effects) {
        while true {
            switch floor.next() {
            case .begin(let step):
                guard let wait = begin(step, at: now, &effects) else { continue }
                floor.wait(for: wait)
                return
            case .ended(let ending):
                finishChoice(ending, at: now, &effects)
                return
            case .none: return
            }
        }
    }

    private mutating func begin(
        _ step: Script.Step, at now: Instant, _ effects: inout Effects
    ) -> ScriptWait? {
        let limit = now.advanced(by: Self.utteranceLimit)
        switch step {
        case .say where floor.running?.celebrates != nil && !agenda.says(.rewards) && canOnlyBeShown:
            guard var script = floor.running, let celebration = script.celebration else { return nil }
            // It counts once it has stood long enough to be read; until then it may have to be told anew.
            floor.change { $0.steps = [] }
            script.steps.insert(step, at: 0)
            display.whole.celebrate(celebration, unsaid: script, at: now)
            return nil
        case .say(let words):
            floor.says(words, isForAgain: words.kind == .announcement)
            return .utterance(speak(words, &effects), limit: limit)
        case .recorded(let id):
            switch asking.takeStored(id) {
            case .pending: return .recorded(id, limit: now.advanced(by: Self.recordLimit))
            case .onDisk: break
            case .nowhere: couldNotStore(id, &effects)
            }
            return nil
        case .sayHeard(let id):
            floor.sayPassing(of: id)
            return nil
        case .sayKeepTrying(let isUrgent):
            let isWaiting = asking.ledger.hasUndelivered
            guard let phrase = faults.reach.tell(isUrgent: isUrgent, isWaiting: isWaiting) else { return nil }
            asking.promiseUndelivered()
            let words = announcement(.earcon(.fault), .text(phrases[phrase]), kind: .fault)
            floor.says(words, isForAgain: false)
            return .utterance(speak(words, &effects), limit: limit)
        case .window(let question, let length):
            let words = Script.Words(
                voice: .cue, kind: .earcon, precedence: .announcement, parts: [.earcon(.window)])
            return .opening(speak(words, &effects), question, length: length, limit: limit)
        case .countdown(let words, let question):
            return .countdown(speak(words, &effects), question, opened: nil, limit: limit)
        case .callHelp where sharing.isDoor:
            sharing.callsHelp = true
            return nil
        case .callHelp:
            guard asking.ledger.open(need: Self.helpNeed) == nil else { return nil }
            let request = helpRequest()
            let steps = asked(request, saying: helpWords(request), confirmedBy: .asked, &effects)
            floor.change {
                $0.request = request.id
                $0.steps = steps
            }
            return nil
        case .proposalKept(let draft):
            proposalKept(draft)
            return nil
        case .acknowledge(let sequence):
            journal.told([sequence])
            if let words = floor.running?.words { said(words, &effects) }
            return nil
        case .remind:
            guard let words = remind() else { return nil }
            floor.says(words, isForAgain: true)
            return .utterance(speak(words, &effects), limit: limit)
        case .reminded:
            reminded(&effects)
            return nil
        case .saysDaily(let item, let day):
            // Another kiosk may have said its own meanwhile, or the client may have gone there.
            if encouragement.dueDay(at: planTime) == day, journal.tellsHere {
                encouragement.says(item, on: day)
            } else {
                // Its day is over; another one has its own.
                floor.change { ($0.steps, $0.saying) = ([], nil) }
            }
            return nil
        }
    }

    // MARK: - What the voices tell

    mutating func take(_ event: VoiceEvent, at now: Instant, _ effects: inout Effects) {
        let (filter, late) = (presses.filter, scanning.latePressWindow)
        func isAnswering(since opened: Instant) -> Bool { filter.isWaiting(since: opened.advanced(by: late)) }
        if takeForExercise(event, at: now, &effects) { return }
        switch event {
        case .started(let id, let instant):
            act(on: floor.started(id, at: instant), heardAt: instant, at: now, &effects)
        case .finished(let id, let instant):
            noteWasHeard(by: id)
            let action = floor.finished(id, at: instant, isAnswering: isAnswering)
            act(on: action, heardAt: instant, at: now, &effects)
        case .cut(let id, let instant):
            let action = floor.cut(id, at: instant, isAnswering: isAnswering)
            act(on: action, heardAt: instant, at: now, &effects)
        case .outputLost(let voice, let detail): soundLost(voice, detail, at: now, &effects)
        case .outputRestored(let voice): soundRestored(voice, at: now, &effects)
        case .outputTearing(let voice, let detail): soundTears(voice, detail, &effects)
        case .outputWhole(let voice): soundIsWhole(voice, &effects)
        }
    }

    /// - Parameter heard: When the words ended at the sound device, from which the scanner counts.
    mutating func act(
        on action: Floor.Action, heardAt heard: Instant, at now: Instant, _ effects: inout Effects
    ) {
        switch action {
        case .nothing: break
        case .goOn: step(at: now, &effects)
        case .cueStarted(let token):
            scanner.cueStarted(token, at: heard)
            presses.weighing.judge.cueBegan(at: heard)
        case .cueEnded(let token):
            presses.weighing.judge.cueEnded(at: heard)
            scan(scanner.cueEnded(token, at: heard), at: now, &effects)
        case .cueLost: scan(scanner.repeatCue(at: now), at: now, &effects)
        case .notHeard(let words, let isGivenUp):
            effects.add(.voice(.cut(words)))
            if isGivenUp {
                effects.add(
                    .log(
                        "an announcement was not heard in \(AnnouncementQueue.attemptLimit) attempts: the next start tells it"
                    ))
            }
            runNext(at: now, &effects)
        case .notStored(let id):
            couldNotStore(id, &effects)
            step(at: now, &effects)
        }
    }
}
