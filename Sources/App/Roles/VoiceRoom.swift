import Glibc
public import HomeFiles
public import Logging
import RealTime
public import Speech
import Synchronization
import Time
public import Voice

/// The voices of one process, shared by the roles that run in it: returns each event to the session that
/// spoke, and records what is said.
public final class VoiceRoom: Sendable {
    private struct State {
        var live: [UtteranceID: (utterance: Utterance, role: Transcript.Role)] = [:]
        var listeners: [Transcript.Role: @Sendable (VoiceEvent) -> Void] = [:]
        /// Device losses that were reported before a role listened.
        var lost: [VoiceRole: String] = [:]
        var engine: VoiceEngine?
    }

    private let state: Mutex<State>
    private let transcript: Transcript?
    private let captions: Captions

    /// Opens the sound devices.
    ///
    /// - Parameters:
    ///   - soundsFolder: where the earcons are.
    ///   - queueMemory: the file that keeps how much has to be queued for each device.
    ///   - pressNow: what a caption has for the sound that says when to press.
    public init(
        settings: HomeSettings, soundsFolder: String, queueMemory: String, output: OutputChoice,
        transcript: Transcript?, pressNow: String, logger: Logger
    ) throws(VoiceError) {
        state = Mutex(State())
        self.transcript = transcript
        captions = Captions(pressNow: pressNow)
        let engine = try VoiceEngine(
            settings: [.main: settings.mainVoice, .cue: settings.cueVoice, .alert: settings.alertVoice],
            pulses: settings.pulses, language: settings.language, soundsFolder: soundsFolder, output: output,
            mixer: settings.mixer, hasCaptions: Captions.haveReader,
            memory: QueueMemory(path: queueMemory, logger: logger), logger: logger,
            onEvent: { [weak self] event in self?.take(event) },
            onFirstSample: Marks.areWanted ? Self.mark : nil)
        state.withLock { $0.engine = engine }
        captions.isWanted = engine.isSilent || isatty(STDOUT_FILENO) == 1
    }

    @Sendable private static func mark(_ id: UtteranceID, _ instant: Instant) {
        Marks.write("first-sample", "\(id.rawValue)", at: instant)
    }

    /// Whether what is said stands on the terminal on which log lines stand, too.
    var isReadBesideLog: Bool {
        captions.isWanted && isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Whether no sound device plays: captions stand in for the voices.
    public var isSilent: Bool { state.withLock { $0.engine }?.isSilent ?? true }

    /// Says one text and tells when it was heard to its end.
    public func say(
        _ text: String, voice: VoiceRole, language: String?, whenHeard: @escaping @Sendable () -> Void
    ) {
        listen(.kiosk) { event in
            switch event {
            case .finished, .cut: whenHeard()
            case .started, .outputLost, .outputRestored, .outputTearing, .outputWhole: break
            }
        }
        let utterance = Utterance(
            id: UtteranceID(rawValue: 1), voice: voice, kind: .say, precedence: .main, parts: [.text(text)],
            language: language)
        perform(.speak(utterance), by: .kiosk)
    }

    /// Has every thread that voices need call `answer` in turn, after all that waits there; at once where there are none.
    public func ask(_ answer: @escaping @Sendable () -> Void) {
        guard let engine = state.withLock({ $0.engine }) else { return answer() }
        engine.ask(answer)
    }

    /// How the voices sound from the next words on. Another device counts from the next start.
    public func adopt(_ settings: HomeSettings) {
        state.withLock { $0.engine }?.adopt(
            [.main: settings.mainVoice, .cue: settings.cueVoice, .alert: settings.alertVoice],
            pulses: settings.pulses)
    }

    /// Ends all sound.
    public func shutDown() {
        state.withLock { $0.engine }?.shutDown()
        transcript?.flush()
    }

    func listen(_ role: Transcript.Role, _ listener: @escaping @Sendable (VoiceEvent) -> Void) {
        let lost = state.withLock { state in
            state.listeners[role] = listener
            return state.lost
        }
        for (voice, detail) in lost { listener(.outputLost(voice, detail: detail)) }
    }

    func perform(_ command: VoiceCommand, by role: Transcript.Role) {
        let engine = state.withLock { state in
            if case .speak(let utterance) = command { state.live[utterance.id] = (utterance, role) }
            return state.engine
        }
        engine?.perform(command)
    }

    private func take(_ event: VoiceEvent) {
        switch event {
        case .started(let id, let at): note(id, .started, at, event)
        case .finished(let id, let at): note(id, .finished, at, event)
        case .cut(let id, let at): note(id, .cut, at, event)
        case .outputLost(let voice, let detail): tellAll(event) { $0.lost[voice] = detail }
        case .outputRestored(let voice): tellAll(event) { $0.lost[voice] = nil }
        case .outputTearing, .outputWhole: tellAll(event) { _ in }
        }
    }

    private func tellAll(_ event: VoiceEvent, _ change: (inout State) -> Void) {
        let listeners = state.withLock { state in
            change(&state)
            return Array(state.listeners.values)
        }
        for listener in listeners { listener(event) }
    }

    private func note(
        _ id: UtteranceID, _ progress: Transcript.Progress, _ instant: Instant, _ event: VoiceEvent
    ) {
        let found = state.withLock { state in
            let entry = progress == .started ? state.live[id] : state.live.removeValue(forKey: id)
            return entry.map { ($0.utterance, $0.role, state.listeners[$0.role]) }
        }
        guard let (utterance, role, listener) = found else { return }
        listener?(event)
        if progress == .started { captions.show(utterance, role: role) }
        transcript?.write(utterance, progress, at: instant, role: role)
    }
}

extension HomeSettings {
    /// Takes what counts from the next words on.
    mutating func adoptVoices(of other: HomeSettings) {
        self.mainVoice.sound(like: other.mainVoice)
        self.cueVoice.sound(like: other.cueVoice)
        self.alertVoice.sound(like: other.alertVoice)
        self.pulses.volume = other.pulses.volume
    }
}
