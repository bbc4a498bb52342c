import Boards
import Care
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// How long a question to the client stays open at least; never less than a whole response gap.
    var answerWindow: Duration {
        return max(.seconds(4), scanning.undoWindow, scanning.scanTime + scanning.firstItemExtra)
    }

    /// The same for "Press if you have done it." and "Press to begin.", which come by themselves while the client looks elsewhere: they
    /// have to understand what was said and to reach the switch.
    var reminderWindow: Duration { max(.seconds(10), answerWindow) }

    /// Uses within this time are one.
    private static let useInterval: Duration = .seconds(60)

    /// The client is here: answers are to come here, from now on.
    mutating func isUsed(at now: Instant, _ effects: inout Effects) {
        guard !sharing.isDoor else { return }
        if journal.tellsHere, let last = sharing.lastUse, last.duration(to: now) < Self.useInterval { return }
        sharing.lastUse = now
        journal.tellsHere = true
        effects.add(.use(wall))
    }

    // MARK: - What the connection tells

    mutating func take(_ event: KioskCareEvent, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .restored(
            let requests, let marks, let proposals, let told, let putOff, let household, let moods):
            asking.restore(requests)
            household.forEach { agenda.add($0, by: settings.client.name) }
            marks.forEach { restore($0) }
            moods.forEach { agenda.add($0) }
            askOnce(moods.compactMap { mood in mood.occurrence.map { ($0, mood.value) } })
            activities.found(Set(moods.map(\.id)))
            for proposal in proposals { proposing.waits(ProposalDraft(proposal), as: proposal.id) }
            agenda.reminders.restore(told: told, putOff: putOff)
        case .recorded(let id):
            activities.stored(id)
            settled(id, as: .onDisk, at: now, &effects)
        case .notRecorded(let id, let detail):
            effects.add(.log("not stored: \(detail)"))
            settled(id, as: .nowhere, at: now, &effects)
        case .delivered(let id): delivered(id, at: now, &effects)
        case .rejected(let id, let detail, let request, let kind):
            effects.add(.log("the service refused \(id): \(detail)"))
            if markRefused(id, as: kind, at: now, &effects) || proposalRefused(id, at: now, &effects)
                || commandRefused(id, as: kind, at: now, &effects) || moodRefused(id, at: now, &effects)
            {
                break
            }
            if let request { asking.update(request) } else { refused(id, at: now, &effects) }
        case .storeFailed(let detail): begin(.storeFailed, detail: detail, &effects)
        case .storeRestored: end(.storeFailed, &effects)
        case .connected(let open, let recent, let openFaults, let sequence, let client, let told):
            serve(client, at: now, &effects)
            if journal.connected(at: sequence, told: told) {
                agenda.beginAnew()
                activities.beginAnew()
                proposing.dropDelivered()
            }
            asking.synchronize(
                with: open.filter { $0.client == settings.client.id },
                recent: recent.filter { $0.client == settings.client.id })
            faults.reach.connected(openFaults)
            reconcile(openFaults, &effects)
        case .journal(let event): take(event, at: now, &effects)
        case .caughtUp(let sequence): journal.caughtUp(to: sequence)
        case .agenda(let agenda): take(agenda, at: now, &effects)
        case .household(let household): take(household)
        case .appointments(let appointments): take(appointments, at: now, &effects)
        case .encouragement(let known):
            encouragement.take(known, of: settings.client.id)
            updates.contentsChanged()
        case .notTold(let line, let detail): notTold(line, detail, at: now, &effects)
        case .speaks(let speaks): journal.tellsHere = speaks
        case .serviceLost(let detail): serviceLost(detail, at: now, &effects)
        case .serviceBack:
            faults.reach.serviceBack()
            effects.add(.log("the service is back"))
        }
    }

    /// The home decides by the token whose kiosk this is: requests from here are stored as that client's, and
    /// only that client's events are sent. With another id from `beckon.yaml` it would ignore the answers.
    private mutating func serve(_ client: String?, at now: Instant, _ effects: inout Effects) {
        guard let client, client != settings.client.id else { return }
        effects.add(
            .log(
                "the home knows this kiosk as \(client)'s, and beckon.yaml says client.id: \(settings.client.id); "
                    + "the home's word counts. If it is wrong, pair this kiosk anew"))
        inForce.serve(client)
        // What the other one was doing is nobody's here.
        interruptExercise(at: now, &effects)
        exercises.play = nil
        activities = KioskActivities()
        agenda.forgetClient()
        encouragement.forgetClient()
        forgetWords()
    }

    private mutating func settled(
        _ id: UUID, as outcome: Asking.Stored, at now: Instant, _ effects: inout Effects
    ) {
        guard asking.settled(id, as: outcome), floor.settled(id) else { return }
        step(at: now, &effects)
    }

    /// A confirmed request that the service refused for good: the client and the caregivers must know.
    private mutating func refused(_ id: UUID, at now: Instant, _ effects: inout Effects) {
        guard let entry = asking.refused(id) else { return }
        report(.requestNotStored, id: id, isActive: true, detail: entry.new.say, &effects)
        let words = announcement(.earcon(.fault), .text(phrases[.notStored]), kind: .fault)
        announce(Script(steps: [.say(words)]), at: now, &effects)
    }

    private mutating func serviceLost(_ detail: String, at now: Instant, _ effects: inout Effects) {
        faults.reach.serviceLost()
        // Each kiosk goes on by itself.
        journal.tellsHere = true
        effects.add(.log("the service is away: \(detail)"))
        if asking.ledger.hasUndelivered {
            announce(Script(steps: [.sayKeepTrying(isUrgent: false)]), at: now, &effects)
        }
    }

    private mutating func delivered(_ id: UUID, at now: Instant, _ effects: inout Effects) {
        // What the client gave back may be anybody's by now, of which no event tells this kiosk.
        if agenda.takesBack(id) { effects.add(.readHousehold) }
        agenda.delivered(id)
        proposing.delivered(id)
        guard let entry = asking.delivered(id) else { return }
        let words = announcement(.earcon(.asked), .text(phrases[.passedOn, [.need: entry.new.called]]))
        announce(Script(request: id, steps: [.say(words)]), at: now, &effects)
    }

    // MARK: - The journal

    private mutating func take(_ event: JournalEvent, at now: Instant, _ effects: inout Effects) {
        guard journal.take(event.sequence) else { return }
        switch event.content {
        case .request(let request, let news): take(news, of: request, event.sequence, at: now, &effects)
        case .fault(let fault): faults.reach.take(fault)
        case .proposalDecided(let proposal): takeDecision(on: proposal, event.sequence, at: now, &effects)
        case .reminder(let reminder):
            // The agenda says which of the missed reminders still wait.
            if journal.isLive(event.sequence) {
                take(KnownReminder(reminder: reminder, sequence: event.sequence), at: now, &effects)
            }
        case .pointsChanged(let standing): take(standing)
        case .grantChanged(let grant): take(grant, event.sequence, at: now, &effects)
        case .occurrenceChanged(let occurrence):
            takeAnswer(to: occurrence, event, at: now, &effects)
        case .appointmentChanged(let news):
            take(news, isLive: journal.isLive(event.sequence), at: now, &effects)
        case .moodLogged(let logged): take(logged.mood)
        case .words(let words): take(words, event.sequence, at: now, &effects)
        case .proposed, .needChanged, .routineChanged, .agendaChanged, .unreadable: break
        }
    }

    private mutating func take(
        _ news: JournalEvent.RequestNews, of request: Request, _ sequence: Int64, at now: Instant,
        _ effects: inout Effects
    ) {
        guard request.client == settings.client.id else { return }
        if request.state == .met || request.state == .declined, !journal.isToldAhead(sequence) {
            display.answered(
                LedgerEntry(
                    new: NewRequest(request), since: request.askedAt, state: request.state, isDelivered: true),
                at: now)
        }
        asking.update(request)
        guard let script = script(for: news, of: request, sequence), journal.mustTell(sequence) else {
            return
        }
        if request.priority == .urgent {
            announce(script, at: now, &effects)
        } else {
            announce(script, as: .answers, at: now, &effects)
        }
    }

    private func script(
        for news: JournalEvent.RequestNews, of request: Request, _ sequence: Int64
    ) -> Script? {
        let caregiver = request.changedBy ?? settings.caregiver.name
        let words: Script.Words
        var (question, isPassing, isAnswer) = (false, false, false)
        var holdsIn: Set<RequestState> = []
        switch news {
        case .state(.asked), .state(.cancelled), .escalated, .noted, .reached: return nil
        case .state(.heard):
            (isPassing, holdsIn) = (true, [.heard])
            words = announcement(.earcon(.heard), .text(phrases[.heard]))
        case .state(.onTheWay):
            (isPassing, isAnswer, holdsIn) = (true, true, [.onTheWay])
            words = announcement(.earcon(.answered), .text(phrases[.onTheWay, [.caregiver: caregiver]]))
        case .state(.met):
            (question, isAnswer) = (true, true)
            words = announcement(
                .earcon(.answered), .text(phrases[.met, [.caregiver: caregiver, .need: request.called]]))
        case .state(.declined):
            isAnswer = true
            words = announcement(
                .earcon(.declined),
                .text(phrases[.declined, [.caregiver: caregiver, .reason: request.reason ?? ""]]))
        case .claimLapsed:
            (isPassing, holdsIn) = (true, [.heard])
            words = announcement(.earcon(.asked), .text(phrases[.claimLapsed, [.caregiver: caregiver]]))
        case .stillWaiting(let minutes):
            (isPassing, holdsIn) = (true, [.asked, .heard, .onTheWay])
            words = announcement(.text(phrases[.stillWaiting, [.minutes: "\(minutes ?? 0)"]]))
        case .askAgain(let minutes):
            (question, holdsIn) = (true, [.asked, .heard, .onTheWay])
            words = announcement(
                .text(phrases[.askAgain, [.need: request.called, .minutes: "\(minutes ?? 0)"]]))
        }
        var steps = [Script.Step.say(words)]
        let isNews = isAnswer || request.state == .heard && holdsIn == [.heard]
        let answer = isNews ? self.answer(to: request, saying: words) : nil
        if question { steps.append(.window(.askAgain(NewRequest(request)), length: answerWindow)) }
        steps.append(.acknowledge(sequence))
        return Script(
            request: request.id, isUrgent: request.priority == .urgent, isPassing: isPassing,
            isAnswer: isAnswer, answer: answer, holdsIn: holdsIn, steps: steps, sequence: sequence)
    }

    /// What the client's screen shows of it, if there is one.
    private func answer(to request: Request, saying words: Script.Words) -> Screen.Answer? {
        guard display.isOn else { return nil }
        let text = Self.words(words.parts)
        return Screen.Answer(
            request: request.id.uuidString, who: request.changedBy, state: request.state,
            words: String(text.prefix(Cards.longestText)),
            label: String(request.label.prefix(Cards.longestText)), symbol: symbol(ofNeed: request.need),
            isUrgent: request.priority == .urgent)
    }
}
