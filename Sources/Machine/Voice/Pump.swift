import RealTime
import Speech
import Synchronization
import Time

/// The loop of one output's thread: takes commands, mixes just as much as the device needs, and reports what
/// was heard.
struct Pump {
    enum Sink {
        case device(ALSADevice)
        case silent(SilentClock)
    }

    /// The commands since the last turn.
    private struct Intake {
        var answers: [@Sendable () -> Void]
        var opened: Result<Output.Opened, VoiceError>?
        var hasOrders: Bool
        /// Something is to be heard before what is queued.
        var cutsIn: Bool
    }

    /// What one turn did under the desk's lock.
    private struct Work {
        var events: [VoiceEvent] = []
        var begun: [UtteranceID] = []
        /// Something is to be mixed again soon.
        var sounds = false
        var isKeptAwake = false
        /// When the next mark will be heard.
        var due: Instant?
        var mixed = 0
        /// Something sounds and has all the samples that the queue wants; else the maker of samples wakes the pump.
        var isSupplied = false
    }

    /// How long a running sound server is kept awake; after that it takes some milliseconds to start again.
    private static let linger: Duration = .seconds(5)
    /// How often an idle device is asked whether it still lives.
    private static let healthCheck: Duration = .seconds(20)
    /// A PulseAudio sink that was idle may have worked two seconds ahead, and takes nothing until they are over.
    static let stallTime: Duration = .milliseconds(2500)
    /// How long to wait at most for samples that are being made.
    private static let supplyTime: Duration = .milliseconds(20)
    /// 4 ms: a queue that is not longer than the shortest by more than this is waited for.
    private static let shortTail = 192
    /// Without a device, 20 ms count as queued.
    private static let silentLead = 960

    let output: Output
    let epoch: Int
    var sink = Sink.silent(SilentClock())
    var backOff = ReopenDelay()
    var nextOpening: Instant?
    var isOpening = false
    /// Whether the device had stalled the last time, so that opening it proves nothing.
    var isDoubted: Bool
    /// The watch over the mixer of the open device's card.
    var mixer: MixerWatch?
    /// Why its mixer lets nobody hear it, as it was told last.
    var toldSilence: VoiceError?
    var lead = Lead(period: ALSADevice.period)
    var lag = ServerLag()
    /// Frames by which a sound server was late with what it took last.
    var behind = 0
    /// How much of what the device was given it must have played by now.
    var pace = SilentClock()
    /// Frames given to devices so far.
    var written = 0
    /// What the device had taken when it was last asked, and when that changed.
    var lastConsumed = 0
    var consumedAt = Instant(nanoseconds: 0)
    /// Mixed stereo samples that did not fit into the device yet.
    var carried: [Int16] = []
    /// Whether the device must be fed silence to stay awake; a sound server stays awake by itself.
    var needsSilence = true
    private var lastSound: Instant
    private var lastProgress: Instant
    /// When the queue of what sounds wanted to be filled up again; `nil` if nothing sounded.
    var plannedRefill: Instant?

    init(output: Output, epoch: Int) {
        self.output = output
        self.epoch = epoch
        isDoubted = epoch > 0
        lastSound = MonotonicClock.now
        lastProgress = lastSound
        // A later pump replaces one that hangs: the device is tried again after a while.
        if output.device != nil { nextOpening = epoch == 0 ? lastSound : backOff.next(after: lastSound) }
    }

    /// Runs until the output is shut down or another pump has the desk.
    mutating func run() {
        loop: while true {
            switch turn() {
            case .end: break loop
            case .again: continue
            case .wait(let deadline):
                output.wakeUp.wait(until: deadline)
            }
        }
        mixer?.stop()
        if case .device(let device) = sink { device.close() }
        output.ended.signal()
    }

    private enum Next {
        case end
        case again
        /// Until an order comes, or this time at the latest.
        case wait(Instant?)
    }

    private mutating func turn() -> Next {
        do throws(VoiceError) {
            return try playOn()
        } catch {
            guard output.state.withLock({ $0.epoch == epoch }) else { return .end }
            lose(error)
            return .again
        }
    }

    private mutating func playOn() throws(VoiceError) -> Next {
        var report = try makeReport()
        var now = MonotonicClock.now
        learn(from: report, at: now)
        guard let intake = takeOrders(at: now) else { return .end }
        // Done before the device can fail: a lost answer would look like a hanging thread.
        for answer in intake.answers { answer() }
        if intake.cutsIn, report.queued > lead.quickFrames + Self.shortTail {
            guard try takeBack(&report) else { return .end }
            now = MonotonicClock.now
        }
        guard let work = work(report, hasOrders: intake.hasOrders, now) else { return .end }
        try flush(work.begun, at: now, starts: !report.isRunning)
        // Starting a server's stream waits for its answer, and nothing is heard before that: no lateness.
        if work.mixed > 0, !report.isRunning { now = MonotonicClock.now }
        for event in work.events { output.listeners.onEvent(event) }
        if let opened = intake.opened {
            adopt(opened, now)
            return .again
        }
        tellMixer()
        openIfDue(now)
        try watchProgress(report, now)
        return .wait(try nextTurn(report, work, now))
    }

    /// Looks whether the queue is long enough, while words sound.
    mutating func learn(from report: Report, at now: Instant) {
        guard let planned = plannedRefill else { return lead.pause() }
        let late = max(0, planned.duration(to: now).nanoseconds)
        let look = Lead.Look(
            late: SoundFormat.frames(nanoseconds: late), behind: behind, isDry: report.ranDry)
        if lead.take(look, at: now) { output.tellLength(lead.length, by: epoch) }
        output.tellTearing(lead.isTearing, by: epoch)
    }

