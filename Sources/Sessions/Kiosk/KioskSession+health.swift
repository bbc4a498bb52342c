import Care
public import FoundationEssentials
import HomeFiles
public import Scanning
import Time

/// What a kiosk knows of its switches beyond their presses.
struct KioskHealth: Sendable {
    var switches: SwitchHealth
    /// How far the local clock is before UTC, in seconds.
    var utcOffset: @Sendable (Date) -> Int = { _ in 0 }
    /// Whether the client is still to be told of a low battery: awake, never in the middle of the night.
    var hasBatteryToTell = false

    init(_ settings: HomeSettings) {
        switches = SwitchHealth(stuckAfter: settings.stuckAfter, watchesSilence: settings.tellsSilence)
    }

    func time(_ wall: Date) -> LocalTime {
        LocalTime(unix: wall.timeIntervalSince1970, offset: utcOffset(wall))
    }
}

extension KioskSession {
    /// What is to be kept of the switch from one run to the next.
    public var switchMemory: SwitchMemory { health.switches.memory }

    /// Takes what an earlier run has kept; before the first event.
    ///
    /// - Parameter utcOffset: how far the local clock is before UTC at a moment, in seconds.
    public mutating func recall(
        _ memory: SwitchMemory, utcOffset: @escaping @Sendable (Date) -> Int
    ) {
        health.switches = SwitchHealth(
            stuckAfter: settings.stuckAfter, watchesSilence: settings.tellsSilence, memory: memory)
        health.utcOffset = utcOffset
    }

    // MARK: - Watching

    /// Looks at an event before anything is made of it.
    mutating func watchSwitches(_ event: KioskEvent, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .edge(let edge):
            take(health.switches.edge(edge, health.time(wall)), at: now, &effects)
            if edge.direction == .press { end(.switchSilent, &effects) }
        case .switchFoundDown(let source, let instant): health.switches.foundDown(source, at: instant)
        case .switchFoundUp(let source): take(health.switches.foundUp(source), at: now, &effects)
        case .switchLost(let id, _): take(health.switches.lost(id), at: now, &effects)
        case .switchBattery(let id, let name, let reading):
            battery(reading, of: id, named: name, &effects)
        case .started, .wake, .switchArrived, .voice, .care, .boardsChanged, .filesRefused, .phrasesChanged,
            .namesChanged, .proposalMeansChanged, .scanningChanged, .paceFitted, .tap:
            break
        }
    }

    /// Tells what has become known meanwhile; after everything else has happened.
    mutating func tellSwitchHealth(at now: Instant, _ effects: inout Effects) {
        let canBePressed = faults.missing.isEmpty && !faults.isStuck
        take(
            health.switches.advance(to: now, health.time(wall), canBePressed: canBePressed), at: now, &effects
        )
        guard health.hasBatteryToTell, !scanner.isResting else { return }
        health.hasBatteryToTell = false
        tell(.switchBatteryLow, at: now, &effects)
    }

    private mutating func take(_ findings: [SwitchHealth.Finding], at now: Instant, _ effects: inout Effects)
    {
        for finding in findings {
            switch finding {
            case .chatter(let chatter): take(chatter, at: now, &effects)
            case .stuck: foundStuck(true, at: now, &effects)
            case .freed: foundStuck(false, at: now, &effects)
            case .silence(.silent(let since)):
                // It may be told since before the start.
                if faults.active[.switchSilent] == nil {
                    begin(.switchSilent, detail: since.clock, &effects)
                }
            // Every press ends it, also one that was told by an earlier run.
            case .silence(.usedAgain): break
            }
        }
    }

    private mutating func take(
        _ finding: ChatterWatch.Finding, at now: Instant, _ effects: inout Effects
    ) {
        switch finding {
        case .chattering(let source):
            let isNews = faults.active[.switchChattering] == nil
            begin(.switchChattering, detail: faults.name(of: source.device), &effects)
            if isNews { tell(.switchChattering, at: now, &effects) }
        case .steady:
            if !health.switches.isChattering { end(.switchChattering, &effects) }
        case .trembling(let source):
            effects.add(
                .log(
                    "“\(faults.name(of: source.device))” is pressed as by a trembling hand: a longer acceptance_time "
                        + "would take out touches that are not meant"))
        }
    }

    /// Whether what an earlier run has told may still be true: it is then taken over as it is, and ends when it ends.
    func mayGoOn(_ kind: FaultKind) -> Bool {
        switch kind {
        case .switchSilent: !health.switches.wasPressed
        case .switchBatteryLow: !health.switches.knowsBattery
        case .switchUnplugged, .switchStuck, .switchChattering, .soundLost, .soundTearing, .boardRefused,
            .storeFailed, .requestNotStored, .kioskAway, .stationAway, .stationMissing, .serviceStoreFailed,
            .commandFailed, .routineUnplanned, .zoneMissing, .clockBehind, .certificateUnusable, .planLost,
            .recordUnreadable, .callUnreadable:
            false
        }
    }

    private mutating func battery(
        _ reading: BatteryReading, of device: Int, named name: String, _ effects: inout Effects
    ) {
        let before = health.switches.lowBatteries
        health.switches.battery(reading, of: device, named: name)
        let low = health.switches.lowBatteries
        if low.isEmpty, reading.isGood {
            health.hasBatteryToTell = false
            end(.switchBatteryLow, &effects)
        } else if low != before {
            if before.isEmpty { health.hasBatteryToTell = true }
            begin(.switchBatteryLow, detail: low.joined(separator: ", "), &effects)
        }
    }
}
