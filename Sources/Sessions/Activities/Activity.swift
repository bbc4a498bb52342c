public import Care
public import Time

/// What a client does with one of their assignments, from the list to the question how it was. docs/assignments.md has its table.
///
/// It knows neither scanner nor voices: it says what is to be begun, offered, told and sent. Nothing of it opens by itself: where somebody comes,
/// it asks.
public struct Activity: Equatable, Sendable {
    /// Where the client is in it.
    public enum Stage: String, Codable, CaseIterable, Sendable {
        /// The provider is there before the exercise has begun: "Join?"
        case asked
        case exercising
        /// In the wait room.
        case waiting
        /// Together with the provider.
        case meeting
        /// "How was it?"
        case mood
        /// "Not now": it is asked once more.
        case later
        case over
    }

    public enum Event: Equatable, Sendable {
        /// It was chosen in the list.
        case opened
        /// The exercise was done to its end, or there is none here.
        case exerciseDone
        /// The client has stopped the exercise.
        case exerciseStopped
        /// How the appointment stands now.
        case meeting(Meeting)
        /// The client has left the appointment at another kiosk, or on a phone.
        case leftElsewhere
        case joined
        case exerciseFirst
        case breatheAgain
        case left
        case logged(MoodScale, MoodValue)
        /// The kiosk has started again.
        case restarted
        /// The time that `nextWake` named has come.
        case wake
    }

    public enum Effect: Equatable, Sendable {
        /// Begin the exercise.
        case play
        /// Let the client choose what there is at this stage.
        case offer(Stage)
        /// Tell that the provider is there, and ask whether to join.
        case ask
        /// Tell how the provider is.
        case tellProvider
        /// Tell how long the client has waited.
        case tellWaiting
        /// Tell that the appointment is over.
        case tellOver
        /// Ask how it was, with the next press as the way to it.
        case askMood
        /// The client has come to the appointment, or has left it.
        case move(AppointmentMove)
        /// Keep how it was.
        case log(MoodScale, MoodValue)
    }

    /// The appointment that belongs to it, as far as it matters here.
    public struct Meeting: Equatable, Sendable {
        public var standing: AppointmentStanding
        /// Whether its time is near.
        public var isNear: Bool
        /// Whether this is how it stands after the service was away: what was sent meanwhile has not come.
        public var isFresh: Bool

        public init(standing: AppointmentStanding, isNear: Bool, isFresh: Bool = false) {
            self.standing = standing
            self.isNear = isNear
            self.isFresh = isFresh
        }

        /// Whether there is something to wait for.
        var isOpen: Bool {
            standing.ending == nil && (isNear || standing.provider == .in || standing.isClientIn)
        }

        var hasProvider: Bool { standing.ending == nil && standing.provider == .in }
    }

    /// When the client hears how long they have waited, in minutes since they came.
    static let tellsAfter = [1, 3, 5, 10, 15, 20, 30, 45, 60]
    /// So long after a question that was not answered, or put off, it is asked again.
    static let askedAgainAfter: Duration = .seconds(30 * 60)

    public let assignment: Assigned
    public private(set) var stage: Stage
    public private(set) var meeting: Meeting?
    /// Since when the client waits.
    private var waitsSince: Instant?
    /// How often they were told.
    private var told = 0
    /// When the mood is asked for again.
    private var asksAt: Instant?
    /// Whether the client was in the wait room: from then on the question how it was is owed.
    private var hasWaited = false
    /// Whether "not now" was said once.
    private var isPutOff: Bool

    /// - Parameter stage: Where an earlier run has left it; a question that was not answered is asked again in the list.
    public init(_ assignment: Assigned, meeting: Meeting? = nil, at stage: Stage = .asked) {
        self.assignment = assignment
        self.meeting = meeting
        self.stage = stage
        isPutOff = stage == .later
        hasWaited = stage == .waiting
    }

    /// When `wake` is due.
    public var nextWake: Instant? {
        switch stage {
        case .waiting:
            guard let waitsSince, told < Self.tellsAfter.count else { return nil }
            return waitsSince.advanced(by: .seconds(60 * Self.tellsAfter[told]))
        case .mood, .later: return asksAt
        case .asked, .exercising, .meeting, .over: return nil
        }
    }

    /// How long the client has waited here, as far as this kiosk knows; `nil` where they do not wait.
    public func waited(at now: Instant) -> Duration? { waitsSince?.duration(to: now) }

    /// Whether the client waits for their provider: in the wait room, or while they do the exercise again.
    public var waits: Bool {
        switch stage {
        case .waiting: true
        case .asked, .exercising: hasWaited
        case .meeting, .mood, .later, .over: false
        }
    }

    /// Whether the client has come to the appointment, and has not left it.
    public var isAttending: Bool { waits || stage == .meeting }

    /// Whether the provider is there to be joined.
    public var canJoin: Bool {
        switch stage {
        case .asked, .exercising, .waiting: meeting?.hasProvider ?? false
        case .meeting, .mood, .later, .over: false
        }
    }

    /// Whether the question how it was is open.
    public var owesMood: Bool {
        switch stage {
        case .waiting, .meeting, .mood, .later: true
        case .asked, .exercising: hasWaited
        case .over: false
        }
    }

