import Care
import Foundation
import HomeFiles
import Speech
import Time

extension StationSession {
    // MARK: - What sounds next

    /// Sounds the reply that waits, or the most urgent alarm that is due.
    mutating func soundNext(at now: Instant, _ effects: inout Effects) {
        if let reply = speech.takeReply() {
            say(reply.utterance, reply.purpose, rank: reply.rank, at: now, &effects)
            return
        }
        guard let next = board.next(at: now, where: mayRing) else { return }
        cutSounding(at: now, &effects)
        if case .routine(let routine) = next.subject {
            soundRoutines(startingWith: routine, at: now, &effects)
            return
        }
        board.silence(next.key)
        sound(next, at: now, &effects)
    }

    /// One alarm at a time: only a new urgent one cuts a less urgent one, or interrupts the question about a
    /// reason. A call never waits for the announcement of a fault that is not urgent.
    func mayRing(_ alarm: Alarm) -> Bool {
        guard let sounding = speech.sounding else { return !wantsDigits || alarm.rank == Alarm.urgentRank }
        guard !alarm.wasSounded, sounding.rank < Alarm.urgentRank else { return false }
        switch sounding.purpose {
        case .fault, .serviceLost, .over, .routines, .proposals, .charges, .reading:
            return alarm.rank == Alarm.urgentRank || alarm.request != nil
        case .request, .reply: return alarm.rank == Alarm.urgentRank
        }
    }

    /// Cuts the current words; a cut alarm is sounded again afterwards.
    mutating func cutSounding(at now: Instant, _ effects: inout Effects) {
        guard let sounding = speech.sounding else { return }
        effects.add(.voice(.cut(sounding.id)))
        ended(sounding.id, wasCut: true, at: now, &effects)
    }

    mutating func sound(_ alarm: Alarm, at now: Instant, _ effects: inout Effects) {
        board.isSounding(alarm)
        switch alarm.subject {
        case .request(let request):
            let isUrgent = request.priority == .urgent
            let earcon: Earcon =
                switch request.priority {
                case .normal: .alertLow
                case .soon: .alertMedium
                case .urgent: .alertHigh
                }
            // Each escalation makes it louder by a fifth.
            let gain = min(2, 1 + 0.2 * Double(request.escalation))
            let utterance = utterance(
                .alert, isUrgent ? .urgentAlert : .alert,
                [.earcon(earcon), .text(words(for: request, alarm))],
                gain: gain)
            aim(at: request.id, at: now, words: earcon.length)
            say(utterance, .request(request.id), rank: alarm.rank, at: now, &effects)
        case .fault(let fault):
            let isUrgent = fault.kind.isLostCall
            let utterance = utterance(
                .fault, isUrgent ? .urgentAlert : .alert,
                [.earcon(isUrgent ? .alertHigh : .fault), .text(words(for: fault, isOver: false))])
            say(utterance, .fault(fault.id), rank: alarm.rank, at: now, &effects)
        case .serviceLost:
            let words: [SpeechPart] = [.earcon(.fault), .text(phrases[.serviceLost])]
            say(utterance(.fault, .alert, words), .serviceLost, rank: alarm.rank, at: now, &effects)
        // Told together with others if there are many.
        case .routine: break
        case .proposals(let proposals):
            let words: [SpeechPart] = [.earcon(.reminder), .text(self.words(for: proposals))]
            say(utterance(.alert, .alert, words), .proposals, rank: alarm.rank, at: now, &effects)
        case .charges(let reminders):
            let words: [SpeechPart] = [.earcon(.reminder), .text(self.words(forCharges: reminders))]
            say(
                utterance(.alert, .alert, words), .charges(reminders), rank: alarm.rank, at: now, &effects)
        }
    }

    /// The answer keys mean this request from shortly after its words have begun, which is `words` after its
    /// sound.
    mutating func aim(at request: UUID, at now: Instant, words: Duration) {
        leaveItem(at: now, words: words + Self.lateKeyWindow)
        keys.aim(at: request, at: now, window: words + Self.lateKeyWindow)
    }

