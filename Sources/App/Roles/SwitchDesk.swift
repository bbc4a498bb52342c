import Foundation
import Glibc
public import HomeFiles
public import Logging
import Scanning
public import ServiceLifecycle
public import Supervision
public import Switches
import Synchronization

/// Reads all switches and keys of this process and brings each edge to the role that it is for.
///
/// One reader serves client and caregivers where their devices may be the same, because a device can be taken
/// only once. With `auto`, the terminal's keys count while no other switch is there, and always over ssh,
/// where the user cannot reach the machine's own devices.
public final class SwitchDesk: Service, CustomStringConvertible {
    public var description: String { "switches" }

    /// Who gets what.
    public struct Sinks: Sendable {
        public var kiosk: (@Sendable (SwitchEvent) -> Void)?
        public var station: (@Sendable (SwitchEvent) -> Void)?
        /// Whether a digit is the station's now.
        public var stationWantsDigits: @Sendable () -> Bool

        public init(
            kiosk: (@Sendable (SwitchEvent) -> Void)?, station: (@Sendable (SwitchEvent) -> Void)?,
            stationWantsDigits: @escaping @Sendable () -> Bool = { false }
        ) {
            self.kiosk = kiosk
            self.station = station
            self.stationWantsDigits = stationWantsDigits
        }
    }

    private let client: HomeSettings.Keys
    private let station: HomeSettings.Keys
    private let clientDevices: [DeviceSelection]
    private let stationDevices: [DeviceSelection]
    private let isShared: Bool
    private let acceptanceTime: Duration
    private let sinks: Sinks
    private let logger: Logger
    private let part: Supervisor.Part?
    private let onInterrupt: @Sendable () -> Void
    /// The client's devices that are there now.
    private let present = Mutex<Set<Int>>([])
    /// Devices of the client's kind on which a caregiver's key was pressed: a keyboard is both.
    private let caregivers = Mutex<Set<Int>>([])
    private let digits = Mutex(DigitRouting())

    /// - Parameters:
    ///   - override: what the command line says in place of the settings' devices.
    ///   - isShared: another process on this machine reads the same devices, so that nothing is grabbed.
    ///   - part: told when all readers run.
    ///   - onInterrupt: Ctrl+C was typed on a device that is taken for Beckon alone.
    public init(
        settings: HomeSettings, override: [String]?, isShared: Bool = false, sinks: Sinks,
        part: Supervisor.Part?, logger: Logger,
        onInterrupt: @escaping @Sendable () -> Void
    ) {
        client = settings.switches
        station = settings.station
        clientDevices = (override ?? settings.switches.devices).map { DeviceSelection($0) }
        stationDevices = (override ?? settings.station.devices).map { DeviceSelection($0) }
        acceptanceTime = settings.scanning.acceptanceTime
        self.isShared = isShared
        self.sinks = sinks
        self.part = part
        self.logger = logger
        self.onInterrupt = onInterrupt
    }

    /// Whether a client's switch is to be expected.
    public static func expectsSwitch(_ settings: HomeSettings, override: [String]?) -> Bool {
        (override ?? settings.switches.devices).contains { DeviceSelection($0) != .nothing }
    }

    /// Whether the terminal's keys are read.
    public var usesTerminal: Bool {
        let wanted = (sinks.kiosk == nil ? [] : clientDevices) + (sinks.station == nil ? [] : stationDevices)
        return wanted.contains(.terminal) || (wanted.contains(.auto) && isTerminalOurs)
    }

    private var isTerminalOurs: Bool { TerminalKeys.isForegroundTerminal() }

    private var isOverSSH: Bool { ProcessInfo.processInfo.environment["SSH_CONNECTION"] != nil }

    public func run() async throws {
        var readers: [SwitchReader] = []
        for plan in plans() {
            let reader = SwitchReader(
                selection: plan.selection, keys: plan.keys, grab: plan.grab, logger: logger,
                onInterrupt: onInterrupt,
                onNotice: { [logger] in logger.warning("\($0)") },
                onEvent: { [self] event in route(event, isTerminal: false, for: plan.roles) })
            try reader.start()
            readers.append(reader)
        }
        var terminal: TerminalKeys?
        if usesTerminal {
            let keys = TerminalKeys(
                holdTime: max(.milliseconds(80), acceptanceTime + .milliseconds(20)), logger: logger,
                onEvent: { [self] event in route(event, isTerminal: true, for: [.client, .station]) })
            try keys.start()
            terminal = keys
        }
        part?.ready()
        try? await gracefulShutdown()
        terminal?.stop()
        for reader in readers { reader.stop() }
    }