    /// Has the desk obey what came in; `nil` if another pump has it, or at the end.
    private func takeOrders(at now: Instant) -> Intake? {
        output.state.withLock { state in
            guard state.epoch == epoch else { return nil }
            let mail = output.mailbox.withLock { box in
                defer {
                    box.orders = []
                    box.opened = nil
                    box.answers = []
                }
                return box
            }
            guard !mail.isShutDown else { return nil }
            for order in mail.orders { state.desk.obey(order, at: now) }
            return Intake(
                answers: mail.answers, opened: mail.opened, hasOrders: !mail.orders.isEmpty,
                cutsIn: !mail.orders.isEmpty && state.desk.cutsIn)
        }
    }

    /// Throws away what is queued, so that what was ordered is heard at once; false if another pump has the desk.
    private mutating func takeBack(_ report: inout Report) throws(VoiceError) -> Bool {
        let (frames, fades) = try discard(&report)
        return output.state.withLock { state in
            guard state.epoch == epoch else { return false }
            state.desk.stepBack(frames, fades: fades)
            return true
        }
    }

    /// Everything else that needs the desk, in one hold of its lock; `nil` if another pump has it.
    private mutating func work(_ report: Report, hasOrders: Bool, _ now: Instant) -> Work? {
        output.state.withLock { state in
            guard state.epoch == epoch else { return nil }
            var work = Work()
            work.due = state.desk.settle(unheard: report.unheard, at: report.at, now: now)
            let preroll = preroll
            (work.mixed, work.isSupplied) = frames(
                desk: state.desk, report, isFresh: hasOrders && state.desk.hasNewSound, preroll: preroll)
            if work.mixed > 0 {
                work.begun = state.desk.mix(work.mixed, preroll: preroll, into: &carried)
            }
            if work.due == nil, state.desk.awaitsHearing { work.due = now.advanced(by: .milliseconds(1)) }
            work.sounds = state.desk.sounds
            work.isKeptAwake = state.desk.isKeptAwake
            work.events = state.desk.takeEvents()
            return work
        }
    }

    /// How many frames of its words must exist before an utterance begins.
    private var preroll: Int {
        switch sink {
        case .silent: 0
        case .device: lead.frames
        }
    }

    /// How many frames to mix now, and whether that is all that the queue wants.
    private func frames(
        desk: Desk, _ report: Report, isFresh: Bool, preroll: Int
    ) -> (count: Int, isSupplied: Bool) {
        guard carried.isEmpty else { return (0, true) }
        switch sink {
        case .silent:
            return (desk.sounds ? max(0, Self.silentLead - report.queued) : 0, true)
        case .device:
            // Where samples are late, and for silence alone, the shortest queue will do.
            let silence = max(0, lead.quickFrames - report.queued)
            if desk.sounds {
                let missing = max(0, lead.frames - report.queued)
                let wanted = isFresh || !report.isRunning ? max(missing, ALSADevice.period) : missing
                if let available = desk.available(upTo: wanted, preroll: preroll) {
                    let count = max(min(wanted, available), min(wanted, silence))
                    return (min(report.room, count), available >= wanted)
                }
            }
            guard desk.isKeptAwake else { return (0, false) }
            if needsSilence {
                return (min(report.room, report.isRunning ? silence : max(silence, ALSADevice.period)), false)
            }
            return (report.isRunning ? 0 : ALSADevice.period, false)
        }
    }

    /// A device that takes nothing for long while something is queued counts as gone.
    private mutating func watchProgress(_ report: Report, _ now: Instant) throws(VoiceError) {
        guard case .device(let device) = sink else { return }
        let isWaiting = report.reported > 2 * ALSADevice.period || !carried.isEmpty
        if !isWaiting || consumedAt > lastProgress { lastProgress = now }
        if lastProgress.duration(to: now) > Self.stallTime { throw .deviceStalled(device.name) }
    }

    private mutating func nextTurn(
        _ report: Report, _ work: Work, _ now: Instant
    ) throws(VoiceError) -> Instant? {
        var deadlines: [Instant] = []
        if let due = work.due { deadlines.append(due) }
        if let nextOpening, !isOpening { deadlines.append(nextOpening) }
        let feeds = work.sounds || !carried.isEmpty || (work.isKeptAwake && needsSilence)
        if feeds || work.due != nil || work.isKeptAwake { lastSound = now }
        switch sink {
        case .silent:
            if work.sounds { deadlines.append(now.advanced(by: .milliseconds(10))) }
        case .device:
            plannedRefill = nil
            if feeds {
                let refill = refill(report, work, now)
                deadlines.append(refill)
                if work.sounds, work.isSupplied { plannedRefill = refill }
            } else if report.reported > 2 * ALSADevice.period {
                deadlines.append(now.advanced(by: Self.stallTime / 2))
            }
            if report.isRunning || report.hasStopped, !work.isKeptAwake, !feeds, work.due == nil {
                let restTime = needsSilence ? now : lastSound.advanced(by: Self.linger)
                if restTime <= now { try rest() } else { deadlines.append(restTime) }
            }
            deadlines.append(now.advanced(by: Self.healthCheck))
        }
        return deadlines.min()
    }

    /// When the queue is to be filled up again.
    private func refill(_ report: Report, _ work: Work, _ now: Instant) -> Instant {
        let queued = report.queued + work.mixed
        let isShort = !work.isSupplied
        if isShort, work.sounds, queued == 0 { return now.advanced(by: Self.supplyTime) }
        let left = isShort ? lead.quickFrames / 2 : lead.frames - lead.refill
        return now.advanced(
            by: .nanoseconds(SoundFormat.nanoseconds(frames: max(SoundFormat.rate / 1_000, queued - left))))
    }
}
