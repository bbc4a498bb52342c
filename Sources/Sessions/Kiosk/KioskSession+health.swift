import Care
public import FoundationEssentials
import HomeFiles
public import Scanning
import Time

/// What a kiosk knows about its switches beyond their presses.
struct KioskHealth: Sendable {
    var switches: SwitchHealth
    /// How far the local clock is before UTC, in seconds.
    var utcOffset: @Sendable (Date) -> Int = { _ in 0 }
    /// Whether the client still has to hear of a low battery: only when awake, never in the middle of the
    /// night.
    private var hasBatteryToTell = false

    init(_ settings: HomeSettings) {
        switches = SwitchHealth(stuckAfter: settings.stuckAfter, watchesSilence: settings.tellsSilence)
    }

    func time(_ wall: Date) -> LocalTime {
        LocalTime(unix: wall.timeIntervalSince1970, offset: utcOffset(wall))
    }

    /// - Returns: `nil` if it is no news.
    mutating func battery(_ reading: BatteryReading, of device: Int, named name: String) -> BatteryNews? {
        let wasLow = !switches.lowBatteries.isEmpty
        let news = switches.battery(reading, of: device, named: name)
        switch news {
        case .good: hasBatteryToTell = false
        case .low: if !wasLow { hasBatteryToTell = true }
        case nil: break
        }
        return news
    }

    /// Whether the client, who is awake, is to hear of a low battery now; it then counts as told.
    mutating func tellsBattery() -> Bool {
        defer { hasBatteryToTell = false }
        return hasBatteryToTell
    }

    /// Whether a fault of an earlier run may still hold: it is then taken over, and ends when its cause ends.
    func mayGoOn(_ kind: FaultKind) -> Bool {
        // Nothing else outlasts a run: it is seen anew.
        kind == .switchSilent && !switches.wasPressed
            || kind == .switchBatteryLow && !switches.knowsBattery
    }
}

extension KioskSession {
    /// What is stored about the switch from one run to the next.
    public var switchMemory: SwitchMemory { faults.health.switches.memory }

    /// Loads what an earlier run has stored; call before the first event.
    ///
    /// - Parameter utcOffset: how far the local clock is before UTC at a moment, in seconds.
    public mutating func recall(
        _ memory: SwitchMemory, utcOffset: @escaping @Sendable (Date) -> Int
    ) {
        faults.health.switches = SwitchHealth(
            stuckAfter: settings.stuckAfter, watchesSilence: settings.tellsSilence, memory: memory)
        faults.health.utcOffset = utcOffset
    }

    // MARK: - Watching

    /// Sees each event before it is handled.
    mutating func watchSwitches(_ event: KioskEvent, at now: Instant, _ effects: inout Effects) {
        switch event {
        case .edge(let edge):
            take(faults.health.switches.edge(edge, faults.health.time(wall)), at: now, &effects)
            if edge.direction == .press { end(.switchSilent, &effects) }
        case .switchFoundDown(let source, let instant): faults.health.switches.foundDown(source, at: instant)
        case .switchFoundUp(let source): take(faults.health.switches.foundUp(source), at: now, &effects)
        case .switchLost(let id, _): take(faults.health.switches.lost(id), at: now, &effects)
        case .switchBattery(let id, let name, let reading):
            battery(reading, of: id, named: name, &effects)
        case .sharing(.overheard(let edge)):
            take(faults.health.switches.edge(edge, faults.health.time(wall)), at: now, &effects)
        case .started, .wake, .switchArrived, .voice, .care, .boardsChanged, .filesRefused,
            .contentsFetched, .phrasesChanged, .namesChanged, .displayChanged, .guidanceChanged,
            .proposalMeansChanged, .exercisesChanged, .encouragementChanged, .scanningChanged, .paceFitted,
            .pressesKnown,
            .tap, .trial, .sharing:
            break
        }
    }

    /// Reports what has become known; called after everything else.
    mutating func tellSwitchHealth(at now: Instant, _ effects: inout Effects) {
        let canBePressed = faults.switches.isWhole && !faults.stuck.isStuck
        take(
            faults.health.switches.advance(to: now, faults.health.time(wall), canBePressed: canBePressed),
            at: now, &effects
        )
        guard !scanner.isResting, faults.health.tellsBattery() else { return }
        tell(.switchBatteryLow, at: now, &effects)
    }

    private mutating func take(_ findings: [SwitchHealth.Finding], at now: Instant, _ effects: inout Effects)
    {
        for finding in findings {
            switch finding {
            case .chatter(let chatter): take(chatter, at: now, &effects)
            case .stuck: tell(faults.stuck.found(isDown: true), at: now, &effects)
            case .freed: tell(faults.stuck.found(isDown: false), at: now, &effects)
            case .silence(.silent(let since)):
                // It may have been reported before the start.
                if faults.detail(.switchSilent) == nil {
                    begin(.switchSilent, detail: since.clock, &effects)
                }
            // Every press ends it, even if an earlier run reported it.
            case .silence(.usedAgain): break
            }
        }
    }

    private mutating func take(
        _ finding: ChatterWatch.Finding, at now: Instant, _ effects: inout Effects
    ) {
        switch finding {
        case .chattering(let source):
            let isNews = faults.detail(.switchChattering) == nil
            begin(.switchChattering, detail: faults.switches.name(of: source.device), &effects)
            if isNews { tell(.switchChattering, at: now, &effects) }
        case .steady:
            if !faults.health.switches.isChattering { end(.switchChattering, &effects) }
        case .trembling(let source):
            effects.add(
                .log(
                    "“\(faults.switches.name(of: source.device))” is pressed as by a trembling hand: a longer acceptance_time "
                        + "would take out touches that are not meant"))
        }
    }

    private mutating func battery(
        _ reading: BatteryReading, of device: Int, named name: String, _ effects: inout Effects
    ) {
        switch faults.health.battery(reading, of: device, named: name) {
        case .good: end(.switchBatteryLow, &effects)
        case .low(let names): begin(.switchBatteryLow, detail: names, &effects)
        case nil: break
        }
    }
}
