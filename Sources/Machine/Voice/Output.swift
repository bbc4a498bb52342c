import Logging
import RealTime
import Speech
import Synchronization
import Time

/// One output device and the roles that share it.
///
/// A pump thread (`Pump`) mixes and writes. Where it blocks in the device for more than a second, `abandonIfBlocked`
/// gives the desk to a new pump, which paces silence until the device is back; the blocked one ends when it can.
final class Output: Sendable {
    /// The state of the device, for callers.
    enum Health: Sendable {
        case opening
        case playing
        /// It plays, but its card's mixer mutes it.
        case muted
        /// No device: on purpose, or there has never been one.
        case silent
        case lost
    }

    /// A device, and the watch over its card's mixer.
    struct Opened {
        var device: ALSADevice
        var mixer: MixerWatch?
    }

    struct Mailbox {
        var orders: [Desk.Order] = []
        /// To be called by the pump in its next turn.
        var answers: [@Sendable () -> Void] = []
        var opened: Result<Opened, VoiceError>?
        var isShutDown = false
    }

    struct State {
        var desk: Desk
        /// Which pump may touch the desk.
        var epoch = 0
        var health: Health
        /// Whether a torn device was reported. It outlasts a pump, because the next one must be able to
        /// report the end.
        var isTearing = false
    }

    /// The events of an output.
    struct Listeners: Sendable {
        var onEvent: @Sendable (VoiceEvent) -> Void
        var onFirstSample: (@Sendable (UtteranceID, Instant) -> Void)?
    }

    /// ALSA's name; `nil` for silence on purpose.
    let device: String?
    let roles: [VoiceRole]
    /// Whether staff named this device, so that its absence from the start is a fault.
    let isRequired: Bool
    let mixer: MixerUse
    /// Keeps over restarts how long the device's queue has to be.
    let memory: QueueMemory?
    let listeners: Listeners
    let logger: Logger
    let watchdog: Watchdog
    let wakeUp: WakeUp
    let firstOpening = WakeUp()
    let ended = WakeUp()
    let mailbox = Mutex(Mailbox())
    let state: Mutex<State>
    /// Whether what is played here can be heard, for whoever mixes for another output meanwhile.
    let isPlaying = Atomic<Bool>(false)
    /// Since when the pump is inside an ALSA call, in the clock's nanoseconds; 0: it is not.
    let inCallSince = Atomic<Int64>(0)

    init(
        device: String?, roles: [VoiceRole], isRequired: Bool, mixer: MixerUse, memory: QueueMemory?,
        listeners: Listeners, logger: Logger, watchdog: Watchdog
    ) {
        self.device = device
        self.roles = roles
        self.isRequired = isRequired
        self.mixer = mixer
        self.memory = memory
        self.listeners = listeners
        self.logger = logger
        self.watchdog = watchdog
        let wakeUp = WakeUp()
        self.wakeUp = wakeUp
        state = Mutex(
            State(desk: Desk(moreComes: wakeUp), health: device == nil ? .silent : .opening))
        watchdog.watch(self)
        startPump(epoch: 0)
    }

    var health: Health { state.withLock { $0.health } }

    /// Never blocks.
    func send(_ order: Desk.Order) {
        mailbox.withLock { $0.orders.append(order) }
        wakeUp.signal()
    }

    /// Has the pump call `answer`, which must not block.
    func ask(_ answer: @escaping @Sendable () -> Void) {
        mailbox.withLock { $0.answers.append(answer) }
        wakeUp.signal()
    }

    func shutDown() {
        mailbox.withLock { $0.isShutDown = true }
        wakeUp.signal()
    }

    func startPump(epoch: Int) {
        OwnThread.start("voice-\(roles.first?.rawValue ?? "out")", urgency: .raised) { [self] in
            var pump = Pump(output: self, epoch: epoch)
            pump.run()
        }?.detach()
    }

