import RealTime
import Speech

/// One thing that sounds now: an utterance's leading sounds, or its words.
struct Track {
    /// Which of the queue's two events its end is.
    enum Stage {
        case sound
        case words
    }

    /// Where it is in its sound.
    private struct Place {
        var index = 0
        var offset = 0
        var gain: Float
        var fadeStep: Float = 0
        var fadeLeft: Int?
        var hasStarted = false
    }

    /// A record of one mixing turn, for stepping back.
    private struct Step {
        var frame: Int
        var taken: Int
        var before: Place
    }

    /// 2 ms: short enough for a cut within one period, long enough not to crackle.
    static let fadeFrames = 96
    /// More turns than the longest queue is mixed in.
    private static let trailLimit = 512

    let id: UtteranceID
    let stage: Stage
    let streams: [SampleStream]
    private var place: Place
    private var trail: [Step] = []
    /// All of it is mixed; it is kept until that was heard, since the device may give some of it back.
    private(set) var isOver = false
    /// It was cut.
    private(set) var isUnwanted = false

    init(id: UtteranceID, stage: Stage, streams: [SampleStream], gain: Float) {
        self.id = id
        self.stage = stage
        self.streams = streams
        place = Place(gain: gain)
    }

    var hasStarted: Bool { place.hasStarted }

    /// Whether it is being cut.
    var isFading: Bool { place.fadeLeft != nil }

    /// Ends it within `fadeFrames`; what is mixed already is cut only if the device returns it.
    mutating func cut() {
        isUnwanted = true
        if !isOver { fadeOut() }
    }

    private mutating func fadeOut() {
        guard place.fadeLeft == nil else { return }
        place.fadeLeft = Self.fadeFrames
        place.fadeStep = -place.gain / Float(Self.fadeFrames)
    }

    /// How many frames it could add now, at most `count`: it has to wait for the rest, and `moreComes` tells when.
    func available(upTo count: Int, moreComes: WakeUp) -> Int {
        guard !isFading else { return count }
        var (sum, offset) = (0, place.offset)
        for stream in streams[place.index...] where sum < count {
            let (length, isComplete) = stream.extent
            sum += max(0, length - offset)
            offset = 0
            if sum < count, !isComplete {
                stream.notify(moreComes)
                return sum
            }
        }
        return count
    }

    /// Adds itself to `target`, whose first frame has the number `frame`; tells where its first sample went and where it
    /// ended, if it did.
    ///
    /// Where samples are late it leaves silence and goes on with them next time; nothing is skipped.
    mutating func mix(
        into target: UnsafeMutablePointer<Float>, count: Int, frame: Int, moreComes: WakeUp
    ) -> (first: Int?, end: Int?) {
        let before = place
        let (first, taken, end) = add(to: target, count: count, moreComes: moreComes)
        if trail.count == Self.trailLimit { trail.removeFirst(Self.trailLimit / 2) }
        if taken > 0 { trail.append(Step(frame: frame, taken: taken, before: before)) }
        isOver = end != nil
        return (first, end)
    }

    private mutating func add(
        to target: UnsafeMutablePointer<Float>, count: Int, moreComes: WakeUp
    ) -> (first: Int?, taken: Int, end: Int?) {
        var first: Int?
        var done = 0
        let limit = min(count, place.fadeLeft ?? count)
        while place.index < streams.count, done < limit {
            let (taken, isEnd) = streams[place.index].mix(
                into: target + done, count: limit - done, from: place.offset, gain: place.gain,
                gainStep: place.fadeStep)
            if taken > 0, !place.hasStarted {
                place.hasStarted = true
                first = done
            }
            place.gain = max(0, place.gain + place.fadeStep * Float(taken))
            done += taken
            place.offset += taken
            if isEnd {
                place.index += 1
                place.offset = 0
            } else if taken == 0 {
                streams[place.index].notify(moreComes)
                break
            }
        }
        if let left = place.fadeLeft {
            // A track that waits for samples has nothing to fade.
            place.fadeLeft = done < limit ? 0 : left - done
            if place.fadeLeft == 0 { return (first, done, done) }
        }
        return (first, done, place.index == streams.count ? done : nil)
    }

    /// Goes back to where it was before the frame of this number; false if nothing of it lies beyond.
    ///
    /// - Parameter fades: whether a track that was cut fades from there on; else it is over.
    mutating func stepBack(to frame: Int, fades: Bool) -> Bool {
        guard let index = trail.firstIndex(where: { $0.frame + $0.taken > frame }) else { return false }
        let step = trail[index]
        let kept = max(0, frame - step.frame)
        trail.removeSubrange(index...)
        place = step.before
        skip(kept)
        if kept > 0 { trail.append(Step(frame: step.frame, taken: kept, before: step.before)) }
        isOver = false
        guard isUnwanted else { return true }
        if fades {
            place.fadeLeft = nil
            fadeOut()
        } else {
            isOver = true
        }
        return true
    }

    /// Goes on as `mix` does with samples that were there before.
    private mutating func skip(_ frames: Int) {
        var left = frames
        while left > 0, place.index < streams.count {
            let taken = min(left, streams[place.index].count - place.offset)
            place.hasStarted = true
            place.gain = max(0, place.gain + place.fadeStep * Float(taken))
            place.fadeLeft = place.fadeLeft.map { $0 - taken }
            left -= taken
            place.offset += taken
            if left > 0 {
                place.index += 1
                place.offset = 0
            }
        }
    }

    /// Nobody wants the rest.
    func abandon() {
        for stream in streams where !stream.isComplete { stream.cancel() }
    }
}
