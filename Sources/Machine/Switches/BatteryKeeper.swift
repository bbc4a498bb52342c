import RealTime
import Scanning
import Synchronization
import Time

/// Reads the batteries of the devices that are there, on a thread of its own: the kernel may wait for the device.
///
/// A device is read when it arrives, and once more after a minute, because some report their battery late.
/// While one has a battery, all are read every five minutes; otherwise nothing wakes up.
final class BatteryKeeper: Sendable {
    static let interval: Duration = .seconds(300)
    static let secondLook: Duration = .seconds(60)

    private struct Known {
        var device: SwitchDevice
        var looks = 0
        var last: BatteryReading?
    }

    private struct State {
        var devices: [Int: Known] = [:]
        var isRunning = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let bell = WakeUp()
    private let read: @Sendable (String) -> BatteryReading?
    private let tell: @Sendable (SwitchDevice, BatteryReading) -> Void

    /// - Parameters:
    ///   - read: the battery of a node, `nil` where it has none.
    ///   - tell: called on the keeper's thread with each changed reading; must not block.
    init(
        read: @escaping @Sendable (String) -> BatteryReading? = { SysfsBattery.read(node: $0) },
        tell: @escaping @Sendable (SwitchDevice, BatteryReading) -> Void
    ) {
        self.read = read
        self.tell = tell
    }

    func add(_ device: SwitchDevice) {
        let starts = state.withLock { state in
            state.devices[device.id] = Known(device: device)
            defer { state.isRunning = true }
            return !state.isRunning && !state.isStopped
        }
        bell.signal()
        // Its end is not awaited, because it may be waiting for a device. Without a thread, batteries are
        // unknown.
        if starts { OwnThread.start("batteries") { [self] in run() }?.detach() }
    }

    func remove(_ device: Int) {
        state.withLock { $0.devices[device] = nil }
    }

    /// When it returns, nothing more is told.
    func stop() {
        state.withLock { $0.isStopped = true }
        bell.signal()
    }

    private func run() {
        while true {
            guard let devices = state.withLock({ $0.isStopped ? nil : $0.devices.values.map(\.device) })
            else {
                return
            }
            for device in devices { look(at: device) }
            let now = MonotonicClock.now
            let pause = state.withLock { Self.pause($0.devices.values.map { ($0.looks, $0.last != nil) }) }
            bell.wait(until: pause.map { now.advanced(by: $0) })
        }
    }

    /// How long until the next reading, from how often each device was read and whether it has a battery;
    /// `nil` is until a device arrives.
    static func pause(_ devices: [(looks: Int, hasBattery: Bool)]) -> Duration? {
        if devices.contains(where: { $0.looks < 2 }) { return secondLook }
        return devices.contains(where: \.hasBattery) ? interval : nil
    }

    private func look(at device: SwitchDevice) {
        let reading = read(device.path)
        state.withLock { state in
            guard !state.isStopped, var known = state.devices[device.id] else { return }
            known.looks += 1
            let isNews = reading != nil && reading != known.last
            known.last = reading
            state.devices[device.id] = known
            if let reading, isNews { tell(device, reading) }
        }
    }
}
