public import Time

/// Watches over a client's switches: chatter, keys that stay down, silence, batteries. Decides nothing about presses.
public struct SwitchHealth: Sendable {
    public enum Finding: Hashable, Sendable {
        case chatter(ChatterWatch.Finding)
        /// A key that was found down stays down, or is up again.
        case stuck(SwitchEdge.Source)
        case freed(SwitchEdge.Source)
        case silence(SilenceWatch.Finding)
    }

    private var chatter = ChatterWatch()
    private var held: HeldKeys
    private var silence: SilenceWatch?
    private var batteries = BatteryWatch()
    /// What is to be kept; its rhythm is the one that is learnt on.
    public private(set) var memory: SwitchMemory

    /// - Parameters:
    ///   - stuckAfter: a key that was found down and stays so for this seems stuck.
    ///   - watchesSilence: whether it is learnt when the client presses.
    public init(stuckAfter: Duration, watchesSilence: Bool, memory: SwitchMemory = SwitchMemory()) {
        held = HeldKeys(stuckAfter: stuckAfter)
        silence = watchesSilence ? SilenceWatch(rhythm: memory.rhythm) : nil
        self.memory = memory
    }

    /// Whether there was a press, or a reading of a battery, in this run.
    public private(set) var wasPressed = false
    public private(set) var knowsBattery = false

    /// Whether chatter is reported.
    public var isChattering: Bool { !chatter.chattering.isEmpty }

    /// The names of the switches whose battery is low.
    public var lowBatteries: [String] { batteries.names }

    /// When `advance` has something to do.
    public var nextWake: Instant? {
        [chatter.nextWake, held.nextWake, silence?.nextWake].compactMap { $0 }.min()
    }

    /// Takes a raw edge of the device, before any filter.
    public mutating func edge(_ edge: SwitchEdge, _ time: LocalTime) -> [Finding] {
        let found = chatter.handle(edge)
        remember(found, time)
        let findings = found.map(Finding.chatter)
        guard edge.direction == .press else { return findings }
        wasPressed = true
        if time.isPlausible { memory.lastPress = Int64(time.unix) }
        memory.silentSince = nil
        return findings + noticed(silence?.press(at: edge.at, time))
    }

    /// A key was found down: at the opening of its device, or after events were lost.
    public mutating func foundDown(_ source: SwitchEdge.Source, at instant: Instant) {
        held.hold(source, at: instant)
    }

    /// A key that was found down is up.
    public mutating func foundUp(_ source: SwitchEdge.Source) -> [Finding] {
        held.release(source) ? [.freed(source)] : []
    }

    /// A device is gone.
    public mutating func lost(_ device: Int) -> [Finding] {
        batteries.lost(device)
        chatter.forget(device: device)
        return held.forget(device: device).map(Finding.freed)
    }

    /// - Returns: `nil` if it is no news.
    @discardableResult
    public mutating func battery(
        _ reading: BatteryReading, of device: Int, named name: String
    ) -> BatteryNews? {
        if !reading.isEmpty { knowsBattery = true }
        return batteries.take(reading, of: device, named: name)
    }

    /// Does what is due at or before `now`.
    ///
    /// - Parameter canBePressed: whether there is a switch that is not stuck: else silence means nothing.
    public mutating func advance(to now: Instant, _ time: LocalTime, canBePressed: Bool) -> [Finding] {
        let found = chatter.advance(to: now)
        remember(found, time)
        var findings = found.map(Finding.chatter) + held.advance(to: now).map(Finding.stuck)
        findings += noticed(silence?.advance(to: now, time))
        if !canBePressed { silence?.cannotBePressed(at: now, time) }
        return findings
    }

    private mutating func remember(_ findings: [ChatterWatch.Finding], _ time: LocalTime) {
        guard time.isPlausible else { return }
        for finding in findings {
            switch finding {
            case .chattering: memory.lastChatter = Int64(time.unix)
            case .trembling: memory.lastTrembling = Int64(time.unix)
            case .steady: break
            }
        }
    }

    private mutating func noticed(_ finding: SilenceWatch.Finding?) -> [Finding] {
        guard let silence else { return [] }
        if memory.rhythm.watched != silence.rhythm.watched { memory.rhythm = silence.rhythm }
        if case .silent(let since) = finding, memory.silentSince == nil {
            memory.silentSince = Int64(since.unix)
        }
        return finding.map { [.silence($0)] } ?? []
    }
}
