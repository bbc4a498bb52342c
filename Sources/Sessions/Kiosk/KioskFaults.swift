import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

/// What is wrong at the kiosk now, so that each fault is told once when it begins and once when it is over.
struct KioskFaults: Sendable {
    /// A switch that is back so soon was only plugged in anew, and nobody is called.
    static let unplugGrace: Duration = .seconds(2)
    /// A kiosk that has seen no switch for so long after its start has none.
    static let startGrace: Duration = .seconds(5)

    /// What is wrong, with its detail.
    var active: [FaultKind: String] = [:]
    /// The names of the devices that are plugged in, by their ids.
    private var present: [Int: String] = [:]
    /// What those of them that were pressed are used for: a keyboard that somebody plugs in for a moment is nobody's
    /// switch.
    private var uses: [Int: Set<SwitchUse>] = [:]
    /// A switch that is not there.
    struct Missing: Sendable {
        /// Empty where none was found at the start.
        var name: String
        /// What it was used for.
        var uses: Set<SwitchUse>
        /// `nil` when it has been told.
        var tellAt: Instant?
    }

    /// In the order in which they were lost.
    private(set) var missing: [Missing] = []
    /// The client's voices that cannot be heard now.
    var lostVoices: Set<VoiceRole> = []
    /// Voices that play, and interrupt words.
    var tornVoices: Set<VoiceRole> = []
    /// How many keys seem stuck: those that were pressed, and those that were down before anything was read.
    var stuckKeys = 0
    var foundStuckKeys = 0

    var isStuck: Bool { stuckKeys + foundStuckKeys > 0 }

    /// The name of a device that is plugged in.
    func name(of device: Int) -> String { present[device] ?? "" }

    var isMute: Bool { lostVoices.isSuperset(of: [.main, .cue]) }

    /// Who says it instead while one of the client's two voices cannot be heard: scanning that the room hears is better
    /// than scanning that nobody hears, and the earphone better than silence after a choice.
    func audible(_ voice: VoiceRole) -> VoiceRole {
        switch voice {
        case .main: lostVoices == [.main] ? .cue : .main
        case .cue: lostVoices == [.cue] ? .main : .cue
        case .alert: .alert
        }
    }

    var nextWake: Instant? { missing.compactMap(\.tellAt).min() }

    mutating func expectSwitch(from now: Instant) {
        guard present.isEmpty else { return }
        missing = [Missing(name: "", uses: [], tellAt: now.advanced(by: Self.startGrace))]
    }

    mutating func lost(_ id: Int, _ name: String, at now: Instant) {
        present[id] = nil
        let uses = uses.removeValue(forKey: id)
        guard uses != nil || present.isEmpty else { return }
        missing.append(Missing(name: name, uses: uses ?? [], tellAt: now.advanced(by: Self.unplugGrace)))
    }

    /// It is no longer missing; where none was found at the start, any is good enough.
    mutating func arrived(_ id: Int, _ name: String) {
        present[id] = name
        missing.removeAll(where: \.name.isEmpty)
        if let same = missing.firstIndex(where: { $0.name == name }) { missing.remove(at: same) }
    }

    /// A press that does what the missing switch did shows that the client has one again, whatever its name; that the other
    /// of two works shows nothing.
    mutating func works(_ id: Int, _ use: SwitchUse) {
        uses[id, default: []].insert(use)
        missing.removeAll { $0.uses.isEmpty || $0.uses.contains(use) }
    }

    /// Whether there are missing switches to be told of by now; they count as told then.
    mutating func tellsMissing(at now: Instant) -> Bool {
        let due = missing.indices.filter { missing[$0].tellAt.map { $0 <= now } ?? false }
        for index in due { missing[index].tellAt = nil }
        return !due.isEmpty
    }

    /// All missing switches that were told of, for a fault's detail.
    var toldMissing: String {
        missing.filter { $0.tellAt == nil }.map { $0.name.isEmpty ? "no switch found" : $0.name }
            .joined(separator: ", ")
    }
}

/// What a device is for, as its presses show: the digits of a keypad belong together.
enum SwitchUse: Hashable, Sendable {
    case digits
    case role(SwitchRole)

    init(_ role: SwitchRole, in mode: ScanParameters.Mode) {
        switch role {
        case .digit: self = .digits
        // Where nothing is stepped through by hand, it is a second switch that chooses.
        case .step where mode != .step && mode != .stepDwell: self = .role(.select)
        case .select, .step, .back, .help, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open,
            .undo:
            self = .role(role)
        }
    }
}

extension KioskSession {
    // MARK: - To the caregivers

    /// Tells the caregivers of a fault, unless they know it.
    mutating func begin(_ kind: FaultKind, detail: String, _ effects: inout Effects) {
        effects.add(.log("\(kind.rawValue): \(detail)"))
        let before = faults.active.updateValue(detail, forKey: kind)
        // Another mistake in the place of the first is news; the first is not over by that.
        guard before != detail else { return }
        report(kind, isActive: true, detail: detail, &effects)
    }