    /// Where it is after a restart: where it was, or one step before.
    public var kept: Stage? {
        switch stage {
        case .over: nil
        case .asked: hasWaited ? .waiting : nil
        case .exercising: hasWaited ? .waiting : .exercising
        case .waiting, .mood, .later: stage
        case .meeting: .waiting
        }
    }

    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .opened: opened(at: now)
        case .exerciseDone: stage == .exercising ? exerciseDone(at: now) : []
        case .exerciseStopped: stage == .exercising ? exerciseStopped(at: now) : []
        case .meeting(let changed): take(changed, at: now)
        case .leftElsewhere: leftElsewhere(at: now)
        case .joined: join(at: now)
        case .exerciseFirst: stage == .asked && !assignment.isMeeting ? play() : []
        case .breatheAgain: stage == .waiting && !assignment.isMeeting ? play() : []
        case .left: leave(at: now)
        case .logged(let scale, let value): log(scale, value, at: now)
        case .restarted: restarted(at: now)
        case .wake: wake(at: now)
        }
    }

    // MARK: - List and exercise

    private mutating func opened(at now: Instant) -> [Effect] {
        switch stage {
        case .asked: canJoin ? [.offer(.asked)] : begin(at: now)
        case .exercising: resume()
        case .waiting, .meeting: [.offer(stage)]
        case .mood, .later: askMood(at: now)
        case .over: []
        }
    }

    /// An exercise that was left.
    private mutating func resume() -> [Effect] {
        guard canJoin else { return [.play] }
        stage = .asked
        return [.offer(.asked)]
    }

    /// With the exercise; an appointment alone begins with the wait room, unless it is over by now.
    private mutating func begin(at now: Instant) -> [Effect] {
        guard assignment.isMeeting else { return play() }
        guard meeting?.standing.ending == nil else {
            stage = .over
            return []
        }
        return enterWaitRoom(at: now)
    }

    private mutating func play() -> [Effect] {
        stage = .exercising
        return [.play]
    }

    private mutating func exerciseDone(at now: Instant) -> [Effect] {
        meeting?.isOpen ?? false ? enterWaitRoom(at: now) : askMood(at: now)
    }

    /// What was not done to its end stays open, but whoever waits is not kept waiting.
    private mutating func exerciseStopped(at now: Instant) -> [Effect] {
        if meeting?.isOpen ?? false { return enterWaitRoom(at: now) }
        if hasWaited { return askMood(at: now) }
        stage = .over
        return []
    }

    // MARK: - Appointment

    private var comes: [Effect] { meeting?.standing.isClientIn ?? false ? [] : [.move(.clientCame)] }

    private mutating func enterWaitRoom(at now: Instant) -> [Effect] {
        (stage, hasWaited) = (.waiting, true)
        if waitsSince == nil { (waitsSince, told) = (now, 0) }
        return comes + [.offer(.waiting)]
    }

    private mutating func join(at now: Instant) -> [Effect] {
        switch stage {
        case .asked, .exercising, .waiting: break
        case .meeting, .mood, .later, .over: return []
        }
        if canJoin {
            (stage, hasWaited) = (.meeting, true)
            return comes + [.offer(.meeting)]
        }
        // They have gone again meanwhile.
        if meeting?.isOpen ?? false { return enterWaitRoom(at: now) }
        switch stage {
        case .asked: return begin(at: now)
        case .waiting: return askMood(at: now)
        case .exercising, .meeting, .mood, .later, .over: return []
        }
    }

    private mutating func leave(at now: Instant) -> [Effect] {
        guard stage == .waiting || stage == .meeting else { return [] }
        return [.move(.clientLeft)] + askMood(at: now)
    }

    private mutating func leftElsewhere(at now: Instant) -> [Effect] {
        guard stage == .waiting || stage == .meeting else { return [] }
        beginMood(at: now)
        return [.askMood]
    }

    private mutating func take(_ changed: Meeting, at now: Instant) -> [Effect] {
        let before = meeting
        meeting = changed
        switch stage {
        case .asked, .mood, .later, .over: return []
        case .exercising: return changed.hasProvider && before?.hasProvider != true ? [.ask] : []
        case .waiting, .meeting: break
        }
        guard changed.standing.ending == nil else {
            beginMood(at: now)
            return [.tellOver, .askMood]
        }
        // Whoever waits here is in, also where that could not be said when they came.
        let again: [Effect] = changed.isFresh && !changed.standing.isClientIn ? [.move(.clientCame)] : []
        let isNews = changed.standing.provider != before?.standing.provider
        guard isNews else { return again }
        if changed.hasProvider { return again + (stage == .waiting ? [.ask] : [.tellProvider]) }
        return again + (before == nil ? [] : [.tellProvider])
    }

    // MARK: - Mood

    private mutating func beginMood(at now: Instant) {
        (stage, waitsSince) = (.mood, nil)
        asksAt = now.advanced(by: Self.askedAgainAfter)
    }

    private mutating func askMood(at now: Instant) -> [Effect] {
        beginMood(at: now)
        return [.offer(.mood)]
    }

    private mutating func log(_ scale: MoodScale, _ value: MoodValue, at now: Instant) -> [Effect] {
        guard stage == .mood || stage == .later else { return [] }
        if value == .notNow, !isPutOff {
            (stage, isPutOff) = (.later, true)
            asksAt = now.advanced(by: Self.askedAgainAfter)
        } else {
            (stage, asksAt) = (.over, nil)
        }
        return [.log(scale, value)]
    }

    // MARK: - Time

    /// Counts anew what went by while nothing was said.
    private mutating func restarted(at now: Instant) -> [Effect] {
        switch stage {
        case .waiting: (waitsSince, told) = (now, 0)
        case .mood, .later: asksAt = now.advanced(by: Self.askedAgainAfter)
        case .asked, .exercising, .meeting, .over: break
        }
        return []
    }

    private mutating func wake(at now: Instant) -> [Effect] {
        guard let due = nextWake, due <= now else { return [] }
        if stage == .waiting {
            // Of several that were slept through, the last is true.
            while let next = nextWake, next <= now { told += 1 }
            return [.tellWaiting]
        }
        // Once; from then on it stands in the list.
        asksAt = nil
        return [.askMood]
    }
}
