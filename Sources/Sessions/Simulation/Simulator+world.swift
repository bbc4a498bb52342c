import Boards
import Care
import FoundationEssentials
import HomeFiles
import Kiosk
import Scanning
import Speech
import Time

/// The simulated service, and how long everything behind the kiosk takes.
struct ServiceRecord {
    /// A small machine's disk, synced.
    static let storing: Duration = .milliseconds(15)
    static let delivering: Duration = .milliseconds(100)
    /// When a station has sounded it.
    static let hearing: Duration = .seconds(2)
    /// When somebody has come. Soon, so that one need is over before the next.
    static let meeting: Duration = .seconds(20)

    var open: [UUID: NewRequest] = [:]
    var sequence: Int64 = 0
}

extension Simulator {
    /// How long a short sound lasts; about the mean of those that ship.
    private static let soundDuration: Duration = .milliseconds(400)
    /// The clicks of presses and steps.
    private static let clickDuration: Duration = .milliseconds(25)

    // MARK: - What the kiosk wants

    mutating func perform(_ effects: [KioskEffect]) {
        witness(effects, now)
        var asks = false
        for effect in effects {
            switch effect {
            case .voice(let command):
                listen(to: command, isRequest: asks)
                play(command)
            case .ask(let new):
                asks = true
                asked(new)
                store(new.id)
            case .respond(let request, let response):
                if response.state == .cancelled { tookBack(request) }
                queue.add(.stored(response.id), at: now.advanced(by: ServiceRecord.storing))
            case .observed(let record):
                if keepsRecords { tally.records.append(record) }
                if case .weighed(let press) = record { note(press) }
            // There are no plans in this world.
            case .report, .keepPace, .keepExercise, .keepEncouragement, .acknowledge, .toldAhead, .show, .log,
                .propose, .mark,
                .receipt, .said,
                .household, .mood, .tell, .readHousehold, .use:
                break
            }
        }
    }

    /// Whether the person meant what the kiosk took the press for.
    private mutating func note(_ press: PressRecord.Weighed) {
        guard let best = press.offers.indices.max(by: { press.offers[$0].meant < press.offers[$1].meant })
        else { return }
        noteAskedBack(press.verdict)
        let back = press.offers.count - 1 - best
        let index = hands.heard.count - 1 - back
        guard hands.heard.indices.contains(index) else { return }
        tally.weighed.append(
            WeighedPress(certainty: press.offers[best].meant, isMeant: hands.meant == hands.heard[index]))
    }

    /// What it costs a person that a press of theirs is asked back: the time until one is taken.
    private mutating func noteAskedBack(_ verdict: PressRecord.Weighed.Verdict) {
        switch verdict {
        case .asked:
            tally.askedBack += 1
            if hands.meant != nil, askedBackAt == nil { askedBackAt = now }
        case .passed: break
        case .chose:
            guard let since = askedBackAt else { return }
            tally.askedBackSeconds += Double(since.duration(to: now).nanoseconds) / 1e9
            askedBackAt = nil
        }
    }

    private mutating func store(_ id: UUID) {
        queue.add(.stored(id), at: now.advanced(by: ServiceRecord.storing))
        queue.add(.delivered(id), at: now.advanced(by: ServiceRecord.delivering))
        queue.add(.answered(id, met: false), at: now.advanced(by: ServiceRecord.hearing))
        queue.add(.answered(id, met: true), at: now.advanced(by: ServiceRecord.meeting))
    }

    // MARK: - What happens

    mutating func happen(_ entry: EventQueue.Entry) {
        switch entry {
        case .edge(let role, let direction): move(role, direction)
        case .act(let act, let decision): if decision == person.decision { carryOut(act) }
        case .touch(let role, let length): touch(role, for: length)
        case .holdAgain: holdAgain()
        case .soundEnded(let id, let output): apply(queues[output].handle(.soundEnded(id)), output)
        case .wordsEnded(let id, let output): apply(queues[output].handle(.wordsEnded(id)), output)
        case .stored(let id): send(.care(.recorded(id)))
        case .delivered(let id): send(.care(.delivered(id)))
        case .answered(let id, let met): answer(id, met: met)
        }
        if !told.isEmpty { tell() }
    }

    private mutating func answer(_ id: UUID, met: Bool) {
        guard let new = service.open[id] else { return }
        if met { service.open[id] = nil }
        service.sequence += 1
        let request = Request(
            id: id, client: new.client, clientName: new.clientName, need: new.need, label: new.label,
            called: new.called, say: new.say, priority: new.priority, state: met ? .met : .heard,
            askedAt: new.askedAt, receivedAt: new.askedAt, changedAt: wall, asksAgain: new.asksAgain,
            sequence: service.sequence)
        send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: service.sequence, at: wall,
                        content: .request(request, .state(request.state))))))
    }

    // MARK: - Voices

    private mutating func play(_ command: VoiceCommand) {
        switch command {
        case .speak(let utterance):
            let output = outputs[utterance.voice] ?? 0
            if utterance.pace != 1 { paces[utterance.id] = utterance.pace }
            apply(queues[output].handle(.add(utterance)), output)
        case .cut(let id):
            for output in queues.indices { apply(queues[output].handle(.cut(id)), output) }
        case .cutAll(let role):
            let output = outputs[role] ?? 0
            apply(queues[output].handle(.cutAll(role)), output)
        case .keepAwake: break
        }
    }

    private mutating func apply(_ actions: [SpeechQueue.Action], _ output: Int) {
        for action in actions {
            switch action {
            case .sound(let id, let parts):
                told.append(.started(id, at: now))
                queue.add(.soundEnded(id, output: output), at: now.advanced(by: duration(of: parts)))
            case .speak(let id, let parts):
                told.append(.started(id, at: now))
                let pace = paces.removeValue(forKey: id) ?? 1
                queue.add(
                    .wordsEnded(id, output: output), at: now.advanced(by: duration(of: parts) / pace))
            case .cut(let id): told.append(.cut(id, at: now))
            case .finish(let id): told.append(.finished(id, at: now))
            }
        }
    }

    private func duration(of parts: [SpeechPart]) -> Duration {
        parts.reduce(.zero) { sum, part in
            switch part {
            case .text(let text), .recording(_, let text): sum + wordsDuration(text, language)
            case .earcon(.press), .earcon(.unsure), .earcon(.step): sum + Self.clickDuration
            case .earcon: sum + Self.soundDuration
            case .tone(let tone): sum + tone.length
            case .calm(let sound): sum + sound.length
            }
        }
    }
}
