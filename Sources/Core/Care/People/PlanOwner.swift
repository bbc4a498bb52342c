/// Whose a need, or something planned, is.
public enum PlanOwner: Sendable, Equatable {
    /// A need of no client in particular: it is on every board.
    case everybody
    /// A client's, by their id.
    case client(String)
    /// Of those who do it, or of the household.
    case people

    fileprivate init(_ client: String?, _ audience: Audience) {
        guard audience == .client, let client else {
            self = .people
            return
        }
        self = .client(client)
    }
}

extension Need {
    public var owner: PlanOwner { client.map(PlanOwner.client) ?? .everybody }
}

extension RoutineContent {
    public var owner: PlanOwner { PlanOwner(client, audience) }
}

extension RoutineOccurrence {
    public var owner: PlanOwner { PlanOwner(client, audience) }
}
