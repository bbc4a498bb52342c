import Logging
import RealTime
import Synchronization
import Time

/// Owns eSpeak NG: a thread that renders texts and reads recorded prompts, the next to be heard first.
///
/// What it renders is kept in a bounded cache, so that a label that was spoken before, or was prepared, is there at once.
final class Synthesiser: Sendable {
    fileprivate enum Job {
        case render(Rendering, SampleStream)
        case read(path: String, instead: Rendering, SampleStream)
        /// Anything else that needs the library; it gets the library's state, or why there is none.
        case ask((inout Result<ESpeak, VoiceError>) -> Void)
    }

    fileprivate struct State {
        var urgent: [Job] = []
        var ahead: [Job] = []
        var cache = RenderingCache()
        var isShutDown = false
    }

    /// Texts above this many characters are not kept.
    private static let longestKept = 200

    private let state = Mutex(State())
    private let wakeUp = WakeUp()
    private let ended = WakeUp()
    private let logger: Logger

    init(logger: Logger, firstVoice: WantedVoice) {
        self.logger = logger
        OwnThread.start("voice-synth", urgency: .brisk) { [self] in
            run(firstVoice: firstVoice)
        }?.detach()
    }

    /// The sound of a text, made meanwhile; never blocks.
    func stream(for rendering: Rendering) -> SampleStream {
        submit(rendering, ahead: false)
    }

    /// Renders a text into the cache after all that is waiting to be heard.
    func prepare(_ rendering: Rendering) {
        guard rendering.text.count <= Self.longestKept else { return }
        _ = submit(rendering, ahead: true)
    }

    private func submit(_ rendering: Rendering, ahead: Bool) -> SampleStream {
        let stream = state.withLock { state in
            if let kept = state.cache.stream(for: rendering) {
                // A prepared text is now wanted at once.
                if !ahead { state.hasten(kept) }
                return kept
            }
            let isKept = rendering.text.count <= Self.longestKept
            let stream = SampleStream(isShared: isKept)
            if isKept { state.cache.keep(stream, for: rendering) }
            let job = Job.render(rendering, stream)
            if ahead { state.ahead.append(job) } else { state.urgent.append(job) }
            return stream
        }
        wakeUp.signal()
        return stream
    }

    /// The sound of a recorded prompt, or of the words instead of it where the file cannot be played.
    func stream(forRecording path: String, instead rendering: Rendering) -> SampleStream {
        let stream = SampleStream()
        state.withLock { $0.urgent.append(.read(path: path, instead: rendering, stream)) }
        wakeUp.signal()
        return stream
    }

    /// Has the library's thread call `answer`, after all that is to be heard soon.
    func ask(answer: @escaping @Sendable () -> Void) {
        state.withLock { $0.urgent.append(.ask { _ in answer() }) }
        wakeUp.signal()
    }

    /// Asks the library something on its own thread and waits for the answer; not for Swift's shared executor.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (inout Result<ESpeak, VoiceError>) -> Answer
    ) -> Answer? {
        let box = AnswerBox<Answer>()
        let isTaken = state.withLock { state in
            guard !state.isShutDown else { return false }
            state.urgent.append(.ask { library in box.put(question(&library)) })
            return true
        }
        guard isTaken else { return nil }
        wakeUp.signal()
        box.answered.wait()
        return box.take()
    }

    /// Ends the thread after the present text; waits for at most a second.
    func shutDown() {
        state.withLock { $0.isShutDown = true }
        wakeUp.signal()
        ended.wait(until: MonotonicClock.now.advanced(by: .seconds(1)))
    }

    private func run(firstVoice: WantedVoice) {
        SharedLibrary.use { library in
            switch library {
            case .failure(let error): logger.error("\(error)")
            case .success(var loaded):
                // Loading the first voice takes 30 ms: not at the first press.
                _ = loaded.select(voice: firstVoice)
                library = .success(loaded)
            }
        }
        while true {
            let (job, isShutDown) = state.withLock { state in (state.next(), state.isShutDown) }
            if let job {
                SharedLibrary.use { perform(job, isShutDown: isShutDown, library: &$0) }
            } else if isShutDown {
                break
            } else {
                wakeUp.wait()
            }
        }
        ended.signal()
    }

    private func perform(_ job: Job, isShutDown: Bool, library: inout Result<ESpeak, VoiceError>) {
        switch job {
        case .render(let rendering, let stream):
            if !isShutDown { render(rendering, into: stream, library: &library) }
            stream.complete()
        case .read(let path, let rendering, let stream):
            do throws(VoiceError) {
                if !isShutDown { stream.append(try SoundFile.read(path)) }
            } catch {
                logger.warning("\(error); its text is spoken instead")
                render(rendering, into: stream, library: &library)
            }
            stream.complete()
        case .ask(let question):
            question(&library)
        }
    }

    private func render(
        _ rendering: Rendering, into stream: SampleStream, library: inout Result<ESpeak, VoiceError>
    ) {
        guard case .success(var loaded) = library else { return }
        var trimmer = SilenceTrimmer(keepsTail: rendering.keepsTail)
        var resampler = Resampler(from: loaded.sampleRate)
        do throws(VoiceError) {
            try loaded.synthesise(rendering) { samples in
                stream.append(resampler.process(trimmer.process(samples.map(Float.init))))
                return !stream.isCancelled
            }
            stream.append(resampler.process(trimmer.finish()) + resampler.finish())
        } catch {
            // Words in a wrong voice are better than none; `VoiceCatalogue` has told staff before.
            logger.error("\(error); the default voice is used instead")
            let fallback = WantedVoice.ofLanguage(VoiceCatalogue.fallbackVoice)
            if rendering.voice != fallback {
                var instead = rendering
                instead.voice = fallback
                library = .success(loaded)
                return render(instead, into: stream, library: &library)
            }
        }
        library = .success(loaded)
    }
}

/// Carries one answer from the synthesiser's thread to the one who waits for it.
private final class AnswerBox<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)
    let answered = WakeUp()

    func put(_ value: Answer) {
        answer.withLock { $0 = value }
        answered.signal()
    }

    func take() -> Answer? { answer.withLock { $0 } }
}

extension Synthesiser.State {
    fileprivate mutating func next() -> Synthesiser.Job? {
        if !urgent.isEmpty { return urgent.removeFirst() }
        if !ahead.isEmpty { return ahead.removeFirst() }
        return nil
    }

    fileprivate mutating func hasten(_ wanted: SampleStream) {
        let index = ahead.firstIndex { job in
            switch job {
            case .render(_, let stream): stream === wanted
            case .read, .ask: false
            }
        }
        if let index { urgent.append(ahead.remove(at: index)) }
    }
}