    mutating func say(
        _ utterance: Utterance, _ purpose: StationSpeech.Sounding.Purpose, rank: Int, at now: Instant,
        _ effects: inout Effects
    ) {
        speech.begin(utterance, purpose, rank: rank, at: now)
        effects.add(.voice(.speak(utterance)))
    }

    /// An answer to a key goes before every alarm that is not sounding yet.
    ///
    /// - Parameter rank: what an alarm must exceed to cut it; a long question gives way to every urgent call.
    /// - Returns: Its id.
    @discardableResult
    mutating func reply(
        _ text: String, earcon: Earcon? = nil, rank: Int = Alarm.urgentRank
    ) -> UtteranceID {
        let parts: [SpeechPart] = (earcon.map { [.earcon($0)] } ?? []) + [.text(text)]
        let utterance = utterance(.announcement, .urgentAlert, parts)
        speech.add(.init(utterance: utterance, purpose: .reply, rank: rank))
        return utterance.id
    }

    /// The end of an alarm must be heard, but no urgent call waits for it.
    mutating func tellOver(_ text: String) {
        let words = utterance(.announcement, .urgentAlert, [.text(text)])
        speech.add(.init(utterance: words, purpose: .over(text), rank: Alarm.urgentRank - 1))
    }

    mutating func utterance(
        _ kind: UtteranceKind, _ precedence: Precedence, _ parts: [SpeechPart], gain: Double = 1
    ) -> Utterance {
        Utterance(
            id: utterances.next(), voice: .alert, kind: kind, precedence: precedence, parts: parts,
            language: phrases.language, gain: gain)
    }

    // MARK: - Words

    /// With substitutes for the unreadable words, so that it can be called out and answered like any other.
    func readable(_ request: Request) -> Request {
        guard request.isUnreadable else { return request }
        var request = request
        if request.clientName.isEmpty { request.clientName = phrases[.clientUnreadable] }
        if request.called.isEmpty { request.called = phrases[.needUnreadable] }
        return request
    }

    func words(for request: Request, _ alarm: Alarm) -> String {
        guard !request.isUnreadable else { return phrases[.alertUnreadable, [.client: request.clientName]] }
        let minutes = Self.minutes(from: request.askedAt, to: wall)
        let values: [Placeholder: String] = [.client: request.clientName, .need: request.spokenNeed]
        if alarm.isLapsed, let name = request.changedBy {
            return phrases[.alertLapsed, values.merging([.caregiver: name]) { $1 }]
        }
        let key: PhraseKey =
            if request.escalation > 0 {
                minutes > 1 ? .alertEscalated : .alertUnanswered
            } else if alarm.isMadeUrgent {
                .alertUrgent
            } else if request.asksAgain != nil {
                .alertAgain
            } else {
                minutes > 1 ? .alertWaiting : .alert
            }
        return key.placeholders.contains(.minutes)
            ? phrases[key, values.merging([.minutes: "\(minutes)"]) { $1 }] : phrases[key, values]
    }

    /// How long somebody has waited; 0 if the clock was set meanwhile, so that the words never say years.
    private static func minutes(from start: Date, to end: Date) -> Int {
        let minutes = end.timeIntervalSince(start) / 60
        return (0...mostMinutes).contains(minutes) ? Int(minutes) : 0
    }

    func words(for fault: Fault, isOver: Bool) -> String {
        phrases[
            PhraseEntry(fault.kind, isOver: isOver),
            [
                .client: fault.clientName ?? settings.client.name,
                .detail: fault.unnamedDevice.map { phrases[Self.name(of: $0)] } ?? fault.spokenDetail,
            ]]
    }

    /// What a device without a name of its own is called.
    private static func name(of kind: DeviceKind) -> PhraseKey {
        switch kind {
        case .kiosk: .deviceKiosk
        case .station: .deviceStation
        case .display: .deviceDisplay
        }
    }

    // MARK: - What the voices tell

