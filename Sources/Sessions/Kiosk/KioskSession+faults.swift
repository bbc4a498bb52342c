import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    // MARK: - To the caregivers

    /// Reports a fault to the caregivers, unless they know it.
    mutating func begin(_ kind: FaultKind, detail: String, _ effects: inout Effects) {
        effects.add(.log("\(kind.rawValue): \(detail)"))
        guard faults.begin(kind, detail: detail) else { return }
        report(kind, isActive: true, detail: detail, &effects)
    }

    /// Reports that it is over, if it was reported.
    mutating func end(_ kind: FaultKind, _ effects: inout Effects) {
        guard faults.end(kind) else { return }
        report(kind, isActive: false, detail: "", &effects)
    }

    /// Files were read: the mistakes of all of them are one fault.
    mutating func tellRead(_ files: FaultBook.Files, mistake: String?, _ effects: inout Effects) {
        let all = faults.read(files, mistake: mistake)
        if all.isEmpty { end(.boardRefused, &effects) } else { begin(.boardRefused, detail: all, &effects) }
    }

    mutating func report(
        _ kind: FaultKind, id: UUID? = nil, isActive: Bool, detail: String, _ effects: inout Effects
    ) {
        effects.add(
            .report(
                Fault(
                    id: id ?? newID(), source: "kiosk", kind: kind, isActive: isActive,
                    clientName: settings.client.name, detail: detail, at: wall)))
    }

    /// To the client, of what is wrong with the machine.
    mutating func tell(
        _ key: PhraseKey, by voice: VoiceRole = .main, at now: Instant, _ effects: inout Effects
    ) {
        guard sharing.tellsOfMachine else { return }
        var words = announcement(.earcon(.fault), .text(phrases[key]), kind: .fault)
        words.voice = voice
        announce(Script(steps: [.say(words)]), at: now, &effects)
    }

    /// What the service believes is brought in line with what is: faults of an earlier run end, and what could not
    /// be told is told.
    mutating func reconcile(_ open: [Fault], _ effects: inout Effects) {
        // The kiosk's connection itself reports a missing agenda.
        let mine = open.filter {
            $0.source == "kiosk" && $0.client ?? settings.client.id == settings.client.id
                && !$0.kind.isLostCall && $0.kind != .planLost && $0.kind != .recordUnreadable
        }
        for fault in faults.reconcile(mine) {
            report(fault.kind, isActive: fault.isActive, detail: fault.detail, &effects)
        }
    }

    // MARK: - Switches

    mutating func switchArrived(_ id: Int, _ name: String, at now: Instant, _ effects: inout Effects) {
        faults.switches.arrived(id, name)
        switchMayBeBack(at: now, &effects)
    }

    mutating func switchWorks(_ edge: SwitchEdge, at now: Instant, _ effects: inout Effects) {
        faults.switches.works(edge.source.device, SwitchUse(edge.role, in: settings.scanning.mode))
        switchMayBeBack(at: now, &effects)
    }

    private mutating func switchMayBeBack(at now: Instant, _ effects: inout Effects) {
        guard let told = faults.detail(.switchUnplugged), told != faults.switches.toldMissing else { return }
        guard faults.switches.toldMissing.isEmpty else {
            // One of several is back.
            begin(.switchUnplugged, detail: faults.switches.toldMissing, &effects)
            return
        }
        end(.switchUnplugged, &effects)
        tell(.switchBack, at: now, &effects)
    }

    mutating func tellSwitchFaults(at now: Instant, _ effects: inout Effects) {
        guard faults.switches.tellsMissing(at: now) else { return }
        begin(.switchUnplugged, detail: faults.switches.toldMissing, &effects)
        tell(.switchLost, at: now, &effects)
    }

    mutating func tell(_ change: StuckSwitches.Change?, at now: Instant, _ effects: inout Effects) {
        switch change {
        case .began:
            begin(.switchStuck, detail: "held for \(settings.stuckAfter)", &effects)
            tell(.switchStuck, at: now, &effects)
        case .over: end(.switchStuck, &effects)
        case nil: break
        }
    }

    // MARK: - Sound

    mutating func soundLost(
        _ voice: VoiceRole, _ detail: String, at now: Instant, _ effects: inout Effects
    ) {
        let loss = faults.voices.lost(voice)
        guard loss != .known else { return }
        begin(.soundLost, detail: detail, &effects)
        if case .told(let other) = loss { tell(.soundLost, by: other, at: now, &effects) }
    }

    /// Words with gaps are better than none: everything is said as before, and caregivers get a fault.
    mutating func soundTears(_ voice: VoiceRole, _ detail: String, _ effects: inout Effects) {
        guard faults.voices.tears(voice) else { return }
        begin(.soundTearing, detail: detail, &effects)
    }

    mutating func soundIsWhole(_ voice: VoiceRole, _ effects: inout Effects) {
        if faults.voices.isWhole(voice) { end(.soundTearing, &effects) }
    }

    mutating func soundRestored(_ voice: VoiceRole, at now: Instant, _ effects: inout Effects) {
        switch faults.voices.restored(voice) {
        case .known: break
        case .all:
            end(.soundLost, &effects)
            tell(.soundBack, at: now, &effects)
        case .one where floor.isFree && !floor.queue.isEmpty && sharing.turn != .waits:
            // What waited for a voice.
            if scanner.isResting {
                runNext(at: now, &effects)
            } else {
                scan(scanner.pauseAtStepEnd(true, at: now), at: now, &effects)
            }
        case .one: break
        }
    }
}
