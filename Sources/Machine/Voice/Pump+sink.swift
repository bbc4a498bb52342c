import RealTime
import Speech
import Synchronization
import Time

/// What the pump does with its device; each call is stamped, so that the watchdog sees one that does not return.
extension Pump {
    /// What the sink can take and has played, the same for a device and for silence.
    struct Report {
        /// When this was so.
        var at: Instant
        /// Frames mixed and not heard.
        var unheard: Int
        /// Frames in the device's buffer, without what a sound server or the card holds.
        var queued: Int
        var room: Int
        var isRunning: Bool
        /// It ran out of sound and must be made ready again.
        var hasStopped: Bool
        /// Nothing was queued any more.
        var ranDry: Bool
        /// What the device itself says that it holds.
        var reported: Int
    }

    mutating func makeReport() throws(VoiceError) -> Report {
        switch sink {
        case .silent(let clock):
            let now = MonotonicClock.now
            let unheard = clock.unheard(at: now)
            return Report(
                at: now, unheard: unheard, queued: unheard, room: .max, isRunning: true, hasStopped: false,
                ranDry: false, reported: 0)
        case .device(let device):
            beginCall()
            defer { endCall() }
            let status = try device.report()
            // A server that stops on an underrun does not stay awake alone.
            if status.hasRunDry { needsSilence = true }
            let now = MonotonicClock.now
            if status.hasRunDry || !status.isRunning { (pace, lag) = (SilentClock(), ServerLag()) }
            let reported = status.isRunning ? max(0, device.bufferFrames - status.room) : 0
            let consumed = written - reported
            let hasTaken = consumed != lastConsumed
            if hasTaken {
                lastConsumed = consumed
                consumedAt = now
            }
            // A sound server's figure is older than the clock's if either was delayed; a server that works
            // ahead takes nothing for a while, although its sound is heard.
            let byClock = pace.unheard(at: now)
            behind =
                device.isServer && status.isRunning
                ? lag.note(reported: reported, byClock: byClock, hasTaken: hasTaken, at: now) : 0
            let queued = device.isServer ? min(reported, byClock + max(0, lag.base)) : reported
            let isEmpty = device.isServer ? byClock == 0 : reported == 0
            return Report(
                // Its latency is not known right after a start; nothing is heard before its turn.
                at: status.at, unheard: max(status.delay, queued) + carried.count / 2, queued: queued,
                room: status.room, isRunning: status.isRunning, hasStopped: status.hasRunDry,
                ranDry: status.hasRunDry || (status.isRunning && isEmpty), reported: reported)
        }
    }

    /// Takes back from the device what it has not played; returns how many mixed frames that were, and
    /// whether the device goes on with those before them.
    mutating func discard(_ report: inout Report) throws(VoiceError) -> (frames: Int, goesOn: Bool) {
        guard case .device(let device) = sink else { return (0, true) }
        beginCall()
        defer { endCall() }
        let waiting = carried.count / 2
        carried.removeAll(keepingCapacity: true)
        let before = MonotonicClock.now
        let result = try device.takeBack()
        let after = MonotonicClock.now
        switch result {
        case .rewound(let frames):
            written -= frames
            report.unheard = max(0, report.unheard - frames - waiting)
            report.queued = max(0, report.queued - frames)
            report.reported = max(0, report.reported - frames)
            report.room += frames
            return (frames + waiting, true)
        case .dropped:
            // It fell silent at an unknown moment of the call: its middle is assumed.
            let passed = report.at.duration(to: before) + before.duration(to: after) / 2
            let unheard = max(0, report.unheard - SoundFormat.frames(nanoseconds: passed.nanoseconds))
            (pace, lag) = (SilentClock(), ServerLag())
            lastConsumed = written
            report = Report(
                at: after, unheard: 0, queued: 0, room: device.bufferFrames, isRunning: false,
                hasStopped: false, ranDry: false, reported: 0)
            return (unheard, false)
        }
    }

