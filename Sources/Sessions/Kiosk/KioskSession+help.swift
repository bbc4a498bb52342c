import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// Help from anywhere, without scanning: says that it is going to call, and calls unless a press stops it.
    ///
    /// - Parameter since: When the first press of it began: what those presses have asked for by the way was not meant.
    mutating func countDownToHelp(since: Instant, at now: Instant, _ effects: inout Effects) {
        guard running?.isCountdown != true else { return }
        if ledger.open(need: Self.helpNeed) != nil {
            askForHelp(at: now, &effects)
            return
        }
        // First, while the running script still has the floor: rest would give it to what waits.
        scan(scanner.restNow(at: now), at: now, &effects)
        takeBackUnmeant(since: since, &effects)
        unmarkUnmeant(since: since, &effects)
        interrupt(&effects)
        let words = Script.Words(
            voice: .main, kind: .announcement, precedence: .announcement,
            parts: [.earcon(.window), .text(phrases[.helpCountdown])])
        keepAwake(true, &effects)
        runChoice(
            Script(isCountdown: true, isUrgent: true, steps: [.countdown(words, .stopHelp), .callHelp]),
            at: now,
            &effects)
    }

    /// A request whose press was one of those that meant help.
    private mutating func takeBackUnmeant(since: Instant, _ effects: inout Effects) {
        // One that asks again has taken the place of an older one, which was meant.
        guard let lastAsked, lastAsked.chosenAt >= since, let entry = ledger[lastAsked.id],
            entry.new.priority < .urgent, entry.new.asksAgain == nil
        else { return }
        ledger.remove(lastAsked.id)
        stored[lastAsked.id] = nil
        promised.remove(lastAsked.id)
        self.lastAsked = nil
        if running?.request == entry.new.id { drop(&effects) }
        announcements.removeAll { $0.isChoice && $0.request == entry.new.id }
        let response = NewResponse(
            id: newID(), state: .cancelled, by: settings.client.name, reason: "help instead", at: wall)
        effects.add(.respond(request: entry.new.id, response))
    }

    /// Ends the running script at once; what it still had to say is not true any more.
    mutating func drop(_ effects: inout Effects) {
        silence(&effects)
        running = nil
        wait = nil
    }

    /// Takes the floor from the running script; it goes on afterwards, from the words that were cut.
    private mutating func interrupt(_ effects: inout Effects) {
        guard var script = running else { return }
        let words = saying.map { Script.Step.say($0) }
        switch wait {
        case .utterance: script = anew(script)
        case .recorded(let id, _): script.steps.insert(.recorded(id), at: 0)
        // A question is put again, with its words and its whole time.
        case .opening(_, let question, let length, _):
            script.steps.insert(
                contentsOf: [words, .window(question, length: length)].compactMap { $0 }, at: 0)
        case .window(let question, let opened, let until):
            let again = Script.Step.window(question, length: opened.duration(to: until))
            script.steps.insert(contentsOf: [words, again].compactMap { $0 }, at: 0)
        case .countdown, nil: break
        }
        silence(&effects)
        running = nil
        wait = nil
        announcements.insert(script, at: 0)
    }

    private mutating func silence(_ effects: inout Effects) {
        switch wait {
        case .utterance(let id, _), .opening(let id, _, _, _), .countdown(let id, _, _, _):
            effects.add(.voice(.cut(id)))
        case .recorded, .window, nil: break
        }
    }
}
