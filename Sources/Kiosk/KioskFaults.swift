import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech

/// What is wrong at the kiosk now, so that each fault is told once when it begins and once when it is over.
struct KioskFaults: Sendable {
    /// A switch that is back so soon was only plugged in anew, and nobody is called.
    static let unplugGrace: Duration = .seconds(2)
    /// A kiosk that has seen no switch for so long after its start has none.
    static let startGrace: Duration = .seconds(5)

    var active: Set<FaultKind> = []
    /// The names of the switches that are plugged in.
    var present: [String] = []
    /// The switch that is missing, and when that is to be told.
    var missing: (name: String, tellAt: Instant?)?
    var lostVoices: Set<VoiceRole> = []

    var nextWake: Instant? { missing?.tellAt }

    mutating func expectSwitch(from now: Instant) {
        guard present.isEmpty else { return }
        missing = ("no switch found", now.advanced(by: Self.startGrace))
    }

    mutating func lost(_ name: String, at now: Instant) {
        if let index = present.firstIndex(of: name) { present.remove(at: index) }
        missing = (name, now.advanced(by: Self.unplugGrace))
    }
}

extension KioskSession {
    // MARK: - To the caregivers

    /// Tells the caregivers of a fault, unless they know it.
    mutating func begin(_ kind: FaultKind, detail: String, _ effects: inout Effects) {
        effects.add(.log("\(kind.rawValue): \(detail)"))
        guard faults.active.insert(kind).inserted else { return }
        report(kind, isActive: true, detail: detail, &effects)
    }

    /// Tells that it is over, if it was told.
    mutating func end(_ kind: FaultKind, _ effects: inout Effects) {
        guard faults.active.remove(kind) != nil else { return }
        report(kind, isActive: false, detail: "", &effects)
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

    /// To the client.
    private mutating func tell(
        _ key: PhraseKey, by voice: VoiceRole = .main, at now: Instant, _ effects: inout Effects
    ) {
        var words = announcement(.earcon(.fault), .text(phrases[key]), kind: .fault)
        words.voice = voice
        announce(Script(steps: [.say(words)]), at: now, &effects)
    }

    // MARK: - Switches

    mutating func switchArrived(_ name: String, at now: Instant, _ effects: inout Effects) {
        faults.present.append(name)
        faults.missing = nil
        guard faults.active.contains(.switchUnplugged) else { return }
        end(.switchUnplugged, &effects)
        tell(.switchBack, at: now, &effects)
    }

    mutating func tellSwitchFaults(at now: Instant, _ effects: inout Effects) {
        guard let missing = faults.missing, let tellAt = missing.tellAt, tellAt <= now else { return }
        faults.missing = (missing.name, nil)
        begin(.switchUnplugged, detail: missing.name, &effects)
        tell(.switchLost, at: now, &effects)
    }

    mutating func stuck(_ isStuck: Bool, at now: Instant, _ effects: inout Effects) {
        if isStuck {
            begin(.switchStuck, detail: "held for \(settings.stuckAfter)", &effects)
            tell(.switchStuck, at: now, &effects)
        } else {
            end(.switchStuck, &effects)
        }
    }

    // MARK: - Sound

    mutating func soundLost(
        _ voice: VoiceRole, _ detail: String, at now: Instant, _ effects: inout Effects
    ) {
        // The alert voice is the station's.
        guard voice != .alert, faults.lostVoices.insert(voice).inserted else { return }
        begin(.soundLost, detail: detail, &effects)
        let other: VoiceRole = voice == .main ? .cue : .main
        if !faults.lostVoices.contains(other) { tell(.soundLost, by: other, at: now, &effects) }
    }

    mutating func soundRestored(_ voice: VoiceRole, at now: Instant, _ effects: inout Effects) {
        guard faults.lostVoices.remove(voice) != nil, faults.lostVoices.isEmpty else { return }
        end(.soundLost, &effects)
        tell(.soundBack, at: now, &effects)
    }
}
