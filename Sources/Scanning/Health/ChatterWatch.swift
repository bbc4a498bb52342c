/// Tells a contact that opens and closes by itself from a hand, however quick or trembling, by the edges as they come
/// from the device.
///
/// Only the moments at which a key goes down are compared: some wireless buttons send press and release at once,
/// whatever the hand does, and a hand that trembles touches for a few milliseconds only.
///
/// | what happens | presses of one key | source |
/// |---|---|---|
/// | tapping as fast as one can | up to 7 a second | finger tapping tests |
/// | tremor, of any kind | 4 to 12 a second | consensus statement on tremor, MDS 1998 |
/// | a sound contact's bounce | a few within 1 to 10 ms | Ganssle, A Guide to Debouncing |
/// | a worn contact, a loose cable | bursts at each touch, or without end | |
///
/// Two signs are sure, and each is enough:
/// - **running**: 30 presses within 2 seconds, which is 15 a second, more than the fastest tremor;
/// - **worn**: at 4 of the last 8 touches the contact closed 5 times or more, each within 40 ms of the one before.
///   Where such closings come faster than any hand can make them, they belong to one touch.
///
/// Fifteen touches within 3 seconds that are none of this are a trembling hand: no fault of the switch.
public struct ChatterWatch: Sendable {
    /// What has been found out of one key.
    public enum Finding: Hashable, Sendable {
        /// Told once, until it is over.
        case chattering(SwitchEdge.Source)
        /// No sign of it for `quietTime`.
        case steady(SwitchEdge.Source)
        /// Touches as quick as only a trembling hand makes them; at most once in `quietTime`.
        case trembling(SwitchEdge.Source)
    }

    /// A contact without a sign of chatter for so long is steady again.
    public static let quietTime: Duration = .seconds(300)
    /// 25 closings a second: twice the fastest tremor.
    static let touchGap: Duration = .milliseconds(40)
    static let runningPresses = 30
    static let runningSpan: Duration = .seconds(2)
    static let wornClosings = 5
    static let wornTouches = (worn: 4, of: 8)
    static let tremblingTouches = 15
    static let tremblingSpan: Duration = .seconds(3)

    /// What was seen of one key.
    struct Contact: Sendable {
        /// The last presses, oldest first.
        var presses: [Instant] = []
        /// When the last touches began, oldest first.
        var touches: [Instant] = []
        /// Which of the last touches were worn, the present one last.
        var worn: [Bool] = []
        /// How often the contact has closed in the present touch.
        var closings = 0
        /// The last sign of chatter, while that is told.
        var lastSign: Instant?
        var lastTrembling: Instant?
    }

    private var contacts: [SwitchEdge.Source: Contact] = [:]

    public init() {}

    /// The keys whose chatter is told and not over.
    public var chattering: Set<SwitchEdge.Source> {
        Set(contacts.filter { $0.value.lastSign != nil }.keys)
    }

    /// When `advance(to:)` has something to do; `nil` while nothing chatters.
    public var nextWake: Instant? {
        contacts.values.compactMap { $0.lastSign?.advanced(by: Self.quietTime) }.min()
    }

    /// Takes one edge as the device tells it, before any filter.
    public mutating func handle(_ edge: SwitchEdge) -> [Finding] {
        var findings = advance(to: edge.at)
        guard edge.direction == .press else { return findings }
        var contact = contacts[edge.source] ?? Contact()
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
        contacts[edge.source] = contact
        return findings
    }

    /// Does what is due at or before `now`.
    public mutating func advance(to now: Instant) -> [Finding] {
        let over = contacts.filter { entry in
            entry.value.lastSign.map { $0.advanced(by: Self.quietTime) <= now } ?? false
        }.keys.sorted { ($0.device, $0.key) < ($1.device, $1.key) }
        // What it was like before is forgotten: it is told again only when it chatters anew.
        for source in over { contacts[source] = nil }
        return over.map { .steady($0) }
    }

    /// A device is gone: nothing is known of the next one.
    public mutating func forget(device: Int) -> [Finding] {
        let gone = contacts.keys.filter { $0.device == device }.sorted { $0.key < $1.key }
        let over = gone.filter { contacts[$0]?.lastSign != nil }
        for source in gone { contacts[source] = nil }
        return over.map { .steady($0) }
    }
}

extension ChatterWatch.Contact {
    fileprivate mutating func close(at instant: Instant) {
        let isSameTouch = presses.last.map { $0.duration(to: instant) < ChatterWatch.touchGap } ?? false
        presses.append(instant)
        if presses.count > ChatterWatch.runningPresses { presses.removeFirst() }
        if isSameTouch {
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
        presses.count == ChatterWatch.runningPresses && isWithin(ChatterWatch.runningSpan, presses)
    }

    /// Only at a touch that is worn itself: a sign is something that happens now.
    fileprivate var isWorn: Bool {
        worn.last == true && worn.count(where: { $0 }) >= ChatterWatch.wornTouches.worn
    }

    fileprivate var isTrembling: Bool {
        touches.count == ChatterWatch.tremblingTouches && !worn.contains(true)
            && isWithin(ChatterWatch.tremblingSpan, touches)
    }

    private func isWithin(_ span: Duration, _ instants: [Instant]) -> Bool {
        guard let first = instants.first, let last = instants.last else { return false }
        return first.duration(to: last) <= span
    }
}
