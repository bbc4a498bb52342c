internal import Glibc
public import Logging
public import Scanning

/// Reads the keys of a terminal, or the characters of a pipe, as switches.
public final class TerminalKeys: Sendable {
    /// Space and enter are the client's switches 1 and 2; letters are the station's.
    public static let defaultKeys: [Character: SwitchRole] = {
        var keys: [Character: SwitchRole] = [
            " ": .select, "\n": .step, "\r": .step, "\u{7F}": .back, "\u{8}": .back, "h": .help,
            "a": .onTheWay, "m": .met, "d": .declined, "n": .next, "r": .sayAgain, "s": .snooze,
            "o": .open, "u": .undo,
        ]
        for digit in 0...9 { keys[Character("\(digit)")] = .digit(digit) }
        return keys
    }()

    /// Whether that descriptor is a terminal that belongs to this process now: not one left in the background.
    public static func isForegroundTerminal(_ descriptor: Int32 = 0) -> Bool {
        guard isatty(descriptor) == 1 else { return false }
        let foreground = tcgetpgrp(descriptor)
        // If it is not this process's controlling terminal, there is no foreground and no background.
        return foreground == getpgrp() || foreground < 0 && errno == ENOTTY
    }

    private let input: Int32
    private let keys: [Character: SwitchRole]
    private let holdTime: Duration
    private let logger: Logger
    private let onEvent: @Sendable (SwitchEvent) -> Void
    private let thread = ReaderThread()

    /// - Parameters:
    ///   - input: 0 is standard input. Stays open, and belongs to this reader alone until it stops.
    ///   - holdTime: How long a typed key counts as held. If `acceptance_time` is set, it has to be longer.
    ///   - onEvent: Called on the reader's thread; must not block.
    public init(
        input: Int32 = 0, keys: [Character: SwitchRole] = TerminalKeys.defaultKeys,
        holdTime: Duration = .milliseconds(80), logger: Logger,
        onEvent: @escaping @Sendable (SwitchEvent) -> Void
    ) {
        self.input = input
        self.keys = keys
        self.holdTime = holdTime
        self.logger = logger
        self.onEvent = onEvent
    }

    deinit { stop() }

    /// Starts reading; a terminal shows no typed characters from now on. Once only.
    public func start() throws(SwitchError) {
        try thread.start("switches-keys") { () throws(SwitchError) in
            let isTerminal = isatty(input) == 1
            let mode = isTerminal ? try TerminalMode(descriptor: input) : nil
            let device = SwitchDevice(
                id: DeviceNumber.next(), name: isTerminal ? "the terminal's keys" : "standard input",
                path: "terminal", roles: Set(keys.values))
            let loop = TerminalLoop(
                input: input, mode: mode, keys: keys, holdTime: holdTime, device: device, logger: logger,
                onEvent: onEvent)
            return { stop in loop.run(stop: stop) }
        }
    }

    /// Ends reading and restores the terminal. When it returns, no further event will come.
    public func stop() { thread.stop() }
}
