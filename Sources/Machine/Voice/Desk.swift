import RealTime
import Speech
import Time

/// The mixing desk of one output: what sounds now, and what was heard when.
///
/// It counts frames: each mixed frame has a number, and marks on frames (begun, ended, cut) become events when the device
/// says that the frame was heard. Frames that a device gives back unheard (`stepBack`) are mixed anew with the same numbers.
struct Desk {
    /// An utterance on this desk, with the sound of each of its parts.
    struct Prepared {
        var utterance: Utterance
        var streams: [SampleStream]
        var gain: Float
        var hasStarted = false
    }

    /// Obeys a command.
    enum Order {
        case speak(Prepared)
        case cut(UtteranceID)
        case cutAll(VoiceRole)
        case keepAwake(VoiceRole, Bool)
    }

    fileprivate struct Mark {
        enum Meaning {
            case started(UtteranceID)
            case ended(UtteranceID, Track.Stage)
            case cut(UtteranceID)
        }

        var frame: Int
        var meaning: Meaning
    }

    private let moreComes: WakeUp
    private var queue = SpeechQueue()
    private var prepared: [UtteranceID: Prepared] = [:]
    private var tracks: [Track] = []
    private var marks: [Mark] = []
    private var awake: Set<VoiceRole> = []
    private var sum: [Float] = []
    private var events: [VoiceEvent] = []
    /// Frames mixed so far; the next one's number.
    private var frame = 0
    private var lastTold = Instant(nanoseconds: 0)
    /// A command since the last mixing must be heard before the queue: a cut, or a sound over words.
    private(set) var cutsIn = false

    init(moreComes: WakeUp) { self.moreComes = moreComes }

    /// Whether there is anything to mix.
    var sounds: Bool { tracks.contains { !$0.isOver } }
    var isKeptAwake: Bool { !awake.isEmpty }
    /// Whether something mixed has not been heard yet.
    var awaitsHearing: Bool { !marks.isEmpty }
    /// A sound that no frame has been mixed of: it should go out at once.
    var hasNewSound: Bool { tracks.contains { !$0.hasStarted && !$0.isOver } }

    mutating func takeEvents() -> [VoiceEvent] {
        defer { events = [] }
        return events
    }

    mutating func obey(_ order: Order, at now: Instant) {
        switch order {
        case .speak(let new):
            prepared[new.utterance.id] = new
            perform(queue.handle(.add(new.utterance)), at: now)
        case .cut(let id): perform(queue.handle(.cut(id)), at: now)
        case .cutAll(let role): perform(queue.handle(.cutAll(role)), at: now)
        case .keepAwake(let role, true): awake.insert(role)
        case .keepAwake(let role, false): awake.remove(role)
        }
    }

    /// How many frames, at most `count`, can be mixed without leaving silence where samples are late; `nil` if nothing
    /// can begin yet.
    ///
    /// - Parameter preroll: words begin when so many frames of them are there, so that who makes the rest may be late.
    func available(upTo count: Int, preroll: Int) -> Int? {
        var least: Int?
        for index in tracks.indices where !tracks[index].isOver {
            if waits(tracks[index], preroll) { continue }
            least = min(least ?? count, tracks[index].available(upTo: count, moreComes: moreComes))
        }
        return least
    }

    private func waits(_ track: Track, _ preroll: Int) -> Bool {
        track.stage == .words && !track.hasStarted && !track.isFading
            && track.available(upTo: preroll, moreComes: moreComes) < preroll
    }

    /// Mixes the next frames into `stereo`; returns the utterances that begin in them. Words that have not begun and of
    /// which less than `preroll` frames are there wait.
    mutating func mix(_ count: Int, preroll: Int = 0, into stereo: inout [Int16]) -> [UtteranceID] {
        cutsIn = false
        // Moved out of `self` meanwhile, because beginning a track changes `self`; the memory is reused.
        var sum = [Float]()
        swap(&sum, &self.sum)
        defer { swap(&sum, &self.sum) }
        sum.removeAll(keepingCapacity: true)
        sum.append(contentsOf: repeatElement(0, count: count))
        var begun: [UtteranceID] = []
        var isOver: [Mark] = []
        sum.withUnsafeMutableBufferPointer { buffer in
            guard let target = buffer.baseAddress else { return }
            for index in tracks.indices where !tracks[index].isOver {
                if preroll > 0, waits(tracks[index], preroll) { continue }
                let (first, end) = tracks[index].mix(
                    into: target, count: count, frame: frame, moreComes: moreComes)
                let (id, stage) = (tracks[index].id, tracks[index].stage)
                if let first, begin(id, at: frame + first) { begun.append(id) }
                guard let end else { continue }
                if tracks[index].isUnwanted {
                    tracks[index].abandon()
                    isOver.append(Mark(frame: frame + end, meaning: .cut(id)))
                } else {
                    _ = begin(id, at: frame + end)
                    isOver.append(Mark(frame: frame + end, meaning: .ended(id, stage)))
                }
            }
            Limiter.write(target, count: count, to: &stereo)
        }
        marks.append(contentsOf: isOver)
        marks.sort { $0.frame < $1.frame }
        frame += count
        return begun
    }

