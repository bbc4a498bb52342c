/// When the service reminds people of a request that nobody has answered or met.
///
/// How often a station repeats its alert sound is the station's own matter.
public struct AlertPolicy: Equatable, Sendable {
    /// How often one request is escalated at most.
    public static let maximumEscalation = 10

    /// Nobody has answered an urgent request: louder, and the command. Again after as long. Zero is never.
    public var escalateUrgent: Duration = .seconds(60)
    /// The same for the other priorities.
    public var escalateOther: Duration = .seconds(300)
    /// Somebody is on the way to an urgent request and it is not done after this time: it sounds again. Zero is never.
    public var claimUrgent: Duration = .seconds(180)
    /// The same for the other priorities.
    public var claimOther: Duration = .seconds(900)
    /// When the client hears "still waiting", counted from the press.
    public var stillWaiting: [Duration] = [.seconds(300), .seconds(900)]
    /// When the client is asked whether to ask again, counted from the press. Zero is never.
    public var askAgain: Duration = .seconds(1800)
    /// A program that an escalation starts, with its arguments. Empty is none.
    public var command: [String] = []

    public init() {}

    /// After how long a request of this priority is escalated; `nil` if never.
    public func escalation(of priority: Priority) -> Duration? {
        let period =
            switch priority {
            case .urgent: escalateUrgent
            case .normal, .soon: escalateOther
            }
        return period > .zero ? period : nil
    }

    /// How long somebody who is on the way has it; `nil`: until it is done.
    public func claim(of priority: Priority) -> Duration? {
        let period =
            switch priority {
            case .urgent: claimUrgent
            case .normal, .soon: claimOther
            }
        return period > .zero ? period : nil
    }
}
