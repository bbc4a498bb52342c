import Logging
import RealTime
import Speech
import Synchronization
import Time

/// Makes sure that an open card can be heard: checks its mixer before the first sound, and again whenever somebody
/// changes it. Between changes its thread sleeps.
final class MixerWatch: Sendable {
    /// The shortest time between two checks.
    private static let pause: Duration = .milliseconds(200)

    private let stopping = WakeUp()
    private let state = Mutex<VoiceError?>(nil)

    /// Why the card cannot be heard although it plays; `nil`: it can be heard.
    var silence: VoiceError? { state.withLock { $0 } }

    /// Checks at once, which may block for as long as the card does, then continues in a thread of its own.
    ///
    /// - Parameter onChange: called on that thread when `silence` may have changed, and when the card is gone.
    /// - Returns: `nil` where there is no mixer: then nothing keeps the card silent, as far as can be known.
    init?(card: Int32, use: MixerUse, logger: Logger, onChange: @escaping @Sendable () -> Void) {
        guard let mixer = CardMixer(card: card) else { return nil }
        var care = MixerCare()
        look(mixer, &care, use, logger)
        let started = care
        let thread = OwnThread.start("voice-mixer") { [self] in
            var care = started
            while mixer.waitForChange(or: stopping) {
                look(mixer, &care, use, logger)
                onChange()
                // A card that reverts the settings would make this thread spin.
                if stopping.wait(until: MonotonicClock.now.advanced(by: Self.pause)) { return }
            }
            // Stopped, or the card is gone: then the device says so when it is asked.
            onChange()
        }
        thread?.detach()
    }

    /// Ends the thread, which closes the mixer. The card may be gone already.
    func stop() { stopping.signal() }

    private func look(_ mixer: CardMixer, _ care: inout MixerCare, _ use: MixerUse, _ logger: Logger) {
        let changes = care.changes(for: mixer.controls())
        if use == .audible, !changes.isEmpty {
            logger.notice(
                "sound card \"\(mixer.name)\" could not be heard: \(changes.map(\.text).joined(separator: ", "))"
            )
            mixer.apply(changes)
        }
        let silence = mixer.silence
        state.withLock { $0 = silence }
    }
}
