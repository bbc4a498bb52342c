import Care
import Foundation
import HomeFiles
import Scanning
import Speech

extension StationSession {
    // MARK: - What the connection tells

    mutating func take(_ event: StationCareEvent, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .recorded(let id):
            if isServiceAway { tellThatItWaits(id) }
        case .notRecorded(let id, let detail):
            effects.add(.log("the answer could not be kept: \(detail)"))
            guard let answer = answers.removeValue(forKey: id) else { return }
            reply(phrases[.answerLost], earcon: .fault)
            reopen(answer.request, at: now)
        case .delivered(let id): confirm(id)
        case .rejected(let id, let detail, let request):
            effects.add(.log("the service refused \(id): \(detail)"))
            refused(id, request, at: now, &effects)
        case .connected(let requests, let faults, let sequence):
            // The list is the truth: what the stream repeats of the time before is not news.
            seen = sequence
            connected(requests, faults, at: now, &effects)
        case .journal(let event): take(event, at: now, &effects)
        case .serviceLost(let detail):
            effects.add(.log("the service is away: \(detail)"))
            guard !alarms.contains(where: { $0.subject == .serviceLost }) else { return }
            alarms.append(Alarm(subject: .serviceLost, dueAt: now))
            for id in answers.keys { tellThatItWaits(id) }
        case .serviceBack:
            effects.add(.log("the service is back"))
            guard let index = alarms.firstIndex(where: { $0.subject == .serviceLost }) else { return }
            if alarms.remove(at: index).wasSounded { reply(phrases[.serviceBack]) }
        }
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
            case .serviceLost: false
            }
        }
        lastEnded = alarms.filter(isOver).compactMap(\.request)
        alarms.removeAll(where: isOver)
        for request in requests { take(request, at: now, &effects) }
        for fault in faults { take(fault, at: now, &effects) }
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
        // An open request or fault is told again at every connection: nothing has to wait for its words.
        if event.sequence > 0 { effects.add(.acknowledge(event.sequence)) }
    }

    // MARK: - Requests and faults

    private mutating func take(_ request: Request, at now: Instant, _ effects: inout Effects) {
        // An answer given here that the service does not have yet stands.
        let isAnsweredHere = answers.values.contains {
            $0.request.id == request.id && $0.response.state != .heard
        }
        guard let index = alarms.firstIndex(where: { $0.request?.id == request.id }) else {
            guard request.state.isOpen, !isAnsweredHere else { return }
            let isSilent = request.state.isAnswered
            alarms.append(
                Alarm(
                    subject: .request(request), dueAt: isSilent ? nil : now,
                    wasSounded: request.state != .asked, isMadeUrgent: isMadeUrgent(request)))
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
        // The station's own loss of sound cannot be told by its sound.
        guard fault.source != "station" || fault.kind != .soundLost else { return }
        let known = alarms.firstIndex {
            $0.fault?.kind == fault.kind && $0.fault?.clientName == fault.clientName
        }
        if fault.isActive {
            guard !alarms.contains(where: { $0.fault?.id == fault.id }) else { return }
            // Each request that could not be stored is a person to go to.
            if let known, fault.kind != .requestNotStored {
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
            if isBeingSaid || over.contains(where: \.wasSounded) { reply(words(for: fault, isOver: true)) }
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
        if request.state == .cancelled {
            reply(phrases[.alertTakenBack, [.client: request.clientName, .need: request.called]])
        } else if answer.response.state != .heard {
            reply(phrases[.answeredAlready, [.caregiver: request.changedBy ?? settings.caregiver.name]])
        }
        take(request, at: now, &effects)
    }
}

extension Fault {
    /// Whether that end is this fault's: of requests that could not be stored, those with the same words (or all).
    fileprivate func isEnded(by end: Fault) -> Bool {
        kind == end.kind && clientName == end.clientName
            && (kind != .requestNotStored || end.detail.isEmpty || end.detail == detail)
    }
}