    /// Tells that it is over, if it was told.
    mutating func end(_ kind: FaultKind, _ effects: inout Effects) {
        guard faults.active.removeValue(forKey: kind) != nil else { return }
        report(kind, isActive: false, detail: "", &effects)
    }

    /// What is wrong in any of the files that were changed is one fault.
    mutating func tellMistakes(_ effects: inout Effects) {
        let all = [mistakes.boards, mistakes.proposing].compactMap(\.self).joined(separator: " ")
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

    /// To the client.
    mutating func tell(
        _ key: PhraseKey, by voice: VoiceRole = .main, at now: Instant, _ effects: inout Effects
    ) {
        var words = announcement(.earcon(.fault), .text(phrases[key]), kind: .fault)
        words.voice = voice
        announce(Script(steps: [.say(words)]), at: now, &effects)
    }

    /// What the service believes is brought in line with what is: faults of an earlier run end, and what could not
    /// be told is told.
    mutating func reconcile(_ open: [Fault], _ effects: inout Effects) {
        // That the agenda does not come, the kiosk's connection tells itself.
        let mine = open.filter {
            $0.source == "kiosk" && $0.client ?? settings.client.id == settings.client.id
                && !$0.kind.isLostCall && $0.kind != .planLost && $0.kind != .recordUnreadable
        }
        for fault in mine where faults.active[fault.kind] == nil && mayGoOn(fault.kind) {
            faults.active[fault.kind] = fault.detail
        }
        let told = Set(mine.map(\.kind))
        for kind in told where faults.active[kind] == nil {
            report(kind, isActive: false, detail: "", &effects)
        }
        for (kind, detail) in faults.active
        where !mine.contains(where: { $0.kind == kind && $0.detail == detail }) {
            report(kind, isActive: true, detail: detail, &effects)
        }
    }

    // MARK: - Switches

    mutating func switchArrived(_ id: Int, _ name: String, at now: Instant, _ effects: inout Effects) {
        faults.arrived(id, name)
        switchMayBeBack(at: now, &effects)
    }

    mutating func switchWorks(_ edge: SwitchEdge, at now: Instant, _ effects: inout Effects) {
        faults.works(edge.source.device, SwitchUse(edge.role, in: settings.scanning.mode))
        switchMayBeBack(at: now, &effects)
    }

    private mutating func switchMayBeBack(at now: Instant, _ effects: inout Effects) {
        guard let told = faults.active[.switchUnplugged], told != faults.toldMissing else { return }
        guard faults.toldMissing.isEmpty else {
            // One of several is back.
            begin(.switchUnplugged, detail: faults.toldMissing, &effects)
            return
        }
        end(.switchUnplugged, &effects)
        tell(.switchBack, at: now, &effects)
    }

    mutating func tellSwitchFaults(at now: Instant, _ effects: inout Effects) {
        guard faults.tellsMissing(at: now) else { return }
        begin(.switchUnplugged, detail: faults.toldMissing, &effects)
        tell(.switchLost, at: now, &effects)
    }

    mutating func stuck(_ isStuck: Bool, at now: Instant, _ effects: inout Effects) {
        let wasStuck = faults.isStuck
        faults.stuckKeys = max(0, faults.stuckKeys + (isStuck ? 1 : -1))
        tellStuck(since: wasStuck, at: now, &effects)
    }

    mutating func foundStuck(_ isStuck: Bool, at now: Instant, _ effects: inout Effects) {
        let wasStuck = faults.isStuck
        faults.foundStuckKeys = max(0, faults.foundStuckKeys + (isStuck ? 1 : -1))
        tellStuck(since: wasStuck, at: now, &effects)
    }

    private mutating func tellStuck(since wasStuck: Bool, at now: Instant, _ effects: inout Effects) {
        if faults.isStuck, !wasStuck {
            begin(.switchStuck, detail: "held for \(settings.stuckAfter)", &effects)
            tell(.switchStuck, at: now, &effects)
        } else if !faults.isStuck {
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

    /// Words with gaps are better than none: everything is said as before, and caregivers are told.
    mutating func soundTears(_ voice: VoiceRole, _ detail: String, _ effects: inout Effects) {
        // The alert voice is the station's.
        guard voice != .alert else { return }
        faults.tornVoices.insert(voice)
        begin(.soundTearing, detail: detail, &effects)
    }

    mutating func soundIsWhole(_ voice: VoiceRole, _ effects: inout Effects) {
        faults.tornVoices.remove(voice)
        if faults.tornVoices.isEmpty { end(.soundTearing, &effects) }
    }

    mutating func soundRestored(_ voice: VoiceRole, at now: Instant, _ effects: inout Effects) {
        guard faults.lostVoices.remove(voice) != nil else { return }
        if faults.lostVoices.isEmpty {
            end(.soundLost, &effects)
            tell(.soundBack, at: now, &effects)
        } else if running == nil, !announcements.isEmpty {
            // What waited for a voice.
            if scanner.isResting {
                runNext(at: now, &effects)
            } else {
                scan(scanner.pauseAtStepEnd(true, at: now), at: now, &effects)
            }
        }
    }
}
