import RealTime
import Speech

/// One thing that sounds now: an utterance's leading sounds, or its words.
struct Track {
    /// Which of the queue's two events its end is.
    enum Stage {
        case sound
        case words
    }

    /// 2 ms: short enough for a cut within one period, long enough not to crackle.
    static let fadeFrames = 96

    let id: UtteranceID
    let stage: Stage
    let streams: [SampleStream]
    var gain: Float
    var hasStarted = false
    private var index = 0
    private var offset = 0
    private var fadeStep: Float = 0
    private var fadeLeft: Int?

    init(id: UtteranceID, stage: Stage, streams: [SampleStream], gain: Float) {
        self.id = id
        self.stage = stage
        self.streams = streams
        self.gain = gain
    }

    /// Whether it is being cut.
    var isFading: Bool { fadeLeft != nil }

    mutating func fadeOut() {
        guard fadeLeft == nil else { return }
        fadeLeft = Self.fadeFrames
        fadeStep = -gain / Float(Self.fadeFrames)
    }

    /// Adds itself to `target`; tells where its first sample went and where it ended, if it did.
    ///
    /// Where samples are late it leaves silence and goes on with them next time; nothing is skipped.
    mutating func mix(
        into target: UnsafeMutablePointer<Float>, count: Int, moreComes: WakeUp
    ) -> (first: Int?, end: Int?) {
        var first: Int?
        var place = 0
        let limit = min(count, fadeLeft ?? count)
        while index < streams.count, place < limit {
            let (taken, isEnd) = streams[index].mix(
                into: target + place, count: limit - place, from: offset, gain: gain, gainStep: fadeStep)
            if taken > 0, !hasStarted {
                hasStarted = true
                first = place
            }
            gain = max(0, gain + fadeStep * Float(taken))
            place += taken
            offset += taken
            if isEnd {
                index += 1
                offset = 0
            } else if taken == 0 {
                streams[index].notify(moreComes)
                break
            }
        }
        if let left = fadeLeft {
            // A track that waits for samples has nothing to fade.
            fadeLeft = place < limit ? 0 : left - place
            if fadeLeft == 0 { return (first, place) }
        }
        return (first, index == streams.count ? place : nil)
    }

    /// Nobody wants the rest.
    func abandon() {
        for stream in streams where !stream.isComplete { stream.cancel() }
    }
}