    // MARK: - Which readers

    private enum Side { case client, station }

    private struct Plan {
        var selection: [DeviceSelection]
        var keys: [UInt16: SwitchRole]
        var grab: Bool
        var roles: Set<Side>
    }

    private func plans() -> [Plan] {
        var plans: [Plan] = []
        if sinks.kiosk != nil {
            plans.append(
                Plan(selection: clientDevices, keys: client.roles, grab: client.grab, roles: [.client]))
        }
        if sinks.station != nil {
            plans.append(
                Plan(selection: stationDevices, keys: station.roles, grab: station.grab, roles: [.station]))
        }
        for index in plans.indices {
            if isShared { plans[index].grab = false }
            plans[index].selection.removeAll { $0 == .terminal || $0 == .nothing }
        }
        plans.removeAll(where: \.selection.isEmpty)
        guard plans.count == 2,
            plans.contains(where: { $0.selection.contains(.auto) })
                || !Set(plans[0].selection).isDisjoint(with: plans[1].selection)
        else { return plans }
        let selection = plans[0].selection + plans[1].selection.filter { !plans[0].selection.contains($0) }
        return [
            Plan(
                selection: selection, keys: client.roles.merging(station.roles) { client, _ in client },
                grab: client.grab || station.grab, roles: [.client, .station])
        ]
    }

    // MARK: - Routing

    private func route(_ event: SwitchEvent, isTerminal: Bool, for sides: Set<Side>) {
        switch event {
        case .edge(let edge):
            // A device that is not grabbed also types into the terminal: its press counts once.
            if isTerminal, !isOverSSH, present.withLock({ !$0.isEmpty }) { return }
            if edge.role.isCaregivers { caregivers.withLock { _ = $0.insert(edge.source.device) } }
            sink(for: edge.role, edge.source, edge.direction, sides)?(event)
        case .foundDown(let source, let role, _): sink(for: role, source, .press, sides)?(event)
        case .foundUp(let source, let role): sink(for: role, source, .release, sides)?(event)
        case .battery(let device, _):
            let isClients = sides.contains(.client) && (isTerminal || device.isForClient)
            (isClients ? sinks.kiosk : sinks.station)?(event)
        case .arrived(let device):
            guard sides.contains(.client), isTerminal || device.isForClient else {
                sinks.station?(event)
                return
            }
            if !isTerminal { _ = present.withLock { $0.insert(device.id) } }
            sinks.kiosk?(event)
            // It may be the keypad that the station misses.
            if sides.contains(.station) { sinks.station?(event) }
        case .lost(let device, _):
            guard sides.contains(.client), isTerminal || device.isForClient else {
                sinks.station?(event)
                return
            }
            _ = present.withLock { $0.remove(device.id) }
            sinks.kiosk?(event)
            if caregivers.withLock({ $0.remove(device.id) }) != nil { sinks.station?(event) }
        }
    }

    private func sink(
        for role: SwitchRole, _ source: SwitchEdge.Source, _ direction: SwitchEdge.Direction,
        _ sides: Set<Side>
    ) -> (@Sendable (SwitchEvent) -> Void)? {
        switch role {
        case .select, .step, .back, .help: return sinks.kiosk
        case .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: return sinks.station
        case .digit:
            guard sides.contains(.client), sinks.kiosk != nil else { return sinks.station }
            guard sides.contains(.station) else { return sinks.kiosk }
            let isStations = digits.withLock {
                $0.isStations(source, direction, isWanted: sinks.stationWantsDigits())
            }
            return isStations ? sinks.station : sinks.kiosk
        }
    }
}

extension SwitchRole {
    fileprivate var isCaregivers: Bool {
        switch self {
        case .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: true
        case .select, .step, .back, .help, .digit: false
        }
    }
}
