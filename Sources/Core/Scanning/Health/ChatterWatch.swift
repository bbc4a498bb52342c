public import Time

/// Distinguishes a contact that opens and closes without a hand from a quick or trembling hand, by the
/// device's raw edges.
///
/// How long a touch lasts says nothing: some wireless buttons send press and release at once, and a hand that trembles
/// may touch for a few milliseconds. What counts is how often the contact closes.
///
/// | what happens | presses of one key | source |
/// |---|---|---|
/// | tapping as fast as one can | up to 7 a second | finger tapping tests |
/// | tremor, of any kind | 4 to 12 a second | consensus statement on tremor, MDS 1998 |
/// | a sound contact's bounce | a few within 1 to 10 ms, at both ends | Ganssle, A Guide to Debouncing |
/// | a worn contact, a loose cable | bursts at each touch, or without end | |
///
/// Closings that come within 25 ms of each other, 40 a second, belong to one **touch**. Two signs are sure, and each
/// is enough:
/// - **running**, for two seconds: a touch that bounces on, or 15 presses a second, where closings within 10 ms of
///   another edge are bounce and not counted. A plug that is pushed in chatters as well, but not for so long;
/// - **worn**: at 4 of the last 8 touches the contact closed 6 times or more.
///
/// Fifteen touches within 3 seconds, one soon after the other, that are none of this are a trembling hand: no fault of
/// the switch.
public struct ChatterWatch: Sendable {
    /// What has been found out of one key.
    public enum Finding: Hashable, Sendable {
        /// Reported once, until it is over.
        case chattering(SwitchEdge.Source)
        /// No sign of it for `quietTime`; where it was unplugged meanwhile, in a `quietTime` that began with the press of a
        /// key.
        case steady(SwitchEdge.Source)
        /// Touches as quick as only a trembling hand makes them; at most once in `quietTime`.
        case trembling(SwitchEdge.Source)
    }

    /// A contact without a sign of chatter for so long is steady again.
    public static let quietTime: Duration = .seconds(300)
    /// Shorter than the pauses of the fastest tremor, its bounce at both ends taken off.
    static let touchGap: Duration = .milliseconds(25)
    static let bounce: Duration = .milliseconds(10)
    static let runningTouch: Duration = .seconds(2)
    /// In each of four half seconds, and in all of them together.
    static let runningPresses = (each: 7, all: 30)
    static let wornClosings = 6
    static let wornTouches = (worn: 4, of: 8)
    static let tremblingTouches = 15
    /// 5 to 13 a second: less may be meant, more is no hand.
    static let tremblingSpan: ClosedRange<Duration> = .milliseconds(1100) ... .seconds(3)
    static let tremblingGap: ClosedRange<Duration> = .milliseconds(60) ... .milliseconds(300)

    /// What was seen of one key.
    struct Contact: Sendable {
        var lastEdge: Instant?
        var lastPress: Instant?
        /// How many presses that are no bounce there were in each of the last five half seconds, by their number.
        var halfSeconds: [(number: Int64, presses: Int)] = []
        /// When the last touches began, oldest first.
        var touches: [Instant] = []
        /// Which of the last touches were worn, the present one last.
        var worn: [Bool] = []
        /// How often the contact has closed in the present touch.
        var closings = 0
        /// The last sign of chatter, while chatter is reported.
        var lastSign: Instant?
        var lastTrembling: Instant?
    }

    private var contacts: [SwitchEdge.Source: Contact] = [:]
    /// Keys with reported chatter that were unplugged meanwhile: only presses show whether it is over.
    private var gone: Set<SwitchEdge.Source> = []
    /// The first press after a device was unplugged.
    private var pressedSince: Instant?

    public init() {}

    /// The keys whose chatter is reported and not over.
    public var chattering: Set<SwitchEdge.Source> {
        gone.union(contacts.filter { $0.value.lastSign != nil }.keys)
    }

    /// When `advance(to:)` has something to do; `nil` while nothing chatters.
    public var nextWake: Instant? {
        (contacts.values.map(\.lastSign) + [pressedSince]).compactMap { $0?.advanced(by: Self.quietTime) }
            .min()
    }

