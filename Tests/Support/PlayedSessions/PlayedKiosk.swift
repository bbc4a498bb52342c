public import Care
public import Foundation
public import Kiosk
import Playing
public import Scanning
import Speech
public import Time

/// A client's kiosk in virtual time: the real session with a voice that is a list, and its own disk. What it wants of others waits until somebody
/// takes it. Power may fail at any moment: what is on the disk stays.
public struct PlayedKiosk {
    /// What the wall shows at the beginning.
    public static let start = Date(timeIntervalSince1970: 1_800_000_000)
    /// How long the disk takes for a mood or a request.
    private static let writing: Duration = .milliseconds(10)
    /// A hand that knows the way presses after so long where nothing else is offered: longer than a game waits for a press.
    private static let patience: Duration = .seconds(100)

    public private(set) var session: KioskSession
    public private(set) var now = Instant(nanoseconds: 0)
    /// What it wants of others, in order.
    private var wanted: [KioskEffect] = []
    /// How many events the session has handled.
    public private(set) var handled = 0
    /// What was said aloud or in the client's ear last, and how much there was in all.
    public private(set) var words: [String] = []
    public private(set) var wordCount = 0
    /// Whether the disk takes what is written.
    public var hasDisk = true
    /// Whether "Go back" does nothing: what looks for a way back must find that out.
    public var isTrapped = false
    private var voice = PlayedVoice()
    private var writes: [(at: Instant, what: Write)] = []
    // What is on the disk.
    public private(set) var kept: KeptExercise?
    /// Moods that the service has not got.
    public private(set) var moods: [NewMood] = []
    private var agenda: Agenda?
    private let make: @Sendable () -> KioskSession

    private enum Write: Sendable {
        case mood(NewMood)
        case other(UUID)
    }

    /// - Parameter make: A session as a kiosk has it that starts for the first time.
    public init(_ make: @escaping @Sendable () -> KioskSession) {
        self.make = make
        session = make()
        begin()
    }

    /// Since the beginning.
    public var seconds: Double { Double(now.nanoseconds) / 1e9 }
    public var wall: Date { Self.start.addingTimeInterval(seconds) }

    private mutating func begin() {
        send(.switchArrived(id: 1, name: "Button"))
        send(.started(expectsSwitch: true))
        if !moods.isEmpty { send(.care(.restored([], moods: moods))) }
    }

    /// Power fails, and comes back: what was on its way to the disk is gone.
    ///
    /// - Parameter forgets: Whether the disk loses, too, what the client was in: what looks for questions must find that out.
    public mutating func restart(forgets: Bool = false) {
        if forgets { kept?.activity = nil }
        session = make()
        (voice, writes, wanted) = (PlayedVoice(), [], [])
        if let agenda { session.recall(agenda) }
        if let kept { session.recall(kept) }
        begin()
    }

    // MARK: - Events

    public mutating func send(_ event: KioskEvent) {
        handled += 1
        if case .care(.agenda(let told)) = event { agenda = told }
        if case .care(.delivered(let id)) = event { moods.removeAll { $0.id == id } }
        for effect in session.handle(event, at: now, wall: wall) {
            switch effect {
            case .voice(let command): hear(command)
            case .keepExercise(let changed): kept = changed
            case .mood(let mood): write(.mood(mood))
            case .ask(let request): write(.other(request.id), effect)
            case .respond(_, let response): write(.other(response.id), effect)
            case .propose(let proposal): write(.other(proposal.id), effect)
            case .mark(let entry): write(.other(entry.id), effect)
            case .household(let command): write(.other(command.id), effect)
            case .tell, .report: wanted.append(effect)
            case .readHousehold, .use, .receipt, .said, .observed, .keepPace, .keepEncouragement,
                .acknowledge, .toldAhead, .show, .log:
                break
            }
        }
    }

    private mutating func hear(_ command: VoiceCommand) {
        guard let line = voice.perform(command, at: now) else { return }
        words.append(line)
        wordCount += 1
        words.removeFirst(max(0, words.count - 40))
    }

    private mutating func write(_ what: Write, _ effect: KioskEffect? = nil) {
        if let effect { wanted.append(effect) }
        writes.append((now.advanced(by: Self.writing), what))
    }

    /// What it wants of others since this was asked last. Moods are `moods`.
    public mutating func take() -> [KioskEffect] {
        defer { wanted = [] }
        return wanted
    }

    // MARK: - Time

    private var nextDue: Instant? {
        [voice.nextEvent, session.nextWake, writes.first?.at].compactMap { $0 }.min()
    }

    /// Lets the next thing happen, at an end at the latest.
    ///
    /// - Returns: Whether something did.
    @discardableResult
    public mutating func step(until end: Instant) -> Bool {
        guard let due = nextDue, due <= end else {
            now = max(now, end)
            return false
        }
        now = max(now, due)
        if let write = writes.first, write.at <= now {
            writes.removeFirst()
            written(write.what)
        } else if let event = voice.take(at: now) {
            send(.voice(event))
        } else {
            send(.wake)
        }
        return true
    }

    private mutating func written(_ what: Write) {
        switch what {
        case .mood(let mood) where hasDisk: moods.append(mood)
        case .mood, .other: break
        }
        let id: UUID =
            switch what {
            case .mood(let mood): mood.id
            case .other(let id): id
            }
        send(.care(hasDisk ? .recorded(id) : .notRecorded(id, detail: "the disk is full")))
    }

    public mutating func run(for time: Duration) {
        let end = now.advanced(by: time)
        while step(until: end) {}
    }

    /// A press, held for so long.
    public mutating func press(_ role: SwitchRole = .select, for time: Duration = .milliseconds(80)) {
        if isTrapped, role == .select, session.present?.item.kind == .back { return run(for: time) }
        let source = SwitchEdge.Source(device: 1, key: role == .help ? 138 : 57)
        send(.edge(SwitchEdge(role: role, source: source, direction: .press, at: now)))
        run(for: time)
        send(.edge(SwitchEdge(role: role, source: source, direction: .release, at: now)))
    }

    // MARK: - A hand that knows the way

    /// Presses when an item is scanned for which `isWanted` holds, and wakes the kiosk where it rests.
    ///
    /// - Returns: Whether it was offered within some virtual minutes.
    public mutating func choose(
        within time: Duration = .seconds(300), _ isWanted: (ScanPresence) -> Bool
    ) -> Bool {
        let end = now.advanced(by: time)
        var (last, since) = (session.present, now)
        while now < end {
            if session.present != last { (last, since) = (session.present, now) }
            let age = since.duration(to: now)
            if let last, !last.isPreview, age < .seconds(1), isWanted(last) {
                // Not so soon that it counts for the item before.
                run(for: .milliseconds(600))
                guard session.present == last else { continue }
                press()
                run(for: .milliseconds(50))
                return true
            }
            if age > Self.patience {
                press()
                since = now
            }
            step(until: min(end, now.advanced(by: .seconds(1))))
        }
        return false
    }
}
