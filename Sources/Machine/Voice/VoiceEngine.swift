public import Logging
import RealTime
public import Speech
import Synchronization
public import Time

/// The voices and sounds of one process: a synthesiser, the earcons in memory, and an output for each distinct device.
///
/// Every method may be called from any thread and returns at once, except where it says otherwise. Events come on the
/// engine's own threads, in order for each output; a listener must not block.
public final class VoiceEngine: Sendable {
    private let settings: Mutex<[VoiceRole: VoiceSettings]>
    private let language: String
    private let earcons: EarconLibrary
    private let synthesiser: Synthesiser
    /// One for each distinct device.
    private let outputs: [Output]
    /// The pulses of exercises, where they have a device of their own.
    private let pulses: ApartPulses?
    private let watchdog: Watchdog

    /// Starts the threads and waits for the devices to open, at most a second.
    ///
    /// - Parameters:
    ///   - settings: how each role sounds; a role that is missing has the defaults at full volume.
    ///   - pulses: where the pulses of exercises are felt.
    ///   - language: BCP 47; spoken where neither an utterance nor its role says otherwise.
    ///   - soundsFolder: holds a WAV file for each `Earcon`.
    ///   - mixer: what is done about a card that its own mixer keeps silent.
    ///   - memory: keeps over restarts how much has to be queued for each device.
    ///   - onFirstSample: told when an utterance's first sample has been given to the device, for measuring.
    ///   - hasCaptions: whether somebody can read what is said; without a reader, `auto` without a device is a fault.
    /// - Throws: `VoiceError` where an earcon cannot be read.
    public init(
        settings: [VoiceRole: VoiceSettings], pulses: PulseSettings = PulseSettings(), language: String,
        soundsFolder: String, output: OutputChoice,
        mixer: MixerUse = .audible, hasCaptions: Bool = true, memory: QueueMemory? = nil,
        logger: Logger, onEvent: @escaping @Sendable (VoiceEvent) -> Void,
        onFirstSample: (@Sendable (UtteranceID, Instant) -> Void)? = nil
    ) throws(VoiceError) {
        let earcons = try EarconLibrary(folder: soundsFolder)
        let watchdog = Watchdog()
        var complete = settings
        for role in VoiceRole.allCases where complete[role] == nil {
            complete[role] = VoiceSettings(volume: 1)
        }
        let listeners = Output.Listeners(
            onEvent: { event in if !event.isOfApartPulses { onEvent(event) } },
            onFirstSample: { id, at in if !id.isApart { onFirstSample?(id, at) } })
        func open(_ device: String?, _ roles: [VoiceRole], isRequired: Bool) -> Output {
            Output(
                device: device, roles: roles, isRequired: isRequired, mixer: mixer, memory: memory,
                listeners: listeners, logger: logger, watchdog: watchdog)
        }
        var outputs: [Output] = []
        var rest = VoiceRole.allCases
        while let role = rest.first {
            let device = output.device(for: complete[role]?.device ?? "auto")
            let sharing = rest.filter { output.device(for: complete[$0]?.device ?? "auto") == device }
            rest.removeAll(where: sharing.contains)
            outputs.append(
                open(
                    device, sharing,
                    isRequired: output.requires(
                        configured: complete[role]?.device ?? "auto", hasCaptions: hasCaptions)))
        }
        let pulseDevice = pulses.device == "auto" ? nil : output.device(for: pulses.device)
        if let pulseDevice, !outputs.contains(where: { $0.device == pulseDevice }) {
            outputs.append(open(pulseDevice, [], isRequired: true))
        }
        let pulseOutput = pulseDevice.flatMap { device in outputs.first { $0.device == device } }
        self.pulses = pulseOutput.map { ApartPulses(output: $0, volume: pulses.volume) }
        self.settings = Mutex(complete)
        self.language = language
        self.earcons = earcons
        self.outputs = outputs
        self.watchdog = watchdog
        synthesiser = Synthesiser(
            logger: logger,
            firstVoice: VoiceCatalogue.voice(
                chosen: complete[.cue]?.voice, utteranceLanguage: nil, language: language))
        watchdog.start()
        let deadline = MonotonicClock.now.advanced(by: .seconds(1))
        for output in outputs where output.device != nil {
            output.firstOpening.wait(until: deadline)
        }
    }

    /// Whether no output plays now: captions stand in, paced like speech.
    public var isSilent: Bool {
        outputs.allSatisfy { output in
            // A motor is no voice.
            if output.roles.isEmpty { return true }
            return switch output.health {
            case .playing: false
            case .opening, .silent, .lost, .muted: true
            }
        }
    }

