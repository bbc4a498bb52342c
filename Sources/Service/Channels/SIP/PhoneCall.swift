/// One call, from dialling to its end, without a clock: what happens goes in, what is to be done comes out.
///
/// | state | answered | key | closed | time is up |
/// |---|---|---|---|---|
/// | calling | play | | failed | hang up, failed |
/// | speaking | | 1, 2: hang up, answered; without a question, any key: hang up, confirmed | said once: accepted, else failed | hang up, accepted |
/// | ending | | | the outcome | the outcome, and the program is ended |
struct PhoneCall {
    enum Action: Equatable {
        case wait
        /// Begin to speak: what begins sooner is not heard.
        case play
        case hangUp
        /// The call is over. `isClean`: the line is free for the next one.
        case end(ChannelOutcome, isClean: Bool)
    }

    private enum State {
        case calling
        case speaking(since: Duration)
        case ending(ChannelOutcome)
    }

    /// Whether 1 and 2 are answers.
    private let takesAnswers: Bool
    /// How long it takes until all has been said once.
    private let once: Duration
    private var state = State.calling

    init(takesAnswers: Bool, once: Duration) {
        self.takesAnswers = takesAnswers
        self.once = once
    }

    /// - Parameter now: Since the beginning of the call.
    mutating func handle(_ event: PhoneEvent, at now: Duration) -> Action {
        switch state {
        case .calling: calling(event, at: now)
        case .speaking(let since): speaking(event, for: now - since)
        case .ending(let outcome): ending(outcome, event)
        }
    }

    private mutating func calling(_ event: PhoneEvent, at now: Duration) -> Action {
        switch event {
        case .answered:
            state = .speaking(since: now)
            return .play
        case .closed(let reason): return .end(.failed(Self.words(reason)), isClean: true)
        case .timeIsUp: return hangUp(.failed("Nobody answered the telephone."))
        case .refused(.dial): return .end(.failed("The number cannot be dialled."), isClean: true)
        case .lost: return .end(.failed(Self.ended), isClean: false)
        case .ringing, .key, .incoming, .refused, .registration: return .wait
        }
    }

    /// - Parameter time: Since it was answered.
    private mutating func speaking(_ event: PhoneEvent, for time: Duration) -> Action {
        let isHeard = time >= once
        switch event {
        case .key("1") where takesAnswers: return hangUp(.answered("on_the_way"))
        case .key("2") where takesAnswers: return hangUp(.answered("cannot"))
        case .key where !takesAnswers: return hangUp(.confirmed)
        case .closed:
            let outcome = ChannelOutcome.failed("It was answered, and hung up before all had been said.")
            return .end(isHeard ? .accepted : outcome, isClean: true)
        // A wait that was over at the moment of the answer was for that.
        case .timeIsUp: return isHeard ? hangUp(.accepted) : .wait
        case .refused(.sound):
            return hangUp(.failed("Nothing could be said: baresip did not take the recording."))
        case .lost: return .end(isHeard ? .accepted : .failed(Self.ended), isClean: false)
        case .answered, .ringing, .key, .incoming, .refused, .registration: return .wait
        }
    }

    private func ending(_ outcome: ChannelOutcome, _ event: PhoneEvent) -> Action {
        switch event {
        case .closed: .end(outcome, isClean: true)
        case .timeIsUp, .lost: .end(outcome, isClean: false)
        case .answered, .ringing, .key, .incoming, .refused, .registration: .wait
        }
    }

    private mutating func hangUp(_ outcome: ChannelOutcome) -> Action {
        state = .ending(outcome)
        return .hangUp
    }

    private static let ended = "The call was cut off: baresip has ended."

    /// What a reason of RFC 3261, 21, means to people.
    static func words(_ reason: String) -> String {
        guard let code = Int(reason.prefix(3)) else { return "The call came to nothing." }
        return switch code {
        case 486, 600: "The telephone is busy."
        case 603: "The call was refused at the telephone."
        case 404, 410, 484, 604: "The telephone system knows no such number (\(code))."
        case 401, 403, 407: "The telephone system does not let Beckon call (\(code))."
        case 408, 480, 487: "Nobody answered the telephone."
        default: "The telephone system did not put the call through (\(code))."
        }
    }
}
