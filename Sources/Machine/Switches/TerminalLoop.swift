internal import Glibc
import Logging
import RealTime
import Scanning
import Time

/// The work of `TerminalKeys`, on its thread.
struct TerminalLoop: Sendable {
    let input: Int32
    /// `nil` where the input is no terminal.
    let mode: TerminalMode?
    let keys: [Character: SwitchRole]
    let holdTime: Duration
    let device: SwitchDevice
    let logger: Logger
    let onEvent: @Sendable (SwitchEvent) -> Void

    func run(stop: Int32) {
        mode?.enter()
        defer { mode?.leave() }
        var decoder = TerminalDecoder()
        var typed = TypedKeys(origin: mode == nil ? .pipe : .terminal, holdTime: holdTime)
        var isOpen = true
        onEvent(.arrived(device))
        while isOpen || typed.nextWake != nil {
            // Reading in the background would stop the whole process; a negative descriptor is not polled.
            let isReadable = isOpen && (mode?.isEntered ?? true)
            var polled = [stop, mode?.signals ?? -1, isReadable ? input : -1].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&polled, 3, timeout(typed.nextWake)) >= 0 || errno == EINTR else { break }
            if polled[0].revents != 0 { return }
            if polled[1].revents != 0 { mode?.handleSignals() }
            let now = MonotonicClock.now
            tell(typed.wake(at: now))
            if polled[2].revents != 0 {
                var buffer = [UInt8](repeating: 0, count: 256)
                let count = read(input, &buffer, buffer.count)
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                isOpen = count > 0
                for byte in buffer[..<max(0, count)] {
                    guard let character = decoder.feed(byte, at: now), role(character) != nil else {
                        continue
                    }
                    tell(typed.type(character, at: now))
                }
            }
        }
        logger.notice("switches: no more keys from \(device.name)")
        onEvent(.lost(device, reason: "closed"))
    }

    /// Milliseconds to sleep, rounded up; -1 is without end.
    private func timeout(_ wake: Instant?) -> Int32 {
        guard let wake else { return -1 }
        let left = MonotonicClock.now.duration(to: wake).nanoseconds
        return Int32(clamping: max(0, (left + 999_999) / 1_000_000))
    }

    /// A switch must work with Caps Lock on.
    private func role(_ character: Character) -> SwitchRole? {
        keys[character] ?? keys[Character(character.lowercased())]
    }

    private func tell(_ edges: [TypedKeys.Edge]) {
        for edge in edges {
            guard let role = role(edge.character), let scalar = edge.character.unicodeScalars.first else {
                continue
            }
            onEvent(
                .edge(
                    SwitchEdge(
                        role: role, source: .init(device: device.id, key: Int(scalar.value)),
                        direction: edge.direction, at: edge.at)))
        }
    }
}
