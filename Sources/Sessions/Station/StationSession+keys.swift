import Care
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension StationSession {
    // MARK: - Keys

    mutating func take(_ outputs: [FilteredPress], at now: Instant, _ effects: inout Effects) {
        for case .press(let press) in outputs {
            let click = utterance(.earcon, .alert, [.earcon(.press)])
            effects.add(.voice(.speak(click)))
            take(press, at: now, &effects)
        }
    }

    private mutating func take(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        if endReading(at: now, &effects) { return }
        leaveQuestion(press, at: now, &effects)
        switch press.role {
        case .onTheWay: answer(.onTheWay, press, at: now, &effects)
        case .met: answer(.met, press, at: now, &effects)
        case .declined: askReason(press, at: now, &effects)
        case .digit(let digit):
            if let asks = plan.asks {
                choose(digit, of: asks, at: now, &effects)
            } else {
                chooseReason(digit, at: now, &effects)
            }
        case .next: next(at: now, &effects)
        case .sayAgain: sayAgain(press, at: now, &effects)
        case .snooze: askWhen(press, at: now, &effects)
        case .open: readOpen(at: now, &effects)
        case .undo: undo(press, at: now, &effects)
        case .back, .select, .step, .help:
            if asksReason != nil { abandonReason(&effects) }
        }
    }

    /// What an answer key can mean.
    private enum Meant {
        case request(Request)
        case item(StationItem)
    }

    /// What an answer key means: no request whose alert began only just now, and a reminder only while no request is open,
    /// or where it was chosen.
    private func meant(by press: SwitchPress, for state: RequestState) -> Meant? {
        if state == .met, let request = goingTo.flatMap(request) { return .request(request) }
        if let item = foremostItem(meantBy: press) { return .item(item) }
        if let earlierTarget, earlierTarget.leftAt.duration(to: press.began) < earlierTarget.window,
            let request = request(earlierTarget.id)
        {
            return .request(request)
        }
        // Never one that nobody has heard yet.
        let request =
            target.flatMap(request)
            ?? alarms.lazy.filter(\.wasSounded).compactMap(\.request).min {
                $0.askedAt < $1.askedAt
            }
        return request.map(Meant.request) ?? remainingItem(meantBy: press).map(Meant.item)
    }

    /// Another key ends a question whose answer would have been a digit.
    private mutating func leaveQuestion(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        guard let asks = plan.asks else { return }
        switch press.role {
        case .digit, .snooze: return
        case .onTheWay, .met, .declined:
            // The answer takes the place of the question, where both are about the same.
            let state: RequestState = press.role == .met ? .met : .onTheWay
            guard case .item(let item) = meant(by: press, for: state),
                item.occurrence.itemID == asks.item.occurrence.itemID
            else { break }
            plan.asks = nil
            replies.removeAll { $0.utterance.id == asks.question }
            if sounding?.id == asks.question { cutSounding(at: now, &effects) }
            return
        case .select, .step, .back, .help, .next, .sayAgain, .open, .undo: break
        }
        settle(asks, at: now, &effects)
    }

    /// Nothing is meant: nobody waits, but perhaps something.
    private mutating func replyNothing() {
        let count = plan.openItems.count + plan.leftOut
        reply(count == 0 ? phrases[.nothingOpen] : phrases[.nobodyWaitsBut, [.count: "\(count)"]])
    }

    private func request(_ id: UUID) -> Request? { alarms.lazy.compactMap(\.request).first { $0.id == id } }

    /// Open requests: the unanswered first, the more urgent first, the older first.
    var ranked: [Request] {
        alarms.compactMap(\.request).sorted { left, right in
            let leftKey = (left.state.isAnswered ? 1 : 0, right.priority, left.askedAt)
            let rightKey = (right.state.isAnswered ? 1 : 0, left.priority, right.askedAt)
            return leftKey < rightKey
        }
    }

    // MARK: - Answering

    private mutating func answer(
        _ state: RequestState, _ press: SwitchPress, at now: Instant, _ effects: inout Effects
    ) {
        asksReason = nil
        // The same key twice in haste is one answer, not one for the next request as well.
        if let lastAnswer, lastAnswer.state == state,
            lastAnswer.at.duration(to: press.began) < Self.doubleKeyWindow
        {
            return
        }
        lastAnswer = (state, press.began)
        if acknowledgeLostRequest(&effects) { return }
        switch meant(by: press, for: state) {
        case .request(let request): respond(to: request, state, reason: nil, &effects)
        case .item(let item) where state == .met: mark(item, .done, at: now, &effects)
        case .item(let item): seeTo(item, at: now, &effects)
        case nil: replyNothing()
        }
    }

    private mutating func respond(
        to request: Request, _ state: RequestState, reason: String?, _ effects: inout Effects
    ) {
        silence(request.id, &effects)
        // What is taken back is what was noted last, never something before it.
        plan.lastMark = nil
        let response = NewResponse(
            id: newID(), state: state, by: settings.caregiver.name, reason: reason, at: wall)
        answers[response.id] = Answer(request: request, response: response)
        if state == .onTheWay { goingTo = request.id } else if goingTo == request.id { goingTo = nil }
        if let index = alarms.firstIndex(where: { $0.request?.id == request.id }) {
            // It stops ringing at the key, not when the service has answered.
            if state == .onTheWay {
                alarms[index].dueAt = nil
            } else {
                alarms.remove(at: index)
                if target == request.id { target = nil }
            }
        }
        effects.add(.respond(request: request.id, response))
    }

    /// After the alarm of a request that could not be stored, any answer key tells that somebody goes to see.
    private mutating func acknowledgeLostRequest(_ effects: inout Effects) -> Bool {
        guard case .fault(let id) = lastAlarm,
            let index = alarms.firstIndex(where: { $0.fault?.id == id && $0.fault?.kind.isLostCall == true }),
            var fault = alarms.remove(at: index).fault
        else { return false }
        fault.id = newID()
        fault.source = "station"
        fault.isActive = false
        fault.at = wall
        effects.add(.report(fault))
        reply(phrases[.goingToSee, [.client: fault.clientName ?? settings.client.name]])
        return true
    }

    /// Ends the alert of a request that was just answered.
    private mutating func silence(_ request: UUID, _ effects: inout Effects) {
        guard let sounding, sounding.purpose == .request(request) else { return }
        effects.add(.voice(.cut(sounding.id)))
        self.sounding = nil
    }

    // MARK: - Declining

    private mutating func askReason(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        let request: Request
        switch meant(by: press, for: .declined) {
        case .request(let meant): request = meant
        case .item(let item):
            asksReason = nil
            askWhyLeftOut(item, at: now, &effects)
            return
        case nil:
            replyNothing()
            return
        }
        silence(request.id, &effects)
        if let index = alarms.firstIndex(where: { $0.request?.id == request.id }), alarms[index].dueAt == nil,
            !request.state.isAnswered
        {
            alarms[index].dueAt = now.advanced(by: Self.reasonLimit)
        }
        asksReason = (request.id, now.advanced(by: Self.reasonLimit))
        reply(reasonQuestion, rank: 0)
    }

    private var reasonQuestion: String {
        let choices = phrases.reasons.enumerated().map { index, reason in
            phrases[.reasonChoice, [.digit: "\(index + 1)", .reason: reason]]
        }
        return ([phrases[.reasonQuestion]] + choices).joined(separator: " ")
    }

    private mutating func chooseReason(_ digit: Int, at now: Instant, _ effects: inout Effects) {
        guard let asked = asksReason else { return }
        // What is left of the question is not needed any more.
        replies.removeAll { $0.rank == 0 }
        if sounding?.purpose == .reply { cutSounding(at: now, &effects) }
        guard digit > 0 else {
            abandonReason(&effects)
            return
        }
        guard phrases.reasons.indices.contains(digit - 1) else {
            asksReason = (asked.request, now.advanced(by: Self.reasonLimit))
            reply(phrases[.reasonUnknown])
            return
        }
        asksReason = nil
        guard let request = request(asked.request) else { return }
        respond(to: request, .declined, reason: phrases.reasons[digit - 1], &effects)
    }

    mutating func abandonReason(_ effects: inout Effects) {
        asksReason = nil
        reply(phrases[.reasonAbandoned])
    }

    // MARK: - Looking round

    /// Goes on among the open requests, then to what is due.
    private mutating func next(at now: Instant, _ effects: inout Effects) {
        let open = ranked
        let items = plan.openItems
        guard !open.isEmpty || !items.isEmpty else {
            replyNothing()
            return
        }
        let following = ((presentPlace(open, items) ?? -1) + 1) % (open.count + items.count)
        if open.indices.contains(following) {
            soundNow(open[following], at: now, &effects)
        } else {
            choose(items[following - open.count], at: now, &effects)
        }
    }

    /// Which of the requests, then items, the keys mean now.
    private func presentPlace(_ open: [Request], _ items: [RoutineOccurrence]) -> Int? {
        let item = plan.aim.flatMap { aim in items.firstIndex { $0.itemID == aim.item.occurrence.itemID } }
            .map { $0 + open.count }
        if plan.aim?.isChosen == true, let item { return item }
        return target.flatMap { id in open.firstIndex { $0.id == id } } ?? (open.isEmpty ? item : nil)
    }

    private mutating func sayAgain(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        if let item = foremostItem(meantBy: press) {
            choose(item.occurrence, at: now, &effects)
            return
        }
        if let request = target.flatMap(request) ?? ranked.first {
            soundNow(request, at: now, &effects)
        } else if let item = item(meantBy: press) {
            choose(item.occurrence, at: now, &effects)
        } else {
            replyNothing()
        }
    }

    private mutating func soundNow(_ request: Request, at now: Instant, _ effects: inout Effects) {
        cutSounding(at: now, &effects)
        guard let index = alarms.firstIndex(where: { $0.request?.id == request.id }) else { return }
        alarms[index].dueAt = nil
        sound(alarms[index], at: now, &effects)
        // It was chosen by key: the next key means it, however soon.
        earlierTarget = nil
        goingTo = nil
    }
}
