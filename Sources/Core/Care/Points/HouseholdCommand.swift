public import FoundationEssentials

/// What a kiosk asks of the service for its client's household and goals; like every command it is kept until the service has it.
public enum HouseholdCommand: Codable, Sendable, Equatable, Identifiable {
    /// Reminds a housemate of a chore.
    case remind(ChoreReminder)
    /// Asks for a reward.
    case ask(NewGrant)
    /// Answers a grant: the client does not want it any more.
    case answer(grant: UUID, GrantAnswer)
    /// The client wants points or none. The id names the command alone; the service needs none, since the same again changes nothing.
    case switchPoints(id: UUID, person: String, PointSwitch)

    /// Says that the client has paid an amount.
    case pay(PaidAmount)
    /// Makes a goal.
    case addGoal(NewRoutine)
    /// Deletes a goal.
    case endGoal(routine: UUID, RoutineChange)

    public var id: UUID {
        switch self {
        case .remind(let reminder): reminder.id
        case .ask(let new): new.id
        case .answer(_, let answer): answer.id
        case .switchPoints(let id, _, _): id
        case .pay(let paid): paid.id
        case .addGoal(let new): new.id
        case .endGoal(_, let change): change.id
        }
    }
}