    /// Hands over what was mixed, as far as there is room.
    ///
    /// - Parameter starts: whether the device begins to play with it.
    mutating func flush(_ begun: [UtteranceID], at now: Instant, starts: Bool) throws(VoiceError) {
        guard !carried.isEmpty else { return }
        switch sink {
        case .silent(var clock):
            clock.write(carried.count / 2, at: now)
            sink = .silent(clock)
            carried.removeAll(keepingCapacity: true)
        case .device(let device):
            beginCall()
            defer { endCall() }
            if let onFirstSample = output.listeners.onFirstSample {
                let handed = MonotonicClock.now
                for id in begun { onFirstSample(id, handed) }
            }
            let samples = carried
            let taken = try samples.withUnsafeBufferPointer { (buffer) throws(VoiceError) in
                try device.write(buffer)
            }
            pace.write(taken, at: starts ? MonotonicClock.now : now)
            written += taken
            carried.removeFirst(min(carried.count, taken * 2))
        }
    }

    mutating func rest() throws(VoiceError) {
        guard case .device(let device) = sink else { return }
        beginCall()
        defer { endCall() }
        try device.rest()
    }

    /// Continues in silence; a separate thread closes the device, because that may block for ever.
    mutating func lose(_ error: VoiceError) {
        if case .device(let device) = sink { Self.dispose(of: device) }
        mixer?.stop()
        (mixer, toldSilence) = (nil, nil)
        if case .deviceStalled = error { isDoubted = true }
        sink = .silent(SilentClock())
        plannedRefill = nil
        carried.removeAll(keepingCapacity: true)
        output.tellLost(error)
        nextOpening = backOff.next(after: MonotonicClock.now)
    }

    mutating func openIfDue(_ now: Instant) {
        guard let name = output.device, let due = nextOpening, due <= now, !isOpening else { return }
        nextOpening = nil
        isOpening = true
        let (output, isDoubted) = (output, isDoubted)
        let opener = OwnThread.start("voice-open", urgency: .raised) {
            let result = Result { () throws(VoiceError) in
                try Self.open(name, for: output, isDoubted: isDoubted)
            }
            output.mailbox.withLock { $0.opened = result }
            output.wakeUp.signal()
        }
        if let opener {
            opener.detach()
        } else {
            isOpening = false
            nextOpening = backOff.next(after: now)
        }
    }

    /// On the opener's thread: opens the device, tries one that stood still, and sees to its card's mixer before the first
    /// sound.
    private static func open(
        _ name: String, for output: Output, isDoubted: Bool
    ) throws(VoiceError) -> Output.Opened {
        let device = try ALSADevice(name: name)
        if isDoubted {
            do throws(VoiceError) {
                try device.proveThatItMoves(within: stallTime)
            } catch {
                device.close()
                throw error
            }
        }
        let mixer = device.card.flatMap { card in
            MixerWatch(card: card, use: output.mixer, logger: output.logger) { output.wakeUp.signal() }
        }
        return Output.Opened(device: device, mixer: mixer)
    }

    /// Tells when the card's mixer begins or ceases to keep it silent.
    mutating func tellMixer() {
        let silence = mixer?.silence
        guard silence != toldSilence else { return }
        toldSilence = silence
        if let silence { output.tellMuted(silence) } else { output.tellPlaying() }
    }

    mutating func adopt(_ opened: Result<Output.Opened, VoiceError>, _ now: Instant) {
        isOpening = false
        switch opened {
        case .success(let opened):
            if case .device(let surplus) = sink {
                // Opened for a pump that hung, while this one had opened it too.
                Self.dispose(of: surplus)
            }
            mixer?.stop()
            (mixer, isDoubted) = (opened.mixer, false)
            let device = opened.device
            sink = .device(device)
            needsSilence = !device.isServer
            lead = Lead(
                period: device.periodFrames, buffer: device.bufferFrames, learnt: output.learntLength)
            backOff = ReopenDelay()
            toldSilence = mixer?.silence
            if let toldSilence { output.tellMuted(toldSilence) } else { output.tellPlaying() }
        case .failure(let error):
            output.tellLost(error)
            nextOpening = backOff.next(after: now)
        }
        output.firstOpening.signal()
    }

    private static func dispose(of device: ALSADevice) {
        OwnThread.start("voice-close") { device.close() }?.detach()
    }

    private func beginCall() {
        output.inCallSince.store(
            MonotonicClock.now.nanoseconds, ordering: .sequentiallyConsistent)
        output.watchdog.beAwake()
    }

    private func endCall() { output.inCallSince.store(0, ordering: .sequentiallyConsistent) }
}
