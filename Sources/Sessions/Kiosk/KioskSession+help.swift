import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// Help from anywhere, without scanning: says that it is going to call, and calls unless a press stops it.
    ///
    /// - Parameter since: When its first press began: what those presses asked for was not meant.
    mutating func countDownToHelp(since: Instant, at now: Instant, _ effects: inout Effects) {
        guard !floor.isCountdown else { return }
        if asking.ledger.open(need: Self.helpNeed) != nil {
            askForHelp(at: now, &effects)
            return
        }
        takeBackAllUnmeant(since: since, at: now, &effects)
        cut(floor.interrupt(), &effects)
        let words = Script.Words(
            voice: .main, kind: .announcement, precedence: .announcement,
            parts: [.earcon(.window), .text(phrases[.helpCountdown])])
        keepAwake(true, &effects)
        floor.countDown(Script(isUrgent: true, steps: [.countdown(words, .stopHelp), .callHelp]))
        step(at: now, &effects)
    }

    /// Ends the scan, and takes back what presses since then have chosen.
    mutating func takeBackAllUnmeant(since: Instant, at now: Instant, _ effects: inout Effects) {
        // Done first, while the running script has the floor: at rest it would go to a waiting script.
        scan(scanner.restNow(at: now), at: now, &effects)
        takeBackUnmeant(since: since, &effects)
        unmarkUnmeant(since: since, &effects)
    }

    /// A request whose press was one of those that meant help.
    private mutating func takeBackUnmeant(since: Instant, _ effects: inout Effects) {
        guard let entry = asking.takeBackUnmeant(since: since) else { return }
        dropChoice(of: entry.new.id, &effects)
        let response = NewResponse(
            id: newID(), state: .cancelled, by: settings.client.name, reason: "help instead", at: wall)
        effects.add(.respond(request: entry.new.id, response))
    }

    /// Ends and forgets all that acts on a choice that was not meant.
    mutating func dropChoice(of id: UUID, _ effects: inout Effects) {
        let dropped = floor.dropChoice(of: id)
        journal.told(dropped.told)
        cut(dropped.cut, &effects)
    }

    /// Cuts words that are not to be heard any more.
    func cut(_ utterance: UtteranceID?, _ effects: inout Effects) {
        if let utterance { effects.add(.voice(.cut(utterance))) }
    }
}
