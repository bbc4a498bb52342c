import RealTime
import Synchronization

/// Mono samples at 48 kHz that grow while they are made and can be played from the start meanwhile.
final class SampleStream: Sendable {
    private struct State {
        var samples: [Int16] = []
        var isComplete = false
        var isCancelled = false
        /// Told, once each time, when there is more to read.
        var reader: WakeUp?
    }

    /// Whether others may play it too, so that one reader that stops must not cancel its making.
    private let isShared: Bool
    /// Instead of samples.
    private let wave: (any ReckonedWave)?
    private let state: Mutex<State>

    /// An empty stream for a maker to fill.
    init(isShared: Bool = false) {
        self.isShared = isShared
        wave = nil
        state = Mutex(State())
    }

    /// A ready sound.
    init(samples: [Int16]) {
        isShared = true
        wave = nil
        state = Mutex(State(samples: samples, isComplete: true))
    }

    /// A sound whose samples are reckoned when they are wanted.
    init(wave: some ReckonedWave) {
        isShared = true
        self.wave = wave
        state = Mutex(State(isComplete: true))
    }

    /// How many samples there are by now.
    var count: Int { wave?.count ?? state.withLock { $0.samples.count } }

    /// How many samples there are by now, and whether these are all.
    var extent: (count: Int, isComplete: Bool) {
        if let wave { return (wave.count, true) }
        return state.withLock { ($0.samples.count, $0.isComplete) }
    }

    var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Whether nobody wants the rest.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// A copy of what is there, for measuring.
    var samples: [Int16] { state.withLock { $0.samples } }

    func append(_ more: [Int16]) {
        let reader = state.withLock { state in
            state.samples.append(contentsOf: more)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.signal()
    }

    func complete() {
        let reader = state.withLock { state in
            state.isComplete = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.signal()
    }

    /// The rest is not wanted here.
    func cancel() { if !isShared { state.withLock { $0.isCancelled = true } } }

    /// Has `reader` signalled when there is more to read; nothing if all is there.
    func notify(_ reader: WakeUp) {
        state.withLock { if !$0.isComplete { $0.reader = reader } }
    }

    /// Adds up to `count` samples from `offset` on to `target`, times a gain that changes by `gainStep` with each sample
    /// and stays at 0 once there; returns how many were there, and whether these were the last.
    func mix(
        into target: UnsafeMutablePointer<Float>, count: Int, from offset: Int, gain: Float,
        gainStep: Float
    ) -> (taken: Int, isEnd: Bool) {
        if let wave { return Self.mix(wave, into: target, count: count, from: offset, gain, gainStep) }
        return state.withLock { state in
            let taken = max(0, min(count, state.samples.count - offset))
            state.samples.withUnsafeBufferPointer { source in
                var gain = gain
                var index = 0
                while index < taken {
                    target[index] += Float(source[offset + index]) * gain
                    gain = max(0, gain + gainStep)
                    index += 1
                }
            }
            return (taken, state.isComplete && offset + taken >= state.samples.count)
        }
    }

    private static func mix(
        _ wave: some ReckonedWave, into target: UnsafeMutablePointer<Float>, count: Int, from offset: Int,
        _ gain: Float,
        _ gainStep: Float
    ) -> (taken: Int, isEnd: Bool) {
        let taken = max(0, min(count, wave.count - offset))
        var gain = gain
        for index in 0..<taken {
            target[index] += wave.sample(at: offset + index) * gain
            gain = max(0, gain + gainStep)
        }
        return (taken, offset + taken >= wave.count)
    }
}