    /// Tells what was heard, where `unheard` of the mixed frames were still to come at that time; returns when the next
    /// mark will be heard.
    mutating func settle(unheard: Int, at: Instant, now: Instant) -> Instant? {
        let base = frame - unheard
        while let mark = marks.first {
            let due = at.advanced(by: .nanoseconds(SoundFormat.nanoseconds(frames: mark.frame - base)))
            guard due <= now else { return due }
            marks.removeFirst()
            tell(mark.meaning, at: max(due, lastTold), now: now)
        }
        return nil
    }

    private mutating func tell(_ meaning: Mark.Meaning, at: Instant, now: Instant) {
        lastTold = at
        switch meaning {
        case .started(let id): events.append(.started(id, at: at))
        case .cut(let id):
            tracks.removeAll { $0.id == id && $0.isOver }
            events.append(.cut(id, at: at))
        case .ended(let id, let stage):
            tracks.removeAll { $0.id == id && $0.stage == stage && $0.isOver }
            perform(queue.handle(stage == .sound ? .soundEnded(id) : .wordsEnded(id)), at: at)
        }
    }

    private mutating func begin(_ id: UtteranceID, at place: Int) -> Bool {
        guard prepared[id]?.hasStarted == false else { return false }
        prepared[id]?.hasStarted = true
        marks.append(Mark(frame: place, meaning: .started(id)))
        return true
    }

    private mutating func perform(_ actions: [SpeechQueue.Action], at: Instant) {
        for action in actions {
            switch action {
            case .sound(let id, let parts):
                guard let new = prepared[id] else { continue }
                start(new, .sound, Array(new.streams.prefix(parts.count)))
            case .speak(let id, let parts):
                guard let new = prepared[id] else { continue }
                start(new, .words, Array(new.streams.suffix(parts.count)))
            case .cut(let id): cut(id, at: at)
            case .finish(let id):
                prepared[id] = nil
                events.append(.finished(id, at: at))
            }
        }
    }

    private mutating func start(_ new: Prepared, _ stage: Track.Stage, _ streams: [SampleStream]) {
        tracks.append(Track(id: new.utterance.id, stage: stage, streams: streams, gain: new.gain))
        // Words wait until others have ended, so they never have to be heard before the queue.
        if stage == .sound { cutsIn = true }
    }

    /// Its sounding parts fade, and the others are dropped. Its marks no longer count, except for its
    /// beginning.
    private mutating func cut(_ id: UtteranceID, at: Instant) {
        for stream in prepared.removeValue(forKey: id)?.streams ?? [] where !stream.isComplete {
            stream.cancel()
        }
        marks.removeAll { mark in
            switch mark.meaning {
            case .ended(let marked, _): marked == id
            case .started, .cut: false
            }
        }
        var isHeard = false
        for index in tracks.indices where tracks[index].id == id {
            if tracks[index].hasStarted { cutsIn = true }
            isHeard = isHeard || tracks[index].hasStarted && !tracks[index].isOver
            tracks[index].cut()
        }
        tracks.removeAll { $0.id == id && !$0.hasStarted }
        if !isHeard {
            // Reported after its beginning, if that has not been heard yet.
            marks.append(Mark(frame: marks.contains { $0.meaning.begins(id) } ? frame : 0, meaning: .cut(id)))
            marks.sort { $0.frame < $1.frame }
        }
    }
}

extension Desk {
    /// The device has returned the last `count` frames unheard: the desk goes back to where it was before
    /// them. Later commands stay in force.
    ///
    /// - Parameter fades: whether what was cut fades from there on. Where the device has fallen silent already, it is over.
    mutating func stepBack(_ count: Int, fades: Bool) {
        guard count > 0 else { return }
        frame -= count
        var going: [Track] = []
        for var track in tracks {
            guard track.stepBack(to: frame, fades: fades) else {
                going.append(track)
                continue
            }
            forgetMarks(of: track)
            guard track.isUnwanted else {
                going.append(track)
                continue
            }
            // Nothing of it was heard, or it has ended with what was given back.
            if track.isOver || !track.hasStarted {
                marks.append(Mark(frame: frame, meaning: .cut(track.id)))
            }
            if track.hasStarted { going.append(track) }
            if track.isOver { track.abandon() }
        }
        tracks = going
        for index in marks.indices { marks[index].frame = min(marks[index].frame, frame) }
        marks.sort { $0.frame < $1.frame }
    }

    /// Removes the marks that mixing will set again, and the report of its cut.
    private mutating func forgetMarks(of track: Track) {
        marks.removeAll { mark in
            switch mark.meaning {
            case .started(let id):
                guard id == track.id, mark.frame >= frame else { return false }
                prepared[id]?.hasStarted = false
                return true
            case .ended(let id, let stage): return id == track.id && stage == track.stage
            case .cut(let id): return id == track.id
            }
        }
    }
}

extension Desk.Mark.Meaning {
    fileprivate func begins(_ id: UtteranceID) -> Bool {
        if case .started(let other) = self { other == id } else { false }
    }
}
