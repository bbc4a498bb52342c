import Time

/// The queue length of one device while words sound: as short as the machine has been able to keep up with.
///
/// It learns from every check that the pump makes while words sound (`Look`). A length *bears* a lateness if
/// the queue outlasts it, counted from the moment at which the pump refills it (`refill`).
///
/// | a look shows | then |
/// |---|---|
/// | the queue ran dry, or a lateness that this length does not bear | the shortest length that bears a quarter more than that lateness, after running dry at least the next one; where 50 ms are not enough, 200 |
/// | nothing of that for `patience` of sound, and the next shorter length would have borne all that came | the next shorter one, on trial |
/// | one of the first row while a shorter length is on trial | as the first row, but step by step; the next trial comes after twice the patience |
/// | dry three times within a minute, a second apart, at the longest length | the device *tears*: a fault, until two minutes of sound were whole |
struct Lead {
    /// The result of one check of a device while words sound.
    struct Look {
        /// Frames by which the pump came later than it wanted.
        var late = 0
        /// Frames by which a sound server took its sound later than the clock says.
        var behind = 0
        /// Nothing was queued any more.
        var isDry = false
    }

    /// Of a device that was never heard before. A shorter one is on trial only after whole words: on a virtual machine that was left
    /// alone, the first hold-up that 6 ms do not bear came after 20 s, inside a word.
    static let unknown = QueueLength.ms50
    /// Ten minutes of speech are hours of use.
    private static let firstPatience: Duration = .seconds(600)
    private static let longestPatience: Duration = .seconds(8 * 3_600)
    /// If two checks are further apart than this, nothing sounded between them.
    private static let longestPause: Duration = .seconds(1)
    private static let tearsLimit = 3
    private static let tearsWindow: Duration = .seconds(60)
    private static let wholeTime: Duration = .seconds(120)
    /// 1 ms: a queue that was as short as this when the pump came was as good as dry.
    private static let reserve = 48

    private(set) var length: QueueLength
    /// Whether the device keeps underrunning at the longest length.
    private(set) var isTearing = false
    /// The pieces in which the device takes sound.
    private let period: Int
    /// What fits into the device.
    private let limit: Int
    private var patience = Self.firstPatience
    private var isTrial = false
    /// How much has sounded since the length changed or a check was bad.
    private var quiet: Duration = .zero
    /// The worst lateness meanwhile.
    private var worst = 0
    private var lastLook: Instant?
    private var tears: [Instant] = []

    /// For a device with a period of `period` frames and a buffer of `buffer`; `learnt` is the length that it
    /// needed before.
    init(period: Int, buffer: Int = .max, learnt: QueueLength? = nil) {
        self.period = period
        limit = max(period + ALSADevice.period, buffer - period)
        length = learnt ?? Self.unknown
        length = min(max(length, least), most)
    }

    /// Frames to be queued.
    var frames: Int { frames(length) }

    /// Frames that are queued where a new sound has to wait behind them: silence, and words whose samples are late.
    var quickFrames: Int { frames(least) }

    /// How much of the queue may be heard before it is filled up again: half of a short one, a quarter of a long one.
    var refill: Int { Self.refill(frames) }

    /// Forgets the time of the last check: no words sounded until the next one, so that time does not count.
    mutating func pause() { lastLook = nil }

    /// Learns from a check while words sound; returns whether the length changed.
    mutating func take(_ look: Look, at now: Instant) -> Bool {
        let lateness = max(look.late, look.behind)
        if let lastLook { quiet += min(lastLook.duration(to: now), Self.longestPause) }
        lastLook = now
        guard look.isDry || lateness > borne(length) else {
            worst = max(worst, lateness)
            if quiet >= Self.wholeTime { isTearing = false }
            return shorten()
        }
        return lengthen(lateness, isDry: look.isDry, at: now)
    }

    private mutating func lengthen(_ lateness: Int, isDry: Bool, at now: Instant) -> Bool {
        let wasTrial = isTrial
        if isTrial { patience = min(patience * 2, Self.longestPatience) }
        (isTrial, quiet, worst) = (false, .zero, 0)
        guard let longer = length.longer, longer <= most else {
            if isDry { tear(at: now) }
            return false
        }
        let enough = QueueLength.allCases.first { borne($0) >= lateness * 5 / 4 } ?? most
        let old = length
        let wanted = max(isDry ? longer : length, enough)
        // A device that stops this long stops even longer; 100 ms are used only on the way down.
        length = min(wanted > .ms50 && !wasTrial ? .ms200 : wanted, most)
        return length != old
    }

    private mutating func shorten() -> Bool {
        guard quiet >= patience else { return false }
        (quiet, isTrial) = (.zero, false)
        defer { worst = 0 }
        guard let shorter = length.shorter, shorter >= least, worst * 5 / 4 <= borne(shorter) else {
            return false
        }
        (length, isTrial) = (shorter, true)
        return true
    }

    private mutating func tear(at now: Instant) {
        tears.removeAll { $0.duration(to: now) > Self.tearsWindow }
        // One hold-up may show more than once.
        if let last = tears.last, last.duration(to: now) < .seconds(1) { return }
        tears.append(now)
        if tears.count >= Self.tearsLimit { isTearing = true }
    }

    /// The shortest that is longer than one of the device's pieces.
    private var least: QueueLength {
        QueueLength.allCases.first { $0.rawValue >= period + ALSADevice.period } ?? .ms200
    }

    /// The longest that fits into the device.
    private var most: QueueLength { max(least, QueueLength.allCases.last { $0.rawValue <= limit } ?? .ms6) }

    private func frames(_ length: QueueLength) -> Int {
        min(limit, max(length.rawValue, period + ALSADevice.period))
    }

    private static func refill(_ frames: Int) -> Int { max(QueueLength.ms6.rawValue / 2, frames / 4) }

    /// The lateness in frames that a length bears.
    private func borne(_ length: QueueLength) -> Int {
        let frames = frames(length)
        let kept = period > ALSADevice.period ? period : Self.reserve
        return max(0, frames - Self.refill(frames) - kept)
    }
}
