import Foundation
import Synchronization
import WholeFiles

/// The home's one telephone line: one call after the other, in the order in which they were asked for.
actor PhoneLine {
    /// How long it rings.
    private static let ringing: Duration = .seconds(45)
    /// How long the end of a call is waited for.
    private static let hangingUp: Duration = .seconds(3)
    /// How long the telephone system's answer is waited for.
    private static let registering: Duration = .seconds(10)
    /// After the recording's end baresip ends the call by itself; this much later it is done here.
    private static let slack: Duration = .seconds(15)

    /// What is called, and what is said.
    struct Call: Sendable {
        var account: PhoneAccount
        var target: String
        var wave: SpokenWave
        /// Whether 1 and 2 are answers.
        var takesAnswers: Bool
    }

    /// baresip's own.
    private let folder: String
    private var running: (program: PhoneProgram, account: PhoneAccount)?
    /// The end of the last thing that was asked for.
    private var last: Task<Void, Never>?

    init(folder: String) { self.folder = folder }

    func call(_ call: Call) async -> ChannelOutcome {
        await inTurn { await self.perform(call) }
    }

    /// Whether a call could be made now.
    func prove(_ account: PhoneAccount) async -> ChannelOutcome {
        await inTurn {
            do throws(PhoneProblem) {
                _ = try await self.program(for: account)
                return .accepted
            } catch { return .failed(error.words) }
        }
    }

    /// Waits until the line is free. Whoever no longer waits for the outcome does not call.
    private func inTurn(_ work: @escaping @Sendable () async -> ChannelOutcome) async -> ChannelOutcome {
        let before = last
        let task = Task { () -> ChannelOutcome in
            await before?.value
            return Task.isCancelled ? .failed("The line was busy with other calls.") : await work()
        }
        last = Task { _ = await task.value }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func perform(_ call: Call) async -> ChannelOutcome {
        let program: PhoneProgram
        do throws(PhoneProblem) {
            program = try await self.program(for: call.account)
            try write(call.wave)
        } catch { return .failed(error.words) }
        let (events, listener) = AsyncStream<PhoneEvent>.makeStream()
        program.listen(listener)
        let timer = PhoneTimer(listener)
        defer {
            program.listen(nil)
            timer.stop()
            // Who called for what is nobody's to hear later.
            unlink(speech)
        }
        let begin = ContinuousClock.now
        var state = PhoneCall(takesAnswers: call.takesAnswers, once: call.wave.once)
        // Otherwise a system that lets hear its own words before the answer would hear those of the last call.
        program.send(.sound, "aufile,\(PhoneAccount.silence)")
        program.send(.dial, call.target)
        timer.start(Self.ringing)
        for await event in events {
            switch state.handle(event, at: ContinuousClock.now - begin) {
            case .wait: continue
            case .play:
                program.send(.sound, "aufile,\(PhoneAccount.speech)")
                timer.start(call.wave.length + Self.slack)
            case .hangUp:
                program.send(.hangUp)
                timer.start(Self.hangingUp)
            case .end(let outcome, let isClean):
                if !isClean { stop() }
                return outcome
            }
        }
        // This task was cancelled.
        stop()
        return .failed("The call was broken off: it took too long, or Beckon is being stopped.")
    }

    private var speech: String { "\(folder)/\(PhoneAccount.speech)" }

    private func write(_ wave: SpokenWave) throws(PhoneProblem) {
        do throws(WholeFileError) {
            try WholeFile.write(Array(wave.data), to: speech, mode: 0o600)
        } catch { throw PhoneProblem(words: "\(error)") }
    }

    private func stop() {
        running?.program.stop()
        running = nil
    }

    /// A program that can call: the one that runs, or a new one where that has ended, has other settings, or lost the telephone system.
    private func program(for account: PhoneAccount) async throws(PhoneProblem) -> PhoneProgram {
        if let running, running.account == account, running.program.isRunning {
            if account.registrar == nil { return running.program }
            if await isRegistered(running.program) == true { return running.program }
        }
        stop()
        let program = try await PhoneProgram.start(account, in: folder)
        running = (program, account)
        guard let registrar = account.registrar else { return program }
        guard let isIn = await isRegistered(program) else {
            stop()
            throw PhoneProblem(words: "The telephone system at \(registrar) does not answer.")
        }
        guard isIn else {
            stop()
            let advice = "check its address, the user name and the password"
            throw PhoneProblem(
                words: "The telephone system at \(registrar) does not let Beckon in: \(advice).")
        }
        return program
    }

    /// Asks until the telephone system has answered; `nil` where it does not.
    private func isRegistered(_ program: PhoneProgram) async -> Bool? {
        let (events, listener) = AsyncStream<PhoneEvent>.makeStream()
        program.listen(listener)
        let timer = PhoneTimer(listener)
        defer {
            program.listen(nil)
            timer.stop()
        }
        let end = ContinuousClock.now + Self.registering
        program.send(.registration)
        timer.start(.seconds(1))
        for await event in events {
            switch event {
            case .registration(.some(let isIn)): return isIn
            case .registration(.none): timer.start(.milliseconds(200))
            case .timeIsUp:
                guard ContinuousClock.now < end else { return nil }
                program.send(.registration)
                timer.start(.seconds(1))
            case .lost: return nil
            case .ringing, .answered, .key, .closed, .incoming, .refused: continue
            }
        }
        return nil
    }
}

/// Says when so much time has passed: one at a time.
private final class PhoneTimer: Sendable {
    private let listener: AsyncStream<PhoneEvent>.Continuation
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ listener: AsyncStream<PhoneEvent>.Continuation) { self.listener = listener }

    /// Forgets the time before.
    func start(_ time: Duration) {
        let next = Task { [listener] in
            do { try await Task.sleep(for: time) } catch { return }
            listener.yield(.timeIsUp)
        }
        task.withLock { task in
            task?.cancel()
            task = next
        }
    }

    func stop() {
        let last = task.withLock { $0 }
        last?.cancel()
    }
}
