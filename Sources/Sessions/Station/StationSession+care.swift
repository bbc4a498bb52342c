import Care
import Foundation
import HomeFiles
import Speech
import Time

extension StationSession {
    // MARK: - What the connection tells

    mutating func take(_ event: StationCareEvent, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .recorded(let id):
            if isServiceAway { tellThatItWaits(id) }
        case .notRecorded(let id, let detail):
            effects.add(.log("the answer could not be kept: \(detail)"))
            plan.receiptsUnderWay[id] = nil
            if let mark = plan.marks.removeValue(forKey: id) {
                takeBack(mark, at: now)
                reply(phrases[.answerLost], earcon: .fault)
            }
            endRest(id, isRefused: true, at: now, &effects)
            guard let answer = answers.removeValue(forKey: id) else { return }
            reply(phrases[.answerLost], earcon: .fault)
            reopen(answer.request, at: now)
        case .delivered(let id):
            plan.receiptsUnderWay[id] = nil
            if let mark = plan.marks.removeValue(forKey: id) { confirm(mark) }
            endRest(id, isRefused: false, at: now, &effects)
            confirm(id)
        case .restored(let rest): restore(rest)
        case .rejected(let id, let detail, let request):
            effects.add(.log("the service refused \(id): \(detail)"))
            plan.receiptsUnderWay[id] = nil
            if let mark = plan.marks.removeValue(forKey: id) {
                takeBack(mark, at: now)
                reply(words(.notNoted, for: mark.item.occurrence), earcon: .fault)
            }
            endRest(id, isRefused: true, request, at: now, &effects)
            refused(id, request, at: now, &effects)
        case .connected(let requests, let faults, let sequence):
            // The list is the truth: what the stream repeats of the time before is not news.
            if sequence < seen { beginAnew() }
            seen = sequence
            connected(requests, faults, at: now, &effects)
        case .journal(let event): take(event, at: now, &effects)
        case .agenda(let agenda): take(agenda, at: now, &effects)
        case .serviceLost(let detail):
            effects.add(.log("the service is away: \(detail)"))
            guard !alarms.contains(where: { $0.subject == .serviceLost }) else { return }
            alarms.append(Alarm(subject: .serviceLost, dueAt: now))
            for id in Array(answers.keys) + Array(plan.marks.keys) { tellThatItWaits(id) }
        case .serviceBack:
            effects.add(.log("the service is back"))
            guard let index = alarms.firstIndex(where: { $0.subject == .serviceLost }) else { return }
            if alarms.remove(at: index).wasSounded { reply(phrases[.serviceBack]) }
        }
    }

    /// The service counts from the beginning, with a new store: whatever it tells next is newer.
    private mutating func beginAnew() {
        plan.agenda?.sequence = 0
        for index in alarms.indices { alarms[index].routine?.learnt = 0 }
    }

    /// The service's list is the truth: what it does not have any more has ended.
    private mutating func connected(
        _ requests: [Request], _ faults: [Fault], at now: Instant, _ effects: inout Effects
    ) {
        let ids = Set(requests.map(\.id)).union(faults.map(\.id))
        let isOver = { (alarm: Alarm) in
            switch alarm.subject {
            case .request(let request): !ids.contains(request.id)
            case .fault(let fault): !ids.contains(fault.id)
            case .serviceLost, .routine, .proposals: false
            }
        }
        lastEnded = alarms.filter(isOver).compactMap(\.request)
        alarms.removeAll(where: isOver)
        for request in requests { take(request, at: now, &effects) }
        for fault in faults { take(fault, at: now, &effects) }
        reconcileSound(faults, &effects)
    }

    private mutating func take(_ event: JournalEvent, at now: Instant, _ effects: inout Effects) {
        guard event.sequence == 0 || event.sequence > seen else { return }
        seen = max(seen, event.sequence)
        if let fault = event.fault { take(fault, at: now, &effects) }
        if let request = event.request {
            take(request, at: now, &effects)
            if event.kind == .escalated,
                let index = alarms.firstIndex(where: { $0.request?.id == request.id }),
                alarms[index].dueAt != nil
            {
                alarms[index].dueAt = now
            }
        }
        if let reminder = event.reminder {
            take(reminder, learnt: event.sequence, at: now, &effects)
        }
        // An open request or fault is told again at every connection: nothing has to wait for its words.
        if event.sequence > 0 { effects.add(.acknowledge(event.sequence)) }
    }

    // MARK: - Requests and faults

    mutating func take(_ told: Request, at now: Instant, _ effects: inout Effects) {
        let request = readable(told)
        // An answer given here that the service does not have yet stands.
        let isAnsweredHere = answers.values.contains {
            $0.request.id == request.id && $0.response.state != .heard
        }
        guard let index = alarms.firstIndex(where: { $0.request?.id == request.id }) else {
            guard request.state.isOpen, !isAnsweredHere else { return }
            let isSilent = request.state.isAnswered || restoredAnswers.values.contains(request.id)
            alarms.append(
                Alarm(
                    subject: .request(request), dueAt: isSilent ? nil : now,
                    wasSounded: isSilent || request.state != .asked, isMadeUrgent: isMadeUrgent(request)))
            return
        }
        guard request.state.isOpen else {
            end(index, request, at: now, &effects)
            return
        }
        alarms[index].subject = .request(request)
        if request.state.isAnswered { alarms[index].dueAt = nil }
    }

    /// Whether it asks again, at the highest priority, for what was known here at a lower one.
    private func isMadeUrgent(_ request: Request) -> Bool {
        guard request.priority == .urgent, let earlier = request.asksAgain else { return false }
        return lastEnded.contains { $0.id == earlier && $0.priority < .urgent }
    }

    private mutating func end(
        _ index: Int, _ request: Request, at now: Instant, _ effects: inout Effects
    ) {
        var alarm = alarms.remove(at: index)
        if sounding?.purpose == .request(request.id) {
            // Whoever has heard the beginning must hear that it is over.
            alarm.wasSounded = true
            cutSounding(at: now, &effects)
        }
        lastEnded = [request]
        plan.requestEndedAt = now
        if asksReason?.request == request.id { asksReason = nil }
        if target == request.id { target = nil }
        guard request.state == .cancelled, request.reason != "asked_again", alarm.wasSounded else { return }
        tellOver(phrases[.alertTakenBack, [.client: request.clientName, .need: request.called]])
    }

    /// An answer that was not kept: the request rings again.
    private mutating func reopen(_ request: Request, at now: Instant) {
        if let index = alarms.firstIndex(where: { $0.request?.id == request.id }) {
            alarms[index].dueAt = now
            return
        }
        alarms.append(Alarm(subject: .request(request), dueAt: now, wasSounded: true))
    }

    private mutating func take(_ fault: Fault, at now: Instant, _ effects: inout Effects) {
        // What is wrong with a station's sound is told where it can be read: this station may be the one.
        guard fault.source != "station" || fault.kind != .soundLost && fault.kind != .soundTearing
        else { return }
        let known = alarms.firstIndex { $0.fault?.isSame(as: fault) ?? false }
        if fault.isActive {
            if let index = alarms.firstIndex(where: { $0.fault?.id == fault.id }) {
                // A newer service may know better whose it is.
                alarms[index].subject = .fault(fault)
                return
            }
            // Each request that could not be stored is a person to go to, and so is each call that another machine could not read.
            let known =
                fault.kind.isLostCall ? alarms.firstIndex { $0.fault?.isReplaced(by: fault) ?? false } : known
            if let known {
                replace(known, by: fault, at: now, &effects)
            } else {
                alarms.append(Alarm(subject: .fault(fault), dueAt: now))
            }
        } else if known != nil {
            let over = alarms.filter { $0.fault?.isEnded(by: fault) ?? false }
            alarms.removeAll { $0.fault?.isEnded(by: fault) ?? false }
            // Whoever has heard the beginning must hear that it is over.
            let isBeingSaid = over.contains { alarm in
                alarm.fault.map { sounding?.purpose == .fault($0.id) } ?? false
            }
            if (isBeingSaid || over.contains(where: \.wasSounded)) && !isMute(fault) {
                reply(words(for: fault, isOver: true))
            }
        }
    }

    /// Whether a device that ceases to speak with gaps has no sound at all: it does not speak without gaps.
    private func isMute(_ fault: Fault) -> Bool {
        fault.kind == .soundTearing
            && alarms.contains { alarm in
                guard let other = alarm.fault, other.kind == .soundLost else { return false }
                return (other.source, other.device, other.client) == (
                    fault.source, fault.device, fault.client
                )
            }
    }

    /// The same fault again is no news; another detail, such as another mistake in a file, takes the place of the first.
    private mutating func replace(_ index: Int, by fault: Fault, at now: Instant, _ effects: inout Effects) {
        guard let before = alarms[index].fault, before.detail != fault.detail else { return }
        if sounding?.purpose == .fault(before.id) {
            cutSounding(at: now, &effects)
            // Whoever has heard the beginning must hear that it is over.
            alarms[index].wasSounded = true
        }
        alarms[index].subject = .fault(fault)
        alarms[index].dueAt = now
    }

    // MARK: - Answers

    private var isServiceAway: Bool { alarms.contains { $0.subject == .serviceLost } }

    /// The answer is on disk, but the client does not know of it.
    private mutating func tellThatItWaits(_ id: UUID) {
        if plan.marks[id]?.waits == false {
            plan.marks[id]?.waits = true
            reply(phrases[.answerWaits])
        }
        guard answers[id]?.waits == false, answers[id]?.response.state != .heard else { return }
        answers[id]?.waits = true
        reply(phrases[.answerWaits])
    }

    /// The service has the answer: the client is told now.
    private mutating func confirm(_ id: UUID) {
        guard let answer = answers.removeValue(forKey: id) else { return }
        let values: [Placeholder: String] = [
            .client: answer.request.clientName, .need: answer.request.called,
        ]
        switch answer.response.state {
        case .onTheWay: reply(phrases[.answeredOnTheWay, values])
        case .met: reply(phrases[.answeredMet, values])
        case .declined: reply(phrases[.answeredDeclined, values])
        case .asked, .heard, .cancelled: break
        }
    }

    private mutating func refused(
        _ id: UUID, _ request: Request?, at now: Instant, _ effects: inout Effects
    ) {
        guard let answer = answers.removeValue(forKey: id) else { return }
        guard let request else {
            reply(phrases[.answerLost], earcon: .fault)
            reopen(answer.request, at: now)
            return
        }
        if request.state == .cancelled || answer.response.state != .heard { tellRefused(request) }
        take(request, at: now, &effects)
    }

    /// Another answer was quicker, or the client has taken it back.
    mutating func tellRefused(_ request: Request) {
        if request.state == .cancelled {
            reply(phrases[.alertTakenBack, [.client: request.clientName, .need: request.called]])
        } else {
            reply(phrases[.answeredAlready, [.caregiver: request.changedBy ?? settings.caregiver.name]])
        }
    }
}

extension Fault {
    /// Whether it is the same trouble of the same device and client. Names count only where a service of an older version gives
    /// no ids. A request that could not be stored is anybody's to end.
    fileprivate func isSame(as other: Fault) -> Bool {
        guard kind == other.kind, client == other.client, client != nil || clientName == other.clientName
        else { return false }
        return kind.isLostCall || key == other.key
    }

    /// Whether the service has put that lost call in this one's place: of those that cannot be read, each reporter has one open.
    fileprivate func isReplaced(by other: Fault) -> Bool { kind == .callUnreadable && key == other.key }

    /// Whether that end is this fault's: of requests that could not be stored, those with the same words (or all).
    fileprivate func isEnded(by end: Fault) -> Bool {
        isSame(as: end)
            && (!kind.isLostCall || end.detail.isEmpty || end.detail == detail)
    }
}
