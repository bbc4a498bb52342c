import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech

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
        guard let lastAsked, lastAsked.chosenAt >= since, let entry = ledger[lastAsked.id],
            entry.new.priority < .urgent
        else { return }
        ledger.remove(lastAsked.id)
        self.lastAsked = nil
        if running?.request == entry.new.id { drop(&effects) }
        let response = NewResponse(
            id: newID(), state: .cancelled, by: settings.client.name, reason: "help instead", at: wall)
        effects.add(.respond(request: entry.new.id, response))
    }

    /// Ends the running script at once; what it still had to say is not true any more.
    private mutating func drop(_ effects: inout Effects) {
        silence(&effects)
        running = nil
        wait = nil
    }

    /// Takes the floor from the running script; it goes on afterwards, from the words that were cut.
    private mutating func interrupt(_ effects: inout Effects) {
        guard var script = running else { return }
        if case .utterance = wait, let saying { script.steps.insert(.say(saying), at: 0) }
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
