import Boards
import Care
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// The voices always tell the end of what they say; should one ever fail to, the kiosk goes on after this.
    static let utteranceLimit: Duration = .seconds(90)
    /// A disk that has not taken a request after so long counts as one that does not.
    static let recordLimit: Duration = .seconds(10)
    /// So often in a row are words begun that must be heard and are cut each time: a sound card may go just then. Then they wait until
    /// a voice has been heard again.
    static let attemptLimit = 3

    // MARK: - Words

    /// Something that Beckon itself tells the client.
    func announcement(
        _ parts: SpeechPart..., kind: UtteranceKind = .announcement
    ) -> Script.Words {
        Script.Words(voice: .main, kind: kind, precedence: .announcement, parts: parts)
    }

    mutating func speak(_ words: Script.Words, _ effects: inout Effects) -> UtteranceID {
        let language =
            words.kind == .say ? maker.boards.boards[maker.boards.start]?.language : maker.phrases.language
        let utterance = Utterance(
            id: utterances.next(), voice: faults.audible(words.voice), kind: words.kind,
            precedence: words.precedence,
            parts: words.parts, language: language)
        effects.add(.voice(.speak(utterance)))
        return utterance.id
    }

    // MARK: - Announcing

    /// Puts something in the queue, and says when it may be said.
    mutating func announce(_ script: Script, at now: Instant, _ effects: inout Effects) {
        if let request = script.request {
            // What is overtaken is not worth the client's time: "heard" after "on the way".
            func isOvertaken(_ earlier: Script) -> Bool {
                earlier.isPassing && earlier.request == request && (script.isAnswer || !earlier.isAnswer)
            }
            untold.subtract(announcements.filter(isOvertaken).compactMap(\.sequence))
            announcements.removeAll(where: isOvertaken)
        }
        announcements.append(script)
        guard running == nil, canBeTold(script) else { return }
        if scanner.isResting {
            runNext(at: now, &effects)
        } else if script.isUrgent {
            scan(scanner.pauseNow(at: now), at: now, &effects)
        } else {
            scan(scanner.pauseAtStepEnd(true, at: now), at: now, &effects)
        }
    }

    /// Gives the floor to the next announcement, or back to the scanner.
    mutating func runNext(at now: Instant, _ effects: inout Effects) {
        guard running == nil else { return }
        dropWhatIsFalse()
        if announcements.contains(where: canBeTold) {
            let first =
                announcements.firstIndex(where: \.isChoice)
                ?? announcements.firstIndex { $0.isUrgent && canBeTold($0) }
                ?? announcements.firstIndex(where: canBeTold)
            guard let first else { return }
            run(announcements.remove(at: first), at: now, &effects)
        } else if scanner.isSelecting {
            scan(scanner.resume(at: now), at: now, &effects)
        } else if scanner.isResting {
            keepAwake(false, &effects)
        } else {
            scan(scanner.unpause(at: now), at: now, &effects)
        }
    }

    /// While no voice of the client's can be heard, what must be heard waits.
    func canBeTold(_ script: Script) -> Bool {
        !script.mustBeHeard || (!faults.isMute && script.attempts < Self.attemptLimit)
    }

    /// Forgets questions and states that have come true otherwise meanwhile.
    private mutating func dropWhatIsFalse() {
        let stale = announcements.filter { script in
            guard let request = script.request, !script.holdsIn.isEmpty else { return false }
            return !(ledger[request].map { script.holdsIn.contains($0.state) } ?? false)
        }
        untold.subtract(stale.compactMap(\.sequence))
        announcements.removeAll { script in
            guard let sequence = script.sequence else { return false }
            return stale.contains { $0.sequence == sequence }
        }
    }

    // MARK: - Running

    /// Acts on a choice: at once, or when the announcement that has the floor is over.
    mutating func runChoice(_ script: Script, at now: Instant, _ effects: inout Effects) {
        var script = script
        script.isChoice = true
        if running == nil { run(script, at: now, &effects) } else { announcements.append(script) }
    }

    private mutating func run(_ script: Script, at now: Instant, _ effects: inout Effects) {
        running = script
        step(at: now, &effects)
    }

    /// Goes on with the running script until it has to wait.
    mutating func step(at now: Instant, _ effects: inout Effects) {
        wait = nil
        while var script = running {
            guard !script.steps.isEmpty else {
                running = nil
                finishChoice(script.ending, at: now, &effects)
                return
            }
            let next = script.steps.removeFirst()
            running = script
            if let newWait = begin(next, at: now, &effects) {
                wait = newWait
                return
            }
        }
    }

    private mutating func begin(
        _ step: Script.Step, at now: Instant, _ effects: inout Effects
    ) -> ScriptWait? {
        let limit = now.advanced(by: Self.utteranceLimit)
        switch step {
        case .say(let words):
            saying = words
            if words.kind == .announcement { lastSaid = words }
            return .utterance(speak(words, &effects), limit: limit)
        case .recorded(let id):
            switch stored[id] {
            case .pending: return .recorded(id, limit: now.advanced(by: Self.recordLimit))
            case .onDisk: stored[id] = nil
            case .nowhere, nil: couldNotStore(id, &effects)
            }
            return nil
        case .sayHeard(let id):
            guard let index = announcements.firstIndex(where: { $0.request == id && $0.isPassing }) else {
                return nil
            }
            running?.steps.insert(contentsOf: announcements.remove(at: index).steps, at: 0)
            return nil
        case .sayKeepTrying(let isUrgent):
            guard isUrgent || !saidKeepTrying, !deafness.isEmpty || (isServiceAway && ledger.hasUndelivered)
            else {
                return nil
            }
            saidKeepTrying = true
            promised.formUnion(ledger.all.filter { !$0.isDelivered }.map(\.new.id))
            let phrase = phrases[isServiceAway ? .keepTrying : .notHeardYet]
            let words = announcement(.earcon(.fault), .text(phrase), kind: .fault)
            saying = words
            return .utterance(speak(words, &effects), limit: limit)
        case .window(let question, let length):
            let words = Script.Words(
                voice: .cue, kind: .earcon, precedence: .announcement, parts: [.earcon(.window)])
            return .opening(speak(words, &effects), question, length: length, limit: limit)
        case .countdown(let words, let question):
            return .countdown(speak(words, &effects), question, opened: nil, limit: limit)
        case .callHelp:
            running?.isCountdown = false
            guard ledger.open(need: Self.helpNeed) == nil else { return nil }
            let request = helpRequest()
            running?.request = request.id
            let steps = asked(request, saying: helpWords(request), confirmedBy: .asked, &effects)
            running?.steps = steps
            return nil
        case .proposalKept(let draft):
            proposalKept(draft)
            return nil
        case .acknowledge(let sequence):
            untold.remove(sequence)
            return nil
        case .remind:
            guard let words = remind() else { return nil }
            saying = words
            lastSaid = words
            return .utterance(speak(words, &effects), limit: limit)
        case .reminded:
            reminded(&effects)
            return nil
        }
    }

    /// What was waited for has taken too long, or a window has closed.
    mutating func expire(_ expired: ScriptWait, at now: Instant, _ effects: inout Effects) {
        switch expired {
        case .utterance(let id, _):
            if isToldAgain(id, atOnce: false, at: now, &effects) { return }
            step(at: now, &effects)
        case .countdown: step(at: now, &effects)
        case .window: step(at: now, &effects)
        case .opening(_, let question, let length, _):
            wait = .window(question, opened: now, until: now.advanced(by: length))
        case .recorded(let id, _):
            couldNotStore(id, &effects)
            step(at: now, &effects)
        }
    }

    // MARK: - What the voices tell

    mutating func take(_ event: VoiceEvent, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .started(let id, let instant):
            if let cue, cue.id == id {
                scanner.cueStarted(cue.token, at: instant)
            } else if case .opening(id, let question, let length, _) = wait {
                wait = .window(question, opened: instant, until: instant.advanced(by: length))
            } else if case .countdown(id, let question, _, let limit) = wait {
                wait = .countdown(id, question, opened: instant, limit: limit)
            }
        case .finished(let id, let instant):
            for index in announcements.indices { announcements[index].attempts = 0 }
            cuesCut = 0
            ended(id, at: instant, now, &effects)
        case .cut(let id, let instant):
            if let cue, cue.id == id, cuesCut < Self.attemptLimit {
                // An urgent alert took its place: nobody has heard what a press would choose.
                cuesCut += 1
                scan(scanner.repeatCue(at: now), at: now, &effects)
                return
            }
            if isToldAgain(id, atOnce: true, at: now, &effects) { return }
            ended(id, at: instant, now, &effects)
        case .outputLost(let voice, let detail): soundLost(voice, detail, at: now, &effects)
        case .outputRestored(let voice): soundRestored(voice, at: now, &effects)
        case .outputTearing(let voice, let detail): soundTears(voice, detail, &effects)
        case .outputWhole(let voice): soundIsWhole(voice, &effects)
        }
    }

    /// What a caregiver has done is not told by words that were cut, or that no voice came to: they are begun anew.
    private mutating func isToldAgain(
        _ id: UtteranceID, atOnce: Bool, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        guard case .utterance(id, _) = wait, let cut = running, cut.mustBeHeard else { return false }
        drop(&effects)
        var script = anew(cut)
        script.attempts = atOnce ? script.attempts + 1 : Self.attemptLimit
        announcements.insert(script, at: 0)
        if script.attempts >= Self.attemptLimit {
            effects.add(
                .log(
                    "an announcement was not heard in \(Self.attemptLimit) attempts: the next start tells it")
            )
        }
        runNext(at: now, &effects)
        return true
    }

    private mutating func ended(
        _ id: UtteranceID, at instant: Instant, _ now: Instant, _ effects: inout Effects
    ) {
        if let cue, cue.id == id {
            self.cue = nil
            scan(scanner.cueEnded(cue.token, at: instant), at: now, &effects)
        } else if case .utterance(id, _) = wait {
            step(at: now, &effects)
        } else if case .countdown(id, let question, let opened, _) = wait {
            if let opened, filter.isWaiting(since: opened.advanced(by: scanning.latePressWindow)) {
                // A press has begun in time: whether it counts is seen when it was held long enough.
                wait = .window(question, opened: opened, until: instant)
            } else {
                step(at: now, &effects)
            }
        }
    }
}
