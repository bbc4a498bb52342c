import CALSA
import Glibc
import RealTime
import Speech
import Time

/// One open ALSA device. Any call may block as long as the driver or the sound server does, so only
/// expendable threads call it, one at a time.
///
/// Sound is queued; `takeBack` discards the queue. Nothing runs at rest: the device is prepared, and the
/// first write starts it.
///
/// `@unchecked Sendable`, because the compiler does not know libasound's handle. The proof: all stored properties are
/// constants, and the handle behind `pcm` is used by one thread at a time, since there is one owner at a time.
/// `Pump.openIfDue` makes and tries the device on a thread of its own, whose last use of it is to put it into the output's
/// mailbox, under its lock; a pump takes it out of there under the same lock and keeps it as its `sink`, on the pump's
/// thread; the pump closes it at its end, or lets go of it and gives it to the thread that `dispose` starts. Each step
/// happens before the next by the lock or by the thread's start. `VoiceCatalogue` opens and closes one within one call.
final class ALSADevice: @unchecked Sendable {
    /// What the device says about itself.
    struct Report {
        /// When this was so.
        var at: Instant
        /// Frames between the next one written and the one now heard.
        var delay: Int
        /// How many frames can be written.
        var room: Int
        var isRunning: Bool
        /// It has underrun and stopped.
        var hasRunDry: Bool
    }

    /// 2.5 ms: a sound server works in pieces of this length, and it is the least that starts a device.
    static let period = 120
    /// 300 ms, and 2 s for a sound server, which may work that far ahead; how much of it is used is the pump's choice.
    private static let wantedBuffer: snd_pcm_uframes_t = 14_400
    private static let wantedServerBuffer: snd_pcm_uframes_t = 96_000

    /// 250 ms: more than a device that stands still may swallow.
    private static let proof = SoundFormat.rate / 4

    let name: String
    /// A sound server (PulseAudio, PipeWire, JACK) plays silence by itself where nothing is queued, and goes on.
    let isServer: Bool
    /// The whole buffer, as the device granted it.
    let bufferFrames: Int
    /// The pieces in which the device takes sound, as it granted them; `dmix` takes 1024 frames.
    let periodFrames: Int
    private let pcm: OpaquePointer

    init(name: String) throws(VoiceError) {
        beckon_alsa_be_quiet()
        do throws(VoiceError) {
            (pcm, bufferFrames, periodFrames) = try Self.open(name)
            self.name = name
        } catch {
            // A bare card plays only its own formats; this name puts ALSA's converter before it.
            guard name.hasPrefix("hw:") else { throw error }
            let converted = "plug" + name
            (pcm, bufferFrames, periodFrames) = try Self.open(converted)
            self.name = converted
        }
        isServer = Self.isServer(pcm)
    }

