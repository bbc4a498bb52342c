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
            if answers.asksReason != nil { abandonReason(&effects) }
        }
    }

    /// What an answer key can mean.
    private enum Meant {
        case request(Request)
        case item(StationItem)
    }

    /// What an answer key means: not a request whose alert has only just begun, and a reminder only while no
    /// request is open, or if it was chosen.
    private func meant(by press: SwitchPress, for state: RequestState) -> Meant? {
        if state == .met, let request = keys.goingTo.flatMap(board.request) { return .request(request) }
        if let item = foremostItem(meantBy: press) { return .item(item) }
        if let request = keys.earlier(at: press.began).flatMap(board.request) { return .request(request) }
        // Never one that nobody has heard yet.
        let request =
            keys.request.flatMap(board.request)
            ?? board.all.lazy.filter(\.wasSounded).compactMap(\.request).min {
                $0.askedAt < $1.askedAt
            }
        return request.map(Meant.request) ?? remainingItem(meantBy: press).map(Meant.item)
    }

    /// Any other key ends a question that expects a digit.
    private mutating func leaveQuestion(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        guard let asks = plan.asks else { return }
        switch press.role {
        case .digit, .snooze: return
        case .onTheWay, .met, .declined:
            // The answer replaces the question if both are about the same.
            let state: RequestState = press.role == .met ? .met : .onTheWay
            guard case .item(let item) = meant(by: press, for: state),
                item.occurrence.itemID == asks.item.occurrence.itemID
            else { break }
            plan.asks = nil
            speech.dropQuestion(asks.question)
            if speech.sounding?.id == asks.question { cutSounding(at: now, &effects) }
            return
        case .select, .step, .back, .help, .next, .sayAgain, .open, .undo: break
        }
        settle(asks, at: now, &effects)
    }

    /// The key has no target: no client waits, but perhaps an occurrence does.
    private mutating func replyNothing() {
        let count = plan.openItems.count + plan.leftOut
        reply(count == 0 ? phrases[.nothingOpen] : phrases[.nobodyWaitsBut, [.count: "\(count)"]])
    }

    /// Open requests: the unanswered first, the more urgent first, the older first.
    var ranked: [Request] {
        board.all.compactMap(\.request).sorted { left, right in
            let leftKey = (left.state.isAnswered ? 1 : 0, right.priority, left.askedAt)
            let rightKey = (right.state.isAnswered ? 1 : 0, left.priority, right.askedAt)
            return leftKey < rightKey
        }
    }

    // MARK: - Answering

    private mutating func answer(
        _ state: RequestState, _ press: SwitchPress, at now: Instant, _ effects: inout Effects
    ) {
        answers.reasonIsSettled()
        if keys.isRepeated(state, at: press.began) { return }
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
        // Undo applies only to the last mark, never to an earlier one.
        plan.lastMark = nil
        let response = NewResponse(
            id: newID(), state: state, by: settings.caregiver.name, reason: reason,
            takesOver: answers.takesOver(request), at: wall)
        answers.give(response, to: request)
        keys.answered(request.id, state)
        // It stops ringing at the key, not when the service has answered.
        if state == .onTheWay {
            board.silence(.request(request.id))
        } else if board.remove(.request(request.id)) != nil {
            keys.ended(request.id)
        }
        effects.add(.respond(request: request.id, response))
    }

    /// After the alarm of a request that could not be stored, any answer key reports that somebody goes to
    /// see.
    private mutating func acknowledgeLostRequest(_ effects: inout Effects) -> Bool {
        guard var fault = board.takeLostCall() else { return false }
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
        guard let sounding = speech.sounding, sounding.purpose == .request(request) else { return }
        effects.add(.voice(.cut(sounding.id)))
        _ = speech.end(sounding.id)
    }

    // MARK: - Declining

    private mutating func askReason(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        let request: Request
        switch meant(by: press, for: .declined) {
        case .request(let meant): request = meant
        case .item(let item):
            answers.reasonIsSettled()
            askWhyLeftOut(item, at: now, &effects)
            return
        case nil:
            replyNothing()
            return
        }
        silence(request.id, &effects)
        if let alarm = board[.request(request.id)], alarm.dueAt == nil, !request.state.isAnswered {
            board.ring(alarm.key, at: now.advanced(by: PendingAnswers.reasonLimit))
        }
        answers.askReason(for: request.id, at: now)
        reply(reasonQuestion, rank: 0)
    }

    private var reasonQuestion: String {
        let choices = phrases.reasons.enumerated().map { index, reason in
            phrases[.reasonChoice, [.digit: "\(index + 1)", .reason: reason]]
        }
        return ([phrases[.reasonQuestion]] + choices).joined(separator: " ")
    }

    private mutating func chooseReason(_ digit: Int, at now: Instant, _ effects: inout Effects) {
        guard let asked = answers.asksReason else { return }
        // The rest of the question is no longer needed.
        speech.dropQuestions()
        if speech.sounding?.purpose == .reply { cutSounding(at: now, &effects) }
        guard digit > 0 else {
            abandonReason(&effects)
            return
        }
        guard phrases.reasons.indices.contains(digit - 1) else {
            answers.askReason(for: asked.request, at: now)
            reply(phrases[.reasonUnknown])
            return
        }
        answers.reasonIsSettled()
        guard let request = board.request(asked.request) else { return }
        respond(to: request, .declined, reason: phrases.reasons[digit - 1], &effects)
    }

    mutating func abandonReason(_ effects: inout Effects) {
        answers.reasonIsSettled()
        reply(phrases[.reasonAbandoned])
    }

    // MARK: - Looking round

    /// Steps through the open requests, then the due occurrences.
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

    /// The position among the requests, then items, that the keys mean now.
    private func presentPlace(_ open: [Request], _ items: [RoutineOccurrence]) -> Int? {
        let item = plan.aim.flatMap { aim in items.firstIndex { $0.itemID == aim.item.occurrence.itemID } }
            .map { $0 + open.count }
        if plan.aim?.isChosen == true, let item { return item }
        return keys.request.flatMap { id in open.firstIndex { $0.id == id } } ?? (open.isEmpty ? item : nil)
    }

    private mutating func sayAgain(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        if let item = foremostItem(meantBy: press) {
            choose(item.occurrence, at: now, &effects)
            return
        }
        if let request = keys.request.flatMap(board.request) ?? ranked.first {
            soundNow(request, at: now, &effects)
        } else if let item = item(meantBy: press) {
            choose(item.occurrence, at: now, &effects)
        } else {
            replyNothing()
        }
    }

    private mutating func soundNow(_ request: Request, at now: Instant, _ effects: inout Effects) {
        cutSounding(at: now, &effects)
        board.silence(.request(request.id))
        guard let alarm = board[.request(request.id)] else { return }
        sound(alarm, at: now, &effects)
        keys.choose()
    }
}
