import Care
import Foundation
import Kiosk
import Scanning
import Speech
import Station

extension Week {
    // MARK: - Sessions and what they want

    mutating func tell(kiosk event: KioskEvent) {
        tally.events += 1
        let effects = kiosk.handle(event, at: now, wall: wall)
        witness(effects, [], now)
        for effect in effects {
            switch effect {
            case .voice(let command): play(command, .kiosk)
            case .ask(let new):
                tally.requests += 1
                agenda.add(.kiosk(.care(.recorded(new.id))), at: after(15))
                agenda.add(.arrives(new), at: after(100))
            case .respond(let request, let response):
                agenda.add(.kiosk(.care(.recorded(response.id))), at: after(15))
                agenda.add(.answered(request, response, .kiosk), at: after(110))
            case .report(let fault): journal(.fault(fault))
            case .observed, .keepPace, .keepExercise, .keepEncouragement, .acknowledge, .toldAhead, .show,
                .log, .propose, .mark,
                .receipt,
                .household, .mood, .tell, .readHousehold, .use, .said:
                break
            }
        }
    }

    mutating func tell(station event: StationEvent) {
        tally.events += 1
        let effects = station.handle(event, at: now, wall: wall)
        witness([], effects, now)
        for effect in effects {
            switch effect {
            case .voice(let command): play(command, .station)
            case .respond(let request, let response):
                agenda.add(.station(.care(.recorded(response.id))), at: after(15))
                agenda.add(.answered(request, response, .station), at: after(110))
            case .report(let fault): journal(.fault(fault))
            case .acknowledge, .log, .mark, .receipt: break
            }
        }
    }

    // MARK: - The service

    mutating func arrive(_ new: NewRequest) {
        guard !service.isAway else {
            service.waiting.append(.arrives(new))
            return
        }
        tell(kiosk: .care(.delivered(new.id)))
        if let earlier = new.asksAgain.flatMap({ service.open.removeValue(forKey: $0) }) {
            let over = moved(earlier, .cancelled, by: nil, reason: "asked_again")
            journal(.request(over, .state(.cancelled)))
        }
        let request = Request(
            id: new.id, client: new.client, clientName: new.clientName, need: new.need, label: new.label,
            called: new.called, say: new.say, priority: new.priority, state: .asked, askedAt: new.askedAt,
            receivedAt: wall, changedAt: wall, asksAgain: new.asksAgain, sequence: service.sequence + 1)
        service.open[new.id] = request
        journal(.request(request, .state(.asked)))
        for (minutes, news) in [
            (5, JournalEvent.RequestNews.escalated(minutes: 5)), (5, .stillWaiting(minutes: 5)),
            (15, .stillWaiting(minutes: 15)), (30, .askAgain(minutes: 30)),
        ] {
            agenda.add(.reminds(new.id, news), at: after(minutes * 60_000))
        }
    }

    mutating func answered(_ id: UUID, _ response: NewResponse, _ side: Side) {
        guard !service.isAway else {
            service.waiting.append(.answered(id, response, side))
            return
        }
        guard let request = service.open[id] else {
            switch side {
            case .kiosk: tell(kiosk: .care(.rejected(response.id, detail: "it has ended", nil)))
            case .station: tell(station: .care(.rejected(response.id, detail: "it has ended", nil)))
            }
            return
        }
        tally.answers += 1
        let changed = moved(request, response.state, by: response.by, reason: response.reason)
        service.open[id] = response.state.isOpen ? changed : nil
        switch side {
        case .kiosk: tell(kiosk: .care(.delivered(response.id)))
        case .station: tell(station: .care(.delivered(response.id)))
        }
        journal(.request(changed, .state(response.state)))
    }

    private func moved(_ request: Request, _ state: RequestState, by name: String?, reason: String?)
        -> Request
    {
        var changed = request
        changed.state = state
        changed.changedAt = wall
        changed.changedBy = name
        changed.reason = reason
        changed.sequence = service.sequence + 1
        return changed
    }

    mutating func remind(_ id: UUID, _ news: JournalEvent.RequestNews) {
        guard var request = service.open[id], !service.isAway else { return }
        if case .escalated = news {
            request.escalation += 1
            service.open[id] = request
        }
        journal(.request(request, news))
    }

    mutating func journal(_ content: JournalEvent.Content) {
        if case .fault(let fault) = content {
            tally.faults += 1
            let key = "\(fault.source) \(fault.kind.rawValue)"
            service.faults[key] = fault.isActive ? fault : nil
        }
        service.sequence += 1
        guard !service.isAway else { return }
        let event = JournalEvent(sequence: service.sequence, at: wall, content: content)
        agenda.add(.kiosk(.care(.journal(event))), at: after(5))
        agenda.add(.station(.care(.journal(event))), at: after(5))
    }

    mutating func serviceReturns() {
        service.isAway = false
        tell(kiosk: .care(.serviceBack))
        tell(station: .care(.serviceBack))
        connect()
        for happening in service.waiting { agenda.add(happening, at: now) }
        service.waiting = []
    }

    mutating func connect() {
        let open = service.open.values.sorted { $0.askedAt < $1.askedAt }
        let faults = service.faults.sorted { $0.key < $1.key }.map(\.value)
        tell(kiosk: .care(.connected(openRequests: open, openFaults: faults, sequence: service.sequence)))
        tell(station: .care(.connected(openRequests: open, openFaults: faults, sequence: service.sequence)))
    }

    // MARK: - Speakers

    mutating func play(_ command: VoiceCommand, _ side: Side) {
        switch command {
        case .speak(let utterance):
            if utterance.kind == .announcement || utterance.kind == .alert { tally.announcements += 1 }
            apply(queues[side.rawValue].handle(.add(utterance)), side)
        case .cut(let id): apply(queues[side.rawValue].handle(.cut(id)), side)
        case .cutAll(let role): apply(queues[side.rawValue].handle(.cutAll(role)), side)
        case .keepAwake: break
        }
    }

    mutating func apply(_ actions: [SpeechQueue.Action], _ side: Side) {
        for action in actions {
            switch action {
            case .sound(let id, _):
                told(.started(id, at: now), side)
                agenda.add(.soundEnded(id, side), at: after(60))
            case .speak(let id, let parts):
                told(.started(id, at: now), side)
                agenda.add(.wordsEnded(id, side), at: after(300 + 250 * parts.count))
            case .cut(let id): told(.cut(id, at: now), side)
            case .finish(let id): told(.finished(id, at: now), side)
            }
        }
    }

    /// At once, but after what is being handled: as a mailbox would.
    private mutating func told(_ event: VoiceEvent, _ side: Side) {
        switch side {
        case .kiosk: agenda.add(.kiosk(.voice(event)), at: now)
        case .station: agenda.add(.station(.voice(event)), at: now)
        }
    }
}