    mutating func take(_ event: VoiceEvent, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .started: break
        case .finished(let id, _): ended(id, wasCut: false, at: now, &effects)
        case .cut(let id, _): ended(id, wasCut: true, at: now, &effects)
        case .outputLost(let voice, let detail):
            guard voice == .alert, !devices.isSoundLost else { return }
            begin(.soundLost, detail: detail, &effects)
        case .outputRestored(let voice):
            guard voice == .alert, devices.isSoundLost else { return }
            end(.soundLost, &effects)
            board.soundIsBack(at: now, grace: Self.soundGrace)
        case .outputTearing(let voice, let detail):
            guard voice == .alert else { return }
            begin(.soundTearing, detail: detail, &effects)
        case .outputWhole(let voice):
            guard voice == .alert else { return }
            end(.soundTearing, &effects)
        }
    }

    mutating func ended(_ id: UtteranceID, wasCut: Bool, at now: Instant, _ effects: inout Effects) {
        guard let sounded = speech.end(id) else { return }
        // The interval counts from beginning to beginning, with a pause between long ones; a cut alarm comes
        // again at once.
        func due(_ interval: Duration) -> Instant {
            wasCut ? now : max(sounded.began.advanced(by: interval), now.advanced(by: .seconds(1)))
        }
        switch sounded.purpose {
        case .reply:
            if let asks = plan.asks, asks.question == id {
                plan.asks?.until = now.advanced(by: asks.patience)
            }
        case .reading: break
        case .routines(let spoken): wereSpoken(spoken, sounded, wasCut: wasCut, at: now, &effects)
        case .proposals: proposalsWereSpoken(due(settings.alerts.repeatOther), wasCut: wasCut)
        case .charges(let told):
            chargesWereSpoken(told, due(settings.alerts.repeatOther), wasCut: wasCut, at: now, &effects)
        case .over(let text): if wasCut { tellOver(text) }
        case .request(let request):
            guard let request = board.request(request) else { return }
            if !request.state.isAnswered { board.ring(.request(request.id), at: due(interval(of: request))) }
            guard !wasCut, !devices.isSoundLost else { return }
            markHeard(request, &effects)
        case .fault(let fault):
            guard let kind = board[.fault(fault)]?.fault?.kind else { return }
            let interval = kind.isLostCall ? settings.alerts.repeatUrgent : Self.faultRepeat
            let isTold = !wasCut && !devices.isSoundLost && kind.isNotice
            let again = isTold ? nil : due(interval)
            board.change(.fault(fault)) { ($0.dueAt, $0.wasSounded) = (again, true) }
        case .serviceLost:
            let again = due(Self.faultRepeat)
            board.change(.serviceLost) { ($0.dueAt, $0.wasSounded) = (again, true) }
        }
    }

    private func interval(of request: Request) -> Duration {
        request.priority == .urgent ? settings.alerts.repeatUrgent : settings.alerts.repeatOther
    }

    /// It was sounded to its end: now the client may be told that it was heard.
    private mutating func markHeard(_ request: Request, _ effects: inout Effects) {
        guard board[.request(request.id)]?.wasSounded == false else { return }
        board.change(.request(request.id)) { ($0.wasSounded, $0.isLapsed) = (true, false) }
        guard request.state == .asked else { return }
        effects.add(
            .respond(request: request.id, NewResponse(id: newID(), state: .heard, at: wall)))
    }
}

extension Earcon {
    /// How long an alert's sound lasts before its words begin (`sounds/`, made by `scripts/make-sounds`).
    var length: Duration {
        switch self {
        case .alertLow: .milliseconds(690)
        case .alertMedium: .seconds(1)
        case .alertHigh: .milliseconds(3550)
        case .reminder: .milliseconds(1040)
        case .press, .step, .unsure, .wrap, .window, .asked, .heard, .answered, .declined, .fault,
            .celebration, .bird, .frog, .stream, .wind, .bee, .cricket, .bell, .garden1, .garden2,
            .garden3, .garden4, .garden5:
            .zero
        }
    }
}