    /// The present number of its card; `nil` for a sound server and other devices without a card.
    var card: Int32? {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) == 0 else { return nil }
        defer { snd_pcm_info_free(info) }
        guard snd_pcm_info(pcm, info) == 0 else { return nil }
        let card = snd_pcm_info_get_card(info)
        return card < 0 ? nil : card
    }

    /// The device must not be used any more.
    func close() { snd_pcm_close(pcm) }

    func report() throws(VoiceError) -> Report {
        var status: OpaquePointer?
        try check(snd_pcm_status_malloc(&status), "snd_pcm_status_malloc")
        defer { snd_pcm_status_free(status) }
        try check(snd_pcm_status(pcm, status), "snd_pcm_status")
        let state = snd_pcm_status_get_state(status)
        var time = snd_htimestamp_t()
        snd_pcm_status_get_htstamp(status, &time)
        var at = MonotonicClock.now
        let stamped = Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        // Some plugins stamp with another clock, or not at all.
        if stamped <= at, stamped.duration(to: at) < .milliseconds(100) { at = stamped }
        switch state {
        case SND_PCM_STATE_DISCONNECTED:
            throw VoiceError.device(name, call: "snd_pcm_status", detail: "it is gone")
        case SND_PCM_STATE_SUSPENDED:
            try recover(from: -ESTRPIPE)
            return Report(at: at, delay: 0, room: period, isRunning: false, hasRunDry: true)
        default:
            let isRunning = state == SND_PCM_STATE_RUNNING
            return Report(
                at: at, delay: isRunning ? max(0, Int(snd_pcm_status_get_delay(status))) : 0,
                room: Int(snd_pcm_status_get_avail(status)), isRunning: isRunning,
                hasRunDry: state == SND_PCM_STATE_XRUN)
        }
    }

    /// Writes stereo frames; fewer than given where there is no room. A device that has underrun is prepared
    /// and tried again.
    func write(_ samples: UnsafeBufferPointer<Int16>) throws(VoiceError) -> Int {
        guard let base = samples.baseAddress else { return 0 }
        let frames = samples.count / 2
        for _ in 0..<3 {
            let written = snd_pcm_writei(pcm, base, snd_pcm_uframes_t(frames))
            if written >= 0 { return written }
            if written == -Int(EAGAIN) { return 0 }
            try recover(from: Int32(written))
        }
        return 0
    }

    /// The result of taking back queued sound.
    enum TakenBack {
        /// This many frames at the end will not be heard; the device goes on with those before them.
        case rewound(Int)
        /// All of it is gone, and the device is silent until the next write.
        case dropped
    }

    /// Takes back as much of the queue as it can.
    ///
    /// A card rewinds, except for what it fetches next. A sound server already has everything, and ALSA's
    /// rewinding does not reach it: its stream is flushed and restarted.
    func takeBack() throws(VoiceError) -> TakenBack {
        if !isServer {
            let frames = snd_pcm_rewindable(pcm) - Swift.max(Self.period, periodFrames)
            if frames > 0 {
                let rewound = snd_pcm_rewind(pcm, snd_pcm_uframes_t(frames))
                if rewound > 0 { return .rewound(rewound) }
            }
        }
        try rest()
        return .dropped
    }

    /// Discards the queue and prepares the device: it is silent and starts with the next write.
    func rest() throws(VoiceError) {
        snd_pcm_drop(pcm)
        try check(snd_pcm_prepare(pcm), "snd_pcm_prepare")
    }

    /// Plays silence until the device has consumed more than a moment of it, because a stalled device can
    /// still be opened. Blocks for `patience` at most, if the device itself does not block.
    func proveThatItMoves(within patience: Duration) throws(VoiceError) {
        let deadline = MonotonicClock.now.advanced(by: patience)
        let pause = WakeUp()
        let silence = [Int16](repeating: 0, count: Self.period * 2)
        var written = 0
        while MonotonicClock.now < deadline {
            let report = try report()
            if written - max(0, bufferFrames - report.room) >= Self.proof { return try rest() }
            var room = report.room
            while room >= Self.period, written < Self.proof * 2 {
                let taken = try silence.withUnsafeBufferPointer { (buffer) throws(VoiceError) in
                    try write(buffer)
                }
                guard taken > 0 else { break }
                written += taken
                room -= taken
            }
            pause.wait(until: MonotonicClock.now.advanced(by: .milliseconds(20)))
        }
        throw .deviceStalled(name)
    }

    private func recover(from code: Int32) throws(VoiceError) {
        // Only these two are timing errors; all others mean that the device is gone.
        guard code == -EPIPE || code == -ESTRPIPE else {
            try check(code, "snd_pcm_writei")
            return
        }
        try check(snd_pcm_prepare(pcm), "snd_pcm_prepare")
    }

    private var period: Int { Self.period }

    private func check(_ code: Int32, _ call: String) throws(VoiceError) {
        try Self.check(code, name, call)
    }

    private static func check(_ code: Int32, _ name: String, _ call: String) throws(VoiceError) {
        if code < 0 { throw VoiceError.device(name, call: call, detail: SoundWords.words(code)) }
    }

    private static func isServer(_ pcm: OpaquePointer) -> Bool {
        snd_pcm_type(pcm) == SND_PCM_TYPE_IOPLUG
    }

    private static func open(_ name: String) throws(VoiceError) -> (OpaquePointer, buffer: Int, period: Int) {
        guard let device = DeviceName(name) else { throw .notADevice(name) }
        let pcm = try DeviceConfiguration().open(device)
        do throws(VoiceError) {
            let granted = try configure(pcm, name)
            return (pcm, granted.buffer, granted.period)
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    /// Returns the frames that were granted.
    private static func configure(
        _ pcm: OpaquePointer, _ name: String
    ) throws(VoiceError) -> (buffer: Int, period: Int) {
        var hardware: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&hardware), name, "snd_pcm_hw_params_malloc")
        defer { snd_pcm_hw_params_free(hardware) }
        var period = snd_pcm_uframes_t(Self.period)
        var buffer = isServer(pcm) ? wantedServerBuffer : wantedBuffer
        try check(snd_pcm_hw_params_any(pcm, hardware), name, "snd_pcm_hw_params_any")
        try check(
            snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), name, "set_access")
        try check(snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_S16_LE), name, "set_format")
        try check(snd_pcm_hw_params_set_channels(pcm, hardware, 2), name, "set_channels")
        try check(
            snd_pcm_hw_params_set_rate(pcm, hardware, UInt32(SoundFormat.rate), 0), name, "set_rate")
        try check(
            snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, nil), name, "set_period_size")
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer), name, "set_buffer_size")
        try check(snd_pcm_hw_params(pcm, hardware), name, "snd_pcm_hw_params")

        var software: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&software), name, "snd_pcm_sw_params_malloc")
        defer { snd_pcm_sw_params_free(software) }
        try check(snd_pcm_sw_params_current(pcm, software), name, "snd_pcm_sw_params_current")
        // Also what PulseAudio waits for before it plays: not more than our first write.
        try check(
            snd_pcm_sw_params_set_start_threshold(pcm, software, snd_pcm_uframes_t(Self.period)), name,
            "set_start_threshold")
        if isServer(pcm) {
            // A sound server goes on by itself where nothing is queued; ALSA would call it an underrun and stop.
            var boundary = snd_pcm_uframes_t(0)
            try check(snd_pcm_sw_params_get_boundary(software, &boundary), name, "get_boundary")
            try check(
                snd_pcm_sw_params_set_stop_threshold(pcm, software, boundary), name, "set_stop_threshold")
        }
        try check(
            snd_pcm_sw_params_set_tstamp_mode(pcm, software, SND_PCM_TSTAMP_ENABLE), name, "set_tstamp_mode")
        try check(
            snd_pcm_sw_params_set_tstamp_type(pcm, software, SND_PCM_TSTAMP_TYPE_MONOTONIC), name,
            "set_tstamp_type")
        try check(snd_pcm_sw_params(pcm, software), name, "snd_pcm_sw_params")
        try check(snd_pcm_prepare(pcm), name, "snd_pcm_prepare")
        return (Int(buffer), Int(period))
    }
}
