import RealTime
import Scanning
import Speech
import Synchronization

/// The loop of one output's thread: takes orders, mixes just as much as the device needs, and tells what was heard.
struct Pump {
    enum Sink {
        case device(ALSADevice)
        case silent(SilentClock)
    }

    /// What one turn found and did under the desk's lock.
    private struct Work {
        var events: [VoiceEvent] = []
        var begun: [UtteranceID] = []
        var answers: [@Sendable () -> Void] = []
        var opened: Result<Output.Opened, VoiceError>?
        /// Something is to be mixed again soon.
        var sounds = false
        var isKeptAwake = false
        /// When the next mark will be heard.
        var due: Instant?
        var mixed = 0
    }

    /// A running sound server that is not kept awake rests after so long; it takes some milliseconds to start again.
    private static let linger: Duration = .seconds(5)
    /// How often an idle device is asked whether it still lives.
    private static let healthCheck: Duration = .seconds(20)
    /// A PulseAudio sink that was idle may have worked two seconds ahead, and takes nothing until they are over.
    static let stallTime: Duration = .milliseconds(2500)
    /// A sound server that has taken nothing for longer than this works ahead.
    static let longestPiece: Duration = .milliseconds(30)
    /// 20 ms are "queued" where nobody listens.
    private static let silentLead = 960

    let output: Output
    let epoch: Int
    var sink = Sink.silent(SilentClock())
    var backOff = BackOff()
    var nextOpening: Instant?
    var isOpening = false
    /// Whether the device stood still the last time, so that opening it proves nothing.
    var isDoubted: Bool
    /// Who sees to the mixer of the open device's card.
    var mixer: MixerWatch?
    /// Why its mixer lets nobody hear it, as it was told last.
    var toldSilence: VoiceError?
    var lead = Lead(period: ALSADevice.period)
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
    private var soundedBefore = false

    init(output: Output, epoch: Int) {
        self.output = output
        self.epoch = epoch
        isDoubted = epoch > 0
        lastSound = MonotonicClock.now
        lastProgress = lastSound
        // A pump after the first stands in for one that hangs: the device is tried again after a while.
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
        let report = try makeReport()
        let now = MonotonicClock.now
        if soundedBefore, report.ranDry { lead.grow(at: now) } else { lead.relax(at: now) }
        guard let work = work(report, now) else { return .end }
        // Before the device gets a chance to fail: an answer that is lost would look like a thread that hangs.
        for answer in work.answers { answer() }
        soundedBefore = work.sounds
        try flush(work.begun, at: now)
        for event in work.events { output.listeners.onEvent(event) }
        if let opened = work.opened {
            adopt(opened, now)
            return .again
        }
        tellMixer()
        openIfDue(now)
        try watchProgress(report, now)
        return .wait(try nextTurn(report, work, now))
    }

    /// Everything that needs the desk, in one hold of its lock; `nil` if another pump has it, or at the end.
    private mutating func work(_ report: Report, _ now: Instant) -> Work? {
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
            var work = Work(answers: mail.answers, opened: mail.opened)
            for order in mail.orders { state.desk.obey(order, at: now) }
            work.due = state.desk.settle(unheard: report.unheard, at: report.at, now: now)
            work.mixed = frames(
                desk: state.desk, report, isFresh: !mail.orders.isEmpty && state.desk.hasNewSound)
            if work.mixed > 0 { work.begun = state.desk.mix(work.mixed, into: &carried) }
            if work.due == nil, state.desk.awaitsHearing { work.due = now.advanced(by: .milliseconds(1)) }
            work.sounds = state.desk.sounds
            work.isKeptAwake = state.desk.isKeptAwake
            work.events = state.desk.takeEvents()
            return work
        }
    }

    /// How many frames to mix now.
    private func frames(desk: Desk, _ report: Report, isFresh: Bool) -> Int {
        guard carried.isEmpty else { return 0 }
        switch sink {
        case .silent:
            return desk.sounds ? max(0, Self.silentLead - report.queued) : 0
        case .device:
            if desk.sounds || (desk.isKeptAwake && needsSilence) {
                let missing = max(0, lead.frames - report.queued)
                return min(
                    report.room, isFresh || !report.isRunning ? max(missing, ALSADevice.period) : missing)
            }
            return desk.isKeptAwake && !report.isRunning ? ALSADevice.period : 0
        }
    }

    /// A device that takes nothing for long while something is queued is as good as gone.
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
            if feeds {
                let spare = report.queued + work.mixed - lead.frames / 2
                deadlines.append(
                    now.advanced(by: .nanoseconds(SoundFormat.nanoseconds(frames: max(48, spare)))))
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
}
