internal import Glibc
internal import RealTime
internal import Synchronization

/// Turns off a terminal's echo and line buffering, and restores them.
///
/// Ctrl+C goes on to end the program. The old mode is set again when reading ends, when the process exits, and
/// while it is stopped by Ctrl+Z. One terminal at a time: it belongs to the process.
final class TerminalMode: Sendable {
    private let asked = WakeUp()
    private let descriptor: Int32
    private let original: termios
    private let actions: Mutex<[Int32: sigaction]> = Mutex([:])
    private let entered = Atomic<Bool>(false)

    init(descriptor: Int32) throws(SwitchError) {
        var mode = termios()
        guard tcgetattr(descriptor, &mode) == 0 else { throw .cannotStart(what: "terminal", errno: errno) }
        guard asked.descriptor >= 0 else { throw .cannotStart(what: "eventfd", errno: EMFILE) }
        self.descriptor = descriptor
        original = mode
    }

    /// Readable when the process is asked to stop, or is continued.
    var signals: Int32 { asked.descriptor }

    var isEntered: Bool { entered.load(ordering: .relaxed) }

    func enter() {
        signalDescriptor.store(signals, ordering: .sequentiallyConsistent)
        actions.withLock {
            for number in [SIGTSTP, SIGCONT] {
                var old = sigaction()
                var new = sigaction()
                new.__sigaction_handler.sa_handler = handleSignal
                new.sa_flags = SA_RESTART
                sigaction(number, nil, &old)
                // The parent process may have disabled Ctrl+Z.
                if number == SIGTSTP, isIgnored(old) { continue }
                sigaction(number, &new, nil)
                $0[number] = old
            }
        }
        makeRaw()
    }

    func leave() {
        actions.withLock {
            for (number, action) in $0 {
                var action = action
                sigaction(number, &action, nil)
            }
            $0 = [:]
        }
        signalDescriptor.store(-1, ordering: .sequentiallyConsistent)
        restore()
    }

    /// After `signals` became readable.
    func handleSignals() {
        asked.clear()
        if stopIsRequested.exchange(false, ordering: .sequentiallyConsistent) {
            restore()
            // Another thread may be stopped first while this one runs on for a moment: so it continues only
            // after SIGCONT.
            kill(getpid(), SIGSTOP)
        } else {
            makeRaw()
        }
    }

    /// Only in the foreground: from the background, the kernel would stop the process for it.
    private func makeRaw() {
        guard TerminalKeys.isForegroundTerminal(descriptor) else { return }
        var mode = original
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
        withUnsafeMutableBytes(of: &mode.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        modeAtExit.withLock { $0 = (descriptor, original) }
        _ = exitHook
        entered.store(tcsetattr(descriptor, TCSANOW, &mode) == 0, ordering: .relaxed)
    }

    private func restore() {
        entered.store(false, ordering: .relaxed)
        restoreTerminal()
    }

    private func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}

/// The terminal to restore, while its mode is changed.
private let modeAtExit = Mutex<(descriptor: Int32, mode: termios)?>(nil)
private let exitHook: Int32 = atexit { restoreTerminal() }
/// For the signal handlers, which may touch nothing but atomics and `write`.
private let signalDescriptor = Atomic<Int32>(-1)
private let stopIsRequested = Atomic<Bool>(false)

private func restoreTerminal() {
    let saved = modeAtExit.withLock { saved in
        defer { saved = nil }
        return saved
    }
    guard let saved, TerminalKeys.isForegroundTerminal(saved.descriptor) else { return }
    var mode = saved.mode
    tcsetattr(saved.descriptor, TCSANOW, &mode)
}

private func handleSignal(_ number: Int32) {
    let saved = errno
    if number == SIGTSTP { stopIsRequested.store(true, ordering: .sequentiallyConsistent) }
    WakeUp.signal(signalDescriptor.load(ordering: .sequentiallyConsistent))
    errno = saved
}