    /// Takes the desk from a pump that has been inside one call for more than a second.
    func abandonIfBlocked(at now: Instant) {
        let since = inCallSince.load(ordering: .sequentiallyConsistent)
        guard since != 0, Instant(nanoseconds: since).duration(to: now) > .seconds(1) else { return }
        let epoch = state.withLock { state in
            state.epoch += 1
            return state.epoch
        }
        inCallSince.store(0, ordering: .sequentiallyConsistent)
        tellLost(.deviceStalled(device ?? ""))
        startPump(epoch: epoch)
    }

    func tellLost(_ error: VoiceError) {
        isPlaying.store(false, ordering: .relaxed)
        let old = state.withLock { state in
            defer {
                switch state.health {
                case .opening: state.health = isRequired ? .lost : .silent
                case .playing, .muted: state.health = .lost
                case .silent, .lost: break
                }
            }
            return state.health
        }
        switch old {
        case .opening where !isRequired:
            logger.notice("no sound: \(error); captions are paced like speech meanwhile")
        case .opening, .playing:
            logger.error("\(error); it is tried again until it works")
            for role in roles { listeners.onEvent(.outputLost(role, detail: error.description)) }
        case .silent, .lost, .muted:
            logger.debug("\(error)")
        }
        endTearing()
    }

    /// A lost device does not tear words; that is checked again when it plays.
    private func endTearing() {
        let wasTearing = state.withLock { state in
            defer { state.isTearing = false }
            return state.isTearing
        }
        guard wasTearing else { return }
        logger.notice(
            "sound device \"\(device ?? "")\": it is checked for gaps again when it plays")
        for role in roles { listeners.onEvent(.outputWhole(role)) }
    }

    /// The device plays but cannot be heard, which counts as lost.
    func tellMuted(_ error: VoiceError) {
        isPlaying.store(false, ordering: .relaxed)
        let old = state.withLock { state in
            defer { state.health = .muted }
            return state.health
        }
        switch old {
        case .opening, .playing, .silent:
            logger.error("\(error)")
            for role in roles { listeners.onEvent(.outputLost(role, detail: error.description)) }
        case .lost, .muted: logger.notice("\(error)")
        }
    }

    func tellPlaying() {
        isPlaying.store(true, ordering: .relaxed)
        let old = state.withLock { state in
            defer { state.health = .playing }
            return state.health
        }
        switch old {
        case .lost, .muted:
            logger.notice("sound device \"\(device ?? "")\" plays again")
            for role in roles { listeners.onEvent(.outputRestored(role)) }
        case .opening, .silent, .playing:
            logger.info("sound device \"\(device ?? "")\" is open")
        }
    }

    /// What this device needed before, if it is known.
    var learntLength: QueueLength? { device.flatMap { memory?.length(of: $0) } }

    /// The queue length has changed. A pump that has lost the desk has only learnt that it hung.
    func tellLength(_ length: QueueLength, by epoch: Int) {
        guard state.withLock({ $0.epoch == epoch }) else { return }
        logger.info(
            "sound device \"\(device ?? "")\": \(length.milliseconds) ms of words are queued from now on")
        if let device { memory?.keep(length, of: device) }
    }

    /// Reports when words begin to tear however much is queued, so that they may not be understood, and when
    /// they have been whole again for a while. A pump that has lost the desk reports nothing.
    func tellTearing(_ isTearing: Bool, by epoch: Int) {
        let isNews = state.withLock { state in
            guard state.epoch == epoch, state.isTearing != isTearing else { return false }
            state.isTearing = isTearing
            return true
        }
        guard isNews else { return }
        if isTearing {
            let error = VoiceError.tearing(device ?? "")
            logger.error("\(error)")
            for role in roles { listeners.onEvent(.outputTearing(role, detail: error.description)) }
        } else {
            logger.notice("sound device \"\(device ?? "")\" plays words without gaps again")
            for role in roles { listeners.onEvent(.outputWhole(role)) }
        }
    }
}