    /// Takes one raw edge of the device, before any filter.
    public mutating func handle(_ edge: SwitchEdge) -> [Finding] {
        var findings = advance(to: edge.at)
        var contact = contacts[edge.source] ?? Contact()
        defer {
            contact.lastEdge = edge.at
            contacts[edge.source] = contact
        }
        guard edge.direction == .press else { return findings }
        if !gone.isEmpty, pressedSince == nil { pressedSince = edge.at }
        contact.close(at: edge.at)
        if contact.isRunning || contact.isWorn {
            if contact.lastSign == nil { findings.append(.chattering(edge.source)) }
            contact.lastSign = edge.at
        } else if contact.lastSign == nil, contact.isTrembling {
            let isNews = contact.lastTrembling.map { $0.duration(to: edge.at) >= Self.quietTime } ?? true
            if isNews {
                contact.lastTrembling = edge.at
                findings.append(.trembling(edge.source))
            }
        }
        return findings
    }

    /// Does what is due at or before `now`.
    public mutating func advance(to now: Instant) -> [Finding] {
        func isQuiet(since sign: Instant?) -> Bool {
            sign.map { $0.advanced(by: Self.quietTime) <= now } ?? false
        }
        var over = Array(contacts.filter { isQuiet(since: $0.value.lastSign) }.keys)
        // Its history is forgotten: it is reported again only when it chatters again.
        for source in over { contacts[source] = nil }
        if isQuiet(since: pressedSince) {
            over += gone
            gone = []
            pressedSince = nil
        }
        return over.sorted { ($0.device, $0.key) < ($1.device, $1.key) }.map { .steady($0) }
    }

    /// A device is gone: nothing is known of the next one, and what chattered has not become steady by that.
    public mutating func forget(device: Int) {
        let lost = contacts.keys.filter { $0.device == device }
        gone.formUnion(lost.filter { contacts[$0]?.lastSign != nil })
        pressedSince = nil
        for source in lost { contacts[source] = nil }
    }
}

extension ChatterWatch.Contact {
    fileprivate mutating func close(at instant: Instant) {
        if lastEdge.map({ $0.duration(to: instant) >= ChatterWatch.bounce }) ?? true {
            let number = instant.nanoseconds / 500_000_000
            if halfSeconds.last?.number != number { halfSeconds.append((number, 0)) }
            halfSeconds[halfSeconds.count - 1].presses += 1
            if halfSeconds.count > 5 { halfSeconds.removeFirst() }
        }
        defer { lastPress = instant }
        if let lastPress, lastPress.duration(to: instant) < ChatterWatch.touchGap {
            closings += 1
            if closings >= ChatterWatch.wornClosings, let last = worn.indices.last { worn[last] = true }
            return
        }
        closings = 1
        touches.append(instant)
        if touches.count > ChatterWatch.tremblingTouches { touches.removeFirst() }
        worn.append(false)
        if worn.count > ChatterWatch.wornTouches.of { worn.removeFirst() }
    }

    fileprivate var isRunning: Bool {
        if let began = touches.last, let lastPress, began.duration(to: lastPress) >= ChatterWatch.runningTouch
        {
            return true
        }
        // The fifth is not over yet.
        let whole = halfSeconds.dropLast()
        guard let first = whole.first, let last = whole.last, whole.count == 4,
            last.number - first.number == 3
        else { return false }
        return whole.allSatisfy { $0.presses >= ChatterWatch.runningPresses.each }
            && whole.reduce(0) { $0 + $1.presses } >= ChatterWatch.runningPresses.all
    }

    /// Only at a touch that is worn itself: a sign is something that happens now.
    fileprivate var isWorn: Bool {
        worn.last == true && worn.count(where: { $0 }) >= ChatterWatch.wornTouches.worn
    }

    fileprivate var isTrembling: Bool {
        guard touches.count == ChatterWatch.tremblingTouches, !worn.contains(true), let first = touches.first,
            let last = touches.last, ChatterWatch.tremblingSpan.contains(first.duration(to: last))
        else { return false }
        return zip(touches, touches.dropFirst()).allSatisfy {
            ChatterWatch.tremblingGap.contains($0.duration(to: $1))
        }
    }
}