    /// How the synthesiser of this engine says a text.
    public var pronunciation: Pronunciation { Pronunciation(synthesiser: synthesiser) }

    /// How roles sound from the next utterances on. Their devices stay: those are opened once.
    public func adopt(_ changed: [VoiceRole: VoiceSettings], pulses: PulseSettings) {
        self.pulses?.adopt(pulses)
        settings.withLock { settings in
            for (role, voice) in changed { settings[role]?.sound(like: voice) }
        }
    }

    public func perform(_ command: VoiceCommand) {
        switch command {
        case .speak(let utterance):
            let apart = pulses.flatMap { $0.takesPart(in: utterance) ? $0 : nil }
            send(.speak(prepared(utterance, apart)), to: utterance.voice)
            if let apart { apart.output.send(.speak(apart.prepared(utterance))) }
        case .cut(let id):
            for output in outputs { output.send(.cut(id)) }
            pulses?.output.send(.cut(id.apart))
        case .cutAll(let role):
            send(.cutAll(role), to: role)
            if let output = pulses?.output, !output.roles.contains(role) { output.send(.cutAll(role)) }
        case .keepAwake(let role, let isAwake): send(.keepAwake(role, isAwake), to: role)
        }
    }

    /// Renders texts ahead, so that their first sample is there at once; in the order in which they will be wanted.
    public func prepare(texts: [(text: String, role: VoiceRole, language: String?)]) {
        for (text, role, language) in texts {
            synthesiser.prepare(rendering(text, role: role, language: language, keepsTail: false))
        }
    }

    /// Asks the synthesiser's thread and every mixer's in turn; the last of them calls `answer`. A mixer that hangs in its device is replaced by
    /// another one after a second, which answers then.
    public func ask(_ answer: @escaping @Sendable () -> Void) {
        var answer: @Sendable () -> Void = { [synthesiser, answer] in synthesiser.ask(answer: answer) }
        for output in outputs {
            let next = answer
            answer = { output.ask(next) }
        }
        answer()
    }

    /// Silences everything and ends the threads; waits for them, at most a second.
    public func shutDown() {
        for output in outputs { output.shutDown() }
        let deadline = MonotonicClock.now.advanced(by: .seconds(1))
        for output in outputs {
            output.ended.wait(until: deadline)
        }
        watchdog.shutDown()
        synthesiser.shutDown()
    }

    private func send(_ order: Desk.Order, to role: VoiceRole) {
        for output in outputs where output.roles.contains(role) { output.send(order) }
    }

    /// Starts making all its sounds, so that they are ready when its turn comes.
    ///
    /// - Parameter apart: Who plays its pulses, if somebody else does.
    private func prepared(_ utterance: Utterance, _ apart: ApartPulses?) -> Desk.Prepared {
        let last = utterance.parts.indices.last
        let streams = utterance.parts.indices.map { index -> SampleStream in
            switch utterance.parts[index] {
            case .earcon(let earcon): return earcons.stream(of: earcon)
            case .tone(let tone):
                return SampleStream(
                    wave: ToneWave(tone, pulses: apart.map { .elsewhere($0.output) } ?? .here))
            case .calm(let sound): return SampleStream(wave: CalmWave(sound))
            case .text(let text):
                return synthesiser.stream(
                    for: rendering(
                        text, role: utterance.voice, language: utterance.language, pace: utterance.pace,
                        keepsTail: index != last))
            case .recording(let path, let text):
                return synthesiser.stream(
                    forRecording: path,
                    instead: rendering(
                        text, role: utterance.voice, language: utterance.language, pace: utterance.pace,
                        keepsTail: index != last))
            }
        }
        let volume = settings.withLock { $0[utterance.voice]?.volume } ?? 1
        return Desk.Prepared(
            utterance: utterance, streams: streams, gain: Float(max(0, min(2, volume * utterance.gain))))
    }

    private func rendering(
        _ text: String, role: VoiceRole, language: String?, pace: Double = 1, keepsTail: Bool
    ) -> Rendering {
        let settings = settings.withLock { $0[role] } ?? VoiceSettings(volume: 1)
        return Rendering(
            text: text,
            voice: VoiceCatalogue.voice(
                chosen: settings.voice, utteranceLanguage: language, language: self.language),
            rate: min(450, Int((Double(settings.rate) * pace).rounded())), pitch: settings.pitch,
            keepsTail: keepsTail)
    }
}
