internal import Glibc
import Logging
import RealTime
import Scanning
import Time

/// The reader's work, on its thread: which devices are open, what they report, and in which order.
final class ReaderLoop {
    private struct Open {
        let device: InputDevice
        let told: SwitchDevice
        let file: FileIdentity
        var keys: DeviceKeys
        var grab: GrabState
    }

    private enum GrabState {
        case notWanted
        /// Some key was down: its release must reach those who saw its press.
        case whenAllUp
        case grabbed
        case refused
    }

    private let configuration: SwitchReader.Configuration
    private var devices: [Open] = []
    /// Devices that failed while their node stayed: they are not opened again until the node changes.
    private var failed: Set<FileIdentity> = []
    /// Notices about unread nodes, so that each is given once.
    private var notices: Set<SwitchNotice> = []
    /// The last edge's time: no later edge is reported with an earlier time.
    private var lastTold = Instant(nanoseconds: .min)
    private var toldOfClock = false
    private let batteries: BatteryKeeper

    init(_ configuration: SwitchReader.Configuration) {
        self.configuration = configuration
        let tell = configuration.onEvent
        batteries = BatteryKeeper { tell(.battery($0, $1)) }
    }

    func run(watch: inout FolderWatch, stop: Int32) {
        defer { batteries.stop() }
        look()
        while true {
            var polled = [stop, watch.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            polled += devices.map { pollfd(fd: $0.device.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) >= 0 else {
                if errno == EINTR { continue }
                configuration.logger.error("switches: poll: \(errorText(errno))")
                return
            }
            if polled[0].revents != 0 { break }
            let isLess = read(zip(devices.indices, polled[2...].map(\.revents)).filter { $1 != 0 })
            let hasChanged = polled[1].revents != 0
            if hasChanged { watch.drain() }
            if hasChanged || isLess {
                watch.arm()
                look()
            }
        }
        for open in devices {
            if case .grabbed = open.grab { open.device.ungrab() }
        }
    }

    // MARK: Edges

    /// Reads the waiting events of these devices, and reports them in order of time. Returns whether any
    /// device was lost.
    private func read(_ ready: [(index: Int, revents: Int16)]) -> Bool {
        var edges: [SwitchEdge] = []
        var lost: [(index: Int, errno: Int32)] = []
        for (index, revents) in ready {
            if let error = drain(index, into: &edges) {
                lost.append((index, error))
            } else if revents & Int16(POLLHUP | POLLERR) != 0 {
                // Some devices return end of file, which libevdev treats as nothing to read: `poll` would
                // then never sleep.
                lost.append((index, ENODEV))
            }
        }
        for edge in edges.enumerated().sorted(by: { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) })
        {
            tell(edge.element)
        }
        for (index, error) in lost.reversed() { lose(index, error) }
        return !lost.isEmpty
    }

    /// The error that ended the device, if one did.
    private func drain(_ index: Int, into edges: inout [SwitchEdge]) -> Int32? {
        let device = devices[index].device
        while true {
            switch device.read() {
            case .empty:
                grabIfPossible(index)
                return nil
            case .failed(let error):
                return error
            case .change(let change, let key, let at):
                switch devices[index].keys.handle(change, key: key) {
                case nil: break
                case .interrupt:
                    if case .grabbed = devices[index].grab { configuration.onInterrupt() }
                case .edge(let role, let direction, let key):
                    edges.append(edge(role, direction, key, of: index, at: at ?? MonotonicClock.now))
                case .foundDown(let role, let key): tellFoundDown(role, key, of: index)
                case .foundUp(let role, let key): tellFoundUp(role, key, of: index)
                }
            }
        }
    }

    private func edge(
        _ role: SwitchRole, _ direction: SwitchEdge.Direction, _ key: UInt16, of index: Int, at: Instant
    ) -> SwitchEdge {
        SwitchEdge(
            role: role, source: source(key, of: index), direction: direction, at: at)
    }

    private func tell(_ edge: SwitchEdge) {
        var edge = edge
        lastTold = max(lastTold, edge.at)
        edge.at = lastTold
        configuration.onEvent(.edge(edge))
    }

    /// It is unknown since when it is down: it counts from now.
    private func tellFoundDown(_ role: SwitchRole, _ key: UInt16, of index: Int) {
        configuration.onEvent(.foundDown(source(key, of: index), role, at: MonotonicClock.now))
    }

    private func tellFoundUp(_ role: SwitchRole, _ key: UInt16, of index: Int) {
        configuration.onEvent(.foundUp(source(key, of: index), role))
    }

    private func source(_ key: UInt16, of index: Int) -> SwitchEdge.Source {
        .init(device: devices[index].told.id, key: Int(key))
    }

    private func lose(_ index: Int, _ error: Int32) {
        let now = MonotonicClock.now
        for output in devices[index].keys.releaseAll() {
            switch output {
            case .edge(let role, let direction, let key):
                tell(edge(role, direction, key, of: index, at: now))
            case .foundUp(let role, let key): tellFoundUp(role, key, of: index)
            case .foundDown, .interrupt: break
            }
        }
        let open = devices.remove(at: index)
        batteries.remove(open.told.id)
        // A node that is still there and fails would be opened and lost again and again.
        if FileIdentity(path: open.device.path) == open.file { failed.insert(open.file) }
        let reason = error == ENODEV || error == EIO ? "unplugged" : errorText(error)
        configuration.logger.warning("switches: lost \(open.told.path) “\(open.told.name)”: \(reason)")
        configuration.onEvent(.lost(open.told, reason: reason))
    }

    // MARK: Devices

    /// Opens the chosen devices that exist by now.
    private func look() {
        // Links before the folder: a link's node is older than the link, so that it is found under its own name.
        let chosen = configuration.selection.compactMap { choice -> (path: String, file: FileIdentity)? in
            guard case .path(let path) = choice else { return nil }
            return FileIdentity(path: path).map { (path, $0) }
        }
        let nodes = DeviceFolder.nodes(in: configuration.directory).compactMap { path in
            FileIdentity(path: path).map { (path: path, file: $0) }
        }
        let chosenFiles = Set(chosen.map(\.file))
        var seen: Set<FileIdentity> = []
        var told: Set<SwitchNotice> = []
        for (path, file) in nodes + chosen where seen.insert(file).inserted {
            guard !failed.contains(file), !devices.contains(where: { $0.file.isSameFile(as: file) }) else {
                continue
            }
            if let notice = open(path, file, isChosen: chosenFiles.contains(file)) { told.insert(notice) }
        }
        for notice in told.subtracting(notices) {
            configuration.logger.warning("switches: \(notice)")
            configuration.onNotice(notice)
        }
        notices = told
        failed.formIntersection(seen)
    }

    /// The notice about a node that is meant but not read.
    private func open(_ path: String, _ file: FileIdentity, isChosen: Bool) -> SwitchNotice? {
        guard isChosen || configuration.selection.contains(where: \.looksForDevices) else { return nil }
        let device: InputDevice
        do {
            device = try InputDevice(path: path)
        } catch {
            let isRelevant = isChosen || SysfsDevice(node: path)?.isRelevant(configuration) ?? true
            if case .cannotOpen(_, ENOENT) = error { return nil }
            return isRelevant ? .unreadable(path: path, reason: "\(error)") : nil
        }
        guard isChosen || configuration.selection.contains(where: { $0.matches(device.identity) }) else {
            return nil
        }
        guard configuration.keys.keys.contains(where: device.hasKey) else {
            return isChosen ? .withoutKeys(path: path, name: device.identity.name) : nil
        }
        add(device, file)
        return nil
    }

    private func add(_ device: InputDevice, _ file: FileIdentity) {
        if !device.hasMonotonicTime, !toldOfClock {
            toldOfClock = true
            configuration.logger.notice(
                "switches: \(device.path) cannot stamp events on the monotonic clock; the time of reading counts"
            )
        }
        let roles = configuration.keys.filter { device.hasKey($0.key) }.values
        let told = SwitchDevice(
            id: DeviceNumber.next(), name: device.identity.name, path: device.path, roles: Set(roles))
        let keys = DeviceKeys(roles: configuration.keys, downAtOpening: device.keysDown)
        devices.append(
            Open(
                device: device, told: told, file: file, keys: keys,
                grab: configuration.grab ? .whenAllUp : .notWanted))
        configuration.logger.info("switches: reading \(told.path) “\(told.name)”")
        configuration.onEvent(.arrived(told))
        for (role, key) in keys.foundDown { tellFoundDown(role, key, of: devices.count - 1) }
        batteries.add(told)
        grabIfPossible(devices.count - 1)
    }

    private func grabIfPossible(_ index: Int) {
        guard case .whenAllUp = devices[index].grab, devices[index].keys.areAllUp else { return }
        switch devices[index].device.grab() {
        case .grabbed: devices[index].grab = .grabbed
        case .refused(let error):
            devices[index].grab = .refused
            let reason =
                error == EBUSY
                ? "another program has taken it, so that its presses do not arrive" : errorText(error)
            let notice = SwitchNotice.notExclusive(devices[index].told, reason: reason)
            configuration.logger.warning("switches: \(notice)")
            configuration.onNotice(notice)
        }
    }
}
