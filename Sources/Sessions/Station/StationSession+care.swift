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
            guard let answer = answers.take(id) else { return }
            reply(phrases[.answerLost], earcon: .fault)
            reopen(answer.request, at: now)
        case .delivered(let id):
            plan.receiptsUnderWay[id] = nil
            if let mark = plan.marks.removeValue(forKey: id) { confirm(mark) }
            endRest(id, isRefused: false, at: now, &effects)
            confirm(id, at: now)
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
            // The list is authoritative: earlier events that the stream repeats are not news.
            if sequence < seen { beginAnew() }
            seen = sequence
            connected(requests, faults, at: now, &effects)
        case .journal(let event): take(event, at: now, &effects)
        case .agenda(let agenda): take(agenda, at: now, &effects)
        case .serviceLost(let detail):
            effects.add(.log("the service is away: \(detail)"))
            guard !isServiceAway else { return }
            board.put(Alarm(subject: .serviceLost, dueAt: now))
            for id in answers.ids + Array(plan.marks.keys) { tellThatItWaits(id) }
        case .serviceBack:
            effects.add(.log("the service is back"))
            if board.remove(.serviceLost)?.wasSounded == true { reply(phrases[.serviceBack]) }
        }
    }

    /// The service counts from the beginning, with a new store: everything that it sends next is newer.
    private mutating func beginAnew() {
        plan.agenda?.sequence = 0
        plan.chargesLearnt = 0
        board.beginAnew()
    }

    /// The service's list is authoritative: what is not in it has ended.
    private mutating func connected(
        _ requests: [Request], _ faults: [Fault], at now: Instant, _ effects: inout Effects
    ) {
        let ids = Set(requests.map(\.id)).union(faults.map(\.id))
        let isOver = { (alarm: Alarm) in
            switch alarm.subject {
            case .request(let request): !ids.contains(request.id)
            case .fault(let fault): !ids.contains(fault.id)
            case .serviceLost, .routine, .proposals, .charges: false
            }
        }
        board.ended(board.remove(where: isOver).compactMap(\.request))
        for request in requests { take(request, at: now, &effects) }
        for fault in faults { take(fault, at: now, &effects) }
        reconcileOwn(faults, &effects)
    }

    private mutating func take(_ event: JournalEvent, at now: Instant, _ effects: inout Effects) {
        guard event.sequence == 0 || event.sequence > seen else { return }
        seen = max(seen, event.sequence)
        switch event.content {
        case .request(let request, let news):
            take(request, at: now, &effects)
            if case .escalated = news { board.escalate(request.id, at: now) }
        case .fault(let fault): take(fault, at: now, &effects)
        case .reminder(let reminder): take(reminder, learnt: event.sequence, at: now, &effects)
        case .pointsChanged(let standing): take(standing, at: now)
        case .grantChanged(let grant): take(grant, at: now)
        case .proposed, .proposalDecided, .occurrenceChanged, .needChanged, .routineChanged, .agendaChanged,
            .appointmentChanged, .moodLogged, .words, .unreadable:
            break
        }
        // Open requests and faults are sent again at every connection, so the acknowledgement need not wait
        // until they are sounded.
        if event.sequence > 0 { effects.add(.acknowledge(event.sequence)) }
    }

    // MARK: - Requests and faults

    mutating func take(_ told: Request, at now: Instant, _ effects: inout Effects) {
        let request = readable(told)
        guard let alarm = board[.request(request.id)] else {
            guard request.state.isOpen, !answers.isAnswered(request.id) else { return }
            let isSilent = request.state.isAnswered || answers.isRestored(request.id)
            board.put(
                Alarm(
                    subject: .request(request), dueAt: isSilent ? nil : now,
                    wasSounded: isSilent || request.state != .asked, isMadeUrgent: board.isMadeUrgent(request)
                ))
            return
        }
        guard request.state.isOpen else {
            end(alarm, request, at: now, &effects)
            return
        }
        let hadSomebody = alarm.request?.state.isAnswered ?? false
        board.change(alarm.key) { $0.subject = .request(request) }
        if request.state == .onTheWay, request.changedBy != settings.caregiver.name {
            keys.isNotGoing(to: request.id)
        }
        if request.state.isAnswered {
            board.silence(alarm.key)
        } else if !answers.isAnswered(request.id), hadSomebody || isSilentThoughLapsed(alarm, request) {
            keys.isNotGoing(to: request.id)
            board.lapse(request.id, at: now)
        }
    }

    /// Whether whoever was on the way did not come while this station had no connection: it was answered here, and has been silent
    /// since.
    private func isSilentThoughLapsed(_ alarm: Alarm, _ request: Request) -> Bool {
        request.reason == RequestState.lapsed && alarm.dueAt == nil
            && speech.sounding?.purpose != .request(request.id)
    }

    private mutating func end(
        _ alarm: Alarm, _ request: Request, at now: Instant, _ effects: inout Effects
    ) {
        board.remove(alarm.key)
        // Whoever has heard the beginning must hear that it is over.
        let isBeingSaid = speech.sounding?.purpose == .request(request.id)
        if isBeingSaid { cutSounding(at: now, &effects) }
        board.ended([request])
        plan.requestEndedAt = now
        answers.ended(request.id)
        keys.ended(request.id)
        guard request.state == .cancelled, request.reason != "asked_again", alarm.wasSounded || isBeingSaid
        else { return }
        tellOver(phrases[.alertTakenBack, [.client: request.clientName, .need: request.spokenNeed]])
    }

    /// The answer was not stored: the request rings again.
    private mutating func reopen(_ request: Request, at now: Instant) {
        if board.contains(.request(request.id)) {
            board.ring(.request(request.id), at: now)
        } else {
            board.put(Alarm(subject: .request(request), dueAt: now, wasSounded: true))
        }
    }

    private mutating func take(_ fault: Fault, at now: Instant, _ effects: inout Effects) {
        // What is wrong with a station, pages say: it may be this one, and the words of stations are about clients' kiosks.
        guard fault.source != "station" || !StationDevices.kinds.contains(fault.kind) else { return }
        let known = board.all.first { $0.fault?.isSame(as: fault) ?? false }
        if fault.isActive {
            // A newer report may name the client.
            if board.change(.fault(fault.id), { $0.subject = .fault(fault) }) { return }
            // Somebody has to go to each request that could not be stored, and to each call that another
            // machine could not read.
            let known =
                fault.kind.isLostCall ? board.all.first { $0.fault?.isReplaced(by: fault) ?? false } : known
            if let known {
                replace(known, by: fault, at: now, &effects)
            } else {
                board.put(Alarm(subject: .fault(fault), dueAt: now))
            }
        } else if known != nil {
            let over = board.remove { $0.fault?.isEnded(by: fault) ?? false }
            // Whoever has heard the beginning must hear that it is over.
            let isBeingSaid = over.contains { alarm in
                alarm.fault.map { speech.sounding?.purpose == .fault($0.id) } ?? false
            }
            if (isBeingSaid || over.contains(where: \.wasSounded)) && !isMute(fault) {
                reply(words(for: fault, isOver: true))
            }
        }
    }

    /// Whether a device stopped having gaps because it lost its sound altogether: then the gaps are not over.
    private func isMute(_ fault: Fault) -> Bool {
        fault.kind == .soundTearing
            && board.all.contains { alarm in
                guard let other = alarm.fault, other.kind == .soundLost else { return false }
                return (other.source, other.device, other.client) == (
                    fault.source, fault.device, fault.client
                )
            }
    }

    /// The same fault again is not news; another detail, such as another mistake in a file, replaces the
    /// first.
    private mutating func replace(
        _ alarm: Alarm, by fault: Fault, at now: Instant, _ effects: inout Effects
    ) {
        guard let before = alarm.fault, before.detail != fault.detail else { return }
        let isBeingSaid = speech.sounding?.purpose == .fault(before.id)
        if isBeingSaid { cutSounding(at: now, &effects) }
        board.change(alarm.key) { alarm in
            // Whoever has heard the beginning must hear that it is over.
            if isBeingSaid { alarm.wasSounded = true }
            alarm.subject = .fault(fault)
            alarm.dueAt = now
        }
    }

    // MARK: - Answers

    private var isServiceAway: Bool { board.contains(.serviceLost) }

    /// The answer is on disk, but the client does not know of it.
    private mutating func tellThatItWaits(_ id: UUID) {
        if plan.marks[id]?.waits == false {
            plan.marks[id]?.waits = true
            reply(phrases[.answerWaits])
        }
        if answers.tellsThatItWaits(id) { reply(phrases[.answerWaits]) }
    }

    /// The service has the answer: the client is told now.
    private mutating func confirm(_ id: UUID, at now: Instant) {
        guard let answer = answers.take(id) else { return }
        let values: [Placeholder: String] = [
            .client: answer.request.clientName, .need: answer.request.spokenNeed,
        ]
        switch answer.response.state {
        case .onTheWay: reply(phrases[.answeredOnTheWay, values])
        case .met: confirmDone(answer.request, at: now, values)
        case .declined: reply(phrases[.answeredDeclined, values])
        case .asked, .heard, .cancelled: break
        }
    }

    /// If others wait for the same, the keys mean the next of them: each call is met by a key of its own.
    private mutating func confirmDone(
        _ request: Request, at now: Instant, _ values: [Placeholder: String]
    ) {
        let next = ranked.first { other in
            (!other.state.isAnswered || other.changedBy == settings.caregiver.name)
                && other.need == request.need && other.client != request.client && !other.isUnreadable
                && board[.request(other.id)]?.wasSounded == true
        }
        guard let next, keys.request == nil || keys.request == next.id else {
            reply(phrases[.answeredMet, values])
            return
        }
        keys.aim(at: next.id, at: now, window: .zero)
        let same = phrases[.answeredNext, [.client: next.clientName, .need: next.spokenNeed]]
        reply(phrases[.answeredMet, values] + " " + same)
    }

    private mutating func refused(
        _ id: UUID, _ request: Request?, at now: Instant, _ effects: inout Effects
    ) {
        guard let answer = answers.take(id) else { return }
        guard let request else {
            reply(phrases[.answerLost], earcon: .fault)
            reopen(answer.request, at: now)
            return
        }
        if request.state == .cancelled || answer.response.state != .heard {
            tellRefused(request, declining: answer.response.state == .declined)
        }
        take(request, at: now, &effects)
    }

    /// Another answer was quicker, or the client has taken it back.
    ///
    /// - Parameter declining: Whether it was a decline: the same key then asks for a reason, and takes nothing over.
    mutating func tellRefused(_ request: Request, declining: Bool = false) {
        if request.state == .cancelled {
            reply(phrases[.alertTakenBack, [.client: request.clientName, .need: request.spokenNeed]])
        } else if request.state == .onTheWay, declining {
            reply(words(forAnswered: request))
        } else if request.state == .onTheWay {
            keys.isNotGoing(to: request.id)
            answers.tellTaken(request.id, by: request.changedBy)
            reply(words(forTaken: request))
        } else {
            reply(phrases[.answeredAlready, [.caregiver: request.changedBy ?? settings.caregiver.name]])
        }
    }
}

extension Fault {
    /// Whether it is the same fault of the same device and client. Names count only if an older service sends
    /// no ids. Anybody may end a request that could not be stored.
    fileprivate func isSame(as other: Fault) -> Bool {
        guard kind == other.kind, client == other.client, client != nil || clientName == other.clientName
        else { return false }
        return kind.isLostCall || key == other.key
    }

    /// Whether the service replaced this lost call by that one: each reporter has one open fault for
    /// unreadable calls.
    fileprivate func isReplaced(by other: Fault) -> Bool { kind == .callUnreadable && key == other.key }

    /// Whether that end applies to this fault: for requests that could not be stored, those with the same
    /// words (or all).
    fileprivate func isEnded(by end: Fault) -> Bool {
        isSame(as: end)
            && (!kind.isLostCall || end.detail.isEmpty || end.detail == detail)
    }
}
