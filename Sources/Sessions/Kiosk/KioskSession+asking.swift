import Activities
import Boards
import Care
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// The id of the need that the help key asks for.
    static let helpNeed = CallCard.helpNeed

    // MARK: - Trying out

    /// Says a sentence, or calls as if the client had chosen it: then people see that it arrives, all the way.
    ///
    /// A test never gets in a person's way: while something is scanned, chosen or said, it makes no call, and a sentence waits its turn.
    mutating func take(_ trial: Trial, at now: Instant, _ effects: inout Effects) {
        switch trial.kind {
        case .sound:
            let words = Script.Words(
                voice: .main, kind: .announcement, precedence: .main, parts: [.text(phrases[.soundTest])])
            announce(Script(steps: [.say(words)]), at: now, &effects)
        case .call:
            guard isResting, asking.ledger.open(need: Request.testNeed) == nil else { return }
            let request = NewRequest(
                id: trial.id, client: settings.client.id, clientName: settings.client.name,
                need: Request.testNeed, label: phrases[.testLabel], called: phrases[.testCalled],
                say: phrases[.testSay], priority: .normal, askedAt: wall)
            let words = Script.Words(
                voice: .main, kind: .say, precedence: .main, parts: [.text(request.say)])
            ask(request, saying: words, at: now, &effects)
        }
    }

    // MARK: - Asking

    mutating func ask(_ item: BoardItem, priority: Priority, at now: Instant, _ effects: inout Effects) {
        let request = NewRequest(
            id: newID(), client: settings.client.id, clientName: settings.client.name, need: item.id,
            label: item.label, called: item.called, say: item.say,
            symbol: symbol(ofNeed: item.id)?.written, priority: priority, askedAt: wall)
        ask(request, saying: words(of: item), at: now, &effects)
    }

    /// The help key: an urgent call from anywhere, without scanning.
    ///
    /// - Parameter say: The words in place of the client's own.
    mutating func askForHelp(saying say: String? = nil, at now: Instant, _ effects: inout Effects) {
        if sharing.isDoor {
            sharing.callsHelp = true
            return
        }
        if let entry = asking.ledger.open(need: Self.helpNeed) {
            // There is a call already: the person needs to hear its state, and not what else they have chosen.
            if saysInstructions || saysNote { scan(scanner.restNow(at: now), at: now, &effects) }
            let words = announcement(.text(levels.maker.words(for: entry)))
            announce(Script(request: entry.new.id, isUrgent: true, steps: [.say(words)]), at: now, &effects)
            return
        }
        scan(scanner.restNow(at: now), at: now, &effects)
        // This call replaces a countdown to it.
        if floor.isCountdown { cut(floor.drop(), &effects) }
        var request = helpRequest()
        if let say { request.say = say }
        ask(request, saying: helpWords(request), at: now, &effects)
    }

    mutating func helpRequest() -> NewRequest {
        NewRequest(
            id: newID(), client: settings.client.id, clientName: settings.client.name, need: Self.helpNeed,
            label: phrases[.helpLabel], called: phrases[.helpCalled], say: phrases[.helpSay],
            priority: .urgent, askedAt: wall)
    }

    func helpWords(_ request: NewRequest) -> Script.Words {
        Script.Words(voice: .main, kind: .say, precedence: .main, parts: [.text(request.say)])
    }

    /// Repeats an earlier request as a new request that names the old one.
    mutating func askAgain(
        _ old: NewRequest, priority: Priority? = nil, at now: Instant, _ effects: inout Effects
    ) {
        let request = NewRequest(
            id: newID(), client: old.client, clientName: settings.client.name, need: old.need,
            label: old.label,
            called: old.called, say: old.say, symbol: old.symbol, priority: priority ?? old.priority,
            askedAt: wall,
            asksAgain: old.id)
        let words = Script.Words(voice: .main, kind: .say, precedence: .main, parts: [.text(old.say)])
        ask(request, saying: words, confirmedBy: .askedAgain, at: now, &effects)
    }

    /// It goes to the disk at the press. Only "asked" waits for that, not the words before it.
    private mutating func ask(
        _ request: NewRequest, saying words: Script.Words, confirmedBy phrase: PhraseKey = .asked,
        at now: Instant,
        _ effects: inout Effects
    ) {
        let steps = asked(request, saying: words, confirmedBy: phrase, &effects)
        runChoice(Script(request: request.id, steps: steps), at: now, &effects)
    }

    /// Hands the request over, and returns what is then said.
    mutating func asked(
        _ request: NewRequest, saying words: Script.Words, confirmedBy phrase: PhraseKey,
        _ effects: inout Effects
    ) -> [Script.Step] {
        asking.handOver(request, isPromised: faults.reach.isServiceAway, chosenAt: presses.chosenAt)
        presses.recorder.asked(request.id, at: wall)
        effects.add(.ask(request))
        var steps: [Script.Step] = [
            .say(words), .recorded(request.id), .say(announcement(.earcon(.asked), .text(phrases[phrase]))),
            .sayKeepTrying(isUrgent: request.priority == .urgent), .sayHeard(request.id),
        ]
        if request.priority < .urgent, scanning.undoWindow > .zero {
            steps += [
                .say(announcement(.text(phrases[.takeBack]))),
                .window(.takeBack(request), length: scanning.undoWindow),
            ]
        }
        return steps
    }

    /// The call reached nobody, and the client must know. The rest of the running script would be false.
    mutating func couldNotStore(_ id: UUID, _ effects: inout Effects) {
        let request = asking.lost(id)
        var said = phrases[.notStored]
        if let title = agenda.lost(id)?.title {
            updates.contentsChanged()
            said = phrases[.markLost, [.label: title]]
        } else if let command = agenda.lostCommand(id) {
            updates.contentsChanged()
            said = lostWords(command)
        } else if let title = lostMood(id) {
            said = phrases[.markLost, [.label: title]]
        } else if let draft = proposing.lost(id) {
            said = phrases[.proposalLost, [.need: draft.label]]
        }
        if let request {
            // The service may have called it out already, under the same id, so that it is one alarm.
            report(.requestNotStored, id: id, isActive: true, detail: request.new.say, &effects)
        }
        let words = announcement(.earcon(.fault), .text(said), kind: .fault)
        floor.change { $0.steps = [.say(words)] }
    }

    // MARK: - Answers of the client

    /// A press in a window: the rest of the script is dropped.
    mutating func answer(_ question: Script.Question, at now: Instant, _ effects: inout Effects) {
        journal.told(floor.answered())
        switch question {
        case .takeBack(let request): takeBack(request.id, reason: "undo", at: now, &effects)
        case .askAgain(let request): askAgain(request, at: now, &effects)
        case .markDone(let told):
            // In its present state; the plan itself may not have come yet.
            let occurrence = agenda.occurrence(told.id, at: planTime) ?? agenda.standing(told, at: planTime)
            let isOneOfMany = occurrence.isGoal && occurrence.count > 1
            mark(occurrence, isOneOfMany ? .partDone : .done, at: now, &effects)
        case .begin(let told): begin(told.id, at: now, &effects)
        case .meet(let appointment): begin(way(to: appointment), at: now, &effects)
        case .unmark(let entry, let occurrence): unmark(entry, occurrence, at: now, &effects)
        case .propose(let draft): propose(draft, at: now, &effects)
        case .restoreSpelling(let text): restoreSpelling(text, at: now, &effects)
        case .join(let id): answered(.joined, about: id, at: now, &effects)
        case .come(let appointment): come(to: appointment, at: now, &effects)
        case .tellMood(let id): answered(.opened, about: id, at: now, &effects)
        case .stopHelp:
            let words = announcement(.text(phrases[.helpStopped]))
            runChoice(Script(steps: [.say(words)]), at: now, &effects)
        }
    }

    mutating func takeBack(_ id: UUID, reason: String?, at now: Instant, _ effects: inout Effects) {
        guard let entry = asking.takeBack(id) else {
            reply(.noLongerOpen, at: now, &effects)
            return
        }
        presses.recorder.tookBack(id, inWindow: reason != nil, at: wall)
        let response = NewResponse(
            id: newID(), state: .cancelled, by: settings.client.name, reason: reason, at: wall)
        asking.willStore(response.id)
        effects.add(.respond(request: id, response))
        let words = announcement(.text(phrases[.takenBack, [.need: entry.new.called]]))
        runChoice(Script(request: id, steps: [.recorded(response.id), .say(words)]), at: now, &effects)
    }

    mutating func newID() -> UUID { .version7(at: wall, using: &generator) }
}
